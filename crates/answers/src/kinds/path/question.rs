//! The request that asks the question.

use quadrille_sudoku::techniques::StepGoal;

use crate::kinds::puzzle_kind::{AskedPuzzle, NoOptions, PuzzleKind};
use crate::kinds::step_question::StepQuestion;
use crate::wire::examples::{Examples, examples};
use crate::wire::fault::Faults;
use crate::wire::puzzle::options::PuzzleOptions;

/// The kind of `/path`.
#[derive(Clone, Copy, Debug)]
pub struct FindPath;

impl PuzzleKind for FindPath {
    type Options = NoOptions;
    type Reading = PuzzleOptions;
    type Question = StepQuestion;
    const PATH: &'static str = "/path";
    const NAME: &'static str = "Path";
    const LINK: &'static str = "find the steps to the solution, with explanations";
    const EXAMPLES: Examples = examples!("single");
    const ALLOWS_CONSTRAINTS: bool = false;

    fn question(asked: AskedPuzzle<'_, NoOptions>, _: &mut Faults) -> Option<StepQuestion> {
        Some(StepQuestion(StepGoal::Path(asked.puzzle)))
    }
}
