//! The question for the candidates that occur in solutions.

use std::num::NonZeroU64;

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::{CandidateAnswer, CandidateSearch};

use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer};

/// A puzzle and the maximum of the counts: everything that determines its candidates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CandidateQuestion {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Maximum of the number of solutions with each candidate; `None` if they are not counted.
    pub counts: Option<NonZeroU64>,
}

impl Answerable for CandidateQuestion {
    type Subject = Puzzle;
    type Search = CandidateSearch;
    type Answer = CandidateAnswer;

    fn subject(&self) -> &Puzzle {
        &self.puzzle
    }

    fn search(self) -> CandidateSearch {
        CandidateSearch::new(self.puzzle, self.counts.unwrap_or(NonZeroU64::MIN))
    }
}

impl Reusable<CandidateQuestion> for CandidateSearch {}

impl SearchAnswer for CandidateAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary {
            verdict: Some(self.verdict()),
            has_conflicts: !self.conflicts.is_empty(),
            ..AnswerSummary::new(self.stop_reason, self.nodes)
        }
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.candidates) + size_of_val(&*self.undecided) + size_of_val(&*self.counts)
    }
}
