//! `GET /openapi.yaml` and `GET /openapi.json`

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, header};
use quadrille_answers::faults::{Fault, FaultCode, Location, Refusal};
use quadrille_answers::service::Dispatcher;
use quadrille_answers::wire::unknown_parameter;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::http::error::ApiError;
use crate::http::extract::accepts_gzip;
use crate::http::openapi::{InvalidQuery, PageRefusals, Profile, Tag, Text, Wanted};
use crate::http::state::WholeDocument;

/// Query of the documents.
#[derive(Clone, Copy, Debug, Default)]
struct DocumentQuery(Wanted);

/// Names of the parameters.
const PROFILE: &str = "profile";
const TAG: &str = "tag";

impl utoipa::IntoParams for DocumentQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let parameter = |name: &str, names: &[&str], description: &str| {
            let schema =
                ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names.iter().copied()));
            ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Query)
                .description(Some(description))
                .required(Required::False)
                .schema(Some(schema.build()))
                .build()
        };
        vec![
            parameter(PROFILE, &["full", "simple"], PROFILE_DESCRIPTION),
            parameter(TAG, &Tag::ALL.map(Tag::parameter), TAG_DESCRIPTION),
        ]
    }
}

const PROFILE_DESCRIPTION: &str = "`simple` is for generators of clients: one form of each value, such as text for a puzzle, and JSON bodies only. By default `full`.";

const TAG_DESCRIPTION: &str =
    "Only the operations with this tag, and the components that they need. By default all operations.";

impl DocumentQuery {
    fn parse(query: Option<&str>) -> Result<Self, Refusal> {
        let mut wanted = Wanted::default();
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            match (&*name, &*value) {
                (PROFILE, "full") => wanted.profile = Profile::Full,
                (PROFILE, "simple") => wanted.profile = Profile::Simple,
                (PROFILE, _) => return Err(out_of_range(PROFILE, "must be full or simple".to_owned())),
                (TAG, tag) => {
                    let known = || format!("must be one of {}", Tag::ALL.map(Tag::parameter).join(", "));
                    wanted.tag = Some(Tag::from_parameter(tag).ok_or_else(|| out_of_range(TAG, known()))?);
                }
                _ => return Err(unknown_parameter(&name, &[PROFILE, TAG]).into()),
            }
        }
        Ok(Self(wanted))
    }
}

fn out_of_range(parameter: &'static str, detail: String) -> Refusal {
    Fault::new(FaultCode::OutOfRange, detail).at(&Location::Parameter(parameter)).into()
}

/// Get the OpenAPI document as YAML
///
/// The description of this API.
#[utoipa::path(
    get,
    path = "/openapi.yaml",
    tag = "Operations",
    params(DocumentQuery),
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
    State(dispatcher): State<Dispatcher>,
    State(whole): State<WholeDocument>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let DocumentQuery(wanted) = DocumentQuery::parse(query.as_deref())?;
    Ok(respond(wanted.serialized(&dispatcher, whole).await?.yaml.clone(), "application/yaml", &headers))
}

/// Get the OpenAPI document as JSON
///
/// The description of this API.
#[utoipa::path(
    get,
    path = "/openapi.json",
    tag = "Operations",
    params(DocumentQuery),
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
    State(dispatcher): State<Dispatcher>,
    State(whole): State<WholeDocument>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let DocumentQuery(wanted) = DocumentQuery::parse(query.as_deref())?;
    Ok(respond(wanted.serialized(&dispatcher, whole).await?.json.clone(), "application/json", &headers))
}

fn respond(document: Text, content_type: &'static str, headers: &HeaderMap) -> Response {
    let common = [(header::CONTENT_TYPE, content_type), (header::VARY, "accept-encoding")];
    match accepts_gzip(headers) {
        true => (common, [(header::CONTENT_ENCODING, "gzip")], document.gzipped).into_response(),
        false => (common, document.plain).into_response(),
    }
}
