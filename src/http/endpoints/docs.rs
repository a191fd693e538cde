//! `GET /docs`: Swagger UI, from assets embedded in the program.

use axum::Router;
use utoipa_swagger_ui::{Config, SwaggerUi};

/// Returns the routes of Swagger UI. The relative URL of the document also works behind a gateway that adds a prefix, and
/// no validator on the internet is called.
pub(in crate::http) fn docs<S: Clone + Send + Sync + 'static>() -> Router<S> {
    SwaggerUi::new("/docs").config(Config::new(["../openapi.json"]).validator_url("none")).into()
}
