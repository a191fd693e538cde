//! Log lines to an output that may be stuck or closed: a thread writes them, and what does not fit into its queue is lost and counted.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TryRecvError, TrySendError};
use std::thread;
use std::time::Duration;

/// Maximum number of lines that wait to be written: some megabytes, a second of heavy load.
const LINES_MAX: usize = 8192;

/// Maximum time for the last lines at the end, once it has entered the queue.
const FLUSH_MAX: Duration = Duration::from_secs(1);

/// Time until the end tries again to enter a queue that is full.
const RETRY: Duration = Duration::from_millis(10);

/// Number of times that it tries again: for a second.
const RETRIES: usize = 100;

/// Number of log lines that were lost. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct LostLines(Arc<AtomicU64>);

impl LostLines {
    /// Returns the number so far.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn increment(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// A line, or `None` after the last one.
type QueuedLine = Option<Vec<u8>>;

/// Writer that queues each line, or loses it if the queue is full.
#[derive(Debug)]
pub(super) struct QueuedLines {
    queue: SyncSender<QueuedLine>,
    lost: LostLines,
}

impl Write for &QueuedLines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.queue.try_send(Some(line.to_vec())).is_err() {
            self.lost.increment();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the last lines when it is dropped, within a bounded time.
#[derive(Debug)]
pub(super) struct FlushOnDrop {
    queue: SyncSender<QueuedLine>,
    /// Closed when the thread has ended.
    ended: Receiver<()>,
}

impl Drop for FlushOnDrop {
    fn drop(&mut self) {
        for _ in 0..RETRIES {
            let Err(TrySendError::Full(_)) = self.queue.try_send(None) else { break };
            let _ = self.ended.recv_timeout(RETRY);
        }
        let _ = self.ended.recv_timeout(FLUSH_MAX);
    }
}

/// Returns a writer of lines to `output`, and the count of those that are lost.
pub(super) fn non_blocking(
    output: impl Write + Send + 'static,
) -> (Arc<QueuedLines>, LostLines, FlushOnDrop) {
    let lost = LostLines::default();
    let (queue, messages) = mpsc::sync_channel(LINES_MAX);
    let (ends, ended) = mpsc::channel::<()>();
    let mut output = LineOutput { output, lost: lost.clone(), told: 0 };
    let write = move || {
        output.write_all(&messages);
        drop(ends);
    };
    // Without a thread, all lines are lost.
    let _ = thread::Builder::new().name("log".to_owned()).spawn(write);
    let flush = FlushOnDrop { queue: queue.clone(), ended };
    (Arc::new(QueuedLines { queue, lost: lost.clone() }), lost, flush)
}

/// Output of lines, which logs how many have been lost once it can write again.
struct LineOutput<W> {
    output: W,
    lost: LostLines,
    /// Lost lines of which a line has told.
    told: u64,
}

impl<W: Write> LineOutput<W> {
    /// Writes all lines until the last one.
    fn write_all(&mut self, messages: &Receiver<QueuedLine>) {
        let mut next = messages.recv().ok().flatten();
        while let Some(line) = next {
            if self.output.write_all(&line).is_err() {
                self.lost.increment();
            }
            next = match messages.try_recv() {
                Ok(message) => message,
                Err(TryRecvError::Disconnected) => None,
                Err(TryRecvError::Empty) => {
                    self.flush();
                    messages.recv().ok().flatten()
                }
            };
        }
        self.flush();
    }

    fn flush(&mut self) {
        if self.output.flush().is_err() {
            return;
        }
        let lost = self.lost.get();
        if lost > self.told {
            tracing::warn!(
                lines = lost - self.told,
                "log lines were lost, because the output was closed or did not read them in time"
            );
            self.told = lost;
        }
    }
}

#[cfg(test)]
mod tests {
    use parking_lot::{Condvar, Mutex};

    use super::*;
    use crate::config::{Log, LogFormat};
    use crate::telemetry::logs::subscriber;

    /// Output that is open, stuck or closed.
    #[derive(Clone, Default)]
    struct Pipe(Arc<(Mutex<State>, Condvar)>);

    #[derive(Default)]
    struct State {
        is_stuck: bool,
        is_closed: bool,
        written: String,
    }

    impl Pipe {
        fn change(&self, change: impl FnOnce(&mut State)) {
            change(&mut self.0.0.lock());
            self.0.1.notify_all();
        }

        /// Waits until the condition holds.
        fn wait(&self, condition: impl Fn(&State) -> bool) {
            self.0.1.wait_while(&mut self.0.0.lock(), |state| !condition(state));
        }
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.wait(|state| !state.is_stuck);
            let mut state = self.0.0.lock();
            if state.is_closed {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            state.written.push_str(str::from_utf8(bytes).expect("text"));
            self.0.1.notify_all();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Logs to a pipe.
    fn with_log(test: impl FnOnce(&Pipe, &LostLines, FlushOnDrop)) {
        let pipe = Pipe::default();
        let (writer, lost, flush) = non_blocking(pipe.clone());
        let log = Log { format: LogFormat::Text, filter: "info".to_owned() };
        let subscriber = subscriber(&log, writer).expect("a valid filter");
        // The thread of the log has no subscriber of its own.
        tracing::subscriber::with_default(subscriber, || test(&pipe, &lost, flush));
    }

    #[test]
    fn output_that_is_stuck_loses_lines_and_stops_nothing() {
        with_log(|pipe, lost, flush| {
            pipe.change(|state| state.is_stuck = true);
            for line in 0..2 * LINES_MAX {
                tracing::info!(line, "logged");
            }
            assert!((LINES_MAX as u64 - 1..=LINES_MAX as u64).contains(&lost.get()), "{}", lost.get());
            pipe.change(|state| state.is_stuck = false);
            drop(flush);
            pipe.wait(|state| state.written.contains("line=8000") && !state.written.contains("line=16000"));
        });
    }

    #[test]
    fn closed_output_loses_lines_and_stops_nothing() {
        with_log(|pipe, lost, flush| {
            pipe.change(|state| state.is_closed = true);
            for _ in 0..10 {
                tracing::info!("logged");
            }
            drop(flush);
            assert_eq!((lost.get(), pipe.0.0.lock().written.len()), (10, 0));
        });
    }

    #[test]
    fn end_waits_for_the_last_lines_but_not_for_an_output_that_is_stuck() {
        with_log(|pipe, _, flush| {
            tracing::info!("the last line");
            drop(flush);
            assert!(pipe.0.0.lock().written.contains("the last line"));
        });
        with_log(|pipe, _, flush| {
            pipe.change(|state| state.is_stuck = true);
            for _ in 0..2 * LINES_MAX {
                tracing::info!("logged");
            }
            drop(flush);
            // For the thread.
            pipe.change(|state| state.is_stuck = false);
        });
    }
}
