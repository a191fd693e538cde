//! Files embedded in the program, plain and compressed, with their entity tags.

use std::io::{self, Read, Write};

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use headers::{HeaderMapExt, IfNoneMatch};
use http::{HeaderMap, HeaderValue, StatusCode, header};

use crate::http::extract::{accepts_gzip, entity_tag};

/// Embedded file of a page.
#[derive(Clone, Debug)]
pub(super) struct Asset {
    content_type: HeaderValue,
    plain: Representation,
    /// `None` if compression does not make the file smaller.
    gzip: Option<Representation>,
}

/// Bytes of a file in one content coding.
#[derive(Clone, Debug)]
struct Representation {
    bytes: Bytes,
    /// `None` only if the tag is no header value, which is a bug.
    tag: Option<HeaderValue>,
}

impl Asset {
    /// Makes a file of this media type.
    pub(super) fn new(bytes: Bytes, content_type: HeaderValue) -> Self {
        let compressed = compress(&bytes).ok().filter(|compressed| compressed.len() < bytes.len());
        let gzip = compressed.map(|compressed| Representation::new(compressed.into()));
        Self { content_type, plain: Representation::new(bytes), gzip }
    }

    /// Makes a file from its compressed bytes.
    ///
    /// # Errors
    /// If they are not gzip data.
    pub(super) fn from_gzip(compressed: Bytes, content_type: HeaderValue) -> io::Result<Self> {
        let mut plain = Vec::new();
        GzDecoder::new(&*compressed).read_to_end(&mut plain)?;
        let plain = Representation::new(plain.into());
        Ok(Self { content_type, plain, gzip: Some(Representation::new(compressed)) })
    }

    /// Makes the response, compressed if the client accepts it; 304 if the client has the file. `policy` is its
    /// `Content-Security-Policy`.
    pub(super) fn respond(
        &self,
        headers: &HeaderMap,
        policy: &'static str,
        cache_control: &'static str,
    ) -> Response {
        let gzip = self.gzip.as_ref().filter(|_| accepts_gzip(headers));
        let Representation { bytes, tag } = gzip.unwrap_or(&self.plain);
        let known: Option<IfNoneMatch> = headers.typed_get();
        let parsed = tag.as_ref().and_then(|tag| tag.to_str().ok()).and_then(|tag| tag.parse().ok());
        let is_known = known.zip(parsed).is_some_and(|(known, tag)| !known.precondition_passes(&tag));
        let mut response = if is_known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            ([(header::CONTENT_TYPE, self.content_type.clone())], bytes.clone()).into_response()
        };
        if gzip.is_some() && !is_known {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response.headers_mut().extend(tag.clone().map(|tag| (header::ETAG, tag)));
        response.headers_mut().extend([
            (header::VARY, HeaderValue::from_static("accept-encoding")),
            (header::CACHE_CONTROL, HeaderValue::from_static(cache_control)),
            (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy)),
            (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        ]);
        response
    }
}

impl Representation {
    fn new(bytes: Bytes) -> Self {
        Self { tag: HeaderValue::try_from(entity_tag(&bytes)).ok(), bytes }
    }
}

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    async fn sent(asset: &Asset, accepted: &str) -> (Option<HeaderValue>, Bytes) {
        let headers = [(header::ACCEPT_ENCODING, accepted.parse().expect("valid header value"))];
        let response = asset.respond(&headers.into_iter().collect(), "", "no-cache");
        assert_eq!(response.headers()[header::VARY], "accept-encoding");
        let coding = response.headers().get(header::CONTENT_ENCODING).cloned();
        (coding, response.into_body().collect().await.expect("the body is complete").to_bytes())
    }

    #[tokio::test]
    async fn both_representations_have_the_same_contents() {
        let text = Bytes::from("text ".repeat(100));
        let media_type = HeaderValue::from_static("text/plain");
        let asset = Asset::new(text.clone(), media_type.clone());
        let (coding, compressed) = sent(&asset, "gzip").await;
        assert_eq!(coding, Some(HeaderValue::from_static("gzip")));
        assert!(compressed.len() < 50, "{} bytes", compressed.len());
        let asset = Asset::from_gzip(compressed.clone(), media_type).expect("gzip data");
        assert_eq!(sent(&asset, "gzip").await.1, compressed);
        assert_eq!(sent(&asset, "identity").await, (None, text));
    }

    #[tokio::test]
    async fn file_that_compression_makes_larger_is_sent_plain() {
        let asset = Asset::new(Bytes::from_static(b"1"), HeaderValue::from_static("text/plain"));
        assert_eq!(sent(&asset, "gzip").await, (None, Bytes::from_static(b"1")));
    }

    #[test]
    fn other_data_is_not_gzip() {
        let made = Asset::from_gzip(Bytes::from_static(b"plain"), HeaderValue::from_static("text/plain"));
        assert!(made.is_err());
    }
}
