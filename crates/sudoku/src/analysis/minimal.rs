//! Clues that can go without changing the set of solutions.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::unstable::SplitMix64;
use quadrille_exact_cover::{Progress, ResumableSearch, StopReason};

use super::alternative::AlternativeSearch;
use crate::model::{Cell, Puzzle, Rules};
use crate::solver::SolverError;

/// Redundant clues, and a minimal subset of the clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimalAnswer {
    /// Clues each of which alone can go without changing the set of solutions, in ascending order.
    pub redundant: Vec<Cell>,
    /// Clues that were not decided, in ascending order; none if the search is complete.
    pub undecided: Vec<Cell>,
    /// The puzzle without the clues that were removed, if asked for: minimal if the search is complete.
    pub reduced: Option<Puzzle>,
    /// Rules of the puzzle, which have the positions of its cells.
    pub rules: Rules,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Number of nodes visited.
    pub nodes: u64,
}

/// What the search does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MinimalPhase {
    /// Tests each clue alone.
    Test,
    /// Removes one redundant clue after the other from the puzzle.
    Reduce,
    /// Has ended.
    Done,
}

/// Finds the redundant clues of a puzzle, and reduces it to a minimal one.
///
/// A clue is redundant if no solution of the other clues has another digit in its cell: at most one search for each clue,
/// and one for the whole puzzle. A clue that is not redundant remains so when others are removed, so that the reduction
/// tests redundant clues only.
#[derive(Clone, Debug)]
pub struct MinimalSearch {
    /// The puzzle, without the clues that were removed.
    puzzle: Puzzle,
    /// Clues to test in this phase.
    clues: Vec<Cell>,
    /// Number of clues that were tested in this phase.
    tested: usize,
    redundant: Vec<Cell>,
    phase: MinimalPhase,
    /// Seed of the order of removals; `None` if the puzzle need not be reduced.
    seed: Option<u64>,
    /// Search for solutions without a clue.
    alternative: AlternativeSearch,
}

impl MinimalSearch {
    /// Creates a search. With a seed, it also reduces the puzzle; the seed determines which minimal puzzle it finds.
    pub fn new(puzzle: Puzzle, seed: Option<u64>) -> Self {
        Self {
            clues: puzzle.clues().filled().map(|(cell, _)| cell).collect(),
            tested: 0,
            redundant: Vec::new(),
            phase: MinimalPhase::Test,
            seed,
            alternative: AlternativeSearch::new(&puzzle),
            puzzle,
        }
    }

    fn enter_next_phase(&mut self) {
        match (self.phase, self.seed) {
            (MinimalPhase::Test, Some(seed)) => {
                self.phase = MinimalPhase::Reduce;
                self.clues.clone_from(&self.redundant);
                SplitMix64::new(seed).shuffle(&mut self.clues);
                self.tested = 0;
            }
            _ => self.phase = MinimalPhase::Done,
        }
    }
}

impl ResumableSearch for MinimalSearch {
    type Answer = MinimalAnswer;
    type Error = SolverError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        let slice = self.alternative.slice(budget_nodes, stop);
        while self.phase != MinimalPhase::Done {
            let Some(&cell) = self.clues.get(self.tested) else {
                self.enter_next_phase();
                continue;
            };
            let Some(has_another) = self.alternative.advance(&mut self.puzzle, cell, &slice)? else {
                return Ok(Progress::Paused);
            };
            self.tested += 1;
            match self.phase {
                MinimalPhase::Test if !has_another => self.redundant.push(cell),
                MinimalPhase::Reduce if !has_another => {
                    self.puzzle.remove_clue(cell);
                    self.alternative.remove_clue(&self.puzzle, cell);
                }
                MinimalPhase::Test | MinimalPhase::Reduce | MinimalPhase::Done => {}
            }
        }
        Ok(Progress::Ended(StopReason::Complete))
    }

    fn nodes(&self) -> u64 {
        self.alternative.nodes()
    }

    fn stop_reason(&self) -> Option<StopReason> {
        (self.phase == MinimalPhase::Done).then_some(StopReason::Complete)
    }

    fn answer(&mut self) -> MinimalAnswer {
        let is_testing_all = self.phase == MinimalPhase::Test;
        MinimalAnswer {
            redundant: self.redundant.clone(),
            undecided: if is_testing_all { self.clues[self.tested..].to_vec() } else { Vec::new() },
            reduced: self.seed.map(|_| self.puzzle.clone()),
            rules: self.puzzle.rules().clone(),
            stop_reason: self.stop_reason().unwrap_or(StopReason::Interrupted),
            nodes: self.nodes(),
        }
    }
}
