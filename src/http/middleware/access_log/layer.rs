//! Beginning of a record with its request, and its end with the body of the response.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use bytes::Bytes;
use http::HeaderValue;
use http_body::Body as _;
use http_body_util::BodyExt;

use super::body::RecordedBody;
use super::record::{Record, TRACEPARENT};
use crate::http::caller::Caller;
use crate::http::clients::ClientAccess;
use crate::http::middleware::route_table::KnownRoute;
use crate::http::request_id::RequestId;
use crate::metrics::Metrics;

/// Identifies the caller, and opens the span and the record of a request. Dropped before its response, the record counts
/// the request as cancelled.
pub(in crate::http::middleware) fn begin_record(
    metrics: Metrics,
    access: &ClientAccess,
    id: &RequestId,
    route: &KnownRoute,
    request: &mut Request,
) -> Box<Record> {
    let client = access.identify(request);
    Caller { id: id.clone(), client: client.clone() }.add_to(request);
    let record = Record::begin(metrics, client, id, Arc::clone(route.metrics()), request);
    if !request.body().is_end_stream() {
        let bytes_in = Arc::clone(&record.bytes_in);
        let body = mem::take(request.body_mut()).inspect_frame(move |frame| {
            bytes_in.fetch_add(frame.data_ref().map_or(0, Bytes::len) as u64, Ordering::Relaxed);
        });
        *request.body_mut() = Body::new(body);
    }
    record
}

/// Completes the record with the response. It ends with the body.
pub(in crate::http::middleware) fn end_record(
    mut record: Box<Record>,
    mut response: Response,
) -> Response<RecordedBody> {
    record.respond(&response);
    if let Some(value) = record.trace.and_then(|trace| HeaderValue::try_from(trace.to_string()).ok()) {
        response.headers_mut().insert(TRACEPARENT, value);
    }
    response.map(|body| RecordedBody::new(body, record))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::Router;
    use axum::extract::State;
    use axum::middleware::{Next, from_fn_with_state};
    use axum::routing::get;
    use http::Method;
    use http_body::Frame;
    use http_body_util::StreamBody;
    use tokio::sync::mpsc;
    use tower::ServiceExt;

    use super::*;
    use crate::http::clients::ClientSettings;
    use crate::http::middleware::protect::Admission;
    use crate::http::middleware::route_table::RouteTable;

    async fn recorded(
        State((metrics, access, table)): State<(Metrics, ClientAccess, Arc<RouteTable>)>,
        mut request: Request,
        next: Next,
    ) -> Response {
        let route = table.at(request.uri().path());
        let record = begin_record(metrics, &access, &RequestId::generate(), route, &mut request);
        end_record(record, next.run(request).await).map(Body::new)
    }

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
            .route("/small", get(async || "small"));
        let mut table = RouteTable::new(metrics.requests());
        for path in ["/stream", "/never", "/small"] {
            let allow = HeaderValue::from_static("GET,HEAD,OPTIONS");
            table.add(path, allow, Admission::Open).expect("a new path");
        }
        let access = ClientAccess::new(ClientSettings::default());
        let state = (metrics.clone(), access, Arc::new(table));
        (routes.layer(from_fn_with_state(state, recorded)), metrics, sender)
    }

    async fn call(service: &Router, method: Method, path: &str) -> Response {
        let request = http::Request::builder().method(method).uri(path).body(Body::empty());
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
        drop(call(&service, Method::GET, "/nowhere").await);
        assert_lines(
            &metrics,
            &[
                "quadrille_http_requests_cancelled_total 0",
                "quadrille_http_requests_total{route=\"/small\",method=\"HEAD\",status=\"200\"} 1",
                "quadrille_http_requests_total{route=\"unmatched\",method=\"GET\",status=\"404\"} 1",
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
