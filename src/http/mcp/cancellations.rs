//! Requests that a client may cancel by a notification.

use std::collections::HashMap;

use parking_lot::Mutex;
use quadrille_answers::service::ClientId;
use tokio_util::sync::CancellationToken;

/// A request of a client in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RequestName {
    pub(super) client: ClientId,
    /// Id of the session: clients number their requests within one.
    pub(super) session: String,
    /// Id of the request, as JSON.
    pub(super) id: String,
}

/// Running requests. There are at most as many as connections.
#[derive(Debug, Default)]
pub(super) struct Cancellations(Mutex<Running>);

#[derive(Debug, Default)]
struct Running {
    next: u64,
    requests: HashMap<u64, (RequestName, CancellationToken)>,
}

/// A running request, which is forgotten when this is dropped.
pub(super) struct RunningRequest<'a> {
    cancellations: &'a Cancellations,
    number: u64,
    token: CancellationToken,
}

impl Cancellations {
    /// Adds a request.
    pub(super) fn add(&self, name: RequestName) -> RunningRequest<'_> {
        let token = CancellationToken::new();
        let mut running = self.0.lock();
        let number = running.next;
        running.next += 1;
        running.requests.insert(number, (name, token.clone()));
        RunningRequest { cancellations: self, number, token }
    }

    /// Cancels a request, if it is running.
    pub(super) fn cancel(&self, name: &RequestName) {
        let running = self.0.lock();
        running.requests.values().filter(|(other, _)| other == name).for_each(|(_, token)| token.cancel());
    }
}

impl RunningRequest<'_> {
    /// Waits until the client cancels the request.
    pub(super) async fn cancelled(&self) {
        self.token.cancelled().await;
    }
}

impl Drop for RunningRequest<'_> {
    fn drop(&mut self) {
        self.cancellations.0.lock().requests.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn request_is_cancelled_by_its_own_client_and_session() {
        let name = |client, session: &str, id: &str| RequestName {
            client: ClientId::from_hash(client),
            session: session.to_owned(),
            id: id.to_owned(),
        };
        let cancellations = Cancellations::default();
        let request = cancellations.add(name(1, "a", "7"));
        for other in [name(2, "a", "7"), name(1, "b", "7"), name(1, "a", "8"), name(1, "a", "\"7\"")] {
            cancellations.cancel(&other);
            assert!(!request.token.is_cancelled(), "{other:?}");
        }
        cancellations.cancel(&name(1, "a", "7"));
        request.cancelled().await;
        drop(request);
        assert!(cancellations.0.lock().requests.is_empty());
    }
}
