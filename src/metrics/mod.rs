//! What can be measured from outside: numbers for Prometheus, in the text format of OpenMetrics.
//!
//! [`Metrics`] holds them all. What a response tells is counted as it leaves; what the service counts itself, and what
//! the kernel counts of the process, is read when somebody asks. Every name begins with `quadrille_`, and every label
//! has few values: routes are patterns and never paths, methods those that HTTP knows.

mod process;
mod registry;
mod requests;
mod service;
mod solving;
mod stream;

pub use registry::{Metrics, Sources};
pub use requests::{Requests, Route, Status};
pub use service::CacheReading;
pub use solving::Solving;
pub use stream::StreamMeter;
