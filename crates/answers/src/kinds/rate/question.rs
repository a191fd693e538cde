//! The request that asks the question.

use quadrille_sudoku::techniques::StepGoal;

use crate::faults::Faults;
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::kinds::step_question::StepQuestion;
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::request::{Fields, Given};

/// The kind of `/rate`.
#[derive(Clone, Copy, Debug)]
pub struct Rate;

/// Options of `/rate`.
#[derive(Clone, Debug, Default, Fields)]
pub struct RateOptions {
    /// Whether JSON has the estimate of the rating of Sudoku Explainer, which takes most of the time. Text has none.
    /// By default `true`.
    pub se_estimate: Given<bool>,
}

impl PuzzleKind for Rate {
    type Options = RateOptions;
    type Reading = PuzzleOptions;
    type Question = StepQuestion;
    const PATH: &'static str = "/rate";
    const NAME: &'static str = "Rate";
    const LINK: &'static str = "rate the difficulty of a puzzle";
    const EXAMPLES: Examples = examples!("single");

    fn question(asked: AskedPuzzle<'_, RateOptions>, _: &mut Faults) -> Option<StepQuestion> {
        let with_se_estimate = asked.options.se_estimate.copied().unwrap_or(true);
        Some(StepQuestion { goal: StepGoal::Rating(asked.puzzle), language: None, with_se_estimate })
    }
}
