//! The OpenAPI document: its common parts, error responses and examples; the simple document for generators; and what clients ask for.

mod answers;
mod descriptions;
mod document;
mod error_responses;
mod examples;
mod kinds;
mod parts;
mod refusals;
mod served;
mod share;
mod simple;
mod tag;
mod yaml;

pub(super) use document::complete;
pub(super) use parts::{add_get_operation, post_operation};
pub(super) use refusals::{BodyRefusals, NotModified, NotReady, NotRetryable, QueryRefusals};
pub(super) use refusals::{
    EventsEnded, JobRefusals, NoStorage, OtherOrigin, OtherTypes, PartialResults, UploadRefusals,
};
pub(super) use refusals::{InvalidQuery, PageRefusals, ProbeRefusals, UnknownProblem};
pub(super) use served::{Profile, Text, Wanted};
pub(super) use share::share;
pub(super) use simple::simplify;
pub(super) use tag::Tag;
pub use yaml::to_yaml;
