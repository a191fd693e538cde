//! Identity of clients, and whether they may call now.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use axum::extract::ConnectInfo;
use http::Request;
use parking_lot::RwLock;
use quadrille_answers::service::ClientId;

use super::address::network;
use super::api_key::authenticate;
use super::id::ClientIds;
use super::rate::{Allowance, Client, ClientProperty, Rate};
use super::rejection::AccessRejection;
use super::settings::ClientSettings;
use crate::http::error::ApiError;
use crate::time::SystemTime;

/// Authentication and rate limits of all clients. Clones share them.
#[derive(Clone)]
pub struct ClientAccess(Arc<RwLock<Arc<AccessPolicy>>>);

/// Settings in effect, and the requests counted under them.
struct AccessPolicy {
    settings: ClientSettings,
    rate: Option<Arc<Rate>>,
    ids: Arc<ClientIds>,
    /// Whether a forwarding header of an untrusted peer is logged.
    untrusted_is_logged: AtomicBool,
}

/// Client of a request. Clones share its admission.
#[derive(Clone)]
pub(in crate::http) struct ClientIdentity {
    /// Client address, which a trusted proxy may name; `None` for a Unix socket.
    address: Option<IpAddr>,
    decision: Arc<PolicyDecision>,
}

/// State that the clones of an identity share.
struct PolicyDecision {
    /// Policy in effect when the request arrived.
    rules: Arc<AccessPolicy>,
    /// Set when a route that needs a client admits the request.
    admission: OnceLock<ClientAdmission>,
}

/// Client of an admitted request.
#[derive(Debug)]
struct ClientAdmission {
    id: ClientId,
    /// Name of its API key, if keys are required.
    key_name: Option<Arc<str>>,
}

impl ClientAccess {
    /// Creates the access of all clients from its settings.
    pub fn new(settings: ClientSettings) -> Self {
        Self(Arc::new(RwLock::new(Arc::new(AccessPolicy::new(settings, None, Arc::default())))))
    }

    /// Replaces the settings. Requests stay counted if the limit and the keys that it counts are the same.
    pub fn reload(&self, settings: ClientSettings) {
        let mut rules = self.0.write();
        let rate = rules.rate.clone().filter(|_| rules.settings.counts_like(&settings));
        // Keys are numbered: under the same ids, other keys would have what earlier ones hold.
        let ids = Arc::clone(&rules.ids);
        let ids = if rules.settings.has_keys_of(&settings) { ids } else { Arc::default() };
        *rules = Arc::new(AccessPolicy::new(settings, rate, ids));
    }

    /// Returns whether questions need an API key.
    pub(in crate::http) fn requires_key(&self) -> bool {
        !self.rules().settings.api_keys.is_empty()
    }

    /// Returns the client of a request.
    pub(in crate::http) fn identify<B>(&self, request: &Request<B>) -> ClientIdentity {
        let rules = self.rules();
        let peer = request.extensions().get().map(|ConnectInfo(peer): &ConnectInfo<SocketAddr>| *peer);
        let proxies = &rules.settings.proxies;
        if proxies.ignores_forwarding(peer, request.headers())
            && !rules.untrusted_is_logged.swap(true, Ordering::Relaxed)
        {
            let peer = AddressText(peer.map(|peer| peer.ip()));
            tracing::warn!(%peer, "forwarding header ignored: its peer is not in clients.trusted_proxies");
        }
        let address = proxies.client(peer, request.headers());
        ClientIdentity { address, decision: Arc::new(PolicyDecision { rules, admission: OnceLock::new() }) }
    }

    /// Returns the network of a peer that is a client itself; `None` for a trusted proxy.
    pub fn direct_client(&self, peer: SocketAddr) -> Option<IpAddr> {
        self.rules().settings.proxies.direct_client(peer)
    }

    fn rules(&self) -> Arc<AccessPolicy> {
        Arc::clone(&self.0.read())
    }
}

impl AccessPolicy {
    fn new(settings: ClientSettings, rate: Option<Arc<Rate>>, ids: Arc<ClientIds>) -> Self {
        let rate = rate.or_else(|| settings.rate.as_ref().map(|rate| Arc::new(Rate::new(rate))));
        Self { settings, rate, ids, untrusted_is_logged: AtomicBool::new(false) }
    }

    fn count(&self, client: Client) -> Result<Option<Allowance>, AccessRejection> {
        let Some(rate) = &self.rate else { return Ok(None) };
        rate.count(client).map(Some).map_err(AccessRejection::RateLimited)
    }
}

impl ClientIdentity {
    /// Counts a question, checks its key and gives the client its id: of the key, or of the address if no key is required. Returns
    /// what the rate limit still allows, if there is one. A limit by address counts first, so that it also limits the guessing of keys.
    pub(in crate::http) fn admit<B>(
        &self,
        request: &Request<B>,
    ) -> Result<Option<Allowance>, AccessRejection> {
        let rules = &*self.decision.rules;
        let address = self.counted();
        let ClientSettings { api_keys, rate, .. } = &rules.settings;
        let by = rate.as_ref().map(|rate| rate.by);
        let allowance = if by == Some(ClientProperty::Address) { rules.count(address)? } else { None };
        if api_keys.is_empty() {
            self.set_admission(rules.ids.of(&address), None);
            return Ok(allowance);
        }
        let key = authenticate(api_keys, request.headers(), now()).map_err(AccessRejection::Unauthorized)?;
        self.set_admission(rules.ids.of(&Client::Key(key)), Some(Arc::clone(api_keys[key].name())));
        if by == Some(ClientProperty::ApiKey) { rules.count(Client::Key(key)) } else { Ok(allowance) }
    }

    /// Counts a request that needs no key, by address.
    pub(in crate::http) fn admit_without_key(&self) -> Result<Option<Allowance>, AccessRejection> {
        self.decision.rules.count(self.counted())
    }

    /// Returns the address for the log: `unix` for a Unix socket.
    pub(in crate::http) fn address(&self) -> impl fmt::Display + use<> {
        AddressText(self.address)
    }

    /// Returns the name of the API key, if the client is authenticated.
    pub(in crate::http) fn key_name(&self) -> Option<&str> {
        self.decision.admission.get()?.key_name.as_deref()
    }

    /// Returns the name under which the client has jobs: the name of its key, or its network if no key is required.
    pub(in crate::http) fn owner(&self) -> String {
        self.key_name().map_or_else(|| owner(self.address), str::to_owned)
    }

    /// Returns the id under which the service counts the client.
    ///
    /// # Errors
    /// If the route admits no clients, which would be a bug.
    pub(in crate::http) fn id(&self) -> Result<ClientId, ApiError> {
        self.decision.admission.get().map(|admission| admission.id).ok_or_else(ApiError::internal)
    }

    /// Set once: each request is admitted once.
    fn set_admission(&self, id: ClientId, key_name: Option<Arc<str>>) {
        let _ = self.decision.admission.set(ClientAdmission { id, key_name });
    }

    fn counted(&self) -> Client {
        self.address.map_or(Client::Socket, |address| Client::Network(network(address)))
    }
}

impl fmt::Debug for ClientAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ClientAccess").field(&self.rules().settings).finish()
    }
}

/// Address of a client or peer; `None` for a Unix socket.
struct AddressText(Option<IpAddr>);

impl fmt::Display for AddressText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(address) => address.to_canonical().fmt(f),
            None => f.write_str("unix"),
        }
    }
}

/// Returns the owner of jobs without an API key: an IPv4 address, an IPv6 network such as `2001:db8:1:2::/64`, or `unix`.
///
/// The database stores it, so its form must not change.
fn owner(address: Option<IpAddr>) -> String {
    let network = address.map(|address| network(address.to_canonical()));
    match network {
        Some(IpAddr::V6(network)) => format!("{network}/64"),
        _ => AddressText(network).to_string(),
    }
}

/// Returns the seconds since the Unix epoch.
fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapped_address_is_written_as_ipv4() {
        let mapped: IpAddr = "::ffff:10.0.0.9".parse().expect("an address");
        assert_eq!(AddressText(Some(mapped)).to_string(), "10.0.0.9");
    }

    #[test]
    fn owner_is_an_ipv4_address_or_an_ipv6_network() {
        for (address, expected) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:1:2::5", "2001:db8:1:2::/64"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
            ("2001:db8:1:3::5", "2001:db8:1:3::/64"),
        ] {
            assert_eq!(owner(Some(address.parse().expect("an address"))), expected);
        }
        assert_eq!(owner(None), "unix");
    }
}
