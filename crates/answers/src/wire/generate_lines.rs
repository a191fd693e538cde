//! Codec of a stream of generated puzzles: a line for each.

use std::ops::Range;

use quadrille_sudoku::generate::GenerateAnswer;
use serde::Serialize;
use utoipa::ToSchema;

use super::answer_kind::AnswerKind as _;
use super::batch_lines::{BatchLine, BatchSummary, ErrorLine, ResultHead, SummaryLine};
use super::fault::Faults;
use super::generate::{Generate, GenerateResponse, GenerateResult};
use super::line_codec::{FAILURE, SummaryCodec};
use super::line_schema::Ndjson;
use super::line_type::{ErrorType, ResultType};
use super::problem::{Problem, ProblemCode};
use super::question::ResultStyle;
use super::result::{AnalysisStats, Work};
use super::stream_format::StreamFormat;
use super::wish::WishStyle;
use crate::service::{BatchCodec, BatchEntry, GenerateQuestion, Limits, Reply};

/// A generated puzzle of a stream, or a search that found none.
pub type GenerateLine = BatchLine<'static, GenerateResult, AnalysisStats>;

/// A line of a stream of generated puzzles.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum GenerateStreamLine {
    /// A puzzle, or a search that found none.
    Result(Box<GenerateLine>),
    /// A failure of the service.
    Error(Box<ErrorLine<'static>>),
    /// The last line.
    Summary(Box<SummaryLine>),
}

/// A puzzle of a document of generated puzzles.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum GenerateDocumentLine {
    /// A puzzle, or a search that found none.
    Result(Box<GenerateLine>),
    /// A failure of the service.
    Error(Box<ErrorLine<'static>>),
}

/// A stream of generated puzzles as one JSON document.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GenerateDocument {
    /// The puzzles, in the order of their seeds.
    pub results: Vec<GenerateDocumentLine>,
    /// Number of puzzles: `unique` with a puzzle, `unknown` without.
    pub summary: BatchSummary,
}

/// The JSON body of responses to `POST /generate`: a puzzle, or a stream.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum GenerateBody {
    /// Without `count`.
    One(Box<GenerateResponse>),
    /// With `count`.
    Many(Box<GenerateDocument>),
}

/// The JSON body of responses to `GET /generate`: a puzzle, or a stream.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum GenerateQueryBody {
    /// Without `count`.
    One(Box<GenerateResult>),
    /// With `count`.
    Many(Box<GenerateDocument>),
}

/// A stream of generated puzzles.
pub type GenerateStreamLines = Ndjson<GenerateStreamLine>;

/// Codec of a stream of puzzles with ascending seeds.
#[derive(Debug)]
pub struct GenerateLines {
    first: GenerateQuestion,
    limits: Limits,
    style: ResultStyle<WishStyle>,
    format: StreamFormat,
    request_id: String,
}

impl GenerateLines {
    /// Makes the codec of the puzzles from `first`. The limits are those of each puzzle.
    pub fn new(
        first: GenerateQuestion,
        limits: Limits,
        style: ResultStyle<WishStyle>,
        format: StreamFormat,
        request_id: String,
    ) -> Self {
        Self { first, limits, style, format, request_id }
    }
}

impl SummaryCodec for GenerateLines {
    fn format(&self) -> StreamFormat {
        self.format
    }
}

impl BatchCodec for GenerateLines {
    type Question = GenerateQuestion;
    /// Numbers of puzzles, from 0.
    type Chunk = Range<u64>;
    /// Number of the puzzle.
    type Context = u64;

    fn with_stats(&self) -> bool {
        false
    }

    fn entries(&self, chunk: &Range<u64>) -> usize {
        (chunk.end - chunk.start) as usize
    }

    fn read(
        &self,
        chunk: &Range<u64>,
        entry: usize,
        slot: &mut Option<BatchEntry<u64, GenerateQuestion>>,
        _: &mut Vec<u8>,
    ) {
        let index = chunk.start + entry as u64;
        let question = GenerateQuestion { seed: self.first.seed + index, ..self.first.clone() };
        *slot = Some(BatchEntry { question, limits: self.limits, context: index });
    }

    fn encode(&self, &mut index: &mut u64, reply: &Reply<GenerateAnswer>, page: &mut Vec<u8>) {
        match self.format {
            StreamFormat::Text => {
                Generate::write_text(reply, &self.style, page);
                page.push(b'\n');
            }
            StreamFormat::Ndjson | StreamFormat::Json => {
                let head = ResultHead { r#type: ResultType::Result, index, line: None, id: None, kept: None };
                let result = Generate::result(reply, &self.style.notation);
                let work = Work::<AnalysisStats> { stats: None, limits: reply.limits.into() };
                self.format.write_result(index, &BatchLine { head, result, work }, page);
            }
        }
    }

    fn encode_failure(&self, &mut index: &mut u64, page: &mut Vec<u8>) {
        match self.format {
            StreamFormat::Text => page.extend_from_slice(format!("error: {FAILURE}\n").as_bytes()),
            StreamFormat::Ndjson | StreamFormat::Json => {
                let (code, detail) = (ProblemCode::Internal, FAILURE.to_owned());
                let error = Problem::new(code, detail, Faults::default(), &self.request_id).into();
                let line = ErrorLine { r#type: ErrorType::Error, index, line: None, id: None, error };
                self.format.write_result(index, &line, page);
            }
        }
    }
}
