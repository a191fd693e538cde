//! Order of the middleware layers.

use std::any::Any;

use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use http::{HeaderName, HeaderValue, header};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use super::access_log::access_log;
use super::check_head::check_head;
use super::cors::cors;
use super::render_problems::render_problems;
use super::request_id::set_request_id;
use crate::http::clients::{API_KEY, ClientAccess};
use crate::http::error::ApiError;
use crate::http::state::CorsOrigins;
use crate::metrics::Metrics;

/// Wraps routes in the layers that every response passes. The last layer is the outermost.
pub(in crate::http) fn with_middleware(
    routes: Router,
    origins: &CorsOrigins,
    metrics: Metrics,
    access: &ClientAccess,
) -> Router {
    cors(routes.layer(CatchPanicLayer::custom(internal_error)), origins)
        // Before CORS, so that a preflight request with an invalid head is rejected, too.
        .layer(middleware::from_fn(check_head))
        .layer(middleware::from_fn(render_problems))
        .layer(nosniff())
        .layer(middleware::from_fn_with_state((metrics, access.clone()), access_log))
        .layer(middleware::from_fn(set_request_id))
        .layer(SetSensitiveRequestHeadersLayer::new([header::AUTHORIZATION, API_KEY]))
}

fn nosniff() -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(
        HeaderName::from_static("x-content-type-options"),
        HeaderValue::from_static("nosniff"),
    )
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
        with_middleware(routes, &CorsOrigins::None, Metrics::idle(), &access)
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
