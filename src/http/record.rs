//! What is known of a request, and what is said of it when it has ended: one event in the log, and what the metrics
//! count.
#![expect(clippy::disallowed_types, reason = "the time that a request takes is measured here")]

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use tracing::Span;

use super::request_id::RequestId;
use crate::metrics::{Metrics, Requests, Route, Status, StreamMeter};
use crate::trace::{TraceParent, conclude, join};
use crate::wire::{Finding, ProblemCode, StoppedBy, VerdictWord};

/// The header that says where a request or a response stands in a trace.
pub(super) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The header with what others of the trace want to know.
pub(super) const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");

/// The name of all routes that are none.
const UNMATCHED: &str = "unmatched";

/// What is said of a request whose client left before its end.
const CANCELLED: &str = "cancelled";

/// What kind of span a request is, for those that spans are exported to.
const KIND: Option<&str> = if cfg!(feature = "otlp") { Some("server") } else { None };

/// How far a response has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// It is on its way; if it ends here, the client has left.
    Open,
    /// To the end of its body.
    Complete,
    /// Its body failed.
    Broken,
}

/// What is known of a request. When it is dropped, the request has ended, whatever the cause.
pub(super) struct Record {
    pub(super) span: Span,
    pub(super) bytes_out: u64,
    pub(super) ending: Ending,
    pub(super) trace: Option<TraceParent>,
    pub(super) bytes_in: Arc<AtomicU64>,
    begun: Instant,
    metrics: Metrics,
    route: Arc<Route>,
    method: &'static str,
    status: Option<u16>,
    finding: Option<Finding>,
    stream: Option<StreamMeter>,
    refusal: Option<ProblemCode>,
}

impl Record {
    pub(super) fn begin(metrics: Metrics, request: &Request) -> Self {
        let begun = Instant::now();
        let pattern = request.extensions().get::<MatchedPath>().map_or(UNMATCHED, MatchedPath::as_str);
        let route = metrics.requests().route(pattern);
        let method = Requests::method(request.method().as_str());
        let id = request.extensions().get::<RequestId>().map(tracing::field::display);
        // Of the highest level, so that no filter that lets a line through takes the id away from it. The path and the
        // query are left out: they may hold a puzzle.
        let span = tracing::error_span!("request", id, method, route = route.name(), otel.kind = KIND);
        let trace = place(&span, format_args!("{method} {pattern}"), request.headers());
        metrics.requests().begin();
        let ending = if *request.method() == Method::HEAD { Ending::Complete } else { Ending::Open };
        Self {
            span,
            bytes_out: 0,
            ending,
            begun,
            metrics,
            route,
            method,
            trace,
            bytes_in: Arc::default(),
            status: None,
            finding: None,
            stream: None,
            refusal: None,
        }
    }

    /// Takes over what the head of the response tells.
    pub(super) fn respond(&mut self, response: &Response) {
        conclude(&self.span, response.status().as_u16());
        let extensions = response.extensions();
        self.status = Some(response.status().as_u16());
        self.finding = extensions.get().copied();
        self.stream = extensions.get().cloned();
        self.refusal = extensions.get().copied();
    }

    /// What an answer came to: known with its head, or at the end of a stream.
    fn finding(&self) -> Option<Finding> {
        self.finding.or_else(|| self.stream.as_ref()?.finding())
    }

    fn count(&self, end: &End) {
        let requests = self.metrics.requests();
        let status = self.status.map_or(Status::Cancelled, Status::Code);
        self.route.observe(self.method, status, end.elapsed);
        requests.end(end.bytes_in, self.bytes_out);
        if end.outcome == CANCELLED {
            requests.cancelled();
        }
        if let Some(code) = self.refusal {
            requests.refused(code);
        }
        if let Some(finding) = &end.finding {
            self.metrics.solving().observe(finding);
        }
    }

    /// The one line of the request.
    fn log(&self, end: &End) {
        let End { finding, elapsed, bytes_in, outcome } = end;
        let tally = self.stream.as_ref().and_then(StreamMeter::tally);
        tracing::info!(
            parent: &self.span,
            status = self.status,
            code = self.refusal.map(ProblemCode::word),
            verdict = finding.and_then(|finding| finding.verdict).map(VerdictWord::word),
            stopped_by = finding.and_then(|finding| finding.stopped_by).map(StoppedBy::word),
            puzzles = tally.map(|tally| tally.puzzles()),
            errors = tally.map(|tally| tally.errors),
            nodes = finding.and_then(|finding| finding.nodes),
            queue_us = finding.map(|finding| microseconds(finding.queued)),
            solve_us = finding.map(|finding| microseconds(finding.solving)),
            bytes_in,
            bytes_out = self.bytes_out,
            elapsed_us = microseconds(*elapsed),
            trace_id = self.trace.map(|trace| tracing::field::display(trace.shown_trace_id())),
            "{outcome}"
        );
    }
}

/// What is known at the end of a request only.
struct End {
    finding: Option<Finding>,
    elapsed: Duration,
    bytes_in: u64,
    outcome: &'static str,
}

impl Drop for Record {
    fn drop(&mut self) {
        let outcome = match (self.status, self.ending) {
            (None, _) | (_, Ending::Open) => CANCELLED,
            (_, Ending::Complete) => "answered",
            (_, Ending::Broken) => "broken off",
        };
        let end = End {
            finding: self.finding(),
            elapsed: self.begun.elapsed(),
            bytes_in: self.bytes_in.load(Ordering::Relaxed),
            outcome,
        };
        self.count(&end);
        self.log(&end);
    }
}

fn microseconds(duration: Duration) -> u64 {
    duration.as_micros().try_into().unwrap_or(u64::MAX)
}

/// The place of the request's span in the trace that the headers name.
fn place(span: &Span, name: fmt::Arguments<'_>, headers: &HeaderMap) -> Option<TraceParent> {
    let mut parents = headers.get_all(TRACEPARENT).iter().map(HeaderValue::as_bytes);
    // Of two parents none can be the right one.
    let parent = parents.next().map(|parent| if parents.next().is_some() { b"" } else { parent });
    let states = headers.get_all(TRACESTATE).iter().filter_map(|state| state.to_str().ok());
    let state = parent.map(|_| states.collect::<Vec<_>>().join(","));
    join(span, name, parent, state.as_deref())
}
