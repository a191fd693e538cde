//! Requests and answers as clients see them: JSON, text and the problem body of a refusal.
//!
//! [`question_from_json`] and [`question_from_text`] read a [`Question`], which holds a puzzle that is sound and
//! the [`Notation`] it came in; what cannot be read is a [`Refusal`] that names every fault. [`SolveAnswer`] and
//! [`CountAnswer`] represent what was found out in that notation.
//!
//! The entries of a batch are read one by one with [`read_entry`]: each is an [`Entry`] or a [`RefusedEntry`], and
//! [`BatchOptions`] hold for those that do not say otherwise. [`BatchLine`] and [`ErrorLine`] answer them, one each, and a
//! [`SummaryLine`] ends the stream, as a [`SolutionsSummaryLine`] ends one of solutions.
//!
//! This folder knows serde and the shapes of the contract; it knows no routes, no headers, no status codes and
//! no tasks.

mod answer;
mod batch_schema;
mod cell;
mod entry;
mod fault;
mod finding;
mod json;
mod kept;
mod lines;
mod notation;
mod number;
mod options;
mod parameters;
mod problem;
mod puzzle;
mod query;
mod question;
mod report;
mod request;
mod schema;

pub use answer::{
    ConflictAnswer, CountAnswer, LimitsAnswer, SolveAnswer, StatsAnswer, StoppedBy, VerdictWord,
};
pub use batch_schema::{
    CountBatchLine, CountElement, PuzzleLines, SolutionsStreamLine, SolveBatchLine, SolveElement,
};
pub use entry::{BatchOptions, Entry, EntryForm, RefusedEntry, array_elements, line_too_long, read_entry};
pub use fault::{Fault, FaultCode, Faults, Refusal};
pub use finding::Finding;
pub use kept::{CountFinding, SolveFinding};
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
pub use question::{Question, question_from_json, question_from_text};
pub use report::Report;
pub use request::{
    Asks, BoxRequest, CountEntry, CountRequest, LimitsRequest, SolutionsRequest, SolveEntry, SolveRequest,
};
pub use schema::{PuzzleForms, PuzzleText};
