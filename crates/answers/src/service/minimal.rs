//! The question for the redundant clues of a puzzle.

use quadrille_exact_cover::{StopReason, Verdict};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::{MinimalAnswer, MinimalSearch};

use super::search::{Answerable, SearchAnswer, SubjectKind};
use super::subject::Subject;

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

    fn search(self) -> MinimalSearch {
        MinimalSearch::new(self.puzzle, self.seed)
    }

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
