//! Codec of batches: reads entries, and writes a line for each.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille_exact_cover::ProblemBounds;
use quadrille_sudoku::text::Alphabet;

use crate::faults::Faults;
use crate::faults::{Problem, ProblemCode};
use crate::service::{BatchCodec, BatchEnd, BatchEntry, LimitsPolicy, Reply};
use crate::wire::answer_kind::{AnswerKind, BatchKind, write_text_answer};
use crate::wire::batch::chunk::{Chunk, EntryText};
use crate::wire::batch::entry::{Entry, EntryForm, read_entry, replace_by_usual_line};
use crate::wire::batch::entry_id::EntryId;
use crate::wire::batch::ignored_names::IgnoredNames;
use crate::wire::batch::kept::Kept;
use crate::wire::batch::lines::{BatchLine, BatchStop, BatchSummary, EntryProblem, ErrorLine, ResultHead};
use crate::wire::batch::options::BatchOptions;
use crate::wire::batch::other_lines::OtherLines;
use crate::wire::batch::refused_entry::{RefusedEntry, line_too_long, no_entry};
use crate::wire::batch::table::{AnswerTable, InputTable, RowEntry};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{AnswerOf, NotationOf, QuestionKind};
use crate::wire::question::{QuestionRequest, ResultStyle};
use crate::wire::result::{ReplyStats as _, ResponseBody, Work, is_multiple};
use crate::wire::stream::format::StreamFormat;
use crate::wire::stream::line_type::{ErrorType, ResultType};
use crate::wire::subject::AnswerNotation as _;

/// Detail of the error for an entry that was lost to a bug.
const FAILURE: &str = "the service failed to answer; the cause is in its log";

/// Appends the answer to an entry: its text and what it repeats, or a line of JSON.
#[inline(always)]
pub(crate) fn write_answer<K: AnswerKind>(
    format: StreamFormat,
    head: ResultHead<'_>,
    reply: &Reply<AnswerOf<K>>,
    style: &ResultStyle<NotationOf<K>>,
    with_stats: bool,
    page: &mut Vec<u8>,
) {
    if format == StreamFormat::Text {
        write_text_answer::<K>(reply, style, page);
        head.kept.iter().for_each(|kept| kept.write_text(page));
        return page.push(b'\n');
    }
    let result = K::result(reply, &style.notation);
    let stats = if with_stats { K::Stats::from_reply(reply) } else { None };
    let work = Work { stats, limits: reply.limits.into() };
    let line = BatchLine { first: head, rest: ResponseBody { first: result, rest: work } };
    format.write_result(head.index, &line, page);
}

/// Appends the error of an entry that was lost to a bug: the entry with this index, line and id.
pub(crate) fn write_failure(
    format: StreamFormat,
    (index, line, id): (u64, Option<u64>, Option<&EntryId>),
    request_id: &str,
    page: &mut Vec<u8>,
) {
    if format == StreamFormat::Text {
        return page.extend_from_slice(format!("error: {FAILURE}\n").as_bytes());
    }
    let problem = Problem::new(ProblemCode::Internal, FAILURE.to_owned(), Faults::default(), request_id);
    let error = EntryProblem::Full(problem);
    format.write_result(index, &ErrorLine { r#type: ErrorType::Error, index, line, id, error }, page);
}

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
pub struct LineCodec<K: BatchKind> {
    form: EntryForm,
    format: StreamFormat,
    options: BatchOptions<K>,
    bounds: EntryBounds,
    request_id: String,
    /// Lines before those that are numbered, if errors in text name the line of the input.
    lines_before: Option<LinesBefore>,
    /// Number of invalid entries so far.
    refusals: AtomicU64,
    /// Number of members of entries that were ignored so far.
    ignored_members: AtomicU64,
    /// Number of puzzles so far that may have rules that were not read.
    rules_not_read: AtomicU64,
    /// Names of members and columns that were ignored so far.
    ignored_names: IgnoredNames,
    /// Lines that were ignored so far.
    others: Arc<OtherLines>,
    /// Columns of the input, if the answers are rows.
    table: Arc<InputTable>,
}

/// Number of lines before those that are numbered; `None` if it cannot be found out.
struct LinesBefore(Box<dyn Fn() -> Option<u64> + Send + Sync>);

impl fmt::Debug for LinesBefore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LinesBefore")
    }
}

/// Slot for a decoded entry of a batch of kind `K`, whose context is or contains an [`EntryContext`].
type EntrySlot<K, C> = Option<BatchEntry<C, <K as QuestionKind>::Question>>;

/// What the result of an entry repeats.
#[derive(Clone, Debug)]
pub struct EntryContext<N = Notation> {
    index: u64,
    line: Option<u64>,
    id: Option<EntryId>,
    /// Whether the entry is a text, which has no options of its own.
    is_text: bool,
    kept: Option<Kept>,
    /// The entry, if its answer is a row.
    row: Option<Box<RowEntry>>,
    style: ResultStyle<N>,
}

impl<K: BatchKind> LineCodec<K> {
    /// Makes the codec of a request. Error lines contain `request_id`.
    pub fn new(
        form: EntryForm,
        format: StreamFormat,
        options: BatchOptions<K>,
        bounds: EntryBounds,
        request_id: String,
    ) -> Self {
        let (refusals, ignored_members, rules_not_read) = Default::default();
        Self {
            form,
            format,
            options,
            bounds,
            request_id,
            lines_before: None,
            refusals,
            ignored_members,
            rules_not_read,
            ignored_names: IgnoredNames::default(),
            others: Arc::default(),
            table: Arc::default(),
        }
    }

    /// Makes errors in text name the line of the input. `before` returns the number of lines before those that are read, or
    /// `None` if it cannot be found out; it is called for messages only.
    pub fn with_line_numbers(self, before: impl Fn() -> Option<u64> + Send + Sync + 'static) -> Self {
        Self { lines_before: Some(LinesBefore(Box::new(before))), ..self }
    }

    /// The lines that the reader of the input ignores, which the summary names.
    pub fn others(&self) -> Arc<OtherLines> {
        Arc::clone(&self.others)
    }

    /// The columns of the input, whose header and first entry its reader notes before it returns the first chunk.
    pub fn table(&self) -> Arc<InputTable> {
        Arc::clone(&self.table)
    }

    fn rows(&self) -> AnswerTable<'_> {
        AnswerTable::new(Some(&self.table), K::COLUMNS)
    }

    /// Returns the entry that the row of its answer needs; `None` in other formats.
    #[inline]
    fn row(&self, text: &EntryText<'_>) -> Option<Box<RowEntry>> {
        (self.format == StreamFormat::Csv).then(|| Box::new(text.into()))
    }

    /// Number of members of entries that were ignored.
    pub fn ignored_members(&self) -> u64 {
        self.ignored_members.load(Ordering::Relaxed)
    }

    /// Counts a puzzle that may have rules that were not read.
    #[inline]
    pub fn count_unread(&self, context: &EntryContext<NotationOf<K>>, reply: &Reply<AnswerOf<K>>) {
        if context.style.notation.rules_not_read(|| is_multiple(reply)) {
            self.rules_not_read.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Number of puzzles that may have rules that were not read.
    pub fn rules_not_read(&self) -> u64 {
        self.rules_not_read.load(Ordering::Relaxed)
    }

    /// Names of members and columns that were ignored, 20 at most.
    pub fn ignored_names(&self) -> Vec<String> {
        self.ignored_names.names()
    }

    /// Returns the warning about the lines that were ignored in words; `None` if there are none.
    pub fn warning_of_others(&self) -> Option<String> {
        self.others.in_words(self.line_number(Some(0)).unwrap_or(0))
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

    /// Decodes an entry as [`BatchCodec::read`] does, with a context that contains an [`EntryContext`].
    #[inline(always)]
    pub fn read_as<C>(&self, chunk: &Chunk, entry: usize, slot: &mut EntrySlot<K, C>, page: &mut Vec<u8>)
    where
        C: From<EntryContext<NotationOf<K>>> + AsMut<EntryContext<NotationOf<K>>>,
    {
        let text = chunk.entry(entry);
        if let (Some(BatchEntry { question, context, .. }), Some(line)) = (&mut *slot, text.bytes)
            && let context = context.as_mut()
            && context.is_text
            && context.kept.is_none()
            && replace_by_usual_line::<K>(line, &self.options, question, &mut context.style)
        {
            (context.index, context.line, context.row) = (text.index, text.line, self.row(&text));
            return;
        }
        *slot = self.read_other(&text, page);
    }

    /// Decodes any entry; `None`, with its error in the page, if it is invalid.
    #[inline(never)]
    fn read_other<C: From<EntryContext<NotationOf<K>>>>(
        &self,
        text: &EntryText<'_>,
        page: &mut Vec<u8>,
    ) -> EntrySlot<K, C> {
        let EntryBounds { line_bytes_max, policy, problem, .. } = self.bounds;
        let read = text.bytes.ok_or_else(|| line_too_long(line_bytes_max).into());
        match read.and_then(|bytes| read_entry::<K>(self.form, bytes, text.header, &self.options, problem)) {
            Ok(Entry {
                request: QuestionRequest { question, limits, style },
                id,
                is_text,
                kept,
                ignored_members,
                ignored_names,
            }) => {
                self.ignored_names.extend(ignored_names);
                if ignored_members > 0 {
                    self.ignored_members.fetch_add(ignored_members, Ordering::Relaxed);
                }
                let EntryText { index, line, .. } = *text;
                let context = EntryContext { index, line, id, is_text, kept, row: self.row(text), style };
                Some(BatchEntry { question, limits: policy.resolve(limits), context: context.into() })
            }
            Err(refused) => {
                self.write_refusal(text, *refused, page);
                None
            }
        }
    }

    #[cold]
    fn write_refusal(&self, text: &EntryText<'_>, refused: RefusedEntry, page: &mut Vec<u8>) {
        let RefusedEntry { refusal, id } = refused;
        let start = page.len();
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
            StreamFormat::Ndjson | StreamFormat::Json | StreamFormat::Csv => {
                let error = match is_brief {
                    true => EntryProblem::brief(refusal.code()),
                    false => EntryProblem::Full(Problem::from_refusal(refusal, &self.request_id)),
                };
                let line = ErrorLine {
                    r#type: ErrorType::Error,
                    index: text.index,
                    line: text.line,
                    id: id.as_ref(),
                    error,
                };
                self.format.write_result(text.index, &line, page);
            }
        }
        if self.format == StreamFormat::Csv {
            self.rows().replace_line(text, start, page);
        }
    }
}

/// Codec of a stream that ends with a summary.
pub trait SummaryCodec: BatchCodec {
    /// The format of the stream.
    fn format(&self) -> StreamFormat;

    /// Returns the end of the stream: empty in text, and of rows that have their header.
    fn summary(&self, end: &BatchEnd) -> Vec<u8> {
        self.format().summary(end.counts.puzzles(), BatchSummary::from(end))
    }
}

impl<K: BatchKind> SummaryCodec for LineCodec<K> {
    fn format(&self) -> StreamFormat {
        self.format
    }

    fn summary(&self, end: &BatchEnd) -> Vec<u8> {
        if self.format == StreamFormat::Csv {
            let mut header = Vec::new();
            if end.counts.puzzles() == 0 {
                self.rows().write_header(&mut header);
            }
            return header;
        }
        let (ignored_lines, ignored_lines_omitted) = self.others.numbers();
        let rules_not_read = self.rules_not_read();
        let (ignored_members, ignored_names) = (self.ignored_members(), self.ignored_names());
        let summary = BatchSummary {
            rules_not_read,
            ignored_members,
            ignored_names,
            ignored_lines,
            ignored_lines_omitted,
            ..BatchSummary::from(end)
        };
        self.format.summary(end.counts.puzzles(), summary)
    }
}

impl<K: BatchKind<Notation = Notation>> LineCodec<K> {
    /// Returns the warnings about a puzzle in words, with the lines of the input.
    pub fn warnings(&self, context: &EntryContext) -> impl Iterator<Item = String> {
        let line = self.line_number(context.line);
        let lines_before = line.map_or(0, |line| usize::try_from(line - 1).unwrap_or(usize::MAX));
        let message = move |detail: Cow<'_, str>| format!("warning: {}{detail}", self.place(context));
        context.style.notation.warnings_in_words(lines_before).map(message)
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
    fn read(&self, chunk: &Chunk, entry: usize, slot: &mut EntrySlot<K, Self::Context>, page: &mut Vec<u8>) {
        self.read_as(chunk, entry, slot, page);
    }

    #[inline(always)]
    fn encode(&self, context: &mut Self::Context, reply: &Reply<AnswerOf<K>>, page: &mut Vec<u8>) {
        self.count_unread(context, reply);
        let start = page.len();
        let EntryContext { index, line, id, kept, style, row, .. } = context;
        let (r#type, id, kept) = (ResultType::Result, id.as_ref(), kept.as_ref());
        let head = ResultHead { r#type, index: *index, line: *line, id, kept };
        write_answer::<K>(self.format, head, reply, style, self.with_stats(), page);
        if let Some(row) = row.take() {
            self.rows().replace_line(&row.text(), start, page);
        }
    }

    fn encode_failure(&self, context: &mut Self::Context, page: &mut Vec<u8>) {
        let start = page.len();
        let EntryContext { index, line, id, row, .. } = context;
        write_failure(self.format, (*index, *line, id.as_ref()), &self.request_id, page);
        if let Some(row) = row.take() {
            self.rows().replace_line(&row.text(), start, page);
        }
    }

    fn encode_no_entry(&self, entries: u64, page: &mut Vec<u8>) {
        let text = EntryText { index: entries, line: None, bytes: None, header: None };
        self.write_refusal(&text, *Box::<RefusedEntry>::from(no_entry()), page);
    }
}

impl EntryContext {
    /// Symbols of the digits of the puzzle.
    pub fn alphabet(&self) -> Alphabet {
        self.style.notation.alphabet()
    }
}

impl<N> AsMut<Self> for EntryContext<N> {
    fn as_mut(&mut self) -> &mut Self {
        self
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
            stopped_by: stopped.map(BatchStop::from),
            ..Self::default()
        }
    }
}
