//! `POST /mcp`

use std::future::pending;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRef, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use http::{HeaderName, HeaderValue, StatusCode, header};
use http_body_util::{BodyExt, Collected, Full};
use quadrille_answers::faults::ProblemCode;
use quadrille_answers::service::InputBudget;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use uuid::Uuid;

use super::call::Tools;
use super::cancellations::{Cancellations, RequestName};
use super::message::{INVALID_REQUEST, Message, ProtocolError};
use crate::http::error::ApiError;
use crate::http::extract::{APPLICATION_JSON, MessageBody, OwnPage};
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
        let parse = |bytes: Vec<u8>| Message::parse(&bytes);
        let MessageBody { client, message, held } = MessageBody::read(message, state, parse).await?;
        let Message { id, method, cancelled, protocol, arguments } = match message {
            Ok(message) => message,
            Err(error) => return Ok(error.into_response()),
        };
        let session = parts.headers.get(SESSION_ID).and_then(|id| id.to_str().ok()).map(str::to_owned);
        let named = |id: String| session.clone().map(|session| RequestName { client, session, id });
        if let Some(name) = cancelled.and_then(named) {
            self.cancellations.cancel(&name);
        }
        let running = id.and_then(named).map(|name| self.cancellations.add(name));
        parts.extensions.insert(held);
        if let Some(arguments) = arguments {
            parts.extensions.insert(arguments);
        }
        // The service has read any name of JSON, and answers in no other type.
        parts.headers.insert(header::CONTENT_TYPE, APPLICATION_JSON);
        parts.headers.insert(header::ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        let handled = self.messages.handle(Request::from_parts(parts, Full::new(protocol)));
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
        if method.as_deref() == Some("initialize") && response.status().is_success() {
            let id = HeaderValue::try_from(Uuid::new_v4().to_string());
            response.headers_mut().extend(id.ok().map(|id| (SESSION_ID, id)));
        }
        let held = MemoryReservation::of_request(InputBudget::from_ref(state).nothing(client), 0)?;
        held.reserve_answer(response)
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
