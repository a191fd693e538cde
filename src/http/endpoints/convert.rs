//! `POST /convert`

use axum::response::{IntoResponse, Response};
use http::{HeaderMap, header};
use quadrille_answers::kinds::Conversion;

use crate::http::extract::{ConversionBody, ResponseFormat, TEXT_UTF8, json, warning_header};
use crate::http::openapi::{BodyRefusals, OtherTypes};

/// Convert a puzzle to another format
///
/// Reads a puzzle in any format and writes it in the format `to`. `GET /formats` lists the formats. Nothing is searched.
#[utoipa::path(
    post,
    path = "/convert",
    tag = "Puzzles",
    responses(
        (
            status = 200,
            description = "The puzzle in the format `to`. As text: the puzzle alone.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them, of an answer that is text; absent if there are none.")),
            content((Conversion = "application/json"), (String = "text/plain"))
        ),
        BodyRefusals,
        OtherTypes,
    )
)]
pub(in crate::http) async fn convert(
    format: ResponseFormat,
    ConversionBody(conversion): ConversionBody,
) -> Response {
    let vary = [(header::VARY, "accept")];
    match format {
        ResponseFormat::Text => {
            let warnings = HeaderMap::from_iter(warning_header(&conversion.warnings));
            (vary, warnings, [(header::CONTENT_TYPE, TEXT_UTF8)], conversion.puzzle_line()).into_response()
        }
        _ => (vary, json(&conversion)).into_response(),
    }
}
