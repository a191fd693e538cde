//! `GET /formats`

use axum::response::Response;
use quadrille_answers::kinds::FormatList;

use crate::http::extract::json;
use crate::http::openapi::PageRefusals;

/// List the text formats
///
/// Names, descriptions and examples of the formats that `format` and `to` may name.
#[utoipa::path(
    get,
    path = "/formats",
    tag = "Operations",
    responses(
        (
            status = 200,
            description = "Each format with a description and an example.",
            body = FormatList,
            example = json!({"formats": [{
                "name": "line",
                "description": "One symbol per cell, row by row; white space is ignored.",
                "example": "1.....3..4.....2"
            }]})
        ),
        PageRefusals,
    )
)]
pub(in crate::http) async fn list_formats() -> Response {
    json(&FormatList::new())
}
