//! Maximum number of connections of each client.
//!
//! hyper serves connections one by one. Without shares, one client could take all of them.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use parking_lot::Mutex;

/// Identifies the client of a peer; `None` for a peer without a share, such as a trusted proxy.
pub type ClientOf = Arc<dyn Fn(SocketAddr) -> Option<IpAddr> + Send + Sync>;

/// Open connections of each client, and their maximum. Clones share the counts.
#[derive(Clone)]
pub struct ConnectionShares {
    each_max: u32,
    client_of: ClientOf,
    /// Clients with connections. Clients choose the keys, so they are hashed with SipHash.
    open: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// Connection counted for its client, until it is dropped.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    client: IpAddr,
    open: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// The client has its share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShareTaken;

impl ConnectionShares {
    /// Grants each client `each_max` connections.
    pub fn new(each_max: u32, client_of: ClientOf) -> Self {
        Self { each_max, client_of, open: Arc::default() }
    }

    /// Counts a connection of `peer`; `None` if no share applies to it.
    ///
    /// # Errors
    /// If the client has its share.
    pub(super) fn take(&self, peer: Option<SocketAddr>) -> Result<Option<ConnectionSlot>, ShareTaken> {
        let Some(client) = peer.and_then(|peer| (self.client_of)(peer)) else { return Ok(None) };
        let mut open = self.open.lock();
        let count = open.entry(client).or_default();
        if *count >= self.each_max {
            return Err(ShareTaken);
        }
        *count += 1;
        Ok(Some(ConnectionSlot { client, open: Arc::clone(&self.open) }))
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut open = self.open.lock();
        if let Some(count) = open.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(text: &str) -> Option<SocketAddr> {
        Some(SocketAddr::new(text.parse().expect("an address"), 4711))
    }

    #[test]
    fn each_client_has_its_own_share() {
        let shares = ConnectionShares::new(2, Arc::new(|peer| Some(peer.ip())));
        let first = shares.take(peer("10.0.0.1")).expect("a free place");
        let _second = shares.take(peer("10.0.0.1")).expect("a free place");
        assert_eq!(shares.take(peer("10.0.0.1")).err(), Some(ShareTaken));
        let _other = shares.take(peer("10.0.0.2")).expect("a place of another client");
        drop(first);
        let _third = shares.take(peer("10.0.0.1")).expect("the place is free again");
        assert_eq!(shares.take(peer("10.0.0.1")).err(), Some(ShareTaken));
    }

    #[test]
    fn peers_without_a_client_are_not_counted() {
        let shares = ConnectionShares::new(1, Arc::new(|_| None));
        for peer in [None, peer("10.0.0.1"), peer("10.0.0.1")] {
            assert!(shares.take(peer).is_ok_and(|place| place.is_none()));
        }
    }

    #[test]
    fn clients_without_connections_take_no_memory() {
        let shares = ConnectionShares::new(1, Arc::new(|peer| Some(peer.ip())));
        for address in ["10.0.0.1", "10.0.0.2"] {
            drop(shares.take(peer(address)).expect("a free place"));
        }
        assert!(shares.open.lock().is_empty());
    }
}
