//! The requests.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::proof::{
    Formula, FormulaError, FormulaFormat, FormulaParts, FormulaSink as _, FormulaSize, ProofError,
};
use quadrille_exact_cover::{Cover, Progress, ResumableSearch, StopReason};
use quadrille_sudoku::proof::puzzle_variable;
use quadrille_sudoku::{Grid, Puzzle};

use super::excluded::{ExcludedCovers, ExcludedGrids, covers_from_json, grids_from_json};
use crate::faults::Faults;
use crate::kinds::cover::kind::{CoverKind, cover_kinds};
use crate::kinds::prove::{LITERALS_PER_SLICE, Provable, TextWriter, WrittenText, or_formula_fault};
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::service::{AnswerSummary, Answerable, CoverProblem, Defect, Reusable, SearchAnswer};
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::puzzle::values::Unread;
use crate::wire::request::{Fields, Given};

/// Largest number of bytes of a formula and its text, which a solver thread holds.
const BYTES_MAX: u64 = 16 << 20;

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

/// Options of `/exact-cover/formula`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CoverFormulaOptions {
    /// Format of the formula: `dimacs` or `opb`.
    /// By default `dimacs`.
    pub to: Given<FormulaFormat>,
    /// Solutions that the formula excludes, in this order: the numbers of their options, from 1.
    /// By default there are none.
    pub exclude: Given<Unread<ExcludedCovers>>,
}

/// A problem, solutions that its formula excludes, and the format of the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FormulaQuestion<S> {
    subject: S,
    /// The true variables of each of these solutions.
    excluded: Arc<Vec<Vec<u32>>>,
    /// Size of the formula.
    size: FormulaSize,
    format: FormulaFormat,
}

/// The text of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaText {
    /// Its format.
    pub format: FormulaFormat,
    /// Size of the formula.
    pub size: FormulaSize,
    /// The text; `None` if it was not complete in time.
    pub written: Option<WrittenText>,
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
        let digits = puzzle.rules().digit_count();
        let variables = |grid: &Grid| -> Vec<u32> {
            grid.filled().map(|(cell, digit)| puzzle_variable(cell, digit, digits) as u32).collect()
        };
        let excluded = excluded.iter().map(variables).collect();
        let question = FormulaQuestion::new(puzzle, excluded, format);
        or_formula_fault(question, faults, |fault| input.place(fault))
    }
}

impl CoverKind for CoverWriteFormula {
    type Options = CoverFormulaOptions;
    type Question = FormulaQuestion<CoverProblem>;
    const PATH: &'static str = "/exact-cover/formula";
    const NAME: &'static str = "CoverFormula";
    const LINK: &'static str = "write an exact cover problem as a formula";
    const EXAMPLES: Examples = examples!("cover");

    fn question(
        problem: CoverProblem,
        options: &Self::Options,
        faults: &mut Faults,
    ) -> Option<Self::Question> {
        let format = options.to.copied().unwrap_or_default();
        let excluded = match options.exclude.located() {
            Some((Unread { json, .. }, location)) => covers_from_json(json, location, &problem, faults)?,
            None => Vec::new(),
        };
        let variables = |cover: &Cover| cover.options().iter().map(|option| option.0 + 1).collect();
        let excluded = excluded.iter().map(variables).collect();
        or_formula_fault(FormulaQuestion::new(problem, excluded, format), faults, |fault| fault)
    }
}

cover_kinds!(CoverWriteFormula);

impl<S: Provable> FormulaQuestion<S> {
    /// Counts the formula, which is built on a solver thread.
    ///
    /// # Errors
    /// [`FormulaError`] if the formula or its text is too large, or it has no text in this format.
    fn new(subject: S, excluded: Vec<Vec<u32>>, format: FormulaFormat) -> Result<Self, FormulaError> {
        let mut size = subject.formula_size(format)?;
        for chosen in &excluded {
            size.exclude(chosen.iter().copied())?;
        }
        format.check_size(&size)?;
        if size.heap_bytes() as u64 + format.text_bytes(&size) > BYTES_MAX {
            return Err(FormulaError::TooLarge);
        }
        Ok(Self { subject, excluded: Arc::new(excluded), size, format })
    }

    fn formula(&self) -> Result<Formula, FormulaError> {
        let mut formula = self.subject.formula(&self.size)?;
        for chosen in &*self.excluded {
            formula.exclude(chosen)?;
        }
        Ok(formula)
    }
}

/// Search that has nothing to search: it writes the formula.
#[derive(Debug)]
pub struct FormulaWriter<S> {
    question: FormulaQuestion<S>,
    /// `None` before the first slice.
    writing: Option<FormulaWriting>,
    /// The text, once it is complete.
    written: Option<WrittenText>,
}

/// A formula, while it is written.
#[derive(Debug)]
struct FormulaWriting {
    formula: Formula,
    parts: FormulaParts,
    text: TextWriter,
}

impl<S: Provable> Answerable for FormulaQuestion<S> {
    type Subject = S;
    type Search = FormulaWriter<S>;
    type Answer = FormulaText;

    fn subject(&self) -> &S {
        &self.subject
    }

    fn search(self) -> FormulaWriter<S> {
        FormulaWriter { question: self, writing: None, written: None }
    }

    fn heap_bytes(&self) -> usize {
        let excluded = self.excluded.iter().map(|chosen| size_of::<u32>() * chosen.capacity());
        self.subject.heap_bytes() + excluded.sum::<usize>()
    }
}

impl<S: Provable> ResumableSearch for FormulaWriter<S> {
    type Answer = FormulaText;
    /// A bug: the formula was counted before.
    type Error = Defect;

    fn advance(&mut self, _: u64, _: &AtomicBool) -> Result<Progress, Defect> {
        let FormulaQuestion { format, size, .. } = self.question;
        if let Some(FormulaWriting { formula, parts, text }) = &mut self.writing {
            // Writing to memory cannot fail.
            if parts.write_part(formula, LITERALS_PER_SLICE, text).unwrap_or(true) {
                self.written = self.writing.take().map(|writing| writing.text.finish());
            }
        } else if self.written.is_none() {
            self.writing = Some(FormulaWriting {
                formula: self.question.formula().map_err(ProofError::from)?,
                parts: FormulaParts::new(format),
                text: TextWriter::new(usize::MAX, format.text_bytes(&size) as usize),
            });
        }
        Ok(self.stop_reason().map_or(Progress::Paused, Progress::Ended))
    }

    fn nodes(&self) -> u64 {
        0
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.written.as_ref().map(|_| StopReason::Complete)
    }

    fn answer(&mut self) -> FormulaText {
        let FormulaQuestion { format, size, .. } = self.question;
        FormulaText { format, size, written: self.written.take() }
    }
}

impl<S: Provable> Reusable<FormulaQuestion<S>> for FormulaWriter<S> {}

impl SearchAnswer for FormulaText {
    fn summary(&self) -> AnswerSummary {
        let stop_reason = self.written.as_ref().map_or(StopReason::Interrupted, |_| StopReason::Complete);
        AnswerSummary::new(stop_reason, 0)
    }

    fn heap_bytes(&self) -> usize {
        let text = self.written.as_ref().and_then(|written| written.text.as_ref());
        text.map_or(0, String::capacity)
    }
}
