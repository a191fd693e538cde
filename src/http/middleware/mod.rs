//! Layers around the routes: one concern per file, and [`with_layers`] puts them in order.

pub(super) mod access_log;
mod admit;
mod check_head;
pub(super) mod check_host;
pub(super) mod cors;
pub(super) mod links;
mod render_problems;
pub(super) mod route_table;

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use self::access_log::{Recorder, record};
use self::admit::admit;
use self::check_head::check_head;
use self::check_host::{HostCheck, check_host};
use self::cors::{Cors, add_cors_headers};
use self::render_problems::render_problems;
use super::clients::API_KEY;
use super::error::ApiError;

/// Returns the routes with their layers. A request passes them from top to bottom, its response from bottom to top.
///
/// They are layers of the router, because only behind it is the path of the route known.
pub(super) fn with_layers(routes: Router, recorder: Recorder, cors: Cors, hosts: HostCheck) -> Router {
    let no_sniffing = HeaderValue::from_static("nosniff");
    routes.layer(
        ServiceBuilder::new()
            // Keeps API keys out of logs that show headers.
            .layer(SetSensitiveRequestHeadersLayer::new([header::AUTHORIZATION, API_KEY]))
            // Adds the `Caller`, which the other layers and the extractors read.
            .layer(from_fn_with_state(Arc::new(recorder), record))
            .layer(SetResponseHeaderLayer::overriding(header::X_CONTENT_TYPE_OPTIONS, no_sniffing))
            .layer(from_fn(render_problems))
            // Before CORS, so that a preflight request with an invalid head is rejected, too.
            .layer(from_fn(check_head))
            .layer(from_fn_with_state(Arc::new(cors), add_cors_headers))
            .layer(CatchPanicLayer::custom(respond_to_panic))
            .layer(from_fn(admit))
            .layer(from_fn_with_state(Arc::new(hosts), check_host)),
    )
}

/// Returns an error without detail. The panic hook has logged the panic.
fn respond_to_panic(_: Box<dyn Any + Send>) -> Response {
    ApiError::internal().into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, Bytes};
    use axum::extract::Request;
    use axum::routing::get;
    use http::StatusCode;
    use http_body_util::BodyExt;
    use serde_json::Value;
    use tower::ServiceExt;

    use super::*;
    use crate::http::clients::{ClientAccess, ClientSettings};
    use crate::http::hosts::HostSettings;
    use crate::http::middleware::route_table::RouteTable;
    use crate::http::request_id::REQUEST_ID;
    use crate::http::state::CorsOrigins;
    use crate::metrics::Metrics;

    fn layered(routes: Router) -> Router {
        let (metrics, access) = (Metrics::idle(), ClientAccess::new(ClientSettings::default()));
        let table = RouteTable::new(metrics.requests());
        let hosts = HostCheck { hosts: HostSettings::default(), access: access.clone() };
        let recorder = Recorder { table, metrics, access, logs_success: true };
        with_layers(routes, recorder, Cors::new(CorsOrigins::None, None), hosts)
    }

    fn get_request(path: &str) -> http::request::Builder {
        Request::get(path).header("host", "localhost")
    }

    async fn call(service: &Router, request: http::request::Builder) -> Response {
        let request = request.body(Body::empty()).expect("a valid request");
        service.clone().oneshot(request).await.expect("an infallible router")
    }

    async fn collected(response: Response) -> Bytes {
        response.into_body().collect().await.expect("a complete body").to_bytes()
    }

    async fn panics() -> &'static str {
        panic!("a bug")
    }

    #[tokio::test]
    async fn handler_panic_returns_500_without_detail() {
        let routes = Router::new().route("/panics", get(panics)).route("/works", get(async || "still"));
        let service = layered(routes);
        let refused = call(&service, get_request("/panics")).await;
        assert_eq!(refused.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(refused.headers()[header::CONTENT_TYPE], "application/problem+json");
        let id = refused.headers()[REQUEST_ID].to_str().expect("an ASCII header").to_owned();
        let body = collected(refused).await;
        let problem: Value = serde_json::from_slice(&body).expect("a JSON body");
        assert_eq!(problem["code"], "internal");
        assert_eq!(problem["instance"], format!("urn:quadrille:request:{id}"));
        assert!(!String::from_utf8_lossy(&body).contains("a bug"));
        assert_eq!(call(&service, get_request("/works")).await.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn values_of_secret_headers_are_marked() {
        let shown = async |request: Request| format!("{:?}", request.headers());
        let service = layered(Router::new().route("/", get(shown)));
        let request = get_request("/").header("authorization", "Bearer key-1").header("x-api-key", "key-2");
        let body = collected(call(&service, request).await).await;
        let shown = String::from_utf8_lossy(&body);
        assert!(shown.contains("localhost"));
        assert_eq!((shown.matches("Sensitive").count(), shown.matches("key-").count()), (2, 0), "{shown}");
    }

    #[tokio::test]
    async fn error_status_without_body_gets_problem_body() {
        for status in [400, 404, 405, 413, 418, 431, 500, 503] {
            let status = StatusCode::from_u16(status).expect("a valid status");
            let service = layered(Router::new().route("/", get(async move || status)));
            let response = call(&service, get_request("/")).await;
            assert_eq!(response.status(), status);
            assert_eq!(response.headers()[header::CONTENT_TYPE], "application/problem+json");
            let problem: Value = serde_json::from_slice(&collected(response).await).expect("a JSON body");
            assert_eq!(problem["status"], status.as_u16());
        }
    }
}
