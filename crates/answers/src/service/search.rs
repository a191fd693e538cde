//! Questions, their searches and their answers: what the pipeline needs of each.

use std::convert::Infallible;
use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroU64;

use quadrille_exact_cover::{InvalidCover, ResumableSearch, StopReason, Verdict};
use quadrille_sudoku::SolverError;
use thiserror::Error;

use super::search_pool::{SearchPool, SearchPools};

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
    type Search: ResumableSearch<Answer = Self::Answer, Error: Into<Defect>> + Debug + Send + 'static;
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

    /// Adds the answer of a part that was split off. Does nothing by default, for searches that are never split.
    fn join(&mut self, _part: &Self, _solutions_max: NonZeroU64) {}

    /// Estimated memory of the answer in bytes.
    fn heap_bytes(&self) -> usize;
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

impl From<Infallible> for Defect {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
