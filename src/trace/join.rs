//! Trace context of a span, and its exported attributes.

use std::fmt;

use tracing::Span;

use super::parent::TraceParent;

/// Names `span` and makes it a child of the span in the header `given`. Must precede any other use of `span`. Returns
/// the span's own context, for the response and the log.
///
/// An invalid header starts a new trace, as the specification requires. Without a header, a trace starts only if spans
/// are exported; otherwise the request id suffices.
pub fn join(
    span: &Span,
    name: fmt::Arguments<'_>,
    given: Option<&[u8]>,
    state: Option<&str>,
) -> Option<TraceParent> {
    let parent = given.map(TraceParent::parse);
    export::begin(span, name, parent.flatten(), state)
        .or_else(|| parent.map(|parent| parent.map_or_else(TraceParent::random, TraceParent::next_span)))
}

/// Records the response status in `span`.
pub fn record_status(span: &Span, status: u16) {
    export::record_status(span, status);
}

#[cfg(not(feature = "otlp"))]
mod export {
    use super::{Span, TraceParent, fmt};

    pub(super) fn begin(
        _: &Span,
        _: fmt::Arguments<'_>,
        _: Option<TraceParent>,
        _: Option<&str>,
    ) -> Option<TraceParent> {
        None
    }

    pub(super) fn record_status(_: &Span, _: u16) {}
}

#[cfg(feature = "otlp")]
mod export {
    use std::str::FromStr;

    use opentelemetry::Context;
    use opentelemetry::trace::{SpanContext, Status, TraceContextExt, TraceFlags, TraceState};
    use tracing_opentelemetry::OpenTelemetrySpanExt;

    use super::{Span, TraceParent, fmt};

    /// Returns the context that the exporter assigned; `None` if spans are not exported.
    pub(super) fn begin(
        span: &Span,
        name: fmt::Arguments<'_>,
        parent: Option<TraceParent>,
        state: Option<&str>,
    ) -> Option<TraceParent> {
        if let Some(parent) = parent {
            // Fails only if spans are not exported.
            let _ = span.set_parent(Context::new().with_remote_span_context(remote(parent, state)));
        }
        let context = span.context();
        let exported = context.span();
        let own = exported.span_context();
        let is_exported = own.is_valid();
        if is_exported {
            exported.update_name(name.to_string());
        }
        is_exported.then(|| TraceParent {
            trace_id: u128::from_be_bytes(own.trace_id().to_bytes()),
            span_id: u64::from_be_bytes(own.span_id().to_bytes()),
            sampled: own.is_sampled(),
        })
    }

    fn remote(parent: TraceParent, state: Option<&str>) -> SpanContext {
        let flags = if parent.sampled { TraceFlags::SAMPLED } else { TraceFlags::NOT_SAMPLED };
        // An invalid state is dropped, as the specification requires.
        let state = state.and_then(|state| TraceState::from_str(state).ok()).unwrap_or_default();
        SpanContext::new(parent.trace_id.into(), parent.span_id.into(), flags, true, state)
    }

    pub(super) fn record_status(span: &Span, status: u16) {
        span.set_attribute("http.response.status_code", i64::from(status));
        if status >= 500 {
            span.set_status(Status::error(""));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIVEN: &[u8] = b"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    fn joined(given: Option<&[u8]>) -> Option<TraceParent> {
        join(&Span::none(), format_args!("GET /"), given, None)
    }

    #[test]
    fn span_joins_given_trace() {
        let given = TraceParent::parse(GIVEN).expect("a valid header");
        let own = joined(Some(GIVEN)).expect("a trace context");
        assert_eq!((own.trace_id, own.sampled), (given.trace_id, given.sampled));
        assert_ne!(own.span_id, given.span_id);
    }

    #[test]
    fn invalid_parent_starts_new_trace_and_missing_parent_none() {
        assert!(joined(Some(b"00-nothing")).is_some());
        assert_eq!(joined(None), None);
    }
}
