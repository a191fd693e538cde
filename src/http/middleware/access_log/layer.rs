//! Layer that identifies the caller of each request and records the request.

use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::HeaderValue;
use http_body::{Body as _, Frame, SizeHint};
use http_body_util::BodyExt;
use tracing::Instrument;

use super::record::{BodyState, Record, TRACEPARENT};
use crate::http::caller::Caller;
use crate::http::clients::ClientAccess;
use crate::http::middleware::check_head::HeadRejection;
use crate::http::middleware::refused_origins::RefusedOrigins;
use crate::http::middleware::render_problems::render_problem;
use crate::http::request_id::RequestId;
use crate::http::route_table::RouteTable;
use crate::metrics::Metrics;

/// What records are made from.
#[derive(Debug)]
pub(in crate::http) struct Recorder {
    pub(in crate::http) table: RouteTable,
    pub(in crate::http) metrics: Metrics,
    pub(in crate::http) access: ClientAccess,
    pub(in crate::http) origins: RefusedOrigins,
    /// Whether the log has requests that succeed.
    pub(in crate::http) logs_success: bool,
}

/// Gives each request its caller, its span and its record. Rejects invalid heads, and renders errors. The record ends with the body of the
/// response. Dropped before its response, it counts the request as cancelled.
pub(in crate::http::middleware) async fn record(
    State(recorder): State<Arc<Recorder>>,
    mut request: Request,
    next: Next,
) -> Response {
    let Recorder { table, metrics, access, origins, logs_success } = &*recorder;
    let (id, client, route) =
        (RequestId::from_request(&request), access.identify(&request), table.at(&request));
    let mut record = Record::begin(
        metrics.clone(),
        client.clone(),
        &id,
        Arc::clone(&route.metrics),
        &request,
        *logs_success,
    );
    record.span.in_scope(|| origins.log(request.headers()));
    let caller = Caller { id, client, route: Arc::clone(route) };
    request.extensions_mut().insert(caller.clone());
    let method = request.method().clone();
    let response = match HeadRejection::find(&request) {
        Some(rejection) => rejection.into_response(),
        None => next.run(count_bytes(request, &record)).instrument(record.span.clone()).await,
    };
    let status = response.status();
    let response = if status.is_client_error() || status.is_server_error() {
        render_problem(response, &method, &caller)
    } else {
        response
    };
    record.respond(&response);
    let trace = record.trace.and_then(|trace| HeaderValue::try_from(trace.to_string()).ok());
    let mut response = response.map(|body| Body::new(RecordedBody::new(body, record)));
    response.headers_mut().extend(trace.map(|trace| (TRACEPARENT, trace)));
    caller.id.echo(&mut response);
    response
}

/// Counts the bytes of the request's body as they are read.
fn count_bytes(mut request: Request, record: &Record) -> Request {
    if !request.body().is_end_stream() {
        let bytes_in = Arc::clone(&record.bytes_in);
        let body = mem::take(request.body_mut()).inspect_frame(move |frame| {
            bytes_in.fetch_add(frame.data_ref().map_or(0, Bytes::len) as u64, Ordering::Relaxed);
        });
        *request.body_mut() = Body::new(body);
    }
    request
}

/// Response body with the record of its request. Dropping it ends the record.
struct RecordedBody {
    body: Body,
    record: Box<Record>,
}

impl RecordedBody {
    fn new(body: Body, mut record: Box<Record>) -> Self {
        if body.is_end_stream() {
            record.body_state = BodyState::Complete;
        }
        Self { body, record }
    }
}

impl http_body::Body for RecordedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Self { body, record } = &mut *self;
        let mut body = Pin::new(body);
        // Nothing runs to make a frame that exists already.
        let polled = match body.size_hint().exact() {
            Some(_) => body.as_mut().poll_frame(context),
            None => record.span.in_scope(|| body.as_mut().poll_frame(context)),
        };
        match &polled {
            Poll::Ready(Some(Ok(frame))) => {
                record.bytes_out += frame.data_ref().map_or(0, Bytes::len) as u64;
                if body.is_end_stream() {
                    record.body_state = BodyState::Complete;
                }
            }
            Poll::Ready(Some(Err(_))) => record.body_state = BodyState::Failed,
            Poll::Ready(None) => record.body_state = BodyState::Complete,
            Poll::Pending => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::Router;
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use http::Method;
    use http_body_util::StreamBody;
    use tokio::sync::mpsc;
    use tower::ServiceExt;

    use super::*;
    use crate::http::clients::ClientSettings;
    use crate::http::origin::CorsOrigins;
    use crate::http::route_table::Admission;

    /// Service whose `/stream` responds with the pieces sent to the channel.
    fn service() -> (Router, Metrics, mpsc::Sender<&'static str>) {
        let (sender, receiver) = mpsc::channel::<&'static str>(8);
        let receiver = Arc::new(tokio::sync::Mutex::new(Some(receiver)));
        let stream = async move || {
            let receiver = receiver.lock().await.take().expect("single request");
            let frames = futures_util::stream::unfold(receiver, async |mut receiver| {
                let text = receiver.recv().await?;
                Some((Ok::<_, Infallible>(Frame::data(Bytes::from(text))), receiver))
            });
            Response::new(Body::new(StreamBody::new(frames)))
        };
        let metrics = Metrics::idle();
        let routes = Router::new()
            .route("/stream", get(stream))
            .route("/never", get(std::future::pending::<()>))
            .route("/small", get(async || "small"))
            .route("/empty", get(()));
        let mut table = RouteTable::new(metrics.requests());
        for path in ["/stream", "/never", "/small", "/empty"] {
            let allow = HeaderValue::from_static("GET,HEAD,OPTIONS");
            table.add(path, allow, Admission::Open);
        }
        let access = ClientAccess::new(ClientSettings::default());
        let origins = RefusedOrigins::new(CorsOrigins::None);
        let recorder = Recorder { table, metrics: metrics.clone(), access, origins, logs_success: true };
        (routes.layer(from_fn_with_state(Arc::new(recorder), record)), metrics, sender)
    }

    async fn call(service: &Router, method: Method, path: &str) -> Response {
        let request = http::Request::builder().method(method).uri(path).header("host", "localhost");
        let request = request.body(Body::empty());
        service.clone().oneshot(request.expect("valid request")).await.expect("infallible router")
    }

    #[track_caller]
    fn assert_lines(metrics: &Metrics, lines: &[&str]) {
        let text = metrics.render().expect("rendered metrics");
        for line in lines {
            assert!(text.lines().any(|written| written == *line), "missing {line} in\n{text}");
        }
    }

    #[tokio::test]
    async fn request_ends_with_its_response_body() {
        let (service, metrics, sender) = service();
        let mut body = call(&service, Method::GET, "/stream").await.into_body();
        sender.send("12345").await.expect("open body");
        body.frame().await.expect("a frame").expect("no error");
        assert_lines(
            &metrics,
            &["quadrille_http_requests_in_flight 1", "quadrille_http_response_bytes_total 0"],
        );
        sender.send("67").await.expect("open body");
        drop(sender);
        assert_eq!(body.collect().await.expect("complete body").to_bytes(), "67");
        assert_lines(
            &metrics,
            &[
                "quadrille_http_requests_in_flight 0",
                "quadrille_http_response_bytes_total 7",
                "quadrille_http_requests_cancelled_total 0",
                "quadrille_http_requests_total{route=\"/stream\",method=\"GET\",status=\"200\"} 1",
            ],
        );
    }

    #[tokio::test]
    async fn dropped_response_body_counts_as_cancelled() {
        let (service, metrics, sender) = service();
        let mut body = call(&service, Method::GET, "/stream").await.into_body();
        sender.send("12345").await.expect("open body");
        body.frame().await.expect("a frame").expect("no error");
        drop(body);
        assert_lines(
            &metrics,
            &[
                "quadrille_http_requests_in_flight 0",
                "quadrille_http_response_bytes_total 5",
                "quadrille_http_requests_cancelled_total 1",
                "quadrille_http_requests_total{route=\"/stream\",method=\"GET\",status=\"200\"} 1",
            ],
        );
    }

    #[tokio::test]
    async fn request_dropped_before_its_response_counts_as_cancelled() {
        let (service, metrics, _) = service();
        tokio::select! {
            biased;
            _ = call(&service, Method::GET, "/never") => panic!("the handler never responds"),
            () = std::future::ready(()) => {}
        }
        assert_lines(
            &metrics,
            &[
                "quadrille_http_requests_in_flight 0",
                "quadrille_http_requests_cancelled_total 1",
                "quadrille_http_requests_total{route=\"/never\",method=\"GET\",status=\"cancelled\"} 1",
            ],
        );
    }

    #[tokio::test]
    async fn dropped_empty_body_does_not_count_as_cancelled() {
        let (service, metrics, _) = service();
        // hyper drops an empty body without polling it.
        drop(call(&service, Method::HEAD, "/small").await);
        drop(call(&service, Method::GET, "/empty").await);
        assert_lines(
            &metrics,
            &[
                "quadrille_http_requests_cancelled_total 0",
                "quadrille_http_requests_total{route=\"/small\",method=\"HEAD\",status=\"200\"} 1",
                "quadrille_http_requests_total{route=\"/empty\",method=\"GET\",status=\"200\"} 1",
            ],
        );
    }

    #[tokio::test]
    async fn small_body_keeps_its_length() {
        let (service, metrics, _) = service();
        let response = call(&service, Method::GET, "/small").await;
        assert_eq!(http_body::Body::size_hint(response.body()).exact(), Some(5));
        let mut body = response.into_body();
        // hyper drops the body as soon as it reports its end.
        body.frame().await.expect("a frame").expect("no error");
        assert!(http_body::Body::is_end_stream(&body));
        drop(body);
        assert_lines(
            &metrics,
            &["quadrille_http_requests_cancelled_total 0", "quadrille_http_response_bytes_total 5"],
        );
    }
}
