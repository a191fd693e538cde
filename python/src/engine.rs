//! Runtime of the solver threads.

use std::future::Future;
use std::mem;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::{PyResult, Python, pyfunction};
use quadrille_answers::service::{Capacity, Dispatcher, LimitsPolicy, Meters};
use tokio::runtime::{Builder, Runtime};
use tokio::time::{MissedTickBehavior, interval};

/// Maximum number of threads.
pub(crate) const THREADS_MAX: usize = 1024;

/// Time after which a signal such as Ctrl-C is noticed.
const SIGNALS: Duration = Duration::from_millis(50);

/// Time without a limit.
pub(crate) const FOREVER: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// Limits of a list of solutions: those of its caller.
pub(crate) const UNLIMITED: LimitsPolicy = LimitsPolicy {
    time_default: FOREVER,
    time_max: FOREVER,
    nodes_max: None,
    threads_max: NonZeroUsize::MAX,
};

/// Runtime of this process, with the id of the process: the threads of a runtime do not survive a fork.
static RUNTIME: Mutex<Option<(u32, Arc<Runtime>)>> = Mutex::new(None);

/// Returns the runtime of this process. Its threads end after some seconds without work.
fn runtime() -> PyResult<Arc<Runtime>> {
    let mut kept = RUNTIME.lock().unwrap_or_else(PoisonError::into_inner);
    let process = process::id();
    if let Some((owner, runtime)) = &*kept
        && *owner == process
    {
        return Ok(Arc::clone(runtime));
    }
    let runtime =
        Builder::new_multi_thread().worker_threads(1).max_blocking_threads(THREADS_MAX).enable_time().build();
    let runtime =
        Arc::new(runtime.map_err(|error| PyRuntimeError::new_err(format!("cannot start threads: {error}")))?);
    // That of the parent process must not be dropped: it would wait for threads that are not in this process.
    mem::forget(kept.replace((process, Arc::clone(&runtime))));
    Ok(runtime)
}

/// Returns this number of threads; one for each core that this process may use instead of 0.
pub(crate) fn thread_count(threads: usize) -> NonZeroUsize {
    let threads = NonZeroUsize::new(threads.min(THREADS_MAX));
    threads.unwrap_or_else(|| available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

/// Returns a dispatcher for one call, which uses up to this number of threads.
pub(crate) fn dispatcher(threads: usize) -> Dispatcher {
    let threads = threads.clamp(1, THREADS_MAX);
    Dispatcher::new(Capacity::offline(threads), Meters::default())
}

/// Runs a future to its end without the GIL, and drops it if a signal such as Ctrl-C raises an exception.
pub(crate) fn wait<T: Send>(py: Python<'_>, future: impl Future<Output = PyResult<T>> + Send) -> PyResult<T> {
    let runtime = runtime()?;
    py.detach(|| {
        runtime.block_on(async {
            let mut future = pin!(future);
            let mut signals = interval(SIGNALS);
            signals.set_missed_tick_behavior(MissedTickBehavior::Delay);
            // The first tick is at once.
            signals.tick().await;
            loop {
                tokio::select! {
                    biased;
                    result = &mut future => return result,
                    _ = signals.tick() => check_signals()?,
                }
            }
        })
    })
}

/// Runs the handlers of signals that have arrived.
fn check_signals() -> PyResult<()> {
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method is not general over its lifetime"
    )]
    Python::attach(|py| py.check_signals())
}

/// Returns the number of cores that this process may use.
#[pyfunction]
pub(crate) fn core_count() -> usize {
    thread_count(0).get()
}
