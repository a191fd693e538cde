//! Memory that a request holds until its response is sent.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http_body::{Body as _, Frame, SizeHint};
use quadrille_answers::service::{DispatchError, InputPermit};

use crate::http::error::ApiError;
use crate::http::runtime_work::SHORT_ANSWER;

/// Reservation for a request and its response. Most puzzles need none, because they and their answers are short.
#[derive(Debug)]
pub(in crate::http) struct MemoryReservation(Option<InputPermit>);

impl MemoryReservation {
    /// No reservation.
    pub(in crate::http) const NONE: Self = Self(None);

    /// Changes the reservation of a body to the memory of its request, which may be 0.
    ///
    /// # Errors
    /// [`DispatchError::Shed`] if the budget or the share of the client does not allow it.
    pub(in crate::http) fn of_request(mut body: InputPermit, bytes: usize) -> Result<Self, DispatchError> {
        body.resize(bytes)?;
        Ok(Self(Some(body)))
    }

    /// Reserves the bytes of a response that is not yet encoded, unless it will be short.
    ///
    /// # Errors
    /// [`ApiError`] if the budget or the share of the client does not allow it.
    pub(in crate::http) fn reserve(mut self, bytes: usize) -> Result<Self, ApiError> {
        if let Some(permit) = self.0.as_mut().filter(|permit| bytes > SHORT_ANSWER && bytes > permit.bytes())
        {
            permit.resize(bytes)?;
        }
        Ok(self)
    }

    /// Reserves the bytes of a complete response, unless it is short, and keeps the reservation [until it is
    /// sent](Self::until_sent).
    ///
    /// # Errors
    /// [`ApiError`] if the budget or the share of the client does not allow it.
    pub(in crate::http) fn reserve_answer(self, response: Response) -> Result<Response, ApiError> {
        let length = usize::try_from(response.body().size_hint().lower()).unwrap_or(usize::MAX);
        Ok(self.reserve(length)?.until_sent(response))
    }

    /// Keeps the reservation until the last byte of the response is written or the client has disconnected.
    pub(in crate::http) fn until_sent(self, response: Response) -> Response {
        match self.0.filter(|permit| permit.bytes() > 0) {
            Some(permit) => response.map(|body| Body::new(HoldingBody { body, permit: Arc::new(permit) })),
            None => response,
        }
    }
}

/// Body whose frames hold a reservation.
struct HoldingBody {
    body: Body,
    permit: Arc<InputPermit>,
}

/// Bytes that hold a reservation.
struct HoldingBytes {
    bytes: Bytes,
    _permit: Arc<InputPermit>,
}

impl AsRef<[u8]> for HoldingBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl http_body::Body for HoldingBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Self { body, permit } = &mut *self;
        let hold = |bytes| Bytes::from_owner(HoldingBytes { bytes, _permit: Arc::clone(permit) });
        Pin::new(body).poll_frame(context).map_ok(|frame| frame.map_data(hold))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
