//! Order of the middleware.

use std::any::Any;
use std::convert::Infallible;
use std::future::ready;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures_util::future::{BoxFuture, Either};
use http::{HeaderValue, header};
use tower::layer::layer_fn;
use tower::{Service, ServiceBuilder};
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
    let (cors, access) = (cors.map(Arc::new), access.clone());
    let recorded = move |routes| Recorded {
        routes,
        cors: cors.clone(),
        metrics: metrics.clone(),
        access: access.clone(),
    };
    let layers = ServiceBuilder::new()
        .layer(SetSensitiveRequestHeadersLayer::new([header::AUTHORIZATION, API_KEY]))
        .layer(layer_fn(recorded))
        .map_response(|response: Response<_>| response.map(Body::new))
        .layer(CatchPanicLayer::custom(internal_error));
    routes.layer(layers)
}

/// Service that gives each request its id and its record, and calls the routes within its span.
///
/// Instead of `axum::middleware::from_fn`, which copies and boxes the routes for each request.
#[derive(Clone)]
struct Recorded<S> {
    routes: S,
    cors: Option<Arc<Cors>>,
    metrics: Metrics,
    access: ClientAccess,
}

impl<S> Service<Request> for Recorded<S>
where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>,
    S: Clone + Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response, Infallible>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.routes.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let id = RequestId::assign(&mut request);
        let (request, record) = begin_record(self.metrics.clone(), &self.access, request);
        let span = record.span();
        let response = span.in_scope(|| self.respond(request));
        Box::pin(async move {
            let Ok(response) = response.instrument(span).await;
            let mut response = end_record(record, completed(response, &id));
            id.echo(&mut response);
            Ok(response)
        })
    }
}

impl<S> Recorded<S>
where
    S: Service<Request, Response = Response, Error = Infallible> + Clone,
{
    /// Calls the routes if the head is valid.
    fn respond(&mut self, request: Request) -> impl Future<Output = Result<Response, Infallible>> + use<S> {
        match (HeadRejection::of(&request), &self.cors) {
            // Before CORS, so that a preflight request with an invalid head is rejected, too.
            (Some(rejection), _) => Either::Left(ready(Ok(rejection.into_response()))),
            (None, None) => Either::Right(Either::Left(self.routes.call(request))),
            (None, Some(cors)) => {
                let routes = self.routes.clone();
                Either::Right(Either::Right(run_with_cors(Arc::clone(cors), request, routes)))
            }
        }
    }
}

/// Renders an error, and adds the headers of every response.
fn completed(response: Response, id: &RequestId) -> Response {
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
