//! Rejects requests that violate RFC 9112 in ways that the HTTP parser accepts.

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::uri::Authority;
use http::{HeaderMap, HeaderValue, Version, header};
use quadrille_answers::faults::ProblemCode;
use thiserror::Error;

use crate::http::error::ApiError;

/// Maximum number of header lines of a request.
const HEADERS_MAX: usize = 64;

/// Headers of which a request may have one line. `Host` and `Transfer-Encoding` have checks of their own; those of several lines, such as
/// `Accept`, mean the same as one list.
const SINGLE: &[&str] = &[
    "access-control-request-method",
    "authorization",
    "content-encoding",
    "content-type",
    "idempotency-key",
    "if-range",
    "last-event-id",
    "origin",
    "quadrille-read-first",
    "range",
    "sec-fetch-site",
    "x-api-key",
];

/// Defect of a request head, independent of the route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum HeadRejection {
    #[error("an HTTP/1.1 request must have a Host header")]
    HostMissing,
    #[error("the request has more than one Host header")]
    HostRepeated,
    #[error("the Host header is not a valid host with an optional port")]
    HostInvalid,
    #[error("the only supported transfer-encoding is `chunked`, given once")]
    TransferEncoding,
    #[error("a request may have at most {HEADERS_MAX} header lines")]
    HeadersMany,
    #[error("the request has more than one {0} header; send it once")]
    Repeated(&'static str),
}

impl HeadRejection {
    /// Returns the first defect of the head, if it has one.
    pub(super) fn find(request: &Request) -> Option<Self> {
        let headers = request.headers();
        if headers.len() > HEADERS_MAX {
            return Some(Self::HeadersMany);
        }
        Self::of_host(headers, request.version())
            .or_else(|| Self::of_transfer_encoding(headers))
            .or_else(|| Self::of_repeated(headers))
    }

    /// Checks headers that may occur once: of two values, a gateway might trust the other one.
    fn of_repeated(headers: &HeaderMap) -> Option<Self> {
        // Nearly no request repeats a header.
        if headers.len() == headers.keys_len() {
            return None;
        }
        let is_repeated = |name: &&&str| headers.get_all(**name).iter().nth(1).is_some();
        SINGLE.iter().find(is_repeated).map(|name| Self::Repeated(name))
    }

    /// Checks the host. Rejects two `Host` headers: a gateway might trust the other one.
    fn of_host(headers: &HeaderMap, version: Version) -> Option<Self> {
        let mut hosts = headers.get_all(header::HOST).iter();
        match (hosts.next(), hosts.next()) {
            (None, _) if version < Version::HTTP_11 => None,
            (None, _) => Some(Self::HostMissing),
            (Some(_), Some(_)) => Some(Self::HostRepeated),
            (Some(host), None) => (!is_host(host)).then_some(Self::HostInvalid),
        }
    }

    /// Checks the transfer coding. hyper accepts every list that ends in `chunked` and ignores the codings before it.
    fn of_transfer_encoding(headers: &HeaderMap) -> Option<Self> {
        let mut encodings = headers.get_all(header::TRANSFER_ENCODING).iter();
        let first = encodings.next()?;
        let is_chunked = first.as_bytes().eq_ignore_ascii_case(b"chunked") && encodings.next().is_none();
        (!is_chunked).then_some(Self::TransferEncoding)
    }
}

/// Returns whether the value is a host with an optional port, or empty (RFC 9112, 3.2: no authority).
fn is_host(host: &HeaderValue) -> bool {
    let host = host.as_bytes();
    host.is_empty()
        || is_plain_host(host)
        || Authority::try_from(host).is_ok_and(|authority| is_host_and_port(&authority))
}

/// Returns whether the bytes are a name or an IPv4 address with an optional port: nearly every host, and the parser would
/// allocate.
fn is_plain_host(host: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let name = host.iter().take_while(|byte| is_name(byte)).count();
    match host.split_at(name) {
        ([], _) => false,
        (_, []) => true,
        (_, [b':', port @ ..]) => (1..=5).contains(&port.len()) && port.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// Rejects user information and a non-numeric port, which `Authority` accepts.
fn is_host_and_port(authority: &Authority) -> bool {
    let port = authority.as_str().strip_prefix(authority.host());
    port.is_some_and(|port| port.trim_start_matches(':').bytes().all(|byte| byte.is_ascii_digit()))
}

impl From<HeadRejection> for ApiError {
    fn from(rejection: HeadRejection) -> Self {
        let code = match rejection {
            HeadRejection::HeadersMany => ProblemCode::HeadTooLarge,
            _ => ProblemCode::BadRequest,
        };
        Self::new(code, rejection.to_string())
    }
}

impl IntoResponse for HeadRejection {
    /// Closes the connection: the client may also disagree about the start of the next request.
    fn into_response(self) -> Response {
        ([(header::CONNECTION, "close")], ApiError::from(self)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejection(version: Version, headers: &[(&str, &str)]) -> Option<HeadRejection> {
        let mut request = Request::default();
        *request.version_mut() = version;
        for (name, value) in headers {
            let name = header::HeaderName::try_from(*name).expect("valid header name");
            request.headers_mut().append(name, HeaderValue::try_from(*value).expect("valid header value"));
        }
        HeadRejection::find(&request)
    }

    #[test]
    fn host_must_be_single_and_valid() {
        for host in ["localhost", "localhost:8080", "[::1]:8080", "10.0.0.1", "a-b.example:65535", "a_b", ""]
        {
            assert_eq!(rejection(Version::HTTP_11, &[("host", host)]), None, "{host}");
        }
        for host in
            ["a b", "user@localhost", "localhost:port", "localhost:8080x", "a:1:2", "http://localhost", "a/b"]
        {
            assert_eq!(
                rejection(Version::HTTP_11, &[("host", host)]),
                Some(HeadRejection::HostInvalid),
                "{host}"
            );
        }
        assert_eq!(rejection(Version::HTTP_11, &[]), Some(HeadRejection::HostMissing));
        assert_eq!(rejection(Version::HTTP_10, &[]), None);
        let twice = [("host", "a"), ("host", "a")];
        assert_eq!(rejection(Version::HTTP_11, &twice), Some(HeadRejection::HostRepeated));
        assert_eq!(rejection(Version::HTTP_10, &twice), Some(HeadRejection::HostRepeated));
    }

    #[test]
    fn transfer_encoding_other_than_chunked_is_rejected() {
        let te = |encodings: &[&str]| {
            let host = [("host", "a")].into_iter();
            let encodings = encodings.iter().map(|encoding| ("transfer-encoding", *encoding));
            rejection(Version::HTTP_11, &host.chain(encodings).collect::<Vec<_>>())
        };
        assert_eq!(te(&["chunked"]), None);
        assert_eq!(te(&["Chunked"]), None);
        for encodings in
            [&["gzip, chunked"][..], &["gzip", "chunked"], &["chunked", "chunked"], &["identity"]]
        {
            assert_eq!(te(encodings), Some(HeadRejection::TransferEncoding), "{encodings:?}");
        }
    }

    #[test]
    fn header_with_one_meaning_is_rejected_if_repeated() {
        let with = |name: &str, values: [&str; 2]| {
            rejection(Version::HTTP_11, &[("host", "a"), (name, values[0]), (name, values[1])])
        };
        for name in SINGLE {
            for values in [["a", "a"], ["a", "b"], ["", "a"]] {
                assert_eq!(with(name, values), Some(HeadRejection::Repeated(name)), "{name}");
            }
            assert_eq!(rejection(Version::HTTP_11, &[("host", "a"), (name, "a")]), None, "{name}");
        }
        for name in ["accept", "accept-encoding", "if-none-match", "tracestate", "x-forwarded-for", "cookie"]
        {
            assert_eq!(with(name, ["a", "b"]), None, "{name}");
        }
    }

    #[test]
    fn more_than_64_header_lines_are_rejected() {
        let headers = |count: usize| [vec![("host", "a")], vec![("x-any", "b"); count - 1]].concat();
        assert_eq!(rejection(Version::HTTP_11, &headers(64)), None);
        assert_eq!(rejection(Version::HTTP_11, &headers(65)), Some(HeadRejection::HeadersMany));
    }
}
