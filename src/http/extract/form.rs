//! Content negotiation: the format that the client accepts.

use std::convert::Infallible;
use std::str::FromStr;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use headers_accept::Accept;
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, header};
use mediatype::{MediaType, MediaTypeBuf, Name, ReadParams, names};
use quadrille_answers::kinds::ImageFormat;
use quadrille_answers::service::Reply;
use quadrille_answers::wire::{
    AnswerKind, AnswerNotation as _, AnswerOf, NotationOf, ResponseBody, ResultStyle, StreamFormat, Warning,
    write_text_answer,
};
use serde::Serialize;

use crate::http::error::ApiError;
use crate::http::middleware::{NOT_READ, WARNINGS};
use crate::metrics::Outcome;
use crate::png;

static JSON: MediaType<'static> = MediaType::new(names::APPLICATION, names::JSON);
static TEXT: MediaType<'static> = MediaType::new(names::TEXT, names::PLAIN);
pub(super) static NDJSON: MediaType<'static> =
    MediaType::new(names::APPLICATION, Name::new_unchecked("x-ndjson"));
static CSV: MediaType<'static> = MediaType::new(names::TEXT, names::CSV);
static PNG: MediaType<'static> = MediaType::new(names::IMAGE, names::PNG);
static SVG: MediaType<'static> = MediaType::from_parts(names::IMAGE, names::SVG, Some(names::XML), &[]);
static HTML: MediaType<'static> = MediaType::new(names::TEXT, names::HTML);

/// The content type of JSON.
pub(in crate::http) const APPLICATION_JSON: HeaderValue = HeaderValue::from_static("application/json");

/// The content type of rows of a table.
pub(in crate::http) const CSV_UTF8: HeaderValue = HeaderValue::from_static("text/csv; charset=utf-8");

/// The content type of text.
pub(in crate::http) const TEXT_UTF8: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

/// First capacity of an answer as JSON. Enough for the solution of a 9x9.
const ANSWER_BYTES: usize = 512;

/// Format of a single response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum ResponseFormat {
    Json,
    Text,
    /// JSON, and the text as an [`AnswerText`].
    #[cfg(feature = "mcp")]
    JsonAndText,
}

/// Extension of a request whose answer is JSON, with its text as an extension.
#[cfg(feature = "mcp")]
#[derive(Clone, Copy, Debug)]
pub(in crate::http) struct WithText;

/// Text of an answer that is JSON.
#[cfg(feature = "mcp")]
#[derive(Clone, Debug)]
pub(in crate::http) struct AnswerText(pub(in crate::http) String);

#[cfg(feature = "mcp")]
impl AnswerText {
    fn new<K: AnswerKind>(reply: &Reply<AnswerOf<K>>, style: &ResultStyle<NotationOf<K>>) -> Self {
        let mut text = Vec::new();
        write_text_answer::<K>(reply, style, &mut text);
        Self(String::from_utf8_lossy(&text).into_owned())
    }
}

/// Format of a response that can report its progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum CountFormat {
    /// The answer alone.
    Answer(ResponseFormat),
    /// Lines of progress, then the answer.
    Progress,
}

/// The format of a list: JSON unless the client prefers NDJSON or `text/plain`.
pub(in crate::http) struct PreferredStream(pub(in crate::http) StreamFormat);

/// Format of the index page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum IndexFormat {
    Html,
    Json,
}

/// JSON unless the client prefers `text/plain`.
impl<S: Sync> FromRequestParts<S> for ResponseFormat {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        #[cfg(feature = "mcp")]
        if parts.extensions.get::<WithText>().is_some() {
            return Ok(Self::JsonAndText);
        }
        let media_type = negotiated(&parts.headers, [&JSON, &TEXT])?;
        Ok(if *media_type == TEXT { Self::Text } else { Self::Json })
    }
}

/// NDJSON only if the client prefers it to JSON and text.
impl<S: Sync> FromRequestParts<S> for CountFormat {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if *negotiated(&parts.headers, [&JSON, &TEXT, &NDJSON])? == NDJSON {
            return Ok(Self::Progress);
        }
        Ok(Self::Answer(ResponseFormat::from_request_parts(parts, state).await?))
    }
}

/// JSON unless the client prefers `text/html`.
impl<S: Sync> FromRequestParts<S> for IndexFormat {
    type Rejection = Infallible;

    /// A client that accepts neither gets JSON: pages and probes that ask for the root must not fail.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let media_type = negotiated(&parts.headers, [&JSON, &HTML]);
        Ok(if media_type.is_ok_and(|media_type| *media_type == HTML) { Self::Html } else { Self::Json })
    }
}

impl<S: Sync> FromRequestParts<S> for PreferredStream {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        negotiated(&parts.headers, [&JSON, &NDJSON, &TEXT]).map(|media_type| Self(stream_format(media_type)))
    }
}

/// Returns the preferred format of a batch; of equal ones JSON for an array, otherwise NDJSON.
///
/// # Errors
/// If the client accepts none.
pub(super) fn batch_format(headers: &HeaderMap, is_array: bool) -> Result<StreamFormat, ApiError> {
    let (first, second) = if is_array { (&JSON, &NDJSON) } else { (&NDJSON, &JSON) };
    negotiated(headers, [first, second, &TEXT, &CSV]).map(stream_format)
}

/// Returns the preferred format of the results of a job, which may have rows; of equal ones NDJSON.
///
/// # Errors
/// If the client accepts none.
pub(in crate::http) fn results_format(headers: &HeaderMap, has_rows: bool) -> Result<StreamFormat, ApiError> {
    let media_type = if has_rows {
        negotiated(headers, [&NDJSON, &JSON, &TEXT, &CSV])
    } else {
        negotiated(headers, [&NDJSON, &JSON, &TEXT])
    };
    media_type.map(stream_format)
}

fn stream_format(media_type: &MediaType<'_>) -> StreamFormat {
    match media_type {
        media_type if *media_type == JSON => StreamFormat::Json,
        media_type if *media_type == TEXT => StreamFormat::Text,
        media_type if *media_type == CSV => StreamFormat::Csv,
        _ => StreamFormat::Ndjson,
    }
}

impl ResponseFormat {
    /// Makes the response to a question.
    pub(in crate::http) fn respond<K: AnswerKind>(
        self,
        reply: &Reply<AnswerOf<K>>,
        style: &ResultStyle<NotationOf<K>>,
    ) -> Response {
        #[cfg(feature = "mcp")]
        if self == Self::JsonAndText {
            let mut response = Self::Json.respond::<K>(reply, style);
            response.extensions_mut().insert(AnswerText::new::<K>(reply, style));
            return response;
        }
        self.encode::<K, _>(reply, style, || {
            ResponseBody::<_, K::Stats>::from((K::single_result(reply, style), reply))
        })
        .into_response()
    }

    /// Encodes a reply: the text of its kind, or `body` as JSON.
    ///
    /// # Errors
    /// If serialization fails, which is a bug.
    pub(super) fn encode<K: AnswerKind, T: Serialize>(
        self,
        reply: &Reply<AnswerOf<K>>,
        style: &ResultStyle<NotationOf<K>>,
        body: impl FnOnce() -> T,
    ) -> Result<EncodedReply, ApiError> {
        let (bytes, media_type, warnings) = match self {
            Self::Text => {
                let mut text = Vec::new();
                write_text_answer::<K>(reply, style, &mut text);
                text.push(b'\n');
                let warnings = warning_header(&style.notation.warnings());
                let not_read = style.notation.not_read_in_words().and_then(|words| not_read_header(&words));
                (text, TEXT_UTF8, warnings.into_iter().chain(not_read).collect())
            }
            _ => (json_bytes(&body())?, APPLICATION_JSON, HeaderMap::new()),
        };
        let vary = if K::LANGUAGE.is_some() { "accept, accept-language" } else { "accept" };
        let outcome = Outcome::from_reply::<K::Question>(reply);
        Ok(EncodedReply { bytes, media_type, vary, warnings, outcome })
    }
}

/// A reply in the format of its response.
pub(super) struct EncodedReply {
    pub(super) bytes: Vec<u8>,
    /// For the log and the metrics.
    pub(super) outcome: Outcome,
    media_type: HeaderValue,
    /// Headers of the request that chose the format and the language.
    vary: &'static str,
    /// Warnings of a text, which has no place for them.
    warnings: HeaderMap,
}

impl IntoResponse for EncodedReply {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.bytes));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, self.media_type);
        headers.insert(header::VARY, HeaderValue::from_static(self.vary));
        headers.extend(self.warnings);
        response.extensions_mut().insert(self.outcome);
        response
    }
}

/// Returns the header with the names of warnings; `None` if there are none.
pub(in crate::http) fn warning_header(warnings: &[Warning]) -> Option<(HeaderName, HeaderValue)> {
    let names: Vec<&str> = warnings.iter().map(|warning| warning.as_str()).collect();
    let value = HeaderValue::try_from(names.join(", ")).ok()?;
    (!names.is_empty()).then_some((WARNINGS, value))
}

/// Returns the header with the parts of a puzzle that were not read. Other characters than those of ASCII become `?`.
fn not_read_header(words: &str) -> Option<(HeaderName, HeaderValue)> {
    let plain = |symbol: char| if symbol.is_ascii_graphic() || symbol == ' ' { symbol } else { '?' };
    let value = HeaderValue::try_from(words.chars().map(plain).collect::<String>()).ok()?;
    Some((NOT_READ, value))
}

/// A JSON response.
pub(in crate::http) fn json<T: Serialize>(body: &T) -> Response {
    let written = json_bytes(body).map(|bytes| ([(header::CONTENT_TYPE, APPLICATION_JSON)], bytes));
    written.into_response()
}

fn json_bytes<T: Serialize>(body: &T) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::with_capacity(ANSWER_BYTES);
    serde_json::to_writer(&mut bytes, body).map_err(|error| {
        tracing::error!(%error, "failed to write a response as JSON");
        ApiError::internal()
    })?;
    Ok(bytes)
}

/// Returns the preferred format of a picture: SVG unless the client prefers PNG, and the program draws it.
///
/// # Errors
/// If the client accepts none.
pub(super) fn image_format(headers: &HeaderMap) -> Result<ImageFormat, ApiError> {
    let media_type =
        if png::IS_BUILT { negotiated(headers, [&SVG, &PNG]) } else { negotiated(headers, [&SVG]) };
    Ok(if *media_type? == PNG { ImageFormat::Png } else { ImageFormat::Svg })
}

/// Returns the preferred one of the types that the response can have: the first of equal ones, and also if the client names none.
///
/// # Errors
/// If the client accepts none of them.
fn negotiated<const N: usize>(
    headers: &HeaderMap,
    types: [&'static MediaType<'static>; N],
) -> Result<&'static MediaType<'static>, ApiError> {
    let lists = headers.get_all(header::ACCEPT).iter().filter_map(|list| list.to_str().ok());
    let items = lists.flat_map(|list| list.split(',')).map(str::trim).filter(|item| !item.is_empty());
    let mut items = items.peekable();
    if items.peek().is_none() {
        return Ok(types[0]);
    }
    let ranges: Vec<String> = items.filter_map(media_range).collect();
    let accept = Accept::from_str(&ranges.join(", ")).ok();
    accept.and_then(|accept| accept.negotiate(types)).ok_or_else(|| {
        let names: Vec<String> = types.iter().map(ToString::to_string).collect();
        ApiError::not_acceptable(&names)
    })
}

/// Returns a media range without all parameters but its weight: every response is UTF-8, and the library would compare the charset.
/// `None` if it is invalid.
fn media_range(item: &str) -> Option<String> {
    let (essence, _) = item.split_once(';').unwrap_or((item, ""));
    if essence.trim() == "*" {
        // Some clients in Java ask for it.
        return Some(item.replacen('*', "*/*", 1));
    }
    let range = MediaTypeBuf::from_str(item).ok()?;
    let essence = range.essence();
    Some(
        range
            .get_param(names::Q)
            .map_or_else(|| essence.to_string(), |weight| format!("{essence};q={weight}")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn media_type(accept: &[&str]) -> Result<String, String> {
        let accept = accept.iter().map(|value| (header::ACCEPT, value.parse().expect("a header value")));
        let media_type = negotiated(&accept.collect(), [&JSON, &TEXT]);
        media_type.map(ToString::to_string).map_err(|error| error.detail)
    }

    #[test]
    fn preferred_type_is_sent() {
        for accept in [
            &["text/plain"][..],
            &["text/*"],
            &["text/plain, application/json;q=0.9"],
            &["text/plain; charset=utf-8"],
            &["Text/Plain;charset=UTF-8"],
            &["application/json;q=0.1", "text/plain"],
        ] {
            assert_eq!(media_type(accept).as_deref(), Ok("text/plain"), "{accept:?}");
        }
        for accept in [
            &[][..],
            &[""],
            &["*/*"],
            &["*"],
            &["application/json"],
            &["text/html, *;q=.2"],
            &["text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2"],
            &["text/plain;q=0.1, */*"],
            &["application/json, text/plain;q=0.5"],
            &["application/json; charset=utf-8, text/plain;q=0.5"],
            &["json, application/json"],
        ] {
            assert_eq!(media_type(accept).as_deref(), Ok("application/json"), "{accept:?}");
        }
    }

    #[test]
    fn other_types_are_refused() {
        for accept in ["text/html", "text/plain;q=0", "not a media type", "application/json;q=0, image/*"] {
            let detail = "`Accept` has no type of this response: it can be application/json, text/plain";
            assert_eq!(media_type(&[accept]), Err(detail.to_owned()), "{accept}");
        }
    }
}
