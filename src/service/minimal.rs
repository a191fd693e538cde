//! The question for the redundant clues of a puzzle.

use std::sync::atomic::AtomicBool;

use super::search::{AnswerSearch, Answerable, Defect, SearchAnswer, SubjectKind};
use super::subject::Subject;
use crate::exact_cover::{Progress, StopReason, Verdict};
use crate::sudoku::Puzzle;
use crate::sudoku::analysis::{MinimalAnswer, MinimalSearch};

/// A puzzle and the seed of its reduction: everything that determines its redundant clues and the minimal puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MinimalQuestion {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Seed of the order in which clues are removed; `None` if the puzzle is not reduced.
    pub seed: Option<u64>,
}

impl Answerable for MinimalQuestion {
    type Search = MinimalSearch;
    type Answer = MinimalAnswer;
    const SUBJECT: SubjectKind = SubjectKind::Puzzle;

    fn is_large(&self) -> bool {
        self.puzzle.is_large()
    }

    fn heap_bytes(&self) -> usize {
        self.puzzle.heap_bytes()
    }
}

impl SearchAnswer for MinimalAnswer {
    fn verdict(&self) -> Option<Verdict<()>> {
        None
    }

    fn stop_reason(&self) -> StopReason {
        self.stop_reason
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.redundant) + self.reduced.as_ref().map_or(0, Subject::heap_bytes)
    }
}

impl AnswerSearch for MinimalSearch {
    type Question = MinimalQuestion;

    fn new(MinimalQuestion { puzzle, seed }: MinimalQuestion) -> Self {
        Self::new(puzzle, seed)
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

    fn answer(&mut self, interruption: StopReason) -> MinimalAnswer {
        Self::answer(self, interruption)
    }
}
