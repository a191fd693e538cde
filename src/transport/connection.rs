//! One connection, from its first byte to its last.

use std::convert::Infallible;
use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::response::Response;
use http::header::CONNECTION;
use http::{HeaderValue, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1::{self, Parts};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncReadExt;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutWriter;
use tower_service::Service;

use super::listener::Duplex;
use super::phase::{Phase, PhaseWatch};
use super::stream::LateEnd;

/// The largest head of a request, from its first line to the empty one; 431 above it.
pub const HEAD_BYTES_MAX: usize = 16 << 10;

/// How much of a body is read ahead, and of an answer written ahead, at most.
const BUFFER_BYTES_MAX: usize = 64 << 10;

/// How much is read and dropped of what a client still sends behind a request that was refused, and how long.
const UNREAD_BYTES_MAX: u64 = 1 << 20;
const UNREAD_TIME_MAX: Duration = Duration::from_secs(1);

/// How long a connection may be silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionBounds {
    /// From the first moment, or from the last answer, to the end of the next head.
    pub header_read: Duration,
    /// How long a client may take nothing of an answer.
    pub write_stall: Duration,
}

/// A stream as hyper sees it: the end of what comes in is told late, and what goes out may not be stuck for ever.
type Bounded<T> = TokioIo<Pin<Box<TimeoutWriter<LateEnd<T>>>>>;

/// Serves a connection to its end: until the client closes it or is too slow, a response closes it, or the phase does.
pub(super) async fn converse<T, S>(
    stream: T,
    peer: Option<SocketAddr>,
    service: S,
    bounds: ConnectionBounds,
    mut phase: PhaseWatch,
) where
    T: Duplex,
    S: Service<Request<Body>, Response = Response, Error = Infallible> + Clone,
{
    let seen = phase.clone();
    let answering = service_fn(|request| answer(request, peer, service.clone(), &seen));
    let stream = bounded(stream, bounds.write_stall);
    let mut connection = protocol(bounds).serve_connection(stream, answering);
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = phase.closed() => {
            Pin::new(&mut connection).graceful_shutdown();
            tokio::select! {
                ended = &mut connection => ended,
                () = phase.over() => return,
            }
        }
    };
    let Parts { io, read_buf, .. } = connection.into_parts();
    part(ended, io, !read_buf.is_empty()).await;
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

fn bounded<T: Duplex>(stream: T, write_stall: Duration) -> Bounded<T> {
    let mut stream = TimeoutWriter::new(LateEnd::new(stream));
    stream.set_timeout(Some(write_stall));
    TokioIo::new(Box::pin(stream))
}

/// Answers one request. When the end is near, the client is told to go elsewhere with its next one.
async fn answer<S>(
    request: Request<Incoming>,
    peer: Option<SocketAddr>,
    mut service: S,
    phase: &PhaseWatch,
) -> Result<Response, Infallible>
where
    S: Service<Request<Body>, Response = Response, Error = Infallible>,
{
    let mut request = request.map(Body::new);
    if let Some(peer) = peer {
        request.extensions_mut().insert(ConnectInfo(peer));
    }
    let mut response = service.call(request).await?;
    if phase.now() >= Phase::Parting {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response)
}

/// Lets go of a connection that ended.
async fn part<T: Duplex>(ended: hyper::Result<()>, io: Bounded<T>, has_unread: bool) {
    if let Err(error) = &ended {
        tracing::debug!(%error, "a connection ended badly");
    }
    let mut stream = io.into_inner();
    if ended.is_err_and(|error| is_stalled(&error)) {
        stream.get_ref().get_ref().forget_unsent();
    } else if has_unread {
        // Closing with bytes unread would reset the connection, and the reset could overtake the answer.
        let mut unread = (&mut stream).take(UNREAD_BYTES_MAX);
        let _ = timeout(UNREAD_TIME_MAX, tokio::io::copy(&mut unread, &mut tokio::io::sink())).await;
    }
}

/// Whether a connection ended because its client took nothing for too long.
fn is_stalled(error: &hyper::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::TimedOut)
}
