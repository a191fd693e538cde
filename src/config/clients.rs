//! Section `clients`.

use std::collections::HashMap;
use std::net::IpAddr;

use humantime::parse_rfc3339;
use ipnet::IpNet;
use serde::{Deserialize, Serialize};

use super::section::section;

/// Entry of `trusted_proxies` for connections through a Unix socket.
const UNIX: &str = "unix";

section! {
    /// Authentication, rate limits and shares.
    #[section = "clients"]
    pub struct Clients {
        /// API keys as `NAME:HASH` or `NAME:HASH:DATE`; none for a service that is open to all.
        #[range(0..=1000)]
        pub api_keys: Vec<String>,
        /// Requests per minute and client; 0 for no limit.
        #[range(0..=60_000_000)]
        pub requests_per_minute: u32,
        /// Requests that a client may make at once.
        #[range(1..=1_000_000)]
        pub burst: u32,
        /// What identifies a client.
        pub limit_by: LimitBy,
        /// Networks of proxies whose `X-Forwarded-For` is trusted, or `unix`.
        #[range(0..=100)]
        pub trusted_proxies: Vec<String>,
        /// Whether each client gets at most a share of what all clients use.
        pub shares: bool,
        /// Maximum share of the connections that each client gets, in percent.
        #[range(1..=100)]
        pub connections_share: u32,
        /// Maximum share of questions, streams, slow questions and body bytes that each client gets, in percent.
        #[range(1..=100)]
        pub capacity_share: usize,
        /// Maximum number of clients with a rate limit state in memory.
        #[range(1000..=10_000_000)]
        pub tracked_max: usize,
    }
}

/// What identifies a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitBy {
    /// Its IP address.
    Address,
    /// Its API key.
    ApiKey,
}

/// Entry of `api_keys`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedHash<'a> {
    /// Name of the owner.
    pub name: &'a str,
    /// SHA-256 of the key in hexadecimal.
    pub hash: &'a str,
    /// First second since the Unix epoch at which the key is invalid; `None` if it does not expire.
    pub expires_at: Option<u64>,
}

impl Clients {
    /// Returns the faults that no range expresses.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        // The message does not repeat the entry, which may be a key by mistake.
        for (number, _) in (1..).zip(&self.api_keys).filter(|(_, text)| named_hash(text).is_none()) {
            faults.push(format!(
                "clients.api_keys: entry {number} is invalid, expected \"NAME:HASH\" as printed by `quadrille api-key`, \
                 or \"NAME:HASH:2030-12-31\" with its last day"
            ));
        }
        let mut hashes = HashMap::new();
        for (number, text) in (1..).zip(&self.api_keys) {
            let Some(NamedHash { hash, .. }) = named_hash(text) else { continue };
            if let Some(first) = hashes.insert(hash.to_ascii_lowercase(), number) {
                faults.push(format!("clients.api_keys: entries {first} and {number} have the same hash"));
            }
        }
        for text in self.trusted_proxies.iter().filter(|text| *text != UNIX && network(text).is_none()) {
            faults.push(format!(
                "clients.trusted_proxies: {text:?} is not a network, expected \"10.0.0.0/8\" or \"unix\""
            ));
        }
        if self.limit_by == LimitBy::ApiKey && self.api_keys.is_empty() {
            faults.push("clients.limit_by: \"api_key\" requires entries in clients.api_keys".to_owned());
        }
        faults
    }

    /// Returns the share of the capacity that each client gets, in percent: 100 without shares.
    pub fn effective_capacity_share(&self) -> usize {
        if self.shares { self.capacity_share } else { 100 }
    }

    /// Returns the valid entries of [`Self::api_keys`].
    pub fn named_hashes(&self) -> impl Iterator<Item = NamedHash<'_>> {
        self.api_keys.iter().filter_map(|text| named_hash(text))
    }

    /// Returns the networks of trusted proxies. A single address is a network of one.
    pub fn networks(&self) -> impl Iterator<Item = IpNet> {
        self.trusted_proxies.iter().filter_map(|text| network(text))
    }

    /// Whether clients of a Unix socket are trusted proxies.
    pub fn trusts_unix(&self) -> bool {
        self.trusted_proxies.iter().any(|text| text == UNIX)
    }
}

/// Splits `NAME:HASH` or `NAME:HASH:DATE`. The hash is a SHA-256 in hexadecimal.
fn named_hash(text: &str) -> Option<NamedHash<'_>> {
    let (name, rest) = text.split_once(':')?;
    let (hash, date) = rest.split_once(':').map_or((rest, None), |(hash, date)| (hash, Some(date)));
    let expires_at = date.map(end_of_day).map_or(Some(None), |end| end.map(Some))?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let is_name = (1..=64).contains(&name.len()) && name.bytes().all(plain);
    let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_name && is_hash).then_some(NamedHash { name, hash, expires_at })
}

/// Returns the first second after a date in UTC, since the Unix epoch.
fn end_of_day(text: &str) -> Option<u64> {
    let last_second = parse_rfc3339(&format!("{text}T23:59:59Z")).ok()?;
    Some(last_second.duration_since(parse_rfc3339("1970-01-01T00:00:00Z").ok()?).ok()?.as_secs() + 1)
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
            shares: true,
            connections_share: 75,
            capacity_share: 75,
            tracked_max: 1000,
        }
    }

    #[test]
    fn invalid_key_is_reported_without_its_text() {
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let other = hash.replace('b', "C");
        let api_keys = vec![format!("app-1:{hash}"), format!("B_2.x:{other}:2030-12-31")];
        let valid = Clients { api_keys, limit_by: LimitBy::ApiKey, ..clients() };
        assert_eq!(valid.faults(), Vec::<String>::new());
        let keys: Vec<NamedHash<'_>> = valid.named_hashes().collect();
        let expires_at = Some(1_924_992_000);
        assert_eq!(
            keys,
            [
                NamedHash { name: "app-1", hash, expires_at: None },
                NamedHash { name: "B_2.x", hash: &other, expires_at }
            ]
        );
        for invalid in [
            hash,
            &format!(":{hash}"),
            &format!("a b:{hash}"),
            "app:secret",
            &format!("a:{hash}0"),
            &format!("a:{hash}:"),
            &format!("a:{hash}:soon"),
            &format!("a:{hash}:2030-02-29"),
            &format!("a:{hash}:1969-12-31"),
        ] {
            let api_keys = vec![format!("app:{hash}"), invalid.to_owned()];
            let faults = Clients { api_keys, ..clients() }.faults().concat();
            assert!(faults.contains("entry 2") && !faults.contains(invalid), "{invalid}: {faults}");
        }
    }

    #[test]
    fn keys_with_one_hash_are_reported() {
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let api_keys = vec![format!("a:{hash}"), format!("b:{}:2030-12-31", hash.to_uppercase())];
        let faults = Clients { api_keys, ..clients() }.faults();
        assert_eq!(faults, ["clients.api_keys: entries 1 and 2 have the same hash"]);
    }

    #[test]
    fn date_ends_at_midnight_in_utc() {
        for (date, end) in [
            ("1970-01-01", 86_400),
            ("2000-02-29", 951_868_800),
            ("2000-03-01", 951_955_200),
            ("2100-03-01", 4_107_628_800),
            ("2030-12-31", 1_924_992_000),
        ] {
            assert_eq!(end_of_day(date), Some(end), "{date}");
        }
    }

    #[test]
    fn proxies_are_networks_addresses_or_unix() {
        let trusted = ["10.0.0.0/8", "192.0.2.1", "2001:db8::/32", "::1", "unix"].map(str::to_owned);
        let valid = Clients { trusted_proxies: trusted.into(), ..clients() };
        assert_eq!(valid.faults(), Vec::<String>::new());
        let networks: Vec<String> = valid.networks().map(|network| network.to_string()).collect();
        assert_eq!(networks, ["10.0.0.0/8", "192.0.2.1/32", "2001:db8::/32", "::1/128"]);
        assert!(valid.trusts_unix() && !clients().trusts_unix());
        for invalid in ["", "proxy", "10.0.0.0/33", "10.0.0.0:80", "Unix"] {
            let faults = Clients { trusted_proxies: vec![invalid.to_owned()], ..clients() }.faults();
            assert!(faults.concat().contains("clients.trusted_proxies"), "{invalid}");
        }
    }

    #[test]
    fn limit_by_key_without_keys_is_reported() {
        let faults = Clients { limit_by: LimitBy::ApiKey, ..clients() }.faults();
        assert!(faults.concat().contains("clients.limit_by"), "{faults:?}");
    }
}
