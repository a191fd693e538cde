//! Order of the middleware.

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tracing::Instrument;

use super::access_log::{begin_record, end_record};
use super::check_head::HeadRejection;
use super::cors::{Cors, run_with_cors};
use super::render_problems::render_problem;
use super::request_id::RequestId;
use crate::http::clients::{API_KEY, ClientAccess};
use crate::http::error::ApiError;
use crate::metrics::Metrics;

/// Wraps routes in the middleware that every request passes. The first layer is the outermost.
///
/// One call of `Router::layer` for all: each call boxes every route and every response future once more.
pub(in crate::http) fn with_middleware(
    routes: Router,
    cors: Option<Cors>,
    metrics: Metrics,
    access: &ClientAccess,
) -> Router {
    let layers = ServiceBuilder::new()
        .layer(SetSensitiveRequestHeadersLayer::new([header::AUTHORIZATION, API_KEY]))
        .layer(from_fn_with_state((metrics, access.clone(), cors.map(Arc::new)), record))
        .layer(CatchPanicLayer::custom(internal_error));
    routes.layer(layers)
}

/// Gives the request its id and its record, and calls the routes within its span.
async fn record(
    State((metrics, access, cors)): State<(Metrics, ClientAccess, Option<Arc<Cors>>)>,
    mut request: Request,
    next: Next,
) -> Response {
    let id = RequestId::assign(&mut request);
    let (request, record) = begin_record(metrics, &access, request);
    let span = record.span();
    let response = respond(request, &id, cors.as_deref(), next).instrument(span).await;
    let mut response = end_record(record, response);
    id.echo(&mut response);
    response
}

/// Calls the routes if the head is valid, and completes the response.
async fn respond(request: Request, id: &RequestId, cors: Option<&Cors>, next: Next) -> Response {
    let response = match HeadRejection::of(&request) {
        // Before CORS, so that a preflight request with an invalid head is rejected, too.
        Some(rejection) => rejection.into_response(),
        None => run_with_cors(cors, request, next).await,
    };
    let mut response = render_problem(response, id);
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Returns the response to a panic, without detail. The panic hook has logged the panic.
fn internal_error(_: Box<dyn Any + Send>) -> Response {
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
    use crate::http::clients::ClientSettings;
    use crate::http::middleware::request_id::REQUEST_ID;

    fn layered(routes: Router) -> Router {
        let access = ClientAccess::new(ClientSettings::default());
        with_middleware(routes, None, Metrics::idle(), &access)
    }

    async fn panics() -> &'static str {
        panic!("a bug")
    }

    #[tokio::test]
    async fn handler_panic_returns_500_without_detail() {
        let routes = Router::new().route("/panics", get(panics)).route("/works", get(async || "still"));
        let service = layered(routes);
        let call = async |path: &str| {
            let request =
                Request::get(path).header("host", "localhost").body(Body::empty()).expect("valid request");
            service.clone().oneshot(request).await.expect("infallible router")
        };
        let refused = call("/panics").await;
        assert_eq!(refused.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(refused.headers()[header::CONTENT_TYPE], "application/problem+json");
        let id = refused.headers()[REQUEST_ID].to_str().expect("ASCII header").to_owned();
        let body = to_bytes(refused.into_body(), 10_000).await.expect("complete body");
        let problem: Value = serde_json::from_slice(&body).expect("JSON body");
        assert_eq!(problem["code"], "internal");
        assert_eq!(problem["instance"], format!("urn:quadrille:request:{id}"));
        assert!(!String::from_utf8_lossy(&body).contains("a bug"));
        assert_eq!(call("/works").await.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn error_status_without_body_gets_problem_body() {
        for status in [400, 404, 405, 413, 418, 431, 500, 503] {
            let status = StatusCode::from_u16(status).expect("valid status");
            let service = layered(Router::new().route("/", get(async move || status)));
            let request =
                Request::get("/").header("host", "localhost").body(Body::empty()).expect("valid request");
            let response = service.oneshot(request).await.expect("infallible router");
            assert_eq!(response.status(), status);
            assert_eq!(response.headers()[header::CONTENT_TYPE], "application/problem+json");
            let body = to_bytes(response.into_body(), 10_000).await.expect("complete body");
            let problem: Value = serde_json::from_slice(&body).expect("JSON body");
            assert_eq!(problem["status"], status.as_u16());
        }
    }
}
