//! The bytes of a body, within bounds of size and time.

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

/// The types of body that hold questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyType {
    Json,
    Text,
    Ndjson,
}

/// The types of body that an endpoint takes.
pub(super) struct TakenTypes {
    pub(super) types: &'static [BodyType],
    /// Their names, as a header lists them.
    pub(super) names: &'static str,
}

impl BodyType {
    /// The type that the headers declare, which must be one of those taken.
    pub(super) fn of(headers: &HeaderMap, taken: &TakenTypes) -> Result<Self, ApiError> {
        if headers.contains_key(header::CONTENT_ENCODING) {
            let detail = "send the body as it is, without a content-encoding";
            return Err(ApiError::new(ProblemCode::UnsupportedContentEncoding, detail));
        }
        let mut values = headers.get_all(header::CONTENT_TYPE).iter();
        let declared = match (values.next(), values.next()) {
            (Some(value), None) => value.to_str().ok().and_then(|value| MediaType::parse(value).ok()),
            _ => None,
        };
        declared
            .and_then(|declared| Self::of_media_type(&declared))
            .filter(|declared| taken.types.contains(declared))
            .ok_or_else(|| ApiError::unsupported_media_type(taken.names))
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

/// The first bytes of a body, which are none where it is empty.
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
    ApiError::new(ProblemCode::BadRequest, "the body broke off or is framed wrongly")
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
