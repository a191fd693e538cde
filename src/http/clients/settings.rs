//! Settings of API keys and rate limits.

use super::address::TrustedProxies;
use super::rate::{ClientProperty, RateSettings};
use crate::auth::ApiKey;

/// Authentication and rate limits of clients.
#[derive(Clone, Debug, Default)]
pub struct ClientSettings {
    /// Valid API keys. If empty, requests need no key.
    pub api_keys: Vec<ApiKey>,
    /// Rate limit of each client; `None` for no limit. A limit by key needs `api_keys`.
    pub rate: Option<RateSettings>,
    /// Proxies whose `X-Forwarded-For` header is trusted.
    pub proxies: TrustedProxies,
}

impl ClientSettings {
    /// Returns whether requests counted under these settings also count under `other`.
    pub(super) fn counts_like(&self, other: &Self) -> bool {
        let by_key = self.rate.is_some_and(|rate| rate.by == ClientProperty::ApiKey);
        // Keys are counted by their index.
        self.rate == other.rate && (!by_key || self.has_keys_of(other))
    }

    /// Returns whether the keys are the same, in the same order.
    pub(super) fn has_keys_of(&self, other: &Self) -> bool {
        let pairs = || self.api_keys.iter().zip(&other.api_keys);
        self.api_keys.len() == other.api_keys.len() && pairs().all(|(one, other)| one.is_same(other))
    }
}
