//! The question for the canonical forms of a puzzle and of its solution.

use quadrille_sudoku::analysis::{CanonicalAnswer, CanonicalSearch};
use quadrille_sudoku::{Puzzle, Solution};

use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer};

/// A puzzle whose canonical form is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CanonicalQuestion(pub Puzzle);

impl Answerable for CanonicalQuestion {
    type Subject = Puzzle;
    type Search = CanonicalSearch;
    type Answer = CanonicalAnswer;

    fn subject(&self) -> &Puzzle {
        &self.0
    }

    fn search(self) -> CanonicalSearch {
        CanonicalSearch::new(self.0)
    }
}

impl Reusable<CanonicalQuestion> for CanonicalSearch {}

impl SearchAnswer for CanonicalAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary {
            verdict: Some(self.verdict.without_solutions()),
            has_conflicts: !self.conflicts.is_empty(),
            ..AnswerSummary::new(self.stop_reason, self.nodes)
        }
    }

    fn heap_bytes(&self) -> usize {
        let grids = self.puzzle.iter().chain(&self.solution).map(|form| &form.grid);
        let solutions = self.verdict.witnesses().iter().map(Solution::grid);
        grids.chain(solutions).map(|grid| size_of_val(grid.cells())).sum()
    }
}
