//! The refusals as the OpenAPI document describes them, each with an example.

use std::collections::BTreeMap;

use http::StatusCode;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, HeaderBuilder, Ref, RefOr, Response, ResponseBuilder, Schema};
use utoipa::{IntoResponses, PartialSchema, ToSchema};

use super::error::status_of;
use crate::wire::{Fault, FaultCode, Faults, Problem, ProblemCode};

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
                "All places are taken, or the service is shutting down: try again after the seconds that `Retry-After` names.",
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
    let mut response =
        ResponseBuilder::new().description(description).content("application/problem+json", content);
    if example.status == StatusCode::SERVICE_UNAVAILABLE.as_u16() {
        let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).build();
        let header = HeaderBuilder::new().schema(Some(seconds)).description(Some("Seconds to wait."));
        response = response.header("retry-after", header.build());
    }
    (example.status.to_string(), response.build().into())
}

/// Schemas that only responses built by hand refer to.
pub(super) fn refusal_schemas() -> Vec<(String, RefOr<Schema>)> {
    let mut schemas = vec![(Problem::name().into_owned(), Problem::schema())];
    Problem::schemas(&mut schemas);
    schemas
}
