//! Extractors of a generation request: from body and query, or from the query alone.

use std::num::NonZeroU64;

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use http::request::Parts;
use quadrille_answers::kinds::{Generate, GenerateQuestion, WishStyle};
use quadrille_answers::service::{ClientId, Dispatcher, Limits, Policies, StartedLimits, random_seed};
use quadrille_answers::wire::{ProblemBounds, RequestOf, ResultStyle, read_form, read_json, read_parameters};

use super::media_type::WISH_TYPES;
use super::whole_body::{BodyFormat, WholeBody};
use crate::http::caller::client_id;
use crate::http::deadline::{ClientDeadline, DeadlineSettings};
use crate::http::error::ApiError;
use crate::http::state::{AppState, GenerateSettings};

/// A request for generated puzzles.
pub(in crate::http) struct Generation {
    pub(in crate::http) client: ClientId,
    pub(in crate::http) question: GenerateQuestion,
    pub(in crate::http) style: ResultStyle<WishStyle>,
    pub(in crate::http) amount: PuzzleCount,
}

/// Number of puzzles, with the limits of each.
#[derive(Clone, Copy, Debug)]
pub(in crate::http) enum PuzzleCount {
    /// A single answer.
    One(StartedLimits),
    /// A stream.
    Many(NonZeroU64, Limits),
}

impl Generation {
    /// Whether the client named the seed. Without it, the answer is different each time.
    pub(in crate::http) fn has_seed(&self) -> bool {
        self.style.notation.has_seed()
    }

    /// Draws the seed unless the client named it, resolves the limits and starts their time.
    fn start(
        client: ClientId,
        request: RequestOf<Generate>,
        deadline: ClientDeadline,
        state: &AppState,
    ) -> Result<Self, ApiError> {
        let RequestOf::<Generate> { mut question, limits, style } = request;
        let policies = Policies::from_ref(state);
        let amount = match style.notation.count(GenerateSettings::from_ref(state).count_max)? {
            None => PuzzleCount::One(deadline.shorten(policies.single.resolve(limits)).start()),
            Some(count) => PuzzleCount::Many(count, policies.batch.resolve(limits)),
        };
        if !style.notation.has_seed() {
            question.seed = random_seed()?;
        }
        Ok(Self { client, question, style, amount })
    }
}

/// Generation request in the body and the query.
pub(in crate::http) struct GenerationBody(pub(in crate::http) Generation);

impl FromRequest<AppState> for GenerationBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let body = WholeBody::read(request, state, &WISH_TYPES).await?;
        let (client, deadline) = (body.client, body.deadline);
        let parse = |body: WholeBody| {
            let (bytes, query, bounds) = (&body.bytes, &body.query, ProblemBounds::MAX);
            // All fields may be left out.
            if bytes.trim_ascii().is_empty() {
                return Ok(read_parameters::<Generate>(query, bounds)?);
            }
            Ok(match body.format() {
                BodyFormat::Json => read_json::<Generate>(bytes, query, bounds)?,
                BodyFormat::Text | BodyFormat::Form => read_form::<Generate>(bytes, query, bounds)?,
            })
        };
        let request = body.parse_in_turn(&Dispatcher::from_ref(state), parse).await?;
        Ok(Self(Generation::start(client, request, deadline, state)?))
    }
}

/// Generation request in the query.
pub(in crate::http) struct GenerationQuery(pub(in crate::http) Generation);

impl FromRequestParts<AppState> for GenerationQuery {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let deadline = ClientDeadline::from_headers(&parts.headers, &DeadlineSettings::from_ref(state))?;
        let client = client_id(&parts.extensions)?;
        let query = parts.uri.query().unwrap_or_default().to_owned();
        let parse = move || read_parameters::<Generate>(&query, ProblemBounds::MAX);
        let request = Dispatcher::from_ref(state).compute(client, parse).await??;
        Ok(Self(Generation::start(client, request, deadline, state)?))
    }
}
