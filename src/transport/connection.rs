//! Serves one connection, from accept to close.

use std::convert::Infallible;
use std::error::Error;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

use axum::BoxError;
use axum::body::{Body, HttpBody};
use axum::extract::ConnectInfo;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use http::header::{CONNECTION, EXPECT};
use http::{HeaderValue, Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1::{self, Parts};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWriteExt};
use tokio::sync::oneshot::error::TryRecvError;
use tokio_io_timeout::TimeoutWriter;
use tower_service::Service;

use super::exchange::{Exchanges, HeadTimeouts};
use super::lingering_close::{HasUnread, RequestBody, Rest, drain};
use super::listener::Duplex;
use super::pacing::RequestPacing;
use super::phase::{PhaseWatch, ShutdownPhase};
use super::refusal::{HEAD_BYTES_MAX, Refuse, TransportRefusal, encode};
use super::stream::{ConnectionStream, InputEnd};

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

/// Stream with a timeout of its writes.
type Bounded<'a, R, T> = Pin<Box<TimeoutWriter<ConnectionStream<'a, R, T>>>>;

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
    S: Service<Request<Body>, Response = Response<B>, Error = Infallible> + Clone,
    B: Served,
{
    let has_unread = HasUnread::default();
    let exchanges = Exchanges::new();
    let pacing = RequestPacing::default();
    let respond = service_fn(|request| {
        exchanges.begin();
        let response = respond(request, peer, service.clone(), &phase, &has_unread);
        async {
            pacing.begin_request().await;
            let Ok(response) = response.await;
            pacing.end_request(&response);
            Ok::<_, Infallible>(response.map(|body| exchanges.ended_by(body)))
        }
    });
    let end = InputEnd::default();
    let (reader, writer) = socket.split();
    let socket = writer.as_ref();
    let stream = ConnectionStream::new(reader, socket, &end, exchanges.clone(), has_unread.clone());
    let stream = bounded(stream, bounds.write_stall);
    let mut connection = protocol().serve_connection(TokioIo::new(stream), respond);
    let timeouts = HeadTimeouts { read: bounds.header_read, idle: bounds.keep_alive };
    let mut events = Events::from_iter([
        Event::Closing.after(phase.clone().closed()),
        Event::InputEnded.after(end.after_grace(socket)),
        Event::HeadOverdue.after(exchanges.head_overdue(timeouts)),
    ]);
    let ended = loop {
        tokio::select! {
            biased;
            ended = poll_fn(|context| {
                pacing.begin_poll();
                Pin::new(&mut connection).poll(context)
            }) => break End::Served(ended),
            Some(event) = events.next() => match event {
                Event::Closing => {
                    Pin::new(&mut connection).graceful_shutdown();
                    events.push(Event::Over.after(phase.clone().over()));
                }
                // hyper ends the connection by itself if it reads the end of the input.
                Event::InputEnded => events.push(Event::InputUnread.after(end.unread())),
                Event::InputUnread => break End::ClientLeft,
                // Nothing was answered, so a reset cannot lose an answer.
                Event::HeadOverdue | Event::Over => break End::CutOff,
            }
        }
    };
    drop(events);
    let Parts { io, read_buf, .. } = connection.into_parts();
    end.make_due();
    let mut stream = io.into_inner();
    match ended {
        End::Served(Err(error)) if error.is_parse() => {
            let refusal = TransportRefusal::from_parse_error(&error, stream.get_ref().head());
            let response = refuse(refusal, peer);
            // A parse error before the end of an earlier response cannot be answered.
            if exchanges.is_none_open() {
                exchanges.begin();
                answer(&mut stream, response, phase).await;
            }
        }
        End::Served(ended) => {
            let has_unread = has_unread.get() || !read_buf.is_empty();
            close(ended, stream, socket, has_unread, phase).await;
        }
        End::ClientLeft => drain(&mut stream, phase.closed()).await,
        End::CutOff => {}
    }
}

/// Sends a response and closes the connection.
async fn answer<R: AsyncRead + Unpin, T: Duplex>(
    stream: &mut Bounded<'_, R, T>,
    response: Response<Bytes>,
    phase: PhaseWatch,
) {
    let sent = async {
        stream.write_all(&encode(response)).await?;
        stream.shutdown().await
    };
    match sent.await {
        Ok(()) => drain(stream, phase.closed()).await,
        Err(error) => tracing::debug!(%error, "sending a refusal failed"),
    }
}

/// How a connection ended.
enum End {
    /// hyper ended it.
    Served(hyper::Result<()>),
    /// The client disconnected behind input that nothing reads.
    ClientLeft,
    /// The next head did not arrive in time, or the service ended.
    CutOff,
}

/// What happens to a connection beside its requests.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// The service closes its connections.
    Closing,
    /// The service has ended.
    Over,
    /// The client has disconnected.
    InputEnded,
    /// The same, and hyper has not noticed it.
    InputUnread,
    /// The next head did not arrive in time.
    HeadOverdue,
}

/// Events that may happen. Each is polled when it wakes the connection, and not with each request.
type Events<'a> = FuturesUnordered<BoxFuture<'a, Event>>;

impl Event {
    /// Returns the event when `cause` completes.
    fn after<'a>(self, cause: impl Future<Output = ()> + Send + 'a) -> BoxFuture<'a, Self> {
        cause.map(move |()| self).boxed()
    }
}

fn protocol() -> http1::Builder {
    let mut protocol = http1::Builder::new();
    protocol
        // `Exchanges` notice it.
        .header_read_timeout(None)
        // The end of the input is noticed by `InputEnd`. Otherwise hyper would look for it in each poll of a request, and reserve a
        // second read buffer each time.
        .half_close(true)
        .max_header_size(HEAD_BYTES_MAX)
        .max_buf_size(BUFFER_BYTES_MAX);
    protocol
}

fn bounded<R: AsyncRead + Unpin, T: Duplex>(
    stream: ConnectionStream<'_, R, T>,
    write_stall: Duration,
) -> Bounded<'_, R, T> {
    let mut stream = TimeoutWriter::new(stream);
    stream.set_timeout(Some(write_stall));
    Box::pin(stream)
}

/// Serves one request. During shutdown, the response closes the connection.
async fn respond<S, B>(
    request: Request<Incoming>,
    peer: Option<SocketAddr>,
    mut service: S,
    phase: &PhaseWatch,
    has_unread: &HasUnread,
) -> Result<Response<B>, Infallible>
where
    S: Service<Request<Body>, Response = Response<B>, Error = Infallible>,
{
    let expects_continue = request.headers().get(EXPECT).is_some_and(|value| value == "100-continue");
    let (head, body) = request.into_parts();
    let (body, mut remainder) = RequestBody::new(body, has_unread.clone());
    let mut request = Request::from_parts(head, Body::new(body));
    if let Some(peer) = peer {
        request.extensions_mut().insert(ConnectInfo(peer));
    }
    let mut response = service.call(request).await?;
    let rest = remainder.try_take();
    // A client without a `100 Continue` may omit the body: the start of the next request is unknown.
    let awaits_continue = expects_continue && rest.as_ref().is_ok_and(|rest| !rest.was_polled);
    let is_unread = rest.as_ref().is_ok_and(Rest::exceeds_bound);
    if phase.now() >= ShutdownPhase::Draining || awaits_continue || is_unread {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    let is_read = matches!(rest, Err(TryRecvError::Closed));
    if !is_read && response.headers().get(CONNECTION).is_none_or(|value| value != "close") {
        remainder.drain(rest, has_unread);
    }
    Ok(response)
}

/// Closes the socket: aborts if the client stalled, otherwise drains unread bytes first.
async fn close<R: AsyncRead + Unpin, T: Duplex>(
    ended: hyper::Result<()>,
    mut stream: Bounded<'_, R, T>,
    socket: &T,
    has_unread: bool,
    phase: PhaseWatch,
) {
    if let Err(error) = &ended {
        tracing::debug!(%error, "connection failed");
    }
    if ended.is_err_and(|error| is_stalled(&error)) {
        socket.abort_on_drop();
    } else if has_unread {
        drain(&mut stream, phase.closed()).await;
    }
}

/// Returns whether the connection ended because a write timed out.
fn is_stalled(error: &hyper::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::TimedOut)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

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
