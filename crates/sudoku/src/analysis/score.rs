//! A grid that a model or a person predicts, compared with the solution.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{Progress, ResumableSearch, StopReason};

use crate::model::{Grid, Puzzle, Solution};
use crate::solver::{Solver, SolverError, Verdict};

/// Two solutions: then the cells of neither are right.
const SOLUTIONS_MAX: NonZeroU64 = NonZeroU64::MIN.saturating_add(1);

/// Score of a predicted grid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScoreAnswer {
    /// Whether there is a grid with as many cells as the puzzle.
    pub is_readable: bool,
    /// Whether the grid is complete and obeys the rules, whatever the clues.
    pub is_valid: bool,
    /// Whether the grid has all clues, and allowed digits alone in the other cells that it fills.
    pub is_consistent: bool,
    /// Whether the grid is a solution.
    pub is_solved: bool,
    /// Number of cells without a clue that have the digit of the solution: all if the grid is a solution, none if there is no grid.
    /// `None` if the puzzle has no or several solutions and none was given, or if the search was stopped.
    pub right: Option<usize>,
    /// Number of cells without a clue.
    pub open: usize,
    /// Why the search for the solution ended.
    pub stop_reason: StopReason,
    /// Number of nodes visited.
    pub nodes: u64,
}

/// Scores a predicted grid. Searches for the solution only if the grid is no solution, and none is given.
#[derive(Clone, Debug)]
pub struct ScoreSearch {
    puzzle: Puzzle,
    prediction: Option<Grid>,
    /// The solution with which cells are compared, once it is known.
    solution: Option<Solution>,
    is_solved: bool,
    is_ended: bool,
    solver: Option<Solver>,
}

impl ScoreSearch {
    /// Prepares the score of a prediction, which may be missing. `solution` is a solution of the puzzle, if one is known.
    pub fn new(puzzle: Puzzle, prediction: Option<Grid>, solution: Option<Solution>) -> Self {
        let mut search = Self {
            puzzle,
            prediction: None,
            solution: None,
            is_solved: false,
            is_ended: false,
            solver: None,
        };
        search.begin(prediction, solution);
        search
    }

    /// As [`new`](Self::new), with the memory of the last search.
    pub fn restart(&mut self, puzzle: Puzzle, prediction: Option<Grid>, solution: Option<Solution>) {
        self.puzzle = puzzle;
        self.begin(prediction, solution);
    }

    fn begin(&mut self, prediction: Option<Grid>, solution: Option<Solution>) {
        let cells = self.puzzle.clues().cells().len();
        self.prediction = prediction.filter(|grid| grid.cells().len() == cells);
        self.solution = solution;
        let is_solution = |grid: &Grid| Solution::certify(&self.puzzle, grid.clone()).is_ok();
        self.is_solved = self.prediction.as_ref().is_some_and(is_solution);
        self.is_ended = self.is_solved || self.prediction.is_none() || self.solution.is_some();
        if self.is_ended {
            return;
        }
        match &mut self.solver {
            Some(solver) => solver.restart(self.puzzle.clone(), SOLUTIONS_MAX),
            None => self.solver = Some(Solver::new(self.puzzle.clone(), SOLUTIONS_MAX)),
        }
    }

    /// Whether the prediction has all clues, and allowed digits alone.
    fn is_consistent(&self, prediction: &Grid) -> bool {
        let mut cells = prediction.cells().iter().zip(self.puzzle.clues().cells());
        let has_clues = cells.all(|(digit, clue)| clue.is_none() || digit == clue);
        let has_candidates = self.puzzle.given_candidates().is_none_or(|candidates| {
            let mut filled = prediction.filled();
            filled.all(|(cell, digit)| candidates.get(cell.index()).is_some_and(|set| set.contains(digit)))
        });
        has_clues && has_candidates
    }

    /// Whether the prediction is complete and obeys the rules.
    fn is_valid(&self, prediction: &Grid) -> bool {
        let empty = Puzzle::empty(self.puzzle.rules().clone());
        self.is_solved || Solution::certify(&empty, prediction.clone()).is_ok()
    }

    /// Number of cells without a clue in which the prediction has the digit of the solution.
    fn right(&self, prediction: &Grid, solution: &Solution) -> usize {
        let cells = self.puzzle.clues().cells().iter().zip(prediction.cells()).zip(solution.grid().cells());
        cells.filter(|((clue, predicted), digit)| clue.is_none() && predicted == digit).count()
    }
}

impl ResumableSearch for ScoreSearch {
    type Answer = ScoreAnswer;
    type Error = SolverError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        if !self.is_ended
            && let Some(solver) = &mut self.solver
        {
            let Progress::Ended(_) = solver.advance(budget_nodes, stop)? else { return Ok(Progress::Paused) };
            if let Verdict::Unique(solution) = solver.answer_without_stats().verdict {
                self.solution = Some(solution);
            }
        }
        self.is_ended = true;
        Ok(Progress::Ended(StopReason::Complete))
    }

    fn nodes(&self) -> u64 {
        self.solver.as_ref().map_or(0, Solver::nodes)
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.is_ended.then_some(StopReason::Complete)
    }

    fn answer(&mut self) -> ScoreAnswer {
        let open = self.puzzle.clues().cells().iter().filter(|clue| clue.is_none()).count();
        let prediction = self.prediction.as_ref();
        let right = match (prediction, &self.solution) {
            (None, _) => Some(0),
            (Some(_), _) if self.is_solved => Some(open),
            (Some(prediction), Some(solution)) => Some(self.right(prediction, solution)),
            (Some(_), None) => None,
        };
        ScoreAnswer {
            is_readable: prediction.is_some(),
            is_valid: prediction.is_some_and(|prediction| self.is_valid(prediction)),
            is_consistent: prediction.is_some_and(|prediction| self.is_consistent(prediction)),
            is_solved: self.is_solved,
            right,
            open,
            stop_reason: self.stop_reason().unwrap_or(StopReason::Interrupted),
            nodes: self.nodes(),
        }
    }
}
