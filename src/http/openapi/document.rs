//! The OpenAPI document: what the routes say of themselves, and what holds for all of them.

use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Type};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{
    HeaderBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, Schema, tag::TagBuilder,
};

use super::examples::add_examples;
use super::refusals::refusal_schemas;
use crate::http::clients::API_KEY;
use crate::http::deadline::REQUEST_TIMEOUT;
use crate::http::middleware::request_id::REQUEST_ID;
use crate::wire::{
    BoxRequest, COUNT_MAX, CountEntry, CountRequest, LimitsRequest, SolutionsRequest, SolveEntry,
    SolveRequest,
};

/// Completes the description of the routes to the document of the service.
pub(in crate::http) fn complete(routes: OpenApi) -> OpenApi {
    let mut document = preface().merge_from(routes);
    let components = document.components.get_or_insert_default();
    components.schemas.extend(refusal_schemas());
    add_examples(&mut document);
    refuse_unknown_members(&mut document);
    echo_request_ids(&mut document);
    take_deadlines(&mut document);
    take_keys(&mut document);
    document
}

/// The tag of the endpoints for one puzzle.
const PUZZLES: &str = "Puzzles";

/// The tag of the endpoints for many puzzles.
const BATCHES: &str = "Batches";

/// What the document says before the first endpoint.
fn preface() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Quadrille")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(DESCRIPTION))
        .license(Some(
            LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0")).build(),
        ));
    let tag =
        |name: &str, description: &str| TagBuilder::new().name(name).description(Some(description)).build();
    OpenApiBuilder::new()
        .info(info.build())
        .tags(Some([
            tag(PUZZLES, "Questions about one puzzle."),
            tag(BATCHES, "The same questions about many puzzles, as streams."),
            tag("Operations", "For those who run the service. These never wait behind solving."),
        ]))
        .build()
}

const DESCRIPTION: &str = "\
Solves Sudoku of every size from 1x1 to 36x36, counts solutions and proves uniqueness.

**Puzzles** come as JSON or as text, and solutions go back in the notation of the puzzle. Cells are named `r3c7`: \
row 3, column 7, counted from 1.

**Limits.** Every question has a time limit, and may have one of nodes. A limit that is reached is an answer with \
status 200: `stopped_by` names it, and the verdict says what is proved all the same. `X-Request-Timeout-Ms` (the \
operator may have given it another name) says how long the client, or the gateway before it, will wait: the time \
limit of a question about one puzzle is then shortened, so that the answer is there before. Batches take no notice \
of it.

**Kept answers.** What was proved stays true: final answers to `GET` have an `ETag`, and clients and caches may keep \
them. The service may remember an answer itself: its `stats` are then those of the search that found it, with \
`queue_us` and `solve_us` 0.

**Clients.** Questions may need an API key, as `Authorization: Bearer` or `X-Api-Key` (401 without), and may be \
limited in number for each client (429). Everything else is open to all.

**Refusals** are `application/problem+json` (RFC 9457). `code` is the kind of problem for a program; `errors` lists \
what is wrong with the request and where, up to 20 faults at once. A path that is not here is refused with 404, and \
a method that a path does not take with 405 and `Allow`; only a request that is no HTTP, or whose head is over 16 KiB, may be refused without words. A head with more than \
64 lines is refused with 431, and one without exactly one `Host` with 400, wherever it leads.

**Request ids.** A request may bring an `x-request-id` of 1 to 128 characters `A-Z a-z 0-9 . _ -`; otherwise it gets \
one. The response echoes it, the log carries it, and `instance` of a refusal ends with it.

**Traces.** A `traceparent` (W3C Trace Context) is taken: the response has one of the same trace that names the span of \
the request. One that cannot be read is replaced by a new trace.";

/// A mistyped member is refused, and the schemas say so.
fn refuse_unknown_members(document: &mut OpenApi) {
    let names = [
        SolveRequest::name(),
        CountRequest::name(),
        SolutionsRequest::name(),
        SolveEntry::name(),
        CountEntry::name(),
        BoxRequest::name(),
        LimitsRequest::name(),
    ];
    let Some(components) = &mut document.components else { return };
    for name in names {
        if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(&*name) {
            object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
        }
    }
}

/// Every response has the request's id.
fn echo_request_ids(document: &mut OpenApi) {
    let header = HeaderBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::String).build()))
        .description(Some("The id of the request."))
        .build();
    let components = document.components.get_or_insert_default();
    components.headers.insert("RequestId".to_owned(), header.into());
    let reference = RefOr::Ref(Ref::new("#/components/headers/RequestId"));
    for operation in operations(document) {
        for response in operation.responses.responses.values_mut() {
            if let RefOr::T(response) = response {
                response.headers.insert(REQUEST_ID.to_string(), reference.clone());
            }
        }
    }
}

/// Every question about one puzzle may say how long its client waits.
fn take_deadlines(document: &mut OpenApi) {
    for operation in operations(document).filter(|operation| has_tag(operation, PUZZLES)) {
        operation.parameters.get_or_insert_default().push(request_timeout().into());
    }
}

/// Every question may need a key.
fn take_keys(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    let bearer = Http::builder().scheme(HttpAuthScheme::Bearer).description(Some(KEY)).build();
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    let header = ApiKeyValue::with_description(API_KEY.as_str(), KEY);
    components.add_security_scheme("apiKey", SecurityScheme::ApiKey(ApiKey::Header(header)));
    for operation in operations(document).filter(|o| has_tag(o, PUZZLES) || has_tag(o, BATCHES)) {
        // None, or either of the two.
        let schemes = ["bearer", "apiKey"].map(|name| SecurityRequirement::new::<_, _, &str>(name, []));
        operation.security = Some([SecurityRequirement::default()].into_iter().chain(schemes).collect());
    }
}

const KEY: &str = "Where the operator set up API keys, questions need one.";

fn request_timeout() -> Parameter {
    let milliseconds =
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(COUNT_MAX as f64));
    ParameterBuilder::new()
        .name(REQUEST_TIMEOUT)
        .parameter_in(ParameterIn::Header)
        .description(Some(
            "Milliseconds that the client will wait, from the head of the request. Shortens `time_ms`.",
        ))
        .schema(Some(milliseconds.build()))
        .build()
}

fn operations(document: &mut OpenApi) -> impl Iterator<Item = &mut Operation> {
    document.paths.paths.values_mut().flat_map(|item| [&mut item.get, &mut item.post]).flatten()
}

fn has_tag(operation: &Operation, tag: &str) -> bool {
    operation.tags.as_ref().is_some_and(|tags| tags.iter().any(|other| other == tag))
}
