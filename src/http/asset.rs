//! Files embedded in the program, with their entity tags.

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use headers::{HeaderMapExt, IfNoneMatch};
use http::{HeaderMap, HeaderValue, StatusCode, header};

use crate::http::extract::entity_tag;

/// Embedded file of a page.
#[derive(Clone, Debug)]
pub(super) struct Asset {
    bytes: Bytes,
    content_type: HeaderValue,
    is_gzipped: bool,
    /// `None` only if the tag is no header value, which is a bug.
    tag: Option<HeaderValue>,
}

impl Asset {
    /// Makes a file of this media type.
    pub(super) fn new(bytes: Bytes, content_type: HeaderValue) -> Self {
        let tag = HeaderValue::try_from(entity_tag(&bytes)).ok();
        Self { bytes, content_type, is_gzipped: false, tag }
    }

    /// Declares that the bytes are compressed.
    pub(super) fn gzipped(self, is_gzipped: bool) -> Self {
        Self { is_gzipped, ..self }
    }

    /// Makes the response: 304 if the client has the file. `policy` is its `Content-Security-Policy`.
    pub(super) fn respond(
        &self,
        headers: &HeaderMap,
        policy: &'static str,
        cache_control: &'static str,
    ) -> Response {
        let known: Option<IfNoneMatch> = headers.typed_get();
        let tag = self.tag.as_ref().and_then(|tag| tag.to_str().ok()).and_then(|tag| tag.parse().ok());
        let is_known = known.zip(tag).is_some_and(|(known, tag)| !known.precondition_passes(&tag));
        let mut response = if is_known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            ([(header::CONTENT_TYPE, self.content_type.clone())], self.bytes.clone()).into_response()
        };
        if self.is_gzipped && !is_known {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response.headers_mut().extend(self.tag.clone().map(|tag| (header::ETAG, tag)));
        response.headers_mut().extend([
            (header::CACHE_CONTROL, HeaderValue::from_static(cache_control)),
            (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy)),
            (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        ]);
        response
    }
}
