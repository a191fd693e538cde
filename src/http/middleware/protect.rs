//! Authenticates and identifies clients, and limits their request rate.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, Method, header};

use crate::auth::ApiKey;
use crate::http::clients::{
    AuthError, Client, ClientIds, ClientSettings, LimitBy, Rate, TrustedProxies, authenticate, network,
};
use crate::http::error::ApiError;
use crate::wire::ProblemCode;

/// API keys and request counts of all clients.
struct Guard {
    api_keys: Vec<ApiKey>,
    rate: Option<(LimitBy, Rate)>,
    proxies: TrustedProxies,
    ids: ClientIds,
}

/// Reason why a client is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum GuardRejection {
    /// No valid API key.
    Unauthorized(AuthError),
    /// Too many requests; the client may retry after this time.
    RateLimited(Duration),
}

/// Adds the id of the client to the requests for these routes; and authentication and rate limits, as far as configured.
pub(in crate::http) fn protect<S>(routes: Router<S>, settings: &ClientSettings) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    routes.route_layer(from_fn_with_state(Arc::new(Guard::new(settings)), guard))
}

async fn guard(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    match guard.admit(&request) {
        Ok(client) => {
            request.extensions_mut().insert(guard.ids.of(&client));
            next.run(request).await
        }
        Err(rejection) => rejection.into_response(),
    }
}

impl Guard {
    fn new(settings: &ClientSettings) -> Self {
        Self {
            api_keys: settings.api_keys.clone(),
            rate: settings.rate.as_ref().map(|rate| (rate.by, Rate::new(rate))),
            proxies: settings.proxies.clone(),
            ids: ClientIds::default(),
        }
    }

    /// Counts the request, checks its key and returns its client: the key, or the address if no key is required. A limit by
    /// address counts first, so that it also limits the guessing of keys.
    fn admit<B>(&self, request: &http::Request<B>) -> Result<Client, GuardRejection> {
        let address = self.address(request);
        // Browsers send CORS preflight requests without the key.
        if request.method() == Method::OPTIONS {
            return Ok(address);
        }
        if let Some((LimitBy::Address, rate)) = &self.rate {
            rate.count(address).map_err(GuardRejection::RateLimited)?;
        }
        if self.api_keys.is_empty() {
            return Ok(address);
        }
        let key = authenticate(&self.api_keys, request.headers()).map_err(GuardRejection::Unauthorized)?;
        if let Some((LimitBy::ApiKey, rate)) = &self.rate {
            rate.count(Client::Key(key)).map_err(GuardRejection::RateLimited)?;
        }
        Ok(Client::Key(key))
    }

    fn address<B>(&self, request: &http::Request<B>) -> Client {
        let peer = request.extensions().get().map(|ConnectInfo(peer): &ConnectInfo<SocketAddr>| *peer);
        let address = self.proxies.client(peer, request.headers());
        address.map_or(Client::Socket, |address| Client::Network(network(address)))
    }
}

impl GuardRejection {
    /// Returns the error of the response.
    pub(in crate::http) fn error(self) -> ApiError {
        match self {
            Self::Unauthorized(error) => ApiError::new(ProblemCode::Unauthorized, auth_detail(error)),
            Self::RateLimited(wait) => {
                let detail = format!("rate limit exceeded; retry after {} ms", wait.as_millis().max(1));
                ApiError::new(ProblemCode::RateLimited, detail)
            }
        }
    }
}

impl IntoResponse for GuardRejection {
    fn into_response(self) -> Response {
        let mut response = self.error().into_response();
        let (name, value) = match self {
            Self::Unauthorized(error) => (header::WWW_AUTHENTICATE, challenge(error)),
            Self::RateLimited(wait) => {
                // Whole seconds, rounded up.
                (header::RETRY_AFTER, HeaderValue::from(wait.as_millis().div_ceil(1000).max(1) as u64))
            }
        };
        response.headers_mut().insert(name, value);
        response
    }
}

/// Returns the detail of the problem.
fn auth_detail(error: AuthError) -> &'static str {
    match error {
        AuthError::Missing => {
            "an API key is required: send it as `Authorization: Bearer KEY` or `X-Api-Key: KEY`"
        }
        AuthError::Several => "the request has more than one API key; send exactly one, in one header",
        AuthError::Unknown => "the API key is invalid",
    }
}

/// Returns the `WWW-Authenticate` challenge (RFC 6750 section 3).
fn challenge(error: AuthError) -> HeaderValue {
    HeaderValue::from_static(match error {
        AuthError::Missing => r#"Bearer realm="quadrille""#,
        AuthError::Several => r#"Bearer realm="quadrille", error="invalid_request""#,
        AuthError::Unknown => r#"Bearer realm="quadrille", error="invalid_token""#,
    })
}
