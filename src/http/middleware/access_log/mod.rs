//! One log event, one span and the metrics of each request.

mod body;
mod layer;
mod record;

pub(in crate::http) use layer::access_log;
pub(in crate::http) use record::{TRACEPARENT, TRACESTATE};
