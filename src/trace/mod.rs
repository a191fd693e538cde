//! Where a request stands in the trace that it belongs to: W3C Trace Context.
//!
//! [`TraceParent`] is the header `traceparent`; [`join()`] tells a span where it belongs and gives the header for the
//! response, [`conclude`] how it ended.

mod join;
mod parent;

pub use join::{conclude, join};
pub use parent::TraceParent;
