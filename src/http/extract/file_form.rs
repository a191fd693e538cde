//! Form with one file (`multipart/form-data`, RFC 7578), as `curl -F` and pages send it.

use std::future::ready;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use http::{HeaderValue, header};
use multer::{Multipart, parse_boundary};
use quadrille_answers::faults::ProblemCode;
use thiserror::Error;
use tokio::task::yield_now;
use tokio::time::timeout;

use super::media_type::{AcceptedTypes, BodyType};
use crate::http::error::ApiError;

/// Bytes of the frames up to the beginning of the file of a form. A frame has 16 KiB, and the parser may ask for another one too early.
const HEAD_BYTES_MAX: usize = 64 << 10;

/// Fault of a form.
#[derive(Debug, Error)]
pub(super) enum FormFault {
    #[error("the form has a second field: send one file, and options in the query")]
    SecondField,
    #[error("the form cannot be read: {0}")]
    Unreadable(#[source] multer::Error),
}

/// Returns the request whose body is the file of the form, if the request is a form and the endpoint accepts text; otherwise the request
/// itself. The file has the type that the form declares if the endpoint accepts it, and is text otherwise.
///
/// # Errors
/// If the form has no file, is compressed, or its file does not begin in time or within its first 64 KiB. A second field is an error at
/// the end of the body.
pub(super) async fn open_file_form(
    request: Request,
    accepted: &AcceptedTypes,
    time_max: Duration,
) -> Result<Request, ApiError> {
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let multipart = content_type
        .filter(|value| value.get(..9).is_some_and(|kind| kind.eq_ignore_ascii_case("multipart")));
    let boundary = multipart.filter(|_| accepted.have_text()).and_then(|value| parse_boundary(value).ok());
    let Some(boundary) = boundary else { return Ok(request) };
    let (mut parts, body) = request.into_parts();
    if parts.headers.contains_key(header::CONTENT_ENCODING) {
        let detail =
            "a form with a file cannot be compressed: send the file as the body, with its content-encoding";
        return Err(ApiError::new(ProblemCode::UnsupportedContentEncoding, detail));
    }
    let head_bytes_left = Arc::new(AtomicUsize::new(HEAD_BYTES_MAX));
    let mut form = Multipart::new(frames(body, Arc::clone(&head_bytes_left)), boundary);
    let opened = timeout(time_max, form.next_field()).await;
    let opened = opened.map_err(|_| ApiError::request_timeout(time_max))?;
    let file = opened.map_err(|error| malformed(&FormFault::Unreadable(error).to_string()))?;
    let file = file.ok_or_else(|| malformed("the form has no file"))?;
    head_bytes_left.store(usize::MAX, Ordering::Relaxed);
    let declared = file.content_type().and_then(|declared| HeaderValue::try_from(declared.as_ref()).ok());
    let declared = declared.filter(|declared| BodyType::from_value(declared, accepted).is_some());
    let media_type = declared.unwrap_or(HeaderValue::from_static("text/plain"));
    parts.headers.insert(header::CONTENT_TYPE, media_type);
    let end = stream::once(async move { form.next_field().await }).filter_map(async |next| match next {
        Ok(None) => None,
        Ok(Some(_)) => Some(Err(FormFault::SecondField)),
        Err(error) => Some(Err(FormFault::Unreadable(error))),
    });
    let data = file.map_err(FormFault::Unreadable).chain(Box::pin(end));
    Ok(Request::from_parts(parts, Body::from_stream(data)))
}

/// Returns the frames of a form. The task yields before each of them, because the parser buffers all that are ready; and they fail when no
/// bytes of the head are left. The last one is empty: multer 3.1 fails a form whose end comes with its first bytes.
fn frames(body: Body, head_bytes_left: Arc<AtomicUsize>) -> impl Stream<Item = io::Result<Bytes>> + Send {
    let end = stream::once(ready(Ok(Bytes::new())));
    body.into_data_stream().map_err(io::Error::other).chain(end).then(move |frame| {
        let length = frame.as_ref().map_or(0, Bytes::len);
        let left = head_bytes_left.load(Ordering::Relaxed);
        head_bytes_left.store(left.saturating_sub(length), Ordering::Relaxed);
        async move {
            yield_now().await;
            match left {
                0 if length > 0 => Err(io::Error::other("its file does not begin in the first 64 KiB")),
                _ => frame,
            }
        }
    })
}

fn malformed(detail: &str) -> ApiError {
    ApiError::new(ProblemCode::MalformedBody, detail)
}
