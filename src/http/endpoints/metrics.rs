//! `GET /metrics`: for the operations listener alone, and so not in the document of the service.

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header;

use crate::http::error::ApiError;
use crate::metrics::Metrics;

/// The route `/metrics`, for a listener that strangers cannot reach.
pub fn metrics_routes(metrics: Metrics) -> Router {
    Router::new().route("/metrics", get(show)).with_state(metrics)
}

async fn show(State(metrics): State<Metrics>) -> Result<Response, ApiError> {
    let text = metrics.render().map_err(|_| ApiError::internal())?;
    Ok(([(header::CONTENT_TYPE, Metrics::MEDIA_TYPE)], text).into_response())
}
