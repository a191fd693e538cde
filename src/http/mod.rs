//! HTTP API: router, middleware, extractors, endpoints and the OpenAPI document.
//!
//! A request passes the [`middleware`]; an extractor parses it, its endpoint runs it, and the response has the format
//! that the client accepts. Every error response is problem+json (RFC 9457).

mod allowed_methods;
mod asset;
mod caller;
mod clients;
mod deadline;
mod early;
mod endpoints;
mod error;
mod extract;
mod hosts;
mod job_view;
#[cfg(feature = "mcp")]
mod mcp;
mod memory_reservation;
mod middleware;
mod openapi;
mod origin;
mod page;
mod request_id;
mod route_table;
mod router;
mod runtime_work;
mod state;
mod stream;
mod upload_view;

pub use clients::{ClientAccess, ClientProperty, ClientSettings, RateSettings, TrustedProxies};
pub use deadline::DeadlineSettings;
pub use early::early_problem;
pub use endpoints::metrics::metrics_route;
pub use hosts::HostSettings;
#[cfg(feature = "mcp")]
pub use mcp::{Tools, serve_stdio};
pub use openapi::to_yaml;
pub use origin::CorsOrigins;
pub use quadrille_answers::wire::ProblemBounds;
#[cfg(feature = "mcp")]
pub use router::tools;
pub use router::{admin_router, document, router, shared_document, simple_document};
pub use runtime_work::runtime_work;
pub use state::{AppState, DocumentError, HttpSettings};
