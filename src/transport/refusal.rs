//! Refusals of the HTTP parser and of the accept loop, which no handler sees.
//!
//! hyper has only bare statuses for them. It also takes a body that is too long for a head that is too large.

use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use http::Response;
use http::header::{CONNECTION, CONTENT_LENGTH, DATE};
use tokio::io::{AsyncWrite, AsyncWriteExt};

use crate::time::SystemTime;

/// Maximum size of a request head in bytes, including its empty line.
pub const HEAD_BYTES_MAX: usize = 16 << 10;

/// Largest body length that hyper can represent.
const BODY_LENGTH_MAX: u64 = u64::MAX - 2;

/// Reason why the transport refuses a request or a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransportRefusal {
    /// The request head violates HTTP.
    Malformed,
    /// The request head has too many bytes or lines.
    HeadTooLarge,
    /// The declared length of the body is not representable.
    BodyTooLarge,
    /// The client has its share of the connections.
    TooManyConnections,
}

/// Records a refusal of a peer and returns the response.
pub type Refuse = Arc<dyn Fn(TransportRefusal, Option<SocketAddr>) -> Response<Bytes> + Send + Sync>;

impl TransportRefusal {
    /// Returns the refusal of a head that hyper could not parse.
    pub(super) fn from_parse_error(error: &hyper::Error, head: &[u8]) -> Self {
        // hyper reports a length above the maximum as a large head.
        if declares_too_large_body(head) {
            Self::BodyTooLarge
        } else if error.is_parse_too_large() {
            Self::HeadTooLarge
        } else {
            Self::Malformed
        }
    }
}

/// Returns whether a line of the head declares a body length that is not representable.
fn declares_too_large_body(head: &[u8]) -> bool {
    let lines = head.split(|byte| *byte == b'\n').filter_map(|line| str::from_utf8(line).ok());
    lines.filter_map(|line| line.split_once(':')).any(|(name, value)| {
        let digits = value.trim_ascii();
        name.eq_ignore_ascii_case(CONTENT_LENGTH.as_str())
            && !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            // An error means an overflow.
            && digits.parse().map_or(true, |length: u64| length > BODY_LENGTH_MAX)
    })
}

/// Sends a response and closes the writing side. Returns whether it was sent.
pub(super) async fn send(stream: &mut (impl AsyncWrite + Unpin), response: Response<Bytes>) -> bool {
    let sent = async {
        stream.write_all(&encode(response)).await?;
        stream.shutdown().await
    };
    sent.await.inspect_err(|error| tracing::debug!(%error, "sending a refusal failed")).is_ok()
}

/// Encodes a response that closes the connection.
fn encode(response: Response<Bytes>) -> Vec<u8> {
    let (head, body) = response.into_parts();
    let mut bytes = format!("HTTP/1.1 {}\r\n", head.status).into_bytes();
    for (name, value) in &head.headers {
        bytes.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    let date = httpdate::fmt_http_date(SystemTime::now());
    let length = body.len();
    let last = format!("{CONTENT_LENGTH}: {length}\r\n{CONNECTION}: close\r\n{DATE}: {date}\r\n\r\n");
    bytes.extend_from_slice(last.as_bytes());
    bytes.extend_from_slice(&body);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unrepresentable_body_length_is_recognised() {
        for length in [
            "18446744073709551615",
            "18446744073709551614",
            "99999999999999999999999",
            " 18446744073709551616 ",
        ] {
            let head = format!("POST / HTTP/1.1\r\nhost: a\r\nContent-Length:{length}\r\n\r\n");
            assert!(declares_too_large_body(head.as_bytes()), "{head}");
        }
        for head in [
            "content-length: 18446744073709551613\r\n",
            "content-length: -1\r\n",
            "content-length: \r\n",
            "content-length: 1e99\r\n",
            "x-length: 99999999999999999999999\r\n",
            "content-length 99999999999999999999999\r\n",
        ] {
            assert!(!declares_too_large_body(head.as_bytes()), "{head}");
        }
    }

    #[test]
    fn encoded_response_has_length_date_and_close() {
        let response = Response::builder().status(431).header("x-any", "value").body("body".into());
        let bytes = encode(response.expect("a response"));
        let text = String::from_utf8(bytes).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
        assert_eq!(body, "body");
        let mut lines = head.lines();
        assert_eq!(lines.next(), Some("HTTP/1.1 431 Request Header Fields Too Large"));
        assert_eq!(lines.next(), Some("x-any: value"));
        assert_eq!(lines.next(), Some("content-length: 4"));
        assert_eq!(lines.next(), Some("connection: close"));
        assert!(lines.next().is_some_and(|line| line.starts_with("date: ") && line.ends_with(" GMT")));
        assert_eq!(lines.next(), None);
    }
}
