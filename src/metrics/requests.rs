//! Requests: how many, how they ended, how long they took.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::wire::ProblemCode;

/// Bounds of the buckets of durations, in seconds.
const SECONDS: [f64; 14] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 2.5, 10.0, 30.0];

/// The methods that are told apart. A client may make up any other.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// With a response of this status.
    Code(u16),
    /// Without a response: the client left before there was one.
    Cancelled,
}

/// What is counted of requests. Clones share it.
#[derive(Clone, Debug)]
pub struct Requests {
    /// One entry a pattern of the router, and one for all paths without.
    routes: Arc<RwLock<HashMap<Box<str>, Arc<Route>>>>,
    series: Series,
    in_flight: Gauge,
    cancelled: Counter,
    bytes_in: Counter,
    bytes_out: Counter,
    refusals: Family<RefusalLabels, Counter>,
}

/// What is counted of the requests of one route. Its label sets are prepared once.
#[derive(Debug)]
pub struct Route {
    name: Arc<str>,
    series: Series,
    /// Few: the methods and statuses that the route has seen.
    endings: RwLock<Vec<Ending>>,
}

#[derive(Clone, Debug)]
struct Ending {
    method: &'static str,
    status: Status,
    requests: Counter,
    duration: Histogram,
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
            routes: Arc::default(),
            series: Series {
                requests: Family::default(),
                durations: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            },
            in_flight: Gauge::default(),
            cancelled: Counter::default(),
            bytes_in: Counter::default(),
            bytes_out: Counter::default(),
            refusals: Family::default(),
        };
        let Self { series, in_flight, cancelled, bytes_in, bytes_out, refusals, .. } = requests.clone();
        registry.register(
            "http_requests",
            "Requests that ended, by route, method and status",
            series.requests,
        );
        registry.register_with_unit(
            "http_request_duration",
            "From the head of a request to the end of the body of its response",
            Unit::Seconds,
            series.durations,
        );
        registry.register("http_requests_in_flight", "Requests that have not ended", in_flight);
        let left = "Requests whose client left before the end of the response";
        registry.register("http_requests_cancelled", left, cancelled);
        registry.register_with_unit(
            "http_request",
            "Bodies of requests that were read",
            Unit::Bytes,
            bytes_in,
        );
        registry.register_with_unit(
            "http_response",
            "Bodies of responses that were sent",
            Unit::Bytes,
            bytes_out,
        );
        registry.register("http_refusals", "Refusals, by the code of their problem", refusals);
        requests
    }

    /// What is counted of the requests of a route. `pattern` is one of the router's, of which there are few, or a word
    /// for all that none matches.
    pub fn route(&self, pattern: &str) -> Arc<Route> {
        let known = self.routes.read().unwrap_or_else(PoisonError::into_inner).get(pattern).cloned();
        known.unwrap_or_else(|| {
            let mut routes = self.routes.write().unwrap_or_else(PoisonError::into_inner);
            let route = || Arc::new(Route::new(pattern, self.series.clone()));
            Arc::clone(routes.entry(pattern.into()).or_insert_with(route))
        })
    }

    /// A request has begun.
    pub fn begin(&self) {
        self.in_flight.inc();
    }

    /// A request has ended, with so many bytes of bodies.
    pub fn end(&self, bytes_in: u64, bytes_out: u64) {
        self.in_flight.dec();
        self.bytes_in.inc_by(bytes_in);
        self.bytes_out.inc_by(bytes_out);
    }

    /// A client left.
    pub fn cancelled(&self) {
        self.cancelled.inc();
    }

    /// A request was refused.
    pub fn refused(&self, code: ProblemCode) {
        self.refusals.get_or_create(&RefusalLabels { code: code.word() }).inc();
    }

    /// The method as a label: itself where HTTP knows it, `other` otherwise.
    pub fn method(method: &str) -> &'static str {
        METHODS.into_iter().find(|known| *known == method).unwrap_or("other")
    }
}

impl Route {
    fn new(pattern: &str, series: Series) -> Self {
        Self { name: pattern.into(), series, endings: RwLock::default() }
    }

    /// The pattern.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A request with this label of a method ended.
    pub fn observe(&self, method: &'static str, status: Status, elapsed: Duration) {
        let observe = |ending: &Ending| {
            ending.requests.inc();
            ending.duration.observe(elapsed.as_secs_f64());
        };
        let is_it = |ending: &&Ending| ending.status == status && ending.method == method;
        let endings = self.endings.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(ending) = endings.iter().find(is_it) {
            return observe(ending);
        }
        drop(endings);
        let ending = self.ending(method, status);
        observe(&ending);
        let mut endings = self.endings.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been here first; the series are the same.
        if !endings.iter().any(|known| is_it(&known)) {
            endings.push(ending);
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
        }
    }
}
