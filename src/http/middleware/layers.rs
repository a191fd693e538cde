//! The list of layers around the routes.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use http::{HeaderValue, header};
use tower::ServiceBuilder;
use tower::util::option_layer;
use tower_http::cors::CorsLayer;
use tower_http::sensitive_headers::SetSensitiveRequestHeadersLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use super::access_log::{Recorder, record};
use super::cors::add_cors_headers;
use super::protect::{Protection, protect};
use crate::http::clients::API_KEY;

/// Returns the routes with their layers. A request passes them from top to bottom, its response from bottom to top.
///
/// They are layers of the router, because only behind it is the path of the route known. Each function among them takes about half a
/// microsecond a request, so that there are few.
pub(in crate::http) fn with_layers(
    routes: Router,
    recorder: Recorder,
    cors: Option<CorsLayer>,
    protection: Protection,
) -> Router {
    let no_sniffing = HeaderValue::from_static("nosniff");
    let cors = cors.map(|cors| from_fn_with_state(Arc::new(cors), add_cors_headers));
    routes.layer(
        ServiceBuilder::new()
            // Keeps API keys out of logs that show headers.
            .layer(SetSensitiveRequestHeadersLayer::new([header::AUTHORIZATION, API_KEY]))
            .layer(SetResponseHeaderLayer::overriding(header::X_CONTENT_TYPE_OPTIONS, no_sniffing))
            // Adds the `Caller`, which the others read, rejects invalid heads, and writes the log, the metrics and the bodies of errors.
            .layer(from_fn_with_state(Arc::new(recorder), record))
            .layer(option_layer(cors))
            // Checks the client, then the host. Answers a handler that panics.
            .layer(from_fn_with_state(Arc::new(protection), protect)),
    )
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, Bytes};
    use axum::extract::Request;
    use axum::response::Response;
    use axum::routing::get;
    use http::StatusCode;
    use http_body_util::BodyExt;
    use serde_json::Value;
    use tower::ServiceExt;

    use super::*;
    use crate::http::clients::{ClientAccess, ClientSettings};
    use crate::http::hosts::HostSettings;
    use crate::http::middleware::RefusedOrigins;
    use crate::http::origin::CorsOrigins;
    use crate::http::request_id::REQUEST_ID;
    use crate::http::route_table::RouteTable;
    use crate::metrics::Metrics;

    fn layered(routes: Router) -> Router {
        let (metrics, access) = (Metrics::idle(), ClientAccess::new(ClientSettings::default()));
        let table = RouteTable::new(metrics.requests());
        let protection = Protection { hosts: HostSettings::default(), access: access.clone() };
        let origins = RefusedOrigins::new(CorsOrigins::None);
        let recorder = Recorder { table, metrics, access, origins, logs_success: true };
        with_layers(routes, recorder, None, protection)
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
