//! The OpenAPI document: its common parts, error responses and examples.

mod document;
mod examples;
mod refusals;

pub(super) use document::complete;
pub(super) use refusals::UnknownProblem;
pub(super) use refusals::{BatchRefusals, NotModified, NotReady, QueryRefusals, QuestionRefusals};
