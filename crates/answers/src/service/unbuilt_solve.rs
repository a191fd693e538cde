//! A question whose search is built in its first turn.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use super::limits::StartedLimits;
use super::question::Interruption;
use super::running::SearchNumbers;
use super::search::Answerable;
use super::search_pool::SearchPools;
use super::solve::SolveTask;
use super::subject::Subject;
use super::task::{Signals, Task};

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
