//! Codec of batches: reads entries, and writes a line for each.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use super::batch_kind::BatchKind;
use super::chunk::{Chunk, EntryText};
use super::entry::{BatchOptions, EntryForm, RefusedEntry, line_too_long, read_entry};
use super::fault::Faults;
use super::lines::{BatchLine, BatchStop, BatchSummary, EntryProblem, ErrorLine, SummaryLine};
use super::problem::{Problem, ProblemCode};
use super::question::ResultStyle;
use super::result::ResponseBody;
use crate::service::{BatchCodec, BatchEnd, BatchEntry, InputError, InputStop, LimitsPolicy, Reply};
use crate::sudoku::Answer;

/// Detail of the error for an entry that was lost to a bug.
const FAILURE: &str = "the service failed to answer; the cause is in its log";

/// Format of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamFormat {
    /// The text of single responses, a line each.
    Text,
    /// One JSON object a line, and a summary as the last.
    Ndjson,
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
}

/// Codec of a batch of questions of kind `K`.
#[derive(Debug)]
pub struct LineCodec<K> {
    form: EntryForm,
    format: StreamFormat,
    options: BatchOptions,
    bounds: EntryBounds,
    request_id: String,
    /// Number of invalid entries so far.
    refusals: AtomicU64,
    kind: PhantomData<fn() -> K>,
}

/// What the result of an entry repeats.
#[derive(Debug)]
pub struct EntryContext {
    index: u64,
    line: Option<u64>,
    id: Option<String>,
    style: ResultStyle,
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
        Self { form, format, options, bounds, request_id, refusals: AtomicU64::new(0), kind: PhantomData }
    }

    fn read_text(&self, text: &EntryText<'_>) -> Result<BatchEntry<EntryContext>, Box<RefusedEntry>> {
        let EntryBounds { line_bytes_max, policy, .. } = self.bounds;
        let bytes = text.bytes.ok_or_else(|| line_too_long(line_bytes_max))?;
        let entry = read_entry::<K>(self.form, bytes, &self.options)?;
        let request = entry.request;
        let context = EntryContext { index: text.index, line: text.line, id: entry.id, style: request.style };
        Ok(BatchEntry { question: request.question, limits: policy.resolve(request.limits), context })
    }

    fn write_refusal(&self, text: &EntryText<'_>, refused: RefusedEntry, page: &mut Vec<u8>) {
        let RefusedEntry { refusal, id } = refused;
        let is_brief = self.refusals.fetch_add(1, Ordering::Relaxed) >= self.bounds.explained_errors_max;
        match self.format {
            StreamFormat::Text => {
                match is_brief {
                    true => page.extend_from_slice(format!("error: {}", refusal.code().as_str()).as_bytes()),
                    false => refusal.write_text(page),
                }
                page.push(b'\n');
            }
            StreamFormat::Ndjson => {
                let error = match is_brief {
                    true => EntryProblem::brief(refusal.code()),
                    false => Problem::of_refusal(refusal, &self.request_id).into(),
                };
                json_line(&ErrorLine { index: text.index, line: text.line, id: id.as_deref(), error }, page);
            }
        }
    }

    /// Returns the last line, which is empty in text.
    pub fn summary(&self, end: &BatchEnd) -> Vec<u8> {
        let mut page = Vec::new();
        if self.format == StreamFormat::Ndjson {
            json_line(&SummaryLine { summary: BatchSummary::from(end) }, &mut page);
        }
        page
    }
}

impl<K: BatchKind> BatchCodec for LineCodec<K> {
    type Chunk = Chunk;
    type Context = EntryContext;

    fn with_stats(&self) -> bool {
        self.options.stats()
    }

    fn entries(&self, chunk: &Chunk) -> usize {
        chunk.len()
    }

    fn read(&self, chunk: &Chunk, entry: usize, page: &mut Vec<u8>) -> Option<BatchEntry<EntryContext>> {
        let text = chunk.entry(entry);
        self.read_text(&text).map_err(|refused| self.write_refusal(&text, *refused, page)).ok()
    }

    fn encode(&self, context: EntryContext, reply: Reply, page: &mut Vec<u8>) -> Answer {
        let EntryContext { index, id, style, .. } = context;
        match self.format {
            StreamFormat::Text => {
                K::write_text(&reply.answer, style, page);
                page.push(b'\n');
            }
            StreamFormat::Ndjson => {
                let response = ResponseBody::new(K::result(&reply.answer, style.notation), &reply);
                json_line(&BatchLine { index, id: id.as_deref(), response }, page);
            }
        }
        reply.answer
    }

    fn encode_failure(&self, context: EntryContext, page: &mut Vec<u8>) {
        let EntryContext { index, line, id, .. } = context;
        match self.format {
            StreamFormat::Text => page.extend_from_slice(format!("error: {FAILURE}\n").as_bytes()),
            StreamFormat::Ndjson => {
                let (code, detail) = (ProblemCode::Internal, FAILURE.to_owned());
                let error = Problem::new(code, detail, Faults::default(), &self.request_id).into();
                json_line(&ErrorLine { index, line, id: id.as_deref(), error }, page);
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

/// Appends a value as a line of JSON. A failure is a bug: it leaves an empty line, so that lines keep their number.
pub(super) fn json_line<T: Serialize>(line: &T, page: &mut Vec<u8>) {
    let start = page.len();
    if let Err(error) = serde_json::to_writer(&mut *page, line) {
        tracing::error!(%error, "failed to write a line as JSON");
        page.truncate(start);
    }
    page.push(b'\n');
}
