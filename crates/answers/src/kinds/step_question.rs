//! Questions about the steps of a puzzle: the next step, all steps, or the rating.

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::techniques::{Language, StepAnswer, StepGoal, StepSearch};

use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer, Subject};

/// A puzzle and the wanted result: everything that determines its steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StepQuestion {
    /// The puzzle and the result.
    pub goal: StepGoal,
    /// Language of the sentences; `None` for the preferred one of the client, or English.
    pub language: Option<Language>,
    /// Whether a rating is followed by the estimate of the rating of Sudoku Explainer, which takes most of the time.
    pub with_se_estimate: bool,
}

impl Answerable for StepQuestion {
    type Subject = Puzzle;
    type Search = StepSearch;
    type Answer = StepAnswer;

    fn subject(&self) -> &Puzzle {
        self.goal.puzzle()
    }

    fn search(self) -> StepSearch {
        let search = StepSearch::new(self.goal).in_language(self.language.unwrap_or_default());
        if self.with_se_estimate { search } else { search.without_se_estimate() }
    }

    fn heap_bytes(&self) -> usize {
        self.subject().heap_bytes() + self.goal.entry_bytes()
    }
}

impl Reusable<StepQuestion> for StepSearch {}

impl SearchAnswer for StepAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(self.stop_reason, self.nodes)
            .with_verdict(self.verdict.clone())
            .with_conflicts(&self.conflicts)
    }

    fn heap_bytes(&self) -> usize {
        let steps: usize =
            self.steps.iter().map(|step| size_of_val(step) + step.deduction.heap_bytes()).sum();
        steps + size_of_val(&*self.mistakes)
    }
}
