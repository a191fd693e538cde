//! Ids under which the service counts clients.

use std::hash::{BuildHasher, RandomState};

use quadrille_answers::service::ClientId;

use super::rate::Client;

/// Makes the ids of clients. An id reveals nothing about its client.
#[derive(Debug, Default)]
pub(super) struct ClientIds(RandomState);

impl ClientIds {
    /// Returns the id of a client.
    pub(super) fn of(&self, client: &Client) -> ClientId {
        ClientId::from_hash(self.0.hash_one(client))
    }
}
