//! Log lines to an output that may be stuck or closed: a thread writes them, and what does not fit into its queue is lost and counted.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};

/// Maximum number of lines that wait to be written: some megabytes, a second of heavy load.
const LINES_MAX: usize = 8192;

/// Maximum time for the last lines at the end. The appender waits for a second.
const FLUSH_MAX: Duration = Duration::from_secs(2);

/// Number of log lines that were lost. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct LostLines(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    /// Lines for which the queue had no room.
    dropped: OnceLock<ErrorCounter>,
    /// Lines that the output did not take.
    failed: AtomicU64,
}

impl LostLines {
    /// Returns the number so far.
    pub fn get(&self) -> u64 {
        let dropped = self.0.dropped.get().map_or(0, ErrorCounter::dropped_lines);
        dropped as u64 + self.0.failed.load(Ordering::Relaxed)
    }
}

/// Writes the last lines when it is dropped, within a bounded time.
#[derive(Debug)]
pub(super) struct FlushOnDrop(Option<WorkerGuard>);

impl Drop for FlushOnDrop {
    fn drop(&mut self) {
        let Some(guard) = self.0.take() else { return };
        let (sender, ended) = mpsc::channel::<()>();
        // The guard itself writes to standard output if the queue stays full.
        let flushing = thread::Builder::new().spawn(move || {
            drop(guard);
            drop(sender);
        });
        if flushing.is_ok() {
            let _ = ended.recv_timeout(FLUSH_MAX);
        }
    }
}

/// Returns a writer of lines to `output`, and the count of those that are lost.
pub(super) fn non_blocking(output: impl Write + Send + 'static) -> (NonBlocking, LostLines, FlushOnDrop) {
    let lost = LostLines::default();
    let output = Output { output, lost: lost.clone(), told: 0 };
    let builder = NonBlockingBuilder::default().buffered_lines_limit(LINES_MAX).thread_name("log");
    let (writer, guard) = builder.finish(output);
    // Set once.
    let _ = lost.0.dropped.set(writer.error_counter());
    (writer, lost, FlushOnDrop(Some(guard)))
}

/// Output of lines, which logs how many have been lost once it can write again.
struct Output<W> {
    output: W,
    lost: LostLines,
    /// Lost lines of which a line has told.
    told: u64,
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.write_all(line).map(|()| line.len())
    }

    fn write_all(&mut self, line: &[u8]) -> io::Result<()> {
        self.output.write_all(line).inspect_err(|_| {
            self.lost.0.failed.fetch_add(1, Ordering::Relaxed);
        })
    }

    /// Called when the queue is empty.
    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()?;
        let lost = self.lost.get();
        if lost > self.told {
            tracing::warn!(
                lines = lost - self.told,
                "log lines were lost, because the output was closed or did not read them in time"
            );
            self.told = lost;
        }
        Ok(())
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
