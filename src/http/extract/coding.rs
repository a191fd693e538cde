//! Content codings of request bodies, and their decoders.

use std::error::Error as StdError;
use std::io;
use std::iter;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_compression::tokio::bufread::{GzipDecoder, ZstdDecoder};
use async_compression::zstd::DParameter;
use axum::body::Body;
use bytes::Bytes;
use futures_util::{FutureExt, Stream, StreamExt, TryStreamExt, stream};
use http::{HeaderMap, header};
use quadrille_answers::faults::ProblemCode;
use quadrille_answers::service::InputError;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::task::yield_now;
use tokio_util::io::{ReaderStream, StreamReader};

use super::file_form::FormFault;
use crate::http::error::ApiError;
use crate::http::runtime_work::DECODED_AT_ONCE;

/// Content coding of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Identity,
    Gzip,
    Zstd,
}

/// Logarithm of the largest window of zstd: 8 MiB, which RFC 9659 lets decoders require.
const ZSTD_WINDOW_LOG_MAX: u32 = 23;

/// Bytes of a zstd decoder beside its window.
const ZSTD_BYTES: usize = 512 << 10;

/// Bytes of a gzip decoder.
const GZIP_BYTES: usize = 64 << 10;

/// Bytes that a decoder reads at once. Thousands of empty members of gzip, which decode to nothing, take less than a millisecond.
const PIECE_BYTES: usize = 4 << 10;

/// Maximum size of a decoded frame in bytes.
const FRAME_BYTES: usize = 16 << 10;

/// Frames that are decoded without a wait, in a fraction of a millisecond.
const FRAMES_PER_TURN: usize = DECODED_AT_ONCE / FRAME_BYTES;

impl Coding {
    /// Returns the declared coding.
    pub(super) fn from_headers(headers: &HeaderMap) -> Result<Self, ApiError> {
        let Some(value) = headers.get(header::CONTENT_ENCODING) else { return Ok(Self::Identity) };
        let coding = value.to_str().ok().and_then(Self::of_name);
        let detail = "the content-encoding is not supported: send one of gzip, zstd, or none";
        coding.ok_or_else(|| ApiError::new(ProblemCode::UnsupportedContentEncoding, detail))
    }

    fn of_name(name: &str) -> Option<Self> {
        let is = |other: &str| name.trim_ascii().eq_ignore_ascii_case(other);
        if is("gzip") || is("x-gzip") {
            Some(Self::Gzip)
        } else if is("zstd") {
            Some(Self::Zstd)
        } else {
            is("identity").then_some(Self::Identity)
        }
    }

    /// Returns the bytes that the decoder takes for a body of at most `body_bytes_max` decoded bytes.
    pub(super) fn decoder_bytes(self, body_bytes_max: usize) -> usize {
        match self {
            Self::Identity => 0,
            Self::Gzip => GZIP_BYTES,
            // Only the written part of the window takes memory.
            Self::Zstd => body_bytes_max.min(1 << ZSTD_WINDOW_LOG_MAX) + ZSTD_BYTES,
        }
    }

    /// Returns the decoded body of a stream, without a known size unless it is the body itself.
    pub(super) fn decode(self, body: Body) -> Body {
        // Of the last piece.
        let decoded_bytes = Arc::new(AtomicUsize::new(0));
        let encoded = |body| StreamReader::new(Box::pin(encoded(body, Arc::clone(&decoded_bytes))));
        match self {
            Self::Identity => body,
            Self::Gzip => {
                let mut decoder = GzipDecoder::new(encoded(body));
                decoder.multiple_members(true);
                decoded(decoder, decoded_bytes)
            }
            Self::Zstd => {
                let window = DParameter::window_log_max(ZSTD_WINDOW_LOG_MAX);
                let mut decoder = ZstdDecoder::with_params(encoded(body), &[window]);
                decoder.multiple_members(true);
                decoded(decoder, decoded_bytes)
            }
        }
    }
}

/// Returns the pieces of an encoded body. The task yields after those that decode to less than themselves.
fn encoded(body: Body, decoded_bytes: Arc<AtomicUsize>) -> impl Stream<Item = io::Result<Bytes>> + Send {
    let frames = body.into_data_stream().map_err(io::Error::other);
    let mut last_bytes = 0;
    frames.flat_map(|frame| stream::iter(pieces(frame))).then(move |piece| {
        let is_barren = decoded_bytes.swap(0, Ordering::Relaxed) < last_bytes;
        last_bytes = piece.as_ref().map_or(0, Bytes::len);
        async move {
            if is_barren {
                yield_now().await;
            }
            piece
        }
    })
}

/// Splits a frame.
fn pieces(frame: io::Result<Bytes>) -> impl Iterator<Item = io::Result<Bytes>> {
    let mut rest = Some(frame);
    iter::from_fn(move || match rest.take()? {
        Ok(mut bytes) if bytes.len() > PIECE_BYTES => {
            let piece = bytes.split_to(PIECE_BYTES);
            rest = Some(Ok(bytes));
            Some(Ok(piece))
        }
        last => Some(last),
    })
}

fn decoded(decoder: impl AsyncRead + Send + 'static, decoded_bytes: Arc<AtomicUsize>) -> Body {
    // A few compressed bytes can make many frames: other tasks run between some of them.
    let mut count: usize = 0;
    let frames = ReaderStream::with_capacity(decoder, FRAME_BYTES).then(move |frame| {
        if let Ok(frame) = &frame {
            decoded_bytes.fetch_add(frame.len(), Ordering::Relaxed);
        }
        count = count.wrapping_add(1);
        let has_turn = !count.is_multiple_of(FRAMES_PER_TURN);
        async move {
            if !has_turn {
                yield_now().await;
            }
            frame.map_err(CodingFault)
        }
    });
    Body::from_stream(frames)
}

/// Frames of a whole body, decoded on this thread. They end after an error.
pub(super) struct Decoded<'a>(Option<Box<dyn AsyncRead + Unpin + 'a>>);

impl<'a> Decoded<'a> {
    pub(super) fn new(coding: Coding, encoded: &'a [u8]) -> Self {
        Self(Some(match coding {
            Coding::Identity => Box::new(encoded),
            Coding::Gzip => {
                let mut decoder = GzipDecoder::new(encoded);
                decoder.multiple_members(true);
                Box::new(decoder)
            }
            Coding::Zstd => {
                let window = DParameter::window_log_max(ZSTD_WINDOW_LOG_MAX);
                let mut decoder = ZstdDecoder::with_params(encoded, &[window]);
                decoder.multiple_members(true);
                Box::new(decoder)
            }
        }))
    }
}

impl Iterator for Decoded<'_> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        let decoder = self.0.as_mut()?;
        let mut frame = vec![0; FRAME_BYTES];
        // Never waits: all bytes are there.
        let read = decoder.read(&mut frame).now_or_never().unwrap_or(Err(io::ErrorKind::WouldBlock.into()));
        if !matches!(read, Ok(1..)) {
            self.0 = None;
        }
        match read {
            Ok(0) => None,
            Ok(length) => {
                frame.truncate(length);
                Some(Ok(frame))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

/// Invalid compression, or the fault of the body that was decoded.
#[derive(Debug, Error)]
#[error("the body cannot be decoded: {0}")]
struct CodingFault(#[source] io::Error);

/// Returns why a body failed: the client disconnected, or its compression or its form is invalid.
pub(super) fn input_error(error: &axum::Error) -> InputError {
    let mut causes = iter::successors(error.source(), |&error| match error.downcast_ref::<io::Error>() {
        // `source` leaves it out.
        Some(error) => error.get_ref().map(|inner| inner as &(dyn StdError + 'static)),
        None => error.source(),
    });
    let first = causes.find(|cause| !cause.is::<axum::Error>());
    // Hyper fails a body if the client closes the connection before its end.
    let is_own = first.is_some_and(|cause| cause.is::<CodingFault>() || cause.is::<FormFault>());
    if is_own && !causes.any(<dyn StdError>::is::<axum::Error>) {
        InputError::Failed
    } else {
        InputError::Gone
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use http::HeaderValue;

    use super::*;

    fn coding(value: Option<&'static str>) -> Option<Coding> {
        let value = value.map(|value| (header::CONTENT_ENCODING, HeaderValue::from_static(value)));
        Coding::from_headers(&value.into_iter().collect()).ok()
    }

    #[test]
    fn gzip_and_zstd_are_supported_once() {
        for (value, expected) in [
            (None, Some(Coding::Identity)),
            (Some("identity"), Some(Coding::Identity)),
            (Some("gzip"), Some(Coding::Gzip)),
            (Some("X-GZIP"), Some(Coding::Gzip)),
            (Some(" zstd "), Some(Coding::Zstd)),
            (Some("br"), None),
            (Some("gzip, gzip"), None),
            (Some(""), None),
        ] {
            assert_eq!(coding(value), expected, "{value:?}");
        }
    }

    #[tokio::test]
    async fn empty_members_do_not_keep_the_task_busy() {
        let empty = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        let members = empty.finish().expect("memory").repeat(2_000);
        let mut decoded = Coding::Gzip.decode(Body::from(members)).into_data_stream();
        assert!(decoded.next().now_or_never().is_none(), "other tasks run before the end");
        assert!(decoded.next().await.is_none());
    }

    #[test]
    fn decoder_of_a_small_body_reserves_no_whole_window() {
        assert_eq!(Coding::Identity.decoder_bytes(usize::MAX), 0);
        assert_eq!(Coding::Zstd.decoder_bytes(1000), ZSTD_BYTES + 1000);
        assert_eq!(Coding::Zstd.decoder_bytes(usize::MAX), ZSTD_BYTES + (8 << 20));
    }
}
