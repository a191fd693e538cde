//! The OpenAPI document: what all operations share, their error responses and their examples.

mod document;
mod examples;
mod refusals;

pub(super) use document::complete;
pub(super) use refusals::{BatchRefusals, NotModified, NotReady, QueryRefusals, QuestionRefusals};
