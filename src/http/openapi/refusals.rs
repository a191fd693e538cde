//! Error responses in the OpenAPI document. The code that rejects requests generates their examples.

use std::collections::BTreeMap;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, HeaderBuilder, Ref, RefOr, Response, ResponseBuilder, Schema};
use utoipa::{IntoResponses, PartialSchema, ToSchema};

use crate::http::clients::{AccessRejection, Allowance, AuthError};
use crate::http::deadline::{ClientDeadline, DeadlineSettings, REQUEST_TIMEOUT};
use crate::http::error::ApiError;
use crate::ingest::Elements;
use crate::service::{DispatchError, SharedResource, Shed, ShedReason};
use crate::wire::{BatchOptions, Problem, Solve, question_from_json, question_from_query};

const TIMEOUT: HeaderName = HeaderName::from_static(REQUEST_TIMEOUT);

/// Errors of every endpoint that takes a question in its body.
pub(in crate::http) struct QuestionRefusals;

/// Errors of the endpoints that take their question in the query.
pub(in crate::http) struct QueryRefusals;

/// Response to a client that has the current answer.
pub(in crate::http) struct NotModified;

/// Errors of every endpoint that takes a batch, before its first result.
pub(in crate::http) struct BatchRefusals;

/// Error of the pages about problems.
pub(in crate::http) struct UnknownProblem;

/// Error of a service that is shutting down.
pub(in crate::http) struct NotReady;

impl IntoResponses for QuestionRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        BTreeMap::from_iter([
            response(
                "The body is empty, not UTF-8 or not JSON, or `X-Request-Timeout-Ms` is not a number of milliseconds.",
                body_error(r#"{"puzzle":12"#),
            ),
            response(
                "The body did not arrive in time.",
                Some(ApiError::request_timeout(Duration::from_secs(10))),
            ),
            response("The body is too large.", Some(ApiError::body_too_large(262_144))),
            response(
                "The content type is not supported, or the content-encoding is not gzip or zstd.",
                Some(ApiError::unsupported_media_type(
                    "the content-type is `application/pdf`",
                    "application/json, text/plain, application/x-www-form-urlencoded",
                )),
            ),
            response(
                "The question is invalid; `errors` lists all faults.",
                body_error(r#"{"puzzle":"1!.............."}"#),
            ),
            response("Internal error. Only the log of the service has the cause.", Some(ApiError::internal())),
            response(
                "The service is overloaded or shutting down; retry after the seconds in `Retry-After`.",
                Some(full(SharedResource::Questions)),
            ),
        ].into_iter().chain(client_errors()).flatten())
    }
}

impl IntoResponses for BatchRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        BTreeMap::from_iter(
            [
                response(
                    "The framing of the body is invalid, or its content type is JSON and it is not JSON.",
                    Elements::of(&b"[1,"[..]).err().map(ApiError::from),
                ),
                response(
                    "The first bytes of the body did not arrive in time.",
                    Some(ApiError::request_timeout(Duration::from_secs(10))),
                ),
                response("The JSON array is too large.", Some(ApiError::body_too_large(262_144))),
                response(
                    "The content type is not supported, or the content-encoding is not gzip or zstd.",
                    Some(ApiError::unsupported_media_type(
                        "the content-type is `application/pdf`",
                        "application/x-ndjson, text/plain, application/json, application/x-www-form-urlencoded",
                    )),
                ),
                response(
                    "The query is invalid, or the JSON body is not an array; `errors` lists all faults.",
                    BatchOptions::from_query::<Solve>("time_ms=0").err().map(ApiError::from),
                ),
                response(
                    "Internal error. Only the log of the service has the cause.",
                    Some(ApiError::internal()),
                ),
                response(
                    "Too many batches are running, or too many bodies are being received; retry after the seconds in `Retry-After`.",
                    Some(full(SharedResource::Streams)),
                ),
            ]
            .into_iter()
            .chain(client_errors())
            .flatten(),
        )
    }
}

impl IntoResponses for QueryRefusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let bad_timeout = HeaderMap::from_iter([(TIMEOUT, HeaderValue::from_static("soon"))]);
        let settings = DeadlineSettings { header: Some(TIMEOUT), margin: Duration::ZERO };
        let of_queries = [
            response(
                "`X-Request-Timeout-Ms` is not a number of milliseconds.",
                ClientDeadline::of(&bad_timeout, &settings).err(),
            ),
            response(
                "The question is invalid; `errors` lists all faults.",
                question_from_query::<Solve>("puzzle=1!..............").err().map(ApiError::from),
            ),
            response(
                "Internal error. Only the log of the service has the cause.",
                Some(ApiError::internal()),
            ),
            response(
                "The service is overloaded or shutting down; retry after the seconds in `Retry-After`.",
                Some(full(SharedResource::Questions)),
            ),
        ];
        of_queries.into_iter().chain(client_errors()).flatten().collect()
    }
}

impl IntoResponses for NotModified {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let description = "The answer still has an `ETag` of `If-None-Match`.";
        let response = ResponseBuilder::new().description(description).build();
        BTreeMap::from([(StatusCode::NOT_MODIFIED.as_str().to_owned(), response.into())])
    }
}

impl IntoResponses for UnknownProblem {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        response("There is no problem with this code.", Some(ApiError::not_found())).into_iter().collect()
    }
}

impl IntoResponses for NotReady {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        response("The service is shutting down.", Some(ApiError::not_ready())).into_iter().collect()
    }
}

/// A client that may retry after 1.5 seconds.
const RATE_LIMITED: Allowance = Allowance {
    remaining: 0,
    reset: Duration::from_millis(1500),
    burst: 60,
    window: Duration::from_secs(60),
};

/// Errors of authentication and rate limits.
fn client_errors() -> [Option<(String, RefOr<Response>)>; 2] {
    [
        response(
            "The request has no valid API key.",
            Some(AccessRejection::Unauthorized(AuthError::Missing).error()),
        ),
        response(
            "The client exceeds its rate limit (`rate_limited`), or has its share of the waiting questions, the streams, the hard questions or the bytes of bodies (`share_exceeded`); retry after the seconds in `Retry-After`.",
            Some(AccessRejection::RateLimited(RATE_LIMITED).error()),
        ),
    ]
}

/// Returns the error of a service that uses a whole resource.
fn full(resource: SharedResource) -> ApiError {
    DispatchError::Shed(Shed::new(ShedReason::Full(resource), Duration::ZERO)).into()
}

/// Returns the error for this body.
fn body_error(body: &str) -> Option<ApiError> {
    question_from_json::<Solve>(body.as_bytes(), "").err().map(ApiError::from)
}

/// Returns the response to this error: its status, with the error as the example.
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
        let header = HeaderBuilder::new()
            .schema(Some(seconds))
            .description(Some("Seconds to wait before the next attempt."));
        response = response.header("retry-after", header.build());
    }
    Some((status.as_str().to_owned(), response.build().into()))
}

/// Returns the schemas that only these responses refer to.
pub(super) fn refusal_schemas() -> Vec<(String, RefOr<Schema>)> {
    let mut schemas = vec![(Problem::name().into_owned(), Problem::schema())];
    Problem::schemas(&mut schemas);
    schemas
}
