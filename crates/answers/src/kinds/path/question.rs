//! The request that asks the question.

use quadrille_sudoku::techniques::{Language, StepGoal};

use crate::faults::Faults;
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::kinds::step_question::StepQuestion;
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::question::LanguageOf;
use crate::wire::request::{Fields, Given};

/// The kind of `/path`.
#[derive(Clone, Copy, Debug)]
pub struct FindPath;

/// Options of `/path`.
#[derive(Clone, Debug, Default, Fields)]
pub struct PathOptions {
    /// Language of the sentences: `en` or `de`.
    /// By default the first one of `Accept-Language` that is known, or `en`.
    pub lang: Given<Language>,
}

impl PuzzleKind for FindPath {
    type Options = PathOptions;
    type Reading = PuzzleOptions;
    type Question = StepQuestion;
    const PATH: &'static str = "/path";
    const NAME: &'static str = "Path";
    const LINK: &'static str = "find the steps to the solution, with explanations";
    const EXAMPLES: Examples = examples!("single");
    const LANGUAGE: Option<LanguageOf<StepQuestion>> = Some(|question| &mut question.language);

    fn question(asked: AskedPuzzle<'_, PathOptions>, _: &mut Faults) -> Option<StepQuestion> {
        let language = asked.options.lang.copied();
        Some(StepQuestion { goal: StepGoal::Path(asked.puzzle), language, with_se_estimate: false })
    }
}
