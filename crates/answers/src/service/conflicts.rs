//! The question for clues that contradict each other.

use quadrille_exact_cover::{StopReason, Verdict};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::{ContradictionAnswer, ContradictionSearch};

use super::search::{Answerable, SearchAnswer, SubjectKind};
use super::subject::Subject;

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

    fn search(self) -> ContradictionSearch {
        ContradictionSearch::new(self.puzzle)
    }

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
