//! Conditional requests (RFC 9110): `ETag`, `If-None-Match` and `Cache-Control`.

use std::convert::Infallible;

use axum::extract::{FromRef, FromRequestParts};
use axum::response::{IntoResponse, Response};
use headers::{CacheControl, ETag, HeaderMapExt, IfNoneMatch};
use http::request::Parts;
use http::{HeaderValue, StatusCode, header};
use quadrille_answers::service::{Reply, SearchAnswer};
use quadrille_answers::wire::{AnswerKind, AnswerOf, NotationOf, ResultStyle};
use sha2::{Digest, Sha256};

use super::form::ResponseFormat;
use crate::http::error::ApiError;
use crate::http::state::{AppState, CacheControlSettings};

/// Settings of cacheable responses, and the entity tags that the client has.
#[derive(Clone, Debug)]
pub(in crate::http) struct Conditional {
    known: Option<IfNoneMatch>,
    settings: CacheControlSettings,
}

impl FromRequestParts<AppState> for Conditional {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self { known: parts.headers.typed_get(), settings: CacheControlSettings::from_ref(state) })
    }
}

impl Conditional {
    /// Makes the response to a question in this format. A final result of one that is `repeatable`, because it gets the same result if it is asked again,
    /// gets a strong `ETag`, and 304 if the client has it; any other result is `no-store`.
    ///
    /// # Errors
    /// If serialization fails, which is a bug.
    pub(in crate::http) fn respond<K: AnswerKind>(
        self,
        format: ResponseFormat,
        repeatable: bool,
        reply: &Reply<AnswerOf<K>>,
        style: &ResultStyle<NotationOf<K>>,
    ) -> Result<Response, ApiError> {
        let result = || K::single_result(reply, style);
        let encoded = format.encode::<K, _>(reply, style, result)?;
        if !repeatable || !reply.answer.summary().stop_reason.is_final() {
            return Ok(uncacheable(encoded.into_response()));
        }
        let (tag, outcome) = (entity_tag(&encoded.bytes), encoded.outcome);
        let mut response = self.cacheable(tag, encoded.into_response());
        response.extensions_mut().insert(outcome);
        Ok(response)
    }

    /// Makes a response cacheable: adds its `ETag`, or replaces it by 304 if the client has it.
    pub(in crate::http) fn cacheable(&self, tag: String, mut response: Response) -> Response {
        if tag.parse().is_ok_and(|tag: ETag| self.has(&tag)) {
            let vary = response.headers_mut().remove(header::VARY);
            response = StatusCode::NOT_MODIFIED.into_response();
            response.headers_mut().extend(vary.map(|vary| (header::VARY, vary)));
        }
        let control = CacheControl::new().with_max_age(self.settings.age_max);
        let is_public = !self.settings.access.requires_key();
        let control = if is_public { control.with_public() } else { control.with_private() };
        response.headers_mut().typed_insert(control);
        response.headers_mut().extend(HeaderValue::try_from(tag).ok().map(|tag| (header::ETAG, tag)));
        response
    }

    fn has(&self, tag: &ETag) -> bool {
        self.known.as_ref().is_some_and(|known| !known.precondition_passes(tag))
    }
}

/// Forbids caches to store a response.
pub(in crate::http) fn uncacheable(mut response: Response) -> Response {
    response.headers_mut().typed_insert(CacheControl::new().with_no_store());
    response
}

/// Returns the entity tag of a body: half of its SHA-256.
pub(in crate::http) fn entity_tag(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    let (half, _) = hash.split_at(16);
    format!("\"{}\"", base16ct::lower::encode_string(half))
}
