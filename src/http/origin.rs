//! Origins of the pages that send requests.

use http::{HeaderMap, HeaderName, HeaderValue, header};

/// Header in which a browser states how the origin of a page and the origin of the service relate. Pages cannot set it.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Origins that may call the service from a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorsOrigins {
    /// Only the service's own origin.
    None,
    /// Every origin.
    Any,
    /// The listed origins.
    Listed(Vec<HeaderValue>),
}

impl CorsOrigins {
    /// Returns whether pages of this origin may call the service, besides its own.
    pub(super) fn has(&self, origin: &HeaderValue) -> bool {
        match self {
            Self::None => false,
            Self::Any => true,
            Self::Listed(origins) => origins.contains(origin),
        }
    }
}

/// Returns whether a page of another origin has sent the request, and `allowed` does not have its origin.
///
/// Programs send neither header. Browsers send `Sec-Fetch-Site` only to HTTPS and to loopback addresses, and `Origin` with every `POST`
/// of another origin.
pub(in crate::http) fn is_foreign_page(headers: &HeaderMap, allowed: &CorsOrigins) -> bool {
    let origin = headers.get(header::ORIGIN);
    if *allowed == CorsOrigins::Any || origin.is_some_and(|origin| allowed.has(origin)) {
        return false;
    }
    match headers.get(SEC_FETCH_SITE) {
        Some(site) => site != "same-origin" && site != "none",
        None => origin.is_some_and(|origin| !is_own(origin, headers)),
    }
}

/// Returns whether an origin is the origin of the service, with any scheme: a gateway may have ended TLS, or removed the port from `Host`.
pub(in crate::http) fn is_own(origin: &HeaderValue, headers: &HeaderMap) -> bool {
    let authority = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    let Some((_, origin)) = authority else { return false };
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) else { return false };
    let ((name, port), (host_name, host_port)) = (split_port(origin), split_port(host));
    let is_same_port = port.is_none() || host_port.is_none() || port == host_port;
    !name.is_empty() && name.eq_ignore_ascii_case(host_name) && is_same_port
}

/// Returns the host and the port of an authority. IPv6 addresses are in brackets.
pub(in crate::http) fn split_port(authority: &str) -> (&str, Option<&str>) {
    match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_foreign(headers: &[(&'static str, &'static str)], allowed: &CorsOrigins) -> bool {
        let header = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        is_foreign_page(&headers.iter().map(header).collect(), allowed)
    }

    #[test]
    fn origin_is_compared_with_the_host() {
        for (origin, host, expected) in [
            ("http://localhost:8080", "localhost:8080", false),
            ("https://sudoku.example", "sudoku.example", false),
            ("https://Sudoku.example", "sudoku.EXAMPLE", false),
            ("https://sudoku.example", "sudoku.example:8080", false),
            ("https://sudoku.example:8443", "sudoku.example", false),
            ("http://[::1]:8080", "[::1]:8080", false),
            ("http://[::1]", "[::1]", false),
            ("http://localhost:3000", "localhost:8080", true),
            ("http://[::1]:3000", "[::1]:8080", true),
            ("https://evil.example", "sudoku.example", true),
            ("https://sudoku.example.evil.example", "sudoku.example", true),
            ("null", "sudoku.example", true),
            ("", "", true),
            ("http://", "", true),
        ] {
            let headers = [("origin", origin), ("host", host)];
            assert_eq!(is_foreign(&headers, &CorsOrigins::None), expected, "{origin} {host}");
        }
    }

    #[test]
    fn browser_states_the_relation_of_the_origins() {
        for (site, expected) in
            [("same-origin", false), ("none", false), ("same-site", true), ("cross-site", true), ("", true)]
        {
            assert_eq!(is_foreign(&[("host", "a"), ("sec-fetch-site", site)], &CorsOrigins::None), expected);
            // The gateway has replaced `Host`.
            let headers =
                [("host", "replica:8080"), ("origin", "https://a.example"), ("sec-fetch-site", site)];
            assert_eq!(is_foreign(&headers, &CorsOrigins::None), expected, "{site}");
            assert!(!is_foreign(&headers, &CorsOrigins::Any), "{site}");
            let listed = |origin| CorsOrigins::Listed(vec![HeaderValue::from_static(origin)]);
            assert!(!is_foreign(&headers, &listed("https://a.example")), "{site}");
            assert_eq!(is_foreign(&headers, &listed("https://b.example")), expected, "{site}");
        }
    }

    #[test]
    fn program_without_these_headers_is_no_page() {
        assert!(!is_foreign(&[("host", "a")], &CorsOrigins::None));
        assert!(!is_foreign(&[], &CorsOrigins::None));
    }
}
