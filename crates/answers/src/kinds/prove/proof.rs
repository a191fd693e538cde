//! Searches for proofs, and their answers.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::proof::{
    Formula, FormulaError, FormulaFormat, FormulaParts, FormulaSize, ProofAnswer, ProofError, ProofFormat,
    ProofParts, ProofSearch, state_problem,
};
use quadrille_exact_cover::{Cover, OptionId, Progress, ResumableSearch, StopReason, Verdict};
use quadrille_sudoku::proof::{
    PuzzleProof, check_format, exclude_solution, puzzle_formula_size, state_puzzle,
};
use quadrille_sudoku::{Puzzle, Solution};

use super::written::{LITERALS_PER_SLICE, TextWriter, WrittenText};
use crate::service::{AnswerSummary, Answerable, CoverProblem, Defect, Reusable, SearchAnswer, Solvable};

/// Bytes of the longest proof for each literal that a search keeps before it trims. It takes up to 32 bytes a literal, so twice the bytes of the
/// proof.
const BYTES_PER_LITERAL: usize = 16;

/// Bounds of a search for a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProofBounds {
    /// Bytes of the longest proof that is kept.
    pub bytes_max: usize,
    /// Number of steps of the search after which it is given up.
    pub work_max: u64,
}

/// Why a search for a proof was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// The clauses of the proof were too many to keep.
    Bytes,
    /// The search has done all the work that it may do.
    Work,
}

impl ProofBounds {
    /// Bounds of a request.
    pub(super) const OF_REQUEST: Self = Self { bytes_max: 8 << 20, work_max: u64::MAX };
}

/// Problem about which proofs are found.
pub trait Provable: Solvable<Solution: Clone + Debug + PartialEq + Send + Sync + 'static> {
    /// Search for a proof.
    type Search: ResumableSearch<Error: Into<Defect>> + Debug + Send + 'static;

    /// Prepares the search for a proof that there are `claim` solutions, or fewer. `formula` is that of the problem. The
    /// search keeps at most so many literals.
    ///
    /// # Errors
    /// If there are no proofs about the problem, which is a bug: the request was valid.
    fn prove(self, formula: Formula, claim: u64, literals_max: usize) -> Result<Self::Search, Defect>;

    /// Returns the size of the formula of the problem, for which no formula is built.
    ///
    /// # Errors
    /// [`FormulaError`] if the formula is too large, or has no text in this format.
    fn formula_size(&self, format: FormulaFormat) -> Result<FormulaSize, FormulaError>;

    /// Adds the constraints of the problem to a formula.
    ///
    /// # Errors
    /// [`FormulaError::TooLarge`].
    fn state(&self, formula: &mut Formula) -> Result<(), FormulaError>;

    /// Builds the formula of the problem, with memory for this size.
    ///
    /// # Errors
    /// [`FormulaError::TooLarge`].
    fn formula(&self, size: &FormulaSize) -> Result<Formula, FormulaError> {
        let mut formula = Formula::with_size(size);
        self.state(&mut formula)?;
        Ok(formula)
    }

    /// Adds to the formula of the problem that this solution is none.
    ///
    /// # Errors
    /// [`FormulaError::TooLarge`].
    fn exclude(&self, formula: &mut Formula, solution: &Self::Solution) -> Result<(), FormulaError>;

    /// Number of steps of a search so far.
    fn work(search: &Self::Search) -> u64;

    /// Takes the findings out of the search.
    ///
    /// # Errors
    /// For a wrong solution, which is a bug.
    fn findings(&self, search: &mut Self::Search) -> Result<ProofAnswer<Self::Solution>, Defect>;
}

/// A problem, a number of solutions and the formats: everything that determines the proof.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProofQuestion<S> {
    /// The problem.
    pub subject: S,
    /// Number of solutions up to which their number is proved.
    pub claim: u64,
    /// Size of the formula of the problem.
    pub formula_size: FormulaSize,
    /// Format of the formula.
    pub formula_format: FormulaFormat,
    /// Format of the proof.
    pub proof_format: ProofFormat,
    /// Bounds of the search.
    pub bounds: ProofBounds,
}

/// A proof, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved<P: Provable> {
    /// The solutions found. With a proof, the formula excludes them, and there are no others.
    pub solutions: Vec<P::Solution>,
    /// Format of the formula.
    pub formula_format: FormulaFormat,
    /// Format of the proof.
    pub proof_format: ProofFormat,
    /// The formula and the proof; `None` without a proof.
    pub texts: Option<[WrittenText; 2]>,
    /// Why there is no proof; `None` if there is one, or the search has ended for another reason.
    pub given_up: Option<GivenUp>,
    /// Why the search ended: [`StopReason::SolutionLimit`] if there are more solutions than claimed.
    pub stop_reason: StopReason,
    /// Visited nodes.
    pub nodes: u64,
}

impl<P: Provable> Proved<P> {
    /// The verdict.
    pub fn verdict(&self) -> Verdict<P::Solution> {
        Verdict::of(self.solutions.iter().take(2).cloned(), self.stop_reason == StopReason::Complete)
    }
}

impl Provable for Puzzle {
    type Search = PuzzleProof;

    fn formula_size(&self, format: FormulaFormat) -> Result<FormulaSize, FormulaError> {
        let size = puzzle_formula_size(self)?;
        check_format(self, &size, format)?;
        Ok(size)
    }

    fn state(&self, formula: &mut Formula) -> Result<(), FormulaError> {
        state_puzzle(self, formula)
    }

    fn prove(self, formula: Formula, claim: u64, literals_max: usize) -> Result<PuzzleProof, Defect> {
        Ok(PuzzleProof::with_formula(self, formula, claim)?.with_literals_max(literals_max))
    }

    fn exclude(&self, formula: &mut Formula, solution: &Solution) -> Result<(), FormulaError> {
        exclude_solution(formula, solution.grid(), self.rules().digit_count())
    }

    fn work(search: &PuzzleProof) -> u64 {
        search.work()
    }

    fn findings(&self, search: &mut PuzzleProof) -> Result<ProofAnswer<Solution>, Defect> {
        Ok(search.answer())
    }
}

impl Provable for CoverProblem {
    type Search = ProofSearch;

    fn formula_size(&self, format: FormulaFormat) -> Result<FormulaSize, FormulaError> {
        let size = FormulaSize::try_from(&**self)?;
        format.check_size(&size)?;
        Ok(size)
    }

    fn state(&self, formula: &mut Formula) -> Result<(), FormulaError> {
        state_problem(self, formula)
    }

    fn prove(self, formula: Formula, claim: u64, literals_max: usize) -> Result<ProofSearch, Defect> {
        Ok(ProofSearch::with_formula(&self, formula, claim)?.with_literals_max(literals_max))
    }

    fn exclude(&self, formula: &mut Formula, cover: &Cover) -> Result<(), FormulaError> {
        let options: Vec<u32> = cover.options().iter().map(|option| option.0 + 1).collect();
        formula.exclude(&options)
    }

    fn work(search: &ProofSearch) -> u64 {
        search.work()
    }

    fn findings(&self, search: &mut ProofSearch) -> Result<ProofAnswer<Cover>, Defect> {
        let found = search.answer();
        let certify =
            |options: &Vec<u32>| Cover::certify(self, options.iter().map(|&option| OptionId(option - 1)));
        let solutions = found.solutions.iter().map(certify).collect::<Result<_, _>>()?;
        Ok(found.with_solutions(solutions))
    }
}

/// Search that writes formula and proof at its end.
#[derive(Debug)]
pub struct WritingSearch<S: Provable> {
    question: ProofQuestion<S>,
    /// `None` before the first slice, because a large problem takes long to prepare.
    search: Option<S::Search>,
    /// The texts, once the search has ended with a proof.
    writing: Option<Writing<S::Solution>>,
    /// The answer, once all has ended.
    written: Option<Proved<S>>,
}

/// A formula and its proof, while they are written.
#[derive(Debug)]
struct Writing<S> {
    findings: ProofAnswer<S>,
    formula: (FormulaParts, TextWriter),
    is_formula_complete: bool,
    proof: (ProofParts, TextWriter),
}

impl<S> Writing<S> {
    /// Writes the next part. Returns whether both texts are complete.
    fn write_part(&mut self) -> bool {
        let Self { findings: ProofAnswer { formula, derivations, lemmas, .. }, .. } = self;
        // Writing to memory cannot fail.
        if self.is_formula_complete {
            let (parts, text) = &mut self.proof;
            parts.write_part(formula, derivations, lemmas, LITERALS_PER_SLICE, text).unwrap_or(true)
        } else {
            let (parts, text) = &mut self.formula;
            self.is_formula_complete = parts.write_part(formula, LITERALS_PER_SLICE, text).unwrap_or(true);
            false
        }
    }
}

impl<S: Provable> WritingSearch<S> {
    /// The answer of a search that has found nothing.
    fn unknown(&self) -> Proved<S> {
        Proved {
            solutions: Vec::new(),
            formula_format: self.question.formula_format,
            proof_format: self.question.proof_format,
            texts: None,
            given_up: None,
            stop_reason: StopReason::Interrupted,
            nodes: self.nodes(),
        }
    }

    /// Whether the search has done all the work that it may do.
    fn is_over_work(&self) -> bool {
        self.search.as_ref().is_some_and(|search| S::work(search) >= self.question.bounds.work_max)
    }

    /// Builds the formula, and begins the search.
    fn begin(&mut self) -> Result<(), Defect> {
        let ProofQuestion { subject, formula_size, claim, bounds, .. } = &self.question;
        let formula = subject.formula(formula_size).map_err(ProofError::from)?;
        let literals_max = bounds.bytes_max / BYTES_PER_LITERAL;
        self.search = Some(subject.clone().prove(formula, *claim, literals_max)?);
        Ok(())
    }

    /// Begins to write what the search has found; without a proof, it is the answer.
    fn end(&mut self) -> Result<(), Defect> {
        let is_over_work = self.is_over_work();
        let Some(search) = &mut self.search else { return Ok(()) };
        let findings = self.question.subject.findings(search)?;
        if findings.is_proved() {
            let ProofQuestion { formula_format, proof_format, bounds, .. } = self.question;
            self.writing = Some(Writing {
                findings,
                formula: (FormulaParts::new(formula_format), TextWriter::new(0, 0)),
                is_formula_complete: false,
                proof: (ProofParts::new(proof_format), TextWriter::new(bounds.bytes_max, 0)),
            });
            return Ok(());
        }
        let ProofAnswer { solutions, stop_reason, is_too_large, .. } = findings;
        let given_up = match stop_reason {
            _ if is_too_large => Some(GivenUp::Bytes),
            StopReason::Interrupted if is_over_work => Some(GivenUp::Work),
            _ => None,
        };
        self.written = Some(Proved { solutions, given_up, stop_reason, ..self.unknown() });
        Ok(())
    }
}

impl<S: Provable> ResumableSearch for WritingSearch<S> {
    type Answer = Proved<S>;
    type Error = Defect;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, Defect> {
        let Some(search) = &mut self.search else {
            self.begin()?;
            return Ok(Progress::Paused);
        };
        if self.writing.is_none() && self.written.is_none() {
            let progress = search.advance(budget_nodes, stop).map_err(Into::into)?;
            if progress == Progress::Paused && !self.is_over_work() {
                return Ok(Progress::Paused);
            }
            self.end()?;
        } else if let Some(Writing { findings, formula, proof, .. }) =
            self.writing.take_if(Writing::write_part)
        {
            let texts = Some([formula.1.finish(), proof.1.finish()]);
            let (solutions, stop_reason) = (findings.solutions, StopReason::Complete);
            self.written = Some(Proved { solutions, texts, stop_reason, ..self.unknown() });
        }
        Ok(self.stop_reason().map_or(Progress::Paused, Progress::Ended))
    }

    fn count(&self) -> u64 {
        self.search.as_ref().map_or(0, ResumableSearch::count)
    }

    fn nodes(&self) -> u64 {
        self.search.as_ref().map_or(0, ResumableSearch::nodes)
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.written.as_ref().map(|written| written.stop_reason)
    }

    fn answer(&mut self) -> Proved<S> {
        if let Some(Writing { findings: ProofAnswer { solutions, .. }, .. }) = self.writing.take() {
            return Proved { solutions, ..self.unknown() };
        }
        if self.written.is_none() && self.end().is_err() {
            return self.unknown();
        }
        self.written.take().unwrap_or_else(|| self.unknown())
    }
}

impl<S: Provable> Answerable for ProofQuestion<S> {
    type Subject = S;
    type Search = WritingSearch<S>;
    type Answer = Proved<S>;

    fn subject(&self) -> &S {
        &self.subject
    }

    fn search(self) -> WritingSearch<S> {
        WritingSearch { question: self, search: None, writing: None, written: None }
    }

    fn heap_bytes(&self) -> usize {
        self.subject.heap_bytes()
    }
}

impl<S: Provable> Reusable<ProofQuestion<S>> for WritingSearch<S> {}

impl<P: Provable> SearchAnswer for Proved<P> {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(self.stop_reason, self.nodes).with_verdict(self.verdict().without_solutions())
    }

    fn heap_bytes(&self) -> usize {
        let texts = self.texts.iter().flatten().filter_map(|written| written.text.as_ref());
        texts.map(String::capacity).sum::<usize>()
            + self.solutions.iter().map(P::solution_bytes).sum::<usize>()
    }
}
