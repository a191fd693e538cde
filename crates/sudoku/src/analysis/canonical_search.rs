//! Canonical forms of a puzzle and of its solution.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_exact_cover::{Progress, ResumableSearch, StopReason};

use super::canonical::{CanonicalForm, CanonicalFormSearch};
use crate::model::{BoxShape, Conflict, Grid, Puzzle, Rules};
use crate::solver::{Solver, SolverError, Verdict};

/// Canonical forms of a puzzle and of its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    puzzle: Option<CanonicalForm>,
    solution: Option<CanonicalForm>,
    phase: CanonicalPhase,
    verdict: Verdict,
    /// Shape of the boxes; `None` without canonical forms.
    shape: Option<BoxShape>,
    solver: Solver,
    conflicts: Vec<Conflict>,
    stop_reason: Option<StopReason>,
}

/// What the search does now.
#[derive(Clone, Debug)]
enum CanonicalPhase {
    /// Has not begun.
    New,
    /// Finds the canonical form of the clues.
    Clues(Box<CanonicalFormSearch>),
    /// Solves the puzzle.
    Solve,
    /// Finds the canonical form of the unique solution.
    Solution(Box<CanonicalFormSearch>),
    /// Has ended.
    Done,
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
            phase: CanonicalPhase::New,
            verdict: Verdict::Unknown,
            shape: shape(&puzzle),
            conflicts: puzzle.conflicts(),
            solver: Solver::new(puzzle, NonZeroU64::MIN.saturating_add(1)),
            stop_reason: None,
        }
    }

    /// The search for the canonical form of a grid; `None` if it has none.
    fn form_of(&self, grid: &Grid) -> Option<Box<CanonicalFormSearch>> {
        CanonicalFormSearch::new(grid, self.shape?).map(Box::new)
    }
}

impl ResumableSearch for CanonicalSearch {
    type Answer = CanonicalAnswer;
    type Error = SolverError;

    /// The first calls find the canonical form of the clues and visit no node: one call for most puzzles, some hundreds for
    /// clues that many symmetries leave as they are.
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        if let Some(stop_reason) = self.stop_reason {
            return Ok(Progress::Ended(stop_reason));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Progress::Paused);
        }
        if let CanonicalPhase::New = self.phase {
            self.phase = self
                .form_of(self.solver.puzzle().clues())
                .map_or(CanonicalPhase::Solve, CanonicalPhase::Clues);
        }
        if let CanonicalPhase::Clues(search) = &mut self.phase {
            if !search.advance() {
                return Ok(Progress::Paused);
            }
            self.puzzle = search.form().cloned();
            self.phase = CanonicalPhase::Solve;
        }
        if let CanonicalPhase::Solve = self.phase {
            let Progress::Ended(_) = self.solver.advance(budget_nodes, stop)? else {
                return Ok(Progress::Paused);
            };
            self.verdict = self.solver.answer_without_stats().verdict;
            self.phase = match &self.verdict {
                Verdict::Unique(solution) => {
                    self.form_of(solution.grid()).map_or(CanonicalPhase::Done, CanonicalPhase::Solution)
                }
                _ => CanonicalPhase::Done,
            };
        }
        if let CanonicalPhase::Solution(search) = &mut self.phase {
            if !search.advance() {
                return Ok(Progress::Paused);
            }
            self.solution = search.form().cloned();
            self.phase = CanonicalPhase::Done;
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

    fn answer(&mut self) -> CanonicalAnswer {
        CanonicalAnswer {
            puzzle: self.puzzle.clone(),
            solution: self.solution.clone(),
            verdict: self.verdict.clone(),
            conflicts: self.conflicts.clone(),
            stop_reason: self.stop_reason.unwrap_or(StopReason::Interrupted),
            nodes: self.nodes(),
        }
    }
}

/// Shape of the boxes of a puzzle with canonical forms.
fn shape(puzzle: &Puzzle) -> Option<BoxShape> {
    let (rules, size) = (puzzle.rules(), puzzle.clues().square_size()?);
    let shape = rules.box_shape().filter(|&shape| CanonicalForm::exists_for(size, shape))?;
    let is_plain = puzzle.given_candidates().is_none() && Rules::plain(size, shape).as_ref() == Ok(rules);
    is_plain.then_some(shape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Digit;

    #[test]
    fn form_of_clues_with_many_symmetries_takes_many_calls() {
        let shape = BoxShape { width: 7, height: 1 };
        let cells = (1..=49).map(|cell| Digit::new(cell).filter(|_| cell <= 7)).collect();
        let clues = Grid::from_cells(cells).expect("a square");
        let rules = Rules::plain(7, shape).expect("a Latin square");
        let mut search = CanonicalSearch::new(Puzzle::new(rules, clues.clone()).expect("fits"));
        let mut calls = 0;
        while search.answer().puzzle.is_none() {
            let progress = search.advance(0, &AtomicBool::new(false)).expect("no engine bug");
            assert_eq!(progress, Progress::Paused);
            assert_eq!(search.nodes(), 0);
            calls += 1;
        }
        assert!(calls > 10, "{calls} calls");
        assert_eq!(search.answer().puzzle, CanonicalForm::new(&clues, shape));
    }
}
