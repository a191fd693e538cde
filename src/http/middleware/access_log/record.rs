//! Record of a request: at its end, one log event and the request metrics.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::Request;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use quadrille_answers::faults::ProblemCode;
use quadrille_answers::service::SubjectKind;
use quadrille_answers::wire::{StoppedBy, VerdictKind};
use tracing::Span;

use crate::http::clients::ClientIdentity;
use crate::http::request_id::RequestId;
use crate::metrics::{Metrics, Outcome, Requests, Route, Status, StreamMeter};
use crate::time::Instant;
use crate::trace::{TraceParent, join, record_status};

/// Header with the trace context (W3C Trace Context).
pub(in crate::http) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// Header with vendor-specific trace data (W3C Trace Context).
pub(in crate::http) const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");

/// Message if the client disconnected before the end of the response.
const CANCELLED: &str = "cancelled";

/// Message of requests that were answered to the end.
const ANSWERED: &str = "answered";

/// OpenTelemetry kind of the span.
const KIND: Option<&str> = if cfg!(feature = "otlp") { Some("server") } else { None };

/// Progress of a response body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyState {
    /// Not at its end. A drop in this state is a cancellation by the client.
    Open,
    /// Read to its end.
    Complete,
    /// Ended with an error.
    Failed,
}

/// Data of a request, logged and counted on drop.
pub(super) struct Record {
    pub(super) span: Span,
    pub(super) bytes_out: u64,
    pub(super) body_state: BodyState,
    pub(super) trace: Option<TraceParent>,
    /// Whether a request that succeeds has a log event.
    logs_success: bool,
    pub(super) bytes_in: Arc<AtomicU64>,
    client: ClientIdentity,
    begun: Instant,
    metrics: Metrics,
    route: Arc<Route>,
    method: &'static str,
    status: Option<u16>,
    outcome: Option<Outcome>,
    stream: Option<StreamMeter>,
    refusal: Option<ProblemCode>,
}

impl Record {
    /// Begins a record. In a box, because glibc allocates the futures that hold it faster if they have less than 1 KiB.
    pub(super) fn begin(
        metrics: Metrics,
        client: ClientIdentity,
        id: &RequestId,
        route: Arc<Route>,
        request: &Request,
        logs_success: bool,
    ) -> Box<Self> {
        let begun = Instant::now();
        let method = Requests::method(request.method().as_str());
        // Level ERROR, so that every filter that passes an event keeps its id. Path and query may hold a puzzle and are
        // not logged.
        let span = tracing::error_span!("request", %id, method, route = route.name(), otel.kind = KIND);
        let trace = join_trace(&span, format_args!("{method} {}", route.name()), request.headers());
        metrics.requests().begin();
        let body_state =
            if *request.method() == Method::HEAD { BodyState::Complete } else { BodyState::Open };
        Box::new(Self {
            span,
            bytes_out: 0,
            body_state,
            client,
            begun,
            metrics,
            route,
            method,
            trace,
            bytes_in: Arc::default(),
            status: None,
            outcome: None,
            stream: None,
            refusal: None,
            logs_success,
        })
    }

    /// Adds the status and the extensions of the response.
    pub(super) fn respond(&mut self, response: &Response) {
        record_status(&self.span, response.status().as_u16());
        let extensions = response.extensions();
        self.status = Some(response.status().as_u16());
        self.outcome = extensions.get().copied();
        self.stream = extensions.get().cloned();
        self.refusal = extensions.get().copied();
    }

    /// Outcome of the question: known with the response head, or at the end of a stream.
    fn outcome(&self) -> Option<Outcome> {
        self.outcome.or_else(|| self.stream.as_ref()?.outcome())
    }

    fn count(&self, end: &End) {
        let requests = self.metrics.requests();
        let status = self.status.map_or(Status::Cancelled, Status::Code);
        self.route.observe(self.method, status, end.elapsed);
        requests.end(end.bytes_in, self.bytes_out);
        if end.message == CANCELLED {
            requests.cancelled();
        }
        if let Some(code) = self.refusal {
            requests.refused(code);
        }
        if let Some(outcome) = &end.outcome {
            self.metrics.solving().observe(outcome);
        }
    }

    /// Writes the log event of the request.
    fn log(&self, end: &End) {
        let End { outcome, elapsed, bytes_in, message } = end;
        let counts = self.stream.as_ref().and_then(StreamMeter::counts);
        let subject =
            outcome.map(|outcome| outcome.subject).or(self.stream.as_ref().map(StreamMeter::subject));
        tracing::info!(
            parent: &self.span,
            message,
            client = %self.client.address(),
            key = self.client.key_name(),
            status = self.status,
            code = self.refusal.map(ProblemCode::as_str),
            subject = subject.map(SubjectKind::as_str),
            verdict = outcome.and_then(|outcome| outcome.verdict).map(VerdictKind::as_str),
            stopped_by = outcome.and_then(|outcome| outcome.stopped_by).map(StoppedBy::as_str),
            puzzles = counts.map(|counts| counts.puzzles()),
            errors = counts.map(|counts| counts.errors),
            nodes = outcome.and_then(|outcome| outcome.nodes),
            queue_us = outcome.map(|outcome| microseconds(outcome.queued)),
            solve_us = outcome.map(|outcome| microseconds(outcome.solving)),
            bytes_in,
            bytes_out = self.bytes_out,
            elapsed_us = microseconds(*elapsed),
            trace_id = self.trace.map(|trace| tracing::field::display(trace.trace_id_hex())),
        );
    }
}

/// Data known only at the end of a request.
struct End {
    outcome: Option<Outcome>,
    elapsed: Duration,
    bytes_in: u64,
    message: &'static str,
}

impl Drop for Record {
    fn drop(&mut self) {
        let message = match (self.status, self.body_state) {
            (None, _) | (_, BodyState::Open) => CANCELLED,
            (_, BodyState::Complete) => ANSWERED,
            (_, BodyState::Failed) => "aborted",
        };
        let end = End {
            outcome: self.outcome(),
            elapsed: self.begun.elapsed(),
            bytes_in: self.bytes_in.load(Ordering::Relaxed),
            message,
        };
        self.count(&end);
        if self.logs_success || message != ANSWERED || self.status.is_none_or(|status| status >= 400) {
            self.log(&end);
        }
    }
}

fn microseconds(duration: Duration) -> u64 {
    duration.as_micros().try_into().unwrap_or(u64::MAX)
}

/// Joins the request's span to the trace of the headers.
fn join_trace(span: &Span, name: fmt::Arguments<'_>, headers: &HeaderMap) -> Option<TraceParent> {
    let mut parents = headers.get_all(TRACEPARENT).iter().map(HeaderValue::as_bytes);
    // With two parents, neither is trusted.
    let parent = parents.next().map(|parent| if parents.next().is_some() { b"" } else { parent });
    let state = parent.map(|_| {
        let states = headers.get_all(TRACESTATE).iter().filter_map(|state| state.to_str().ok());
        states.collect::<Vec<_>>().join(",")
    });
    join(span, name, parent, state.as_deref())
}
