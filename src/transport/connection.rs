//! Serves one connection, from accept to close.

use std::convert::Infallible;
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::Response;
use http::header::{CONNECTION, EXPECT};
use http::{HeaderValue, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1::{self, Parts};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncRead;
use tokio_io_timeout::TimeoutWriter;
use tower_service::Service;

use super::lingering_close::{HasUnread, RequestBody, drain};
use super::listener::Duplex;
use super::phase::{Phase, PhaseWatch};
use super::stream::{ConnectionStream, InputEnd};

/// Maximum size of a request head in bytes, including its empty line. Larger heads get status 431.
pub const HEAD_BYTES_MAX: usize = 16 << 10;

/// Maximum size of the read buffer and of the write buffer of a connection.
const BUFFER_BYTES_MAX: usize = 64 << 10;

/// Timeouts of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionBounds {
    /// Maximum time from the accept, or from the last response, to the end of the next request head.
    pub header_read: Duration,
    /// Maximum time for which the client may read nothing of a response.
    pub write_stall: Duration,
}

/// Stream with a timeout of its writes.
type Bounded<'a, R, T> = TokioIo<Pin<Box<TimeoutWriter<ConnectionStream<'a, R, T>>>>>;

/// Serves a connection until the client, a timeout, a response or the phase closes it.
pub(super) async fn serve_connection<T, S>(
    mut socket: T,
    peer: Option<SocketAddr>,
    service: S,
    bounds: ConnectionBounds,
    mut phase: PhaseWatch,
) where
    T: Duplex,
    S: Service<Request<Body>, Response = Response, Error = Infallible> + Clone,
{
    let watch = phase.clone();
    let has_unread = HasUnread::default();
    let respond = service_fn(|request| respond(request, peer, service.clone(), &watch, has_unread.clone()));
    let end = InputEnd::default();
    let (reader, writer) = socket.split();
    let socket = writer.as_ref();
    let stream = bounded(ConnectionStream::new(reader, socket, &end), bounds.write_stall);
    let mut connection = protocol(bounds).serve_connection(stream, respond);
    let ended = {
        let mut served = pin!(async {
            tokio::select! {
                ended = &mut connection => return Ended::Served(ended),
                () = phase.closed() => {}
            }
            Pin::new(&mut connection).graceful_shutdown();
            tokio::select! {
                ended = &mut connection => Ended::Served(ended),
                () = phase.over() => Ended::Aborted,
            }
        });
        tokio::select! {
            biased;
            ended = &mut served => ended,
            () = end.after_grace(socket) => tokio::select! {
                biased;
                // hyper ends the connection by itself if it reads the end of the input.
                ended = &mut served => ended,
                () = end.unread() => Ended::Departed,
            },
        }
    };
    let Parts { io, read_buf, .. } = connection.into_parts();
    end.make_due();
    match ended {
        Ended::Served(ended) => close(ended, io, socket, has_unread.get() || !read_buf.is_empty()).await,
        Ended::Departed => drain(&mut io.into_inner()).await,
        Ended::Aborted => {}
    }
}

/// How a connection ended.
enum Ended {
    /// hyper ended it.
    Served(hyper::Result<()>),
    /// The client disconnected behind input that nothing reads.
    Departed,
    /// The service ended.
    Aborted,
}

fn protocol(bounds: ConnectionBounds) -> http1::Builder {
    let mut protocol = http1::Builder::new();
    protocol
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.header_read)
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
    TokioIo::new(Box::pin(stream))
}

/// Serves one request. During shutdown, the response closes the connection.
async fn respond<S>(
    request: Request<Incoming>,
    peer: Option<SocketAddr>,
    mut service: S,
    phase: &PhaseWatch,
    has_unread: HasUnread,
) -> Result<Response, Infallible>
where
    S: Service<Request<Body>, Response = Response, Error = Infallible>,
{
    let expects_continue = request.headers().get(EXPECT).is_some_and(|value| value == "100-continue");
    let (head, body) = request.into_parts();
    let (body, mut remainder) = RequestBody::new(body, has_unread);
    let mut request = Request::from_parts(head, Body::new(body));
    if let Some(peer) = peer {
        request.extensions_mut().insert(ConnectInfo(peer));
    }
    let mut response = service.call(request).await?;
    let rest = remainder.try_take();
    // A client without a `100 Continue` may omit the body: the start of the next request is unknown.
    let awaits_continue = expects_continue && rest.as_ref().is_ok_and(|rest| !rest.is_polled);
    if phase.now() >= Phase::Draining || awaits_continue {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    if response.headers().get(CONNECTION).is_none_or(|value| value != "close") {
        remainder.drain(rest);
    }
    Ok(response)
}

/// Closes the socket: aborts if the client stalled, otherwise drains unread bytes first.
async fn close<R: AsyncRead + Unpin, T: Duplex>(
    ended: hyper::Result<()>,
    io: Bounded<'_, R, T>,
    socket: &T,
    has_unread: bool,
) {
    if let Err(error) = &ended {
        tracing::debug!(%error, "connection failed");
    }
    if ended.is_err_and(|error| is_stalled(&error)) {
        socket.abort_on_drop();
    } else if has_unread {
        drain(&mut io.into_inner()).await;
    }
}

/// Returns whether the connection ended because a write timed out.
fn is_stalled(error: &hyper::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::TimedOut)
}
