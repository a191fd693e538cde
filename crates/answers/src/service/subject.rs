//! Problems that questions are about: puzzles and exact cover problems.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use quadrille_exact_cover::Problem;
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::generate::PuzzleSpec;

/// Largest number of cells whose solver is pooled. Solvers of larger grids hold much memory and cost little to rebuild.
const SMALL_CELLS_MAX: usize = 16 * 16;

/// Most memory of rules whose solver is pooled. A solver of more constraints holds much more than they do, until another puzzle replaces
/// them.
const SMALL_RULES_BYTES: usize = 64 << 10;

/// Largest number of entries of an exact cover problem that is not large. The search of a larger one may learn clauses of
/// several MiB before it is complete.
const SMALL_ENTRIES_MAX: usize = 500;

/// Kind of problem that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// A puzzle.
    Puzzle,
    /// An exact cover problem.
    ExactCover,
}

impl SubjectKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Puzzle, Self::ExactCover];

    /// The kind as in metrics and the log.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle",
            Self::ExactCover => "exact_cover",
        }
    }
}

/// An exact cover problem as the subject of a question.
pub type CoverProblem = Arc<Problem>;

/// Problem that questions are about.
pub trait Subject: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    /// Kind of the problem.
    const KIND: SubjectKind;

    /// Whether a search takes much memory. Few large searches run at a time, and their memory is not reused.
    fn is_large(&self) -> bool;

    /// Estimated memory of the problem in bytes.
    fn heap_bytes(&self) -> usize;
}

impl Subject for Puzzle {
    const KIND: SubjectKind = SubjectKind::Puzzle;

    fn is_large(&self) -> bool {
        self.clues().cells().len() > SMALL_CELLS_MAX || self.rules().heap_bytes() > SMALL_RULES_BYTES
    }

    fn heap_bytes(&self) -> usize {
        self.clues().cells().len()
            + self.given_candidates().map_or(0, size_of_val)
            + self.rules().heap_bytes()
    }
}

impl Subject for CoverProblem {
    const KIND: SubjectKind = SubjectKind::ExactCover;

    fn is_large(&self) -> bool {
        self.entry_count() > SMALL_ENTRIES_MAX
    }

    fn heap_bytes(&self) -> usize {
        Problem::heap_bytes(self)
    }
}

impl Subject for Arc<PuzzleSpec> {
    const KIND: SubjectKind = SubjectKind::Puzzle;

    fn is_large(&self) -> bool {
        self.rules().layout().cell_count() > SMALL_CELLS_MAX
    }

    fn heap_bytes(&self) -> usize {
        let orbits = self.orbits().iter().map(|orbit| size_of_val(orbit) + size_of_val(&**orbit));
        orbits.sum::<usize>() + self.rules().heap_bytes()
    }
}
