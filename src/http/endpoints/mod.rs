//! Endpoints, one file per path. The documentation of a handler is its description in the OpenAPI document.

pub(super) mod candidates;
pub(super) mod candidates_batch;
pub(super) mod convert;
pub(super) mod count;
pub(super) mod count_batch;
pub(super) mod cover_count;
pub(super) mod cover_count_batch;
pub(super) mod cover_estimate;
pub(super) mod cover_solutions;
pub(super) mod cover_solve;
pub(super) mod docs;
pub(super) mod formats;
pub(super) mod index;
pub(super) mod livez;
pub(super) mod metrics;
pub(super) mod openapi;
pub(super) mod other_method;
pub(super) mod page;
pub(super) mod problems;
pub(super) mod readyz;
pub(super) mod render;
pub(super) mod solutions;
pub(super) mod solve;
pub(super) mod solve_batch;
pub(super) mod version;
