//! Authenticates and identifies clients, and limits their request rate.

use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};

use crate::http::clients::{ClientAccess, ClientIdentity};

/// Adds the id of the client to the requests for these routes; and authentication and rate limits, as far as configured.
pub(in crate::http) fn protect<S>(routes: Router<S>, access: &ClientAccess) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    routes.route_layer(from_fn_with_state(access.clone(), admit))
}

/// Limits the rate of clients on these routes, which need no API key.
pub(in crate::http) fn limit_rate<S>(routes: Router<S>, access: &ClientAccess) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    routes.route_layer(from_fn_with_state(access.clone(), admit_without_key))
}

async fn admit(
    State(access): State<ClientAccess>,
    Extension(client): Extension<ClientIdentity>,
    mut request: Request,
    next: Next,
) -> Response {
    match access.admit(&client, &request) {
        Ok(id) => {
            request.extensions_mut().insert(id);
            next.run(request).await
        }
        Err(rejection) => rejection.into_response(),
    }
}

async fn admit_without_key(
    State(access): State<ClientAccess>,
    Extension(client): Extension<ClientIdentity>,
    request: Request,
    next: Next,
) -> Response {
    match access.admit_without_key(&client) {
        Ok(()) => next.run(request).await,
        Err(rejection) => rejection.into_response(),
    }
}
