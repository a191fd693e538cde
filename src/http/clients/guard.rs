//! The layer before the endpoints that take questions.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, Method, header};

use super::address::{TrustedProxies, network};
use super::api_key::{ApiKey, KeyFault, holder};
use super::rate::{Client, LimitBy, Rate, RateSettings};
use crate::http::error::ApiError;
use crate::wire::ProblemCode;

/// Who may ask, and how often.
#[derive(Clone, Debug, Default)]
pub struct ClientSettings {
    /// The keys that are known; where there are none, none is needed.
    pub api_keys: Vec<ApiKey>,
    /// How often each client may ask; `None` for as often as it likes. By key it needs keys.
    pub rate: Option<RateSettings>,
    /// The proxies that are believed whom they forward.
    pub proxies: TrustedProxies,
}

/// Lets pass who may ask.
struct Guard {
    api_keys: Vec<ApiKey>,
    rate: Option<(LimitBy, Rate)>,
    proxies: TrustedProxies,
}

/// Why a request does not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// It has no key, several, or one that is not known.
    Unauthorized(KeyFault),
    /// Its client must wait so long.
    RateLimited(Duration),
}

/// These routes behind a guard, where there is anything to guard.
pub(crate) fn guarded<S>(routes: Router<S>, settings: &ClientSettings) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    if settings.api_keys.is_empty() && settings.rate.is_none() {
        return routes;
    }
    routes.route_layer(from_fn_with_state(Arc::new(Guard::new(settings)), guard))
}

async fn guard(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    match guard.admit(&request) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    }
}

impl Guard {
    fn new(settings: &ClientSettings) -> Self {
        Self {
            api_keys: settings.api_keys.clone(),
            rate: settings.rate.as_ref().map(|rate| (rate.by, Rate::new(rate))),
            proxies: settings.proxies.clone(),
        }
    }

    /// Counts the request and looks at its key. By address it is counted first, so that guessing keys counts too.
    fn admit<B>(&self, request: &http::Request<B>) -> Result<(), Refused> {
        // A browser asks by OPTIONS whether it may ask, on its own account and without the key.
        if request.method() == Method::OPTIONS {
            return Ok(());
        }
        if let Some((LimitBy::Address, rate)) = &self.rate {
            rate.count(self.client(request)).map_err(Refused::RateLimited)?;
        }
        if self.api_keys.is_empty() {
            return Ok(());
        }
        let holder = holder(&self.api_keys, request.headers()).map_err(Refused::Unauthorized)?;
        match &self.rate {
            Some((LimitBy::ApiKey, rate)) => {
                rate.count(Client::KeyHolder(holder)).map_err(Refused::RateLimited)
            }
            _ => Ok(()),
        }
    }

    fn client<B>(&self, request: &http::Request<B>) -> Client {
        let peer = request.extensions().get().map(|ConnectInfo(peer): &ConnectInfo<SocketAddr>| *peer);
        let address = self.proxies.client(peer, request.headers());
        address.map_or(Client::Socket, |address| Client::Network(network(address)))
    }
}

impl Refused {
    /// The refusal as an error, which has the status and the words.
    pub(crate) fn error(self) -> ApiError {
        match self {
            Self::Unauthorized(fault) => ApiError::new(ProblemCode::Unauthorized, fault.detail()),
            Self::RateLimited(wait) => {
                let detail = format!("you ask too often: wait {} ms", wait.as_millis().max(1));
                ApiError::new(ProblemCode::RateLimited, detail)
            }
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = self.error().into_response();
        let (name, value) = match self {
            Self::Unauthorized(fault) => (header::WWW_AUTHENTICATE, fault.challenge()),
            Self::RateLimited(wait) => {
                // Whole seconds, and one too many rather than one too few.
                (header::RETRY_AFTER, HeaderValue::from(wait.as_millis().div_ceil(1000).max(1) as u64))
            }
        };
        response.headers_mut().insert(name, value);
        response
    }
}

impl KeyFault {
    fn detail(self) -> &'static str {
        match self {
            Self::Missing => {
                "an API key is needed: send it as `Authorization: Bearer KEY` or as `X-Api-Key: KEY`"
            }
            Self::Several => "the request has more than one API key: send one, in one header",
            Self::Unknown => "the API key is none of those that this service knows",
        }
    }

    /// What the client should do, as RFC 6750 words it.
    fn challenge(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Missing => r#"Bearer realm="quadrille""#,
            Self::Several => r#"Bearer realm="quadrille", error="invalid_request""#,
            Self::Unknown => r#"Bearer realm="quadrille", error="invalid_token""#,
        })
    }
}
