//! Section `http`.

use std::net::Ipv6Addr;
use std::time::Duration;

use super::section::section;

/// Request headers with a standard meaning, and others that the service reads.
const RESERVED_HEADERS: &[&str] = &[
    "accept",
    "accept-charset",
    "accept-encoding",
    "accept-language",
    "access-control-request-headers",
    "access-control-request-method",
    "age",
    "authorization",
    "cache-control",
    "connection",
    "content-encoding",
    "content-language",
    "content-length",
    "content-location",
    "content-range",
    "content-type",
    "cookie",
    "date",
    "expect",
    "forwarded",
    "from",
    "host",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "if-unmodified-since",
    "idempotency-key",
    "keep-alive",
    "last-event-id",
    "max-forwards",
    "origin",
    "pragma",
    "proxy-authorization",
    "proxy-connection",
    "quadrille-read-first",
    "range",
    "referer",
    "sec-fetch-site",
    "te",
    "traceparent",
    "tracestate",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
    "via",
    "x-api-key",
    "x-forwarded-for",
    "x-request-id",
];

section! {
    /// Limits on connections and requests.
    #[section = "http"]
    pub struct Http {
        /// Maximum size of a request body in bytes.
        #[range(1024..=16 << 20)]
        pub body_bytes_max: usize,
        /// Maximum size of all request bodies that are held at once, in bytes.
        #[range(1 << 20..=1 << 40)]
        pub body_bytes_total_max: usize,
        /// Time limit for receiving a request body, in milliseconds.
        #[range(1..=600_000)]
        pub body_read_timeout_ms: u64,
        /// Maximum time between two entries of a streamed batch, in milliseconds.
        #[range(1..=3_600_000)]
        pub body_idle_timeout_ms: u64,
        /// Time limit for receiving a request head, in milliseconds.
        #[range(1..=600_000)]
        pub header_read_timeout_ms: u64,
        /// Maximum time in milliseconds from a response to the beginning of the next request on the connection.
        #[range(1..=3_600_000)]
        pub keep_alive_timeout_ms: u64,
        /// Maximum time in milliseconds for which a client may read nothing of its response.
        #[range(1..=600_000)]
        pub write_stall_timeout_ms: u64,
        /// Maximum number of open connections.
        #[range(1..=1_000_000)]
        pub connections_max: u32,
        /// Names by which requests may address the service; `*` for all.
        #[range(0..=100)]
        pub hosts: Vec<String>,
        /// Request header with the client's timeout in milliseconds; empty for none.
        pub deadline_header: String,
        /// Milliseconds before that timeout at which the answer must be ready.
        #[range(0..=60_000)]
        pub deadline_margin_ms: u64,
        /// `max-age` of cacheable responses, in seconds.
        #[range(0..=31_536_000)]
        pub cache_max_age_s: u64,
    }
}

impl Http {
    /// Returns the faults that no range expresses.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.body_bytes_max > self.body_bytes_total_max {
            faults.push(format!(
                "http.body_bytes_max: {} is greater than http.body_bytes_total_max, {}",
                self.body_bytes_max, self.body_bytes_total_max
            ));
        }
        for host in self.hosts.iter().filter(|host| !is_host(host)) {
            faults.push(format!(
                "http.hosts: {host:?} is not a host without port, expected \"sudoku.example.org\", \"10.0.0.1\", \"[fd00::1]\" or \"*\""
            ));
        }
        let name = &self.deadline_header;
        let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        if !is_plain || name.len() > 64 {
            faults.push(format!(
                "http.deadline_header: {name:?} is not a header name, \
                 expected letters, digits, `-`, `_` or `.`, at most 64 characters"
            ));
        }
        if RESERVED_HEADERS.iter().any(|reserved| name.eq_ignore_ascii_case(reserved)) {
            faults.push(format!(
                "http.deadline_header: {name:?} has another meaning, expected a header of its own such as \
                 \"x-request-timeout-ms\""
            ));
        }
        faults
    }

    /// [`Self::header_read_timeout_ms`] as a duration.
    pub fn header_read_timeout(&self) -> Duration {
        Duration::from_millis(self.header_read_timeout_ms)
    }

    /// [`Self::keep_alive_timeout_ms`] as a duration.
    pub fn keep_alive_timeout(&self) -> Duration {
        Duration::from_millis(self.keep_alive_timeout_ms)
    }

    /// [`Self::write_stall_timeout_ms`] as a duration.
    pub fn write_stall_timeout(&self) -> Duration {
        Duration::from_millis(self.write_stall_timeout_ms)
    }
}

/// Returns whether this is a name or an address without a port, IPv6 in brackets, or `*`.
fn is_host(host: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    match address {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => host == "*" || (!host.is_empty() && host.bytes().all(is_plain)),
    }
}
