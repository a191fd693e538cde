//! Searches for proofs, and their answers.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::proof::{
    Derivation, Formula, FormulaError, FormulaFormat, Lemmas, ProofAnswer, ProofFormat, ProofSearch,
};
use quadrille_exact_cover::{Cover, OptionId, Progress, ResumableSearch, StopReason, Verdict};
use quadrille_sudoku::proof::{PuzzleProof, PuzzleProofAnswer, exclude_solution};
use quadrille_sudoku::{Puzzle, Solution};

use super::written::WrittenText;
use crate::service::{AnswerSummary, Answerable, CoverProblem, Defect, Reusable, SearchAnswer, Solvable};

/// Bytes of the longest proof that an answer has.
pub(super) const PROOF_BYTES_MAX: usize = 8 << 20;

/// Number of literals that a search keeps before it trims, for each byte of the proof.
const BYTES_PER_LITERAL: usize = 4;

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

    /// Adds to the formula of the problem that this solution is none.
    ///
    /// # Errors
    /// [`FormulaError::TooLarge`].
    fn exclude(&self, formula: &mut Formula, solution: &Self::Solution) -> Result<(), FormulaError>;

    /// Takes the findings out of the search.
    ///
    /// # Errors
    /// For a wrong solution, which is a bug.
    fn findings(&self, search: &mut Self::Search) -> Result<Findings<Self::Solution>, Defect>;
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Findings<S> {
    formula: Formula,
    derivations: Vec<Derivation>,
    lemmas: Lemmas,
    solutions: Vec<S>,
    stop_reason: StopReason,
    is_too_large: bool,
}

/// A problem, a number of solutions and the formats: everything that determines the proof.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProofQuestion<S> {
    /// The problem.
    pub subject: S,
    /// Number of solutions up to which their number is proved.
    pub claim: u64,
    /// The formula of the problem.
    pub formula: Arc<Formula>,
    /// Format of the formula.
    pub formula_format: FormulaFormat,
    /// Format of the proof.
    pub proof_format: ProofFormat,
    /// Bytes of the longest proof that is kept.
    pub bytes_max: usize,
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
    /// Whether the clauses of the proof were too many to keep.
    pub is_too_large: bool,
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

    fn prove(self, formula: Formula, claim: u64, literals_max: usize) -> Result<PuzzleProof, Defect> {
        Ok(PuzzleProof::with_formula(self, formula, claim)?.with_literals_max(literals_max))
    }

    fn exclude(&self, formula: &mut Formula, solution: &Solution) -> Result<(), FormulaError> {
        exclude_solution(formula, solution.grid(), self.rules().digit_count())
    }

    fn findings(&self, search: &mut PuzzleProof) -> Result<Findings<Solution>, Defect> {
        let PuzzleProofAnswer { formula, derivations, lemmas, solutions, stop_reason, is_too_large } =
            search.answer();
        Ok(Findings { formula, derivations, lemmas, solutions, stop_reason, is_too_large })
    }
}

impl Provable for CoverProblem {
    type Search = ProofSearch;

    fn prove(self, formula: Formula, claim: u64, literals_max: usize) -> Result<ProofSearch, Defect> {
        Ok(ProofSearch::with_formula(&self, formula, claim)?.with_literals_max(literals_max))
    }

    fn exclude(&self, formula: &mut Formula, cover: &Cover) -> Result<(), FormulaError> {
        let options: Vec<u32> = cover.options().iter().map(|option| option.0 + 1).collect();
        formula.exclude(&options)
    }

    fn findings(&self, search: &mut ProofSearch) -> Result<Findings<Cover>, Defect> {
        let ProofAnswer { formula, derivations, lemmas, solutions, stop_reason, is_too_large } =
            search.answer();
        let certify =
            |options: &Vec<u32>| Cover::certify(self, options.iter().map(|&option| OptionId(option - 1)));
        let solutions = solutions.iter().map(certify).collect::<Result<_, _>>()?;
        Ok(Findings { formula, derivations, lemmas, solutions, stop_reason, is_too_large })
    }
}

/// Search that writes formula and proof at its end.
#[derive(Debug)]
pub struct WritingSearch<S: Provable> {
    question: ProofQuestion<S>,
    /// `None` before the first slice, because a large problem takes long to prepare.
    search: Option<S::Search>,
    /// The answer, once the search has ended.
    written: Option<Proved<S>>,
}

impl<S: Provable> WritingSearch<S> {
    /// The answer of a search that has found nothing.
    fn unknown(&self) -> Proved<S> {
        Proved {
            solutions: Vec::new(),
            formula_format: self.question.formula_format,
            proof_format: self.question.proof_format,
            texts: None,
            is_too_large: false,
            stop_reason: StopReason::Interrupted,
            nodes: self.nodes(),
        }
    }

    fn write(&mut self) -> Result<Proved<S>, Defect> {
        let Some(search) = &mut self.search else { return Ok(self.unknown()) };
        let nodes = search.nodes();
        let Findings { formula, derivations, lemmas, solutions, stop_reason, is_too_large } =
            self.question.subject.findings(search)?;
        let is_proved = stop_reason == StopReason::Complete && !lemmas.is_empty();
        let texts = is_proved.then(|| {
            [
                WrittenText::new(0, |out| self.question.formula_format.write(&formula, out)),
                WrittenText::new(self.question.bytes_max, |out| {
                    self.question.proof_format.write(&formula, &derivations, &lemmas, out)
                }),
            ]
        });
        Ok(Proved { solutions, texts, is_too_large, stop_reason, nodes, ..self.unknown() })
    }
}

impl<S: Provable> ResumableSearch for WritingSearch<S> {
    type Answer = Proved<S>;
    type Error = Defect;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, Defect> {
        let search = match &mut self.search {
            Some(search) => search,
            none => {
                let ProofQuestion { subject, formula, claim, bytes_max, .. } = self.question.clone();
                let literals_max = bytes_max / BYTES_PER_LITERAL;
                none.insert(subject.prove(Arc::unwrap_or_clone(formula), claim, literals_max)?)
            }
        };
        let progress = search.advance(budget_nodes, stop).map_err(Into::into)?;
        if progress != Progress::Paused && self.written.is_none() {
            self.written = Some(self.write()?);
        }
        Ok(progress)
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
        self.written.take().or_else(|| self.write().ok()).unwrap_or_else(|| self.unknown())
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
        WritingSearch { question: self, search: None, written: None }
    }

    fn heap_bytes(&self) -> usize {
        self.subject.heap_bytes() + self.formula.heap_bytes()
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
