//! The requests.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::proof::{Formula, FormulaFormat};
use quadrille_exact_cover::{NamedProblem, Progress, ResumableSearch, StopReason};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::proof::{check_format, exclude_solution, puzzle_formula};

use super::excluded::{ExcludedCovers, ExcludedGrids, covers_from_json, grids_from_json};
use crate::kinds::cover::input::CoverInput;
use crate::kinds::prove::{Provable as _, WrittenText, or_formula_fault};
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::service::{AnswerSummary, Answerable, CoverProblem, Reusable, SearchAnswer, Subject};
use crate::wire::examples::{Examples, examples};
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::Context;
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::puzzle::values::Unread;
use crate::wire::question::{LimitsRequest, QuestionKind, QuestionRequest, RequestKind, RequestSubject};
use crate::wire::request::{Fields, Flat, Given, Nested};

/// The kind of `/formula`.
#[derive(Clone, Copy, Debug)]
pub struct WriteFormula;

/// The kind of `/exact-cover/formula`.
#[derive(Clone, Copy, Debug)]
pub struct CoverWriteFormula;

/// Options of `/formula`.
#[derive(Clone, Debug, Default, Fields)]
pub struct WriteFormulaOptions {
    /// Format of the formula: `dimacs` or `opb`.
    /// By default `dimacs`.
    pub to: Given<FormulaFormat>,
    /// Solutions that the formula excludes, in this order: as an answer of `/prove` has them.
    /// By default there are none.
    pub exclude: Given<Unread<ExcludedGrids>>,
}

/// Request of `/exact-cover/formula`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CoverFormulaRequest {
    /// The problem.
    pub problem: Flat<CoverInput>,
    /// Format of the formula: `dimacs` or `opb`.
    /// By default `dimacs`.
    pub to: Given<FormulaFormat>,
    /// Solutions that the formula excludes, in this order: the numbers of their options, from 1.
    /// By default there are none.
    pub exclude: Given<Unread<ExcludedCovers>>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

/// A problem, its formula, and the format of the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FormulaQuestion<S> {
    subject: S,
    formula: Arc<Formula>,
    format: FormulaFormat,
}

/// The text of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaText {
    /// Its format.
    pub format: FormulaFormat,
    /// Number of variables.
    pub variables: usize,
    /// The text.
    pub written: WrittenText,
}

impl PuzzleKind for WriteFormula {
    type Options = WriteFormulaOptions;
    type Reading = PuzzleOptions;
    type Question = FormulaQuestion<Puzzle>;
    const PATH: &'static str = "/formula";
    const NAME: &'static str = "Formula";
    const LINK: &'static str = "write a puzzle as a formula";
    const EXAMPLES: Examples = examples!("single");

    fn question(
        asked: AskedPuzzle<'_, WriteFormulaOptions>,
        faults: &mut Faults,
    ) -> Option<FormulaQuestion<Puzzle>> {
        let AskedPuzzle { puzzle, input, options, .. } = asked;
        let format = options.to.copied().unwrap_or_default();
        let excluded = match options.exclude.located() {
            Some((Unread { json, .. }, location)) => grids_from_json(json, location, &puzzle, faults)?,
            None => Vec::new(),
        };
        let formula = puzzle_formula(&puzzle).and_then(|mut formula| {
            for grid in &excluded {
                exclude_solution(&mut formula, grid, puzzle.rules().digit_count())?;
            }
            check_format(&puzzle, &formula, format)?;
            Ok(formula)
        });
        let formula = Arc::new(or_formula_fault(formula, faults, |fault| input.place(fault))?);
        Some(FormulaQuestion { subject: puzzle, formula, format })
    }
}

impl RequestKind for CoverWriteFormula {
    type Request = CoverFormulaRequest;
    type Valid = QuestionRequest<FormulaQuestion<CoverProblem>, Arc<NamedProblem>>;
    const PATH: &'static str = "/exact-cover/formula";
    const NAME: &'static str = "CoverFormula";
    const LINK: &'static str = "write an exact cover problem as a formula";
    const EXAMPLES: Examples = examples!("cover");
    const SUBJECT: RequestSubject = RequestSubject::CoverProblem;

    fn validate(request: CoverFormulaRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (subject, names) = request.problem.read(context.bounds, faults)?;
        let format = request.to.copied().unwrap_or_default();
        let excluded = match request.exclude.located() {
            Some((Unread { json, .. }, location)) => covers_from_json(json, location, &subject, faults)?,
            None => Vec::new(),
        };
        let formula = Formula::try_from(&*subject).and_then(|mut formula| {
            for cover in &excluded {
                subject.exclude(&mut formula, cover)?;
            }
            format.check(&formula)?;
            Ok(formula)
        });
        let formula = Arc::new(or_formula_fault(formula, faults, |fault| fault)?);
        let question = FormulaQuestion { subject, formula, format };
        Some(QuestionRequest::new(question, &request.limits, names))
    }
}

impl QuestionKind for CoverWriteFormula {
    type Question = FormulaQuestion<CoverProblem>;
    type Notation = Arc<NamedProblem>;
}

impl<S> FormulaQuestion<S> {
    fn text(&self) -> FormulaText {
        let Self { formula, format, .. } = self;
        let written = WrittenText::new(usize::MAX, |out| format.write(formula, out));
        FormulaText { format: *format, variables: formula.variable_count(), written }
    }
}

/// Search that has nothing to search: it writes the formula.
#[derive(Clone, Debug)]
pub struct FormulaWriter<S> {
    question: FormulaQuestion<S>,
    /// The text, which is written on a solver thread.
    written: Option<FormulaText>,
}

impl<S: Subject> Answerable for FormulaQuestion<S> {
    type Subject = S;
    type Search = FormulaWriter<S>;
    type Answer = FormulaText;

    fn subject(&self) -> &S {
        &self.subject
    }

    fn search(self) -> FormulaWriter<S> {
        FormulaWriter { question: self, written: None }
    }

    fn heap_bytes(&self) -> usize {
        self.subject.heap_bytes() + self.formula.heap_bytes()
    }
}

impl<S: Subject> ResumableSearch for FormulaWriter<S> {
    type Answer = FormulaText;
    type Error = Infallible;

    fn advance(&mut self, _: u64, _: &AtomicBool) -> Result<Progress, Infallible> {
        self.written = Some(self.question.text());
        Ok(Progress::Ended(StopReason::Complete))
    }

    fn nodes(&self) -> u64 {
        0
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.written.as_ref().map(|_| StopReason::Complete)
    }

    fn answer(&mut self) -> FormulaText {
        self.written.take().unwrap_or_else(|| self.question.text())
    }
}

impl<S: Subject> Reusable<FormulaQuestion<S>> for FormulaWriter<S> {}

impl SearchAnswer for FormulaText {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(StopReason::Complete, 0)
    }

    fn heap_bytes(&self) -> usize {
        self.written.text.as_ref().map_or(0, String::capacity)
    }
}
