//! The request that asks the question.

use quadrille_sudoku::Puzzle;

use crate::faults::Faults;
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::service::Question;
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::request::{COUNT_MAX, Fields, LimitOrAll};

/// The kind of `/count`.
#[derive(Clone, Copy, Debug)]
pub struct Count;

/// Options of `/count`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CountOptions {
    /// Number of solutions after which counting stops, or `all`. 2 suffices to tell whether a puzzle is proper.
    /// By default 2.
    pub limit: LimitOrAll<COUNT_MAX>,
}

impl PuzzleKind for Count {
    type Options = CountOptions;
    type Reading = PuzzleOptions;
    type Question = Question;
    const PATH: &'static str = "/count";
    const NAME: &'static str = "Count";
    const LINK: &'static str = "count the solutions of a puzzle";
    const EXAMPLES: Examples = examples!("single");

    fn question(asked: AskedPuzzle<'_, CountOptions>, _: &mut Faults) -> Option<Question> {
        Some(Question { subject: asked.puzzle, solutions_max: asked.options.limit.number_or(2) })
    }

    fn puzzle_mut(question: &mut Question) -> Option<&mut Puzzle> {
        Some(&mut question.subject)
    }
}
