//! Count of the solutions of one cube, which can be split while it is paused.

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_exact_cover::unstable::{SLICE_STEPS, Step};
use quadrille_exact_cover::{CountOverflow, ProblemError, Progress, StopReason};
use quadrille_exact_cover::{Rest, Split};
use thiserror::Error;

use crate::engines::EngineSet;
use crate::model::{PuzzleCube, Restriction};

/// Reason why a count failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubeCountError {
    /// The cube has too many solutions.
    #[error(transparent)]
    Overflow(#[from] CountOverflow),
    /// The puzzle could not be encoded as an exact cover problem: a bug.
    #[error("the puzzle could not be encoded as an exact cover problem: {0}")]
    Problem(#[from] ProblemError),
}

/// Counts all solutions of a cube.
///
/// Cube and visited nodes determine the [split](Self::split): pauses do not change it.
#[derive(Clone, Debug)]
pub struct PuzzleCubeCount {
    cube: PuzzleCube,
    engines: EngineSet,
    is_ended: bool,
}

impl PuzzleCubeCount {
    /// Creates the count of a cube. Checks the clues for conflicts, and nothing else.
    pub fn new(cube: PuzzleCube) -> Self {
        let is_ended = cube.puzzle.first_conflict().is_some();
        Self { cube, engines: EngineSet::new(None), is_ended }
    }

    /// Loads another cube, and reuses the memory of the engines.
    pub fn restart(&mut self, cube: PuzzleCube) {
        self.is_ended = cube.puzzle.first_conflict().is_some();
        self.cube = cube;
        self.engines.restart(None);
    }

    /// Visits up to `budget_nodes` further nodes; fewer if `stop` is set or a slice ends. Bounded as
    /// [`ResumableSearch::advance`](quadrille_exact_cover::ResumableSearch::advance).
    ///
    /// # Errors
    /// [`CubeCountError`]; the count must not be used afterwards.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, CubeCountError> {
        let nodes_end = self.nodes().saturating_add(budget_nodes);
        let steps_end = self.engines.steps() + SLICE_STEPS;
        while !self.is_ended {
            if stop.load(Ordering::Relaxed) {
                return Ok(Progress::Paused);
            }
            let budget_nodes = nodes_end - self.nodes();
            match self.engines.advance(&self.cube.puzzle, Some(u128::MAX), budget_nodes, stop)? {
                Step::Solution if self.solutions() == u128::MAX => return Err(CountOverflow.into()),
                Step::Solution if self.engines.steps() < steps_end => {}
                Step::Solution | Step::Paused => return Ok(Progress::Paused),
                Step::Exhausted => self.is_ended = true,
            }
        }
        Ok(Progress::Ended(StopReason::Complete))
    }

    /// Number of solutions counted.
    pub fn solutions(&self) -> u128 {
        self.engines.solutions()
    }

    /// Whether CDCL continues the search, whose work a [split](Self::split) would drop.
    pub fn is_learning(&self) -> bool {
        self.engines.is_learning()
    }

    /// Number of nodes visited.
    pub fn nodes(&self) -> u64 {
        self.engines.work().nodes
    }

    /// Weight of the part that a [split](Self::split) would count as searched.
    pub fn searched(&self) -> u128 {
        if self.is_ended { self.cube.weight } else { self.engines.searched(self.cube.weight) }
    }

    /// Returns what was counted and what is left. Only [`restart`](Self::restart) is useful afterwards.
    ///
    /// If CDCL has taken part and has not ended the count, its work is dropped, and the split is the one of the backtracking
    /// before.
    pub fn split(&self) -> Split<Restriction> {
        if self.is_ended {
            return Split::new(self.solutions(), self.cube.weight, Rest::default());
        }
        self.engines.split(self.cube.weight)
    }
}
