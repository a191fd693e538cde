//! Order of the middleware.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures_util::future::{BoxFuture, Either};
use http::{HeaderMap, HeaderValue, header};
use pin_project_lite::pin_project;
use tower::{Layer, Service};

use super::access_log::{Record, begin_record, end_record};
use super::catch_panic::{Answered, CatchPanic};
use super::check_head::HeadRejection;
use super::cors::{Cors, run_with_cors};
use super::protect::{Admission, Admitted};
use super::render_problems::render_problem;
use super::request_id::RequestId;
use crate::http::clients::{API_KEY, ClientAccess};
use crate::metrics::Metrics;

/// The middleware that every request passes, as a layer. Clones share its parts.
///
/// One layer for all: each layer of a router boxes every route and every response future once more. `Router::route_layer` and
/// `Handler::layer` take it, so that only the methods of a route have its admission, and not the responses to `OPTIONS` and to methods that are not allowed.
#[derive(Clone)]
pub(in crate::http) struct Middleware {
    cors: Option<Arc<Cors>>,
    metrics: Metrics,
    access: ClientAccess,
    admission: Admission,
}

impl Middleware {
    /// Creates the middleware of routes that need no admission.
    pub(in crate::http) fn new(cors: Option<Cors>, metrics: Metrics, access: ClientAccess) -> Self {
        Self { cors: cors.map(Arc::new), metrics, access, admission: Admission::Open }
    }

    /// Returns the middleware of routes that need this admission.
    pub(in crate::http) fn admitting(&self, admission: Admission) -> Self {
        Self { admission, ..self.clone() }
    }
}

impl<S> Layer<S> for Middleware {
    type Service = Recorded<S>;

    fn layer(&self, routes: S) -> Self::Service {
        let Self { cors, metrics, access, admission } = self.clone();
        let routes = Admitted { routes, access: access.clone(), admission };
        Recorded { routes: CatchPanic { routes }, cors, metrics, access }
    }
}

/// Service that gives each request its id and its record, and calls the routes within its span.
///
/// Instead of `axum::middleware::from_fn`, which copies and boxes the routes for each request.
#[derive(Clone)]
pub(in crate::http) struct Recorded<S> {
    routes: CatchPanic<Admitted<S>>,
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
    type Future = RecordedResponse<<CatchPanic<Admitted<S>> as Service<Request>>::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.routes.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        mark_secrets(request.headers_mut());
        let id = RequestId::assign(&mut request);
        let record = begin_record(self.metrics.clone(), &self.access, &mut request);
        let response = record.in_span(|| self.respond(request));
        RecordedResponse { response: Some(response), begun: Some((record, id)) }
    }
}

/// Response of the routes, with CORS headers, or a rejection.
type Responding<F> = Either<Either<F, BoxFuture<'static, Answered>>, Ready<Answered>>;

impl<S> Recorded<S>
where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>,
    S: Clone + Send + 'static,
{
    /// Calls the routes if the head is valid.
    fn respond(
        &mut self,
        request: Request,
    ) -> Responding<<CatchPanic<Admitted<S>> as Service<Request>>::Future> {
        match (HeadRejection::of(&request), &self.cors) {
            // Before CORS, so that a preflight request with an invalid head is rejected, too.
            (Some(rejection), _) => Either::Right(ready(Ok(rejection.into_response()))),
            (None, None) => Either::Left(Either::Left(self.routes.call(request))),
            (None, Some(cors)) => {
                let response = run_with_cors(Arc::clone(cors), request, self.routes.clone());
                Either::Left(Either::Right(Box::pin(response)))
            }
        }
    }
}

pin_project! {
    /// Response that completes the record and the headers of its request. Not an `async` block, which would have to be boxed.
    pub(in crate::http) struct RecordedResponse<F> {
        // `None` after its end. It runs and ends within the span of the record.
        #[pin]
        response: Option<Responding<F>>,
        begun: Option<(Box<Record>, RequestId)>,
    }

    impl<F> PinnedDrop for RecordedResponse<F> {
        fn drop(this: Pin<&mut Self>) {
            let mut this = this.project();
            if let Some((record, _)) = this.begun {
                record.in_span(|| this.response.set(None));
            }
        }
    }
}

impl<F: Future<Output = Answered>> Future for RecordedResponse<F> {
    type Output = Answered;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answered> {
        let mut this = self.project();
        let Some((record, _)) = this.begun else { return Poll::Pending };
        let answered = record.in_span(|| {
            let Some(response) = this.response.as_mut().as_pin_mut() else { return Poll::Pending };
            let answered = response.poll(context);
            if answered.is_ready() {
                this.response.set(None);
            }
            answered
        });
        let Ok(response) = ready!(answered);
        let Some((record, id)) = this.begun.take() else { return Poll::Pending };
        let mut response = end_record(record, completed(response, &id));
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
fn completed(response: Response, id: &RequestId) -> Response {
    let mut response = render_problem(response, id);
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

#[cfg(test)]
mod tests {
    use axum::Router;
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
        routes.layer(Middleware::new(None, Metrics::idle(), access))
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
    async fn values_of_secret_headers_are_marked() {
        let shown = async |request: Request| format!("{:?}", request.headers());
        let service = layered(Router::new().route("/", get(shown)));
        let request = Request::get("/").header("host", "localhost").header("authorization", "Bearer key-1");
        let request = request.header("x-api-key", "key-2").header("x-api-key", "key-3").body(Body::empty());
        let response = service.oneshot(request.expect("valid request")).await.expect("infallible router");
        let body = to_bytes(response.into_body(), 10_000).await.expect("complete body");
        let shown = String::from_utf8_lossy(&body);
        assert!(shown.contains("localhost"));
        assert_eq!((shown.matches("Sensitive").count(), shown.matches("key-").count()), (3, 0), "{shown}");
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
