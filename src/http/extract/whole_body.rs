//! Extractor of a body with one puzzle, in any of its formats.

use axum::extract::{FromRef, Request};

use super::body::{ReservedBody, UnreadBody};
use super::coding::Coding;
use super::media_type::{AcceptedTypes, BodyType};
use crate::http::clients::client_id;
use crate::http::deadline::{ClientDeadline, DeadlineSettings};
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;
use crate::service::{ClientId, InputBudget};
use crate::wire::{is_json, with_default_format};

/// Format of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyFormat {
    Json,
    Text,
    Form,
}

/// A complete body, and what the head says about it.
pub(super) struct WholeBody {
    pub(super) client: ClientId,
    pub(super) deadline: ClientDeadline,
    pub(super) format: BodyFormat,
    pub(super) bytes: ReservedBody,
    /// Query of the request, which may have options.
    pub(super) query: String,
}

impl WholeBody {
    /// Reads a body of one of these types.
    pub(super) async fn read<S>(
        request: Request,
        state: &S,
        accepted: &AcceptedTypes,
    ) -> Result<Self, ApiError>
    where
        BodyBounds: FromRef<S>,
        DeadlineSettings: FromRef<S>,
        InputBudget: FromRef<S>,
    {
        let deadline = ClientDeadline::of(request.headers(), &DeadlineSettings::from_ref(state))?;
        let body_type = BodyType::of(request.headers(), accepted)?;
        let coding = Coding::of(request.headers())?;
        let (parts, body) = request.into_parts();
        let budget = InputBudget::from_ref(state);
        let client = client_id(&parts.extensions)?;
        let unread = UnreadBody::reserve(body, coding, BodyBounds::from_ref(state), &budget, client).await?;
        let bytes = unread.read().await?;
        let query = parts.uri.query().unwrap_or_default();
        let format = match body_type {
            BodyType::Text | BodyType::Form if is_json(&bytes, query) => BodyFormat::Json,
            BodyType::Text | BodyType::Csv | BodyType::Xml => BodyFormat::Text,
            BodyType::Form => BodyFormat::Form,
            BodyType::Json | BodyType::Ndjson => BodyFormat::Json,
        };
        let query = match body_type {
            BodyType::Csv => with_default_format(query, "csv"),
            BodyType::Xml => with_default_format(query, "opensudoku"),
            BodyType::Json | BodyType::Text | BodyType::Form | BodyType::Ndjson => query.to_owned(),
        };
        Ok(Self { client, deadline, format, bytes, query })
    }
}
