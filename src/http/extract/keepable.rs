//! Answers that clients, and caches between, may keep.

use std::convert::Infallible;

use axum::Extension;
use axum::extract::{FromRef, FromRequestParts};
use axum::response::{IntoResponse, Response};
use headers::{CacheControl, ETag, HeaderMapExt, IfNoneMatch};
use http::request::Parts;
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::form::{Form, Written};
use crate::exchange::AsksBatch;
use crate::http::error::ApiError;
use crate::http::state::KeepSettings;
use crate::wire::Report;

/// The form of an answer that may be kept, and what the client has of it already.
#[derive(Clone, Debug)]
pub(in crate::http) struct Keepable {
    form: Form,
    known: Option<IfNoneMatch>,
    settings: KeepSettings,
}

impl<S> FromRequestParts<S> for Keepable
where
    S: Sync,
    KeepSettings: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let form = Form::from_request_parts(parts, state).await?;
        Ok(Self { form, known: parts.headers.typed_get(), settings: KeepSettings::from_ref(state) })
    }
}

impl Keepable {
    /// Represents an answer. A final one gets a strong `ETag` of its bytes; who has them already is told so (304). Any
    /// other is not to be kept.
    ///
    /// # Errors
    /// Where it cannot be written as JSON, which is a bug.
    pub(in crate::http) fn represent<A, T>(self, report: &Report) -> Result<Response, ApiError>
    where
        A: AsksBatch,
        T: Serialize + for<'a> From<&'a Report>,
    {
        let written = self.form.write::<A, T>(report)?;
        Ok(if report.is_final() { self.to_keep(written) } else { not_to_keep(written) })
    }

    fn to_keep(&self, written: Written) -> Response {
        let tag = tag(&written.bytes);
        let finding = written.finding;
        let has_it = tag.parse().is_ok_and(|tag: ETag| self.has(&tag));
        let mut response = written.into_response();
        if has_it {
            let vary = response.headers_mut().remove(header::VARY);
            response = (StatusCode::NOT_MODIFIED, Extension(finding)).into_response();
            response.headers_mut().extend(vary.map(|vary| (header::VARY, vary)));
        }
        let control = CacheControl::new().with_max_age(self.settings.age_max);
        let everybody = self.settings.by_everybody;
        let control = if everybody { control.with_public() } else { control.with_private() };
        response.headers_mut().typed_insert(control);
        response.headers_mut().extend(HeaderValue::try_from(tag).ok().map(|tag| (header::ETAG, tag)));
        response
    }

    fn has(&self, tag: &ETag) -> bool {
        self.known.as_ref().is_some_and(|known| !known.precondition_passes(tag))
    }
}

fn not_to_keep(written: Written) -> Response {
    let mut response = written.into_response();
    response.headers_mut().typed_insert(CacheControl::new().with_no_store());
    response
}

/// The entity tag of these bytes: half of their SHA-256, which is enough to tell them from any others.
fn tag(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    let (half, _) = hash.split_at(16);
    format!("\"{}\"", base16ct::lower::encode_string(half))
}
