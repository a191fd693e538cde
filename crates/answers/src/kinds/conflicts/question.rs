//! The question for clues that contradict each other.

use quadrille_exact_cover::Verdict;
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::{ContradictionAnswer, ContradictionSearch};

use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer};

/// A puzzle, which determines the clues that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConflictQuestion {
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl Answerable for ConflictQuestion {
    type Subject = Puzzle;
    type Search = ContradictionSearch;
    type Answer = ContradictionAnswer;

    fn subject(&self) -> &Puzzle {
        &self.puzzle
    }

    fn search(self) -> ContradictionSearch {
        ContradictionSearch::new(self.puzzle)
    }
}

impl Reusable<ConflictQuestion> for ContradictionSearch {}

impl SearchAnswer for ContradictionAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary {
            verdict: Some(match self.is_solvable {
                Some(true) => Verdict::Solvable(()),
                Some(false) => Verdict::None,
                None => Verdict::Unknown,
            }),
            ..AnswerSummary::new(self.stop_reason, self.nodes)
        }
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.clues)
    }
}
