//! Active batch: reads chunks while the answers to earlier ones are sent.
#![expect(clippy::disallowed_types, reason = "service is the one module that reads the clock")]

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::chunk::{Batch, ChunkOutput, ChunkTask};
use super::codec::{BatchCodec, ChunkSource, InputError};
use super::meters::{CountOnDrop, Counter};
use super::output::{Encoded, VerdictCounts};
use super::permits::{Permit, Work};
use super::question::DispatchError;
use super::scheduler::Queue;
use super::slot::TaskHandle;

/// Stream of the answers to a batch, in input order. Dropping it cancels the work within a slice.
pub struct BatchStream<S: BatchCodec> {
    batch: Arc<Batch<S>>,
    chunks: mpsc::UnboundedReceiver<TaskHandle<ChunkTask<S>>>,
    /// Tasks in the order of their answers, before those of `chunks`.
    tasks: VecDeque<TaskHandle<ChunkTask<S>>>,
    counts: VerdictCounts,
    begun: Instant,
    stopped: oneshot::Receiver<Option<InputStop>>,
    /// Permit of the stream, until the end.
    permit: Option<Permit>,
    /// Counts a cancellation before the end.
    cancelled: CountOnDrop,
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

impl<S: BatchCodec> BatchStream<S> {
    /// Starts a batch. Reading stops when `closing` becomes true. Must be called within the runtime.
    pub(super) fn begin(
        batch: Batch<S>,
        mut source: impl ChunkSource<S::Chunk>,
        closing: watch::Receiver<bool>,
        permit: Permit,
        cancelled: &Counter,
    ) -> Self {
        let batch = Arc::new(batch);
        let (sender, chunks) = mpsc::unbounded_channel();
        let (ended, stopped) = oneshot::channel();
        let shared = Arc::clone(&batch);
        tokio::spawn(async move {
            let stopped = read(&shared, &mut source, closing, &sender).await;
            drop(sender);
            // Fails only if the client has disconnected.
            let _ = ended.send(stopped);
        });
        let (tasks, counts, begun) = (VecDeque::new(), VerdictCounts::default(), Instant::now());
        let cancelled = cancelled.increment_on_drop();
        Self { batch, chunks, tasks, counts, begun, stopped, permit: Some(permit), cancelled }
    }

    /// Returns the next encoded answers; `None` at the end.
    ///
    /// # Errors
    /// [`DispatchError::WorkLost`], after which there are no further answers.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, DispatchError> {
        loop {
            let Some(task) = self.tasks.front_mut() else {
                match self.chunks.recv().await {
                    Some(task) => self.tasks.push_back(task),
                    None => return Ok(None),
                }
                continue;
            };
            let output = task.result().await;
            self.tasks.pop_front();
            let ChunkOutput { encoded, rest } = output.inspect_err(|_| self.cancelled.disarm())?;
            rest.into_iter().rev().for_each(|task| self.tasks.push_front(task));
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
    /// [`DispatchError::WorkLost`] if the client has disconnected or the runtime ended first.
    pub async fn end(&mut self) -> Result<BatchEnd, DispatchError> {
        let stopped = (&mut self.stopped).await.map_err(|_| DispatchError::WorkLost)?;
        if stopped == Some(InputStop::Input(InputError::Gone)) {
            return Err(DispatchError::WorkLost);
        }
        self.cancelled.disarm();
        // Before the summary is sent: a client that has read it may start its next stream at once.
        self.permit = None;
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

/// Queues chunks while the output budget lasts. Returns why it stopped before the end of the input.
async fn read<S: BatchCodec>(
    batch: &Arc<Batch<S>>,
    source: &mut impl ChunkSource<S::Chunk>,
    mut closing: watch::Receiver<bool>,
    chunks: &mpsc::UnboundedSender<TaskHandle<ChunkTask<S>>>,
) -> Option<InputStop> {
    loop {
        let next = async {
            batch.output_budget.available().await;
            source.next().await
        };
        let next = tokio::select! {
            biased;
            () = chunks.closed() => return None,
            // `Err` means that the dispatcher was dropped.
            Ok(_) = closing.wait_for(|closing| *closing) => break,
            next = next => next,
        };
        match next {
            Ok(Some(chunk)) => push(batch, chunk, chunks).await,
            Ok(None) => return None,
            Err(error) => {
                batch.cancelled.fetch_or(error == InputError::Gone, Ordering::Relaxed);
                return Some(InputStop::Input(error));
            }
        }
    }
    // Entries already received are answered.
    while let Some(chunk) = source.buffered() {
        push(batch, chunk, chunks).await;
    }
    Some(InputStop::Shutdown)
}

/// Queues a chunk once it has a permit.
async fn push<S: BatchCodec>(
    batch: &Arc<Batch<S>>,
    chunk: S::Chunk,
    chunks: &mpsc::UnboundedSender<TaskHandle<ChunkTask<S>>>,
) {
    let permit = tokio::select! {
        biased;
        () = chunks.closed() => return,
        permit = batch.permits.acquire(batch.client, Work::Chunk) => permit,
    };
    let Some(permit) = permit else { return };
    let task = ChunkTask::new(Arc::clone(batch), Queue::Stream, Some(chunk), permit);
    // Fails only if the client has disconnected; then the task is cancelled.
    let _ = chunks.send(task.submit());
}
