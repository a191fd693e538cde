//! Search effort as a measure of difficulty: the guesses of a plain search.

use std::mem;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::unstable::NodeState;
use quadrille_exact_cover::{Progress, ResumableSearch, StopReason};

use super::slice::Slice;
use crate::model::{Cell, Conflict, Digit, Grid, InvalidSolution, Puzzle, Solution};
use crate::solver::{SolverError, Verdict};

/// Number of solutions after which the search ends: the puzzle has several.
const SOLUTIONS_MAX: usize = 2;

/// Memberships of cells in houses that are scanned in the time of a step, see [`Slice`].
const MEMBERS_PER_STEP: usize = 16;

/// Effort of a plain search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GuessAnswer {
    /// Number of guesses; `None` unless the puzzle has exactly one solution, and the search is complete.
    pub guesses: Option<u64>,
    /// Verdict on the puzzle.
    pub verdict: Verdict,
    /// Digits that the clues have more than once in a house.
    pub conflicts: Vec<Conflict>,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Number of nodes visited, the root included.
    pub nodes: u64,
}

/// Counts the guesses of a plain search: backtracking with naked and hidden singles, in the cell with the fewest candidates (MRV).
///
/// - Naked and hidden singles are placed until there are none. A cell that is the only place of two digits is a dead end. Nothing else is
///   deduced.
/// - In the first of the cells with the fewest candidates, row by row, all candidates are tried, the smallest first. A *guess* is a trial
///   while the cell has further candidates; the last one is forced.
/// - The search ends when the whole tree is visited, or with the second solution.
///
/// For a puzzle with one solution, the guesses are as many as the dead ends, and the order of the digits does not matter. Puzzles that
/// singles solve take none.
///
/// # Examples
/// ```
/// use quadrille_sudoku::{Puzzle, analysis::GuessSearch, run_to_end};
///
/// let puzzle: Puzzle =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let answer = run_to_end(GuessSearch::new(puzzle))?;
/// assert!(answer.guesses > Some(20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GuessSearch {
    puzzle: Puzzle,
    /// Candidates of each cell, as bits: one bit for a cell with a digit. Empty before the first node.
    candidates: Vec<u64>,
    /// Cells with a digit that their peers may still have.
    placed: Vec<Cell>,
    levels: Vec<OpenGuess>,
    solutions: Vec<Solution>,
    guesses: u64,
    nodes: u64,
    steps: u64,
    is_ended: bool,
}

/// A cell with candidates that were not tried.
#[derive(Clone, Debug)]
struct OpenGuess {
    cell: Cell,
    untried: u64,
    /// Candidates of all cells before the trials.
    before: Vec<u64>,
}

impl GuessSearch {
    /// Prepares the search of a puzzle. Constraints are tested on full grids alone: a grid that does not meet them is a dead end.
    pub fn new(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            candidates: Vec::new(),
            placed: Vec::new(),
            levels: Vec::new(),
            solutions: Vec::new(),
            guesses: 0,
            nodes: 0,
            steps: 0,
            is_ended: false,
        }
    }

    /// Visits the next node of the tree.
    fn visit(&mut self) -> Result<(), SolverError> {
        if self.nodes == 0 {
            self.begin();
        } else {
            self.try_next();
        }
        self.nodes += 1;
        match self.place_singles() {
            NodeState::Dead => {}
            NodeState::Open => self.open_level(),
            NodeState::Solved => {
                let digits =
                    self.candidates.iter().map(|bits| Digit::new(bits.trailing_zeros() as usize + 1));
                let grid = Grid::from_cells(digits.collect());
                match grid.map(|grid| Solution::certify(&self.puzzle, grid)).transpose() {
                    Err(InvalidSolution::Constraint(_)) => {}
                    found => self.solutions.extend(found?),
                }
            }
        }
        self.is_ended = self.levels.is_empty() || self.solutions.len() == SOLUTIONS_MAX;
        Ok(())
    }

    /// Notes the candidates that no clue excludes.
    fn begin(&mut self) {
        let layout = self.puzzle.rules().layout();
        let mut given = vec![0; layout.house_count()];
        self.puzzle.given_digits(&mut given);
        let open_candidates = self.puzzle.open_candidates(&given);
        let clues = self.puzzle.clues();
        let candidates =
            |cell| clues.digit(cell).map_or_else(|| open_candidates(cell), |digit| 1 << digit.index());
        self.candidates = layout.cells().map(candidates).collect();
        self.placed = layout.cells().filter(|cell| self.candidates[cell.index()].count_ones() == 1).collect();
    }

    /// Opens a level for the first cell with the fewest candidates.
    fn open_level(&mut self) {
        let layout = self.puzzle.rules().layout();
        let open = layout.cells().filter(|cell| self.candidates[cell.index()].count_ones() > 1);
        if let Some(cell) = open.min_by_key(|cell| self.candidates[cell.index()].count_ones()) {
            let before = self.candidates.clone();
            self.levels.push(OpenGuess { cell, untried: before[cell.index()], before });
        }
    }

    /// Places the next untried digit of the last level, and closes the level if it is the last digit.
    fn try_next(&mut self) {
        let Some(level) = self.levels.last_mut() else { return };
        let (cell, digit) = (level.cell, level.untried & level.untried.wrapping_neg());
        level.untried &= !digit;
        if level.untried == 0 {
            mem::swap(&mut self.candidates, &mut level.before);
            self.levels.pop();
        } else {
            self.candidates.copy_from_slice(&level.before);
            self.guesses += 1;
        }
        self.candidates[cell.index()] = digit;
        self.placed.clear();
        self.placed.push(cell);
    }

    /// Places naked and hidden singles until there are none, or a contradiction shows.
    fn place_singles(&mut self) -> NodeState {
        let rules = self.puzzle.rules().clone();
        let (layout, all) = (rules.layout(), rules.digits().bits());
        if self.candidates.contains(&0) {
            return NodeState::Dead;
        }
        loop {
            while let Some(cell) = self.placed.pop() {
                let digit = self.candidates[cell.index()];
                for house in layout.houses_of(cell) {
                    for &peer in layout.cells_of(house).iter().filter(|&&peer| peer != cell) {
                        let candidates = &mut self.candidates[peer.index()];
                        if *candidates & digit == 0 {
                            continue;
                        }
                        *candidates &= !digit;
                        match candidates.count_ones() {
                            0 => return NodeState::Dead,
                            1 => self.placed.push(peer),
                            _ => {}
                        }
                    }
                }
            }
            self.steps += 1 + (layout.member_count() / MEMBERS_PER_STEP) as u64;
            for house in (0..layout.house_count()).filter(|&house| rules.is_exact(house)) {
                let cells = layout.cells_of(house);
                let (mut once, mut twice) = (0, 0);
                for cell in cells {
                    let candidates = self.candidates[cell.index()];
                    twice |= once & candidates;
                    once |= candidates;
                }
                if once != all {
                    return NodeState::Dead;
                }
                for &cell in cells {
                    let candidates = &mut self.candidates[cell.index()];
                    let hidden = *candidates & !twice;
                    if hidden.count_ones() > 1 {
                        // Several digits have their only place here.
                        return NodeState::Dead;
                    }
                    if hidden != 0 && *candidates != hidden {
                        *candidates = hidden;
                        self.placed.push(cell);
                    }
                }
            }
            if self.placed.is_empty() {
                let is_solved = self.candidates.iter().all(|candidates| candidates.count_ones() == 1);
                return if is_solved { NodeState::Solved } else { NodeState::Open };
            }
        }
    }
}

/// Each node is visited whole: it takes up to some tenths of a millisecond for the largest puzzles.
impl ResumableSearch for GuessSearch {
    type Answer = GuessAnswer;
    type Error = SolverError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        let slice = Slice::new(self.nodes, self.steps, budget_nodes, stop);
        while !self.is_ended {
            if slice.nodes_left(self.nodes, self.steps) == 0 {
                return Ok(Progress::Paused);
            }
            self.visit()?;
        }
        Ok(Progress::Ended(StopReason::Complete))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.is_ended.then_some(StopReason::Complete)
    }

    fn answer(&mut self) -> GuessAnswer {
        let verdict = Verdict::of(self.solutions.iter().cloned(), self.is_ended);
        let is_unique = matches!(verdict, Verdict::Unique(_));
        GuessAnswer {
            guesses: is_unique.then_some(self.guesses),
            verdict,
            conflicts: self.puzzle.conflicts(),
            stop_reason: self.stop_reason().unwrap_or(StopReason::Interrupted),
            nodes: self.nodes,
        }
    }
}
