//! Reads bodies within bounds of size and time.

use std::error::Error;
use std::iter;
use std::ops::Deref;
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures_util::{FutureExt, Stream, StreamExt};
use http_body::{Body as _, SizeHint};
use http_body_util::BodyExt;
use quadrille_answers::faults::ProblemCode;
use quadrille_answers::service::{ClientId, InputBudget, InputPermit};

use super::coding::{Coding, Decoded};
use super::file_form::FormFault;
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;

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
            let frame = frame.map_err(|error| broken(&error))?;
            first = if first.is_empty() { frame } else { [first, frame].concat().into() };
            if !first.trim_ascii().is_empty() || first.len() > BLANKS_MAX {
                break;
            }
        }
        Ok(first)
    };
    tokio::time::timeout(bounds.read, read).await.map_err(|_| ApiError::request_timeout(bounds.read))?
}

/// Returns the error for a body that ends early or cannot be decoded, or for a form with more than its file.
pub(super) fn broken(error: &axum::Error) -> ApiError {
    let mut causes = iter::successors(error.source(), |&cause| cause.source());
    match causes.find_map(|cause| cause.downcast_ref::<FormFault>()) {
        Some(fault) => ApiError::new(ProblemCode::MalformedBody, fault.to_string()),
        None => incomplete(),
    }
}

fn incomplete() -> ApiError {
    let detail = "the body is incomplete, or its framing or compression is invalid";
    ApiError::new(ProblemCode::BadRequest, detail)
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

    /// Takes the bytes and keeps their reservation.
    #[cfg(feature = "mcp")]
    pub(super) fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Returns a part of a body in its place, with the reservation of the whole.
    #[cfg(feature = "mcp")]
    pub(super) fn with_bytes(self, bytes: Vec<u8>) -> Self {
        Self { bytes, ..self }
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

/// Length up to which a body that has arrived with its head needs no reservation: no more than its head takes.
const ARRIVED_MAX: usize = 1024;

/// Bytes that a body reserves before it is read.
const FIRST_BYTES: usize = 4096;

/// Body that is read into memory, which is reserved as it comes.
pub(super) struct UnreadBody {
    body: Body,
    /// Bytes that have been read.
    bytes: Vec<u8>,
    bytes_max: usize,
    time_max: Duration,
    permit: InputPermit,
}

impl UnreadBody {
    /// Reserves the first bytes of a body of this size. Waits for them, so that a waiting request holds no memory.
    pub(super) async fn reserve_sized(
        body: Body,
        size: SizeHint,
        bounds: BodyBounds,
        budget: &InputBudget,
        client: ClientId,
    ) -> Result<Self, ApiError> {
        let (bytes_max, time_max) = (bounds.bytes_max, bounds.read);
        if size.lower() > bytes_max as u64 {
            return Err(ApiError::body_too_large(bytes_max));
        }
        let first = size.exact().map_or(bytes_max, |bytes| bytes as usize).min(FIRST_BYTES);
        let permit = budget.reserve(client, first, time_max).await?;
        Ok(Self { body, bytes: Vec::new(), bytes_max, time_max, permit })
    }

    /// Reads the whole body.
    pub(super) async fn read(mut self) -> Result<ReservedBody, ApiError> {
        let time_max = self.time_max;
        let read = tokio::time::timeout(time_max, self.collect());
        read.await.map_err(|_| ApiError::request_timeout(time_max))??;
        Ok(ReservedBody { bytes: self.bytes, permit: self.permit })
    }

    /// Copies all frames into the buffer, and reserves its memory. Cancel-safe: another call reads the rest.
    async fn collect(&mut self) -> Result<(), ApiError> {
        let Self { body, bytes, bytes_max, permit, .. } = self;
        let reserve = |bytes: usize| match bytes {
            reserved if reserved > permit.bytes() => permit.resize(reserved).map_err(ApiError::from),
            _ => Ok(()),
        };
        collect(body, *bytes_max, bytes, reserve).await
    }
}

impl ReservedBody {
    /// Reserves and reads a whole body, which may be compressed.
    pub(super) async fn read(
        mut body: Body,
        bounds: BodyBounds,
        budget: &InputBudget,
        client: ClientId,
    ) -> Result<Self, ApiError> {
        let size = body.size_hint();
        let mut first = Vec::new();
        if let Some(length) = size.exact().filter(|length| *length <= ARRIVED_MAX as u64) {
            first.reserve_exact(length as usize);
            if let Some(read) = collect(&mut body, ARRIVED_MAX, &mut first, |_| Ok(())).now_or_never() {
                return read.map(|()| Self { bytes: first, permit: budget.nothing(client) });
            }
        }
        // In a box, so that the requests whose bodies have arrived have small futures.
        Box::pin(async {
            let unread = UnreadBody::reserve_sized(body, size, bounds, budget, client).await?;
            UnreadBody { bytes: first, ..unread }.read().await
        })
        .await
    }

    /// Decodes a whole body, to at most `bytes_max`, and changes its reservation. To be called on a solver thread: a few bytes may decode to
    /// many.
    pub(super) fn decode(self, coding: Coding, bytes_max: usize) -> Result<Self, ApiError> {
        let Self { bytes: encoded, mut permit } = self;
        let others = encoded.len() + coding.decoder_bytes(bytes_max);
        permit.resize(others)?;
        let mut bytes = Vec::new();
        for frame in Decoded::new(coding, &encoded) {
            let frame = frame.map_err(|_| incomplete())?;
            let length = bytes.len() + frame.len();
            if length > bytes_max {
                return Err(ApiError::body_too_large(bytes_max));
            }
            if length > bytes.capacity() {
                let doubled = bytes.capacity().saturating_mul(2).clamp(length, bytes_max);
                permit.resize(others + doubled)?;
                bytes.reserve_exact(doubled - bytes.len());
            }
            bytes.extend_from_slice(&frame);
        }
        drop(encoded);
        permit.resize(bytes.capacity())?;
        Ok(Self { bytes, permit })
    }
}

/// Copies all frames into one buffer of at most `bytes_max`, each capacity of which is reserved before it is taken. A frame is a handle
/// on a larger buffer: many small ones would take a multiple of their bytes. Cancel-safe: another call reads the rest.
async fn collect(
    body: &mut Body,
    bytes_max: usize,
    bytes: &mut Vec<u8>,
    mut reserve: impl FnMut(usize) -> Result<(), ApiError>,
) -> Result<(), ApiError> {
    // The end is usually known with the last frame.
    while !body.is_end_stream()
        && let Some(frame) = body.frame().await
    {
        // Trailers are ignored.
        let Ok(data) = frame.map_err(|error| broken(&error))?.into_data() else { continue };
        let length = bytes.len() + data.len();
        if length > bytes_max {
            return Err(ApiError::body_too_large(bytes_max));
        }
        if length > bytes.capacity() {
            let rest = body.size_hint().exact().unwrap_or(u64::MAX);
            let expected = usize::try_from(rest).unwrap_or(usize::MAX).saturating_add(length);
            let doubled = bytes.capacity().saturating_mul(2).clamp(length, expected.min(bytes_max));
            reserve(doubled)?;
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
            Body::from_stream(stream::iter(iter::repeat_n(byte, count)))
        };
        for bytes_max in [1, 1000, 1025, 262_144] {
            let mut bytes = Vec::new();
            collect(&mut frames(bytes_max), bytes_max, &mut bytes, |_| Ok(()))
                .await
                .expect("within the maximum");
            assert_eq!((bytes.len(), bytes.capacity()), (bytes_max, bytes_max));
            let (mut body, mut bytes) = (frames(bytes_max + 1), Vec::new());
            let error = collect(&mut body, bytes_max, &mut bytes, |_| Ok(())).await.expect_err("a byte more");
            assert_eq!(error.code, ProblemCode::BodyTooLarge);
        }
    }
}
