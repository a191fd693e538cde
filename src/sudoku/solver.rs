//! From a puzzle to its answer, in steps that can be interrupted.

use std::mem;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

use super::answer::{Answer, Stats, StopReason, Verdict};
use super::engine::Work;
use super::engine_set::{EngineSet, Reduction};
use super::grid::Grid;
use super::puzzle::{Conflict, Puzzle};
use super::solution::{InvalidSolution, Solution};
use crate::exact_cover::{ProblemError, SLICE_STEPS, Step};

/// How many solutions are kept: two prove that there is more than one.
const WITNESSES_MAX: usize = 2;

/// How far [`Solver::advance`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is more to do.
    Paused,
    /// The search is over: every solution was found, or as many as were asked for.
    Ended(StopReason),
}

/// How far [`Solver::next_solution`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextSolution {
    /// There is more to do.
    Paused,
    /// A solution, which [`Solver::solution`] reads until the solver goes on.
    Solution,
    /// The search is over: every solution was told, or as many as were asked for.
    Ended(StopReason),
}

/// Counts the solutions of a puzzle up to a limit, and keeps the first two; or tells them one by one.
///
/// A solver owns everything it needs, so that it may be moved between threads between two steps, and can be given
/// one puzzle after another: what it has taken of memory serves the next.
#[derive(Clone, Debug)]
pub struct Solver {
    puzzle: Puzzle,
    conflicts: Vec<Conflict>,
    engine: EngineSet,
    limit: NonZeroU64,
    witnesses: Vec<Solution>,
    /// Grids that are of no use but for their memory.
    spare: Vec<Grid>,
    stop_reason: Option<StopReason>,
}

/// A bug in the engine, noticed before it could leave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The search offered a grid that is no solution.
    #[error("the search offered a grid that is no solution: {0}")]
    InvalidSolution(#[from] InvalidSolution),
    /// The puzzle could not be stated as an exact cover problem.
    #[error("the puzzle could not be stated as an exact cover problem: {0}")]
    Problem(#[from] ProblemError),
}

impl Solver {
    /// A solver that is to find up to `limit` solutions. Only conflicts between clues are looked for before the first
    /// step.
    pub fn new(puzzle: Puzzle, limit: NonZeroU64) -> Self {
        let conflicts = puzzle.conflicts();
        let mut spare = Vec::with_capacity(WITNESSES_MAX);
        spare.resize_with(WITNESSES_MAX, || puzzle.clues().clone());
        Self {
            stop_reason: (!conflicts.is_empty()).then_some(StopReason::Complete),
            puzzle,
            conflicts,
            engine: EngineSet::new(),
            limit,
            witnesses: Vec::with_capacity(WITNESSES_MAX),
            spare,
        }
    }

    /// Turns to another puzzle, as a [`new`](Self::new) solver would. From the second puzzle of a size on, solving takes no
    /// memory, but for what a search that learns remembers more than ever before, and for conflicts that are named.
    pub fn restart(&mut self, puzzle: Puzzle, limit: NonZeroU64) {
        self.conflicts = puzzle.conflicts();
        self.stop_reason = (!self.conflicts.is_empty()).then_some(StopReason::Complete);
        self.puzzle = puzzle;
        self.engine.restart();
        self.limit = limit;
        self.spare.extend(self.witnesses.drain(..).map(Solution::into_grid));
        // All of them become as large as this puzzle needs, though it may not fill them.
        for grid in &mut self.spare {
            grid.copy_from(self.puzzle.clues());
        }
    }

    /// Visits up to `budget_nodes` further nodes, and fewer where `stop` is raised or a slice of work (twice
    /// [`SLICE_STEPS`] at most) is done. Drawing the rules, building the links and handing over to the search that learns
    /// are on top of that: each takes some milliseconds for the largest puzzles, and looks at no flag.
    ///
    /// # Errors
    /// [`SolverError`] for a bug in the engine; the solver must not be used further.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        if let Some(stop_reason) = self.stop_reason {
            return Ok(Progress::Ended(stop_reason));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Progress::Paused);
        }
        let nodes_end = self.nodes().saturating_add(budget_nodes);
        let steps_end = self.engine.work().steps + SLICE_STEPS;
        let stop_reason = loop {
            // Who has seen two need not see more.
            let count_limit = (self.witnesses.len() == WITNESSES_MAX).then_some(self.limit.get());
            let budget_nodes = nodes_end - self.nodes();
            match self.engine.advance(&self.puzzle, count_limit, budget_nodes, stop)? {
                Step::Paused => return Ok(Progress::Paused),
                Step::Exhausted => break StopReason::Complete,
                Step::Solution => self.keep_witness()?,
            }
            if self.count() == self.limit.get() {
                break self.reason_at_limit();
            }
            if self.engine.work().steps >= steps_end {
                return Ok(Progress::Paused);
            }
        };
        self.stop_reason = Some(stop_reason);
        Ok(Progress::Ended(stop_reason))
    }

    /// Goes on to the next solution, within the bounds of [`advance`](Self::advance), with which it must not be mixed:
    /// here every solution is told, up to the limit, and none is kept.
    ///
    /// # Errors
    /// As [`advance`](Self::advance).
    pub fn next_solution(
        &mut self,
        budget_nodes: u64,
        stop: &AtomicBool,
    ) -> Result<NextSolution, SolverError> {
        if let Some(stop_reason) = self.stop_reason {
            return Ok(NextSolution::Ended(stop_reason));
        }
        let stop_reason = if self.count() == self.limit.get() {
            self.reason_at_limit()
        } else if stop.load(Ordering::Relaxed) {
            return Ok(NextSolution::Paused);
        } else {
            match self.engine.advance(&self.puzzle, None, budget_nodes, stop)? {
                Step::Paused => return Ok(NextSolution::Paused),
                Step::Solution => return Ok(NextSolution::Solution),
                Step::Exhausted => StopReason::Complete,
            }
        };
        self.stop_reason = Some(stop_reason);
        Ok(NextSolution::Ended(stop_reason))
    }

    /// Why the search stops at the limit. With limit 1, a search that has nothing left to try is complete, so that the
    /// solution is proved unique at no cost. Higher limits leave the verdict as it is.
    fn reason_at_limit(&mut self) -> StopReason {
        if self.limit == NonZeroU64::MIN && self.engine.is_exhausted(&self.puzzle) {
            StopReason::Complete
        } else {
            StopReason::SolutionLimit
        }
    }

    /// The solution that [`next_solution`](Self::next_solution) has just found.
    ///
    /// # Errors
    /// [`SolverError`] where the search offers a grid that is none: a bug in the engine.
    pub fn solution(&self) -> Result<Solution, SolverError> {
        let mut grid = self.puzzle.clues().clone();
        self.engine.read(&mut grid);
        Ok(Solution::certify(&self.puzzle, grid)?)
    }

    /// Certifies the solution that the engine has reached, if it is one of the first, and keeps it.
    fn keep_witness(&mut self) -> Result<(), InvalidSolution> {
        if self.witnesses.len() < WITNESSES_MAX {
            // There are as many as witnesses.
            let mut grid = self.spare.pop().unwrap_or_else(|| self.puzzle.clues().clone());
            self.engine.read(&mut grid);
            self.witnesses.push(Solution::certify(&self.puzzle, grid)?);
        }
        Ok(())
    }

    /// Solutions found so far.
    pub fn count(&self) -> u64 {
        self.engine.solutions()
    }

    /// The size of the puzzle.
    pub fn size(&self) -> usize {
        self.puzzle.clues().size()
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.engine.work().nodes
    }

    /// Why the search is over, if it is. A puzzle with conflicts is settled without a search.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    /// The work done so far.
    pub fn stats(&self) -> Stats {
        let Reduction { placements, eliminations, items, options } = self.engine.reduction(&self.puzzle);
        let Work { nodes, updates, .. } = self.engine.work();
        Stats {
            clues: self.puzzle.clues().filled().count(),
            placements,
            eliminations,
            items,
            options,
            nodes,
            updates,
        }
    }

    /// What is known now, taken out of the solver, which is of use only for another puzzle then. `interruption` says why
    /// it is not advanced further, where it has not ended by itself.
    pub fn answer(&mut self, interruption: StopReason) -> Answer {
        let stats = Some(self.stats());
        Answer { stats, ..self.answer_without_stats(interruption) }
    }

    /// As [`answer`](Self::answer), without the work done: to count that takes as long as the easiest puzzles do.
    pub fn answer_without_stats(&mut self, interruption: StopReason) -> Answer {
        let stop_reason = self.stop_reason.unwrap_or(interruption);
        let count = self.count();
        let complete = stop_reason == StopReason::Complete;
        let mut witnesses = self.witnesses.drain(..);
        let verdict = match (witnesses.next(), witnesses.next()) {
            (Some(first), Some(second)) => Verdict::Multiple([first, second]),
            (Some(only), None) if complete => Verdict::Unique(only),
            (Some(first), None) => Verdict::Solvable(first),
            (None, _) if complete => Verdict::None,
            (None, _) => Verdict::Unknown,
        };
        drop(witnesses);
        Answer { verdict, count, stop_reason, conflicts: mem::take(&mut self.conflicts), stats: None }
    }

    /// Takes back the memory of an answer that is no longer needed.
    pub fn recycle(&mut self, answer: Answer) {
        let room = WITNESSES_MAX.saturating_sub(self.spare.len());
        self.spare.extend(answer.verdict.into_witnesses().take(room).map(Solution::into_grid));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::geometry::{BoxShape, Geometry};

    #[test]
    fn a_step_is_a_slice_of_work_also_where_solutions_come_fast() {
        for (size, limit) in [(9, 50_000), (12, 20_000), (16, 5_000), (25, 5_000)] {
            let geometry = Geometry::new(size, BoxShape::usual(size)).expect("a size");
            let clues = Grid::from_cells(vec![None; size * size]).expect("a square");
            let puzzle = Puzzle::new(geometry, clues).expect("fits");
            let mut solver = Solver::new(puzzle, NonZeroU64::new(limit).expect("positive"));
            let mut pauses = 0;
            loop {
                let before = solver.engine.work().steps;
                let progress = solver.advance(u64::MAX, &AtomicBool::new(false)).expect("no bug");
                // Between two looks at the bound lie a node, or a dead end and all that follows from it.
                let steps = solver.engine.work().steps - before;
                assert!(
                    steps <= 2 * SLICE_STEPS + SLICE_STEPS / 8,
                    "{steps} steps of an empty grid of size {size}"
                );
                if progress != Progress::Paused {
                    break;
                }
                pauses += 1;
            }
            assert!(pauses > 3, "{pauses} pauses are too few to show it");
        }
    }
}
