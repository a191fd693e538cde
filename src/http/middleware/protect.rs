//! Authenticates and identifies clients, limits their request rate, and rejects hosts that are no names of the service.

use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use http::{HeaderName, HeaderValue};

use crate::http::caller::Caller;
use crate::http::clients::{AccessRejection, Allowance, ClientAccess};
use crate::http::error::ApiError;
use crate::http::hosts::HostSettings;
use crate::http::route_table::Admission;

/// Header with the remaining requests of the client (draft-ietf-httpapi-ratelimit-headers).
pub(super) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Header with the rate limit of each client (draft-ietf-httpapi-ratelimit-headers).
pub(super) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// What requests are checked against, beside the limits of their clients.
pub(in crate::http) struct Protection {
    /// Hosts of the service.
    pub(in crate::http) hosts: HostSettings,
    /// Says which peers are trusted proxies, which check hosts themselves.
    pub(in crate::http) access: ClientAccess,
}

impl Protection {
    /// Returns whether the host of a request is no name of the service.
    pub(in crate::http) fn is_misdirected(&self, request: &Request) -> bool {
        let is_open =
            || Caller::from_extensions(request.extensions()).is_ok_and(|caller| caller.route.is_open());
        // Probes of another machine know only an address.
        if self.hosts.allow(request.headers()) || (!self.hosts.on_loopback && is_open()) {
            return false;
        }
        let peer: Option<&ConnectInfo<SocketAddr>> = request.extensions().get();
        peer.is_some_and(|ConnectInfo(peer)| self.access.direct_client(*peer).is_some())
    }
}

/// Rejects requests of clients beyond their limits or without a valid key, and requests for other hosts. With a rate limit, every response
/// has the number of requests that remain.
pub(super) async fn protect(
    State(protection): State<Arc<Protection>>,
    request: Request,
    next: Next,
) -> Response {
    let allowance = match count(&request) {
        Ok(allowance) => allowance,
        Err(rejection) => return *rejection,
    };
    let response = match protection.is_misdirected(&request) {
        true => ApiError::misdirected().into_response(),
        // `CatchPanicLayer` of tower-http would box each body twice. The panic hook has logged the panic.
        false => AssertUnwindSafe(next.run(request))
            .catch_unwind()
            .await
            .unwrap_or_else(|_| ApiError::internal().into_response()),
    };
    with_allowance(response, allowance)
}

/// Counts a request. Returns what the rate limit still allows, if there is one.
pub(super) fn count(request: &Request) -> Result<Option<Allowance>, Box<Response>> {
    let caller = Caller::from_extensions(request.extensions());
    let Caller { client, route, .. } = caller.map_err(|error| Box::new(error.into_response()))?;
    let admitted = match route.admission(request.method()) {
        Admission::Open => Ok(None),
        Admission::Rate => client.admit_without_key(),
        Admission::Client => client.admit(request),
    };
    admitted.map_err(|rejection| Box::new(reject(rejection)))
}

fn reject(rejection: AccessRejection) -> Response {
    let allowance = match rejection {
        AccessRejection::RateLimited(allowance) => Some(allowance),
        AccessRejection::Unauthorized(_) => None,
    };
    with_allowance(rejection.into_response(), allowance)
}

/// Adds the headers of the rate limit, if there is one.
pub(super) fn with_allowance(mut response: Response, allowance: Option<Allowance>) -> Response {
    let Some(allowance) = allowance else { return response };
    let Allowance { remaining, burst, .. } = allowance;
    let state = format!("\"default\";r={remaining};t={}", allowance.reset_s());
    let policy = format!("\"default\";q={burst};w={}", allowance.window_s());
    let fields = [(RATE_LIMIT, state), (RATE_LIMIT_POLICY, policy)];
    let valid =
        fields.into_iter().filter_map(|(name, value)| Some((name, HeaderValue::try_from(value).ok()?)));
    response.headers_mut().extend(valid);
    response
}
