//! Questions about the steps of a puzzle: the next step, all steps, or the rating.

use quadrille_exact_cover::{StopReason, Verdict};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::techniques::{StepAnswer, StepGoal, StepSearch};

use super::search::{Answerable, SearchAnswer, SubjectKind};
use super::subject::Subject;

/// A puzzle and the wanted result: everything that determines its steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StepQuestion(pub StepGoal);

impl StepQuestion {
    /// The puzzle, without entries.
    pub fn puzzle(&self) -> &Puzzle {
        self.0.puzzle()
    }
}

impl Answerable for StepQuestion {
    type Search = StepSearch;
    type Answer = StepAnswer;
    const SUBJECT: SubjectKind = SubjectKind::Puzzle;

    fn search(self) -> StepSearch {
        StepSearch::new(self.0)
    }

    fn is_large(&self) -> bool {
        self.puzzle().is_large()
    }

    fn heap_bytes(&self) -> usize {
        self.puzzle().heap_bytes() + self.0.entry_bytes()
    }
}

impl SearchAnswer for StepAnswer {
    fn verdict(&self) -> Option<Verdict<()>> {
        Some(self.verdict.clone())
    }

    fn stop_reason(&self) -> StopReason {
        self.stop_reason
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }

    fn is_cacheable(&self) -> bool {
        // Conflicts are found without a search, and their list may be long.
        self.stop_reason.is_final() && self.conflicts.is_empty()
    }

    fn heap_bytes(&self) -> usize {
        let steps: usize = self.steps.iter().map(|step| size_of_val(step) + step.heap_bytes()).sum();
        steps + size_of_val(&*self.mistakes)
    }
}
