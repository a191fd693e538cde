//! One log event, one span and the metrics of each request.

mod body;
mod layer;
mod record;

pub(super) use body::RecordedBody;
pub(super) use layer::{begin_record, end_record};
pub(super) use record::Record;
pub(in crate::http) use record::{TRACEPARENT, TRACESTATE};
