//! One log event, one span and the metrics of each request.

mod layer;
mod record;

pub(in crate::http) use layer::Recorder;
pub(super) use layer::record;
pub(in crate::http) use record::{TRACEPARENT, TRACESTATE};
