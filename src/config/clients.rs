//! Section `clients`.

use std::net::IpAddr;

use ipnet::IpNet;
use serde::{Deserialize, Serialize};

/// The word among `trusted_proxies` that stands for the Unix socket.
const UNIX: &str = "unix";

/// Who may ask, and how often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clients {
    /// Names and hashes of API keys, as `NAME:HASH`; none for a service that is open to all.
    pub api_keys: Vec<String>,
    /// Requests a minute of each client; 0 for no limit.
    pub requests_per_minute: u32,
    /// Requests at once of each client.
    pub burst: u32,
    /// What makes a client.
    pub limit_by: LimitBy,
    /// Networks of proxies that are believed whom they forward, or `unix`.
    pub trusted_proxies: Vec<String>,
    /// Clients remembered at most.
    pub tracked_max: usize,
}

/// What makes a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitBy {
    /// Its address.
    Address,
    /// Its API key.
    ApiKey,
}

impl Clients {
    /// Holds every number against its range, which `range` does.
    pub(super) fn check_ranges(&self, range: &mut impl FnMut(&str, u64, u64, u64)) {
        range("clients.api_keys (how many)", self.api_keys.len() as u64, 0, 1000);
        range("clients.requests_per_minute", self.requests_per_minute.into(), 0, 60_000_000);
        range("clients.burst", self.burst.into(), 1, 1_000_000);
        range("clients.trusted_proxies (how many)", self.trusted_proxies.len() as u64, 0, 100);
        range("clients.tracked_max", self.tracked_max as u64, 1000, 10_000_000);
    }

    /// What is wrong besides.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        // What stands there may be a key by mistake, so that it is not repeated.
        for (number, _) in (1..).zip(&self.api_keys).filter(|(_, text)| named_hash(text).is_none()) {
            faults.push(format!(
                "clients.api_keys: number {number} is no name and hash such as `quadrille api-key` prints"
            ));
        }
        for text in self.trusted_proxies.iter().filter(|text| *text != UNIX && network(text).is_none()) {
            faults.push(format!(
                "clients.trusted_proxies: {text:?} is no network such as \"10.0.0.0/8\", nor \"unix\""
            ));
        }
        if self.limit_by == LimitBy::ApiKey && self.api_keys.is_empty() {
            faults.push("clients.limit_by: \"api_key\" needs clients.api_keys".to_owned());
        }
        faults
    }

    /// The name and the hash of each key.
    pub fn named_hashes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.api_keys.iter().filter_map(|text| named_hash(text))
    }

    /// The networks of trusted proxies; a single address is a network of one.
    pub fn networks(&self) -> impl Iterator<Item = IpNet> {
        self.trusted_proxies.iter().filter_map(|text| network(text))
    }

    /// Whether whoever connects through the Unix socket is a trusted proxy.
    pub fn trusts_unix(&self) -> bool {
        self.trusted_proxies.iter().any(|text| text == UNIX)
    }
}

/// `NAME:HASH`, where the hash is a SHA-256 in hexadecimal.
fn named_hash(text: &str) -> Option<(&str, &str)> {
    let (name, hash) = text.split_once(':')?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let is_name = (1..=64).contains(&name.len()) && name.bytes().all(plain);
    let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_name && is_hash).then_some((name, hash))
}

fn network(text: &str) -> Option<IpNet> {
    text.parse().ok().or_else(|| text.parse().ok().map(|address: IpAddr| address.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clients() -> Clients {
        Clients {
            api_keys: Vec::new(),
            requests_per_minute: 60,
            burst: 10,
            limit_by: LimitBy::Address,
            trusted_proxies: Vec::new(),
            tracked_max: 1000,
        }
    }

    #[test]
    fn keys_are_names_with_hashes_and_bad_ones_are_not_repeated() {
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let api_keys = vec![format!("app-1:{hash}"), format!("B_2.x:{}", hash.to_uppercase())];
        let sound = Clients { api_keys, limit_by: LimitBy::ApiKey, ..clients() };
        assert_eq!(sound.faults(), Vec::<String>::new());
        assert_eq!(sound.named_hashes().next(), Some(("app-1", hash)));
        for bad in [hash, &format!(":{hash}"), &format!("a b:{hash}"), "app:secret", &format!("a:{hash}0")] {
            let api_keys = vec![format!("app:{hash}"), bad.to_owned()];
            let faults = Clients { api_keys, ..clients() }.faults().concat();
            assert!(faults.contains("number 2") && !faults.contains(bad), "{bad}: {faults}");
        }
    }

    #[test]
    fn proxies_are_networks_addresses_or_the_socket() {
        let trusted = ["10.0.0.0/8", "192.0.2.1", "2001:db8::/32", "::1", "unix"].map(str::to_owned);
        let sound = Clients { trusted_proxies: trusted.into(), ..clients() };
        assert_eq!(sound.faults(), Vec::<String>::new());
        let networks: Vec<String> = sound.networks().map(|network| network.to_string()).collect();
        assert_eq!(networks, ["10.0.0.0/8", "192.0.2.1/32", "2001:db8::/32", "::1/128"]);
        assert!(sound.trusts_unix() && !clients().trusts_unix());
        for bad in ["", "proxy", "10.0.0.0/33", "10.0.0.0:80", "Unix"] {
            let faults = Clients { trusted_proxies: vec![bad.to_owned()], ..clients() }.faults();
            assert!(faults.concat().contains("clients.trusted_proxies"), "{bad}");
        }
    }

    #[test]
    fn a_limit_by_key_needs_keys() {
        let faults = Clients { limit_by: LimitBy::ApiKey, ..clients() }.faults();
        assert!(faults.concat().contains("clients.limit_by"), "{faults:?}");
    }
}
