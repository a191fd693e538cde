//! Extractor of a message that contains another request.

use axum::extract::{FromRef, Request};
use quadrille_answers::service::{ClientId, Dispatcher};

use super::media_type::MESSAGE_TYPES;
use super::whole_body::{HeldBody, WholeBody};
use crate::http::error::ApiError;
use crate::http::runtime_work::SHORT_MESSAGE;
use crate::http::state::{AppState, BodyBounds};

/// Maximum length of a message.
const MESSAGE_BYTES_MAX: usize = 128 << 10;

/// A message that was read.
pub(in crate::http) struct MessageBody<T> {
    pub(in crate::http) client: ClientId,
    pub(in crate::http) message: T,
    pub(in crate::http) held: HeldBody,
}

impl<T: Send + 'static> MessageBody<T> {
    /// Reads a message, and parses it: at once if it is short, otherwise on a solver thread, in turn like a question.
    pub(in crate::http) async fn read(
        request: Request,
        state: &AppState,
        parse: impl FnOnce(Vec<u8>) -> T + Send + 'static,
    ) -> Result<Self, ApiError> {
        let bounds = BodyBounds::from_ref(state);
        let bounds = BodyBounds { bytes_max: bounds.bytes_max.min(MESSAGE_BYTES_MAX), ..bounds };
        let body = WholeBody::read_within(request, state, &MESSAGE_TYPES, bounds).await?;
        let (client, is_short) = (body.client, body.bytes.len() <= SHORT_MESSAGE);
        let parse = move |mut body: WholeBody| {
            let message = parse(body.bytes.take_bytes());
            Ok((message, HeldBody::new(body)))
        };
        let (message, held) = body.parse_at_once_if(is_short, &Dispatcher::from_ref(state), parse).await?;
        Ok(Self { client, message, held })
    }
}
