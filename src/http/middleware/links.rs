//! Links from responses to the description and the documentation of the service (RFC 8631).

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use http::header;

/// Adds the links to the responses of these routes.
pub(in crate::http) fn with_service_links<S>(routes: Router<S>, docs: bool) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    routes.route_layer(from_fn_with_state(docs, add_links))
}

async fn add_links(State(docs): State<bool>, request: Request, next: Next) -> Response {
    let links = service_links(request.uri().path(), docs);
    let mut response = next.run(request).await;
    response.headers_mut().extend(links.parse().ok().map(|links| (header::LINK, links)));
    response
}

/// Returns the value of `Link` for a response at this path, with the documentation if it is served. The links are
/// relative, to work behind a gateway that adds a prefix.
pub(in crate::http) fn service_links(path: &str, docs: bool) -> String {
    let root = "../".repeat(path.matches('/').count().saturating_sub(1));
    let description = format!("<{root}openapi.json>; rel=\"service-desc\"; type=\"application/json\"");
    match docs {
        true => format!("{description}, <{root}docs/>; rel=\"service-doc\"; type=\"text/html\""),
        false => description,
    }
}
