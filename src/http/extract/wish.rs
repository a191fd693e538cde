//! Extractors of what a generated puzzle must be like: from body and query, or from the query alone.

use std::num::NonZeroU64;

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use http::request::Parts;
use quadrille_answers::service::{
    ClientId, Dispatcher, GenerateQuestion, InputBudget, Limits, Policies, StartedLimits, random_seed,
};
use quadrille_answers::wire::{
    Generate, ProblemBounds, RequestOf, ResultStyle, WishStyle, question_from_form, question_from_json,
    question_from_query,
};

use super::media_type::WISH_TYPES;
use super::whole_body::{BodyFormat, WholeBody};
use crate::http::caller::client_id;
use crate::http::deadline::{ClientDeadline, DeadlineSettings};
use crate::http::error::ApiError;
use crate::http::state::{BodyBounds, GenerateSettings};

/// A request for generated puzzles.
pub(in crate::http) struct Wish {
    pub(in crate::http) client: ClientId,
    pub(in crate::http) question: GenerateQuestion,
    pub(in crate::http) style: ResultStyle<WishStyle>,
    pub(in crate::http) amount: Amount,
}

/// Number of puzzles, with the limits of each.
#[derive(Clone, Copy, Debug)]
pub(in crate::http) enum Amount {
    /// A single answer.
    One(StartedLimits),
    /// A stream.
    Many(NonZeroU64, Limits),
}

impl Wish {
    /// Whether the client named the seed. Without it, the answer is different each time.
    pub(in crate::http) fn has_seed(&self) -> bool {
        self.style.notation.has_seed()
    }

    /// Draws the seed unless the client named it, resolves the limits and starts their time.
    fn start<S>(
        client: ClientId,
        request: RequestOf<Generate>,
        deadline: ClientDeadline,
        state: &S,
    ) -> Result<Self, ApiError>
    where
        GenerateSettings: FromRef<S>,
        Policies: FromRef<S>,
    {
        let RequestOf::<Generate> { mut question, limits, style } = request;
        let policies = Policies::from_ref(state);
        let amount = match style.notation.count(GenerateSettings::from_ref(state).count_max)? {
            None => Amount::One(deadline.shorten(policies.single.resolve(limits)).start()),
            Some(count) => Amount::Many(count, policies.batch.resolve(limits)),
        };
        if !style.notation.has_seed() {
            question.seed = random_seed()?;
        }
        Ok(Self { client, question, style, amount })
    }
}

/// The wish in the body and the query.
pub(in crate::http) struct WishBody(pub(in crate::http) Wish);

impl<S> FromRequest<S> for WishBody
where
    S: Send + Sync,
    BodyBounds: FromRef<S>,
    DeadlineSettings: FromRef<S>,
    Dispatcher: FromRef<S>,
    GenerateSettings: FromRef<S>,
    InputBudget: FromRef<S>,
    Policies: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let body = WholeBody::read(request, state, &WISH_TYPES).await?;
        let (client, deadline) = (body.client, body.deadline);
        let parse = |body: WholeBody| {
            let (bytes, query, bounds) = (&body.bytes, &body.query, ProblemBounds::MAX);
            Ok(match body.format() {
                BodyFormat::Json => question_from_json::<Generate>(bytes, query, bounds)?,
                // All fields may be left out.
                BodyFormat::Form if bytes.trim_ascii().is_empty() => {
                    question_from_query::<Generate>(query, bounds)?
                }
                BodyFormat::Text | BodyFormat::Form => question_from_form::<Generate>(bytes, query, bounds)?,
            })
        };
        let request = body.parse(&Dispatcher::from_ref(state), parse).await?;
        Ok(Self(Wish::start(client, request, deadline, state)?))
    }
}

/// The wish in the query.
pub(in crate::http) struct WishQuery(pub(in crate::http) Wish);

impl<S> FromRequestParts<S> for WishQuery
where
    S: Send + Sync,
    DeadlineSettings: FromRef<S>,
    GenerateSettings: FromRef<S>,
    Policies: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let deadline = ClientDeadline::of(&parts.headers, &DeadlineSettings::from_ref(state))?;
        let query = parts.uri.query().unwrap_or_default();
        let request = question_from_query::<Generate>(query, ProblemBounds::MAX)?;
        Ok(Self(Wish::start(client_id(&parts.extensions)?, request, deadline, state)?))
    }
}
