//! The question, and the request that asks it.

use quadrille_sudoku::analysis::{CanonicalAnswer, CanonicalSearch};
use quadrille_sudoku::{Puzzle, Solution};

use crate::faults::{FaultCode, Faults};
use crate::kinds::puzzle_kind::{AskedPuzzle, NoOptions, PuzzleKind};
use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer};
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::GridOptions;

/// The kind of `/canonical`.
#[derive(Clone, Copy, Debug)]
pub struct FindCanonical;

/// A puzzle whose canonical form is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CanonicalQuestion(pub Puzzle);

impl PuzzleKind for FindCanonical {
    type Options = NoOptions;
    type Reading = GridOptions;
    type Question = CanonicalQuestion;
    const PATH: &'static str = "/canonical";
    const NAME: &'static str = "Canonical";
    const LINK: &'static str = "find the canonical form of a puzzle";
    const EXAMPLES: Examples = examples!("single");
    const ALLOWS_CONSTRAINTS: bool = false;

    fn question(asked: AskedPuzzle<'_, NoOptions>, faults: &mut Faults) -> Option<CanonicalQuestion> {
        let AskedPuzzle { puzzle, input, .. } = asked;
        if CanonicalSearch::supports(&puzzle) {
            return Some(CanonicalQuestion(puzzle));
        }
        faults.push(|| {
            let detail = if puzzle.given_candidates().is_some() {
                "a puzzle with candidates has no canonical form: leave them out"
            } else {
                "canonical forms are for grids of up to 9x9, or 7x7 if the boxes are lines"
            };
            input.fault(FaultCode::NoCanonicalForm, detail)
        });
        None
    }
}

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
        AnswerSummary::new(self.stop_reason, self.nodes)
            .with_verdict(self.verdict.without_solutions())
            .with_conflicts(&self.conflicts)
    }

    fn heap_bytes(&self) -> usize {
        let grids = self.puzzle.iter().chain(&self.solution).map(|form| &form.grid);
        let solutions = self.verdict.witnesses().iter().map(Solution::grid);
        grids.chain(solutions).map(|grid| size_of_val(grid.cells())).sum()
    }
}
