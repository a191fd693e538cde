//! Search for a proof: conflict-driven clause learning (CDCL) with a log, then trimming.

use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::checker::{Checker, NotImplied};
use super::formula::{Derivation, Formula};
use super::formula_error::FormulaError;
use super::lemmas::Lemmas;
use super::linear::{LinearSearch, LinearStep};
use super::open_problem::OpenProblem;
use super::problem_formula::colour_variables;
use super::trim::Trimming;
use crate::answer::{Progress, StopReason};
use crate::cdcl::CdclSearch;
use crate::problem::Problem;
use crate::resumable_search::ResumableSearch;
use crate::search::{SLICE_STEPS, Step};

/// Largest number of solutions that a proof excludes.
pub const CLAIM_MAX: u64 = 1_000;

/// Largest number of literals of a proof that is kept until it is trimmed; it then takes some 16 MB.
const LITERALS_MAX: usize = 1 << 21;

/// Reason why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The formula is too large.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// A claim of more than [`CLAIM_MAX`] solutions.
    #[error("{claim} solutions are too many for a proof: the maximum is {CLAIM_MAX}")]
    Claim {
        /// Number of solutions claimed.
        claim: u64,
    },
    /// The formula has constraints that the search for solutions does not know, see [`ProofSearch::refute`].
    #[error("the formula is no exact cover problem after unit propagation")]
    NotExactCover,
    /// A bug: a solution is not among the known ones.
    #[error("the formula has a solution that is not among the known ones")]
    UnknownSolution,
    /// A bug: the search has found a clause that does not follow.
    #[error(transparent)]
    NotImplied(#[from] NotImplied),
}

/// What a search for a proof has found, with solutions of type `S`: by default the true variables of each, which are the options, from 1,
/// of an exact cover problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProofAnswer<S = Vec<u32>> {
    /// The formula without the solutions found.
    pub formula: Formula,
    /// Inequalities that the proof derives from the formula before its clauses; none without sums.
    pub derivations: Vec<Derivation>,
    /// The clauses of the proof; none if it is too large, or does not exist.
    pub lemmas: Lemmas,
    /// The solutions found.
    pub solutions: Vec<S>,
    /// [`StopReason::Complete`]: there are no other solutions. [`StopReason::SolutionLimit`]: there are more than claimed.
    /// [`StopReason::Interrupted`]: there may be others.
    pub stop_reason: StopReason,
    /// Whether the clauses were too many: to keep, or for a search with sums, which deletes none. The search has then ended early.
    pub is_too_large: bool,
}

impl<S> ProofAnswer<S> {
    /// The answer of a search that has ended before it began a proof.
    pub fn without_proof(formula: Formula, solutions: Vec<S>, stop_reason: StopReason) -> Self {
        let (derivations, lemmas) = (Vec::new(), Lemmas::default());
        Self { formula, derivations, lemmas, solutions, stop_reason, is_too_large: false }
    }

    /// The same with other forms of the solutions.
    pub fn with_solutions<T>(self, solutions: Vec<T>) -> ProofAnswer<T> {
        let Self { formula, derivations, lemmas, stop_reason, is_too_large, .. } = self;
        ProofAnswer { formula, derivations, lemmas, solutions, stop_reason, is_too_large }
    }

    /// Whether the clauses prove that there are no other solutions.
    pub fn is_proved(&self) -> bool {
        self.stop_reason == StopReason::Complete && !self.lemmas.is_empty()
    }
}

#[derive(Clone, Debug)]
enum ProofPhase {
    /// Propagates the formula; with sums, refutes it then.
    Propagate {
        has_sums: bool,
    },
    /// Finds the exact cover problem that unit propagation leaves.
    Open,
    Build(Box<OpenProblem>),
    Search(Box<CdclSearch<Lemmas>>),
    Refute(Box<LinearSearch>),
    Trim(Box<Trimming>),
    Ended(StopReason),
}

/// Search for a proof that a problem has no solutions besides a number of them, which it finds first.
///
/// It pauses as every [`ResumableSearch`]. The proof is trimmed and checked by a [`Checker`] before it is returned.
#[derive(Clone, Debug)]
pub struct ProofSearch {
    formula: Formula,
    derivations: Vec<Derivation>,
    /// Variable of the formula of each variable of the search.
    variables: Vec<i32>,
    /// Number of variables of the search that are options.
    options: usize,
    /// Variables that are true in every solution.
    facts: Vec<u32>,
    /// Checker of the formula before solutions were excluded.
    checker: Option<Box<Checker>>,
    phase: ProofPhase,
    lemmas: Lemmas,
    solutions: Vec<Vec<u32>>,
    claim: u64,
    literals_max: usize,
    is_too_large: bool,
    nodes: u64,
    work: u64,
}

impl ProofSearch {
    /// Searches an exact cover problem, of which `claim` solutions are claimed.
    ///
    /// # Errors
    /// [`ProofError`] if the problem or the claim is too large.
    pub fn new(problem: &Problem, claim: u64) -> Result<Self, ProofError> {
        Self::with_formula(problem, problem.try_into()?, claim)
    }

    /// As [`new`](Self::new), with the formula of the problem.
    ///
    /// # Errors
    /// [`ProofError`] if the claim is too large.
    pub fn with_formula(problem: &Problem, formula: Formula, claim: u64) -> Result<Self, ProofError> {
        check_claim(claim)?;
        let (colours, _) = colour_variables(problem);
        let cdcl = CdclSearch::with_log(problem, Lemmas::default());
        let options = problem.option_count();
        let mut variables: Vec<i32> = (1..=options as i32).collect();
        variables.extend(cdcl.colours().filter_map(|colour| colours.get(&colour).copied()));
        Ok(Self::with_phase(formula, variables, options, ProofPhase::Search(Box::new(cdcl)), claim))
    }

    /// Searches a formula, of which `claim` solutions are claimed. Each variable must be in an "exactly one"; the other constraints
    /// must be "at most one", or clauses that unit propagation leaves with two negations at most. [`ProofError::NotExactCover`] ends
    /// the search if there are others.
    ///
    /// # Errors
    /// [`ProofError::Claim`].
    pub fn from_formula(formula: Formula, claim: u64) -> Result<Self, ProofError> {
        check_claim(claim)?;
        Ok(Self::with_phase(formula, Vec::new(), 0, ProofPhase::Propagate { has_sums: false }, claim))
    }

    /// Refutes a formula of any constraints without these solutions, with inequalities that follow from it. Each variable must be in an
    /// "exactly one".
    ///
    /// # Errors
    /// [`ProofError`] if the formula is too large, or there are too many solutions.
    pub fn refute(
        mut formula: Formula,
        derivations: Vec<Derivation>,
        solutions: Vec<Vec<u32>>,
    ) -> Result<Self, ProofError> {
        let claim = solutions.len() as u64;
        check_claim(claim)?;
        for solution in &solutions {
            formula.exclude(solution)?;
        }
        let variables = (1..=formula.variable_count() as i32).collect();
        let mut search =
            Self::with_phase(formula, variables, 0, ProofPhase::Propagate { has_sums: true }, claim);
        (search.derivations, search.solutions) = (derivations, solutions);
        Ok(search)
    }

    fn with_phase(
        formula: Formula,
        variables: Vec<i32>,
        options: usize,
        phase: ProofPhase,
        claim: u64,
    ) -> Self {
        Self {
            formula,
            derivations: Vec::new(),
            variables,
            options,
            facts: Vec::new(),
            checker: None,
            phase,
            lemmas: Lemmas::default(),
            solutions: Vec::new(),
            claim,
            literals_max: LITERALS_MAX,
            is_too_large: false,
            nodes: 0,
            work: 0,
        }
    }

    /// Number of steps of the searches and of the checker so far. Pauses do not change it.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Keeps at most so many literals of clauses; with more, the search ends without a proof.
    #[must_use]
    pub fn with_literals_max(self, literals_max: usize) -> Self {
        Self { literals_max, ..self }
    }

    /// The true variables of each solution found so far.
    pub fn solutions(&self) -> &[Vec<u32>] {
        &self.solutions
    }

    /// Makes one step towards the search. Each takes some tens of milliseconds for a large formula.
    fn prepare(&mut self) -> Result<(), ProofError> {
        let Self { formula, derivations, checker, .. } = self;
        self.phase = match &mut self.phase {
            ProofPhase::Propagate { has_sums: true } => {
                ProofPhase::Refute(Box::new(LinearSearch::new(formula, derivations)))
            }
            ProofPhase::Propagate { has_sums: false } => {
                let checker = checker.insert(Box::new(Checker::new(formula)));
                if checker.is_refuted() {
                    self.lemmas.push([]);
                    ProofPhase::Ended(StopReason::Complete)
                } else {
                    ProofPhase::Open
                }
            }
            ProofPhase::Open => {
                let checker = checker.as_deref().ok_or(ProofError::NotExactCover)?;
                let open = OpenProblem::new(formula, checker).ok_or(ProofError::NotExactCover)?;
                let variables = 1..=formula.variable_count();
                let facts = variables.filter(|&variable| checker.value(variable) == Some(true));
                self.facts = facts.map(|variable| variable as u32).collect();
                ProofPhase::Build(Box::new(open))
            }
            ProofPhase::Build(open) => {
                self.variables = std::mem::take(&mut open.variables);
                self.options = self.variables.len();
                ProofPhase::Search(Box::new(CdclSearch::with_log(&open.problem, Lemmas::default())))
            }
            ProofPhase::Search(_) | ProofPhase::Refute(_) | ProofPhase::Trim(_) | ProofPhase::Ended(_) => {
                return Ok(());
            }
        };
        Ok(())
    }

    /// Takes the clauses that the search has logged.
    fn take_log(&mut self) {
        let logged = match &mut self.phase {
            ProofPhase::Search(cdcl) => cdcl.log_mut(),
            ProofPhase::Refute(search) => search.log_mut(),
            ProofPhase::Propagate { .. }
            | ProofPhase::Open
            | ProofPhase::Build(_)
            | ProofPhase::Trim(_)
            | ProofPhase::Ended(_) => {
                return;
            }
        };
        let free = self.literals_max.saturating_sub(self.lemmas.literal_count() + self.lemmas.len());
        if logged.literal_count() + logged.len() > free {
            self.is_too_large = true;
            self.lemmas = Lemmas::default();
        }
        if !self.is_too_large {
            for clause in logged.iter() {
                let variable = |literal: &i32| {
                    let variable = self.variables.get(literal.unsigned_abs() as usize - 1);
                    variable.map(|variable| variable * literal.signum())
                };
                self.lemmas.push(clause.iter().filter_map(variable));
            }
        }
        logged.clear();
    }

    /// Records the solution that CDCL has found.
    fn take_solution(&mut self) {
        let ProofPhase::Search(cdcl) = &self.phase else { return };
        let options = self.variables.get(..self.options).unwrap_or_default();
        let chosen = cdcl.solution().filter_map(|option| options.get(option.0 as usize));
        let mut solution: Vec<u32> =
            chosen.map(|&variable| variable as u32).chain(self.facts.iter().copied()).collect();
        solution.sort_unstable();
        if (self.solutions.len() as u64) < self.claim && self.formula.exclude(&solution).is_err() {
            // There is no proof without this clause.
            self.is_too_large = true;
            self.lemmas.clear();
        }
        self.solutions.push(solution);
    }

    /// Begins to trim, or ends the search.
    fn finish(&mut self) {
        self.phase = if self.is_too_large {
            ProofPhase::Ended(StopReason::Complete)
        } else {
            let lemmas = std::mem::take(&mut self.lemmas);
            let checker = match self.checker.take() {
                Some(mut checker) => {
                    for solution in &self.solutions {
                        let excluded: Vec<i32> =
                            solution.iter().map(|&variable| -(variable as i32)).collect();
                        checker.add_axiom(&excluded);
                    }
                    *checker
                }
                None => Checker::with_derivations(&self.formula, &self.derivations),
            };
            ProofPhase::Trim(Box::new(Trimming::new(checker, lemmas)))
        };
    }
}

fn check_claim(claim: u64) -> Result<(), ProofError> {
    if claim > CLAIM_MAX { Err(ProofError::Claim { claim }) } else { Ok(()) }
}

impl ResumableSearch for ProofSearch {
    type Answer = ProofAnswer;
    type Error = ProofError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, ProofError> {
        loop {
            match &mut self.phase {
                ProofPhase::Propagate { .. } | ProofPhase::Open | ProofPhase::Build(_) => {
                    self.prepare()?;
                    return Ok(Progress::Paused);
                }
                ProofPhase::Search(cdcl) => {
                    let (nodes, steps) = (cdcl.nodes(), cdcl.steps());
                    let step = cdcl.advance(budget_nodes, stop);
                    self.nodes += cdcl.nodes() - nodes;
                    self.work += cdcl.steps() - steps;
                    self.take_log();
                    match step {
                        Step::Paused | Step::Solution if self.is_too_large => {
                            self.phase = ProofPhase::Ended(StopReason::Interrupted);
                        }
                        Step::Paused => return Ok(Progress::Paused),
                        Step::Exhausted => self.finish(),
                        Step::Solution => {
                            self.take_solution();
                            if self.solutions.len() as u64 > self.claim {
                                self.lemmas.clear();
                                self.phase = ProofPhase::Ended(StopReason::SolutionLimit);
                            } else {
                                return Ok(Progress::Paused);
                            }
                        }
                    }
                }
                ProofPhase::Refute(search) => {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(Progress::Paused);
                    }
                    let (nodes, steps) = (search.nodes(), search.steps());
                    let step = search.advance(budget_nodes, SLICE_STEPS);
                    self.nodes += search.nodes() - nodes;
                    self.work += search.steps() - steps;
                    self.take_log();
                    if self.is_too_large {
                        // The number of solutions is known, and the proof is lost.
                        self.phase = ProofPhase::Ended(StopReason::Complete);
                        continue;
                    }
                    match step {
                        LinearStep::Paused => return Ok(Progress::Paused),
                        LinearStep::Refuted => self.finish(),
                        LinearStep::Full => {
                            self.is_too_large = true;
                            self.lemmas.clear();
                            self.phase = ProofPhase::Ended(StopReason::Complete);
                        }
                        LinearStep::Solution => return Err(ProofError::UnknownSolution),
                    }
                }
                ProofPhase::Trim(trimming) => {
                    let steps = trimming.steps();
                    let is_trimmed = trimming.advance(SLICE_STEPS)?;
                    self.work += trimming.steps() - steps;
                    if !is_trimmed {
                        return Ok(Progress::Paused);
                    }
                    let ended = ProofPhase::Ended(StopReason::Complete);
                    if let ProofPhase::Trim(trimming) = std::mem::replace(&mut self.phase, ended) {
                        let (lemmas, needed) = trimming.into_proof();
                        self.lemmas = lemmas;
                        let mut numbers = 0..;
                        self.derivations
                            .retain(|_| numbers.next().is_some_and(|number| needed.contains(&number)));
                    }
                }
                ProofPhase::Ended(stop_reason) => return Ok(Progress::Ended(*stop_reason)),
            }
        }
    }

    fn count(&self) -> u64 {
        self.solutions.len() as u64
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn stop_reason(&self) -> Option<StopReason> {
        match self.phase {
            ProofPhase::Ended(stop_reason) => Some(stop_reason),
            _ => None,
        }
    }

    fn answer(&mut self) -> ProofAnswer {
        let stop_reason = self.stop_reason().unwrap_or(StopReason::Interrupted);
        if stop_reason != StopReason::Complete {
            self.lemmas.clear();
        }
        ProofAnswer {
            formula: std::mem::take(&mut self.formula),
            derivations: std::mem::take(&mut self.derivations),
            lemmas: std::mem::take(&mut self.lemmas),
            solutions: std::mem::take(&mut self.solutions),
            stop_reason,
            is_too_large: self.is_too_large,
        }
    }
}
