//! Trace context of requests (W3C Trace Context).
//!
//! [`TraceParent`] is the header `traceparent`. [`join()`] attaches a span to the trace of the client and returns the
//! header of the response; [`record_status`] records the status.

mod join;
mod parent;

pub use join::{join, record_status};
pub use parent::TraceParent;
