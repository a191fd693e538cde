//! Authenticates and identifies clients, and limits their request rate.

use std::convert::Infallible;
use std::future::ready;
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Either};
use http::{HeaderName, HeaderValue};
use tower::Service;

use super::catch_panic::ServiceResult;
use crate::http::caller::Caller;
use crate::http::clients::{AccessRejection, Allowance};

/// Header with the remaining requests of the client (draft-ietf-httpapi-ratelimit-headers).
pub(super) const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Header with the rate limit of each client (draft-ietf-httpapi-ratelimit-headers).
pub(super) const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// What a request needs to be admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum Admission {
    /// Nothing.
    Open,
    /// A rate within the limit of its client.
    Rate,
    /// The same and a key, if keys are configured. The client gets its id.
    Client,
}

/// Service that admits requests to its routes.
#[derive(Clone)]
pub(in crate::http) struct Admitted<S> {
    pub(super) routes: S,
    pub(super) admission: Admission,
}

/// Response of the routes, or with the headers of the rate limit, or a rejection.
pub(super) type AdmissionFuture<F> = Either<F, BoxFuture<'static, ServiceResult>>;

impl<S> Service<Request> for Admitted<S>
where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = AdmissionFuture<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.routes.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match self.admit(&request) {
            Ok(None) => Either::Left(self.routes.call(request)),
            Ok(Some(allowance)) => {
                let response = self.routes.call(request);
                let limited = response
                    .map(move |answered| answered.map(|response| with_allowance(response, Some(allowance))));
                Either::Right(limited.boxed())
            }
            Err(rejection) => Either::Right(ready(Ok(*rejection)).boxed()),
        }
    }
}

impl<S> Admitted<S> {
    /// Counts a request. Returns what the rate limit still allows, if there is one.
    fn admit(&self, request: &Request) -> Result<Option<Allowance>, Box<Response>> {
        let client = || {
            let caller = Caller::from_extensions(request.extensions());
            caller.map(|caller| &caller.client).map_err(|error| Box::new(error.into_response()))
        };
        let admitted = match self.admission {
            Admission::Open => Ok(None),
            Admission::Rate => client()?.admit_without_key(),
            Admission::Client => client()?.admit(request),
        };
        admitted.map_err(|rejection| Box::new(reject(rejection)))
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
