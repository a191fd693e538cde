//! Active batch: reads chunks while the answers to earlier ones are sent.

use std::collections::VecDeque;
use std::future::pending;
use std::mem;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::sync::{mpsc, watch};
use tokio::task::yield_now;
use tokio::time::sleep;

use super::background::ShortTask;
use super::chunk::{Batch, ChunkOutput, ChunkTask};
use super::codec::{BatchCodec, BatchEnd, ChunkSource, InputError, InputStop, VerdictCounts};
use super::meters::{CountOnDrop, Counter};
use super::permits::Permit;
use super::question::DispatchError;
use super::running::SearchNumbers;
use super::scheduler::Queue;
use super::slot::TaskHandle;
use super::time::Instant;

/// Stream of the answers to a batch, in input order. Dropping it cancels the work within a slice.
pub struct BatchStream<S: BatchCodec> {
    batch: Arc<Batch<S>>,
    input: mpsc::UnboundedReceiver<NextChunk<S>>,
    /// Tasks in the order of their answers.
    tasks: VecDeque<TaskHandle<ChunkTask<S>>>,
    counts: VerdictCounts,
    begun: Instant,
    /// Set at the end of the input.
    stopped: Option<Option<InputStop>>,
    /// Whether the shutdown has stopped the search of an entry.
    is_cut: bool,
    /// Whether the error for input without an entry follows.
    has_no_entry: bool,
    /// Permit of the stream, until the end.
    permit: Option<Permit>,
    /// Counts a cancellation before the end.
    cancelled: CountOnDrop,
}

/// State of the service for the input of batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Closing {
    /// All input is read.
    Open,
    /// Only input with a known end is read on.
    Closed,
    /// No input is read.
    Stopped,
}

/// Task for a chunk that was read; or, at the end of the input, why it stopped.
type NextChunk<S> = Result<TaskHandle<ChunkTask<S>>, Option<InputStop>>;

/// Maximum time for which a client reads no answers, after which the batch ends, unless its input fits into memory.
const ANSWERS_UNREAD_MAX: Duration = Duration::from_secs(2);

impl<S: BatchCodec> BatchStream<S> {
    /// Starts a batch. Reading stops when the service closes; if the end of the input is known, when it stops. Must be
    /// called within the runtime.
    pub(super) fn begin(
        batch: Batch<S>,
        source: impl ChunkSource<S::Chunk>,
        output_bytes_max: usize,
        closing: watch::Receiver<Closing>,
        permit: Permit,
        cancelled: &Counter,
    ) -> Self {
        let batch = Arc::new(batch);
        let (sender, input) = mpsc::unbounded_channel();
        let shared = Arc::clone(&batch);
        tokio::spawn(async move {
            // Without a rest, the source is dropped before the client can see the end.
            let (stopped, rest) = read(&shared, source, output_bytes_max, closing, &sender).await;
            // Fails only if the client has disconnected.
            let _ = sender.send(Err(stopped));
            if let Some(rest) = rest {
                skip(&shared, rest, &sender).await;
            }
        });
        Self {
            batch,
            input,
            tasks: VecDeque::new(),
            counts: VerdictCounts::default(),
            begun: Instant::now(),
            stopped: None,
            is_cut: false,
            has_no_entry: false,
            permit: Some(permit),
            cancelled: cancelled.increment_on_drop(),
        }
    }

    /// Returns the next encoded answers; `None` at the end. Cancel-safe.
    ///
    /// # Errors
    /// [`DispatchError::WorkLost`] if a thread panicked, the client disconnected or the runtime ended. There are no
    /// further answers.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, DispatchError> {
        while self.stopped.is_none() || !self.tasks.is_empty() {
            let first = async {
                match self.tasks.front_mut() {
                    Some(task) => task.result().await,
                    None => pending().await,
                }
            };
            let output = tokio::select! {
                biased;
                input = self.input.recv(), if self.stopped.is_none() => {
                    match input.ok_or(DispatchError::WorkLost)? {
                        Ok(task) => self.tasks.push_back(task),
                        Err(Some(InputStop::Input(InputError::Gone))) => return Err(DispatchError::WorkLost),
                        Err(stopped) => {
                            self.stopped = Some(stopped);
                            self.has_no_entry = stopped == Some(InputStop::Input(InputError::NoEntry));
                        }
                    }
                    continue;
                }
                output = first => {
                    self.tasks.pop_front();
                    output.inspect_err(|_| self.cancelled.disarm())?
                }
            };
            self.batch.output_bytes.send_modify(|bytes| *bytes -= output.size());
            let ChunkOutput { bytes, counts, is_cut, rest } = output;
            self.is_cut |= is_cut;
            rest.into_iter().rev().for_each(|task| self.tasks.push_front(task));
            self.counts.merge(&counts);
            if !bytes.is_empty() {
                return Ok(Some(bytes));
            }
        }
        if mem::take(&mut self.has_no_entry) {
            let mut bytes = Vec::new();
            self.batch.codec.encode_no_entry(self.counts.puzzles(), &mut bytes);
            self.counts.errors += 1;
            return Ok(Some(bytes));
        }
        Ok(None)
    }

    /// Returns the codec.
    pub fn codec(&self) -> &S {
        &self.batch.codec
    }

    /// Returns the verdicts of the answers returned so far.
    pub fn counts(&self) -> VerdictCounts {
        self.counts
    }

    /// Returns the numbers of the slow puzzle that has run last; zeros before there is one.
    pub fn numbers(&self) -> &SearchNumbers {
        &self.batch.numbers
    }

    /// Returns the summary. Must be called after the last answer.
    pub fn end(&mut self) -> BatchEnd {
        let stopped = self.stopped.flatten().or(self.is_cut.then_some(InputStop::Shutdown));
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
        end
    }
}

/// Queues chunks while less than `output_bytes_max` of answers are unsent. Returns why it stopped before the end of the input, and the source
/// if the client has not read the answers.
async fn read<S: BatchCodec, C: ChunkSource<S::Chunk>>(
    batch: &Arc<Batch<S>>,
    mut source: C,
    output_bytes_max: usize,
    mut closing: watch::Receiver<Closing>,
    input: &mpsc::UnboundedSender<NextChunk<S>>,
) -> (Option<InputStop>, Option<C>) {
    let mut output_bytes = batch.output_bytes.subscribe();
    // Whether answers have been read after they had reached their bound.
    let mut is_reader = false;
    loop {
        if source.is_sparse() {
            source = tokio::select! {
                biased;
                () = input.closed() => return (None, None),
                scanned = scan(batch, source) => match scanned {
                    Some(source) => source,
                    None => return (Some(InputStop::Input(InputError::Gone)), None),
                },
            };
        }
        let last = if source.has_known_end() { Closing::Stopped } else { Closing::Closed };
        let next = async {
            // Never fails: the batch holds the sender.
            let mut read = pin!(output_bytes.wait_for(|bytes| *bytes < output_bytes_max));
            if (&mut read).now_or_never().is_none() {
                let unread = async {
                    source.read_ahead().await;
                    match is_reader {
                        true => pending().await,
                        false => sleep(ANSWERS_UNREAD_MAX).await,
                    }
                };
                tokio::select! {
                    biased;
                    _ = read => is_reader = true,
                    () = unread => return Err(InputStop::AnswersNotRead),
                }
            }
            source.next().await.map_err(InputStop::Input)
        };
        let chunk = tokio::select! {
            biased;
            () = input.closed() => return (None, None),
            // `Err` means that the dispatcher was dropped. Entries already received are answered.
            Ok(_) = closing.wait_for(|closing| *closing >= last) => match source.buffered() {
                Some(chunk) => chunk,
                None => return (Some(InputStop::Shutdown), None),
            },
            next = next => match next {
                Ok(Some(chunk)) => chunk,
                Ok(None) => return (None, None),
                Err(InputStop::AnswersNotRead) => return (Some(InputStop::AnswersNotRead), Some(source)),
                Err(stop) => return (Some(stop), None),
            },
        };
        if batch.codec.entries(&chunk) == 0 {
            continue;
        }
        let permit = tokio::select! {
            biased;
            () = input.closed() => return (None, None),
            permit = batch.permits.acquire_chunk(batch.client) => match permit {
                Some(permit) => permit,
                None => return (None, None),
            },
        };
        let task = ChunkTask::new(Arc::clone(batch), Queue::Stream, Some(chunk), permit);
        // Fails only if the client has disconnected; then the task is cancelled.
        let _ = input.send(Ok(task.submit()));
    }
}

/// Looks for the next chunk of a sparse input on a solver thread. Returns the source, unless it was lost to a panic.
async fn scan<S: BatchCodec, C: ChunkSource<S::Chunk>>(batch: &Batch<S>, mut source: C) -> Option<C> {
    let (task, mut scanned) = ShortTask::new(move || {
        source.scan();
        source
    });
    TaskHandle::submit(&batch.scheduler, Queue::Stream, batch.client, task).result().await.ok()?;
    scanned.try_recv().ok()
}

/// Reads the rest of an input and answers nothing, until the client has read the earlier answers: one that sends all its input first reads
/// them only then.
async fn skip<S: BatchCodec, C: ChunkSource<S::Chunk>>(
    batch: &Batch<S>,
    mut source: C,
    input: &mpsc::UnboundedSender<NextChunk<S>>,
) {
    let rest = async {
        while let Ok(Some(_)) = source.next().await {
            if !source.is_sparse() {
                yield_now().await;
            } else if let Some(scanned) = scan(batch, source).await {
                source = scanned;
            } else {
                return;
            }
        }
    };
    tokio::select! {
        () = input.closed() => {}
        () = rest => {}
    }
}
