//! List of the solutions of one cube, which can be split while it is paused.

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_exact_cover::unstable::{FoundSolutions, SLICE_STEPS, Step};
use quadrille_exact_cover::{Progress, StopReason};
use quadrille_exact_cover::{Rest, Split};

use crate::engines::EngineSet;
use crate::model::{PuzzleCube, Restriction, Solution};
use crate::solver::SolverError;

/// Lists the solutions of a cube, and certifies each.
///
/// Cube and visited nodes determine the [split](Self::split): pauses do not change it.
#[derive(Clone, Debug)]
pub struct PuzzleCubeList {
    cube: PuzzleCube,
    engines: EngineSet,
    found: FoundSolutions<Solution>,
    is_ended: bool,
}

impl PuzzleCubeList {
    /// Creates the list of a cube. Checks the clues for conflicts, and nothing else.
    pub fn new(cube: PuzzleCube) -> Self {
        let is_ended = cube.puzzle.first_conflict().is_some();
        Self { cube, engines: EngineSet::new(None), found: FoundSolutions::default(), is_ended }
    }

    /// Loads another cube, and reuses the memory of the engines.
    pub fn restart(&mut self, cube: PuzzleCube) {
        self.is_ended = cube.puzzle.first_conflict().is_some();
        self.cube = cube;
        self.engines.restart(None);
        self.found = FoundSolutions::default();
    }

    /// Finds solutions until there are `found_max`, and visits up to `budget_nodes` further nodes; fewer if `stop` is set or a slice
    /// ends. Bounded as [`ResumableSearch::advance`](quadrille_exact_cover::ResumableSearch::advance).
    ///
    /// # Errors
    /// [`SolverError`] for a bug in an engine; the list must not be used afterwards.
    pub fn advance(
        &mut self,
        found_max: usize,
        budget_nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Progress, SolverError> {
        let nodes_end = self.nodes().saturating_add(budget_nodes);
        let steps_end = self.engines.steps() + SLICE_STEPS;
        while !self.is_ended {
            let is_over = self.found.count() >= found_max || self.engines.steps() >= steps_end;
            if is_over || stop.load(Ordering::Relaxed) {
                return Ok(Progress::Paused);
            }
            match self.engines.advance(&self.cube.puzzle, None, nodes_end - self.nodes(), stop)? {
                Step::Solution => {
                    let mut grid = self.cube.puzzle.clues().clone();
                    self.engines.read(&mut grid);
                    let solution = Solution::certify(&self.cube.puzzle, grid)?;
                    self.found.push(solution, self.engines.is_learning());
                }
                Step::Paused => return Ok(Progress::Paused),
                Step::Exhausted => self.is_ended = true,
            }
        }
        Ok(Progress::Ended(StopReason::Complete))
    }

    /// Number of solutions found so far.
    pub fn found(&self) -> usize {
        self.found.count()
    }

    /// The first solution found.
    pub fn first(&self) -> Option<&Solution> {
        self.found.first()
    }

    /// Weight of the part that a [split](Self::split) would count as searched.
    pub fn searched(&self) -> u128 {
        if self.is_ended { self.cube.weight } else { self.engines.searched(self.cube.weight) }
    }

    /// Number of nodes visited.
    pub fn nodes(&self) -> u64 {
        self.engines.work().nodes
    }

    /// Whether CDCL continues the search, whose work a split would drop.
    pub fn is_learning(&self) -> bool {
        self.engines.is_learning()
    }

    /// Takes all solutions found so far. Those that CDCL has found may be in the rest of a split, too. Only
    /// [`split`](Self::split) is useful afterwards, for its rest, and [`restart`](Self::restart).
    pub fn take_found(&mut self) -> Vec<Solution> {
        self.found.take_searched(&Rest::default(), Restriction::allows)
    }

    /// Takes the solutions of the part that was searched, and what is left, as
    /// [`PuzzleCubeCount::split`](super::PuzzleCubeCount::split). Only [`restart`](Self::restart) is useful afterwards.
    pub fn split(&mut self) -> (Vec<Solution>, Split<Restriction>) {
        let split = if self.is_ended {
            Split::new(self.found.count() as u128, self.cube.weight, Rest::default())
        } else {
            self.engines.split(self.cube.weight)
        };
        (self.found.take_searched(&split.rest, Restriction::allows), split)
    }
}
