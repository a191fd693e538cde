//! `GET /docs`: the document as a page, from assets inside the program.

use axum::Router;
use utoipa_swagger_ui::{Config, SwaggerUi};

/// The routes of Swagger UI. It finds the document beside itself, also behind a gateway that adds a prefix, and
/// asks no validator on the internet about it.
pub(in crate::http) fn docs<S: Clone + Send + Sync + 'static>() -> Router<S> {
    SwaggerUi::new("/docs").config(Config::new(["../openapi.json"]).validator_url("none")).into()
}
