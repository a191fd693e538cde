//! Where requests come in from connections: what HTTP itself forbids is turned away before any route is looked for.

use std::convert::Infallible;
use std::task::{Context, Poll};

use axum::Router;
use axum::extract::Request;
use axum::response::Response;
use axum::routing::future::RouteFuture;
use tower_service::Service;

use super::head::HeadFault;
use super::router::refusing;
use crate::metrics::Metrics;

/// A router behind the checks of RFC 9112 that its connection does not make.
#[derive(Clone, Debug)]
pub struct FrontDoor {
    served: Router,
    /// Refuses everything, for the [`HeadFault`] among the request's extensions.
    refusing: Router,
}

impl FrontDoor {
    /// Serves `router`; what is refused is measured by `metrics` as well.
    pub fn new(router: Router, metrics: Metrics) -> Self {
        Self { served: router, refusing: refusing(metrics) }
    }
}

impl Service<Request> for FrontDoor {
    type Response = Response;
    type Error = Infallible;
    type Future = RouteFuture<Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        match HeadFault::of(&request) {
            None => self.served.call(request),
            Some(fault) => {
                request.extensions_mut().insert(fault);
                self.refusing.call(request)
            }
        }
    }
}
