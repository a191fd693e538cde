//! The question for the canonical forms of a puzzle and of its solution.

use quadrille_exact_cover::{StopReason, Verdict};
use quadrille_sudoku::analysis::{CanonicalAnswer, CanonicalSearch};
use quadrille_sudoku::{Puzzle, Solution};

use super::search::{Answerable, SearchAnswer, SubjectKind};
use super::subject::Subject;

/// A puzzle whose canonical form is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CanonicalQuestion(pub Puzzle);

impl Answerable for CanonicalQuestion {
    type Search = CanonicalSearch;
    type Answer = CanonicalAnswer;
    const SUBJECT: SubjectKind = SubjectKind::Puzzle;

    fn search(self) -> CanonicalSearch {
        CanonicalSearch::new(self.0)
    }

    fn is_large(&self) -> bool {
        self.0.is_large()
    }

    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

impl SearchAnswer for CanonicalAnswer {
    fn verdict(&self) -> Option<Verdict<()>> {
        Some(self.verdict.without_solutions())
    }

    fn stop_reason(&self) -> StopReason {
        self.stop_reason
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }

    fn is_cacheable(&self) -> bool {
        // The list of conflicts may be long.
        self.stop_reason.is_final() && self.conflicts.is_empty()
    }

    fn heap_bytes(&self) -> usize {
        let grids = self.puzzle.iter().chain(&self.solution).map(|form| &form.grid);
        let solutions = self.verdict.witnesses().iter().map(Solution::grid);
        grids.chain(solutions).map(|grid| size_of_val(grid.cells())).sum()
    }
}
