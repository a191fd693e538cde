//! The accept loop: as many connections as there is room for.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use http::Request;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::sleep;
use tower_service::Service;

use super::connection::{ConnectionBounds, converse};
use super::listener::{Accept, Listener};
use super::phase::PhaseWatch;

/// How long nothing is accepted after the operating system had no room, so that trying again does not become all
/// that is done.
const PAUSE: Duration = Duration::from_millis(100);

/// The connections of a listener.
#[derive(Debug)]
pub struct Connections {
    places: Arc<Semaphore>,
    places_max: u32,
    accepting: JoinHandle<()>,
}

/// Takes connections from `listener` and serves them until
/// [`Phase::Closing`](super::phase::Phase::Closing), `places_max` at once and no more: further ones wait in the kernel's
/// queue until a place is free.
///
/// Must be called within a runtime; the work is done by tasks.
pub fn serve<S>(
    listener: Listener,
    service: S,
    bounds: ConnectionBounds,
    places_max: u32,
    phase: PhaseWatch,
) -> Connections
where
    S: Service<Request<Body>, Response = Response, Error = Infallible> + Clone + Send + Sync + 'static,
    S::Future: Send,
{
    let places = Arc::new(Semaphore::new(places_max as usize));
    let shared = Arc::clone(&places);
    let accepting = match listener {
        Listener::Tcp(listener) => {
            tokio::spawn(accept_all(Entrance::new(listener, shared), service, bounds, phase))
        }
        Listener::Unix(listener, file) => {
            tokio::spawn(accept_all(Entrance::new((listener, file), shared), service, bounds, phase))
        }
    };
    Connections { places, places_max, accepting }
}

impl Connections {
    /// Completes once no connection is left and none can come in, which takes
    /// [`Phase::Closing`](super::phase::Phase::Closing).
    pub async fn all_ended(&mut self) {
        if !self.accepting.is_finished() {
            // An error says that accepting has ended in a panic: it has ended.
            let _ = (&mut self.accepting).await;
        }
        // An error says that the places are closed for good, which nobody does.
        let _ = self.places.acquire_many(self.places_max).await;
    }
}

async fn accept_all<A, S>(mut entrance: Entrance<A>, service: S, bounds: ConnectionBounds, phase: PhaseWatch)
where
    A: Accept,
    S: Service<Request<Body>, Response = Response, Error = Infallible> + Clone + Send + Sync + 'static,
    S::Future: Send,
{
    let mut closing = phase.clone();
    let closed = closing.closed();
    tokio::pin!(closed);
    loop {
        let accepted = tokio::select! {
            // Accepting goes first: the port is closed when the kernel holds nobody.
            biased;
            accepted = entrance.next() => accepted,
            () = &mut closed => return,
        };
        let Some((stream, peer, place)) = accepted else { return };
        let conversation = converse(stream, peer, service.clone(), bounds, phase.clone());
        tokio::spawn(async move {
            conversation.await;
            drop(place);
        });
    }
}

/// A listener, and the places for what comes from it.
struct Entrance<A> {
    listener: A,
    places: Arc<Semaphore>,
    /// Whether it was said that there is no place, and how many must be free again before it may be said anew.
    said_full: bool,
    relief: usize,
    /// Whether it was said that the operating system has no room.
    said_failing: bool,
}

impl<A: Accept> Entrance<A> {
    fn new(listener: A, places: Arc<Semaphore>) -> Self {
        let relief = places.available_permits() / 2;
        Self { listener, places, said_full: false, relief, said_failing: false }
    }

    /// The next connection, with its place. `None` if there are to be no more places.
    async fn next(&mut self) -> Option<(A::Stream, Option<SocketAddr>, OwnedSemaphorePermit)> {
        let place = self.place().await?;
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    self.said_failing = false;
                    return Some((stream, peer, place));
                }
                // The client was gone before it was its turn.
                Err(error) if is_of_the_client(&error) => {}
                // There are no descriptors or no memory: connections that end give some back.
                Err(error) => {
                    if !self.said_failing {
                        tracing::error!(%error, "connections cannot be accepted; trying again");
                        self.said_failing = true;
                    }
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// A place, waited for where all are taken. This is said when it begins, not for each connection that comes and goes.
    async fn place(&mut self) -> Option<OwnedSemaphorePermit> {
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            self.said_full &= self.places.available_permits() < self.relief;
            return Some(place);
        }
        if !self.said_full {
            tracing::warn!("all connections are taken; further ones wait");
            self.said_full = true;
        }
        Arc::clone(&self.places).acquire_owned().await.ok()
    }
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use tokio::io::DuplexStream;

    use super::*;
    use crate::transport::listener::Duplex;

    impl Duplex for DuplexStream {}

    /// A listener that gives what it is told to, then nothing; it counts how often it is asked.
    struct Script {
        results: VecDeque<io::Result<DuplexStream>>,
        asked: Arc<Semaphore>,
    }

    impl Accept for Script {
        type Stream = DuplexStream;

        async fn accept(&mut self) -> io::Result<(DuplexStream, Option<SocketAddr>)> {
            self.asked.add_permits(1);
            match self.results.pop_front() {
                Some(result) => result.map(|stream| (stream, None)),
                None => std::future::pending().await,
            }
        }
    }

    fn entrance(results: Vec<io::Result<DuplexStream>>, places: usize) -> (Entrance<Script>, Arc<Semaphore>) {
        let asked = Arc::new(Semaphore::new(0));
        let script = Script { results: results.into(), asked: Arc::clone(&asked) };
        (Entrance::new(script, Arc::new(Semaphore::new(places))), asked)
    }

    fn connection() -> io::Result<DuplexStream> {
        Ok(tokio::io::duplex(64).0)
    }

    /// What `accept` gives where a process has no descriptors left (EMFILE), or the machine has none (ENFILE).
    fn no_descriptors(code: i32) -> io::Result<DuplexStream> {
        Err(io::Error::from_raw_os_error(code))
    }

    #[tokio::test(start_paused = true)]
    async fn a_lack_of_descriptors_is_waited_out() {
        let (mut entrance, asked) = entrance(vec![no_descriptors(24), no_descriptors(23), connection()], 1);
        let two_pauses = PAUSE * 2 - Duration::from_millis(1);
        assert!(tokio::time::timeout(two_pauses, entrance.next()).await.is_err(), "it did not pause");
        assert_eq!(asked.available_permits(), 2);
        assert!(entrance.next().await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_left_before_its_turn_costs_no_pause() {
        let left = || Err(io::ErrorKind::ConnectionAborted.into());
        let (mut entrance, _) = entrance(vec![left(), left(), connection()], 1);
        let next = tokio::time::timeout(Duration::from_nanos(1), entrance.next()).await;
        assert!(next.is_ok_and(|next| next.is_some()));
    }

    #[tokio::test]
    async fn nothing_is_accepted_without_a_place() {
        let (mut entrance, asked) = entrance(vec![connection(), connection()], 1);
        let (_, _, place) = entrance.next().await.expect("there is a place");
        tokio::select! {
            biased;
            _ = entrance.next() => panic!("there is no place"),
            () = std::future::ready(()) => {}
        }
        assert_eq!(asked.available_permits(), 1);
        drop(place);
        assert!(entrance.next().await.is_some());
    }
}
