//! The OpenAPI document: what the handlers say of themselves, and what holds for all of them.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::schema::AdditionalProperties;
use utoipa::openapi::{
    ContentBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, Response,
    ResponseBuilder, Schema, tag::TagBuilder,
};
use utoipa::{PartialSchema, ToSchema};

use super::error::status_of;
use super::router::api;
use crate::wire::{
    BoxRequest, CountRequest, Fault, FaultCode, Faults, LimitsRequest, Problem, ProblemCode, SolveRequest,
};

/// The document of the service.
pub fn document() -> OpenApi {
    let mut document = api().into_openapi();
    refuse_unknown_members(&mut document);
    document
}

/// What the document says before the first endpoint.
pub(super) fn preface() -> OpenApi {
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
            tag("Puzzles", "Questions about one puzzle."),
            tag("Operations", "For those who run the service. These never wait behind solving."),
        ]))
        .build()
}

const DESCRIPTION: &str = "\
Solves Sudoku of every size from 1x1 to 36x36, counts solutions and proves uniqueness.

**Puzzles** come as JSON or as text, and solutions go back in the notation of the puzzle. Cells are named `r3c7`: \
row 3, column 7, counted from 1.

**Limits.** Every question has a time limit, and may have one of nodes. A limit that is reached is an answer with \
status 200: `stopped_by` names it, and the verdict says what is proved all the same.

**Refusals** are `application/problem+json` (RFC 9457). `code` is the kind of problem for a program; `errors` lists \
what is wrong with the request and where, up to 20 faults at once.

**Request ids.** A request may bring an `x-request-id` of 1 to 128 characters `A-Z a-z 0-9 . _ -`; otherwise it gets \
one. The response echoes it, the log carries it, and `instance` of a refusal ends with it.";

/// The refusals of every endpoint that takes a question.
pub(super) struct QuestionRefusals;

/// The refusal of a service that is being shut down.
pub(super) struct NotReady;

impl IntoResponses for QuestionRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let mut invalid = Faults::default();
        invalid.listed.push(Fault {
            code: FaultCode::UnknownSymbol,
            pointer: Some("/puzzle".to_owned()),
            parameter: None,
            cell: Some("r1c2".to_owned()),
            offset: Some(1),
            detail: "`!` (U+0021) is no symbol: digits are 1-9 and A-Z, empty cells one of . 0 _ * -"
                .to_owned(),
        });
        let mut malformed = Faults::default();
        malformed.listed.push(Fault {
            code: FaultCode::JsonSyntax,
            pointer: None,
            parameter: None,
            cell: None,
            offset: Some(11),
            detail: "EOF while parsing an object at line 1 column 12".to_owned(),
        });
        let detail = |faults: &Faults| faults.listed[0].to_string();
        let refusals = [
            (
                "The body cannot be read: it is empty, not UTF-8, or not JSON.",
                refusal(ProblemCode::MalformedBody, &detail(&malformed), malformed),
            ),
            (
                "The body did not arrive in time.",
                refusal(
                    ProblemCode::RequestTimeout,
                    "the body did not arrive within 10000 ms",
                    Faults::default(),
                ),
            ),
            (
                "The body is too large.",
                refusal(
                    ProblemCode::BodyTooLarge,
                    "the body may have at most 262144 bytes",
                    Faults::default(),
                ),
            ),
            (
                "The body is of another type than `application/json` or `text/plain`, or it has a content-encoding.",
                refusal(
                    ProblemCode::UnsupportedMediaType,
                    "the content-type must be application/json or text/plain, in UTF-8",
                    Faults::default(),
                ),
            ),
            (
                "The body can be read, but asks nothing that could be answered; `errors` lists all faults.",
                refusal(ProblemCode::InvalidQuestion, &detail(&invalid), invalid),
            ),
            (
                "The service failed. The cause is in its log only.",
                refusal(
                    ProblemCode::Internal,
                    "the service failed to answer; the cause is in its log, under the id of this request",
                    Faults::default(),
                ),
            ),
            (
                "All places are taken: try again after the seconds that `Retry-After` names.",
                refusal(
                    ProblemCode::Overloaded,
                    "every solver thread and every place in the queue is taken",
                    Faults::default(),
                ),
            ),
        ];
        refusals.into_iter().map(|(description, problem)| response(description, &problem)).collect()
    }
}

impl IntoResponses for NotReady {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let detail = "the service finishes what it has and takes nothing new";
        let problem = refusal(ProblemCode::ShuttingDown, detail, Faults::default());
        BTreeMap::from([response("It is shutting down.", &problem)])
    }
}

fn refusal(code: ProblemCode, detail: &str, faults: Faults) -> Problem {
    let request_id = "6f1b2c1e-8f0e-4c38-9d1c-3f8d5a7e0b11";
    Problem::new(code, status_of(code).as_u16(), detail.to_owned(), faults, request_id)
}

fn response(description: &str, example: &Problem) -> (String, RefOr<Response>) {
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(Problem::name())))
        .example(serde_json::to_value(example).ok())
        .build();
    let response =
        ResponseBuilder::new().description(description).content("application/problem+json", content).build();
    (example.status.to_string(), response.into())
}

/// Schemas that only responses built by hand refer to.
pub(super) fn refusal_schemas() -> Vec<(String, RefOr<Schema>)> {
    let mut schemas = vec![(Problem::name().into_owned(), Problem::schema())];
    Problem::schemas(&mut schemas);
    schemas
}

/// A mistyped member is refused, and the schemas say so.
fn refuse_unknown_members(document: &mut OpenApi) {
    let names = [SolveRequest::name(), CountRequest::name(), BoxRequest::name(), LimitsRequest::name()];
    let Some(components) = &mut document.components else { return };
    for name in names {
        if let Some(RefOr::T(Schema::Object(object))) = components.schemas.get_mut(&*name) {
            object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
        }
    }
}
