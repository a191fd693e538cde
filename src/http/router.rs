//! Every route in a line, and the layers around them.

use std::any::Any;
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};
use http::{HeaderName, HeaderValue, Method, header};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::clients::{API_KEY, guarded};
use super::drain::drain_unread;
use super::endpoints::{
    count, count_batch, count_by_query, docs, index, livez, openapi, readyz, solutions, solve, solve_batch,
    solve_by_query, version,
};
use super::error::ApiError;
use super::head::refuse_head;
use super::observe::observe;
use super::problem::word_refusals;
use super::record::{TRACEPARENT, TRACESTATE};
use super::request_id::{REQUEST_ID, identify};
use super::state::{
    AppState, BodyBounds, CorsOrigins, DocumentError, Documents, HttpSettings, KeepSettings, Parts,
    ServesDocs,
};
use crate::metrics::Metrics;
use crate::service::{CachedDispatcher, Dispatcher};

/// How long a browser may remember what a page of another origin may do.
const CORS_MAX_AGE: Duration = Duration::from_secs(3600);

/// The routes that the document describes.
pub(super) fn api() -> OpenApiRouter<AppState> {
    questions().merge(operations())
}

/// The routes that take questions: those that clients may need a key for, and may ask only so often.
fn questions() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(solve::solve, solve_by_query::solve_by_query))
        .routes(routes!(count::count, count_by_query::count_by_query))
        .routes(routes!(solutions::solutions))
        .routes(routes!(solve_batch::solve_batch))
        .routes(routes!(count_batch::count_batch))
}

/// The routes that are open to everybody.
fn operations() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(index::index))
        .routes(routes!(livez::livez))
        .routes(routes!(readyz::readyz))
        .routes(routes!(version::version))
        .routes(routes!(openapi::yaml))
        .routes(routes!(openapi::json))
}

/// The whole service, which serves `document` as its own.
///
/// # Errors
/// Where the document cannot be written as YAML or JSON.
pub fn router(
    dispatcher: Dispatcher,
    answers: CachedDispatcher,
    metrics: Metrics,
    settings: &HttpSettings,
    document: &OpenApi,
) -> Result<Router, DocumentError> {
    let state = AppState::from(Parts {
        dispatcher,
        metrics: metrics.clone(),
        answers,
        body_bounds: BodyBounds {
            bytes_max: settings.body_bytes_max,
            read: settings.body_read,
            idle: settings.body_idle,
            line_bytes_max: settings.line_bytes_max,
        },
        deadlines: settings.deadlines.clone(),
        keep: KeepSettings { age_max: settings.keep, by_everybody: settings.clients.api_keys.is_empty() },
        documents: Documents::of(document)?,
        serves_docs: ServesDocs(settings.docs),
    });
    let mut routes = guarded(questions().into(), &settings.clients).merge(Router::from(operations()));
    if settings.docs {
        routes = routes.merge(docs::docs());
    }
    let routes = routes
        .fallback(async || ApiError::not_found())
        .method_not_allowed_fallback(async || ApiError::method_not_allowed())
        .with_state(state)
        .layer(middleware::from_fn(drain_unread));
    Ok(with_layers(routes, &settings.cors_origins, metrics))
}

/// What is there for those who run the service, on a listener of its own: whether it lives, whether it wants work, which
/// version it is, and the routes of `others`, such as metrics.
pub fn admin_router(dispatcher: Dispatcher, metrics: Metrics, others: Router) -> Router {
    let routes = Router::new()
        .route("/livez", get(livez::livez))
        .route("/readyz", get(readyz::readyz))
        .route("/version", get(version::version))
        .fallback(async || ApiError::not_found())
        .method_not_allowed_fallback(async || ApiError::method_not_allowed())
        .with_state(dispatcher)
        .merge(others)
        .layer(middleware::from_fn(drain_unread));
    with_layers(routes, &CorsOrigins::None, metrics)
}

/// Refuses every request for its head.
pub(super) fn refusing(metrics: Metrics) -> Router {
    let routes = Router::new().fallback(refuse_head).layer(middleware::from_fn(drain_unread));
    with_layers(routes, &CorsOrigins::None, metrics)
}

/// What holds for every response, whatever is served. The last layer is the outermost.
fn with_layers(routes: Router, origins: &CorsOrigins, metrics: Metrics) -> Router {
    let worded = routes.layer(CatchPanicLayer::custom(panicked)).layer(middleware::from_fn(word_refusals));
    with_cors(worded, origins)
        .layer(nosniff())
        .layer(middleware::from_fn_with_state(metrics, observe))
        .layer(middleware::from_fn(identify))
        .layer(SetSensitiveRequestHeadersLayer::new([header::AUTHORIZATION, API_KEY]))
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
            .allow_headers([
                header::CONTENT_TYPE,
                header::ACCEPT,
                REQUEST_ID,
                TRACEPARENT,
                TRACESTATE,
                header::AUTHORIZATION,
                API_KEY,
            ])
            .expose_headers([REQUEST_ID, TRACEPARENT, header::RETRY_AFTER, header::ETAG])
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

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::extract::Request;
    use axum::routing::get;
    use http::StatusCode;
    use serde_json::Value;
    use tower::ServiceExt;

    use super::*;

    fn layered(routes: Router) -> Router {
        with_layers(routes, &CorsOrigins::None, Metrics::idle())
    }

    async fn panics() -> &'static str {
        panic!("a bug")
    }

    #[tokio::test]
    async fn a_panic_in_a_handler_is_a_500_that_tells_nothing_and_the_next_request_is_served() {
        let routes = Router::new().route("/panics", get(panics)).route("/works", get(async || "still"));
        let service = layered(routes);
        let call = async |path: &str| {
            let request = Request::get(path).body(Body::empty()).expect("a request");
            service.clone().oneshot(request).await.expect("the router never fails")
        };
        let refused = call("/panics").await;
        assert_eq!(refused.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(refused.headers()[header::CONTENT_TYPE], "application/problem+json");
        let id = refused.headers()[REQUEST_ID].to_str().expect("text").to_owned();
        let body = to_bytes(refused.into_body(), 10_000).await.expect("a body");
        let problem: Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!(problem["code"], "internal");
        assert_eq!(problem["instance"], format!("urn:quadrille:request:{id}"));
        assert!(!String::from_utf8_lossy(&body).contains("a bug"));
        assert_eq!(call("/works").await.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn a_status_without_a_word_of_its_own_gets_one() {
        for status in [400, 404, 405, 413, 418, 431, 500, 503] {
            let status = StatusCode::from_u16(status).expect("a status");
            let service = layered(Router::new().route("/", get(async move || status)));
            let request = Request::get("/").body(Body::empty()).expect("a request");
            let response = service.oneshot(request).await.expect("the router never fails");
            assert_eq!(response.status(), status);
            assert_eq!(response.headers()[header::CONTENT_TYPE], "application/problem+json");
            let body = to_bytes(response.into_body(), 10_000).await.expect("a body");
            let problem: Value = serde_json::from_slice(&body).expect("JSON");
            assert_eq!(problem["status"], status.as_u16());
        }
    }
}
