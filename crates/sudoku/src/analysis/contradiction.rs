//! A minimal set of clues and constraints without a solution.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{Progress, ResumableSearch, StopReason};

use super::existence::Existence;
use super::minimal::PuzzlePart;
use super::slice::Slice;
use crate::model::{Cell, Puzzle, Rules};
use crate::solver::SolverError;

/// Clues and constraints that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContradictionAnswer {
    /// Whether the puzzle has a solution; `None` if unknown.
    pub is_solvable: Option<bool>,
    /// Clues without a common solution, in ascending order; empty unless the puzzle is known to have no solution.
    pub clues: Vec<Cell>,
    /// Indices of the constraints that contradict these clues and each other, in ascending order.
    pub constraints: Vec<usize>,
    /// Whether every part of these clues and constraints has a solution.
    pub is_minimal: bool,
    /// Rules of the puzzle, which have the positions of its cells.
    pub rules: Rules,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Number of nodes visited.
    pub nodes: u64,
}

/// What the search does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContradictionPhase {
    /// Searches for a solution of the whole puzzle.
    Solve,
    /// Leaves out one part of the clues after the other.
    Shrink,
    /// Has ended.
    Done,
}

/// Finds a minimal set of clues and constraints without a solution, or of some of the clues beside all else.
///
/// Leaves out parts of them as long as no solution exists: first halves, then smaller parts, at last single ones
/// (deletion with chunks; Zeller & Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
#[derive(Clone, Debug)]
pub struct ContradictionSearch {
    /// The puzzle, without the clues that were left out, and with all constraints.
    puzzle: Puzzle,
    /// Clues and constraints that may still be left out, in ascending order.
    causes: Vec<PuzzlePart>,
    /// Whether constraints may be left out.
    has_constraint_causes: bool,
    /// Number of causes that are left out together.
    part: usize,
    /// Start of the part that is left out now.
    start: usize,
    phase: ContradictionPhase,
    is_solvable: Option<bool>,
    /// Test of the puzzles with fewer clues.
    existence: Existence,
    /// Work of making rules for the tests, in steps.
    rules_work: u64,
}

impl ContradictionSearch {
    /// Creates a search among all clues and constraints.
    pub fn new(puzzle: Puzzle) -> Self {
        let clues: Vec<Cell> = puzzle.clues().filled().map(|(cell, _)| cell).collect();
        if puzzle.rules().is_unconstrained() {
            return Self::among(puzzle, clues);
        }
        let constraints = (0..puzzle.rules().constraints().len()).map(PuzzlePart::Constraint);
        let causes: Vec<PuzzlePart> = clues.into_iter().map(PuzzlePart::Clue).chain(constraints).collect();
        Self {
            part: causes.len().div_ceil(2),
            causes,
            has_constraint_causes: true,
            start: 0,
            phase: ContradictionPhase::Solve,
            is_solvable: None,
            existence: Existence::new(puzzle.clone()),
            rules_work: 0,
            puzzle,
        }
    }

    /// Creates a search among these clues, in ascending order; all others stay.
    pub(super) fn among(mut puzzle: Puzzle, mut clues: Vec<Cell>) -> Self {
        let pair = puzzle.first_conflict();
        if let Some(pair) = pair {
            clues.iter().filter(|cell| !pair.contains(cell)).for_each(|&cell| puzzle.remove_clue(cell));
            clues.retain(|cell| pair.contains(cell));
        }
        // Plain rules without candidates allow each clue alone: both clues of the pair are needed.
        let is_pair_alone = puzzle.clues().filled().count() == 2;
        let is_minimal = is_pair_alone && puzzle.rules().is_plain() && puzzle.given_candidates().is_none();
        Self {
            part: clues.len().div_ceil(2),
            causes: clues.into_iter().map(PuzzlePart::Clue).collect(),
            has_constraint_causes: false,
            start: 0,
            phase: match pair {
                Some(_) if is_minimal => ContradictionPhase::Done,
                Some(_) => ContradictionPhase::Shrink,
                None => ContradictionPhase::Solve,
            },
            is_solvable: pair.map(|_| false),
            existence: Existence::new(puzzle.clone()),
            rules_work: 0,
            puzzle,
        }
    }

    /// The causes that are left out together now; none in the first test.
    fn part(&self) -> Range<usize> {
        match self.phase {
            ContradictionPhase::Shrink => self.start..self.causes.len().min(self.start + self.part),
            ContradictionPhase::Solve | ContradictionPhase::Done => 0..0,
        }
    }

    /// The puzzle without the causes that are left out now.
    fn without_part(&self) -> Puzzle {
        let part = self.part();
        let mut puzzle = self.puzzle.clone();
        for cause in &self.causes[part.clone()] {
            if let PuzzlePart::Clue(cell) = *cause {
                puzzle.remove_clue(cell);
            }
        }
        if !self.has_constraint_causes {
            return puzzle;
        }
        let kept = self.causes[..part.start].iter().chain(&self.causes[part.end..]);
        let constraints = puzzle.rules().constraints();
        let kept = kept.filter_map(|cause| match *cause {
            PuzzlePart::Constraint(index) => constraints.get(index).cloned(),
            PuzzlePart::Clue(_) => None,
        });
        // Fewer constraints than the rules have are never too many.
        puzzle.with_some_constraints(kept.collect()).unwrap_or(puzzle)
    }

    /// Removes the causes that are left out now for good.
    fn drop_part(&mut self) {
        let part = self.part();
        for cause in self.causes.drain(part) {
            if let PuzzlePart::Clue(cell) = cause {
                self.puzzle.remove_clue(cell);
            }
        }
    }

    fn finish_test(&mut self, is_solvable: bool) {
        match self.phase {
            ContradictionPhase::Solve => {
                self.is_solvable = Some(is_solvable);
                self.phase = if is_solvable { ContradictionPhase::Done } else { ContradictionPhase::Shrink };
            }
            ContradictionPhase::Shrink if is_solvable => self.start += self.part,
            ContradictionPhase::Shrink => self.drop_part(),
            ContradictionPhase::Done => {}
        }
        if self.phase == ContradictionPhase::Shrink && self.start >= self.causes.len() {
            // A cause that was needed remains so when others are left out: one round of single ones suffices.
            if self.part <= 1 || self.causes.is_empty() {
                self.phase = ContradictionPhase::Done;
            }
            self.start = 0;
            self.part = self.part.div_ceil(2);
        }
    }

    /// Number of steps so far; [`SLICE_STEPS`](quadrille_exact_cover::unstable::SLICE_STEPS) of them make a slice.
    pub(super) fn steps(&self) -> u64 {
        self.existence.steps() + self.rules_work
    }
}

impl ResumableSearch for ContradictionSearch {
    type Answer = ContradictionAnswer;
    type Error = SolverError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        let slice = Slice::new(self.nodes(), self.steps(), budget_nodes, stop);
        while self.phase != ContradictionPhase::Done {
            let nodes_left = slice.nodes_left(self.nodes(), self.steps());
            if nodes_left == 0 {
                return Ok(Progress::Paused);
            }
            if !self.existence.is_testing() {
                let puzzle = self.without_part();
                self.rules_work += puzzle.rules().compilation_work();
                self.existence.start(puzzle);
            }
            let Some(is_solvable) = self.existence.advance(nodes_left, stop)? else {
                return Ok(Progress::Paused);
            };
            self.finish_test(is_solvable);
        }
        Ok(Progress::Ended(StopReason::Complete))
    }

    fn nodes(&self) -> u64 {
        self.existence.nodes()
    }

    fn stop_reason(&self) -> Option<StopReason> {
        (self.phase == ContradictionPhase::Done).then_some(StopReason::Complete)
    }

    fn answer(&mut self) -> ContradictionAnswer {
        let is_unsolvable = self.is_solvable == Some(false);
        let (mut clues, mut constraints) = (Vec::new(), Vec::new());
        for cause in self.causes.iter().filter(|_| is_unsolvable) {
            match *cause {
                PuzzlePart::Clue(cell) => clues.push(cell),
                PuzzlePart::Constraint(index) => constraints.push(index),
            }
        }
        ContradictionAnswer {
            is_solvable: self.is_solvable,
            clues,
            constraints,
            is_minimal: is_unsolvable && self.phase == ContradictionPhase::Done,
            rules: self.puzzle.rules().clone(),
            stop_reason: self.stop_reason().unwrap_or(StopReason::Interrupted),
            nodes: self.nodes(),
        }
    }
}
