//! Serves one connection, from accept to close.
//!
//! hyper serves the requests, `tokio-io-timeout` bounds the writes. The other files of this module add the missing parts.

use std::convert::Infallible;
use std::error::Error;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Body, HttpBody};
use axum::extract::ConnectInfo;
use bytes::Bytes;
use http::header::{CONNECTION, EXPECT};
use http::{HeaderValue, Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1::{self, Parts};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::sync::oneshot::error::TryRecvError;
use tokio_io_timeout::TimeoutWriter;
use tower_service::Service;

use super::disconnect::client_left;
use super::head_timer::HeadTimeouts;
use super::lingering_close::{RequestBody, UnreadRest, drain};
use super::pacing::RequestPacing;
use super::phase::{PhaseWatch, ShutdownPhase};
use super::refusal::{HEAD_BYTES_MAX, Refuse, TransportRefusal, send};
use super::socket::Duplex;
use super::state::{ConnectionState, OpenRequest};
use super::stream::ConnectionStream;

/// Maximum size of the read buffer and of the write buffer of a connection.
const BUFFER_BYTES_MAX: usize = 16 << 10;

/// Timeouts of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionBounds {
    /// Maximum time from the accept to the end of the first request head, and from the beginning of a later head to its end.
    pub header_read: Duration,
    /// Maximum time from a response to the beginning of the next request head.
    pub keep_alive: Duration,
    /// Maximum time for which the client may read nothing of a response.
    pub write_stall: Duration,
}

/// Body of a response.
pub trait Served: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static {}

impl<B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static> Served for B {}

/// Serves a connection until the client, a timeout, a response or the phase closes it.
pub(super) async fn serve_connection<T, S, B>(
    mut socket: T,
    peer: Option<SocketAddr>,
    service: S,
    bounds: ConnectionBounds,
    refuse: &Refuse,
    phase: PhaseWatch,
) where
    T: Duplex,
    S: Service<Request<Body>, Response = Response<B>, Error = Infallible> + Clone + 'static,
    B: Served,
{
    let (state, pacing) = <(ConnectionState, RequestPacing)>::default();
    let requests = Requests { peer, service, state: &state, pacing: &pacing, phase: &phase };
    let respond = service_fn(|request| requests.respond(request, state.begin_request()));
    let (mut reader, writer) = socket.split();
    let socket = writer.as_ref();
    let timeouts = HeadTimeouts { read: bounds.header_read, idle: bounds.keep_alive };
    let stream = ConnectionStream::new(&mut reader, socket, state.clone(), timeouts);
    let mut stream = TimeoutWriter::new(stream);
    stream.set_timeout(Some(bounds.write_stall));
    let mut stream = pin!(stream);
    let mut connection = protocol().serve_connection(TokioIo::new(stream.as_mut()), respond);
    let mut running = Pin::new(&mut connection);
    let mut client_left = pin!(client_left(socket, &state));
    let mut closing = pin!(phase.clone().closed());
    let mut over = pin!(phase.clone().over());
    let mut is_closing = false;
    let ended = loop {
        tokio::select! {
            biased;
            ended = poll_fn(|context| pacing.poll(running.as_mut(), context)) => break Some(ended),
            () = &mut client_left => break None,
            () = &mut over, if is_closing => return,
            () = &mut closing, if !is_closing => {
                is_closing = true;
                running.as_mut().graceful_shutdown();
            }
        }
    };
    if let Some(Err(error)) = &ended {
        tracing::debug!(%error, "connection failed");
    }
    let Parts { read_buf, .. } = connection.into_parts();
    match ended {
        Some(Err(error)) if error.is_parse() => {
            let response = refuse(TransportRefusal::from_parse_error(&error, stream.get_ref().head()), peer);
            // Before the end of an earlier response, it cannot be sent.
            if state.is_responding() {
                return;
            }
            let _request = state.begin_request();
            if !send(&mut stream, response).await {
                return;
            }
        }
        Some(Err(error)) if is_stalled(&error) => return socket.abort_on_drop(),
        // The input has ended.
        Some(Err(error)) if error.is_incomplete_message() => return,
        Some(_) if !state.has_unread() && read_buf.is_empty() => return,
        _ => {}
    }
    drain(&mut reader, phase.closed()).await;
}

fn protocol() -> http1::Builder {
    let mut protocol = http1::Builder::new();
    protocol
        // `HeadTimer` has it.
        .header_read_timeout(None)
        // `client_left` notices the end of the input. Otherwise hyper would look for it in each poll of a request, and reserve a second
        // read buffer each time.
        .half_close(true)
        .max_header_size(HEAD_BYTES_MAX)
        .max_buf_size(BUFFER_BYTES_MAX);
    protocol
}

/// Requests of a connection.
struct Requests<'a, S> {
    peer: Option<SocketAddr>,
    service: S,
    state: &'a ConnectionState,
    pacing: &'a RequestPacing,
    phase: &'a PhaseWatch,
}

impl<S> Requests<'_, S> {
    /// Serves one request. During shutdown, the response closes the connection.
    async fn respond<B>(
        &self,
        request: Request<Incoming>,
        open: OpenRequest,
    ) -> Result<Response<impl HttpBody<Data = Bytes, Error = B::Error> + use<S, B>>, Infallible>
    where
        S: Service<Request<Body>, Response = Response<B>, Error = Infallible> + Clone,
        B: Served,
    {
        self.pacing.begin_request().await;
        let expects_continue = request.headers().get(EXPECT).is_some_and(|value| value == "100-continue");
        let (head, body) = request.into_parts();
        let (body, mut unread) = RequestBody::new(body, expects_continue, self.state.clone());
        let mut request = Request::from_parts(head, Body::new(body));
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(ConnectInfo(peer));
        }
        let mut response = self.service.clone().call(request).await?;
        self.pacing.end_request(&response);
        let rest = unread.try_recv();
        if self.phase.now() >= ShutdownPhase::Draining || rest.as_ref().is_ok_and(UnreadRest::must_close) {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        let keeps_open = response.headers().get(CONNECTION).is_none_or(|value| value != "close");
        let state = self.state.clone();
        match rest {
            Ok(rest) if keeps_open => drop(tokio::spawn(rest.discard(state))),
            // The service still reads the body.
            Err(TryRecvError::Empty) if keeps_open => drop(tokio::spawn(async move {
                if let Ok(rest) = unread.await {
                    rest.discard(state).await;
                }
            })),
            _ => {}
        }
        Ok(response.map(|body| open.until_end_of(body)))
    }
}

/// Returns whether the connection ended because a write timed out.
fn is_stalled(error: &hyper::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::TimedOut)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::io::AsyncWriteExt;
    use tokio::net::UnixStream;
    use tokio::task::{JoinHandle, yield_now};
    use tokio::time::timeout;
    use tower::service_fn;

    use super::*;
    use crate::transport::pacing::{LoadShed, PAUSE};
    use crate::transport::phase::phases;

    const HOUR: Duration = Duration::from_secs(3600);

    /// Serves requests that have arrived together. Returns the counter of those that were answered.
    async fn serve_together(requests: usize, shed: Option<LoadShed>) -> (Arc<AtomicUsize>, JoinHandle<()>) {
        let (socket, mut client) = UnixStream::pair().expect("a pair");
        let request = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        client.write_all(&request.repeat(requests)).await.expect("the kernel holds the requests");
        client.shutdown().await.expect("the writing side closes");
        let answered = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&answered);
        let service = service_fn(move |_| {
            counter.fetch_add(1, Ordering::Relaxed);
            let mut response = Response::<Body>::default();
            shed.map(|shed| response.extensions_mut().insert(shed));
            async { Ok(response) }
        });
        let bounds = ConnectionBounds { header_read: HOUR, keep_alive: HOUR, write_stall: HOUR };
        let refuse: Refuse = Arc::new(|refusal, _| panic!("{refusal:?}"));
        let served = async move {
            let (_control, phase) = phases();
            serve_connection(socket, None, service, bounds, &refuse, phase).await;
            drop(client);
        };
        (answered, tokio::spawn(served))
    }

    #[tokio::test]
    async fn other_tasks_run_between_requests_that_arrived_together() {
        const REQUESTS: usize = 100;
        let (answered, _served) = serve_together(REQUESTS, None).await;
        let mut before = 0;
        while before < REQUESTS {
            yield_now().await;
            let now = answered.load(Ordering::Relaxed);
            assert!(now - before <= 1, "{before} to {now}");
            before = now;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn requests_that_follow_a_refusal_unread_are_delayed() {
        const REQUESTS: u32 = 100;
        for shed in [None, Some(LoadShed)] {
            let (answered, mut served) = serve_together(REQUESTS as usize, shed).await;
            let has_ended = timeout(PAUSE * REQUESTS / 2, &mut served).await.is_ok();
            assert_eq!(has_ended, shed.is_none());
            if shed.is_some() {
                timeout(PAUSE * REQUESTS, served).await.expect("no more pauses").expect("no panic");
            }
            assert_eq!(answered.load(Ordering::Relaxed), REQUESTS as usize);
        }
    }
}
