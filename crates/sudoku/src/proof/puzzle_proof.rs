//! Search for a proof about a puzzle.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::proof::{Formula, FormulaError, Lemmas, ProofAnswer, ProofError, ProofSearch};
use quadrille_exact_cover::{Progress, ResumableSearch, StopReason};
use thiserror::Error;

use super::puzzle_formula::puzzle_formula;
use crate::model::{Cell, Digit, Grid, InvalidSolution, Puzzle, Solution};

/// Reason why there is no proof about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleProofError {
    /// The search is impossible, or has a bug.
    #[error(transparent)]
    Proof(#[from] ProofError),
    /// A bug: the search has found a grid that is no solution.
    #[error(transparent)]
    InvalidSolution(#[from] InvalidSolution),
}

impl From<FormulaError> for PuzzleProofError {
    fn from(error: FormulaError) -> Self {
        Self::Proof(error.into())
    }
}

/// What a search for a proof about a puzzle has found.
#[derive(Clone, Debug)]
pub struct PuzzleProofAnswer {
    /// The formula without the solutions found.
    pub formula: Formula,
    /// The clauses of the proof; none if it was streamed, is too large, or does not exist.
    pub lemmas: Lemmas,
    /// The solutions found, certified.
    pub solutions: Vec<Solution>,
    /// [`StopReason::Complete`]: there are no other solutions. [`StopReason::SolutionLimit`]: there are more than claimed.
    pub stop_reason: StopReason,
    /// Whether the clauses were too many to keep.
    pub is_too_large: bool,
}

impl PuzzleProofAnswer {
    /// Whether the clauses prove that there are no other solutions.
    pub fn is_proved(&self) -> bool {
        self.stop_reason == StopReason::Complete && !self.lemmas.is_empty()
    }
}

/// Search for a proof that a puzzle has no solutions besides a number of them, which it finds first.
#[derive(Clone, Debug)]
pub struct PuzzleProof {
    puzzle: Puzzle,
    search: ProofSearch,
}

impl PuzzleProof {
    /// Searches a puzzle, of which `claim` solutions are claimed: 0 for none, 1 for a unique one.
    ///
    /// # Errors
    /// [`PuzzleProofError::Proof`] if the claim or the formula is too large, or the puzzle has sums.
    pub fn new(puzzle: Puzzle, claim: u64) -> Result<Self, PuzzleProofError> {
        let search = ProofSearch::from_formula(puzzle_formula(&puzzle)?, claim)?;
        Ok(Self { puzzle, search })
    }

    /// As [`ProofSearch::streamed`].
    #[must_use]
    pub fn streamed(self) -> Self {
        Self { search: self.search.streamed(), ..self }
    }

    /// As [`ProofSearch::with_literals_max`].
    #[must_use]
    pub fn with_literals_max(self, literals_max: usize) -> Self {
        Self { search: self.search.with_literals_max(literals_max), ..self }
    }

    /// As [`ProofSearch::take_lemmas`].
    pub fn take_lemmas(&mut self) -> Lemmas {
        self.search.take_lemmas()
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Certifies the grid whose variables are true.
    fn solution(&self, variables: &[u32]) -> Result<Solution, InvalidSolution> {
        let digits = self.puzzle.rules().digit_count();
        let mut grid = Grid::empty(self.puzzle.rules().layout().cell_count());
        for &variable in variables {
            let index = variable as usize - 1;
            if let Some(digit) = Digit::new(index % digits + 1) {
                grid.fill(Cell((index / digits) as u16), digit);
            }
        }
        Solution::certify(&self.puzzle, grid)
    }
}

impl ResumableSearch for PuzzleProof {
    type Answer = Result<PuzzleProofAnswer, PuzzleProofError>;
    type Error = PuzzleProofError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, PuzzleProofError> {
        Ok(self.search.advance(budget_nodes, stop)?)
    }

    fn count(&self) -> u64 {
        self.search.count()
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.search.stop_reason()
    }

    fn answer(&mut self) -> Self::Answer {
        let ProofAnswer { formula, lemmas, solutions, stop_reason, is_too_large } = self.search.answer();
        let solutions: Result<_, _> = solutions.iter().map(|solution| self.solution(solution)).collect();
        Ok(PuzzleProofAnswer { formula, lemmas, solutions: solutions?, stop_reason, is_too_large })
    }
}
