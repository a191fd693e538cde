//! Canonical forms of a puzzle and of its solution.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

use super::canonical::CanonicalForm;
use super::resumable_search::ResumableSearch;
use crate::exact_cover::{Progress, StopReason};
use crate::sudoku::model::{BoxShape, Conflict, Grid, Puzzle, Rules};
use crate::sudoku::solver::{Solver, SolverError, Verdict};

/// Canonical forms of a puzzle and of its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalAnswer {
    /// Canonical form of the clues; `None` if a row or column has a digit twice, or if the search was stopped before.
    pub puzzle: Option<CanonicalForm>,
    /// Canonical form of the unique solution; `None` if there is none, or several.
    pub solution: Option<CanonicalForm>,
    /// Verdict on the puzzle.
    pub verdict: Verdict,
    /// Digits given more than once in a house.
    pub conflicts: Vec<Conflict>,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Number of nodes visited.
    pub nodes: u64,
}

/// Finds the canonical form of a puzzle, solves it, and finds the canonical form of its unique solution.
///
/// Finds no form of a puzzle that is not [supported](Self::supports).
#[derive(Clone, Debug)]
pub struct CanonicalSearch {
    /// Canonical form of the clues; `None` before the first call.
    puzzle: Option<Option<CanonicalForm>>,
    solution: Option<CanonicalForm>,
    verdict: Verdict,
    /// Shape of the boxes; `None` without canonical forms.
    shape: Option<BoxShape>,
    solver: Solver,
    conflicts: Vec<Conflict>,
    stop_reason: Option<StopReason>,
}

impl CanonicalSearch {
    /// Whether puzzles like this one have canonical forms: plain grids of up to nine rows, or seven if the boxes are lines,
    /// whose cells allow all digits.
    pub fn supports(puzzle: &Puzzle) -> bool {
        shape(puzzle).is_some()
    }

    /// Creates a search.
    pub fn new(puzzle: Puzzle) -> Self {
        Self {
            puzzle: None,
            solution: None,
            verdict: Verdict::Unknown,
            shape: shape(&puzzle),
            conflicts: puzzle.conflicts(),
            solver: Solver::new(puzzle, NonZeroU64::MIN.saturating_add(1)),
            stop_reason: None,
        }
    }

    fn form(&self, grid: &Grid) -> Option<CanonicalForm> {
        CanonicalForm::new(grid, self.shape?)
    }
}

impl ResumableSearch for CanonicalSearch {
    type Answer = CanonicalAnswer;

    /// The first call finds the canonical form of the clues and visits no node. That takes microseconds, or, for clues that
    /// many symmetries leave as they are, up to a tenth of a second.
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        if let Some(stop_reason) = self.stop_reason {
            return Ok(Progress::Ended(stop_reason));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Progress::Paused);
        }
        if self.puzzle.is_none() {
            self.puzzle = Some(self.form(self.solver.puzzle().clues()));
        }
        let Progress::Ended(stop_reason) = self.solver.advance(budget_nodes, stop)? else {
            return Ok(Progress::Paused);
        };
        self.verdict = self.solver.answer_without_stats(stop_reason).verdict;
        if let Verdict::Unique(solution) = &self.verdict {
            self.solution = self.form(solution.grid());
        }
        self.stop_reason = Some(StopReason::Complete);
        Ok(Progress::Ended(StopReason::Complete))
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    fn answer(&mut self, interruption: StopReason) -> CanonicalAnswer {
        CanonicalAnswer {
            puzzle: self.puzzle.clone().flatten(),
            solution: self.solution.clone(),
            verdict: self.verdict.clone(),
            conflicts: self.conflicts.clone(),
            stop_reason: self.stop_reason.unwrap_or(interruption),
            nodes: self.nodes(),
        }
    }
}

/// Shape of the boxes of a puzzle with canonical forms.
fn shape(puzzle: &Puzzle) -> Option<BoxShape> {
    let (rules, size) = (puzzle.rules(), puzzle.clues().square_size()?);
    let shape = rules.box_shape().filter(|&shape| CanonicalForm::exists_for(size, shape))?;
    let is_plain = puzzle.candidates().is_none() && Rules::plain(size, shape).as_ref() == Ok(rules);
    is_plain.then_some(shape)
}
