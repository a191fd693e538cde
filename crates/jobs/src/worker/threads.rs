//! Threads of jobs, apart from those that serve requests.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

use tokio::runtime::{Builder, Handle, Runtime};

/// Threads for file operations.
const IO_THREADS: usize = 4;

/// Runtimes of jobs. Dropping them ends their threads without waiting.
#[derive(Debug)]
pub(super) struct JobThreads {
    solvers: Option<Runtime>,
    io: Option<Runtime>,
}

impl JobThreads {
    /// Starts the runtimes. The blocking pool of the first one runs pieces, with `threads` threads.
    pub(super) fn start(threads: usize) -> io::Result<Self> {
        let (started, (begun, has_begun)) = (AtomicUsize::new(0), sync_channel(1));
        let solvers = Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(threads)
            .thread_name("jobs")
            .on_thread_start(move || {
                // The first thread is the worker, which renews leases.
                if started.fetch_add(1, Ordering::Relaxed) > 0 {
                    lower_priority();
                } else {
                    // `Err` means that the runtime was not built.
                    let _ = begun.send(());
                }
            })
            .enable_all()
            .build()?;
        // Before any other thread starts. `Err` means that there is no first one.
        let _ = has_begun.recv();
        let io = Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(IO_THREADS)
            .thread_name("jobs-io")
            .enable_all()
            .build()?;
        Ok(Self { solvers: Some(solvers), io: Some(io) })
    }

    /// The runtime of the worker and its pieces; `None` after the end.
    pub(super) fn solvers(&self) -> Option<&Handle> {
        self.solvers.as_ref().map(Runtime::handle)
    }

    /// The runtime for file operations; `None` after the end.
    pub(super) fn io(&self) -> Option<&Handle> {
        self.io.as_ref().map(Runtime::handle)
    }
}

impl Drop for JobThreads {
    /// A runtime may be dropped within another one only in this way.
    fn drop(&mut self) {
        for runtime in [self.solvers.take(), self.io.take()].into_iter().flatten() {
            runtime.shutdown_background();
        }
    }
}

/// Lets this thread run only when no other one wants the processor.
#[cfg(target_os = "linux")]
fn lower_priority() {
    use thread_priority::ThreadPriority;
    use thread_priority::unix::{
        NormalThreadSchedulePolicy, ThreadSchedulePolicy, set_thread_priority_and_policy, thread_native_id,
    };

    let policy = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    if let Err(error) = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, policy) {
        tracing::warn!(?error, "job threads keep their priority");
    }
}

#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use thread_priority::unix::{NormalThreadSchedulePolicy, ThreadSchedulePolicy, thread_schedule_policy};

    use super::*;

    #[tokio::test]
    async fn pieces_run_at_the_lowest_priority_and_the_worker_does_not() {
        let threads = JobThreads::start(2).expect("threads");
        let solvers = threads.solvers().expect("a runtime");
        let of_worker = solvers.spawn(async { thread_schedule_policy() }).await.expect("no panic");
        let of_pieces = solvers.spawn_blocking(thread_schedule_policy).await.expect("no panic");
        let normal = ThreadSchedulePolicy::Normal;
        assert_eq!(of_worker.expect("a policy"), normal(NormalThreadSchedulePolicy::Other));
        assert_eq!(of_pieces.expect("a policy"), normal(NormalThreadSchedulePolicy::Idle));
    }
}
