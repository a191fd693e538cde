//! The question for the mistakes of a player.

use std::sync::atomic::AtomicBool;

use super::search::{AnswerSearch, Answerable, Defect, SearchAnswer, SubjectKind};
use super::subject::Subject;
use crate::exact_cover::{Progress, StopReason, Verdict};
use crate::sudoku::analysis::{CheckAnswer, CheckSearch, PlayedPuzzle};

/// A puzzle with the entries and marks that are checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckQuestion(pub PlayedPuzzle);

impl Answerable for CheckQuestion {
    type Search = CheckSearch;
    type Answer = CheckAnswer;
    const SUBJECT: SubjectKind = SubjectKind::Puzzle;

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

impl AnswerSearch for CheckSearch {
    type Question = CheckQuestion;

    fn new(CheckQuestion(played): CheckQuestion) -> Self {
        Self::new(played)
    }

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, Defect> {
        Ok(self.advance(budget_nodes, stop)?)
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn is_ended(&self) -> bool {
        self.stop_reason().is_some()
    }

    fn is_large(&self) -> bool {
        self.puzzle().is_large()
    }

    fn answer(&mut self, interruption: StopReason) -> CheckAnswer {
        Self::answer(self, interruption)
    }
}
