//! Every route in a line, and the layers around them.

use std::any::Any;
use std::time::Duration;

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use http::{HeaderName, HeaderValue, Method, header};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::trace::TraceLayer;
use tracing::Span;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::{document, preface, refusal_schemas};
use super::drain::drain_unread;
use super::endpoints::{count, docs, index, livez, openapi, readyz, solve, version};
use super::error::ApiError;
use super::problem::word_refusals;
use super::request_id::{REQUEST_ID, RequestId, identify};
use super::state::{AppState, BodyBounds, CorsOrigins, Documents, HttpSettings};
use crate::service::Dispatcher;

/// How long a browser may remember what a page of another origin may do.
const CORS_MAX_AGE: Duration = Duration::from_secs(3600);

/// The routes that the document describes.
pub(super) fn api() -> OpenApiRouter<AppState> {
    let mut api = OpenApiRouter::with_openapi(preface())
        .routes(routes!(solve::solve))
        .routes(routes!(count::count))
        .routes(routes!(index::index))
        .routes(routes!(livez::livez))
        .routes(routes!(readyz::readyz))
        .routes(routes!(version::version))
        .routes(routes!(openapi::yaml))
        .routes(routes!(openapi::json));
    let components = api.get_openapi_mut().components.get_or_insert_default();
    components.schemas.extend(refusal_schemas());
    api
}

/// The whole service.
pub fn router(dispatcher: Dispatcher, settings: &HttpSettings) -> Router {
    let document = document();
    let state = AppState {
        dispatcher,
        body_bounds: BodyBounds { bytes_max: settings.body_bytes_max, read: settings.body_read },
        documents: Documents {
            yaml: document.to_yaml().unwrap_or_default().into(),
            json: document.to_json().unwrap_or_default().into(),
        },
    };
    let mut routes = Router::from(api());
    if settings.docs {
        routes = routes.merge(docs::docs());
    }
    let routes = routes
        .fallback(async || ApiError::not_found())
        .method_not_allowed_fallback(async || ApiError::method_not_allowed())
        .with_state(state)
        .layer(middleware::from_fn(drain_unread));
    with_cors(routes, &settings.cors_origins)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn(word_refusals))
        .layer(nosniff())
        .layer(TraceLayer::new_for_http().make_span_with(span).on_request(()).on_response(log).on_failure(()))
        .layer(middleware::from_fn(identify))
}

fn with_cors(routes: Router, origins: &CorsOrigins) -> Router {
    let origins = match origins {
        CorsOrigins::None => return routes,
        CorsOrigins::Any => AllowOrigin::any(),
        CorsOrigins::Listed(origins) => AllowOrigin::list(origins.iter().cloned()),
    };
    routes.layer(
        CorsLayer::new()
            .allow_origin(origins)
            .allow_methods([Method::GET, Method::POST])
            .allow_headers([header::CONTENT_TYPE, header::ACCEPT, REQUEST_ID])
            .expose_headers([REQUEST_ID, header::RETRY_AFTER])
            .max_age(CORS_MAX_AGE),
    )
}

fn nosniff() -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(
        HeaderName::from_static("x-content-type-options"),
        HeaderValue::from_static("nosniff"),
    )
}

/// The panic itself is logged by the panic hook; the client learns nothing of it.
fn panicked(_: Box<dyn Any + Send>) -> Response {
    ApiError::internal().into_response()
}

/// Every line logged on behalf of a request carries its id. The query is left out: it may hold a puzzle.
fn span(request: &Request) -> Span {
    let id = request.extensions().get::<RequestId>().map(tracing::field::display);
    tracing::info_span!("request", id, method = %request.method(), path = request.uri().path())
}

/// One line a request.
fn log(response: &Response, latency: Duration, _: &Span) {
    let status = response.status().as_u16();
    tracing::info!(status, elapsed_us = latency.as_micros() as u64, "answered");
}
