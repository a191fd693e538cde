//! The question for clues that contradict each other.

use std::sync::atomic::AtomicBool;

use super::search::{AnswerSearch, Answerable, Defect, SearchAnswer, SubjectKind};
use super::subject::Subject;
use crate::exact_cover::{Progress, StopReason, Verdict};
use crate::sudoku::Puzzle;
use crate::sudoku::analysis::{ContradictionAnswer, ContradictionSearch};

/// A puzzle, which determines the clues that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConflictQuestion {
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl Answerable for ConflictQuestion {
    type Search = ContradictionSearch;
    type Answer = ContradictionAnswer;
    const SUBJECT: SubjectKind = SubjectKind::Puzzle;

    fn is_large(&self) -> bool {
        self.puzzle.is_large()
    }

    fn heap_bytes(&self) -> usize {
        self.puzzle.heap_bytes()
    }
}

impl SearchAnswer for ContradictionAnswer {
    fn verdict(&self) -> Option<Verdict<()>> {
        Some(match self.is_solvable {
            Some(true) => Verdict::Solvable(()),
            Some(false) => Verdict::None,
            None => Verdict::Unknown,
        })
    }

    fn stop_reason(&self) -> StopReason {
        self.stop_reason
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.clues)
    }
}

impl AnswerSearch for ContradictionSearch {
    type Question = ConflictQuestion;

    fn new(ConflictQuestion { puzzle }: ConflictQuestion) -> Self {
        Self::new(puzzle)
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

    fn answer(&mut self, interruption: StopReason) -> ContradictionAnswer {
        Self::answer(self, interruption)
    }
}
