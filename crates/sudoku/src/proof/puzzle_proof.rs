//! Search for a proof about a puzzle.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::proof::{CLAIM_MAX, Formula, FormulaError, ProofAnswer, ProofError, ProofSearch};
use quadrille_exact_cover::{NextSolution, Progress, ResumableSearch, SolutionSearch, StopReason};
use thiserror::Error;

use super::equations::derivations;
use super::puzzle_formula::{puzzle_formula, puzzle_variable};
use crate::model::{Cell, Digit, Grid, InvalidSolution, Puzzle, Solution};
use crate::solver::{Solver, SolverError};

/// Reason why there is no proof about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
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

/// Search for a proof that a puzzle has no solutions besides a number of them, which it finds first.
///
/// A puzzle whose constraints are houses, masks and forbidden pairs is an exact cover problem, in which one search finds solutions and
/// proof. Sums and tables are searched by the [`Solver`] first, which knows more about them than clauses say; then the formula without its
/// solutions is refuted.
#[derive(Clone, Debug)]
pub struct PuzzleProof {
    puzzle: Puzzle,
    phase: ProofPhase,
    /// The solutions found so far.
    solutions: Vec<Solution>,
    /// Nodes of the solver before the search for the proof.
    solver_nodes: u64,
    solver_steps: u64,
    claim: u64,
    literals_max: Option<usize>,
}

#[derive(Clone, Debug)]
enum ProofPhase {
    Solve(Box<ListingSearch>),
    Prove(Box<ProofSearch>),
}

/// Search for the solutions of a puzzle with sums or tables.
#[derive(Clone, Debug)]
struct ListingSearch {
    solver: Solver,
    formula: Formula,
    stop_reason: Option<StopReason>,
}

impl PuzzleProof {
    /// Searches a puzzle, of which `claim` solutions are claimed: 0 for none, 1 for a unique one.
    ///
    /// # Errors
    /// [`PuzzleProofError::Proof`] if the claim or the formula is too large.
    pub fn new(puzzle: Puzzle, claim: u64) -> Result<Self, PuzzleProofError> {
        let formula = puzzle_formula(&puzzle)?;
        Self::with_formula(puzzle, formula, claim)
    }

    /// As [`new`](Self::new), with the formula of the puzzle.
    ///
    /// # Errors
    /// [`PuzzleProofError::Proof`] if the claim is too large.
    pub fn with_formula(puzzle: Puzzle, formula: Formula, claim: u64) -> Result<Self, PuzzleProofError> {
        let phase = if puzzle.rules().network().forbids_pairs_only() {
            ProofPhase::Prove(Box::new(ProofSearch::from_formula(formula, claim)?))
        } else if claim > CLAIM_MAX {
            return Err(ProofError::Claim { claim }.into());
        } else {
            let solver = Solver::new(puzzle.clone(), NonZeroU64::MIN.saturating_add(claim));
            ProofPhase::Solve(Box::new(ListingSearch { solver, formula, stop_reason: None }))
        };
        Ok(Self {
            puzzle,
            phase,
            solutions: Vec::new(),
            solver_nodes: 0,
            solver_steps: 0,
            claim,
            literals_max: None,
        })
    }

    /// As [`ProofSearch::with_literals_max`].
    #[must_use]
    pub fn with_literals_max(mut self, literals_max: usize) -> Self {
        self.literals_max = Some(literals_max);
        if let ProofPhase::Prove(search) = self.phase {
            self.phase = ProofPhase::Prove(Box::new(bounded(*search, self.literals_max)));
        }
        self
    }

    /// Number of steps of the solver, of the search for the proof and of the checker so far. Pauses do not change it.
    pub fn work(&self) -> u64 {
        match &self.phase {
            ProofPhase::Solve(solving) => solving.solver.steps(),
            ProofPhase::Prove(search) => self.solver_steps.saturating_add(search.work()),
        }
    }

    /// Searches for the next solution; with all of them, begins to refute the formula without them.
    fn solve(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Option<Progress>, PuzzleProofError> {
        let ProofPhase::Solve(solving) = &mut self.phase else { return Ok(None) };
        if let Some(stop_reason) = solving.stop_reason {
            return Ok(Some(Progress::Ended(stop_reason)));
        }
        match solving.solver.next(budget_nodes, stop)? {
            NextSolution::Paused => return Ok(Some(Progress::Paused)),
            NextSolution::Found => {
                self.solutions.push(solving.solver.solution()?);
                if self.solutions.len() as u64 > self.claim {
                    solving.stop_reason = Some(StopReason::SolutionLimit);
                } else {
                    return Ok(Some(Progress::Paused));
                }
            }
            NextSolution::Ended(StopReason::Complete) => {
                let digits = self.puzzle.rules().digit_count();
                let variables = |solution: &Solution| -> Vec<u32> {
                    let filled = solution.grid().filled();
                    filled.map(|(cell, digit)| puzzle_variable(cell, digit, digits) as u32).collect()
                };
                let solutions = self.solutions.iter().map(variables).collect();
                let derivations = derivations(&self.puzzle, &solving.formula);
                let formula = std::mem::take(&mut solving.formula);
                let search = ProofSearch::refute(formula, derivations, solutions)?;
                (self.solver_nodes, self.solver_steps) = (solving.solver.nodes(), solving.solver.steps());
                self.phase = ProofPhase::Prove(Box::new(bounded(search, self.literals_max)));
            }
            NextSolution::Ended(stop_reason) => solving.stop_reason = Some(stop_reason),
        }
        Ok(None)
    }

    /// Certifies the solutions that the search for the proof has found since the last call.
    fn take_solutions(&mut self) -> Result<(), InvalidSolution> {
        let ProofPhase::Prove(search) = &self.phase else { return Ok(()) };
        let found = search.solutions().get(self.solutions.len()..).unwrap_or_default();
        let found: Result<Vec<Solution>, _> = found.iter().map(|solution| self.solution(solution)).collect();
        self.solutions.extend(found?);
        Ok(())
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

fn bounded(search: ProofSearch, literals_max: Option<usize>) -> ProofSearch {
    match literals_max {
        Some(literals_max) => search.with_literals_max(literals_max),
        None => search,
    }
}

impl ResumableSearch for PuzzleProof {
    type Answer = ProofAnswer<Solution>;
    type Error = PuzzleProofError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, PuzzleProofError> {
        loop {
            if let ProofPhase::Prove(search) = &mut self.phase {
                let progress = search.advance(budget_nodes, stop)?;
                self.take_solutions()?;
                return Ok(progress);
            }
            if let Some(progress) = self.solve(budget_nodes, stop)? {
                return Ok(progress);
            }
        }
    }

    fn count(&self) -> u64 {
        self.solutions.len() as u64
    }

    fn nodes(&self) -> u64 {
        match &self.phase {
            ProofPhase::Solve(solving) => solving.solver.nodes(),
            ProofPhase::Prove(search) => self.solver_nodes + search.nodes(),
        }
    }

    fn stop_reason(&self) -> Option<StopReason> {
        match &self.phase {
            ProofPhase::Solve(solving) => solving.stop_reason,
            ProofPhase::Prove(search) => search.stop_reason(),
        }
    }

    fn answer(&mut self) -> ProofAnswer<Solution> {
        let solutions = std::mem::take(&mut self.solutions);
        match &mut self.phase {
            ProofPhase::Solve(solving) => {
                let reason = solving.stop_reason.unwrap_or(StopReason::Interrupted);
                ProofAnswer::without_proof(std::mem::take(&mut solving.formula), solutions, reason)
            }
            ProofPhase::Prove(search) => search.answer().with_solutions(solutions),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Rules;
    use crate::proof::{Checker, FormulaFormat, ProofFormat, ProofParts, check_format, puzzle_formula_size};
    use crate::run_to_end;

    /// Proves the number of solutions, and checks the proof again from the start.
    fn prove(puzzle: &Puzzle, claim: u64) -> ProofAnswer<Solution> {
        let answer = run_to_end(PuzzleProof::new(puzzle.clone(), claim).expect("possible")).expect("sound");
        if answer.is_proved() {
            let mut checker = Checker::with_derivations(&answer.formula, &answer.derivations);
            assert!(answer.lemmas.iter().all(|lemma| checker.accept(lemma).is_ok()));
            assert_eq!(answer.lemmas.iter().last(), Some(&[][..]));
        }
        answer
    }

    fn puzzle(line: &str) -> Puzzle {
        line.parse().expect("a puzzle")
    }

    #[test]
    fn none_unique_and_counts_are_proved_and_false_claims_are_not() {
        let empty = ".".repeat(16);
        let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let none = hard.replace("8...", "82..");
        for (line, count) in
            [("1..............1", 18), ("11..............", 0), (&empty, 288), (hard, 1), (&none, 0)]
        {
            let answer = prove(&puzzle(line), count);
            assert!(answer.is_proved(), "{line}");
            assert_eq!(answer.solutions.len() as u64, count, "{line}");
            if count > 0 {
                let answer = prove(&puzzle(line), count - 1);
                assert_eq!(answer.stop_reason, StopReason::SolutionLimit);
                assert_eq!((answer.is_proved(), answer.solutions.len() as u64), (false, count));
            }
        }
        // Fewer solutions than claimed are proved as they are.
        let answer = prove(&puzzle(&none), 1);
        assert!(answer.is_proved() && answer.solutions.is_empty());
    }

    #[test]
    fn formula_of_a_4x4_has_the_documented_lines() {
        let answer = prove(&puzzle("12..34..2.4.4..2"), 9);
        let mut text = String::new();
        FormulaFormat::Dimacs.write(&answer.formula, &mut text).expect("a string");
        let lines: Vec<&str> = text.lines().collect();
        // Four kinds of sixteen items, each with one clause and six pairs; eight clues, and the solutions.
        assert_eq!(lines[0], format!("p cnf 64 {}", 4 * 16 * 7 + 8 + answer.solutions.len()));
        assert_eq!(lines[1..4], ["1 2 3 4 0", "-1 -2 0", "-1 -3 0"]);
        assert_eq!(lines[1 + 16 * 7], "1 5 9 13 0", "1 in row 1");
        assert_eq!(lines[1 + 2 * 16 * 7], "1 17 33 49 0", "1 in column 1");
        assert_eq!(lines[1 + 3 * 16 * 7], "1 5 17 21 0", "1 in box 1");
        assert_eq!(lines[1 + 4 * 16 * 7..][..2], ["1 0", "6 0"], "clues");
        let excluded = answer.solutions.len();
        assert!(lines[lines.len() - excluded..].iter().all(|line| line.starts_with("-1 -6 -")));
        text.clear();
        FormulaFormat::Opb.write(&answer.formula, &mut text).expect("a string");
        assert!(text.starts_with("* #variable= 64 #constraint= "), "{text}");
        assert_eq!(text.lines().nth(1), Some("+1 x1 +1 x2 +1 x3 +1 x4 = 1 ;"));
    }

    #[test]
    fn dimacs_is_refused_for_sums_and_large_grids() {
        let large = Puzzle::empty(Rules::usual(26).expect("a size"));
        let formula = puzzle_formula(&large).expect("fits");
        let size = formula.size();
        assert_eq!(puzzle_formula_size(&large), Ok(size));
        let error = check_format(&large, &size, FormulaFormat::Dimacs).expect_err("too large");
        assert!(error.to_string().contains("`opb`"), "{error}");
        assert_eq!(check_format(&large, &size, FormulaFormat::Opb), Ok(()));
        let caged = caged("12..34..2.4.4..2", &[2, 3, 6]);
        let formula = puzzle_formula(&caged).expect("fits");
        assert_eq!(check_format(&caged, &formula.size(), FormulaFormat::Dimacs), Err(FormulaError::Sum));
    }

    /// The puzzle with a cage of these cells and the sum 9.
    fn caged(line: &str, cells: &[u16]) -> Puzzle {
        use crate::constraints::{Constraint, FieldValue, FieldValues};
        let puzzle = puzzle(line);
        let mut values = FieldValues::default();
        values.insert("cells", FieldValue::Cells(cells.iter().copied().map(Cell).collect()));
        values.insert("sum", FieldValue::Number(9));
        let cage = Constraint::type_named("cage").expect("a type");
        let cage = puzzle.rules().constraint(cage, &values).expect("fits");
        puzzle.with_constraints(vec![cage]).expect("fits")
    }

    #[test]
    fn cage_is_proved_with_derived_inequalities() {
        let puzzle = caged(&".".repeat(16), &[0, 1, 4]);
        let count = puzzle.count_up_to(1_000);
        let answer = prove(&puzzle, count);
        assert!(answer.is_proved() && count > 0);
        assert_eq!(answer.solutions.len() as u64, count);
        let mut text = String::new();
        let (formula, derivations) = (&answer.formula, &answer.derivations);
        ProofFormat::Veripb3.write(formula, derivations, &answer.lemmas, &mut text).expect("a string");
        let (mut parts, mut joined) = (ProofParts::new(ProofFormat::Veripb3), String::new());
        while !parts.write_part(formula, derivations, &answer.lemmas, 1, &mut joined).expect("a string") {}
        assert_eq!(joined, text);
        // Box 1, in which the digits 1 to 4 are constraints 49 to 52 and two inequalities each, has at most 10; the cage, constraint 65,
        // has at least 9; so the digit of the other cell of the box, cell 6, is at most its lowest one, which it has exactly once.
        assert_eq!(text.lines().nth(1), Some("pol 98 100 2 * + 102 3 * + 104 4 * + 129 + 11 + ;"));
        let all = super::derivations(&puzzle, &puzzle_formula(&puzzle).expect("fits")).len();
        assert!(derivations.len() < all, "{} of {all} are needed", derivations.len());
        assert!(
            text.ends_with(
                "rup >= 1 ;\noutput NONE ;\nconclusion UNSAT : -1 ;\nend pseudo-Boolean proof ;\n"
            )
        );
    }

    #[test]
    fn search_ends_with_a_proof_that_is_too_large() {
        let line = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
        for literals_max in [0, 100] {
            let search = PuzzleProof::new(puzzle(line), 1).expect("possible").with_literals_max(literals_max);
            let answer = run_to_end(search).expect("sound");
            assert!(answer.is_too_large && !answer.is_proved(), "{literals_max}");
            assert_eq!(answer.stop_reason, StopReason::Interrupted, "{literals_max}");
        }
    }
}
