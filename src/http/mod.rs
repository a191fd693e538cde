//! The only folder that knows HTTP and OpenAPI: one file an endpoint, one line a route.
//!
//! A request passes the layers in [`router`](fn@router), is read by an extractor, asked by its endpoint, and
//! represented in the form the client accepts. Every refusal, also one of the router or of a layer, leaves as
//! problem+json. Nothing here solves, spawns or reads configuration.

mod clients;
mod deadline;
mod endpoints;
mod error;
mod extract;
mod middleware;
mod openapi;
mod router;
mod state;
mod stream;

pub use clients::{ClientSettings, LimitBy, RateSettings, TrustedProxies};
pub use deadline::DeadlineSettings;
pub use endpoints::metrics::metrics_routes;
pub use router::{admin_router, document, router};
pub use state::{AppState, CorsOrigins, DocumentError, HttpSettings};
