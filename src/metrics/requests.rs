//! Request metrics: number, outcome and duration.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use quadrille_answers::faults::ProblemCode;

/// Upper bounds of the duration buckets, in seconds.
const SECONDS: [f64; 14] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 2.5, 10.0, 30.0];

/// Methods with a label of their own. Clients may send arbitrary others.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];

/// Reasons of refused connections. Their series exist from the start.
const REFUSAL_REASONS: [&str; 4] = ["malformed", "head_too_large", "body_too_large", "connections_share"];

/// Outcome of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Response with this status.
    Code(u16),
    /// No response: the client disconnected before.
    Cancelled,
}

/// Request metrics. Clones share the counters.
#[derive(Clone, Debug)]
pub struct Requests {
    series: Series,
    in_flight: Gauge,
    cancelled: Counter,
    bytes_in: Counter,
    bytes_out: Counter,
    refusals: Family<RefusalLabels, Counter>,
    connections_refused: Family<ReasonLabels, Counter>,
}

/// Metrics of one route. Its label sets are created once.
#[derive(Debug)]
pub struct Route {
    name: Arc<str>,
    series: Series,
    endings: OnceLock<Box<Ending>>,
}

/// Metrics of a method and a status. A list has those seen, which are few, and is read without a lock.
#[derive(Debug)]
struct Ending {
    method: &'static str,
    status: Status,
    requests: Counter,
    duration: Histogram,
    next: OnceLock<Box<Self>>,
}

#[derive(Clone, Debug)]
struct Series {
    requests: Family<RequestLabels, Counter>,
    durations: Family<DurationLabels, Histogram>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: Arc<str>,
    method: &'static str,
    status: Status,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct DurationLabels {
    route: Arc<str>,
    method: &'static str,
    status_class: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RefusalLabels {
    code: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReasonLabels {
    reason: &'static str,
}

impl Status {
    fn class(self) -> &'static str {
        match self {
            Self::Code(100..=199) => "1xx",
            Self::Code(200..=299) => "2xx",
            Self::Code(300..=399) => "3xx",
            Self::Code(400..=499) => "4xx",
            Self::Code(_) => "5xx",
            Self::Cancelled => "cancelled",
        }
    }
}

impl EncodeLabelValue for Status {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> std::fmt::Result {
        match self {
            Self::Code(code) => EncodeLabelValue::encode(code, encoder),
            Self::Cancelled => EncodeLabelValue::encode(&"cancelled", encoder),
        }
    }
}

impl Requests {
    pub(super) fn register(registry: &mut Registry) -> Self {
        let requests = Self {
            series: Series {
                requests: Family::default(),
                durations: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            },
            in_flight: Gauge::default(),
            cancelled: Counter::default(),
            bytes_in: Counter::default(),
            bytes_out: Counter::default(),
            refusals: Family::default(),
            connections_refused: Family::default(),
        };
        let Self { series, in_flight, cancelled, bytes_in, bytes_out, .. } = requests.clone();
        let Self { refusals, connections_refused, .. } = requests.clone();
        registry.register(
            "http_requests",
            "Requests completed, by route, method and status",
            series.requests,
        );
        registry.register_with_unit(
            "http_request_duration",
            "Time from the head of a request to the end of the response body",
            Unit::Seconds,
            series.durations,
        );
        registry.register("http_requests_in_flight", "Requests in progress", in_flight);
        let cancelled_help = "Requests whose client disconnected before the end of the response";
        registry.register("http_requests_cancelled", cancelled_help, cancelled);
        registry.register_with_unit(
            "http_request",
            "Bytes of request bodies received",
            Unit::Bytes,
            bytes_in,
        );
        registry.register_with_unit("http_response", "Bytes of response bodies sent", Unit::Bytes, bytes_out);
        registry.register("http_refusals", "Error responses, by problem code", refusals);
        for reason in REFUSAL_REASONS {
            // Creates the series.
            let _ = connections_refused.get_or_create(&ReasonLabels { reason });
        }
        registry.register(
            "connections_refused",
            "Connections closed before a request reached a route, by reason",
            connections_refused,
        );
        requests
    }

    /// Creates the metrics of a route. Those with the same pattern share their series. `pattern` is a pattern of the router, or a word for unmatched paths; it must not be
    /// chosen by a client.
    pub fn route(&self, pattern: &str) -> Arc<Route> {
        Arc::new(Route { name: pattern.into(), series: self.series.clone(), endings: OnceLock::new() })
    }

    /// Records the start of a request.
    pub fn begin(&self) {
        self.in_flight.inc();
    }

    /// Records the end of a request, with the sizes of its bodies.
    pub fn end(&self, bytes_in: u64, bytes_out: u64) {
        self.in_flight.dec();
        self.bytes_in.inc_by(bytes_in);
        self.bytes_out.inc_by(bytes_out);
    }

    /// Records that a client disconnected.
    pub fn cancelled(&self) {
        self.cancelled.inc();
    }

    /// Records an error response.
    pub fn refused(&self, code: ProblemCode) {
        self.refusals.get_or_create(&RefusalLabels { code: code.as_str() }).inc();
    }

    /// Records a connection that was closed before a request reached a route. `reason` must not be chosen by a client.
    pub fn connection_refused(&self, reason: &'static str) {
        self.connections_refused.get_or_create(&ReasonLabels { reason }).inc();
    }

    /// Returns the label of a method: the method itself if it is a standard one, else `other`.
    pub fn method(method: &str) -> &'static str {
        METHODS.into_iter().find(|known| *known == method).unwrap_or("other")
    }
}

impl Route {
    /// Returns the pattern.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Records the end of a request with this method label.
    pub fn observe(&self, method: &'static str, status: Status, elapsed: Duration) {
        let mut endings = &self.endings;
        loop {
            let ending = endings.get_or_init(|| Box::new(self.ending(method, status)));
            if ending.status == status && ending.method == method {
                ending.requests.inc();
                ending.duration.observe(elapsed.as_secs_f64());
                return;
            }
            endings = &ending.next;
        }
    }

    fn ending(&self, method: &'static str, status: Status) -> Ending {
        let route = || Arc::clone(&self.name);
        let requests = RequestLabels { route: route(), method, status };
        let duration = DurationLabels { route: route(), method, status_class: status.class() };
        Ending {
            method,
            status,
            requests: self.series.requests.get_or_create_owned(&requests),
            duration: self.series.durations.get_or_create_owned(&duration),
            next: OnceLock::new(),
        }
    }
}
