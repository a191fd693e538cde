//! How the entries of a batch are read, and answers written.

use std::marker::PhantomData;

use serde::Serialize;

use super::asks::AsksBatch;
use super::chunk::{Chunk, EntryText};
use super::convert::{question_of, report_of};
use crate::service::{self, BatchEnd, InputError, Reply, Script, Stopped};
use crate::sudoku::Answer;
use crate::wire::{
    BatchLine, BatchOptions, BatchStop, BatchSummary, EntryForm, ErrorLine, Faults, Notation, Problem,
    ProblemCode, RefusedEntry, SummaryLine, line_too_long, read_entry,
};

/// How the answers of a batch are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The bare words of single answers, a line each.
    Text,
    /// One JSON object a line, with a summary as the last.
    Ndjson,
}

/// How refusals of entries are worded, where that is for others to say.
#[derive(Clone, Debug)]
pub struct Wording {
    /// The status that a response would have for such a problem.
    pub status: fn(ProblemCode) -> u16,
    /// The id of the request.
    pub request_id: String,
}

/// Reads the puzzles of a batch of such requests and writes their answers.
#[derive(Debug)]
pub struct BatchScript<A> {
    form: EntryForm,
    style: Style,
    options: BatchOptions,
    line_bytes_max: usize,
    wording: Wording,
    asks: PhantomData<fn() -> A>,
}

/// What is kept of an entry until its answer is written.
#[derive(Debug)]
pub struct Mark {
    index: u64,
    line: Option<u64>,
    id: Option<String>,
    notation: Notation,
}

impl<A: AsksBatch> BatchScript<A> {
    /// For entries of this form, and answers of this style. `line_bytes_max` is what lines were held against.
    pub fn new(
        form: EntryForm,
        style: Style,
        options: BatchOptions,
        line_bytes_max: usize,
        wording: Wording,
    ) -> Self {
        Self { form, style, options, line_bytes_max, wording, asks: PhantomData }
    }

    fn read_text(&self, text: &EntryText<'_>) -> Result<(service::Question, Mark), Box<RefusedEntry>> {
        let bytes = text.bytes.ok_or_else(|| line_too_long(self.line_bytes_max))?;
        let entry = read_entry::<A>(self.form, bytes, &self.options)?;
        let (question, notation) = question_of(entry.question);
        let question = service::Question { wants_stats: self.options.stats(), ..question };
        Ok((question, Mark { index: text.index, line: text.line, id: entry.id, notation }))
    }

    fn write_refusal(&self, text: &EntryText<'_>, refused: RefusedEntry, page: &mut Vec<u8>) {
        let RefusedEntry { refusal, id } = refused;
        match self.style {
            Style::Text => {
                refusal.write_text(page);
                page.push(b'\n');
            }
            Style::Ndjson => {
                let Wording { status, request_id } = &self.wording;
                let status = status(refusal.code());
                let error = Problem::of_refusal(refusal, status, request_id);
                json_line(&ErrorLine { index: text.index, line: text.line, id: id.as_deref(), error }, page);
            }
        }
    }

    /// The last line of a batch, if it has one.
    pub fn summary(&self, end: &BatchEnd) -> Vec<u8> {
        let mut page = Vec::new();
        if self.style == Style::Ndjson {
            json_line(&SummaryLine { summary: summary_of(end) }, &mut page);
        }
        page
    }
}

impl<A: AsksBatch> Script for BatchScript<A> {
    type Chunk = Chunk;
    type Mark = Mark;

    fn entries(&self, chunk: &Chunk) -> usize {
        chunk.len()
    }

    fn read(&self, chunk: &Chunk, entry: usize, page: &mut Vec<u8>) -> Option<(service::Question, Mark)> {
        let text = chunk.entry(entry);
        self.read_text(&text).map_err(|refused| self.write_refusal(&text, *refused, page)).ok()
    }

    fn write(&self, mark: Mark, reply: Reply, page: &mut Vec<u8>) -> Answer {
        let Mark { index, id, notation, .. } = mark;
        let report = report_of(reply, notation);
        match self.style {
            Style::Text => {
                A::write_text(&report, page);
                page.push(b'\n');
            }
            Style::Ndjson => {
                let answer = A::Answer::from(&report);
                json_line(&BatchLine { index, id: id.as_deref(), answer }, page);
            }
        }
        report.answer
    }

    fn write_failure(&self, mark: Mark, page: &mut Vec<u8>) {
        let Mark { index, line, id, .. } = mark;
        let detail = "the service failed to answer; the cause is in its log";
        match self.style {
            Style::Text => page.extend_from_slice(format!("error: {detail}\n").as_bytes()),
            Style::Ndjson => {
                let Wording { status, request_id } = &self.wording;
                let (code, detail) = (ProblemCode::Internal, detail.to_owned());
                let error = Problem::new(code, status(code), detail, Faults::default(), request_id);
                json_line(&ErrorLine { index, line, id: id.as_deref(), error }, page);
            }
        }
    }
}

fn summary_of(end: &BatchEnd) -> BatchSummary {
    let BatchEnd { tally, elapsed, stopped } = end;
    BatchSummary {
        puzzles: tally.puzzles(),
        none: tally.none,
        unique: tally.unique,
        multiple: tally.multiple,
        solvable: tally.solvable,
        unknown: tally.unknown,
        errors: tally.errors,
        elapsed_ms: elapsed.as_millis().try_into().unwrap_or(u64::MAX),
        stopped_by: stopped.map(|stopped| match stopped {
            Stopped::Shutdown => BatchStop::Shutdown,
            Stopped::Input(InputError::Idle) => BatchStop::IdleTimeout,
            Stopped::Input(InputError::Failed | InputError::Gone) => BatchStop::InputFailed,
        }),
    }
}

/// Writes a line of JSON. What is written here has string keys alone, and memory takes every byte.
pub(super) fn json_line<T: Serialize>(line: &T, page: &mut Vec<u8>) {
    let start = page.len();
    if let Err(error) = serde_json::to_writer(&mut *page, line) {
        tracing::error!(%error, "an answer could not be written as JSON");
        page.truncate(start);
    }
    page.push(b'\n');
}
