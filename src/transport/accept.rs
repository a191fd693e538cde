//! Accept loop with a bounded number of connections.
//!
//! The accept loop of axum has neither a bound nor timeouts. hyper has no accept loop.

use std::convert::Infallible;
use std::future::ready;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http::{Request, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tokio_util::task::TaskTracker;
use tower_service::Service;

use super::connection::{ConnectionBounds, Served, serve_connection};
use super::lingering_close::drain;
use super::listener::Listener;
use super::phase::PhaseWatch;
use super::refusal::{Refuse, TransportRefusal, send};
use super::shares::{ConnectionShares, ShareTaken};
use super::socket::{Accept, Duplex};

/// Pause after a failed accept, for example if no descriptor is free.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// Maximum number of refused connections whose clients still send. Further ones are closed without waiting.
pub const REFUSED_MAX: u32 = 64;

/// Rules for the connections of a listener.
pub struct AcceptPolicy {
    /// Timeouts of each connection.
    pub bounds: ConnectionBounds,
    /// Maximum number of connections at once; further ones wait in the kernel's queue.
    pub connections_max: u32,
    /// Maximum number of connections of each client, if any; further ones are refused.
    pub shares: Option<ConnectionShares>,
    /// Counts, logs and answers the requests and connections that are refused.
    pub refuse: Refuse,
    /// Tasks of the connections.
    pub tasks: TaskTracker,
}

/// Connections of a listener.
#[derive(Debug)]
pub struct Connections {
    accepting: JoinHandle<()>,
    tasks: TaskTracker,
}

/// Spawns the accept loop of `listener`, which runs until [`ShutdownPhase::Closing`](super::phase::ShutdownPhase::Closing).
///
/// Must be called within a runtime.
pub fn serve<S, B>(listener: Listener, service: S, policy: AcceptPolicy, phase: PhaseWatch) -> Connections
where
    S: Service<Request<Body>, Response = Response<B>, Error = Infallible> + Clone + Send + Sync + 'static,
    B: Served,
    S::Future: Send,
{
    let permits = Arc::new(Semaphore::new(policy.connections_max as usize));
    let tasks = policy.tasks.clone();
    let accepting = match listener {
        Listener::Tcp(listener) => {
            tokio::spawn(accept_all(Acceptor::new(listener, permits), service, policy, phase))
        }
        Listener::Unix(socket) => {
            tokio::spawn(accept_all(Acceptor::new(socket, permits), service, policy, phase))
        }
    };
    Connections { accepting, tasks }
}

impl Connections {
    /// Completes when the accept loop and all connections have ended.
    pub async fn all_ended(&mut self) {
        if !self.accepting.is_finished() {
            // An error means that the accept loop panicked: it has ended.
            let _ = (&mut self.accepting).await;
        }
        self.tasks.close();
        self.tasks.wait().await;
    }
}

async fn accept_all<A, S, B>(mut acceptor: Acceptor<A>, service: S, policy: AcceptPolicy, phase: PhaseWatch)
where
    A: Accept<Stream: Duplex>,
    S: Service<Request<Body>, Response = Response<B>, Error = Infallible> + Clone + Send + Sync + 'static,
    B: Served,
    S::Future: Send,
{
    let refused = Arc::new(Semaphore::new(REFUSED_MAX as usize));
    let closed = phase.clone().closed();
    tokio::pin!(closed);
    loop {
        let accepted = tokio::select! {
            // Accept first: the port closes when the kernel's queue is empty.
            biased;
            accepted = acceptor.next() => accepted,
            () = &mut closed => return,
        };
        let Some((stream, peer, permit)) = accepted else { return };
        let place = match policy.shares.as_ref().map(|shares| shares.take(peer)).transpose() {
            Ok(place) => place,
            Err(ShareTaken) => {
                drop(permit);
                let response = (policy.refuse)(TransportRefusal::TooManyConnections, peer);
                let lingering = Arc::clone(&refused).try_acquire_owned().ok();
                tokio::spawn(refuse_connection(stream, response, lingering));
                continue;
            }
        };
        let (service, refuse, phase) = (service.clone(), Arc::clone(&policy.refuse), phase.clone());
        let bounds = policy.bounds;
        policy.tasks.spawn(async move {
            serve_connection(stream, peer, service, bounds, &refuse, phase).await;
            drop((place, permit));
        });
    }
}

/// Sends a response that fits into the kernel's buffer, and closes the connection; after the client, if `lingering`.
async fn refuse_connection<T: Duplex>(
    mut socket: T,
    response: Response<Bytes>,
    lingering: Option<OwnedSemaphorePermit>,
) {
    let (mut reader, mut writer) = socket.split();
    if send(&mut writer, response).await && lingering.is_some() {
        // Refused clients share the places: each has one for a second.
        drain(&mut reader, ready(())).await;
    }
}

/// Listener with the permits of its connections.
struct Acceptor<A> {
    listener: A,
    permits: Arc<Semaphore>,
    /// Whether the lack of permits is logged; reset when `relief` permits are free.
    full_is_logged: bool,
    relief: usize,
    /// Whether the failure to accept is logged; reset by the next success.
    failure_is_logged: bool,
}

impl<A: Accept> Acceptor<A> {
    fn new(listener: A, permits: Arc<Semaphore>) -> Self {
        let relief = permits.available_permits() / 2;
        Self { listener, permits, full_is_logged: false, relief, failure_is_logged: false }
    }

    /// Returns the next connection with its permit; `None` if the semaphore is closed.
    async fn next(&mut self) -> Option<(A::Stream, Option<SocketAddr>, OwnedSemaphorePermit)> {
        let permit = self.permit().await?;
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    self.failure_is_logged = false;
                    return Some((stream, peer, permit));
                }
                // The client disconnected in the queue.
                Err(error) if is_client_error(&error) => {}
                // No free descriptors or memory: connections that end free some.
                Err(error) => {
                    if !self.failure_is_logged {
                        tracing::error!(%error, "accepting connections failed, retrying");
                        self.failure_is_logged = true;
                    }
                    sleep(RETRY_PAUSE).await;
                }
            }
        }
    }

    /// Acquires a permit. A shortage is logged when it begins, not for each connection.
    async fn permit(&mut self) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            self.full_is_logged &= self.permits.available_permits() < self.relief;
            return Some(permit);
        }
        if !self.full_is_logged {
            tracing::warn!("connection limit reached, further connections wait");
            self.full_is_logged = true;
        }
        Arc::clone(&self.permits).acquire_owned().await.ok()
    }
}

fn is_client_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use tokio::io::DuplexStream;

    use super::*;

    /// Listener that returns these results, then none; counts the calls of `accept`.
    struct FakeListener {
        results: VecDeque<io::Result<DuplexStream>>,
        accepts: Arc<Semaphore>,
    }

    impl Accept for FakeListener {
        type Stream = DuplexStream;

        async fn accept(&mut self) -> io::Result<(DuplexStream, Option<SocketAddr>)> {
            self.accepts.add_permits(1);
            match self.results.pop_front() {
                Some(result) => result.map(|stream| (stream, None)),
                None => std::future::pending().await,
            }
        }
    }

    fn acceptor(
        results: Vec<io::Result<DuplexStream>>,
        permits: usize,
    ) -> (Acceptor<FakeListener>, Arc<Semaphore>) {
        let accepts = Arc::new(Semaphore::new(0));
        let listener = FakeListener { results: results.into(), accepts: Arc::clone(&accepts) };
        (Acceptor::new(listener, Arc::new(Semaphore::new(permits))), accepts)
    }

    fn connection() -> io::Result<DuplexStream> {
        Ok(tokio::io::duplex(64).0)
    }

    /// Error of `accept` if the process (EMFILE) or the machine (ENFILE) has no free descriptors.
    fn no_descriptors(code: i32) -> io::Result<DuplexStream> {
        Err(io::Error::from_raw_os_error(code))
    }

    #[tokio::test(start_paused = true)]
    async fn missing_descriptors_delay_the_next_accept() {
        let (mut acceptor, accepts) = acceptor(vec![no_descriptors(24), no_descriptors(23), connection()], 1);
        let two_pauses = RETRY_PAUSE * 2 - Duration::from_millis(1);
        assert!(tokio::time::timeout(two_pauses, acceptor.next()).await.is_err(), "accept must pause");
        assert_eq!(accepts.available_permits(), 2);
        assert!(acceptor.next().await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn client_error_causes_no_pause() {
        let aborted = || Err(io::ErrorKind::ConnectionAborted.into());
        let (mut acceptor, _) = acceptor(vec![aborted(), aborted(), connection()], 1);
        let next = tokio::time::timeout(Duration::from_nanos(1), acceptor.next()).await;
        assert!(next.is_ok_and(|next| next.is_some()));
    }

    #[tokio::test]
    async fn no_connection_is_accepted_without_a_permit() {
        let (mut acceptor, accepts) = acceptor(vec![connection(), connection()], 1);
        let (_, _, permit) = acceptor.next().await.expect("a free permit");
        tokio::select! {
            biased;
            _ = acceptor.next() => panic!("no permit is free"),
            () = ready(()) => {}
        }
        assert_eq!(accepts.available_permits(), 1);
        drop(permit);
        assert!(acceptor.next().await.is_some());
    }
}
