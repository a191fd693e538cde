//! Input of batches that is held in memory until it is needed, for gateways and clients that do not send and receive at the same time.

use std::collections::VecDeque;
use std::future::pending;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::BodyDataStream;
use bytes::Bytes;
use futures_util::stream::Fuse;
use futures_util::{Stream, StreamExt};
use http::{HeaderMap, HeaderName};
use quadrille_answers::faults::ProblemCode;
use quadrille_answers::service::{DispatchError, InputPermit, ShedReason};
use tokio::task::yield_now;
use tokio::time::timeout;

use super::body::broken;
use crate::http::error::ApiError;

/// Header that asks for a batch to be read to its end before the head of the response, with the value `1`.
const READ_FIRST: HeaderName = HeaderName::from_static("quadrille-read-first");

/// Bytes by which the reservation of a body grows.
const BLOCK_BYTES: usize = 64 << 10;

/// Frames that are read ahead without a wait.
const FRAMES_PER_TURN: usize = 16;

pub(super) fn is_read_first(headers: &HeaderMap) -> bool {
    headers.get_all(READ_FIRST).iter().any(|value| value == "1")
}

/// Body of which a part has been read into memory.
pub(in crate::http) struct ReadAhead {
    input: Fuse<BodyDataStream>,
    /// Bytes that are held. Only the last block has room.
    blocks: VecDeque<Vec<u8>>,
    /// What follows the blocks: a frame for which there was no memory, or a fault.
    next: Option<Result<Bytes, axum::Error>>,
    has_ended: bool,
    /// Number of frames that have been read ahead.
    frames: usize,
    /// Reservation of the blocks, and of what stands before the input.
    permit: InputPermit,
}

impl ReadAhead {
    /// Holds nothing yet of the input. `permit` is the reservation of what stands before it, and of its decoder.
    pub(super) fn new(input: Fuse<BodyDataStream>, permit: InputPermit) -> Self {
        Self { input, blocks: VecDeque::new(), next: None, has_ended: false, frames: 0, permit }
    }

    /// Returns whether the end of the input has been read.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Reads on while there is memory. Ends when there is none for more; pending at the end of the input. Cancel-safe.
    pub(super) async fn read_ahead(&mut self) {
        loop {
            let has_room =
                self.hold(|permit| permit.resize_ahead(permit.bytes() + BLOCK_BYTES).then_some(()).ok_or(()));
            if has_room.is_err() {
                return;
            }
            if self.has_ended || self.next.is_some() {
                return pending().await;
            }
            self.read_frame().await;
        }
    }

    /// Reads the whole input, which follows `first` and has a frame within each time of `idle`. At most `bytes_max` are held.
    pub(super) async fn read_to_end(
        mut self,
        first: Bytes,
        bytes_max: usize,
        idle: Duration,
    ) -> Result<Self, ApiError> {
        self.next = Some(Ok(first));
        loop {
            let held = self.blocks.len() * BLOCK_BYTES;
            self.hold(|permit| match permit.bytes() + BLOCK_BYTES {
                bytes if bytes > bytes_max => Err(too_large(held)),
                bytes => permit.resize(bytes).map_err(|error| match error {
                    DispatchError::Shed(shed) if matches!(shed.reason(), ShedReason::Share(_)) => {
                        too_large(held)
                    }
                    error => error.into(),
                }),
            })?;
            if self.has_ended {
                return Ok(self);
            }
            if let Some(Err(error)) = &self.next {
                return Err(broken(error));
            }
            timeout(idle, self.read_frame()).await.map_err(|_| ApiError::request_timeout(idle))?;
        }
    }

    /// Reads a frame. Other tasks run after some of them, which take a millisecond to decode.
    async fn read_frame(&mut self) {
        self.frames += 1;
        if self.frames.is_multiple_of(FRAMES_PER_TURN) {
            yield_now().await;
        }
        self.next = self.input.next().await;
        self.has_ended = self.next.is_none();
    }

    /// Moves the next frame to the blocks, each of which `reserve` reserves.
    fn hold<E>(&mut self, mut reserve: impl FnMut(&mut InputPermit) -> Result<(), E>) -> Result<(), E> {
        while let Some(Ok(frame)) = &mut self.next {
            if frame.is_empty() {
                self.next = None;
            } else if let Some(block) = self.blocks.back_mut().filter(|block| block.len() < BLOCK_BYTES) {
                // Copied, because a frame is a handle on a larger buffer.
                block.extend_from_slice(&frame.split_to(frame.len().min(BLOCK_BYTES - block.len())));
            } else {
                reserve(&mut self.permit)?;
                self.blocks.push_back(Vec::with_capacity(BLOCK_BYTES));
            }
        }
        Ok(())
    }
}

impl Stream for ReadAhead {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let held = self.get_mut();
        if let Some(block) = held.blocks.pop_front() {
            // Less is always allowed.
            let _ = held.permit.resize(held.permit.bytes() - BLOCK_BYTES);
            return Poll::Ready(Some(Ok(block.into())));
        }
        match held.next.take() {
            None => held.input.poll_next_unpin(context),
            next => Poll::Ready(next),
        }
    }
}

/// The error for a batch that needs more memory than there is for it, of which `held` bytes are held.
fn too_large(held: usize) -> ApiError {
    let detail = format!(
        "a batch with `Quadrille-Read-First` is held in memory, and there is none for more than {held} bytes: send it to `/uploads`, \
         and let a job answer it"
    );
    ApiError::new(ProblemCode::BodyTooLarge, detail)
}
