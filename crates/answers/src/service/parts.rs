//! A question whose search runs on several threads, in parts that are split off.

use std::collections::VecDeque;
use std::mem;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use parking_lot::Mutex;
use quadrille_exact_cover::unstable::SLICE_STEPS;
use quadrille_exact_cover::{Progress, ResumableSearch};
use tokio::sync::Notify;

use super::limits::StartedLimits;
use super::permits::{Permit, Permits, SlowPermits};
use super::question::{DispatchError, Interruption, Reply};
use super::running::SearchNumbers;
use super::scheduler::Scheduler;
use super::search::{Answerable, Defect, SearchAnswer};
use super::share::ClientId;
use super::slot::TaskHandle;
use super::solve::SolveTask;
use super::task::{Signals, Task};

/// Parts of a search that several tasks run, and what they have found.
///
/// A task runs one part at a time. After a slice it splits its part if no other part waits, so that a task that ends its
/// part finds the next one. Each part that runs or waits has permits for the slow queue; without free ones, parts are not
/// split.
pub(super) struct SplitSearch<Q: Answerable> {
    state: Mutex<SplitState<Q>>,
    /// Notified if a part waits and a further task may start.
    task_wanted: Notify,
    client: ClientId,
    permits: Permits,
    is_large: bool,
    solutions_max: NonZeroU64,
    limits: StartedLimits,
    /// Numbers to update, if the client watches them.
    numbers: Option<Arc<SearchNumbers>>,
}

struct SplitState<Q: Answerable> {
    waiting: VecDeque<(Q::Search, SlowPermits)>,
    /// Whether fewer tasks run than may.
    may_start_task: bool,
    /// Solutions found in all parts.
    count: u64,
    /// Nodes visited in all parts.
    nodes: u64,
    /// Nodes that further slices may visit; `None` without a limit.
    nodes_left: Option<u64>,
    /// Nodes that the running slices may visit, which `nodes_left` does not contain.
    nodes_leased: u64,
    /// The joined answers of the parts that have ended.
    answer: Option<Q::Answer>,
    /// Whether parts ended early.
    is_interrupted: bool,
    /// Why parts ended early, unless at the solution limit.
    interruption: Option<Interruption>,
}

/// Nodes that a slice may visit.
enum NodeLease {
    Nodes(u64),
    /// None are left until a running slice returns some.
    Later,
    /// The limit is reached.
    Never,
}

/// Task that runs parts of a search, one after the other.
struct PartTask<Q: Answerable> {
    parts: Arc<SplitSearch<Q>>,
    part: Option<Q::Search>,
    /// Whether the task has no permit of the slow queue yet.
    is_fresh: bool,
    /// Set when the engine has failed.
    error: Option<Defect>,
}

/// Times of a task.
struct PartTimes {
    queued: Duration,
    solving: Duration,
}

impl<Q: Answerable> SplitSearch<Q> {
    /// Runs an admitted search on up to `threads` threads. Dropping the future cancels it.
    ///
    /// # Errors
    /// As for [`Dispatcher::run`](super::Dispatcher::run). An error of one task cancels the others.
    pub(super) async fn run(
        scheduler: &Scheduler,
        solve: SolveTask<Q>,
        solutions_max: NonZeroU64,
        permit: Permit,
    ) -> Result<Reply<Q::Answer>, DispatchError> {
        let (client, is_large) = (permit.client(), solve.is_large());
        let (search, limits, numbers) = solve.into_search();
        let threads = limits.limits().threads.get();
        let parts = Arc::new(Self {
            state: Mutex::new(SplitState {
                waiting: VecDeque::new(),
                may_start_task: true,
                count: 0,
                nodes: 0,
                nodes_left: limits.limits().nodes.map(NonZeroU64::get),
                nodes_leased: 0,
                answer: None,
                is_interrupted: false,
                interruption: None,
            }),
            task_wanted: Notify::new(),
            client,
            permits: scheduler.permits().clone(),
            is_large,
            solutions_max,
            limits,
            numbers,
        });
        let task = |part, is_fresh| {
            let (parts, part) = (Arc::clone(&parts), Some(part));
            PartTask { parts, part, is_fresh, error: None }
        };
        let mut tasks = FuturesUnordered::new();
        tasks.push(times(TaskHandle::submit_fresh(scheduler, task(search, true), permit)));
        let mut queued = None;
        let mut solving = Duration::ZERO;
        loop {
            tokio::select! {
                () = parts.task_wanted.notified() => {}
                ended = tasks.next() => {
                    let Some(ended) = ended else { break };
                    let times = ended??;
                    queued.get_or_insert(times.queued);
                    solving += times.solving;
                }
            }
            while let Some((part, permits)) = parts.next_for_task(tasks.len() < threads) {
                scheduler.meters().joined.increment();
                tasks.push(times(TaskHandle::submit_slow(scheduler, client, task(part, false), permits)));
            }
        }
        let (answer, interruption) = parts.take_answer().ok_or(DispatchError::WorkLost)?;
        Ok(Reply {
            answer,
            interruption,
            limits: limits.limits(),
            queued: queued.unwrap_or_default(),
            solving,
        })
    }

    /// Takes the next part for a further task, if one `may_start`.
    fn next_for_task(&self, may_start: bool) -> Option<(Q::Search, SlowPermits)> {
        let mut state = self.state.lock();
        state.may_start_task = may_start;
        if may_start && !state.is_interrupted { state.waiting.pop_front() } else { None }
    }

    /// Takes the next part for a task that has ended one, and returns the permits of the part.
    fn next(&self) -> Option<Q::Search> {
        let (part, permits) = self.state.lock().waiting.pop_front()?;
        permits.return_unused();
        Some(part)
    }

    /// Splits a part, unless another one waits or there is no permit for it.
    fn split(&self, part: &mut Q::Search) {
        if !self.state.lock().waiting.is_empty() {
            return;
        }
        let Ok(permits) = self.permits.for_slow(self.client, self.is_large) else { return };
        let Some(later) = part.split() else {
            permits.return_unused();
            return;
        };
        let mut state = self.state.lock();
        state.waiting.push_back((later, permits));
        if state.may_start_task {
            self.task_wanted.notify_one();
        }
    }

    /// Takes the nodes of a slice from the limit.
    fn lease_nodes(&self) -> NodeLease {
        let mut state = self.state.lock();
        let Some(left) = state.nodes_left else { return NodeLease::Nodes(u64::MAX) };
        let nodes = left.min(SLICE_STEPS);
        if nodes == 0 {
            return if state.nodes_leased > 0 { NodeLease::Later } else { NodeLease::Never };
        }
        state.nodes_left = Some(left - nodes);
        state.nodes_leased += nodes;
        NodeLease::Nodes(nodes)
    }

    /// Adds what a slice has found, and returns the nodes of its lease that it did not visit. Returns whether the solution
    /// limit is reached.
    fn report(&self, count: u64, nodes: u64, leased: u64) -> bool {
        let mut state = self.state.lock();
        state.count = state.count.saturating_add(count);
        state.nodes += nodes;
        if let Some(left) = state.nodes_left {
            state.nodes_left = Some(left + leased.saturating_sub(nodes));
            state.nodes_leased -= leased;
        }
        if let Some(numbers) = &self.numbers {
            numbers.set(state.count.min(self.solutions_max.get()), state.nodes);
        }
        state.count >= self.solutions_max.get()
    }

    /// Adds the answer of a part.
    fn end(&self, mut part: Q::Search) {
        let answer = part.answer();
        drop(part);
        let mut state = self.state.lock();
        match &mut state.answer {
            Some(joined) => joined.join(&answer, self.solutions_max),
            none => *none = Some(answer),
        }
    }

    /// Returns the answer of all parts. Parts that still wait have not been searched further.
    fn take_answer(&self) -> Option<(Q::Answer, Option<Interruption>)> {
        let waiting = mem::take(&mut self.state.lock().waiting);
        waiting.into_iter().for_each(|(part, _)| self.end(part));
        let mut state = self.state.lock();
        let answer = state.answer.take()?;
        Some((answer, state.interruption))
    }
}

/// Waits for the end of a task. Owns the handle, so that dropping the future cancels the task.
async fn times<Q: Answerable>(
    mut handle: TaskHandle<PartTask<Q>>,
) -> Result<Result<PartTimes, Defect>, DispatchError> {
    handle.result().await
}

impl<Q: Answerable> PartTask<Q> {
    /// Ends the search before its end.
    ///
    /// `reason` is `None` at the solution limit.
    fn interrupt(&mut self, part: Option<Q::Search>, reason: Option<Interruption>) {
        let mut state = self.parts.state.lock();
        if !mem::replace(&mut state.is_interrupted, true) {
            state.interruption = reason;
        }
        drop(state);
        if let Some(part) = part {
            self.parts.end(part);
        }
    }
}

impl<Q: Answerable> Task for PartTask<Q> {
    type Output = Result<PartTimes, Defect>;

    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
        let Some(mut part) = self.part.take().or_else(|| self.parts.next()) else { return Poll::Ready(()) };
        let leased = match self.parts.lease_nodes() {
            NodeLease::Nodes(nodes) => nodes,
            NodeLease::Later => {
                self.part = Some(part);
                signals.request_yield();
                return Poll::Pending;
            }
            NodeLease::Never => {
                self.interrupt(Some(part), Some(Interruption::NodeLimit));
                return Poll::Ready(());
            }
        };
        let (count, nodes) = (part.count(), part.nodes());
        let advanced = part.advance(leased, signals.stop());
        let is_limit_reached = self.parts.report(part.count() - count, part.nodes() - nodes, leased);
        match advanced {
            Err(error) => {
                self.error = Some(error.into());
                return Poll::Ready(());
            }
            // A part that has reached the limit itself may have found all solutions.
            Ok(_) if is_limit_reached && part.count() < self.parts.solutions_max.get() => {
                self.interrupt(Some(part), None);
                return Poll::Ready(());
            }
            Ok(Progress::Ended(_)) => self.parts.end(part),
            Ok(Progress::Paused) if mem::take(&mut self.is_fresh) => {
                self.part = Some(part);
                // To the slow queue, where the search may be split.
                signals.request_yield();
            }
            Ok(Progress::Paused) => {
                self.parts.split(&mut part);
                self.part = Some(part);
            }
        }
        Poll::Pending
    }

    fn finish(mut self, interruption: Option<Interruption>, solving: Duration) -> Self::Output {
        if interruption.is_some() {
            let part = self.part.take();
            self.interrupt(part, interruption);
        }
        let queued = self.parts.limits.queued(solving);
        self.error.map_or(Ok(PartTimes { queued, solving }), Err)
    }

    fn limits(&self) -> Option<StartedLimits> {
        Some(self.parts.limits.without_nodes())
    }

    fn is_large(&self) -> bool {
        self.parts.is_large
    }
}
