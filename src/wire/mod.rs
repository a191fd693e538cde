//! Shapes of requests and responses: JSON, text, NDJSON and problem bodies.
//!
//! [`question_from_json`], [`question_from_text`] and [`question_from_query`] read a [`QuestionRequest`]: a valid question
//! with the [`Notation`] of its puzzle. Anything else is a [`Refusal`] with all its faults. [`SolveResponse`] and
//! [`CountResponse`] are the bodies of responses, [`SolveResult`] and [`CountResult`] their cacheable parts.
//!
//! Batches are read and written by [`LineCodec`], with [`read_entry`] for each entry of a [`Chunk`]; [`SolutionLines`]
//! writes the lines of `/solutions`.
//!
//! This module knows serde and the HTTP contract. It uses no axum, no files and no async code.

mod batch_kind;
mod batch_schema;
mod cell;
mod chunk;
mod entry;
mod fault;
mod json;
mod line_codec;
mod lines;
mod notation;
mod number;
mod options;
mod parameters;
mod problem;
mod puzzle;
mod query;
mod question;
mod request;
mod result;
mod schema;
mod solution_lines;

pub use batch_kind::BatchKind;
pub use batch_schema::{
    CountBatchLine, CountElement, PuzzleLines, SolutionsStreamLine, SolveBatchLine, SolveElement,
};
pub use chunk::{Chunk, EntryText};
pub use entry::{BatchOptions, Entry, EntryForm, RefusedEntry, array_elements, line_too_long, read_entry};
pub use fault::{Fault, FaultCode, Faults, Refusal};
pub use line_codec::{EntryBounds, EntryContext, LineCodec, StreamFormat};
pub use lines::{
    BatchLine, BatchStop, BatchSummary, ErrorLine, SolutionLine, SolutionsSummary, SolutionsSummaryLine,
    SummaryLine,
};
pub use notation::{GridShape, Notation};
pub use options::COUNT_MAX;
pub use parameters::{
    BatchParameters, CountParameters, QuestionParameters, SolutionsParameters, SolveParameters,
};
pub use problem::{Problem, ProblemCode};
pub use query::{PuzzleParameter, question_from_query};
pub use question::{QuestionRequest, question_from_json, question_from_text};
pub use request::{
    BoxRequest, CountEntry, CountRequest, LimitsRequest, QuestionKind, SolutionsRequest, SolveEntry,
    SolveRequest,
};
pub use result::{
    CountResponse, CountResult, EffectiveLimits, HouseConflict, ResponseBody, SolveResponse, SolveResult,
    StoppedBy, VerdictKind, Work, WorkStats,
};
pub use schema::{PuzzleForms, PuzzleText};
pub use solution_lines::SolutionLines;
