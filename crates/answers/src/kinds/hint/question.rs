//! The request that asks the question.

use quadrille_sudoku::techniques::{Language, Reveal, StepGoal};

use crate::faults::Faults;
use crate::kinds::check::played::PlayedFields;
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::kinds::step_question::StepQuestion;
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::question::LanguageOf;
use crate::wire::request::{Fields, Flat, Given};

/// The kind of `/hint`.
#[derive(Clone, Copy, Debug)]
pub struct FindHint;

/// Options of `/hint`.
#[derive(Clone, Debug, Default, Fields)]
pub struct HintOptions {
    /// Entries and marks.
    pub played: Flat<PlayedFields>,
    /// How much of the step is shown: `house`, `technique` (with its houses), or `all`.
    /// By default `all`.
    pub reveal: Given<Reveal>,
    /// Language of the sentence: `en` or `de`.
    /// By default the first one of `Accept-Language` that is known, or `en`.
    pub lang: Given<Language>,
}

impl PuzzleKind for FindHint {
    type Options = HintOptions;
    type Reading = PuzzleOptions;
    type Question = StepQuestion;
    const PATH: &'static str = "/hint";
    const NAME: &'static str = "Hint";
    const LINK: &'static str = "find the next step of a player";
    const EXAMPLES: Examples = examples!("single");
    const LANGUAGE: Option<LanguageOf<StepQuestion>> = Some(|question| &mut question.language);

    fn question(asked: AskedPuzzle<'_, HintOptions>, faults: &mut Faults) -> Option<StepQuestion> {
        let AskedPuzzle { puzzle, options, .. } = asked;
        let played = options.played.read(puzzle, faults)?;
        let reveal = options.reveal.copied().unwrap_or_default();
        let goal = StepGoal::Hint { played, reveal };
        Some(StepQuestion { goal, language: options.lang.copied(), with_se_estimate: false })
    }
}
