//! `GET /metrics`, on the admin listener only, so not in the OpenAPI document.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use http::header;

use crate::http::error::ApiError;
use crate::metrics::Metrics;

/// Returns the route of the metrics, for a listener that is not public: its path and its method.
pub fn metrics_route(metrics: Metrics) -> (&'static str, MethodRouter) {
    ("/metrics", get(self::metrics).with_state(metrics))
}

async fn metrics(State(metrics): State<Metrics>) -> Result<Response, ApiError> {
    let text = metrics.render().map_err(|_| ApiError::internal())?;
    Ok(([(header::CONTENT_TYPE, Metrics::MEDIA_TYPE)], text).into_response())
}
