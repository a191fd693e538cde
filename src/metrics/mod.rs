//! Metrics for Prometheus, rendered as OpenMetrics text.
//!
//! [`Metrics`] holds them all. Middleware records a request when its response ends; the counters of the service and of
//! the kernel are read at each scrape. Names begin with `quadrille_`, or with `process_` as in every Prometheus client
//! library. Labels have few values: routes are patterns of the router, never paths.

mod jobs;
mod outcome;
mod process;
mod registry;
mod requests;
mod service;
mod solving;
mod stream;

pub use outcome::Outcome;
pub use registry::{Metrics, Sources};
pub use requests::{Requests, Route, Status};
pub use solving::Solving;
pub use stream::StreamMeter;
