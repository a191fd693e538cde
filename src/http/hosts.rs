//! Names by which requests address the service.

use std::net::IpAddr;

use http::{HeaderMap, header};

use super::origin::split_port;

/// Entry for every name.
const ANY: &str = "*";

/// Names that `Host` may have. On a loopback address, they keep out pages whose name an attacker has made to point there (DNS rebinding).
#[derive(Clone, Debug, Default)]
pub struct HostSettings {
    /// Names and addresses without port, IPv6 in brackets, or `*` for all. Loopback names and addresses are always allowed.
    pub listed: Vec<String>,
    /// Whether the listener has a loopback address. On others, hosts are checked only if some are listed.
    pub on_loopback: bool,
}

impl HostSettings {
    /// Returns whether the listener answers requests with this `Host`. Those without one are HTTP/1.0, which no browser sends.
    pub(in crate::http) fn allow(&self, headers: &HeaderMap) -> bool {
        if !self.on_loopback && self.listed.is_empty() {
            return true;
        }
        let Some(host) = headers.get(header::HOST) else { return true };
        let Ok(host) = host.to_str() else { return false };
        let (name, _) = split_port(host);
        let name = name.strip_suffix('.').unwrap_or(name);
        let is_listed = |listed: &String| listed == ANY || listed.eq_ignore_ascii_case(name);
        is_loopback(name) || self.listed.iter().any(is_listed) || (self.on_loopback && is_local_name(name))
    }
}

/// Returns whether a name or an address always points to this machine (RFC 6761, section 6.3).
fn is_loopback(name: &str) -> bool {
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    if let Ok(address) = bare.parse::<IpAddr>() {
        return address.to_canonical().is_loopback();
    }
    let last = name.rsplit('.').next().unwrap_or_default();
    last.eq_ignore_ascii_case("localhost")
}

/// Returns whether a name has one label. The public DNS has no addresses for such names (RFC 7085), so no attacker can choose them.
fn is_local_name(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn allow(host: &str, listed: &[&str], on_loopback: bool) -> bool {
        let listed = listed.iter().map(|name| (*name).to_owned()).collect();
        let host = HeaderValue::from_str(host).expect("a header value");
        HostSettings { listed, on_loopback }.allow(&HeaderMap::from_iter([(header::HOST, host)]))
    }

    #[test]
    fn loopback_listener_has_loopback_names_and_listed_ones() {
        for host in [
            "localhost",
            "localhost:8080",
            "LocalHost.:8080",
            "sudoku.localhost:8080",
            "127.0.0.1",
            "127.8.9.1:8080",
            "[::1]",
            "[::1]:8080",
            "[::ffff:127.0.0.1]:8080",
            "quadrille:8080",
            "",
        ] {
            assert!(allow(host, &[], true), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:8080",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "evillocalhost.example",
            "10.0.0.1:8080",
            "0.0.0.0:8080",
            "[::]:8080",
            "[2001:db8::1]",
        ] {
            assert!(!allow(host, &[], true), "{host}");
            assert!(allow(host, &["*"], true), "{host}");
            assert!(allow(host, &[], false), "{host}");
        }
        let listed = ["sudoku.example", "[2001:db8::1]"];
        for host in ["sudoku.example", "Sudoku.Example:443", "sudoku.example.", "[2001:db8::1]:8080"] {
            assert!(allow(host, &listed, true) && allow(host, &listed, false), "{host}");
        }
    }

    #[test]
    fn other_listener_checks_hosts_if_some_are_listed() {
        for (host, expected) in [
            ("sudoku.example:8080", true),
            ("localhost", true),
            ("127.0.0.1:8080", true),
            ("evil.example", false),
            ("quadrille", false),
            ("10.0.0.1", false),
        ] {
            assert_eq!(allow(host, &["sudoku.example"], false), expected, "{host}");
        }
    }

    #[test]
    fn request_without_host_is_no_page() {
        assert!(HostSettings { listed: Vec::new(), on_loopback: true }.allow(&HeaderMap::new()));
    }
}
