//! The question for the redundant clues of a puzzle.

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::{MinimalAnswer, MinimalSearch};

use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer, Subject};

/// A puzzle and the seed of its reduction: everything that determines its redundant clues and the minimal puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MinimalQuestion {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Seed of the order in which clues are removed; `None` if the puzzle is not reduced.
    pub seed: Option<u64>,
}

impl Answerable for MinimalQuestion {
    type Subject = Puzzle;
    type Search = MinimalSearch;
    type Answer = MinimalAnswer;

    fn subject(&self) -> &Puzzle {
        &self.puzzle
    }

    fn search(self) -> MinimalSearch {
        MinimalSearch::new(self.puzzle, self.seed)
    }
}

impl Reusable<MinimalQuestion> for MinimalSearch {}

impl SearchAnswer for MinimalAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(self.stop_reason, self.nodes)
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.redundant) + self.reduced.as_ref().map_or(0, Subject::heap_bytes)
    }
}
