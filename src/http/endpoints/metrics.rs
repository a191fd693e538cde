//! `GET /metrics`, on the admin listener only, so not in the OpenAPI document.

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header;

use crate::http::error::ApiError;
use crate::metrics::Metrics;

/// Returns the route `/metrics`, for a listener that is not public.
pub fn metrics_routes(metrics: Metrics) -> Router {
    Router::new().route("/metrics", get(self::metrics)).with_state(metrics)
}

async fn metrics(State(metrics): State<Metrics>) -> Result<Response, ApiError> {
    let text = metrics.render().map_err(|_| ApiError::internal())?;
    Ok(([(header::CONTENT_TYPE, Metrics::MEDIA_TYPE)], text).into_response())
}
