//! The search for the answer to a question, as a task, which may begin with its construction.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::Poll;
use std::time::Duration;

use quadrille_exact_cover::{Progress, ResumableSearch};

use super::limits::StartedLimits;
use super::question::{Interruption, Reply};
use super::running::SearchNumbers;
use super::search::{Answerable, Defect, Reusable};
use super::search_pool::{SearchPool, SearchPools};
use super::subject::Subject;
use super::task::{Signals, Task};
use super::time::Instant;

/// Nodes of a brief search. Each takes less than a microsecond in the grids that are small enough.
const BRIEF_NODES_MAX: u64 = 16;

/// Search for the answer to a question.
pub(super) struct SolveTask<Q: Answerable> {
    pub(super) search: Q::Search,
    is_large: bool,
    /// Whether the problem is small: usually done within one brief slice.
    is_small: bool,
    /// Whether the clock is read after each slice.
    is_timed: bool,
    pools: Arc<SearchPools>,
    limits: StartedLimits,
    /// Numbers to update, if the client watches them.
    numbers: Option<Arc<SearchNumbers>>,
    /// Set when the engine has failed.
    error: Option<Defect>,
}

impl<Q: Answerable> SolveTask<Q> {
    /// Prepares the search, with the memory of an idle one if there is one.
    pub(super) fn new(pools: &Arc<SearchPools>, mut question: Q, limits: StartedLimits) -> Self {
        let (is_large, is_small) = (question.subject().is_large(), question.runs_inline());
        let search = match pools.pool().and_then(SearchPool::<Q::Search>::take) {
            Some(mut search) => {
                search.restart(&mut question);
                search
            }
            None => question.search(),
        };
        let pools = Arc::clone(pools);
        Self { search, is_large, is_small, is_timed: true, pools, limits, numbers: None, error: None }
    }

    /// Reads the clock after each slice only if `is_timed`.
    pub(super) fn timed(self, is_timed: bool) -> Self {
        Self { is_timed, ..self }
    }

    /// Updates these numbers after each slice.
    pub(super) fn with_numbers(self, numbers: Option<Arc<SearchNumbers>>) -> Self {
        Self { numbers, ..self }
    }

    /// Replaces the search by that for another question, as [`Reusable::restart`] does.
    pub(super) fn restart(&mut self, question: &mut Q, limits: StartedLimits) {
        (self.is_large, self.is_small) = (question.subject().is_large(), question.runs_inline());
        self.search.restart(question);
        self.limits = limits;
    }

    /// Returns whether there is nothing to search, because the clues of a puzzle conflict.
    pub(super) fn has_ended(&self) -> bool {
        self.search.stop_reason().is_some()
    }

    /// Runs the deductions of a small grid on this thread. `Ready` if they suffice.
    pub(super) fn run_inline(&mut self, now: Instant) -> Poll<()> {
        let never = AtomicBool::new(false);
        // New signals allow no nodes.
        self.run_slice(&mut Signals::at(now, &never, &never))
    }

    /// Returns the error of the engine, after which the search must not be used.
    pub(super) fn error(&self) -> Option<Defect> {
        self.error
    }

    /// Takes the reply known now out of the search. `answer` is the method of the search that makes the answer.
    #[inline(always)]
    pub(super) fn reply(
        &mut self,
        interruption: Option<Interruption>,
        solving: Duration,
        answer: impl FnOnce(&mut Q::Search) -> Q::Answer,
    ) -> Reply<Q::Answer> {
        Reply {
            answer: answer(&mut self.search),
            interruption,
            limits: self.limits.limits(),
            queued: Duration::ZERO,
            solving,
        }
    }

    /// Ends a search that did not wait for a thread.
    ///
    /// # Errors
    /// [`Defect`] if the engine has failed.
    pub(super) fn finish_unqueued(
        mut self,
        interruption: Option<Interruption>,
        solving: Duration,
    ) -> Result<Reply<Q::Answer>, Defect> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let reply = self.reply(interruption, solving, Q::Search::answer);
        self.release();
        Ok(reply)
    }

    /// Returns the time since the limits started.
    pub(super) fn since_start(&self, now: Instant) -> Duration {
        now - self.limits.started()
    }

    /// Returns the search, its limits and the numbers to update.
    pub(super) fn into_search(self) -> (Q::Search, StartedLimits, Option<Arc<SearchNumbers>>) {
        (self.search, self.limits, self.numbers)
    }

    /// Returns the search to its pool, unless it is large.
    pub(super) fn release(self) {
        if let Some(pool) = self.pools.pool().filter(|_| !self.is_large) {
            pool.put(self.search);
        }
    }
}

impl<Q: Answerable> Task for SolveTask<Q> {
    type Output = Result<Reply<Q::Answer>, Defect>;

    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
        let advanced = self.search.advance(signals.nodes_left(), signals.stop());
        if let Some(numbers) = &self.numbers {
            numbers.set(self.search.count(), self.search.nodes());
        }
        match advanced {
            Ok(Progress::Paused) => return Poll::Pending,
            Ok(Progress::Ended(_)) => {}
            Err(error) => self.error = Some(error.into()),
        }
        Poll::Ready(())
    }

    fn finish(self, interruption: Option<Interruption>, solving: Duration) -> Self::Output {
        let limits = self.limits;
        let reply = self.finish_unqueued(interruption, solving)?;
        Ok(Reply { queued: limits.queued(solving), ..reply })
    }

    fn limits(&self) -> Option<StartedLimits> {
        Some(self.limits)
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn is_large(&self) -> bool {
        self.is_large
    }

    fn was_brief(&self) -> bool {
        let may_be_brief = self.is_small && !self.is_timed;
        may_be_brief && self.search.stop_reason().is_some() && self.search.nodes() <= BRIEF_NODES_MAX
    }
}

/// What a search is built from.
pub(super) struct UnbuiltSolve<Q: Answerable> {
    pub(super) pools: Arc<SearchPools>,
    pub(super) question: Q,
    pub(super) limits: StartedLimits,
    /// Numbers to update, if the client watches them.
    pub(super) numbers: Option<Arc<SearchNumbers>>,
}

impl<Q: Answerable> UnbuiltSolve<Q> {
    /// Builds the search. That of a large grid takes longer than a request may keep a thread of the runtime.
    pub(super) fn build(self) -> SolveTask<Q> {
        let Self { pools, question, limits, numbers } = self;
        SolveTask::new(&pools, question, limits).with_numbers(numbers)
    }
}

/// Search for the answer to a question, which begins with its construction.
pub(super) struct LateSolve<Q: Answerable> {
    limits: StartedLimits,
    is_large: bool,
    /// `None` once it is built.
    unbuilt: Option<UnbuiltSolve<Q>>,
    /// `None` until it is built.
    solve: Option<SolveTask<Q>>,
}

impl<Q: Answerable> LateSolve<Q> {
    pub(super) fn new(unbuilt: UnbuiltSolve<Q>) -> Self {
        let (limits, is_large) = (unbuilt.limits, unbuilt.question.subject().is_large());
        Self { limits, is_large, unbuilt: Some(unbuilt), solve: None }
    }
}

/// How the search of a question has ended.
pub(super) enum LateReply<Q: Answerable> {
    Ended(<SolveTask<Q> as Task>::Output),
    /// Before it was built, for this reason.
    Unbuilt(UnbuiltSolve<Q>, Option<Interruption>),
    /// The thread panicked while it built the search.
    Lost,
}

impl<Q: Answerable> Task for LateSolve<Q> {
    type Output = LateReply<Q>;

    fn run_slice(&mut self, signals: &mut Signals<'_>) -> Poll<()> {
        if let Some(solve) = &mut self.solve {
            return solve.run_slice(signals);
        }
        let Some(unbuilt) = self.unbuilt.take() else { return Poll::Ready(()) };
        let solve = self.solve.insert(unbuilt.build());
        // Clues that contradict each other need no search.
        if solve.has_ended() { Poll::Ready(()) } else { Poll::Pending }
    }

    fn finish(self, interruption: Option<Interruption>, solving: Duration) -> Self::Output {
        match (self.solve, self.unbuilt) {
            (Some(solve), _) => LateReply::Ended(solve.finish(interruption, solving)),
            // Perhaps on a thread of the runtime, where nothing is built.
            (None, Some(unbuilt)) => LateReply::Unbuilt(unbuilt, interruption),
            (None, None) => LateReply::Lost,
        }
    }

    fn limits(&self) -> Option<StartedLimits> {
        Some(self.limits)
    }

    fn nodes(&self) -> u64 {
        self.solve.as_ref().map_or(0, Task::nodes)
    }

    fn is_large(&self) -> bool {
        self.is_large
    }

    fn was_brief(&self) -> bool {
        self.solve.as_ref().is_some_and(Task::was_brief)
    }
}

#[cfg(test)]
mod tests {
    use std::num::{NonZeroU64, NonZeroUsize};

    use quadrille_exact_cover::Problem;

    use super::*;
    use crate::service::limits::Limits;
    use crate::service::question::Question;

    #[test]
    fn exact_cover_problem_is_not_kept_after_its_release() {
        let pools = Arc::new(SearchPools::new(1));
        let problem = Arc::new(Problem::new(1, 0).expect("few items"));
        let kept = Arc::downgrade(&problem);
        let limits = Limits { time: Duration::from_secs(1), nodes: None, threads: NonZeroUsize::MIN };
        let question = Question { subject: problem, solutions_max: NonZeroU64::MIN };
        SolveTask::new(&pools, question, limits.start()).release();
        assert_eq!(kept.upgrade(), None);
    }
}
