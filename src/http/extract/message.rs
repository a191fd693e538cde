//! Extractor of a message that contains another request.

use axum::extract::{FromRef, Request};
use bytes::Bytes;
use quadrille_answers::service::ClientId;

use super::media_type::JOB_TYPES;
use super::whole_body::{HeldBody, WholeBody};
use crate::http::error::ApiError;
use crate::http::state::{AppState, BodyBounds};

/// Maximum length of a message: the protocol parses it at once, within a few milliseconds.
const MESSAGE_BYTES_MAX: usize = 128 << 10;

/// A message as JSON.
pub(in crate::http) struct MessageBody {
    pub(in crate::http) client: ClientId,
    pub(in crate::http) bytes: Bytes,
    pub(in crate::http) held: HeldBody,
}

impl MessageBody {
    /// Reads a message.
    pub(in crate::http) async fn read(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let bounds = BodyBounds::from_ref(state);
        let bounds = BodyBounds { bytes_max: bounds.bytes_max.min(MESSAGE_BYTES_MAX), ..bounds };
        let mut body = WholeBody::read_within(request, state, &JOB_TYPES, bounds).await?;
        let bytes = body.bytes.take_bytes().into();
        Ok(Self { client: body.client, bytes, held: HeldBody::new(body) })
    }
}
