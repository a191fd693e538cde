//! `GET /openapi.yaml` and `GET /openapi.json`

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, header};
use quadrille_answers::wire::{Fault, FaultCode, Location, Refusal, unknown_parameter};
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::http::extract::accepts_gzip;
use crate::http::openapi::{InvalidQuery, PageRefusals};
use crate::http::state::{Document, Documents, Serialized};

/// Which document is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "snake_case")]
enum Profile {
    #[default]
    Full,
    Simple,
}

/// Query of the documents.
#[derive(Clone, Copy, Debug, Default, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct ProfileQuery {
    /// `simple` is for generators of clients: one form of each value, such as text for a puzzle, and JSON bodies only. By default `full`.
    #[param(inline, required = false)]
    profile: Profile,
}

impl ProfileQuery {
    fn parse(query: Option<&str>) -> Result<Self, Refusal> {
        const NAME: &str = "profile";
        let mut parsed = Self::default();
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            if name != NAME {
                return Err(unknown_parameter(&name, &[NAME]).into());
            }
            parsed.profile = match &*value {
                "full" => Profile::Full,
                "simple" => Profile::Simple,
                _ => {
                    let fault = Fault::new(FaultCode::OutOfRange, "must be full or simple");
                    return Err(fault.at(&Location::Parameter(NAME)).into());
                }
            };
        }
        Ok(parsed)
    }
}

/// Get the OpenAPI document as YAML
///
/// The description of this API.
#[utoipa::path(
    get,
    path = "/openapi.yaml",
    tag = "Operations",
    params(ProfileQuery),
    responses(
        (
            status = 200,
            description = "This document.",
            body = Object,
            content_type = "application/yaml",
            example = json!({"openapi": "3.1.0"})
        ),
        PageRefusals,
        InvalidQuery,
    )
)]
pub(in crate::http) async fn get_openapi_yaml(
    State(documents): State<Documents>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    Ok(respond(serialized(&documents, query.as_deref())?.yaml.clone(), "application/yaml", &headers))
}

/// Get the OpenAPI document as JSON
///
/// The description of this API.
#[utoipa::path(
    get,
    path = "/openapi.json",
    tag = "Operations",
    params(ProfileQuery),
    responses(
        (
            status = 200,
            description = "This document.",
            body = Object,
            content_type = "application/json",
            example = json!({"openapi": "3.1.0"})
        ),
        PageRefusals,
        InvalidQuery,
    )
)]
pub(in crate::http) async fn get_openapi_json(
    State(documents): State<Documents>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    Ok(respond(serialized(&documents, query.as_deref())?.json.clone(), "application/json", &headers))
}

/// Returns the document that the query names.
fn serialized<'a>(documents: &'a Documents, query: Option<&str>) -> Result<&'a Serialized, ApiError> {
    match ProfileQuery::parse(query)?.profile {
        Profile::Full => Ok(&documents.full),
        Profile::Simple => documents.simple.as_ref().map_err(|error| {
            tracing::error!(%error, "failed to make the document for generators");
            ApiError::internal()
        }),
    }
}

fn respond(document: Document, content_type: &'static str, headers: &HeaderMap) -> Response {
    let common = [(header::CONTENT_TYPE, content_type), (header::VARY, "accept-encoding")];
    match accepts_gzip(headers) {
        true => (common, [(header::CONTENT_ENCODING, "gzip")], document.gzipped).into_response(),
        false => (common, document.plain).into_response(),
    }
}
