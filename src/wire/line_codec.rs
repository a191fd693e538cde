//! Codec of batches: reads entries, and writes a line for each.

use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use super::answer_kind::BatchKind;
use super::batch_lines::{
    BatchLine, BatchStop, BatchSummary, EntryProblem, ErrorLine, ResultHead, SummaryLine,
};
use super::chunk::{Chunk, EntryText};
use super::entry::{BatchOptions, EntryForm, EntryId, RefusedEntry, line_too_long, read_entry};
use super::fault::Faults;
use super::kind::{AnswerOf, NotationOf, QuestionKind};
use super::line_type::{ErrorType, ResultType, SummaryType};
use super::notation::Notation;
use super::problem::{Problem, ProblemCode};
use super::question::ResultStyle;
use super::result::Work;
use super::stream_format::StreamFormat;
use crate::exact_cover::ProblemBounds;
use crate::service::{BatchCodec, BatchEnd, BatchEntry, InputError, InputStop, LimitsPolicy, Reply};
use crate::sudoku::Puzzle;

/// Detail of the error for an entry that was lost to a bug.
pub(super) const FAILURE: &str = "the service failed to answer; the cause is in its log";

/// Limits of the entries of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryBounds {
    /// Maximum number of invalid entries whose result explains the problem. Further ones have its kind only.
    pub explained_errors_max: u64,
    /// Maximum length of a line in bytes, which the reader of the lines enforces.
    pub line_bytes_max: usize,
    /// Defaults and maxima of the limits of each entry.
    pub policy: LimitsPolicy,
    /// Maximum size of an exact cover problem.
    pub problem: ProblemBounds,
}

/// Codec of a batch of questions of kind `K`.
#[derive(Debug)]
pub struct LineCodec<K> {
    form: EntryForm,
    format: StreamFormat,
    options: BatchOptions,
    bounds: EntryBounds,
    request_id: String,
    /// Lines before those that are numbered, if errors in text name the line of the input.
    lines_before: Option<LinesBefore>,
    /// Number of invalid entries so far.
    refusals: AtomicU64,
    kind: PhantomData<fn() -> K>,
}

/// Number of lines before those that are numbered; `None` if it cannot be found out.
struct LinesBefore(Box<dyn Fn() -> Option<u64> + Send + Sync>);

impl fmt::Debug for LinesBefore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LinesBefore")
    }
}

/// Decoded entry of a batch of kind `K`.
type BatchEntryOf<K> = BatchEntry<EntryContext<NotationOf<K>>, <K as QuestionKind>::Question>;

/// What the result of an entry repeats.
#[derive(Debug)]
pub struct EntryContext<N = Notation> {
    index: u64,
    line: Option<u64>,
    id: Option<EntryId>,
    style: ResultStyle<N>,
}

impl<K: BatchKind> LineCodec<K> {
    /// Makes the codec of a request. Error lines contain `request_id`.
    pub fn new(
        form: EntryForm,
        format: StreamFormat,
        options: BatchOptions,
        bounds: EntryBounds,
        request_id: String,
    ) -> Self {
        let refusals = AtomicU64::new(0);
        Self { form, format, options, bounds, request_id, lines_before: None, refusals, kind: PhantomData }
    }

    /// Makes errors in text name the line of the input. `before` returns the number of lines before those that are read, or
    /// `None` if it cannot be found out; it is called for messages only.
    pub fn with_line_numbers(self, before: impl Fn() -> Option<u64> + Send + Sync + 'static) -> Self {
        Self { lines_before: Some(LinesBefore(Box::new(before))), ..self }
    }

    /// Returns the number of a line in the whole input, if errors name it.
    fn line_number(&self, line: Option<u64>) -> Option<u64> {
        let LinesBefore(before) = self.lines_before.as_ref()?;
        Some(before()? + line?)
    }

    /// Returns the line of an entry as the beginning of a message; nothing if the entry has none.
    pub fn place(&self, context: &EntryContext<NotationOf<K>>) -> String {
        self.line_number(context.line).map(|line| format!("line {line}: ")).unwrap_or_default()
    }

    /// Inlined, as all functions on the way from a usual line to its search: moving an entry between them takes longer than
    /// reading it.
    #[inline(always)]
    fn read_text(&self, text: &EntryText<'_>) -> Result<BatchEntryOf<K>, Box<RefusedEntry>> {
        let EntryBounds { line_bytes_max, policy, problem, .. } = self.bounds;
        let bytes = text.bytes.ok_or_else(|| line_too_long(line_bytes_max))?;
        let entry = read_entry::<K>(self.form, bytes, &self.options, problem)?;
        let request = entry.request;
        let context = EntryContext { index: text.index, line: text.line, id: entry.id, style: request.style };
        Ok(BatchEntry { question: request.question, limits: policy.resolve(request.limits), context })
    }

    #[cold]
    fn write_refusal(&self, text: &EntryText<'_>, refused: RefusedEntry, page: &mut Vec<u8>) {
        let RefusedEntry { refusal, id } = refused;
        let is_brief = self.refusals.fetch_add(1, Ordering::Relaxed) >= self.bounds.explained_errors_max;
        match self.format {
            StreamFormat::Text => {
                match self.line_number(text.line) {
                    _ if is_brief => {
                        page.extend_from_slice(format!("error: {}", refusal.code().as_str()).as_bytes());
                    }
                    Some(line) => refusal.write_text_at_line(line, page),
                    None => refusal.write_text(page),
                }
                page.push(b'\n');
            }
            StreamFormat::Ndjson | StreamFormat::Json => {
                let error = match is_brief {
                    true => EntryProblem::brief(refusal.code()),
                    false => Problem::of_refusal(refusal, &self.request_id).into(),
                };
                self.write_error(text.index, text.line, id.as_ref(), error, page);
            }
        }
    }

    fn write_error(
        &self,
        index: u64,
        line: Option<u64>,
        id: Option<&EntryId>,
        error: EntryProblem,
        page: &mut Vec<u8>,
    ) {
        let line = ErrorLine { r#type: ErrorType::Error, index, line, id, error };
        self.format.write_result(index, &line, page);
    }
}

/// Codec of a stream that ends with a summary.
pub trait SummaryCodec: BatchCodec {
    /// The format of the stream.
    fn format(&self) -> StreamFormat;

    /// Returns the end of the stream, which is empty in text.
    fn summary(&self, end: &BatchEnd) -> Vec<u8> {
        let line = |summary| SummaryLine { r#type: SummaryType::Summary, summary };
        self.format().summary(end.counts.puzzles(), BatchSummary::from(end), line)
    }
}

impl<K: BatchKind> SummaryCodec for LineCodec<K> {
    fn format(&self) -> StreamFormat {
        self.format
    }
}

impl<K: BatchKind<Subject = Puzzle>> LineCodec<K> {
    /// Returns the warnings about a puzzle in words, with the line of the input.
    pub fn warnings(&self, context: &EntryContext) -> impl Iterator<Item = String> {
        let message = |detail| format!("warning: {}{detail}", self.place(context));
        context.style.notation.warnings().into_iter().map(move |warning| message(warning.detail()))
    }
}

impl<K: BatchKind> BatchCodec for LineCodec<K> {
    type Question = K::Question;
    type Chunk = Chunk;
    type Context = EntryContext<NotationOf<K>>;

    fn with_stats(&self) -> bool {
        self.options.stats()
    }

    fn entries(&self, chunk: &Chunk) -> usize {
        chunk.len()
    }

    #[inline(always)]
    fn read(
        &self,
        chunk: &Chunk,
        entry: usize,
        page: &mut Vec<u8>,
    ) -> Option<BatchEntry<Self::Context, K::Question>> {
        let text = chunk.entry(entry);
        self.read_text(&text).map_err(|refused| self.write_refusal(&text, *refused, page)).ok()
    }

    #[inline(always)]
    fn encode(&self, context: Self::Context, reply: &Reply<AnswerOf<K>>, page: &mut Vec<u8>) {
        let EntryContext { index, line, id, style } = context;
        match self.format {
            StreamFormat::Text => {
                K::write_text(&reply.answer, &style, page);
                page.push(b'\n');
            }
            StreamFormat::Ndjson | StreamFormat::Json => {
                let head = ResultHead { r#type: ResultType::Result, index, line, id: id.as_ref() };
                let result = K::result(&reply.answer, &style.notation);
                let work = Work::<K::Stats>::from(reply);
                let work = Work { stats: work.stats.filter(|_| self.with_stats()), ..work };
                self.format.write_result(index, &BatchLine { head, result, work }, page);
            }
        }
    }

    fn encode_failure(&self, context: Self::Context, page: &mut Vec<u8>) {
        let EntryContext { index, line, id, .. } = context;
        match self.format {
            StreamFormat::Text => page.extend_from_slice(format!("error: {FAILURE}\n").as_bytes()),
            StreamFormat::Ndjson | StreamFormat::Json => {
                let (code, detail) = (ProblemCode::Internal, FAILURE.to_owned());
                let error = Problem::new(code, detail, Faults::default(), &self.request_id).into();
                self.write_error(index, line, id.as_ref(), error, page);
            }
        }
    }
}

impl From<&BatchEnd> for BatchSummary {
    fn from(end: &BatchEnd) -> Self {
        let BatchEnd { counts, elapsed, stopped } = end;
        Self {
            puzzles: counts.puzzles(),
            none: counts.none,
            unique: counts.unique,
            multiple: counts.multiple,
            solvable: counts.solvable,
            unknown: counts.unknown,
            answered: counts.answered,
            errors: counts.errors,
            elapsed_ms: elapsed.as_millis().try_into().unwrap_or(u64::MAX),
            stopped_by: stopped.map(|stopped| match stopped {
                InputStop::Shutdown => BatchStop::Shutdown,
                InputStop::Input(InputError::Idle) => BatchStop::IdleTimeout,
                InputStop::Input(InputError::Failed | InputError::Gone) => BatchStop::InputFailed,
            }),
        }
    }
}
