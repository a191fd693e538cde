//! Rejects requests whose `Host` is no name of the service.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::http::caller::Caller;
use crate::http::clients::ClientAccess;
use crate::http::error::ApiError;
use crate::http::hosts::HostSettings;

/// Names of the service, and which peers are proxies that check them.
#[derive(Debug)]
pub(in crate::http) struct HostCheck {
    pub(in crate::http) hosts: HostSettings,
    pub(in crate::http) access: ClientAccess,
}

/// Passes on only requests with the hosts of the service, and requests of trusted proxies.
pub(super) async fn check_host(
    State(check): State<Arc<HostCheck>>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let route = &Caller::from_extensions(request.extensions())?.route;
    if check.is_misdirected(&request, route.is_open()) {
        return Ok(ApiError::misdirected().into_response());
    }
    Ok(next.run(request).await)
}

impl HostCheck {
    /// Returns whether the host of a request is no name of the service.
    fn is_misdirected(&self, request: &Request, is_open: bool) -> bool {
        // Probes of another machine know only an address.
        if self.hosts.allow(request.headers()) || (is_open && !self.hosts.on_loopback) {
            return false;
        }
        let peer: Option<&ConnectInfo<SocketAddr>> = request.extensions().get();
        peer.is_some_and(|ConnectInfo(peer)| self.access.direct_client(*peer).is_some())
    }
}
