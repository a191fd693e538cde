//! The refusals as the OpenAPI document describes them. Their examples are made by what refuses.

use std::collections::BTreeMap;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, HeaderBuilder, Ref, RefOr, Response, ResponseBuilder, Schema};
use utoipa::{IntoResponses, PartialSchema, ToSchema};

use crate::http::clients::AuthError;
use crate::http::deadline::{ClientDeadline, DeadlineSettings, REQUEST_TIMEOUT};
use crate::http::error::ApiError;
use crate::http::middleware::protect::GuardRejection;
use crate::ingest::Elements;
use crate::service::DispatchError;
use crate::wire::{BatchOptions, Problem, SolveRequest, question_from_json, question_from_query};

const TIMEOUT: HeaderName = HeaderName::from_static(REQUEST_TIMEOUT);

/// The refusals of every endpoint that takes a question in its body.
pub(in crate::http) struct QuestionRefusals;

/// The refusals of the endpoints that find their question in the query.
pub(in crate::http) struct QueryRefusals;

/// The response to a client that has the answer.
pub(in crate::http) struct NotModified;

/// The refusals of every endpoint that takes a batch, before its first answer.
pub(in crate::http) struct BatchRefusals;

/// The refusal of a service that is being shut down.
pub(in crate::http) struct NotReady;

impl IntoResponses for QuestionRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        BTreeMap::from_iter([
            response(
                "The body cannot be read: it is empty, not UTF-8, or not JSON. Or `X-Request-Timeout-Ms` is no number of milliseconds.",
                refused(r#"{"puzzle":12"#),
            ),
            response(
                "The body did not arrive in time.",
                Some(ApiError::request_timeout(Duration::from_secs(10))),
            ),
            response("The body is too large.", Some(ApiError::body_too_large(262_144))),
            response(
                "The body is of another type than `application/json` or `text/plain`, or it has a content-encoding.",
                Some(ApiError::unsupported_media_type("application/json, text/plain")),
            ),
            response(
                "The body can be read, but asks nothing that could be answered; `errors` lists all faults.",
                refused(r#"{"puzzle":"1!.............."}"#),
            ),
            response("The service failed. The cause is in its log only.", Some(ApiError::internal())),
            response(
                "All places are taken, or the service is shutting down: try again after the seconds that `Retry-After` names.",
                Some(DispatchError::Overloaded.into()),
            ),
        ].into_iter().chain(of_clients()).flatten())
    }
}

impl IntoResponses for BatchRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        BTreeMap::from_iter([
            response(
                "The body cannot be read: it is framed wrongly, or it should be a JSON array and is no JSON.",
                Elements::of(b"[1,").err().map(ApiError::from),
            ),
            response(
                "The first bytes of the body did not arrive in time.",
                Some(ApiError::request_timeout(Duration::from_secs(10))),
            ),
            response("The body is a JSON array, and too large.", Some(ApiError::body_too_large(262_144))),
            response(
                "The body is of another type than those taken, or it has a content-encoding.",
                Some(ApiError::unsupported_media_type("application/x-ndjson, text/plain, application/json")),
            ),
            response(
                "The query is wrong, or the body is JSON and no array; `errors` lists all faults.",
                BatchOptions::from_query::<SolveRequest>("time_ms=0").err().map(ApiError::from),
            ),
            response("The service failed. The cause is in its log only.", Some(ApiError::internal())),
            response(
                "As many batches are under way as there may be: try again after the seconds that `Retry-After` names.",
                Some(DispatchError::StreamsTaken.into()),
            ),
        ].into_iter().chain(of_clients()).flatten())
    }
}

impl IntoResponses for QueryRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let bad_timeout = HeaderMap::from_iter([(TIMEOUT, HeaderValue::from_static("soon"))]);
        let settings = DeadlineSettings { header: Some(TIMEOUT), margin: Duration::ZERO };
        let of_queries = [
            response(
                "`X-Request-Timeout-Ms` is no number of milliseconds.",
                ClientDeadline::of(&bad_timeout, &settings).err(),
            ),
            response(
                "The query asks nothing that could be answered; `errors` lists all faults.",
                question_from_query::<SolveRequest>("puzzle=1!..............").err().map(ApiError::from),
            ),
            response("The service failed. The cause is in its log only.", Some(ApiError::internal())),
            response(
                "All places are taken, or the service is shutting down: try again after the seconds that `Retry-After` names.",
                Some(DispatchError::Overloaded.into()),
            ),
        ];
        of_queries.into_iter().chain(of_clients()).flatten().collect()
    }
}

impl IntoResponses for NotModified {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let description = "What `If-None-Match` names is still the answer.";
        let response = ResponseBuilder::new().description(description).build();
        BTreeMap::from([(StatusCode::NOT_MODIFIED.as_str().to_owned(), response.into())])
    }
}

impl IntoResponses for NotReady {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        response("It is shutting down.", Some(ApiError::not_ready())).into_iter().collect()
    }
}

/// The refusals of clients, whatever they ask.
fn of_clients() -> [Option<(String, RefOr<Response>)>; 2] {
    [
        response(
            "The service asks for an API key, and the request has none that it knows.",
            Some(GuardRejection::Unauthorized(AuthError::Missing).error()),
        ),
        response(
            "The client asks more often than the service lets it: try again after the seconds that `Retry-After` names.",
            Some(GuardRejection::RateLimited(Duration::from_millis(1500)).error()),
        ),
    ]
}

/// How the service refuses this body.
fn refused(body: &str) -> Option<ApiError> {
    question_from_json::<SolveRequest>(body.as_bytes(), "").err().map(ApiError::from)
}

/// The response with the status of an error, which is its example.
fn response(description: &str, error: Option<ApiError>) -> Option<(String, RefOr<Response>)> {
    let error = error?;
    let status = error.status();
    let problem = error.into_problem(status, "6f1b2c1e-8f0e-4c38-9d1c-3f8d5a7e0b11");
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(Problem::name())))
        .example(serde_json::to_value(&problem).ok())
        .build();
    let mut response =
        ResponseBuilder::new().description(description).content("application/problem+json", content);
    if status == StatusCode::UNAUTHORIZED {
        let text = ObjectBuilder::new().schema_type(Type::String).build();
        let header =
            HeaderBuilder::new().schema(Some(text)).description(Some("How to send a key (RFC 6750)."));
        response = response.header("www-authenticate", header.build());
    }
    if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
        let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).build();
        let header = HeaderBuilder::new().schema(Some(seconds)).description(Some("Seconds to wait."));
        response = response.header("retry-after", header.build());
    }
    Some((status.as_str().to_owned(), response.build().into()))
}

/// Schemas that only responses built by hand refer to.
pub(super) fn refusal_schemas() -> Vec<(String, RefOr<Schema>)> {
    let mut schemas = vec![(Problem::name().into_owned(), Problem::schema())];
    Problem::schemas(&mut schemas);
    schemas
}
