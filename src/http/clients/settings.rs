//! Settings of API keys and rate limits.

use super::address::TrustedProxies;
use super::rate::RateSettings;
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
