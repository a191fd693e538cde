//! The address of whoever asks, also behind proxies.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use http::{HeaderMap, HeaderName};
use ipnet::IpNet;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies whose word on who asks them is taken.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies {
    /// Those that connect from these networks.
    pub networks: Vec<IpNet>,
    /// Whether whoever connects through a Unix socket is one.
    pub unix: bool,
}

impl TrustedProxies {
    /// The address of the client. `X-Forwarded-For` is read from the right, where each proxy added whom it saw, and
    /// only as long as what stands there are trusted proxies: anybody can write what stands further to the left.
    ///
    /// `peer` is who connected; `None` stands for a Unix socket. So does the result, where nothing more is known.
    pub(in crate::http) fn client(&self, peer: Option<SocketAddr>, headers: &HeaderMap) -> Option<IpAddr> {
        let mut client = peer.map(|peer| peer.ip().to_canonical());
        if !self.trusts(client) {
            return client;
        }
        let mut values: Vec<_> = headers.get_all(FORWARDED_FOR).iter().collect();
        values.reverse();
        let hops = values.into_iter().flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','));
        for hop in hops {
            // Beyond what is no address nothing can be trusted: then it is the proxy that asks.
            let Some(address) = address(hop) else { break };
            client = Some(address);
            if !self.trusts(client) {
                break;
            }
        }
        client
    }

    fn trusts(&self, hop: Option<IpAddr>) -> bool {
        hop.map_or(self.unix, |address| self.networks.iter().any(|network| network.contains(&address)))
    }
}

/// An address as proxies write it: some add the port, and then brackets around IPv6.
fn address(hop: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(hop).ok()?.trim_ascii();
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().or_else(|_| text.parse().map(|socket: SocketAddr| socket.ip()));
    address.ok().map(|address| address.to_canonical())
}

/// What stands for a client in a map: an IPv4 address, or the 64 bits of an IPv6 address that name a network. A
/// household or a machine gets a whole such network, and can take any address of it.
pub(in crate::http) fn network(address: IpAddr) -> IpAddr {
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
        let networks = ["10.0.0.0/8", "fd00::/8"].map(|network| network.parse().expect("a network"));
        TrustedProxies { networks: networks.into(), unix: false }
    }

    fn client(proxies: &TrustedProxies, peer: Option<&str>, forwarded: &[&str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().expect("a header value"));
        }
        let peer = peer.map(|peer| SocketAddr::new(peer.parse().expect("an address"), 4711));
        proxies.client(peer, &headers).map(|address| address.to_string())
    }

    #[test]
    fn the_word_of_a_stranger_is_not_taken() {
        for forwarded in [&[][..], &["1.1.1.1"], &["10.0.0.1"], &["1.1.1.1, 10.0.0.1"]] {
            let found = client(&proxies(), Some("203.0.113.7"), forwarded);
            assert_eq!(found.as_deref(), Some("203.0.113.7"), "{forwarded:?}");
        }
    }

    #[test]
    fn the_first_hop_from_the_right_that_is_not_trusted_is_the_client() {
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
    fn beyond_what_is_no_address_nothing_is_believed() {
        for forwarded in ["6.6.6.6, unknown", "6.6.6.6, ", "6.6.6.6, \u{e9}", "6.6.6.6, 1.1.1"] {
            assert_eq!(client(&proxies(), Some("10.0.0.9"), &[forwarded]).as_deref(), Some("10.0.0.9"));
        }
    }

    #[test]
    fn a_socket_may_be_trusted_and_an_ipv4_peer_may_come_as_ipv6() {
        let mut proxies = proxies();
        assert_eq!(client(&proxies, None, &["203.0.113.7"]), None);
        proxies.unix = true;
        assert_eq!(client(&proxies, None, &["203.0.113.7"]).as_deref(), Some("203.0.113.7"));
        assert_eq!(client(&proxies, None, &[]), None);
        let mapped = client(&proxies, Some("::ffff:10.0.0.9"), &["203.0.113.7"]);
        assert_eq!(mapped.as_deref(), Some("203.0.113.7"));
    }

    #[test]
    fn addresses_of_one_ipv6_network_are_one_client() {
        let network = |text: &str| network(text.parse().expect("an address")).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("2001:db8:1:2:ffff::1"), "2001:db8:1:2::");
        assert_ne!(network("2001:db8:1:3::1"), "2001:db8:1:2::");
        assert_eq!(network("203.0.113.7"), "203.0.113.7");
    }
}
