//! A batch, from the body and the query.

use std::marker::PhantomData;

use axum::body::{Body, BodyDataStream};
use axum::extract::{FromRef, FromRequest, Request};
use bytes::Bytes;
use futures_util::stream::{Fuse, MapErr};
use futures_util::{StreamExt, TryStreamExt};

use super::body::{BodyType, TakenTypes, first_bytes, read_body};
use crate::exchange::{AsksBatch, Chunk, Elements, LineBounds, Lines};
use crate::http::error::ApiError;
use crate::http::state::BodyBounds;
use crate::service::{InputError, Source};
use crate::wire::{BatchOptions, EntryForm};

/// The types of body that hold a batch.
const BATCH_TYPES: TakenTypes = TakenTypes {
    types: &[BodyType::Ndjson, BodyType::Text, BodyType::Json],
    names: "application/x-ndjson, text/plain, application/json",
};

/// What begins a line of text that holds no puzzle.
const COMMENT: u8 = b'#';

/// A batch of such requests, of which the first bytes have arrived.
pub(in crate::http) struct AskedBatch<A> {
    pub(in crate::http) form: EntryForm,
    pub(in crate::http) options: BatchOptions,
    pub(in crate::http) line_bytes_max: usize,
    pub(in crate::http) puzzles: Puzzles,
    asks: PhantomData<A>,
}

/// What a body brings, piece by piece.
type Pieces = MapErr<Fuse<BodyDataStream>, fn(axum::Error) -> InputError>;

/// Where the puzzles of a batch come from.
pub(in crate::http) enum Puzzles {
    Lines(Box<Lines<Pieces>>),
    Elements(Elements),
}

impl<S, A> FromRequest<S> for AskedBatch<A>
where
    S: Send + Sync,
    A: AsksBatch,
    BodyBounds: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let bounds = BodyBounds::from_ref(state);
        let body_type = BodyType::of(request.headers(), &BATCH_TYPES)?;
        let (parts, body) = request.into_parts();
        let options = BatchOptions::from_query::<A>(parts.uri.query().unwrap_or_default())?;
        let (form, comment) = match body_type {
            BodyType::Json => (EntryForm::Element, None),
            BodyType::Ndjson => (EntryForm::Json, None),
            BodyType::Text => (EntryForm::Text, Some(COMMENT)),
        };
        let puzzles = match form {
            EntryForm::Element => Puzzles::Elements(Elements::of(&read_body(body, bounds).await?)?),
            _ => Puzzles::lines(body, comment, bounds).await?,
        };
        let line_bytes_max = bounds.line_bytes_max;
        Ok(Self { form, options, line_bytes_max, puzzles, asks: PhantomData })
    }
}

impl Puzzles {
    /// The first bytes are waited for here, while the client that waits for `100 Continue` can still be told so.
    async fn lines(body: Body, comment: Option<u8>, bounds: BodyBounds) -> Result<Self, ApiError> {
        let mut input = body.into_data_stream().fuse();
        let first: Bytes = first_bytes(&mut input, bounds).await?;
        // A body that breaks off is that of a client that has left.
        let input = input.map_err((|_| InputError::Gone) as fn(axum::Error) -> InputError);
        let lines = LineBounds { bytes_max: bounds.line_bytes_max, idle: Some(bounds.idle) };
        Ok(Self::Lines(Box::new(Lines::new(first, input, comment, lines))))
    }
}

impl Source<Chunk> for Puzzles {
    async fn next(&mut self) -> Result<Option<Chunk>, InputError> {
        match self {
            Self::Lines(lines) => lines.next().await,
            Self::Elements(elements) => elements.next().await,
        }
    }

    fn buffered(&mut self) -> Option<Chunk> {
        match self {
            Self::Lines(lines) => lines.buffered(),
            Self::Elements(elements) => elements.buffered(),
        }
    }
}
