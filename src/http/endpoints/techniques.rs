//! `GET /techniques`

use axum::response::Response;
use quadrille_answers::kinds::TechniqueList;

use crate::http::extract::json;
use crate::http::openapi::PageRefusals;

/// List the solving techniques
///
/// The techniques that `/path` and `/rate` use, in the order in which they are tried, with their names and other common names.
#[utoipa::path(
    get,
    path = "/techniques",
    tag = "Operations",
    responses(
        (
            status = 200,
            description = "Each technique with its names.",
            body = TechniqueList,
            example = json!({"scale": "quadrille/1", "techniques": [{
                "technique": "naked_pair",
                "name": "Naked Pair",
                "aliases": ["Naked Subset", "Locked Pair"],
                "needs_uniqueness": false
            }]})
        ),
        PageRefusals,
    )
)]
pub(in crate::http) async fn list_techniques() -> Response {
    json(&TechniqueList::new())
}
