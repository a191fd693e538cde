//! Ids under which the service counts clients.

use std::hash::{BuildHasher, RandomState};

use http::Extensions;

use super::rate::Client;
use crate::http::error::ApiError;
use crate::service::ClientId;

/// Makes the ids of clients. An id reveals nothing about its client.
#[derive(Debug, Default)]
pub(super) struct ClientIds(RandomState);

impl ClientIds {
    /// Returns the id of a client.
    pub(super) fn of(&self, client: &Client) -> ClientId {
        ClientId::from_hash(self.0.hash_one(client))
    }
}

/// Returns the client of a request.
///
/// # Errors
/// If its route identifies no clients, which would be a bug.
pub(in crate::http) fn client_id(extensions: &Extensions) -> Result<ClientId, ApiError> {
    extensions.get().copied().ok_or_else(ApiError::internal)
}
