//! A batch under way: its puzzles are read while answers to earlier ones leave.
#![expect(clippy::disallowed_types, reason = "this folder is the one that looks at a clock")]

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use thiserror::Error;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::time::Instant;

use super::chunk::{Batch, ChunkWork};
use super::meters::Meters;
use super::page::{Page, Piece, Tally, Written};
use super::script::{InputError, Script, Source};

/// The answers to a batch, in the order of its puzzles. Dropping them ends the work within a slice.
pub struct Answers<S> {
    batch: Arc<Batch<S>>,
    pages: mpsc::UnboundedReceiver<oneshot::Receiver<Page>>,
    /// What is left of the page that is being read.
    page: VecDeque<Piece>,
    tally: Tally,
    begun: Instant,
    stopped: oneshot::Receiver<Option<Stopped>>,
    /// What counts a client that leaves; `None` behind the end.
    meters: Option<Arc<Meters>>,
}

/// How a batch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchEnd {
    /// What became of its puzzles.
    pub tally: Tally,
    /// How long it took.
    pub elapsed: Duration,
    /// Why not everything was read, if that is so.
    pub stopped: Option<Stopped>,
}

/// Why a batch ended before its input did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The service is shutting down.
    Shutdown,
    /// The input ended otherwise than by its end.
    Input(InputError),
}

/// Some answers were lost: a thread panicked over their puzzles, the client has left, or the runtime ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("answers of a batch were lost")]
pub struct Lost;

/// The way of chunks to solver threads.
pub(super) struct Feed {
    /// Places for chunks of this batch.
    pub(super) places: Arc<Semaphore>,
    /// Becomes `true` when nothing further is to be read.
    pub(super) closing: watch::Receiver<bool>,
}

impl<S: Script> Answers<S> {
    /// Begins a batch. Must be called within the runtime.
    pub(super) fn begin(
        batch: Batch<S>,
        feed: Feed,
        mut source: impl Source<S::Chunk>,
        meters: Arc<Meters>,
    ) -> Self {
        let batch = Arc::new(batch);
        let (sender, pages) = mpsc::unbounded_channel();
        let (ended, stopped) = oneshot::channel();
        let pumped = Arc::clone(&batch);
        tokio::spawn(async move {
            let stopped = feed.pump(pumped, &mut source, &sender).await;
            drop(sender);
            // Nobody is there where the client has left.
            let _ = ended.send(stopped);
        });
        let (page, tally, begun) = (VecDeque::new(), Tally::default(), Instant::now());
        Self { batch, pages, page, tally, begun, stopped, meters: Some(meters) }
    }

    /// The next answers, once they are written; `None` behind the last ones.
    ///
    /// # Errors
    /// [`Lost`]; there are no further answers then.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        let next = self.written().await;
        if next.is_err() {
            self.meters = None;
        }
        next
    }

    async fn written(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        loop {
            let written = match self.page.pop_front() {
                Some(Piece::Ready(written)) => written,
                Some(Piece::Later(answer)) => answer.await.map_err(|_| Lost)?,
                Some(Piece::Rest(rest)) => {
                    self.page = rest.await.map_err(|_| Lost)?.into();
                    continue;
                }
                None => match self.pages.recv().await {
                    Some(page) => {
                        self.page = page.await.map_err(|_| Lost)?.into();
                        continue;
                    }
                    None => return Ok(None),
                },
            };
            self.batch.held.remove(&written);
            let Written { bytes, tally } = written;
            self.tally.merge(&tally);
            if !bytes.is_empty() {
                return Ok(Some(bytes));
            }
        }
    }

    /// How its answers are written.
    pub fn script(&self) -> &S {
        &self.batch.script
    }

    /// What became of the puzzles whose answers were taken.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// How the batch ended, behind its last answers.
    ///
    /// # Errors
    /// [`Lost`] where the runtime ended before it, or the client has left.
    pub async fn end(&mut self) -> Result<BatchEnd, Lost> {
        let stopped = (&mut self.stopped).await.map_err(|_| Lost)?;
        if stopped == Some(Stopped::Input(InputError::Gone)) {
            return Err(Lost);
        }
        self.meters = None;
        // Before the summary leaves: the client may start its next stream as soon as it has read this one.
        self.batch.release_stream();
        let end = BatchEnd { tally: self.tally, elapsed: self.begun.elapsed(), stopped };
        let elapsed_ms = end.elapsed.as_millis() as u64;
        // What everybody wants to know stands in the one line of the request.
        tracing::debug!(
            puzzles = end.tally.puzzles(),
            errors = end.tally.errors,
            elapsed_ms,
            ?stopped,
            "batch ended"
        );
        Ok(end)
    }
}

impl<S> Drop for Answers<S> {
    fn drop(&mut self) {
        self.batch.left.store(true, Ordering::Relaxed);
        if let Some(meters) = &self.meters {
            meters.cancelled.increment();
        }
    }
}

impl Feed {
    /// Takes chunk after chunk to the solver threads, as long as there is room for their answers. Gives the reason
    /// where it ends before the source does.
    async fn pump<S: Script>(
        mut self,
        batch: Arc<Batch<S>>,
        source: &mut impl Source<S::Chunk>,
        pages: &mpsc::UnboundedSender<oneshot::Receiver<Page>>,
    ) -> Option<Stopped> {
        loop {
            tokio::select! {
                biased;
                () = pages.closed() => return None,
                Ok(_) = self.closing.wait_for(|closing| *closing) => break,
                () = batch.held.room() => {}
            }
            let next = tokio::select! {
                biased;
                () = pages.closed() => return None,
                // Without a dispatcher nobody can want it any more.
                Ok(_) = self.closing.wait_for(|closing| *closing) => break,
                next = source.next() => next,
            };
            match next {
                Ok(Some(chunk)) => self.push(&batch, chunk, pages).await,
                Ok(None) => return None,
                Err(error) => {
                    batch.left.fetch_or(error == InputError::Gone, Ordering::Relaxed);
                    return Some(Stopped::Input(error));
                }
            }
        }
        // What was read is answered.
        while let Some(chunk) = source.buffered() {
            self.push(&batch, chunk, pages).await;
        }
        Some(Stopped::Shutdown)
    }

    async fn push<S: Script>(
        &self,
        batch: &Arc<Batch<S>>,
        chunk: S::Chunk,
        pages: &mpsc::UnboundedSender<oneshot::Receiver<Page>>,
    ) {
        // The places are never closed.
        let place = tokio::select! {
            biased;
            () = pages.closed() => return,
            place = Arc::clone(&self.places).acquire_owned() => place,
        };
        let Ok(place) = place else { return };
        let (reader, page) = oneshot::channel();
        // Nobody is there where the client has left; then the work ends by itself.
        let _ = pages.send(page);
        batch.lane.push(Box::new(ChunkWork::new(Arc::clone(batch), chunk, reader, place)));
    }
}
