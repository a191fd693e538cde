//! Client settings: API keys, rate limits, trusted proxies.

use std::num::NonZeroU32;

use anyhow::{Context, Result};

use crate::auth::ApiKey;
use crate::config::{Clients, LimitBy, NamedHash};
use crate::http::{ClientProperty, ClientSettings, RateSettings, TrustedProxies};

/// Converts the `clients` section of the configuration.
///
/// # Errors
/// Returns an error if an API key has no valid hash, which validated settings rule out.
pub(super) fn client_settings(clients: &Clients) -> Result<ClientSettings> {
    let keys = clients.named_hashes().map(|NamedHash { name, hash, expires_at }| {
        let key = ApiKey::from_fingerprint(name, hash, expires_at);
        key.with_context(|| format!("clients.api_keys: {name} has no hash"))
    });
    let limits = NonZeroU32::new(clients.requests_per_minute).zip(NonZeroU32::new(clients.burst));
    Ok(ClientSettings {
        api_keys: keys.collect::<Result<_>>()?,
        rate: limits.map(|(per_minute, burst)| RateSettings {
            by: match clients.limit_by {
                LimitBy::Address => ClientProperty::Address,
                LimitBy::ApiKey => ClientProperty::ApiKey,
            },
            per_minute,
            burst,
            clients_max: clients.tracked_max,
        }),
        proxies: TrustedProxies { networks: clients.networks().collect(), unix: clients.trusts_unix() },
    })
}
