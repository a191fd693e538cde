//! Extractor of a body with one puzzle, in any of its formats.

use axum::extract::{FromRef, Request};
use quadrille_answers::service::{ClientId, Dispatcher, InputBudget};
use quadrille_answers::wire::{
    ProblemBounds, RequestKind, RequestSubject, is_json, is_small_request, read_form, read_json,
    read_parameters, read_text, with_default_format,
};

use super::body::ReservedBody;
#[cfg(feature = "mcp")]
use super::body::broken;
use super::coding::Coding;
use super::file_form::open_file_form;
use super::media_type::{AcceptedTypes, BodyType, form_without_json};
use crate::http::caller::client_id;
use crate::http::deadline::{ClientDeadline, DeadlineSettings};
use crate::http::error::ApiError;
use crate::http::state::{AppState, BodyBounds};

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
    body_type: BodyType,
    /// How the bytes are compressed, until they are parsed.
    coding: Coding,
    /// Whether the request is known to be cheap, once it is parsed.
    pub(super) is_small: bool,
    bytes_max: usize,
    pub(super) bytes: ReservedBody,
    /// Query of the request, which may have options.
    pub(super) query: String,
}

impl WholeBody {
    /// Returns the format, which the first bytes may tell. To be called by `parse`: it may have to read all bytes.
    pub(super) fn format(&self) -> BodyFormat {
        match self.body_type {
            BodyType::Text | BodyType::Form if is_json(&self.bytes, &self.query) => BodyFormat::Json,
            BodyType::Text | BodyType::Csv | BodyType::Xml => BodyFormat::Text,
            BodyType::Form => BodyFormat::Form,
            BodyType::Json | BodyType::Ndjson => BodyFormat::Json,
        }
    }

    /// Reads the request in the body and the query; without a body, the request in the query. To be called by `parse`.
    pub(super) fn request<K: RequestKind>(&self, bounds: ProblemBounds) -> Result<K::Valid, ApiError> {
        let (bytes, query) = (&*self.bytes, &*self.query);
        if bytes.is_empty() && !query.is_empty() && K::SUBJECT.is_puzzle() {
            return Ok(read_parameters::<K>(query, bounds)?);
        }
        Ok(match self.format() {
            BodyFormat::Json => read_json::<K>(bytes, query, bounds)?,
            BodyFormat::Form if K::SUBJECT == RequestSubject::CoverProblem && !bytes.contains(&b'\n') => {
                return Err(form_without_json());
            }
            BodyFormat::Form if K::SUBJECT.is_puzzle() => read_form::<K>(bytes, query, bounds)?,
            BodyFormat::Form | BodyFormat::Text => read_text::<K>(bytes, query, bounds)?,
        })
    }

    /// Parses the body: at once if it is cheap for certain, otherwise on a solver thread, in turn like a question.
    pub(super) async fn parse<T: Send + 'static>(
        mut self,
        dispatcher: &Dispatcher,
        parse: impl FnOnce(Self) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.is_small = self.coding == Coding::Identity && is_small_request(&self.bytes, &self.query);
        let is_small = self.is_small;
        self.parse_at_once_if(is_small, dispatcher, parse).await
    }

    /// Parses the body: at once if that is cheap, and the body is not compressed, otherwise on a solver thread.
    pub(super) async fn parse_at_once_if<T: Send + 'static>(
        self,
        is_cheap: bool,
        dispatcher: &Dispatcher,
        parse: impl FnOnce(Self) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        if is_cheap && self.coding == Coding::Identity {
            return parse(self);
        }
        Box::pin(self.parse_in_turn(dispatcher, parse)).await
    }

    /// Decodes and parses the body on a solver thread.
    pub(super) async fn parse_in_turn<T: Send + 'static>(
        self,
        dispatcher: &Dispatcher,
        parse: impl FnOnce(Self) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        dispatcher.compute(self.client, move || parse(self.decoded()?)).await?
    }

    fn decoded(self) -> Result<Self, ApiError> {
        let Self { coding, bytes, bytes_max, .. } = self;
        let bytes = if coding == Coding::Identity { bytes } else { bytes.decode(coding, bytes_max)? };
        Ok(Self { coding: Coding::Identity, bytes, ..self })
    }

    /// Reads a body of one of these types.
    pub(super) async fn read(
        request: Request,
        state: &AppState,
        accepted: &AcceptedTypes,
    ) -> Result<Self, ApiError> {
        #[cfg(feature = "mcp")]
        if let Some(held) = request.extensions().get::<HeldBody>().cloned() {
            return held.body(request).await;
        }
        Self::read_within(request, state, accepted, BodyBounds::from_ref(state)).await
    }

    /// Reads a body of one of these types within these bounds.
    pub(super) async fn read_within(
        request: Request,
        state: &AppState,
        accepted: &AcceptedTypes,
        bounds: BodyBounds,
    ) -> Result<Self, ApiError> {
        let request = open_file_form(request, accepted, bounds.read).await?;
        let head = Head::from_request(&request, state, accepted)?;
        let budget = InputBudget::from_ref(state);
        let bytes = ReservedBody::read(request.into_body(), bounds, &budget, head.client).await?;
        Ok(Self::new(head, bytes, bounds.bytes_max))
    }

    fn new(head: Head, bytes: ReservedBody, bytes_max: usize) -> Self {
        let Head { client, deadline, body_type, coding, query } = head;
        let query = match body_type {
            BodyType::Xml => with_default_format(&query, "opensudoku"),
            BodyType::Json | BodyType::Text | BodyType::Csv | BodyType::Form | BodyType::Ndjson => query,
        };
        Self { client, deadline, body_type, coding, is_small: false, bytes_max, bytes, query }
    }
}

/// What a message holds for the request that it contains: the client's deadline, and the reservation of its bytes. The first body that
/// is read within the message takes it.
#[cfg(feature = "mcp")]
#[derive(Clone)]
pub(in crate::http) struct HeldBody(std::sync::Arc<parking_lot::Mutex<Option<WholeBody>>>);

#[cfg(feature = "mcp")]
impl HeldBody {
    pub(super) fn new(message: WholeBody) -> Self {
        Self(std::sync::Arc::new(parking_lot::Mutex::new(Some(message))))
    }

    /// Returns the body of a request within the message.
    async fn body(&self, request: Request) -> Result<WholeBody, ApiError> {
        use http_body_util::BodyExt;

        let message = self.0.lock().take().ok_or_else(ApiError::internal)?;
        let bytes = request.into_body().collect().await.map_err(|error| broken(&error))?.to_bytes();
        Ok(WholeBody { bytes: message.bytes.with_bytes(bytes.into()), ..message })
    }
}

/// What the head of a request says about its body.
struct Head {
    client: ClientId,
    deadline: ClientDeadline,
    body_type: BodyType,
    coding: Coding,
    query: String,
}

impl Head {
    fn from_request(request: &Request, state: &AppState, accepted: &AcceptedTypes) -> Result<Self, ApiError> {
        let headers = request.headers();
        Ok(Self {
            deadline: ClientDeadline::from_headers(headers, &DeadlineSettings::from_ref(state))?,
            body_type: BodyType::from_headers(headers, accepted)?,
            coding: Coding::from_headers(headers)?,
            client: client_id(request.extensions())?,
            query: request.uri().query().unwrap_or_default().to_owned(),
        })
    }
}
