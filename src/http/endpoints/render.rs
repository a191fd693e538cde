//! `POST /render` and `GET /render`

use axum::response::{IntoResponse, Response};
use http::{HeaderMap, header};
use quadrille_answers::kinds::DrawnPuzzle;

use crate::http::error::ApiError;
use crate::http::extract::{Conditional, PictureBody, PictureQuery, entity_tag, warning_header};
use crate::http::openapi::{BodyRefusals, NotModified, QueryRefusals};

/// A picture has no styles, scripts or references.
const POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// Draw a puzzle
///
/// Returns the puzzle as SVG, for pages and for print: clues bold, digits of `solution` lighter. With `other`, a second
/// solution, the cells in which it differs are tinted and show both digits: these are the `witnesses` of `/count`. With `step`,
/// as `/hint` and `/path` answer it, houses and cells are tinted and framed, removed candidates struck out, and links drawn as
/// curves; its text is the title. Nothing is searched; `/solve` returns the solution.
#[utoipa::path(
    post,
    path = "/render",
    tag = "Puzzles",
    responses(
        (
            status = 200,
            description = "The picture, an SVG document with a white background.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them; absent if there are none.")),
            content((String = "image/svg+xml", example = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"))
        ),
        BodyRefusals,
    )
)]
pub(in crate::http) async fn render(PictureBody { drawn, held }: PictureBody) -> Result<Response, ApiError> {
    held.reserve_answer(respond(drawn))
}

/// Draw a puzzle given in the query
///
/// Like `POST /render`, with a cacheable response.
#[utoipa::path(
    get,
    path = "/render",
    tag = "Puzzles",
    responses(
        (
            status = 200,
            description = "The picture, an SVG document with a white background.",
            headers(
                ("etag" = String, description = "Entity tag of this picture."),
                ("cache-control" = String, description = "How long, and by which caches, the picture may be stored."),
                ("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them; absent if there are none.")
            ),
            content((String = "image/svg+xml", example = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"))
        ),
        NotModified,
        QueryRefusals,
    )
)]
pub(in crate::http) async fn render_by_query(
    conditional: Conditional,
    PictureQuery(PictureBody { drawn, held }): PictureQuery,
) -> Result<Response, ApiError> {
    held.reserve_answer(conditional.cacheable(entity_tag(drawn.svg.as_bytes()), respond(drawn)))
}

fn respond(DrawnPuzzle { svg, warnings }: DrawnPuzzle) -> Response {
    let warnings = HeaderMap::from_iter(warning_header(&warnings));
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CONTENT_SECURITY_POLICY, POLICY)];
    (warnings, headers, svg).into_response()
}
