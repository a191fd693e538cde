//! Searches on the thread of the caller, or on threads that end with the call.

use std::num::{NonZeroU64, NonZeroUsize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, available_parallelism};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::{PyResult, Python, pyfunction};
use quadrille_answers::service::{
    Answerable, BatchCodec, BatchEntry, Defect, Interruption, Limits, LimitsPolicy, Reply, Reusable, Subject,
};
use quadrille_exact_cover::{Progress, ResumableSearch};

use crate::error::lost;
use crate::time::Instant;

/// Maximum number of threads.
const THREADS_MAX: usize = 1024;

/// Time after which a signal such as Ctrl-C is noticed.
pub(crate) const SIGNALS: Duration = Duration::from_millis(50);

/// Time without a limit.
pub(crate) const FOREVER: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// Limits of a search: those of its caller.
pub(crate) const UNLIMITED: LimitsPolicy = LimitsPolicy {
    time_default: FOREVER,
    time_max: FOREVER,
    nodes_max: None,
    threads_max: NonZeroUsize::MAX,
};

/// Returns this number of threads; one for each core that this process may use instead of 0.
pub(crate) fn thread_count(threads: usize) -> NonZeroUsize {
    let threads = NonZeroUsize::new(threads.min(THREADS_MAX));
    threads.unwrap_or_else(|| available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

/// Returns the number of cores that this process may use.
#[pyfunction]
pub(crate) fn core_count() -> usize {
    thread_count(0).get()
}

/// Runs the handlers of signals, at times.
pub(crate) struct Signals {
    handled: Instant,
}

impl Signals {
    pub(crate) fn new() -> Self {
        Self { handled: Instant::now() }
    }

    /// Runs the handlers of signals that have arrived, if that was not done within the last 50 ms. The thread must not hold the GIL.
    ///
    /// # Errors
    /// The exception that a handler raised.
    pub(crate) fn handle(&mut self) -> PyResult<()> {
        if self.handled.elapsed() < SIGNALS {
            return Ok(());
        }
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method is not general over its lifetime"
        )]
        Python::attach(|py| py.check_signals())?;
        self.handled = Instant::now();
        Ok(())
    }
}

/// Reason why a search ended without an answer.
pub(crate) enum RunError<E> {
    /// The engine detected an internal error.
    Defect(Defect),
    /// The caller stopped the search.
    Stopped(E),
}

/// Runs a search until it ends or a limit is reached. Calls `pause` after each slice of some milliseconds; its error ends the search.
pub(crate) fn run<S, E>(
    search: &mut S,
    limits: &Limits,
    stop: &AtomicBool,
    mut pause: impl FnMut() -> Result<(), E>,
) -> Result<Option<Interruption>, RunError<E>>
where
    S: ResumableSearch,
    S::Error: Into<Defect>,
{
    let deadline = Instant::now() + limits.time;
    let nodes_max = limits.nodes.map_or(u64::MAX, NonZeroU64::get);
    loop {
        let nodes_left = nodes_max.saturating_sub(search.nodes());
        match search.advance(nodes_left, stop) {
            Ok(Progress::Ended(_)) => return Ok(None),
            Ok(Progress::Paused) if nodes_left == 0 => return Ok(Some(Interruption::NodeLimit)),
            Ok(Progress::Paused) => pause().map_err(RunError::Stopped)?,
            Err(error) => return Err(RunError::Defect(error.into())),
        }
        if Instant::now() >= deadline {
            return Ok(Some(Interruption::TimeLimit));
        }
    }
}

/// Answers one question on this thread, without the GIL.
pub(crate) fn reply<Q: Answerable>(
    py: Python<'_>,
    question: Q,
    limits: Limits,
) -> PyResult<Reply<Q::Answer>> {
    py.detach(|| {
        let (begun, mut search, mut signals) = (Instant::now(), question.search(), Signals::new());
        let interruption = run(&mut search, &limits, &AtomicBool::new(false), || signals.handle());
        let interruption = interruption.map_err(|error| match error {
            RunError::Defect(defect) => lost(defect),
            RunError::Stopped(error) => error,
        })?;
        let (answer, solving) = (search.answer(), begun.elapsed());
        Ok(Reply { answer, interruption, limits, queued: Duration::ZERO, solving })
    })
}

/// Answers the entries of chunks without the GIL, on up to `threads` threads. Passes the answers of each chunk to `take`, in the order
/// of the chunks.
///
/// # Errors
/// That of `take`, or the exception that the handler of a signal raised. The searches that run end within some milliseconds.
pub(crate) fn answer_chunks<C>(
    py: Python<'_>,
    codec: &C,
    chunks: &[C::Chunk],
    threads: NonZeroUsize,
    mut take: impl FnMut(&[u8]) -> PyResult<()> + Send,
) -> PyResult<()>
where
    C: BatchCodec,
    C::Chunk: Sync,
{
    let threads = threads.get().min(chunks.len());
    py.detach(|| {
        let mut signals = Signals::new();
        if threads <= 1 {
            let (mut worker, stop) = (Worker::new(codec), AtomicBool::new(false));
            return chunks.iter().try_for_each(|chunk| {
                take(&worker.answer(chunk, &stop, || signals.handle())?)?;
                signals.handle()
            });
        }
        let pages = Pages::new(chunks.len());
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| pages.fill(codec, chunks));
            }
            let result = (0..chunks.len()).try_for_each(|index| take(&pages.wait(index, &mut signals)?));
            pages.stop.store(true, Ordering::Relaxed);
            result
        })
    })
}

/// Answers the entries of a chunk, one after the other.
struct Worker<'a, C: BatchCodec> {
    codec: &'a C,
    /// The last entry and its search, which are kept for their memory.
    entry: Option<BatchEntry<C::Context, C::Question>>,
    search: Option<<C::Question as Answerable>::Search>,
}

impl<'a, C: BatchCodec> Worker<'a, C> {
    fn new(codec: &'a C) -> Self {
        Self { codec, entry: None, search: None }
    }

    fn answer<E>(
        &mut self,
        chunk: &C::Chunk,
        stop: &AtomicBool,
        mut pause: impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<u8>, E> {
        let mut page = Vec::new();
        for index in 0..self.codec.entries(chunk) {
            self.codec.read(chunk, index, &mut self.entry, &mut page);
            let Some(BatchEntry { question, limits, context }) = &mut self.entry else { continue };
            let is_large = question.subject().is_large();
            let search = match &mut self.search {
                Some(search) => {
                    search.restart(question);
                    search
                }
                none => none.insert(question.clone().search()),
            };
            let is_kept = match run(search, limits, stop, &mut pause) {
                Ok(interruption) => {
                    let (answer, limits) = (search.answer_without_stats(), *limits);
                    let (queued, solving) = (Duration::ZERO, Duration::ZERO);
                    let mut reply = Reply { answer, interruption, limits, queued, solving };
                    self.codec.encode(context, &reply, &mut page);
                    search.recycle(&mut reply.answer);
                    !is_large
                }
                Err(RunError::Defect(_)) => {
                    self.codec.encode_failure(context, &mut page);
                    false
                }
                Err(RunError::Stopped(error)) => return Err(error),
            };
            if !is_kept {
                (self.entry, self.search) = (None, None);
            }
        }
        Ok(page)
    }
}

/// Answers of the chunks that threads have ended.
struct Pages {
    /// Number of the next chunk that a thread takes.
    next: AtomicUsize,
    /// `Some(None)` for a chunk whose answers were lost to a panic.
    ended: Mutex<Vec<Option<Option<Vec<u8>>>>>,
    changed: Condvar,
    stop: AtomicBool,
}

/// The searches of a call are stopped.
struct Stopped;

impl Pages {
    fn new(chunks: usize) -> Self {
        Self {
            next: AtomicUsize::new(0),
            ended: Mutex::new(vec![None; chunks]),
            changed: Condvar::new(),
            stop: AtomicBool::new(false),
        }
    }

    fn ended(&self) -> MutexGuard<'_, Vec<Option<Option<Vec<u8>>>>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers chunks until there are no more.
    fn fill<C: BatchCodec>(&self, codec: &C, chunks: &[C::Chunk]) {
        let mut worker = Worker::new(codec);
        let pause = || if self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) };
        while pause().is_ok() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(chunk) = chunks.get(index) else { return };
            let page = catch_unwind(AssertUnwindSafe(|| worker.answer(chunk, &self.stop, pause)));
            let page = match page {
                Ok(Ok(page)) => Some(page),
                Ok(Err(Stopped)) => return,
                Err(_) => {
                    worker = Worker::new(codec);
                    None
                }
            };
            self.ended()[index] = Some(page);
            self.changed.notify_one();
        }
    }

    /// Waits for the answers of a chunk.
    fn wait(&self, index: usize, signals: &mut Signals) -> PyResult<Vec<u8>> {
        loop {
            let mut ended = self.ended();
            if ended[index].is_none() {
                let waited = self.changed.wait_timeout(ended, SIGNALS);
                ended = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            let page = ended[index].take();
            drop(ended);
            signals.handle()?;
            if let Some(page) = page {
                return page.ok_or_else(|| PyRuntimeError::new_err("an answer was lost to a bug"));
            }
        }
    }
}
