//! Authenticates and identifies clients, and limits their request rate.

use std::convert::Infallible;
use std::future::ready;
use std::task::{Context, Poll};

use axum::Router;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Either};
use http::{HeaderName, HeaderValue};
use tower::Service;
use tower::layer::layer_fn;

use crate::http::clients::{AccessRejection, Allowance, ClientAccess, ClientIdentity};
use crate::http::error::ApiError;

/// Header with the remaining requests of the client (draft-ietf-httpapi-ratelimit-headers).
pub(super) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Header with the rate limit of each client (draft-ietf-httpapi-ratelimit-headers).
pub(super) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// Adds the id of the client to the requests for these routes; and authentication and rate limits, as far as configured.
pub(in crate::http) fn protect<S>(routes: Router<S>, access: &ClientAccess) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    with_admission(routes, access.clone(), Admission::Client)
}

/// Limits the rate of clients on these routes, which need no API key.
pub(in crate::http) fn limit_rate<S>(routes: Router<S>, access: &ClientAccess) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    with_admission(routes, access.clone(), Admission::Rate)
}

fn with_admission<S>(routes: Router<S>, access: ClientAccess, admission: Admission) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    routes.route_layer(layer_fn(move |routes| Admitted { routes, access: access.clone(), admission }))
}

/// What a request needs to be admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Admission {
    /// A key, if keys are configured, and a rate within the limit.
    Client,
    /// A rate within the limit.
    Rate,
}

/// Service that admits requests to its routes.
#[derive(Clone)]
struct Admitted<S> {
    routes: S,
    access: ClientAccess,
    admission: Admission,
}

impl<S> Service<Request> for Admitted<S>
where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Either<S::Future, BoxFuture<'static, Result<Response, Infallible>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.routes.poll_ready(context)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let Some(client) = request.extensions().get::<ClientIdentity>().cloned() else {
            return Either::Right(ready(Ok(ApiError::internal().into_response())).boxed());
        };
        match self.admit(&client, &mut request) {
            Ok(None) => Either::Left(self.routes.call(request)),
            Ok(Some(allowance)) => {
                let response = self.routes.call(request);
                let limited = response
                    .map(move |answered| answered.map(|response| with_allowance(response, Some(allowance))));
                Either::Right(limited.boxed())
            }
            Err(rejection) => Either::Right(ready(Ok(reject(rejection))).boxed()),
        }
    }
}

impl<S> Admitted<S> {
    /// Counts a request, and adds the id of its client. Returns what the rate limit still allows, if there is one.
    fn admit(
        &self,
        client: &ClientIdentity,
        request: &mut Request,
    ) -> Result<Option<Allowance>, AccessRejection> {
        match self.admission {
            Admission::Rate => self.access.admit_without_key(client),
            Admission::Client => {
                let (id, allowance) = self.access.admit(client, request)?;
                request.extensions_mut().insert(id);
                Ok(allowance)
            }
        }
    }
}

fn reject(rejection: AccessRejection) -> Response {
    let allowance = match rejection {
        AccessRejection::RateLimited(allowance) => Some(allowance),
        AccessRejection::Unauthorized(_) => None,
    };
    with_allowance(rejection.into_response(), allowance)
}

/// Adds the headers of the rate limit, if there is one.
fn with_allowance(mut response: Response, allowance: Option<Allowance>) -> Response {
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
