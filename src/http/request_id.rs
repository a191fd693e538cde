//! Request ids: taken from the client if valid, else generated, and echoed in the response.

use std::fmt;

use axum::extract::Request;
use axum::response::Response;
use http::{HeaderName, HeaderValue};
use uuid::Uuid;
use uuid::fmt::Hyphenated;

/// The header that carries the id.
pub(in crate::http) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Maximum length of an id. Longer ids are replaced.
const LENGTH_MAX: usize = 128;

/// The id of a request: 1 to 128 characters of `A-Z a-z 0-9 . _ -`.
#[derive(Clone, Debug)]
pub(in crate::http) struct RequestId(HeaderValue);

impl RequestId {
    /// Chooses the id of a request.
    pub(in crate::http) fn from_request(request: &Request) -> Self {
        let mut values = request.headers().get_all(REQUEST_ID).iter();
        match (values.next(), values.next()) {
            (Some(id), None) if is_valid(id.as_bytes()) => Self(id.clone()),
            _ => Self::generate(),
        }
    }

    /// Writes the id into the header of the response.
    pub(in crate::http) fn echo<B>(self, response: &mut Response<B>) {
        response.headers_mut().insert(REQUEST_ID, self.0);
    }

    pub(in crate::http) fn generate() -> Self {
        let mut text = [0; Hyphenated::LENGTH];
        let id = Uuid::new_v4().hyphenated().encode_lower(&mut text);
        // A hyphenated UUID is always a valid header value.
        Self(HeaderValue::from_str(id).unwrap_or(HeaderValue::from_static("none")))
    }

    pub(in crate::http) fn into_header(self) -> HeaderValue {
        self.0
    }

    pub(in crate::http) fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

fn is_valid(id: &[u8]) -> bool {
    let is_valid = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=LENGTH_MAX).contains(&id.len()) && id.iter().all(is_valid)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(ids: &[&[u8]]) -> Option<String> {
        let mut request = Request::default();
        for id in ids {
            let value = HeaderValue::from_bytes(id).expect("valid header value");
            request.headers_mut().append(REQUEST_ID, value);
        }
        let id = RequestId::from_request(&request).to_string();
        ids.contains(&id.as_bytes()).then_some(id)
    }

    #[test]
    fn invalid_or_repeated_id_is_replaced() {
        assert_eq!(accepted(&[b"Ab.9_-"]).as_deref(), Some("Ab.9_-"));
        assert_eq!(accepted(&[&[b'x'; 128]]), Some("x".repeat(128)));
        for hostile in [&b""[..], b"a b", b"a\"b", b"a\xffb", &[b'x'; 129], b"{}"] {
            assert_eq!(accepted(&[hostile]), None);
        }
        assert_eq!(accepted(&[b"a", b"b"]), None);
        assert_eq!(accepted(&[]), None);
    }
}
