//! The form in which a client wants its answer.

use std::convert::Infallible;
use std::str::FromStr;

use axum::Extension;
use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use headers_accept::Accept;
use http::request::Parts;
use http::{HeaderValue, header};
use mediatype::{MediaType, MediaTypeBuf, Name, ReadParams, names};
use serde::Serialize;

use crate::exchange::{AsksBatch, Style};
use crate::http::error::ApiError;
use crate::wire::{Finding, Report};

static JSON: MediaType<'static> = MediaType::new(names::APPLICATION, names::JSON);
static TEXT: MediaType<'static> = MediaType::new(names::TEXT, names::PLAIN);
pub(super) static NDJSON: MediaType<'static> =
    MediaType::new(names::APPLICATION, Name::new_unchecked("x-ndjson"));
static HTML: MediaType<'static> = MediaType::new(names::TEXT, names::HTML);

const APPLICATION_JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Text as it is sent.
pub(in crate::http) const TEXT_UTF8: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

/// Answers as JSON, or as the bare words where the client prefers `text/plain`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum Form {
    Json,
    Text,
}

/// The style of the lines of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) struct Lined(pub(in crate::http) Style);

/// A page for a browser, or JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum Page {
    Html,
    Json,
}

impl<S: Sync> FromRequestParts<S> for Form {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(if prefers(parts, &TEXT) { Self::Text } else { Self::Json })
    }
}

impl<S: Sync> FromRequestParts<S> for Page {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(if prefers(parts, &HTML) { Self::Html } else { Self::Json })
    }
}

/// How the lines of a stream are written: as text where the client prefers `text/plain`.
impl<S: Sync> FromRequestParts<S> for Lined {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let prefers_text = preferred(parts, [&NDJSON, &TEXT]) == Some(&TEXT);
        Ok(Self(if prefers_text { Style::Text } else { Style::Ndjson }))
    }
}

impl Form {
    /// Represents an answer. A client that accepts neither form gets JSON: there is nothing else to give.
    pub(in crate::http) fn represent<A: AsksBatch>(self, report: &Report) -> Response {
        self.write::<A, A::Answer>(report).into_response()
    }

    /// Writes an answer: the words of `A`, or `T` as JSON.
    ///
    /// # Errors
    /// Where it cannot be written as JSON, which is a bug.
    pub(super) fn write<A, T>(self, report: &Report) -> Result<Written, ApiError>
    where
        A: AsksBatch,
        T: Serialize + for<'a> From<&'a Report>,
    {
        let (bytes, media_type) = match self {
            Self::Text => {
                let mut text = Vec::new();
                A::write_text(report, &mut text);
                text.push(b'\n');
                (text, TEXT_UTF8)
            }
            Self::Json => (json_bytes(&T::from(report))?, APPLICATION_JSON),
        };
        Ok(Written { bytes, media_type, finding: Finding::from(report) })
    }
}

/// An answer in the form that the client prefers.
pub(super) struct Written {
    pub(super) bytes: Vec<u8>,
    /// For the log and the metrics, which see nothing else of the answer.
    pub(super) finding: Finding,
    media_type: HeaderValue,
}

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        let vary = HeaderValue::from_static("accept");
        let headers = [(header::CONTENT_TYPE, self.media_type), (header::VARY, vary)];
        (headers, Extension(self.finding), self.bytes).into_response()
    }
}

/// A JSON response.
pub(in crate::http) fn json<T: Serialize>(body: &T) -> Response {
    let written = json_bytes(body).map(|bytes| ([(header::CONTENT_TYPE, APPLICATION_JSON)], bytes));
    written.into_response()
}

fn json_bytes<T: Serialize>(body: &T) -> Result<Vec<u8>, ApiError> {
    serde_json::to_vec(body).map_err(|error| {
        tracing::error!(%error, "an answer could not be written as JSON");
        ApiError::internal()
    })
}

/// Whether the `Accept` headers prefer a type to JSON.
fn prefers(parts: &Parts, other: &'static MediaType<'static>) -> bool {
    preferred(parts, [&JSON, other]) == Some(other)
}

/// The type that the `Accept` headers prefer, of these; of equals the first. `None` where they name none.
fn preferred(parts: &Parts, types: [&'static MediaType<'static>; 2]) -> Option<&'static MediaType<'static>> {
    let values: Vec<&str> =
        parts.headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
    if values.is_empty() {
        return None;
    }
    let accept = Accept::from_str(&values.join(", ")).ok()?;
    // All there is is UTF-8, so that a charset asked for makes no difference; the negotiation would look at it.
    let bare: Vec<String> = accept.media_types().map(without_parameters).collect();
    Accept::from_str(&bare.join(", ")).ok()?.negotiate(types)
}

/// A media range with no parameter but its weight.
fn without_parameters(range: &MediaTypeBuf) -> String {
    let essence = range.essence();
    range.get_param(names::Q).map_or_else(|| essence.to_string(), |weight| format!("{essence};q={weight}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefers_text(accept: &[&str]) -> bool {
        let (mut parts, ()) = http::Request::new(()).into_parts();
        for value in accept {
            parts.headers.append(header::ACCEPT, value.parse().expect("a header value"));
        }
        prefers(&parts, &TEXT)
    }

    #[test]
    fn text_is_given_only_to_who_prefers_it() {
        for accept in [
            &["text/plain"][..],
            &["text/*"],
            &["text/plain, application/json;q=0.9"],
            &["text/plain; charset=utf-8"],
            &["Text/Plain;charset=UTF-8"],
        ] {
            assert!(prefers_text(accept), "{accept:?}");
        }
        assert!(prefers_text(&["application/json;q=0.1", "text/plain"]));
        for accept in [
            &[][..],
            &["*/*"],
            &["application/json"],
            &["text/html"],
            &["text/plain;q=0.1, */*"],
            &["application/json, text/plain;q=0.5"],
            &["text/plain;q=0"],
            &["application/json; charset=utf-8, text/plain;q=0.5"],
            &["not a media type"],
        ] {
            assert!(!prefers_text(accept), "{accept:?}");
        }
    }
}
