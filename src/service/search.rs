//! Questions, their searches and their answers: what the pipeline needs of each.

use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::search_pool::{SearchPool, SearchPools};
use crate::exact_cover::{InvalidCover, Progress, StopReason, Verdict};
use crate::sudoku::SolverError;
use crate::sudoku::analysis::ResumableSearch;

/// Kind of problem that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// A puzzle.
    Puzzle,
    /// An exact cover problem.
    ExactCover,
}

impl SubjectKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Puzzle, Self::ExactCover];

    /// The kind as in metrics and the log.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle",
            Self::ExactCover => "exact_cover",
        }
    }
}

/// Question that a search answers. It is everything that determines the answer, so that it is the key of the cache.
pub trait Answerable: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// Search for the answer.
    type Search: AnswerSearch<Answer = Self::Answer>;
    /// The answer.
    type Answer: SearchAnswer;
    /// Kind of the problem.
    const SUBJECT: SubjectKind;

    /// Prepares the search for the answer.
    fn search(self) -> Self::Search;

    /// Replaces an earlier search, and may exchange memory with it: afterwards, the question may be another one.
    fn restart(&mut self, search: &mut Self::Search) {
        *search = self.clone().search();
    }

    /// Returns the pool of idle searches; by default there is none.
    fn pool(_pools: &SearchPools) -> Option<&SearchPool<Self::Search>> {
        None
    }

    /// Whether the search takes much memory. Few large searches run at a time, and their memory is not reused.
    fn is_large(&self) -> bool;

    /// Whether the beginning of the search is shorter than a switch to a solver thread.
    fn runs_inline(&self) -> bool {
        false
    }

    /// Number of solutions after which the search stops; the maximum if it counts none.
    fn solutions_max(&self) -> NonZeroU64 {
        NonZeroU64::MAX
    }

    /// Estimated memory of the question in bytes.
    fn heap_bytes(&self) -> usize;
}

/// Answer to a question.
pub trait SearchAnswer: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The verdict, without solutions; `None` if the question does not ask for one.
    fn verdict(&self) -> Option<Verdict<()>>;

    /// Why the search ended.
    fn stop_reason(&self) -> StopReason;

    /// Visited nodes of the search tree; `None` without statistics.
    fn nodes(&self) -> Option<u64>;

    /// Whether a repeated question gets the same answer, and finding it took a search.
    fn is_cacheable(&self) -> bool {
        self.stop_reason().is_final()
    }

    /// Estimated memory of the answer in bytes.
    fn heap_bytes(&self) -> usize;
}

/// Search for the answer to a question.
pub trait AnswerSearch: Debug + Send + Sized + 'static {
    /// The answer.
    type Answer: SearchAnswer;

    /// Works for a slice at most, and visits at most this number of nodes.
    ///
    /// # Errors
    /// [`Defect`], after which the search must not be used.
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, Defect>;

    /// Number of solutions found so far; 0 if the search counts none.
    fn count(&self) -> u64 {
        0
    }

    /// Number of nodes visited so far.
    fn nodes(&self) -> u64;

    /// Whether the search has ended.
    fn is_ended(&self) -> bool;

    /// Takes the answer known now out of the search. `interruption` is the stop reason if the search has not ended by itself.
    fn answer(&mut self, interruption: StopReason) -> Self::Answer;

    /// As [`answer`](Self::answer), without statistics if that is faster.
    fn answer_without_stats(&mut self, interruption: StopReason) -> Self::Answer {
        self.answer(interruption)
    }

    /// Splits off the later part of the rest, which begins with no solutions and no nodes. `None` if that is not possible
    /// now; by default, it never is.
    fn split(&mut self) -> Option<Self> {
        None
    }

    /// Adds the answer of a part that was split off. Does nothing by default.
    fn join(_answer: &mut Self::Answer, _part: &Self::Answer, _solutions_max: NonZeroU64) {}

    /// Reuses the memory of the solutions of an answer, which loses them. Does nothing by default.
    fn recycle(&mut self, _answer: &mut Self::Answer) {}
}

impl<S> AnswerSearch for S
where
    S: ResumableSearch<Answer: SearchAnswer> + Debug + Send + 'static,
{
    type Answer = <S as ResumableSearch>::Answer;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, Defect> {
        Ok(ResumableSearch::advance(self, budget_nodes, stop)?)
    }

    fn nodes(&self) -> u64 {
        ResumableSearch::nodes(self)
    }

    fn is_ended(&self) -> bool {
        self.stop_reason().is_some()
    }

    fn answer(&mut self, interruption: StopReason) -> Self::Answer {
        ResumableSearch::answer(self, interruption)
    }
}

/// Internal error of a search, detected before a wrong answer was returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Defect {
    /// Error of the search of a puzzle.
    #[error(transparent)]
    Puzzle(#[from] SolverError),
    /// Error of the search of an exact cover problem.
    #[error(transparent)]
    Cover(#[from] InvalidCover),
}
