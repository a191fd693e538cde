//! Layers around the routes: one concern per file. [`with_layers`] has them in order.

mod access_log;
mod check_head;
mod cors;
mod layers;
mod links;
mod protect;
mod refused_origins;
mod render_problems;

pub(super) use access_log::Recorder;
pub(super) use cors::{IDEMPOTENCY_KEY, LAST_EVENT_ID, NOT_READ, RESULTS, WARNINGS, cors_layer};
pub(super) use layers::with_layers;
pub(super) use links::{service_links, with_service_links};
pub(super) use protect::Protection;
pub(super) use refused_origins::RefusedOrigins;
