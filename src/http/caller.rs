//! Id, client and route of a request.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use http::Extensions;
use http::request::Parts;
use quadrille_answers::service::ClientId;

use super::clients::ClientIdentity;
use super::error::ApiError;
use super::request_id::RequestId;
use super::route_table::KnownRoute;

/// Who calls what: the id, the client and the route of a request. The outermost layer adds it to the extensions of each request.
#[derive(Clone)]
pub(in crate::http) struct Caller {
    pub(in crate::http) id: RequestId,
    pub(in crate::http) client: ClientIdentity,
    pub(in crate::http) route: Arc<KnownRoute>,
}

impl Caller {
    /// Returns the caller that the middleware has added to a request.
    ///
    /// # Errors
    /// If there is none, which would be a bug.
    pub(in crate::http) fn from_extensions(extensions: &Extensions) -> Result<&Self, ApiError> {
        extensions.get().ok_or_else(ApiError::internal)
    }
}

/// Returns the id under which the service counts the client of a request.
///
/// # Errors
/// If its route admits no clients, which would be a bug.
pub(in crate::http) fn client_id(extensions: &Extensions) -> Result<ClientId, ApiError> {
    Caller::from_extensions(extensions)?.client.id()
}

impl<S: Sync> FromRequestParts<S> for RequestId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        Caller::from_extensions(&parts.extensions).map(|caller| caller.id.clone())
    }
}

impl<S: Sync> FromRequestParts<S> for ClientIdentity {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        Caller::from_extensions(&parts.extensions).map(|caller| caller.client.clone())
    }
}
