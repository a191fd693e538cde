//! Reads bodies within bounds of size and time.

use std::ops::Deref;
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures_util::future::Either;
use futures_util::{FutureExt, Stream, StreamExt};
use http_body::{Body as _, SizeHint};
use http_body_util::BodyExt;

use super::coding::Coding;
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;
use crate::service::{ClientId, InputBudget, InputPermit, Prompt, map_prompt, prompt, then_prompt};
use crate::wire::ProblemCode;

/// Bytes of white space at the start of a body, after which its format is text.
const BLANKS_MAX: usize = 1024;

/// Reads the first bytes of a body, with the first one that is no white space unless too many precede it; none if the
/// body is empty.
pub(super) async fn first_bytes(
    body: &mut (impl Stream<Item = Result<Bytes, axum::Error>> + Unpin),
    bounds: BodyBounds,
) -> Result<Bytes, ApiError> {
    let read = async {
        let mut first = Bytes::new();
        while let Some(frame) = body.next().await {
            let frame = frame.map_err(|_| broken())?;
            first = if first.is_empty() { frame } else { [first, frame].concat().into() };
            if !first.trim_ascii().is_empty() || first.len() > BLANKS_MAX {
                break;
            }
        }
        Ok(first)
    };
    tokio::time::timeout(bounds.read, read).await.map_err(|_| ApiError::request_timeout(bounds.read))?
}

/// Returns the error for a body that ends early or cannot be decoded.
pub(super) fn broken() -> ApiError {
    ApiError::new(ProblemCode::BadRequest, "the body is incomplete, or its framing or compression is invalid")
}

/// A complete body, with the reservation of its bytes.
#[derive(Debug)]
pub(in crate::http) struct ReservedBody {
    bytes: Vec<u8>,
    permit: InputPermit,
}

impl ReservedBody {
    /// Returns the bytes and their reservation.
    pub(super) fn into_parts(self) -> (Vec<u8>, InputPermit) {
        (self.bytes, self.permit)
    }

    /// Drops the bytes, and returns their reservation.
    pub(super) fn into_permit(self) -> InputPermit {
        self.permit
    }
}

impl Deref for ReservedBody {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Length up to which a body that has arrived with its head needs no reservation. It is parsed at once, so that there are at most as
/// many as threads.
const ARRIVED_MAX: usize = 1024;

/// Body whose bytes are reserved, but not read to their end.
pub(super) struct UnreadBody {
    body: Body,
    /// Its first bytes.
    bytes: Vec<u8>,
    bytes_max: usize,
    time_max: Duration,
    /// `Content-Length`; `None` if the body is chunked.
    declared: Option<usize>,
    permit: InputPermit,
}

impl UnreadBody {
    /// Reserves the declared length of a body of this size, or the maximum if it declares none. The body is read later, so that a
    /// waiting request holds no memory.
    pub(super) fn reserve_sized(
        body: Body,
        size: SizeHint,
        decoder_bytes: usize,
        bounds: BodyBounds,
        budget: &InputBudget,
        client: ClientId,
    ) -> Prompt<'static, Result<Self, ApiError>> {
        let (bytes_max, time_max) = (bounds.bytes_max, bounds.read);
        if size.lower() > bytes_max as u64 {
            return prompt(Err(ApiError::body_too_large(bytes_max)));
        }
        let declared = size.exact().map(|bytes| bytes as usize);
        let reserved = declared.unwrap_or(bytes_max) + decoder_bytes;
        let unread = move |permit| Self { body, bytes: Vec::new(), bytes_max, time_max, declared, permit };
        map_prompt(budget.reserve(client, reserved, time_max), |permit| Ok(unread(permit?)))
    }

    /// Reads the whole body.
    pub(super) fn read(self) -> Prompt<'static, Result<ReservedBody, ApiError>> {
        let Self { mut body, mut bytes, bytes_max, time_max, declared, permit } = self;
        bytes.reserve_exact(declared.unwrap_or_default().saturating_sub(bytes.len()));
        // Most bodies have arrived with their head, and need no timer.
        if let Some(read) = collect(&mut body, bytes_max, &mut bytes).now_or_never() {
            return prompt(read.map(|()| ReservedBody { bytes, permit }));
        }
        Either::Right(Box::pin(async move {
            let rest = tokio::time::timeout(time_max, collect(&mut body, bytes_max, &mut bytes));
            rest.await.map_err(|_| ApiError::request_timeout(time_max))??;
            Ok(ReservedBody { bytes, permit })
        }))
    }
}

impl ReservedBody {
    /// Reserves and reads a whole body. A compressed one reserves the maximum and the memory of its decoder.
    pub(super) fn read(
        body: Body,
        coding: Coding,
        bounds: BodyBounds,
        budget: &InputBudget,
        client: ClientId,
    ) -> Prompt<'static, Result<Self, ApiError>> {
        let mut body = coding.decode(body);
        let size = body.size_hint();
        let mut first = Vec::new();
        if let Some(length) = size.exact().filter(|length| *length <= ARRIVED_MAX as u64) {
            first.reserve_exact(length as usize);
            if let Some(read) = collect(&mut body, ARRIVED_MAX, &mut first).now_or_never() {
                let permit = budget.nothing(client);
                return prompt(read.map(|()| Self { bytes: first, permit }));
            }
        }
        let decoder_bytes = coding.decoder_bytes(bounds.bytes_max);
        let unread = UnreadBody::reserve_sized(body, size, decoder_bytes, bounds, budget, client);
        then_prompt(unread, |unread| UnreadBody { bytes: first, ..unread }.read())
    }
}

/// Copies all frames into one buffer of at most `bytes_max`. A frame is a handle on a larger buffer: many small ones
/// would take a multiple of their bytes. Cancel-safe: another call reads the rest.
async fn collect(body: &mut Body, bytes_max: usize, bytes: &mut Vec<u8>) -> Result<(), ApiError> {
    // The end is usually known with the last frame.
    while !body.is_end_stream()
        && let Some(frame) = body.frame().await
    {
        // Trailers are ignored.
        let Ok(data) = frame.map_err(|_| broken())?.into_data() else { continue };
        let length = bytes.len() + data.len();
        if length > bytes_max {
            return Err(ApiError::body_too_large(bytes_max));
        }
        if length > bytes.capacity() {
            let doubled = bytes.capacity().saturating_mul(2).clamp(length, bytes_max);
            bytes.reserve_exact(doubled - bytes.len());
        }
        bytes.extend_from_slice(&data);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::stream;

    use super::*;

    #[tokio::test]
    async fn buffer_of_many_small_frames_stays_within_the_maximum() {
        let frames = |count: usize| {
            let byte = Ok::<_, Infallible>(Bytes::from_static(b"x"));
            Body::from_stream(stream::iter(std::iter::repeat_n(byte, count)))
        };
        for bytes_max in [1, 1000, 1025, 262_144] {
            let mut bytes = Vec::new();
            collect(&mut frames(bytes_max), bytes_max, &mut bytes).await.expect("within the maximum");
            assert_eq!((bytes.len(), bytes.capacity()), (bytes_max, bytes_max));
            let (mut body, mut bytes) = (frames(bytes_max + 1), Vec::new());
            let error = collect(&mut body, bytes_max, &mut bytes).await.expect_err("a byte more");
            assert_eq!(error.code, ProblemCode::BodyTooLarge);
        }
    }
}
