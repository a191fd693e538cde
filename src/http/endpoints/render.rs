//! `POST /render` and `GET /render`

use axum::response::{IntoResponse, Response};
use http::{HeaderMap, header};

use crate::http::error::ApiError;
use crate::http::extract::{Conditional, Image, PictureBody, PictureQuery, entity_tag, warning_header};
use crate::http::openapi::{BodyRefusals, NotModified, OtherTypes, QueryRefusals};

/// A picture has no styles, scripts or references.
const POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// Draw a puzzle
///
/// Returns the puzzle as SVG, for pages and for print: clues bold, digits of `solution` lighter. With `other`, a second
/// solution, the cells in which it differs are tinted and show both digits: these are the `witnesses` of `/count`. With `step`,
/// as `/hint` and `/path` answer it, houses and cells are tinted and framed, removed candidates struck out, and links drawn as
/// curves; its text is the title. Nothing is searched; `/solve` returns the solution.
///
/// `format=png`, or an `Accept` that prefers `image/png`, asks for a PNG of 1,600 pixels, which only programs with the feature `png`
/// draw: the image of the container and the archives. A 36x36 with all candidates is too large for it.
#[utoipa::path(
    post,
    path = "/render",
    tag = "Puzzles",
    responses(
        (
            status = 200,
            description = "The picture, with a white background.",
            headers(("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them; absent if there are none.")),
            content(
                (String = "image/svg+xml", example = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"),
                (String = "image/png", example = "PNG")
            )
        ),
        BodyRefusals,
        OtherTypes,
    )
)]
pub(in crate::http) async fn render(PictureBody { image, held }: PictureBody) -> Result<Response, ApiError> {
    held.reserve_answer(respond(image))
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
            description = "The picture, with a white background.",
            headers(
                ("etag" = String, description = "Entity tag of this picture."),
                ("cache-control" = String, description = "How long, and by which caches, the picture may be stored."),
                ("quadrille-warnings" = String, description = "Names of the `warnings`, with commas between them; absent if there are none.")
            ),
            content(
                (String = "image/svg+xml", example = "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"),
                (String = "image/png", example = "PNG")
            )
        ),
        NotModified,
        QueryRefusals,
        OtherTypes,
    )
)]
pub(in crate::http) async fn render_by_query(
    conditional: Conditional,
    PictureQuery(PictureBody { image, held }): PictureQuery,
) -> Result<Response, ApiError> {
    held.reserve_answer(conditional.cacheable(entity_tag(&image.bytes), respond(image)))
}

fn respond(Image { bytes, media_type, warnings }: Image) -> Response {
    let warnings = HeaderMap::from_iter(warning_header(&warnings));
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::VARY, "accept"),
    ];
    (warnings, headers, bytes).into_response()
}
