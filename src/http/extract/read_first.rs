//! Batches that are read to their end before the head of the response, for gateways and clients that do not send and receive at the
//! same time.

use axum::body::{Body, BodyDataStream};
use bytes::Bytes;
use futures_util::stream::Fuse;
use futures_util::{StreamExt, stream};
use http::{HeaderMap, HeaderName};

use super::body::broken;
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;
use crate::service::{DispatchError, InputPermit, ShedReason};
use crate::wire::ProblemCode;

/// Header that asks for it, with the value `1`.
const READ_FIRST: HeaderName = HeaderName::from_static("quadrille-read-first");

/// Bytes by which the reservation of a body grows.
const BLOCK_BYTES: usize = 64 << 10;

pub(super) fn is_read_first(headers: &HeaderMap) -> bool {
    headers.get_all(READ_FIRST).iter().any(|value| value == "1")
}

/// Reads the rest of a body that begins with `first` into memory, which `permit` reserves as it comes, of `budget_bytes` in all. Returns it
/// as another body.
pub(super) async fn read_first(
    first: Bytes,
    mut input: Fuse<BodyDataStream>,
    mut permit: InputPermit,
    budget_bytes: usize,
    bounds: BodyBounds,
) -> Result<(Fuse<BodyDataStream>, InputPermit), ApiError> {
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    let mut frame = first;
    loop {
        // Copied, because a frame is a handle on a larger buffer.
        while !frame.is_empty() {
            let Some(block) = blocks.last_mut().filter(|block| block.len() < BLOCK_BYTES) else {
                let read = blocks.len() * BLOCK_BYTES;
                let bytes = permit.bytes() + BLOCK_BYTES;
                if bytes > budget_bytes {
                    return Err(too_large(read));
                }
                permit = permit.resize(bytes).map_err(|error| match error {
                    DispatchError::Shed(shed) if matches!(shed.reason(), ShedReason::Share(_)) => {
                        too_large(read)
                    }
                    error => error.into(),
                })?;
                blocks.push(Vec::with_capacity(BLOCK_BYTES));
                continue;
            };
            block.extend_from_slice(&frame.split_to(frame.len().min(BLOCK_BYTES - block.len())));
        }
        let next = tokio::time::timeout(bounds.idle, input.next()).await;
        match next.map_err(|_| ApiError::request_timeout(bounds.idle))? {
            Some(read) => frame = read.map_err(|_| broken())?,
            None => break,
        }
    }
    let blocks = blocks.into_iter().map(|block| Ok::<_, axum::Error>(Bytes::from(block)));
    Ok((Body::from_stream(stream::iter(blocks)).into_data_stream().fuse(), permit))
}

/// The error for a body that needs more memory than there is for it, after `read` bytes.
fn too_large(read: usize) -> ApiError {
    let detail = format!(
        "a batch with `Quadrille-Read-First` is held in memory, and there is none for more than {read} bytes: send it to `/uploads`, \
         and let a job answer it"
    );
    ApiError::new(ProblemCode::BodyTooLarge, detail)
}
