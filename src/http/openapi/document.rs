//! The OpenAPI document: the descriptions of the routes, completed with the parts common to all operations.

use quadrille_answers::wire::COUNT_MAX;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{
    HeaderBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, Response, ServerBuilder,
    tag::TagBuilder,
};

use super::error_responses::add_responses;
use super::examples::add_examples;
use super::kinds::add_kinds;
use super::tag::Tag;
use crate::http::clients::API_KEY;
use crate::http::deadline::REQUEST_TIMEOUT;
use crate::http::request_id::REQUEST_ID;
use crate::version::VERSION;

/// Completes the description of the routes to the document of the service.
pub(in crate::http) fn complete(routes: OpenApi) -> OpenApi {
    let mut document = preface().merge_from(routes);
    add_responses(document.components.get_or_insert_default());
    add_kinds(&mut document);
    add_examples(&mut document);
    add_request_id_header(&mut document);
    add_deadline_header(&mut document);
    add_api_key(&mut document);
    document
}

/// Returns the general part of the document.
fn preface() -> OpenApi {
    let info = InfoBuilder::new().title("Quadrille").version(VERSION).description(Some(DESCRIPTION)).license(
        Some(LicenseBuilder::new().name("MIT OR Apache-2.0").identifier(Some("MIT OR Apache-2.0")).build()),
    );
    let tags =
        Tag::ALL.map(|tag| TagBuilder::new().name(tag.name()).description(Some(tag.description())).build());
    OpenApiBuilder::new()
        .info(info.build())
        // Relative to the document, to work behind a gateway that adds a prefix.
        .servers(Some([ServerBuilder::new().url(".").description(Some("This service.")).build()]))
        .tags(Some(tags))
        .build()
}

const DESCRIPTION: &str = "\
Solves Sudoku of every size from 1x1 to 36x36, counts solutions and proves uniqueness.

**Puzzles** are JSON or text. A solution has the notation of its puzzle. Cells are named `r3c7`: row 3, column 7, \
counted from 1.

**Bodies**: the service detects their format. `*/json` and `*+json` are JSON. Text that begins with `{` or `[` is JSON, so that \
`fetch` works without headers. A form (`application/x-www-form-urlencoded`, the default of `curl -d`) may be JSON; fields \
with the names of the query parameters, such as `puzzle=1.....3..4.....2&limit=2`; or a puzzle alone. A form of an exact cover \
problem must be JSON. A body without a type is read like a form. A body may be compressed with gzip or zstd.

**Limits.** Every question has a time limit and may have a node limit. A reached limit is an answer with status 200: \
`stopped_by` names the limit, and the verdict reflects the search so far. `X-Request-Timeout-Ms` (the operator can rename \
it) is the time in which the client or its gateway expects the response. It shortens the time limit of a question about \
one puzzle. Batches ignore it.

**Versions.** Every path of the tags Puzzles, Exact cover and Batches is also served with `/v1` in front, such as `/v1/solve`. Both \
are the same today. An incompatible change gets a new version; paths without a version have the latest one.

**Caching.** Final answers to `GET` have a strong `ETag` and the lifetime of `Cache-Control`; clients and caches may store \
them. An answer cut short by a time or node \
limit, or a random solution without `seed`, has `Cache-Control: no-store`. The service may also cache \
answers: `stats` then describes the search that found the answer, with `queue_us` and `solve_us` 0.

**Clients.** Questions may need an API key in `Authorization: Bearer` or `X-Api-Key` (401 without it), and may be \
rate-limited for each client (429). All other endpoints are open. Where a rate limit is on, responses have \
`RateLimit-Policy: \"default\";q=60;w=60` (60 requests at once, and as many in 60 seconds) and `RateLimit: \"default\";r=59;t=1` \
(59 remain; all are available again after a second).

**Errors** are `application/problem+json` (RFC 9457). `type` is the path of a page that explains the problem; `code` identifies the problem; `errors` lists up to 20 faults of \
the request with their location. An unknown path gets 404; a method that the path does not support gets 405 with \
`Allow`; `OPTIONS` gets 204 with `Allow`, and every `GET` has a `HEAD`. On every path, a head that is not valid HTTP/1.1, or without exactly one valid `Host`, gets 400; a head with \
more than 64 lines or 16 KiB gets 431. The connection is then closed.

**Request ids.** A request may have an `x-request-id` of 1 to 128 characters `A-Z a-z 0-9 . _ -`; otherwise the service \
generates one. The response header and the log contain it, and the `instance` of an error ends with it.

**Traces.** The service continues the trace of `traceparent` (W3C Trace Context). The response header names the span \
of the request. An invalid `traceparent` starts a new trace.";

/// Adds the request id header to the error responses. The description of the document says that all responses have it.
fn add_request_id_header(document: &mut OpenApi) {
    let header = HeaderBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::String).build()))
        .description(Some("The id of the request."))
        .build();
    let components = document.components.get_or_insert_default();
    components.headers.insert("RequestId".to_owned(), header.into());
    let reference = RefOr::Ref(Ref::new("#/components/headers/RequestId"));
    let add = |response: &mut RefOr<Response>| {
        if let RefOr::T(response) = response {
            response.headers.insert(REQUEST_ID.to_string(), reference.clone());
        }
    };
    components.responses.values_mut().for_each(add);
}

/// Adds the deadline header to every question about one puzzle.
fn add_deadline_header(document: &mut OpenApi) {
    for operation in operations(document).filter(|o| has_tag(o, Tag::Puzzles) || has_tag(o, Tag::ExactCover))
    {
        operation.parameters.get_or_insert_default().push(request_timeout().into());
    }
}

/// Adds the API key, which every question may need.
fn add_api_key(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    let bearer = Http::builder().scheme(HttpAuthScheme::Bearer).description(Some(KEY)).build();
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    let header = ApiKeyValue::with_description(API_KEY.as_str(), KEY);
    components.add_security_scheme("apiKey", SecurityScheme::ApiKey(ApiKey::Header(header)));
    // No key, or one in either header.
    let schemes = ["bearer", "apiKey"].map(|name| SecurityRequirement::new::<_, _, &str>(name, []));
    document.security = Some([SecurityRequirement::default()].into_iter().chain(schemes).collect());
    for operation in operations(document).filter(|operation| has_tag(operation, Tag::Operations)) {
        operation.security = Some(Vec::new());
    }
}

const KEY: &str = "Required if the operator configured API keys.";

fn request_timeout() -> Parameter {
    let milliseconds =
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(COUNT_MAX as f64));
    ParameterBuilder::new()
        .name(REQUEST_TIMEOUT)
        .parameter_in(ParameterIn::Header)
        .description(Some(
            "Time in milliseconds in which the client expects the response, from the head of the request. Shortens `time_ms`.",
        ))
        .schema(Some(milliseconds.build()))
        .build()
}

fn operations(document: &mut OpenApi) -> impl Iterator<Item = &mut Operation> {
    document
        .paths
        .paths
        .values_mut()
        .flat_map(|item| [&mut item.get, &mut item.post, &mut item.delete])
        .flatten()
}

fn has_tag(operation: &Operation, tag: Tag) -> bool {
    operation.tags.as_ref().is_some_and(|tags| tags.iter().any(|other| other == tag.name()))
}
