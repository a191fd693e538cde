//! Reserve of memory for log spans.

use tracing::Span;

/// Target of the spans that make the reserve. They are never exported.
pub(super) const TARGET: &str = "quadrille::telemetry::reserve";

/// Allocates the memory of spans that the calling thread will open, `count` at once.
///
/// The registry of spans reuses this memory, and never frees it. Allocated later, between the buffers of many connections,
/// it would keep the allocator from returning the pages around it.
pub fn reserve_spans(count: usize) {
    let spans: Vec<Span> = (0..count).map(|_| tracing::error_span!(target: TARGET, "reserved")).collect();
    drop(spans);
}
