//! Interface of searches that pause and resume.

use std::sync::atomic::AtomicBool;

use super::answer::{NextSolution, Progress, StopReason};

/// Search for one answer, which pauses after each slice.
///
/// It owns its data, so that it may move to another thread while it is paused. A scheduler of many searches gives each a slice
/// in turn:
///
/// ```
/// use std::collections::VecDeque;
/// use std::num::NonZeroU64;
/// use std::sync::{Arc, atomic::AtomicBool};
/// use quadrille_exact_cover::{CoverSearch, NamedProblem, Progress, ResumableSearch};
///
/// let problem: NamedProblem = "a b c d\na b\nc d\na c\nb d\na d\nb c\n".parse()?;
/// let limit = NonZeroU64::new(100).expect("positive");
/// let search = || CoverSearch::new(Arc::clone(problem.problem()), limit);
/// let mut queue = VecDeque::from([search(), search()]);
/// let stop = AtomicBool::new(false);
/// while let Some(mut search) = queue.pop_front() {
///     match search.advance(u64::MAX, &stop)? {
///         Progress::Paused => queue.push_back(search),
///         Progress::Ended(_) => assert_eq!(search.answer().count, 3),
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ResumableSearch: Sized {
    /// The answer.
    type Answer;
    /// Error for a bug in an engine, detected before a wrong answer is returned.
    type Error;

    /// Works for a slice at most, and visits up to `budget_nodes` nodes; fewer if `stop` is set.
    ///
    /// # Errors
    /// For a bug in an engine; the search must not be used afterwards.
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, Self::Error>;

    /// Number of solutions found so far; 0 if the search counts none.
    fn count(&self) -> u64 {
        0
    }

    /// Number of nodes visited so far.
    fn nodes(&self) -> u64;

    /// Why the search ended; `None` before that.
    fn stop_reason(&self) -> Option<StopReason>;

    /// Takes the answer known now out of the search. Its stop reason is [`StopReason::Interrupted`] if the search has not
    /// ended.
    fn answer(&mut self) -> Self::Answer;

    /// As [`answer`](Self::answer), without statistics if that is faster.
    fn answer_without_stats(&mut self) -> Self::Answer {
        self.answer()
    }

    /// Splits off the later part of the rest, which begins with no solutions and no nodes. `None` if that is not possible
    /// now; by default, it never is.
    fn split(&mut self) -> Option<Self> {
        None
    }
}

/// Search that can yield the solutions one by one instead: a search must not do both. Keeps none of them.
pub trait SolutionSearch: ResumableSearch {
    /// A solution.
    type Solution;

    /// Continues to the next solution, within the bounds of [`advance`](ResumableSearch::advance).
    ///
    /// # Errors
    /// For a bug in an engine; the search must not be used afterwards.
    fn next(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<NextSolution, Self::Error>;

    /// Returns the solution just found.
    ///
    /// # Errors
    /// For a bug in an engine; the search must not be used afterwards.
    fn solution(&self) -> Result<Self::Solution, Self::Error>;
}
