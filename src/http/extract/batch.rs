//! Extractor of a batch, from body and query.

use std::future::{pending, ready};
use std::marker::PhantomData;
use std::mem;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRef, FromRequest, Request};
use bytes::Bytes;
use futures_util::stream::MapErr;
use futures_util::{StreamExt, TryStreamExt, stream};
use http::request::Parts;
use http_body::Body as _;
use quadrille_answers::faults::ProblemCode;
use quadrille_answers::ingest::{Elements, LineBounds, LineContent, Lines, are_lines_of_one_puzzle};
use quadrille_answers::service::{
    ChunkSource, ClientId, Dispatcher, InputBudget, InputError, Permit, Policies,
};
use quadrille_answers::wire::{
    BLANK_BYTES_MAX, BatchKind, BatchOptions, Chunk, EntryBounds, EntryForm, InputTable, OtherLines,
    StreamFormat, is_json_lines, is_small_request,
};

use super::body::{ReservedBody, UnreadBody, first_bytes};
use super::coding::{Coding, input_error};
use super::file_form::open_file_form;
use super::form::batch_format;
use super::media_type::{BodyType, PROBLEMS_TYPES, PUZZLES_TYPES};
use super::read_ahead::{ReadAhead, is_read_first};
use crate::http::caller::client_id;
use crate::http::error::ApiError;
use crate::http::state::{AppState, BodyBounds};

/// Invalid entries whose results explain the problem. The shortest entry has two bytes, an explanation 500.
const EXPLAINED_ERRORS_MAX: u64 = 100;

/// A batch whose first bytes have arrived, or all if it is an array.
pub(in crate::http) struct BatchBody<K: BatchKind> {
    pub(in crate::http) form: EntryForm,
    /// Format of the answers.
    pub(in crate::http) format: StreamFormat,
    pub(in crate::http) options: BatchOptions<K>,
    pub(in crate::http) bounds: EntryBounds,
    pub(in crate::http) entries: Entries,
    pub(in crate::http) permit: Permit,
    kind: PhantomData<K>,
}

/// The data frames of a body.
type BodyFrames = MapErr<ReadAhead, fn(axum::Error) -> InputError>;

/// Entries of a batch, as they arrive.
pub(in crate::http) enum Entries {
    Lines {
        lines: Box<Lines<BodyFrames>>,
        /// Whether the request declares the length of its body.
        is_sized: bool,
    },
    Elements(Elements<ReservedBody>),
    /// A text whose lines are one puzzle; `None` after it was taken.
    Whole(Option<Chunk>),
}

impl<K: BatchKind> FromRequest<AppState> for BatchBody<K> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let bounds = BodyBounds::from_ref(state);
        let accepted = if K::SUBJECT.is_puzzle() { &PUZZLES_TYPES } else { &PROBLEMS_TYPES };
        let request = open_file_form(request, accepted, bounds.read).await?;
        let body_type = BodyType::from_headers(request.headers(), accepted)?;
        let coding = Coding::from_headers(request.headers())?;
        let format = batch_format(request.headers(), false)?;
        let (parts, body) = request.into_parts();
        let dispatcher = Dispatcher::from_ref(state);
        let client = client_id(&parts.extensions)?;
        let options = read_options::<K>(&parts, &dispatcher, client).await?;
        let is_sized = body.size_hint().exact().is_some();
        let body = coding.decode(body);
        let size = body.size_hint();
        let budget = InputBudget::from_ref(state);
        // The window of a decoder is filled by a long batch.
        let decoder = match coding {
            Coding::Identity => None,
            coding => Some(budget.reserve(client, coding.decoder_bytes(usize::MAX), bounds.read).await?),
        };
        let mut input = body.into_data_stream().fuse();
        // Until the first bytes arrive, an error can still replace `100 Continue`.
        let mut first = match body_type {
            BodyType::Json => Bytes::new(),
            BodyType::Ndjson | BodyType::Text | BodyType::Form | BodyType::Csv | BodyType::Xml => {
                first_bytes(&mut input, bounds).await?
            }
        };
        let mut form = match body_type {
            BodyType::Json => EntryForm::Element,
            BodyType::Ndjson => EntryForm::Json,
            BodyType::Text | BodyType::Form => EntryForm::of_text::<K>(&first),
            BodyType::Csv | BodyType::Xml => EntryForm::Text,
        };
        let (entries, permit) = match form {
            EntryForm::Element => {
                let body = Body::from_stream(stream::once(ready(Ok(first))).chain(input));
                let as_array = |error: ApiError| match error.code {
                    ProblemCode::BodyTooLarge => ApiError::array_too_large(bounds.bytes_max),
                    _ => error,
                };
                let unread = UnreadBody::reserve_sized(body, size, bounds, &budget, client);
                let unread = unread.await.map_err(as_array)?;
                // Before the body is read, which takes memory.
                let permit = dispatcher.stream_permit(client)?;
                let body = unread.read().await.map_err(as_array)?;
                if is_json_lines(&body) {
                    form = EntryForm::Json;
                    let (bytes, reserved) = body.into_parts();
                    let ended = Body::empty().into_data_stream().fuse();
                    let input = ReadAhead::new(ended, reserved);
                    let lines = Entries::lines(bytes.into(), input, LineContent::Json, bounds, false);
                    let lines = Box::new(lines.with_chunk_bytes(K::CHUNK_BYTES));
                    (Entries::Lines { lines, is_sized: true }, permit)
                } else {
                    let elements = dispatcher.compute(client, move || Elements::new::<K>(body));
                    (Entries::Elements(elements.await??.with_chunk_bytes(K::CHUNK_BYTES)), permit)
                }
            }
            EntryForm::Text if is_one_puzzle::<K>(&first, size.exact()) => {
                let mut chunk = Chunk::new(0);
                chunk.push(Some(1), Some(&first));
                (Entries::Whole(Some(chunk)), dispatcher.stream_permit(client)?)
            }
            // After the first bytes, so that a silent client takes no permit.
            EntryForm::Json | EntryForm::Text | EntryForm::FileText | EntryForm::File => {
                let content = if form == EntryForm::Json { LineContent::Json } else { LineContent::Text };
                let permit = decoder.unwrap_or_else(|| budget.nothing(client));
                let mut input = ReadAhead::new(input, permit);
                if is_read_first(&parts.headers) {
                    input = input.read_to_end(mem::take(&mut first), budget.bytes_max(), bounds.idle).await?;
                }
                let lines = Entries::lines(first, input, content, bounds, options.has_grid_layout());
                let lines = Box::new(lines.with_chunk_bytes(K::CHUNK_BYTES));
                (Entries::Lines { lines, is_sized }, dispatcher.stream_permit(client)?)
            }
        };
        let policy = Policies::from_ref(state).batch;
        let bounds = EntryBounds {
            explained_errors_max: EXPLAINED_ERRORS_MAX,
            line_bytes_max: bounds.line_bytes_max,
            policy,
            problem: bounds.problem,
        };
        let format = match form {
            EntryForm::Element => batch_format(&parts.headers, true)?,
            _ => format,
        };
        Ok(Self { form, format, options, bounds, entries, permit, kind: PhantomData })
    }
}

/// Reads the options of all entries: at once if they are cheap for certain, otherwise on a solver thread, in turn like a question.
async fn read_options<K: BatchKind>(
    parts: &Parts,
    dispatcher: &Dispatcher,
    client: ClientId,
) -> Result<BatchOptions<K>, ApiError> {
    let query = parts.uri.query().unwrap_or_default();
    if is_small_request(b"", query) {
        return Ok(BatchOptions::from_query(query)?);
    }
    let query = query.to_owned();
    Ok(dispatcher.compute(client, move || BatchOptions::from_query(&query)).await??)
}

/// Whether a body of this size, which has arrived, is a puzzle of several lines for certain.
fn is_one_puzzle<K: BatchKind>(first: &[u8], size: Option<u64>) -> bool {
    K::SUBJECT.is_puzzle()
        && size == u64::try_from(first.len()).ok()
        && str::from_utf8(first).is_ok_and(are_lines_of_one_puzzle)
}

impl Entries {
    /// Ignores lines that hold no part of a puzzle, and notes them there.
    pub(in crate::http) fn with_others(self, others: Arc<OtherLines>) -> Self {
        match self {
            Self::Lines { lines, is_sized } => {
                Self::Lines { lines: Box::new(lines.with_others(others)), is_sized }
            }
            Self::Elements(_) | Self::Whole(_) => self,
        }
    }

    /// Notes there what tells the columns of the input.
    pub(in crate::http) fn with_table(self, table: Arc<InputTable>) -> Self {
        match self {
            Self::Lines { lines, is_sized } => {
                Self::Lines { lines: Box::new(lines.with_table(table)), is_sized }
            }
            Self::Elements(elements) => Self::Elements(elements.with_table(table)),
            Self::Whole(chunk) => {
                let first = chunk.as_ref().filter(|chunk| !chunk.is_empty());
                table.begin(first.and_then(|chunk| chunk.entry(0).bytes));
                Self::Whole(chunk)
            }
        }
    }

    fn lines(
        first: Bytes,
        input: ReadAhead,
        content: LineContent,
        bounds: BodyBounds,
        has_grid_layout: bool,
    ) -> Lines<BodyFrames> {
        let error: fn(axum::Error) -> InputError = |error| input_error(&error);
        let lines = LineBounds { bytes_max: bounds.line_bytes_max, idle: Some(bounds.idle), has_grid_layout };
        Lines::new(first, input.map_err(error), content, lines).with_blank_bytes(BLANK_BYTES_MAX)
    }
}

impl ChunkSource<Chunk> for Entries {
    async fn next(&mut self) -> Result<Option<Chunk>, InputError> {
        match self {
            Self::Lines { lines, .. } => lines.next_in_block().await,
            Self::Elements(elements) => elements.next().await,
            Self::Whole(chunk) => Ok(chunk.take()),
        }
    }

    fn is_sparse(&self) -> bool {
        matches!(self, Self::Lines { lines, .. } if lines.is_sparse())
    }

    fn scan(&mut self) {
        if let Self::Lines { lines, .. } = self {
            lines.scan();
        }
    }

    fn buffered(&mut self) -> Option<Chunk> {
        match self {
            Self::Lines { lines, .. } => lines.buffered(),
            Self::Elements(elements) => elements.buffered(),
            Self::Whole(chunk) => chunk.take(),
        }
    }

    async fn read_ahead(&mut self) {
        match self {
            Self::Lines { lines, .. } => lines.input_mut().get_mut().read_ahead().await,
            Self::Elements(_) | Self::Whole(_) => pending().await,
        }
    }

    fn has_known_end(&self) -> bool {
        match self {
            Self::Lines { lines, is_sized, .. } => {
                *is_sized || lines.input().get_ref().has_ended() || lines.has_known_end()
            }
            Self::Elements(elements) => elements.has_known_end(),
            Self::Whole(_) => true,
        }
    }
}
