//! Active batch: reads chunks while the answers to earlier ones are sent.
#![expect(clippy::disallowed_types, reason = "service is the one module that reads the clock")]

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use thiserror::Error;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::chunk::{Batch, ChunkTask};
use super::codec::{BatchCodec, ChunkSource, InputError};
use super::meters::Meters;
use super::output::{Encoded, Segment, Segments, VerdictCounts};
use super::permits::Work;

/// Stream of the answers to a batch, in input order. Dropping it cancels the work within a slice.
pub struct BatchStream<S> {
    batch: Arc<Batch<S>>,
    chunks: mpsc::UnboundedReceiver<oneshot::Receiver<Segments>>,
    /// Remaining segments of the current chunk.
    segments: VecDeque<Segment>,
    counts: VerdictCounts,
    begun: Instant,
    stopped: oneshot::Receiver<Option<InputStop>>,
    /// Counts a cancellation on drop; `None` after the end.
    meters: Option<Arc<Meters>>,
}

/// Summary of an ended batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchEnd {
    /// Number of puzzles per verdict.
    pub counts: VerdictCounts,
    /// Time since the start of the batch.
    pub elapsed: Duration,
    /// Why the input was not read to its end; `None` if it was.
    pub stopped: Option<InputStop>,
}

/// Reason why a batch stopped before the end of its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputStop {
    /// The service is shutting down.
    Shutdown,
    /// The input failed.
    Input(InputError),
}

/// Results were lost to a panic, a client disconnect or the end of the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the results of a stream were lost")]
pub struct WorkLost;

/// Reads chunks and queues them for solver threads.
pub(super) struct ChunkReader {
    /// `true` once reading must stop.
    pub(super) closing: watch::Receiver<bool>,
}

impl<S: BatchCodec> BatchStream<S> {
    /// Starts a batch. Must be called within the runtime.
    pub(super) fn begin(
        batch: Batch<S>,
        chunk_reader: ChunkReader,
        mut source: impl ChunkSource<S::Chunk>,
        meters: Arc<Meters>,
    ) -> Self {
        let batch = Arc::new(batch);
        let (sender, chunks) = mpsc::unbounded_channel();
        let (ended, stopped) = oneshot::channel();
        let shared = Arc::clone(&batch);
        tokio::spawn(async move {
            let stopped = chunk_reader.run(shared, &mut source, &sender).await;
            drop(sender);
            // Fails only if the client has disconnected.
            let _ = ended.send(stopped);
        });
        let (segments, counts, begun) = (VecDeque::new(), VerdictCounts::default(), Instant::now());
        Self { batch, chunks, segments, counts, begun, stopped, meters: Some(meters) }
    }

    /// Returns the next encoded answers; `None` at the end.
    ///
    /// # Errors
    /// [`WorkLost`], after which there are no further answers.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, WorkLost> {
        let next = self.encoded().await;
        if next.is_err() {
            self.meters = None;
        }
        next
    }

    async fn encoded(&mut self) -> Result<Option<Vec<u8>>, WorkLost> {
        loop {
            let encoded = match self.segments.pop_front() {
                Some(Segment::Ready(encoded)) => encoded,
                Some(Segment::Later(answer)) => answer.await.map_err(|_| WorkLost)?,
                Some(Segment::Rest(rest)) => {
                    self.segments = rest.await.map_err(|_| WorkLost)?.into();
                    continue;
                }
                None => match self.chunks.recv().await {
                    Some(segments) => {
                        self.segments = segments.await.map_err(|_| WorkLost)?.into();
                        continue;
                    }
                    None => return Ok(None),
                },
            };
            self.batch.output_budget.remove(&encoded);
            let Encoded { bytes, counts } = encoded;
            self.counts.merge(&counts);
            if !bytes.is_empty() {
                return Ok(Some(bytes));
            }
        }
    }

    /// Returns the codec.
    pub fn codec(&self) -> &S {
        &self.batch.codec
    }

    /// Returns the verdicts of the answers returned so far.
    pub fn counts(&self) -> VerdictCounts {
        self.counts
    }

    /// Returns the summary. Must be called after the last answer.
    ///
    /// # Errors
    /// [`WorkLost`] if the client has disconnected or the runtime ended first.
    pub async fn end(&mut self) -> Result<BatchEnd, WorkLost> {
        let stopped = (&mut self.stopped).await.map_err(|_| WorkLost)?;
        if stopped == Some(InputStop::Input(InputError::Gone)) {
            return Err(WorkLost);
        }
        self.meters = None;
        // Before the summary is sent: a client that has read it may start its next stream at once.
        self.batch.release_stream();
        let end = BatchEnd { counts: self.counts, elapsed: self.begun.elapsed(), stopped };
        let elapsed_ms = end.elapsed.as_millis() as u64;
        // The access log has the other counts.
        tracing::debug!(
            puzzles = end.counts.puzzles(),
            errors = end.counts.errors,
            elapsed_ms,
            ?stopped,
            "batch ended"
        );
        Ok(end)
    }
}

impl<S> Drop for BatchStream<S> {
    fn drop(&mut self) {
        self.batch.cancelled.store(true, Ordering::Relaxed);
        if let Some(meters) = &self.meters {
            meters.cancelled.increment();
        }
    }
}

impl ChunkReader {
    /// Queues chunks while the output budget lasts. Returns why it stopped before the end of the input.
    async fn run<S: BatchCodec>(
        mut self,
        batch: Arc<Batch<S>>,
        source: &mut impl ChunkSource<S::Chunk>,
        chunks: &mpsc::UnboundedSender<oneshot::Receiver<Segments>>,
    ) -> Option<InputStop> {
        loop {
            tokio::select! {
                biased;
                () = chunks.closed() => return None,
                Ok(_) = self.closing.wait_for(|closing| *closing) => break,
                () = batch.output_budget.available() => {}
            }
            let next = tokio::select! {
                biased;
                () = chunks.closed() => return None,
                // `Err` means that the dispatcher was dropped.
                Ok(_) = self.closing.wait_for(|closing| *closing) => break,
                next = source.next() => next,
            };
            match next {
                Ok(Some(chunk)) => self.push(&batch, chunk, chunks).await,
                Ok(None) => return None,
                Err(error) => {
                    batch.cancelled.fetch_or(error == InputError::Gone, Ordering::Relaxed);
                    return Some(InputStop::Input(error));
                }
            }
        }
        // Entries already received are answered.
        while let Some(chunk) = source.buffered() {
            self.push(&batch, chunk, chunks).await;
        }
        Some(InputStop::Shutdown)
    }

    async fn push<S: BatchCodec>(
        &self,
        batch: &Arc<Batch<S>>,
        chunk: S::Chunk,
        chunks: &mpsc::UnboundedSender<oneshot::Receiver<Segments>>,
    ) {
        let permit = tokio::select! {
            biased;
            () = chunks.closed() => return,
            permit = batch.permits.acquire(batch.client, Work::Chunk) => permit,
        };
        let Some(permit) = permit else { return };
        let (sender, segments) = oneshot::channel();
        // Fails only if the client has disconnected; then the task ends by itself.
        let _ = chunks.send(segments);
        batch.queue.push(Box::new(ChunkTask::new(Arc::clone(batch), chunk, sender, permit)));
    }
}
