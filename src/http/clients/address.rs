//! Client addresses, with or without proxies.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use http::{HeaderMap, HeaderName};
use ipnet::IpNet;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Proxies whose `X-Forwarded-For` header is trusted.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies {
    /// Networks of trusted proxies.
    pub networks: Vec<IpNet>,
    /// Whether peers on the Unix socket are trusted.
    pub unix: bool,
}

impl TrustedProxies {
    /// Returns the address of the client: the rightmost one in `X-Forwarded-For` that is not a trusted proxy.
    ///
    /// Each proxy appends the address of its peer. Entries further to the left can be forged. `peer` is the address of
    /// the connection. In `peer` and in the result, `None` means a Unix socket.
    pub(super) fn client(&self, peer: Option<SocketAddr>, headers: &HeaderMap) -> Option<IpAddr> {
        let mut client = peer.map(|peer| peer.ip().to_canonical());
        if !self.trusts(client) {
            return client;
        }
        let mut values: Vec<_> = headers.get_all(FORWARDED_FOR).iter().collect();
        values.reverse();
        let hops = values.into_iter().flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','));
        for hop in hops {
            // Entries to the left of an invalid one are not trusted: the proxy counts as the client.
            let Some(address) = address(hop) else { break };
            client = Some(address);
            if !self.trusts(client) {
                break;
            }
        }
        client
    }

    /// Returns the network of a peer that is a client itself; `None` for a trusted proxy.
    pub(super) fn direct_client(&self, peer: SocketAddr) -> Option<IpAddr> {
        let address = peer.ip().to_canonical();
        (!self.trusts(Some(address))).then(|| network(address))
    }

    /// Returns whether a request has a forwarding header that is not trusted, because of its peer.
    pub(super) fn ignores_forwarding(&self, peer: Option<SocketAddr>, headers: &HeaderMap) -> bool {
        headers.contains_key(FORWARDED_FOR) && !self.trusts(peer.map(|peer| peer.ip().to_canonical()))
    }

    fn trusts(&self, hop: Option<IpAddr>) -> bool {
        hop.map_or(self.unix, |address| self.networks.iter().any(|network| network.contains(&address)))
    }
}

/// Parses an address, with an optional port and optional brackets around IPv6.
fn address(hop: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(hop).ok()?.trim_ascii();
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().or_else(|_| text.parse().map(|socket: SocketAddr| socket.ip()));
    address.ok().map(|address| address.to_canonical())
}

/// Returns the rate limit key of an address: an IPv4 address, or the /64 network of an IPv6 address.
///
/// A household or a machine usually has a whole /64 network and can use any address in it.
pub(super) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies() -> TrustedProxies {
        let networks = ["10.0.0.0/8", "fd00::/8"].map(|network| network.parse().expect("valid network"));
        TrustedProxies { networks: networks.into(), unix: false }
    }

    fn client(proxies: &TrustedProxies, peer: Option<&str>, forwarded: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().expect("valid header value"));
        }
        let peer = peer.map(|peer| SocketAddr::new(peer.parse().expect("valid address"), 4711));
        proxies.client(peer, &headers).map(|address| address.to_string())
    }

    #[test]
    fn header_of_untrusted_peer_is_ignored() {
        for forwarded in [&[][..], &["1.1.1.1"], &["10.0.0.1"], &["1.1.1.1, 10.0.0.1"]] {
            let found = client(&proxies(), Some("203.0.113.7"), forwarded);
            assert_eq!(found.as_deref(), Some("203.0.113.7"), "{forwarded:?}");
        }
    }

    #[test]
    fn rightmost_untrusted_address_is_the_client() {
        for (forwarded, expected) in [
            (&[][..], "10.0.0.9"),
            (&["203.0.113.7"], "203.0.113.7"),
            (&["6.6.6.6, 203.0.113.7"], "203.0.113.7"),
            (&["6.6.6.6, 203.0.113.7, 10.1.1.1"], "203.0.113.7"),
            (&["6.6.6.6", "203.0.113.7,10.1.1.1 ", "10.2.2.2"], "203.0.113.7"),
            (&["10.3.3.3, 10.1.1.1"], "10.3.3.3"),
            (&["203.0.113.7:5000"], "203.0.113.7"),
            (&["2001:db8::1"], "2001:db8::1"),
            (&["[2001:db8::1]"], "2001:db8::1"),
            (&["[2001:db8::1]:5000, fd00::1"], "2001:db8::1"),
            (&["::ffff:203.0.113.7"], "203.0.113.7"),
        ] {
            let found = client(&proxies(), Some("10.0.0.9"), forwarded);
            assert_eq!(found.as_deref(), Some(expected), "{forwarded:?}");
        }
    }

    #[test]
    fn addresses_left_of_an_invalid_one_are_ignored() {
        for forwarded in ["6.6.6.6, unknown", "6.6.6.6, ", "6.6.6.6, \u{e9}", "6.6.6.6, 1.1.1"] {
            assert_eq!(client(&proxies(), Some("10.0.0.9"), &[forwarded]).as_deref(), Some("10.0.0.9"));
        }
    }

    #[test]
    fn unix_socket_and_mapped_ipv4_peer_can_be_trusted() {
        let mut proxies = proxies();
        assert_eq!(client(&proxies, None, &["203.0.113.7"]), None);
        proxies.unix = true;
        assert_eq!(client(&proxies, None, &["203.0.113.7"]).as_deref(), Some("203.0.113.7"));
        assert_eq!(client(&proxies, None, &[]), None);
        let mapped = client(&proxies, Some("::ffff:10.0.0.9"), &["203.0.113.7"]);
        assert_eq!(mapped.as_deref(), Some("203.0.113.7"));
    }

    #[test]
    fn trusted_peer_is_no_direct_client() {
        let direct =
            |peer: &str| proxies().direct_client(SocketAddr::new(peer.parse().expect("valid address"), 1));
        let address = |text: &str| Some(text.parse().expect("valid address"));
        assert_eq!(direct("203.0.113.7"), address("203.0.113.7"));
        assert_eq!(direct("::ffff:203.0.113.7"), address("203.0.113.7"));
        assert_eq!(direct("2001:db8:1:2:3:4:5:6"), address("2001:db8:1:2::"));
        for proxy in ["10.0.0.9", "::ffff:10.0.0.9", "fd00::1"] {
            assert_eq!(direct(proxy), None, "{proxy}");
        }
    }

    #[test]
    fn ipv6_addresses_of_a_64_network_share_a_key() {
        let network = |text: &str| network(text.parse().expect("valid address")).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("2001:db8:1:2:ffff::1"), "2001:db8:1:2::");
        assert_ne!(network("2001:db8:1:3::1"), "2001:db8:1:2::");
        assert_eq!(network("203.0.113.7"), "203.0.113.7");
    }
}
