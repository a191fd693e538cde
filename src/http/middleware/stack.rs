//! Order of the middleware.

use std::convert::Infallible;
use std::fmt;
use std::future::{Ready, ready};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::extract::{ConnectInfo, Request};
use axum::response::{IntoResponse, Response};
use futures_util::future::{BoxFuture, Either};
use http::{HeaderMap, HeaderValue, header};
use pin_project_lite::pin_project;
use tower::Service;
use tower_http::cors::CorsLayer;

use super::access_log::{Record, RecordedBody, begin_record, end_record};
use super::catch_panic::{CatchPanic, CatchPanicFuture, ServiceResult};
use super::check_head::HeadRejection;
use super::cors::{Cors, is_preflight, preflight, run_with_cors};
use super::dispatch::{DirectHandler, Dispatch, DispatchFuture, direct};
use super::protect::{AdmissionFuture, Admitted};
use super::render_problems::render_problem;
use super::route_table::{KnownRoute, RouteTable};
use crate::http::clients::{API_KEY, ClientAccess};
use crate::http::error::ApiError;
use crate::http::hosts::HostSettings;
use crate::http::request_id::RequestId;
use crate::metrics::Metrics;

/// Service that gives each request its id and its record, and calls the routes within its span.
///
/// It calls the router, or the handler of a few routes. A layer of the router would box every route and every response future once
/// more.
#[derive(Clone)]
pub struct RecordingService<S> {
    routes: S,
    shared: Arc<Shared>,
    hosts: Arc<HostSettings>,
    /// Whether the log has requests that succeed.
    logs_success: bool,
}

/// What all requests share.
struct Shared {
    table: RouteTable,
    cors: Cors,
    metrics: Metrics,
    access: ClientAccess,
    /// Handler of requests whose host is no name of the service.
    misdirected: DirectHandler,
}

impl Shared {
    /// Returns whether the host of a request is no name of the service. Proxies that are trusted check hosts themselves.
    fn is_misdirected(&self, hosts: &HostSettings, route: &KnownRoute, request: &Request) -> bool {
        // Probes of another machine know only an address.
        if hosts.allow(request.headers()) || (route.is_open() && !hosts.on_loopback) {
            return false;
        }
        let peer: Option<&ConnectInfo<SocketAddr>> = request.extensions().get();
        peer.is_some_and(|ConnectInfo(peer)| self.access.direct_client(*peer).is_some())
    }
}

impl<S> RecordingService<S> {
    /// Creates the service of these routes. `table` has each of them.
    pub(in crate::http) fn new(
        routes: S,
        table: RouteTable,
        cors: Cors,
        metrics: Metrics,
        access: ClientAccess,
    ) -> Self {
        let misdirected = direct(async || ApiError::misdirected(), &());
        let shared = Shared { table, cors, metrics, access, misdirected };
        Self { routes, shared: Arc::new(shared), hosts: Arc::default(), logs_success: true }
    }

    /// Answers only requests with these hosts, and requests of trusted proxies.
    #[must_use]
    pub fn with_hosts(self, hosts: HostSettings) -> Self {
        Self { hosts: Arc::new(hosts), ..self }
    }

    /// Logs no requests that succeed.
    #[must_use]
    pub(in crate::http) fn logging_failures_only(self) -> Self {
        Self { logs_success: false, ..self }
    }
}

impl<S: fmt::Debug> fmt::Debug for RecordingService<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorded").field("routes", &self.routes).finish_non_exhaustive()
    }
}

impl<S> Service<Request> for RecordingService<S>
where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>,
    S: Clone + Send + 'static,
{
    type Response = Response<RecordedBody>;
    type Error = Infallible;
    type Future = RecordedResponse<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.routes.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        mark_secrets(request.headers_mut());
        let id = RequestId::from_request(&request);
        let Self { routes, shared, hosts, logs_success } = self;
        let Shared { table, cors, metrics, access, misdirected } = &**shared;
        let route = table.at(request.uri().path());
        let mut record = begin_record(metrics.clone(), access, &id, route, &mut request);
        record.logs_success = *logs_success;
        let entered = record.enter();
        cors.log_refused(request.headers());
        let handler = if shared.is_misdirected(hosts, route, &request) {
            Some(misdirected)
        } else {
            route.handler(request.method())
        };
        let response = respond(routes, route, handler.cloned(), cors.layer(), request);
        drop(entered);
        RecordedResponse { response: Some(response), begun: Some((record, id)) }
    }
}

/// Response of the routes, with CORS headers, or a rejection.
type ResponseFuture<F> = Either<
    Either<CatchPanicFuture<AdmissionFuture<DispatchFuture<F>>>, BoxFuture<'static, ServiceResult>>,
    Ready<ServiceResult>,
>;

/// Calls the handler, or the routes if there is none, if the head is valid.
fn respond<S>(
    routes: &mut S,
    route: &KnownRoute,
    handler: Option<DirectHandler>,
    cors: Option<&CorsLayer>,
    mut request: Request,
) -> ResponseFuture<S::Future>
where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>,
    S: Clone + Send + 'static,
{
    // Before CORS, so that a preflight request with an invalid head is rejected, too.
    if let Some(rejection) = HeadRejection::find(&request) {
        return Either::Right(ready(Ok(rejection.into_response())));
    }
    let admission = route.admission(&mut request);
    // The layer would answer preflight requests before they are counted.
    let preflight = cors.filter(|_| is_preflight(&request)).map(|cors| preflight(cors, route.allow()));
    let Some(cors) = cors.filter(|_| preflight.is_none()) else {
        let handler = preflight.or(handler);
        let routes = handler.map_or(Dispatch::Router(routes), Dispatch::Handler);
        let mut routes = CatchPanic { routes: Admitted { routes, admission } };
        return Either::Left(Either::Left(routes.call(request)));
    };
    let routes = handler.map_or_else(|| Dispatch::Router(routes.clone()), Dispatch::Handler);
    let routes = CatchPanic { routes: Admitted { routes, admission } };
    let response = run_with_cors(cors.clone(), request, routes);
    Either::Left(Either::Right(Box::pin(response)))
}

pin_project! {
    /// Response that completes the record and the headers of its request. Not an `async` block, which would have to be boxed.
    pub struct RecordedResponse<F> {
        // `None` after its end. It runs and ends within the span of the record.
        #[pin]
        response: Option<ResponseFuture<F>>,
        begun: Option<(Box<Record>, RequestId)>,
    }

    impl<F> PinnedDrop for RecordedResponse<F> {
        fn drop(this: Pin<&mut Self>) {
            let mut this = this.project();
            if let Some((record, _)) = this.begun {
                let _entered = record.enter();
                this.response.set(None);
            }
        }
    }
}

impl<F: Future<Output = ServiceResult>> Future for RecordedResponse<F> {
    type Output = Result<Response<RecordedBody>, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        let Some((record, _)) = this.begun else { return Poll::Pending };
        let entered = record.enter();
        let Some(response) = this.response.as_mut().as_pin_mut() else { return Poll::Pending };
        let Ok(response) = ready!(response.poll(context));
        this.response.set(None);
        drop(entered);
        let Some((record, id)) = this.begun.take() else { return Poll::Pending };
        let response = completed(response, &id, record.is_head());
        let mut response = end_record(record, response);
        id.echo(&mut response);
        Poll::Ready(Ok(response))
    }
}

/// Keeps API keys out of logs that show headers. Not the layer of `tower_http`, which would move each request once more.
fn mark_secrets(headers: &mut HeaderMap) {
    for (name, value) in headers {
        if name == header::AUTHORIZATION || name == API_KEY {
            value.set_sensitive(true);
        }
    }
}

/// Renders an error, and adds the headers of every response.
fn completed(response: Response, id: &RequestId, is_head: bool) -> Response {
    let mut response = render_problem(response, id, is_head);
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::{Body, Bytes};
    use axum::extract::Request;
    use axum::routing::get;
    use http::StatusCode;
    use http_body_util::BodyExt;
    use serde_json::Value;
    use tower::ServiceExt;

    use super::*;
    use crate::http::clients::ClientSettings;
    use crate::http::middleware::dispatch::direct;
    use crate::http::middleware::protect::Admission;
    use crate::http::request_id::REQUEST_ID;
    use crate::http::state::CorsOrigins;

    fn layered(routes: Router) -> RecordingService<Router> {
        layered_with(routes, CorsOrigins::None, |_| {})
    }

    fn layered_with(
        routes: Router,
        origins: CorsOrigins,
        fill: impl FnOnce(&mut RouteTable),
    ) -> RecordingService<Router> {
        let (metrics, access) = (Metrics::idle(), ClientAccess::new(ClientSettings::default()));
        let mut table = RouteTable::new(metrics.requests());
        fill(&mut table);
        RecordingService::new(routes, table, Cors::new(origins, None), metrics, access)
    }

    async fn collected(response: Response<RecordedBody>) -> Bytes {
        response.into_body().collect().await.expect("complete body").to_bytes()
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
        let body = collected(refused).await;
        let problem: Value = serde_json::from_slice(&body).expect("JSON body");
        assert_eq!(problem["code"], "internal");
        assert_eq!(problem["instance"], format!("urn:quadrille:request:{id}"));
        assert!(!String::from_utf8_lossy(&body).contains("a bug"));
        assert_eq!(call("/works").await.status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn direct_handler_answers_post_instead_of_the_router() {
        for origins in [CorsOrigins::None, CorsOrigins::Any] {
            let routes = Router::new().fallback(async || "by the router");
            let service = layered_with(routes, origins, |table| {
                let allow = HeaderValue::from_static("GET,HEAD,POST,OPTIONS");
                for (path, handler) in
                    [("/direct", direct(async || "directly", &())), ("/panics", direct(panics, &()))]
                {
                    table
                        .add_versioned(path, allow.clone(), Admission::Open, Some(handler))
                        .expect("a new path");
                }
            });
            for (method, path, status, body) in [
                ("POST", "/direct", 200, Some("directly")),
                ("POST", "/v1/direct", 200, Some("directly")),
                ("GET", "/direct", 200, Some("by the router")),
                ("POST", "/other", 200, Some("by the router")),
                ("POST", "/panics", 500, None),
            ] {
                let request = Request::builder().method(method).uri(path).header("host", "localhost");
                let request = request.body(Body::empty()).expect("valid request");
                let response = service.clone().oneshot(request).await.expect("infallible router");
                assert_eq!(response.status(), status, "{method} {path}");
                let answered = collected(response).await;
                assert!(body.is_none_or(|body| answered == body), "{method} {path}: {answered:?}");
            }
        }
    }

    #[tokio::test]
    async fn values_of_secret_headers_are_marked() {
        let shown = async |request: Request| format!("{:?}", request.headers());
        let service = layered(Router::new().route("/", get(shown)));
        let request = Request::get("/").header("host", "localhost").header("authorization", "Bearer key-1");
        let request = request.header("x-api-key", "key-2").body(Body::empty());
        let response = service.oneshot(request.expect("valid request")).await.expect("infallible router");
        let body = collected(response).await;
        let shown = String::from_utf8_lossy(&body);
        assert!(shown.contains("localhost"));
        assert_eq!((shown.matches("Sensitive").count(), shown.matches("key-").count()), (2, 0), "{shown}");
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
            let body = collected(response).await;
            let problem: Value = serde_json::from_slice(&body).expect("JSON body");
            assert_eq!(problem["status"], status.as_u16());
        }
    }
}
