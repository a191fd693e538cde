//! Search for a proof about a puzzle.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::proof::{
    CLAIM_MAX, Derivation, Formula, FormulaError, Lemmas, ProofAnswer, ProofError, ProofSearch,
};
use quadrille_exact_cover::{NextSolution, Progress, ResumableSearch, SolutionSearch, StopReason};
use thiserror::Error;

use super::equations::derivations;
use super::puzzle_formula::{puzzle_formula, puzzle_variable};
use crate::model::{Cell, Digit, Grid, InvalidSolution, Puzzle, Solution};
use crate::solver::{Solver, SolverError};

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
    /// A bug in the solver.
    #[error(transparent)]
    Solver(#[from] SolverError),
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
    /// Inequalities that the proof derives from the formula before its clauses; none without sums.
    pub derivations: Vec<Derivation>,
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
///
/// A puzzle whose constraints are houses, masks and pairs is an exact cover problem, in which one search finds solutions and proof. Sums
/// and tables are searched by the [`Solver`] first, which knows more about them than clauses say; then the formula without its
/// solutions is refuted.
#[derive(Clone, Debug)]
pub struct PuzzleProof {
    puzzle: Puzzle,
    phase: Phase,
    claim: u64,
    is_streamed: bool,
    literals_max: Option<usize>,
}

#[derive(Clone, Debug)]
enum Phase {
    Solve(Box<Solving>),
    Prove(Box<ProofSearch>),
}

/// Search for the solutions of a puzzle with sums or tables.
#[derive(Clone, Debug)]
struct Solving {
    solver: Solver,
    formula: Formula,
    solutions: Vec<Solution>,
    stop_reason: Option<StopReason>,
}

impl PuzzleProof {
    /// Searches a puzzle, of which `claim` solutions are claimed: 0 for none, 1 for a unique one.
    ///
    /// # Errors
    /// [`PuzzleProofError::Proof`] if the claim or the formula is too large.
    pub fn new(puzzle: Puzzle, claim: u64) -> Result<Self, PuzzleProofError> {
        let formula = puzzle_formula(&puzzle)?;
        let network = puzzle.rules().network();
        let phase = if network.sums.is_empty() && network.tables.is_empty() {
            Phase::Prove(Box::new(ProofSearch::from_formula(formula, claim)?))
        } else if claim > CLAIM_MAX {
            return Err(ProofError::Claim { claim }.into());
        } else {
            let solver = Solver::new(puzzle.clone(), NonZeroU64::MIN.saturating_add(claim));
            Phase::Solve(Box::new(Solving { solver, formula, solutions: Vec::new(), stop_reason: None }))
        };
        Ok(Self { puzzle, phase, claim, is_streamed: false, literals_max: None })
    }

    /// As [`ProofSearch::streamed`].
    #[must_use]
    pub fn streamed(mut self) -> Self {
        self.is_streamed = true;
        self.configured()
    }

    /// As [`ProofSearch::with_literals_max`].
    #[must_use]
    pub fn with_literals_max(mut self, literals_max: usize) -> Self {
        self.literals_max = Some(literals_max);
        self.configured()
    }

    /// Passes the options to the search for the proof.
    fn configured(mut self) -> Self {
        if let Phase::Prove(search) = self.phase {
            self.phase = Phase::Prove(Box::new(configured(*search, self.is_streamed, self.literals_max)));
        }
        self
    }

    /// As [`ProofSearch::take_lemmas`].
    pub fn take_lemmas(&mut self) -> Lemmas {
        match &mut self.phase {
            Phase::Solve(_) => Lemmas::default(),
            Phase::Prove(search) => search.take_lemmas(),
        }
    }

    /// Inequalities that the proof derives from the formula before its clauses, with the formula; known with the first clause.
    pub fn derivations(&self) -> (&Formula, &[Derivation]) {
        match &self.phase {
            Phase::Solve(solving) => (&solving.formula, &[]),
            Phase::Prove(search) => (search.formula(), search.derivations()),
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Searches for the next solution; with all of them, begins to refute the formula without them.
    fn solve(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Option<Progress>, PuzzleProofError> {
        let Phase::Solve(solving) = &mut self.phase else { return Ok(None) };
        if let Some(stop_reason) = solving.stop_reason {
            return Ok(Some(Progress::Ended(stop_reason)));
        }
        match solving.solver.next(budget_nodes, stop)? {
            NextSolution::Paused => return Ok(Some(Progress::Paused)),
            NextSolution::Found => {
                solving.solutions.push(solving.solver.solution()?);
                if solving.solutions.len() as u64 > self.claim {
                    solving.stop_reason = Some(StopReason::SolutionLimit);
                }
            }
            NextSolution::Ended(StopReason::Complete) => {
                let digits = self.puzzle.rules().digit_count();
                let variables = |solution: &Solution| -> Vec<u32> {
                    let filled = solution.grid().filled();
                    filled.map(|(cell, digit)| puzzle_variable(cell, digit, digits) as u32).collect()
                };
                let solutions = solving.solutions.iter().map(variables).collect();
                let derivations = derivations(&self.puzzle, &solving.formula);
                let search = ProofSearch::refute(solving.formula.clone(), derivations, solutions)?;
                self.phase = Phase::Prove(Box::new(configured(search, self.is_streamed, self.literals_max)));
            }
            NextSolution::Ended(stop_reason) => solving.stop_reason = Some(stop_reason),
        }
        Ok(None)
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

fn configured(search: ProofSearch, is_streamed: bool, literals_max: Option<usize>) -> ProofSearch {
    let search = if is_streamed { search.streamed() } else { search };
    match literals_max {
        Some(literals_max) => search.with_literals_max(literals_max),
        None => search,
    }
}

impl ResumableSearch for PuzzleProof {
    type Answer = Result<PuzzleProofAnswer, PuzzleProofError>;
    type Error = PuzzleProofError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, PuzzleProofError> {
        loop {
            if let Phase::Prove(search) = &mut self.phase {
                return Ok(search.advance(budget_nodes, stop)?);
            }
            if let Some(progress) = self.solve(budget_nodes, stop)? {
                return Ok(progress);
            }
        }
    }

    fn count(&self) -> u64 {
        match &self.phase {
            Phase::Solve(solving) => solving.solutions.len() as u64,
            Phase::Prove(search) => search.count(),
        }
    }

    fn nodes(&self) -> u64 {
        match &self.phase {
            Phase::Solve(solving) => solving.solver.nodes(),
            Phase::Prove(search) => search.nodes(),
        }
    }

    fn stop_reason(&self) -> Option<StopReason> {
        match &self.phase {
            Phase::Solve(solving) => solving.stop_reason,
            Phase::Prove(search) => search.stop_reason(),
        }
    }

    fn answer(&mut self) -> Self::Answer {
        match &mut self.phase {
            Phase::Solve(solving) => Ok(PuzzleProofAnswer {
                formula: solving.formula.clone(),
                derivations: Vec::new(),
                lemmas: Lemmas::default(),
                solutions: std::mem::take(&mut solving.solutions),
                stop_reason: solving.stop_reason.unwrap_or(StopReason::Interrupted),
                is_too_large: false,
            }),
            Phase::Prove(search) => {
                let ProofAnswer { formula, derivations, lemmas, solutions, stop_reason, is_too_large } =
                    search.answer();
                let solutions: Result<_, _> =
                    solutions.iter().map(|solution| self.solution(solution)).collect();
                let solutions = solutions?;
                Ok(PuzzleProofAnswer { formula, derivations, lemmas, solutions, stop_reason, is_too_large })
            }
        }
    }
}
