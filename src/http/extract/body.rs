//! Media types of bodies, and reading them within bounds of size and time.

use std::error::Error;

use axum::body::Body;
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use http::{HeaderMap, header};
use http_body::Body as _;
use http_body_util::LengthLimitError;
use mediatype::{MediaType, ReadParams, names};

use super::form::NDJSON;
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;
use crate::wire::ProblemCode;

/// Media type of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyType {
    Json,
    Text,
    Ndjson,
}

/// Media types that an endpoint accepts.
pub(super) struct AcceptedTypes {
    pub(super) types: &'static [BodyType],
    /// Their names, for the `accept-post` header.
    pub(super) names: &'static str,
}

impl BodyType {
    /// Returns the declared type, if the endpoint accepts it.
    pub(super) fn of(headers: &HeaderMap, accepted: &AcceptedTypes) -> Result<Self, ApiError> {
        if headers.contains_key(header::CONTENT_ENCODING) {
            let detail = "the body has a content-encoding: send it uncompressed";
            return Err(ApiError::new(ProblemCode::UnsupportedContentEncoding, detail));
        }
        let mut values = headers.get_all(header::CONTENT_TYPE).iter();
        let declared = match (values.next(), values.next()) {
            (Some(value), None) => value.to_str().ok().and_then(|value| MediaType::parse(value).ok()),
            _ => None,
        };
        declared
            .and_then(|declared| Self::of_media_type(&declared))
            .filter(|declared| accepted.types.contains(declared))
            .ok_or_else(|| ApiError::unsupported_media_type(accepted.names))
    }

    fn of_media_type(declared: &MediaType<'_>) -> Option<Self> {
        let charset = declared.get_param(names::CHARSET);
        let is_utf8 = charset.is_none_or(|charset| {
            let name = charset.unquoted_str();
            name.eq_ignore_ascii_case("utf-8") || name.eq_ignore_ascii_case("us-ascii")
        });
        let essence = declared.essence();
        if !is_utf8 {
            None
        } else if essence == MediaType::new(names::APPLICATION, names::JSON) {
            Some(Self::Json)
        } else if essence == MediaType::new(names::TEXT, names::PLAIN) {
            Some(Self::Text)
        } else if essence == NDJSON {
            Some(Self::Ndjson)
        } else {
            None
        }
    }
}

/// Reads the first bytes of a body; none if it is empty.
pub(super) async fn first_bytes(
    body: &mut (impl Stream<Item = Result<Bytes, axum::Error>> + Unpin),
    bounds: BodyBounds,
) -> Result<Bytes, ApiError> {
    match tokio::time::timeout(bounds.read, body.next()).await {
        Ok(Some(Ok(bytes))) => Ok(bytes),
        Ok(Some(Err(_))) => Err(broken()),
        Ok(None) => Ok(Bytes::new()),
        Err(_) => Err(ApiError::request_timeout(bounds.read)),
    }
}

fn broken() -> ApiError {
    ApiError::new(ProblemCode::BadRequest, "the body is incomplete or its framing is invalid")
}

/// Reads the whole body.
pub(super) async fn read_body(body: Body, bounds: BodyBounds) -> Result<Bytes, ApiError> {
    let too_large = || ApiError::body_too_large(bounds.bytes_max);
    if body.size_hint().lower() > bounds.bytes_max as u64 {
        return Err(too_large());
    }
    let read = axum::body::to_bytes(body, bounds.bytes_max);
    match tokio::time::timeout(bounds.read, read).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if error.source().is_some_and(<dyn Error + 'static>::is::<LengthLimitError>) => {
            Err(too_large())
        }
        Ok(Err(_)) => Err(broken()),
        Err(_) => Err(ApiError::request_timeout(bounds.read)),
    }
}
