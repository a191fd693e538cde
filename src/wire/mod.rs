//! Requests and answers as clients see them: JSON, text and the problem body of a refusal.
//!
//! [`question_from_json`] and [`question_from_text`] read a [`Question`], which holds a puzzle that is sound and
//! the [`Notation`] it came in; what cannot be read is a [`Refusal`] that names every fault. [`SolveAnswer`] and
//! [`CountAnswer`] represent what was found out in that notation.
//!
//! This folder knows serde and the shapes of the contract; it knows no routes, no headers, no status codes and
//! no tasks.

mod answer;
mod cell;
mod fault;
mod json;
mod notation;
mod options;
mod problem;
mod puzzle;
mod request;
mod schema;

pub use answer::{
    ConflictAnswer, CountAnswer, LimitsAnswer, Report, SolveAnswer, StatsAnswer, StoppedBy, VerdictWord,
};
pub use fault::{Fault, FaultCode, Faults, Refusal};
pub use notation::{GridShape, Notation};
pub use options::{COUNT_MAX, CountParameters, QuestionParameters, SolveParameters};
pub use problem::{Problem, ProblemCode};
pub use request::{
    Asks, BoxRequest, CountRequest, LimitsRequest, Question, SolveRequest, question_from_json,
    question_from_text,
};
pub use schema::{PuzzleForms, PuzzleText};
