//! The question for the mistakes of a player.

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::{CheckAnswer, CheckSearch, PlayedPuzzle};

use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer, Subject};

/// A puzzle with the entries and marks that are checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckQuestion(pub PlayedPuzzle);

impl Answerable for CheckQuestion {
    type Subject = Puzzle;
    type Search = CheckSearch;
    type Answer = CheckAnswer;

    fn subject(&self) -> &Puzzle {
        self.0.puzzle()
    }

    fn search(self) -> CheckSearch {
        CheckSearch::new(self.0)
    }

    fn heap_bytes(&self) -> usize {
        self.subject().heap_bytes() + self.0.entry_bytes()
    }
}

impl Reusable<CheckQuestion> for CheckSearch {}

impl SearchAnswer for CheckAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary {
            verdict: Some(self.verdict.without_solutions()),
            has_conflicts: !self.conflicts.is_empty(),
            ..AnswerSummary::new(self.stop_reason, self.nodes)
        }
    }

    fn heap_bytes(&self) -> usize {
        let lists = [&self.overwritten, &self.wrong, &self.wrong_marks, &self.contradicting, &self.undecided];
        let solutions = self.verdict.witnesses().iter().map(|solution| size_of_val(solution.grid().cells()));
        lists.iter().map(|cells| size_of_val(&***cells)).chain(solutions).sum()
    }
}
