//! What the head of a request must be beyond what the HTTP parser takes.

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::uri::Authority;
use http::{HeaderMap, HeaderValue, Version, header};
use thiserror::Error;

use super::error::ApiError;
use crate::wire::ProblemCode;

/// The most header lines that a request may have.
const HEADERS_MAX: usize = 64;

/// Why a head cannot be served, whatever it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum HeadFault {
    #[error("a request of HTTP/1.1 must say in a Host header whom it is for")]
    HostMissing,
    #[error("there may be only one Host header")]
    HostRepeated,
    #[error("the Host header is no host and port")]
    HostInvalid,
    #[error("of the transfer-encodings, only `chunked` is understood, and only once")]
    TransferEncoding,
    #[error("a request may have at most {HEADERS_MAX} header lines")]
    HeadersMany,
}

impl HeadFault {
    /// What is wrong with the head, if anything is.
    pub(super) fn of(request: &Request) -> Option<Self> {
        let headers = request.headers();
        if headers.len() > HEADERS_MAX {
            return Some(Self::HeadersMany);
        }
        Self::of_host(headers, request.version()).or_else(|| Self::of_transfer_encoding(headers))
    }

    /// A request for two hosts is for one of them in front of a gateway and for the other behind it.
    fn of_host(headers: &HeaderMap, version: Version) -> Option<Self> {
        let mut hosts = headers.get_all(header::HOST).iter();
        match (hosts.next(), hosts.next()) {
            (None, _) if version < Version::HTTP_11 => None,
            (None, _) => Some(Self::HostMissing),
            (Some(_), Some(_)) => Some(Self::HostRepeated),
            (Some(host), None) => (!is_host(host)).then_some(Self::HostInvalid),
        }
    }

    /// hyper reads whatever ends in `chunked`, and would give away what comes before it as if it were not there.
    fn of_transfer_encoding(headers: &HeaderMap) -> Option<Self> {
        let mut encodings = headers.get_all(header::TRANSFER_ENCODING).iter();
        let first = encodings.next()?;
        let is_chunked = first.as_bytes().eq_ignore_ascii_case(b"chunked") && encodings.next().is_none();
        (!is_chunked).then_some(Self::TransferEncoding)
    }
}

/// A host and perhaps a port, without a user; or nothing, as RFC 9112 wants it where the target has no host.
fn is_host(host: &HeaderValue) -> bool {
    let host = host.as_bytes();
    host.is_empty() || Authority::try_from(host).is_ok_and(|authority| is_host_and_port(&authority))
}

/// `Authority` itself lets a user through, and a port that is no number.
fn is_host_and_port(authority: &Authority) -> bool {
    let port = authority.as_str().strip_prefix(authority.host());
    port.is_some_and(|port| port.trim_start_matches(':').bytes().all(|byte| byte.is_ascii_digit()))
}

impl From<HeadFault> for ApiError {
    fn from(fault: HeadFault) -> Self {
        let code = match fault {
            HeadFault::HeadersMany => ProblemCode::HeadTooLarge,
            _ => ProblemCode::BadRequest,
        };
        Self::new(code, fault.to_string())
    }
}

/// Refuses the request for what is wrong with its head. Who misunderstands one head may misunderstand where the next
/// begins, so the connection goes with it.
pub(super) async fn refuse_head(request: Request) -> Response {
    let fault = request.extensions().get::<HeadFault>().copied();
    let error = fault.map_or_else(ApiError::internal, ApiError::from);
    ([(header::CONNECTION, "close")], error).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(version: Version, headers: &[(&str, &str)]) -> Option<HeadFault> {
        let mut request = Request::default();
        *request.version_mut() = version;
        for (name, value) in headers {
            let name = header::HeaderName::try_from(*name).expect("a name");
            request.headers_mut().append(name, HeaderValue::try_from(*value).expect("a value"));
        }
        HeadFault::of(&request)
    }

    #[test]
    fn a_request_is_for_one_host() {
        for host in ["localhost", "localhost:8080", "[::1]:8080", "10.0.0.1", "a-b.example", ""] {
            assert_eq!(fault(Version::HTTP_11, &[("host", host)]), None, "{host}");
        }
        for host in ["a b", "user@localhost", "localhost:port", "http://localhost", "a/b"] {
            assert_eq!(fault(Version::HTTP_11, &[("host", host)]), Some(HeadFault::HostInvalid), "{host}");
        }
        assert_eq!(fault(Version::HTTP_11, &[]), Some(HeadFault::HostMissing));
        assert_eq!(fault(Version::HTTP_10, &[]), None);
        let twice = [("host", "a"), ("host", "a")];
        assert_eq!(fault(Version::HTTP_11, &twice), Some(HeadFault::HostRepeated));
        assert_eq!(fault(Version::HTTP_10, &twice), Some(HeadFault::HostRepeated));
    }

    #[test]
    fn chunked_is_the_only_transfer_encoding() {
        let te = |encodings: &[&str]| {
            let host = [("host", "a")].into_iter();
            let encodings = encodings.iter().map(|encoding| ("transfer-encoding", *encoding));
            fault(Version::HTTP_11, &host.chain(encodings).collect::<Vec<_>>())
        };
        assert_eq!(te(&["chunked"]), None);
        assert_eq!(te(&["Chunked"]), None);
        for encodings in
            [&["gzip, chunked"][..], &["gzip", "chunked"], &["chunked", "chunked"], &["identity"]]
        {
            assert_eq!(te(encodings), Some(HeadFault::TransferEncoding), "{encodings:?}");
        }
    }

    #[test]
    fn header_lines_are_counted() {
        let headers = |count: usize| [vec![("host", "a")], vec![("x-any", "b"); count - 1]].concat();
        assert_eq!(fault(Version::HTTP_11, &headers(64)), None);
        assert_eq!(fault(Version::HTTP_11, &headers(65)), Some(HeadFault::HeadersMany));
    }
}
