//! One file an endpoint: its handler and, as the handler's documentation, its part of the OpenAPI document.

pub(super) mod count;
pub(super) mod count_batch;
pub(super) mod docs;
pub(super) mod index;
pub(super) mod livez;
pub(super) mod metrics;
pub(super) mod openapi;
pub(super) mod readyz;
pub(super) mod solutions;
pub(super) mod solve;
pub(super) mod solve_batch;
pub(super) mod version;
