//! Searches for solutions of a puzzle without one of its constraints.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{NextSolution, ResumableSearch, SolutionSearch};

use super::slice::Slice;
use crate::model::{Puzzle, Solution};
use crate::solver::{Solver, SolverError};

/// Finds out of one constraint after the other whether the puzzle has further solutions without it.
#[derive(Clone, Debug)]
pub(super) struct ConstraintAlternative {
    /// The puzzle with all of its constraints.
    whole: Puzzle,
    /// Indices of the constraints that were not removed, in ascending order.
    kept: Vec<usize>,
    /// Search for the solutions without a constraint; `None` between two constraints.
    solver: Option<Box<Solver>>,
    /// Nodes and steps of the searches that have ended, with the work of making rules for all searches.
    earlier: (u64, u64),
}

impl ConstraintAlternative {
    /// Prepares for a puzzle.
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let kept = (0..puzzle.rules().constraints().len()).collect();
        Self { whole: puzzle.clone(), kept, solver: None, earlier: (0, 0) }
    }

    /// Indices of the constraints that were not removed, in ascending order.
    pub(super) fn kept(&self) -> &[usize] {
        &self.kept
    }

    /// The puzzle with the constraints that were not removed.
    pub(super) fn puzzle(&self) -> Puzzle {
        self.without(None)
    }

    fn without(&self, removed: Option<usize>) -> Puzzle {
        let constraints = self.whole.rules().constraints();
        let kept = self.kept.iter().filter(|&&index| Some(index) != removed);
        let kept = kept.filter_map(|&index| constraints.get(index).cloned()).collect();
        // Fewer constraints than the rules have are never too many.
        self.whole.with_some_constraints(kept).unwrap_or_else(|_| self.whole.clone())
    }

    /// Removes a constraint for good.
    pub(super) fn remove(&mut self, index: usize) {
        self.kept.retain(|&kept| kept != index);
    }

    /// Continues the search for a solution that violates this constraint and meets the others. Returns whether there is one; `None` if
    /// the slice ends before that is known.
    ///
    /// # Errors
    /// As [`Solver::next`].
    pub(super) fn advance(&mut self, index: usize, slice: &Slice<'_>) -> Result<Option<bool>, SolverError> {
        if self.solver.is_none() {
            if slice.nodes_left(self.nodes(), self.steps()) == 0 {
                return Ok(None);
            }
            let puzzle = self.without(Some(index));
            self.earlier.1 += puzzle.rules().compilation_work();
            self.solver = Some(Box::new(Solver::new(puzzle, NonZeroU64::MAX)));
        }
        loop {
            let nodes_left = slice.nodes_left(self.nodes(), self.steps());
            let Some(solver) = self.solver.as_mut().filter(|_| nodes_left > 0) else { return Ok(None) };
            let has_another = match solver.next(nodes_left, slice.stop())? {
                NextSolution::Paused => return Ok(None),
                NextSolution::Ended(_) => false,
                NextSolution::Found => {
                    let solution = solver.solution()?;
                    if Solution::certify(&self.whole, solution.into_grid()).is_ok() {
                        continue;
                    }
                    true
                }
            };
            self.earlier = (self.nodes(), self.steps());
            self.solver = None;
            return Ok(Some(has_another));
        }
    }

    /// Begins a call with these bounds.
    pub(super) fn slice<'a>(&self, budget_nodes: u64, stop: &'a AtomicBool) -> Slice<'a> {
        Slice::new(self.nodes(), self.steps(), budget_nodes, stop)
    }

    /// Number of nodes visited by all searches.
    pub(super) fn nodes(&self) -> u64 {
        self.earlier.0 + self.solver.as_ref().map_or(0, |solver| solver.nodes())
    }

    /// Number of steps of all searches.
    fn steps(&self) -> u64 {
        self.earlier.1 + self.solver.as_ref().map_or(0, |solver| solver.steps())
    }
}
