//! The request that asks the question.

use quadrille_sudoku::techniques::StepGoal;

use crate::faults::Faults;
use crate::kinds::puzzle_kind::{AskedPuzzle, NoOptions, PuzzleKind};
use crate::kinds::step_question::StepQuestion;
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;

/// The kind of `/rate`.
#[derive(Clone, Copy, Debug)]
pub struct Rate;

impl PuzzleKind for Rate {
    type Options = NoOptions;
    type Reading = PuzzleOptions;
    type Question = StepQuestion;
    const PATH: &'static str = "/rate";
    const NAME: &'static str = "Rate";
    const LINK: &'static str = "rate the difficulty of a puzzle";
    const EXAMPLES: Examples = examples!("single");
    const ALLOWS_CONSTRAINTS: bool = false;

    fn question(asked: AskedPuzzle<'_, NoOptions>, _: &mut Faults) -> Option<StepQuestion> {
        Some(StepQuestion { goal: StepGoal::Rating(asked.puzzle), language: None })
    }
}
