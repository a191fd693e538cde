//! The question for the mistakes of a player.

use quadrille_exact_cover::{StopReason, Verdict};
use quadrille_sudoku::analysis::{CheckAnswer, CheckSearch, PlayedPuzzle};

use super::search::{Answerable, SearchAnswer, SubjectKind};
use super::subject::Subject;

/// A puzzle with the entries and marks that are checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckQuestion(pub PlayedPuzzle);

impl Answerable for CheckQuestion {
    type Search = CheckSearch;
    type Answer = CheckAnswer;
    const SUBJECT: SubjectKind = SubjectKind::Puzzle;

    fn search(self) -> CheckSearch {
        CheckSearch::new(self.0)
    }

    fn is_large(&self) -> bool {
        self.0.puzzle().is_large()
    }

    fn heap_bytes(&self) -> usize {
        self.0.puzzle().heap_bytes() + self.0.entry_bytes()
    }
}

impl SearchAnswer for CheckAnswer {
    fn verdict(&self) -> Option<Verdict<()>> {
        Some(self.verdict.without_solutions())
    }

    fn stop_reason(&self) -> StopReason {
        self.stop_reason
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }

    fn is_cacheable(&self) -> bool {
        // The list of conflicts may be long.
        self.stop_reason.is_final() && self.conflicts.is_empty()
    }

    fn heap_bytes(&self) -> usize {
        let lists = [&self.overwritten, &self.wrong, &self.wrong_marks, &self.contradicting, &self.undecided];
        let solutions = self.verdict.witnesses().iter().map(|solution| size_of_val(solution.grid().cells()));
        lists.iter().map(|cells| size_of_val(&***cells)).chain(solutions).sum()
    }
}
