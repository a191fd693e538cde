//! Calls the handler of a request: directly, or through the router.

use std::convert::Infallible;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Either, Map};
use tower::Service;

use super::catch_panic::ServiceResult;

/// Handler with its state, called without the router.
///
/// For each request, the router copies the handler into a box, stores a list of path parameters in an extension, and boxes the
/// response once more.
pub(in crate::http) type DirectHandler = Arc<dyn Fn(Request) -> BoxFuture<'static, Response> + Send + Sync>;

/// Returns the handler with its state.
pub(in crate::http) fn direct<H, T, S>(handler: H, state: &S) -> DirectHandler
where
    H: Handler<T, S, Future = BoxFuture<'static, Response>>,
    S: Clone + Send + Sync + 'static,
{
    let state = state.clone();
    Arc::new(move |request| handler.clone().call(request, state.clone()))
}

/// Service that answers a request.
#[derive(Clone)]
pub(super) enum Dispatch<S> {
    /// The handler of its route.
    Handler(DirectHandler),
    /// The router.
    Router(S),
}

/// Response of a handler, or of the router.
pub(super) type DispatchFuture<F> =
    Either<Map<BoxFuture<'static, Response>, fn(Response) -> ServiceResult>, F>;

impl<S> Service<Request> for Dispatch<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = DispatchFuture<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        match self {
            Self::Handler(_) => Poll::Ready(Ok(())),
            Self::Router(router) => router.poll_ready(context),
        }
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match self {
            Self::Handler(handler) => Either::Left(handler(request).map(Ok)),
            Self::Router(router) => Either::Right(router.call(request)),
        }
    }
}
