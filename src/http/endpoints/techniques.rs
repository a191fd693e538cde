//! `GET /techniques`

use axum::extract::RawQuery;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, header};
use quadrille_answers::kinds::{TechniqueList, TechniqueQuery};

use crate::http::error::ApiError;
use crate::http::extract::{json, preferred_language};
use crate::http::openapi::{InvalidQuery, PageRefusals};

/// List the solving techniques
///
/// The techniques that `/path` and `/rate` use, in the order in which they are tried, with their names and other common names.
#[utoipa::path(
    get,
    path = "/techniques",
    tag = "Operations",
    params(TechniqueQuery),
    responses(
        (
            status = 200,
            description = "Each technique with its names.",
            body = TechniqueList,
            example = json!({"scale": "quadrille/1", "techniques": [{
                "technique": "naked_pair",
                "name": "Naked Pair",
                "aliases": ["Naked Subset", "Locked Pair"],
                "needs_uniqueness": false,
                "needs_constraints": false
            }]})
        ),
        PageRefusals,
        InvalidQuery,
    )
)]
pub(in crate::http) async fn list_techniques(
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let query = TechniqueQuery::read(query.as_deref().unwrap_or_default())?;
    let language = query.lang.copied().or_else(|| preferred_language(&headers)).unwrap_or_default();
    Ok(([(header::VARY, "accept-language")], json(&TechniqueList::new(language))).into_response())
}
