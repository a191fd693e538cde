//! `POST /mcp`

use std::borrow::Cow;
use std::future::pending;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRef, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use http::{HeaderName, HeaderValue, StatusCode, header};
use http_body_util::{BodyExt, Collected, Full};
use quadrille_answers::service::InputBudget;
use quadrille_answers::wire::ProblemCode;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::call::Tools;
use super::cancellations::{Cancellations, RequestName};
use crate::http::error::ApiError;
use crate::http::extract::{APPLICATION_JSON, MessageBody, OwnPage, json};
use crate::http::memory_reservation::MemoryReservation;
use crate::http::middleware::Protection;
use crate::http::state::AppState;

/// Path of the endpoint.
pub(in crate::http) const PATH: &str = "/mcp";

/// Header with the id that a client gets with the answer to `initialize`. Nothing is stored under it: it tells the requests of one agent
/// from those of others that have the same key or address.
const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");

/// Longest error of the protocol as text that a response repeats.
const ERROR_TEXT_MAX: usize = 1024;

/// Code of JSON-RPC for a message that is not JSON.
const PARSE_ERROR: i32 = -32700;

/// Code of JSON-RPC for a message that is no request, notification or response.
const INVALID_REQUEST: i32 = -32600;

/// The members of a message that the endpoint reads itself.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

/// Parameters of `notifications/cancelled`.
#[derive(Deserialize)]
struct Cancelled<'a> {
    #[serde(borrow, rename = "requestId")]
    request_id: &'a RawValue,
}

/// An error of JSON-RPC about a message whose id is not known.
struct ProtocolError {
    code: i32,
    message: String,
}

struct Endpoint {
    messages: StreamableHttpService<Tools, NeverSessionManager>,
    /// Hosts, as of a listener on a loopback address: all others must be listed.
    protection: Protection,
    cancellations: Cancellations,
}

/// Returns the route. Its requests are for the hosts of `protection` only.
pub(in crate::http) fn mcp(tools: Tools, protection: Protection) -> MethodRouter<AppState> {
    // The layers check hosts and origins, the extractor the length.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts();
    let messages = StreamableHttpService::new(move || Ok(tools.clone()), Arc::default(), config);
    let endpoint = Arc::new(Endpoint { messages, protection, cancellations: Cancellations::default() });
    post(async move |State(state): State<AppState>, _: OwnPage, request: Request| {
        endpoint.answer(&state, request).await
    })
}

impl Endpoint {
    async fn answer(&self, state: &AppState, request: Request) -> Result<Response, ApiError> {
        if self.protection.is_misdirected(&request) {
            return Err(ApiError::misdirected());
        }
        let (mut parts, body) = request.into_parts();
        let message = Request::from_parts(parts.clone(), body);
        let MessageBody { client, bytes, held } = MessageBody::read(message, state).await?;
        let envelope = match Envelope::parse(&bytes) {
            Ok(envelope) => envelope,
            Err(error) => return Ok(error.into_response()),
        };
        let session = parts.headers.get(SESSION_ID).and_then(|id| id.to_str().ok()).map(str::to_owned);
        let named = |id: &RawValue| {
            session.clone().map(|session| RequestName { client, session, id: id.get().to_owned() })
        };
        if let Some(name) = envelope.cancelled().and_then(named) {
            self.cancellations.cancel(&name);
        }
        let running = envelope.id.and_then(named).map(|name| self.cancellations.add(name));
        parts.extensions.insert(held);
        // The service has read any name of JSON, and answers in no other type.
        parts.headers.insert(header::CONTENT_TYPE, APPLICATION_JSON);
        parts.headers.insert(header::ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        let handled = self.messages.handle(Request::from_parts(parts, Full::new(bytes.clone())));
        let cancelled = async {
            match &running {
                Some(running) => running.cancelled().await,
                None => pending().await,
            }
        };
        let response = tokio::select! {
            biased;
            // A cancelled request has no answer. Dropping the other future ends the search.
            () = cancelled => return Ok(StatusCode::ACCEPTED.into_response()),
            response = handled => response.map(Body::new),
        };
        let mut response = with_problem(response).await;
        if envelope.method.as_deref() == Some("initialize") && response.status().is_success() {
            let id = HeaderValue::try_from(Uuid::new_v4().to_string());
            response.headers_mut().extend(id.ok().map(|id| (SESSION_ID, id)));
        }
        let held = MemoryReservation::of_request(InputBudget::from_ref(state).nothing(client), 0)?;
        held.reserve_answer(response)
    }
}

impl<'a> Envelope<'a> {
    fn parse(message: &'a [u8]) -> Result<Self, ProtocolError> {
        match message.trim_ascii_start().first() {
            Some(b'{') => serde_json::from_slice(message).map_err(|error| ProtocolError {
                code: PARSE_ERROR,
                message: format!("the message is not valid JSON-RPC: {error}"),
            }),
            Some(b'[') => Err(ProtocolError {
                code: INVALID_REQUEST,
                message: "batches are not supported: send each message alone".to_owned(),
            }),
            _ => Err(ProtocolError {
                code: PARSE_ERROR,
                message: "the body must be a message of JSON-RPC: a JSON object".to_owned(),
            }),
        }
    }

    /// Returns the id of the request that the message cancels.
    fn cancelled(&self) -> Option<&'a RawValue> {
        let is_cancellation = self.method.as_deref() == Some("notifications/cancelled");
        let params = self.params.filter(|_| is_cancellation)?;
        let Cancelled { request_id } = serde_json::from_str(params.get()).ok()?;
        Some(request_id)
    }
}

impl IntoResponse for ProtocolError {
    fn into_response(self) -> Response {
        let Self { code, message } = self;
        let body = json!({"jsonrpc": "2.0", "id": null, "error": {"code": code, "message": message}});
        (StatusCode::BAD_REQUEST, json(&body)).into_response()
    }
}

/// Replaces an error that is text: by an error of JSON-RPC if it is about the message, otherwise by a problem.
async fn with_problem(response: Response) -> Response {
    let is_json = response.headers().get(header::CONTENT_TYPE) == Some(&APPLICATION_JSON);
    if is_json || !(response.status().is_client_error() || response.status().is_server_error()) {
        return response;
    }
    let status = response.status();
    let text = response.into_body().collect().await.map(Collected::to_bytes).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).chars().take(ERROR_TEXT_MAX).collect::<String>();
    // The content type was read before: the message itself is of no known type.
    if status == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        return ProtocolError { code: INVALID_REQUEST, message: text }.into_response();
    }
    let code = if status.is_server_error() { ProblemCode::Internal } else { ProblemCode::BadRequest };
    let mut response = ApiError::new(code, text).into_response();
    *response.status_mut() = status;
    response
}
