//! Answers a request whose handler panicked.

use std::any::Any;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::{CatchUnwind, Either, Map};
use tower::Service;

use crate::http::error::ApiError;

/// Service that answers a panic of its routes with an error without detail. The panic hook has logged the panic.
///
/// Instead of `tower_http::catch_panic`, which boxes the body of every response.
#[derive(Clone)]
pub(in crate::http) struct CatchPanic<S> {
    pub(super) routes: S,
}

/// Response of the routes, or to their panic.
pub(super) type CatchPanicFuture<F> =
    Either<Map<CatchUnwind<AssertUnwindSafe<F>>, fn(Polled) -> ServiceResult>, Ready<ServiceResult>>;

/// Response of a service that cannot fail.
pub(super) type ServiceResult = Result<Response, Infallible>;

/// What a future returned, or the value of its panic.
pub(super) type Polled = Result<ServiceResult, Box<dyn Any + Send>>;

impl<S> Service<Request> for CatchPanic<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = CatchPanicFuture<S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.routes.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        // By reference, because `catch_unwind` moves what its closure owns, twice.
        let mut request = Some(request);
        match catch_unwind(AssertUnwindSafe(|| request.take().map(|request| self.routes.call(request)))) {
            Ok(Some(response)) => Either::Left(AssertUnwindSafe(response).catch_unwind().map(answer)),
            _ => Either::Right(ready(Ok(internal_error()))),
        }
    }
}

fn answer(polled: Polled) -> ServiceResult {
    polled.unwrap_or_else(|_| Ok(internal_error()))
}

fn internal_error() -> Response {
    ApiError::internal().into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use http::StatusCode;
    use tower::service_fn;

    use super::*;

    #[tokio::test]
    async fn panic_of_the_call_or_of_its_future_is_an_internal_error() {
        let in_call = service_fn(|_: Request| -> Ready<ServiceResult> { panic!("a bug") });
        let in_future = service_fn(async |_: Request| -> ServiceResult { panic!("a bug") });
        let call = async |response: ServiceResult| response.map(|response| response.status());
        let first = CatchPanic { routes: in_call }.call(Request::new(Body::empty())).await;
        let second = CatchPanic { routes: in_future }.call(Request::new(Body::empty())).await;
        for response in [first, second] {
            assert_eq!(call(response).await, Ok(StatusCode::INTERNAL_SERVER_ERROR));
        }
    }
}
