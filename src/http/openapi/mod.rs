//! The OpenAPI document: its common parts, error responses and examples; and the simple document for generators.

mod answers;
mod document;
mod error_responses;
mod examples;
mod kinds;
mod parts;
mod refusals;
mod simple;

pub(super) use document::complete;
pub(super) use parts::{add_get_operation, post_operation};
pub(super) use refusals::{BodyRefusals, NotModified, NotReady, NotRetryable, QueryRefusals};
pub(super) use refusals::{
    EventsEnded, JobRefusals, NoStorage, OtherOrigin, OtherTypes, PartialResults, UploadRefusals,
};
pub(super) use refusals::{InvalidQuery, PageRefusals, ProbeRefusals, UnknownProblem};
pub(super) use simple::simplify;
