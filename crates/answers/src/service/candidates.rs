//! The question for the candidates that occur in solutions.

use std::num::NonZeroU64;

use quadrille_exact_cover::{StopReason, Verdict};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::{CandidateAnswer, CandidateSearch};

use super::search::{Answerable, SearchAnswer, SubjectKind};
use super::subject::Subject;

/// A puzzle and the maximum of the counts: everything that determines its candidates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CandidateQuestion {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Maximum of the number of solutions with each candidate; `None` if they are not counted.
    pub counts: Option<NonZeroU64>,
}

impl Answerable for CandidateQuestion {
    type Search = CandidateSearch;
    type Answer = CandidateAnswer;
    const SUBJECT: SubjectKind = SubjectKind::Puzzle;

    fn search(self) -> CandidateSearch {
        CandidateSearch::new(self.puzzle, self.counts.unwrap_or(NonZeroU64::MIN))
    }

    fn is_large(&self) -> bool {
        self.puzzle.is_large()
    }

    fn heap_bytes(&self) -> usize {
        self.puzzle.heap_bytes()
    }
}

impl SearchAnswer for CandidateAnswer {
    fn verdict(&self) -> Option<Verdict<()>> {
        Some(self.verdict())
    }

    fn stop_reason(&self) -> StopReason {
        self.stop_reason
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }

    fn is_cacheable(&self) -> bool {
        // Conflicts are found without a search, and their list may be long.
        self.stop_reason.is_final() && self.conflicts.is_empty()
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.candidates) + size_of_val(&*self.undecided) + size_of_val(&*self.counts)
    }
}
