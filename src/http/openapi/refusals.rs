//! Responses of groups of operations in the OpenAPI document, besides their answers.

use std::collections::BTreeMap;

use http::StatusCode;
use utoipa::IntoResponses;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};

use super::error_responses::{ErrorResponse, header};

/// Defines groups of error responses.
macro_rules! refusals {
    ($($(#[$doc:meta])* $Name:ident: $($response:ident),+;)+) => {$(
        $(#[$doc])*
        pub(in crate::http) struct $Name;

        impl IntoResponses for $Name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                references([$(ErrorResponse::$response),+])
            }
        }
    )+};
}

refusals! {
    /// Errors of every endpoint that takes questions in its body.
    BodyRefusals:
        BadRequest, Unauthorized, RequestTimeout, BodyTooLarge, UnsupportedMediaType, InvalidRequest,
        TooManyRequests, InternalError, Overloaded;
    /// Error of every endpoint whose response may have several types.
    OtherTypes: NotAcceptable;
    /// Errors of the endpoints that take their question in the query.
    QueryRefusals: BadRequest, Unauthorized, InvalidRequest, TooManyRequests, InternalError, Overloaded;
    /// Errors of the endpoints without a question.
    PageRefusals: BadRequest, TooManyRequests;
    /// Errors of the endpoints about a job.
    JobRefusals:
        BadRequest, Unauthorized, NotFound, InvalidRequest, TooManyRequests, InternalError, Overloaded;
    /// Error of a retry of a job that has not failed.
    NotRetryable: JobNotRetryable;
    /// Errors of an upload.
    UploadRefusals: RequestTimeout, BodyTooLarge, UnsupportedMediaType;
    /// Error of a client that has stored as much as it may.
    NoStorage: StorageFull;
    /// Error of a page of another origin.
    OtherOrigin: ForbiddenOrigin;
    /// Errors of the probes.
    ProbeRefusals: BadRequest;
    /// Error of the pages about problems.
    UnknownProblem: NotFound;
    /// Error of a query with an unknown parameter or value.
    InvalidQuery: InvalidRequest;
    /// Error of a service that is shutting down.
    NotReady: ShuttingDown;
}

/// Responses to a request for results that is not answered with all of them.
pub(in crate::http) struct PartialResults;

/// Response to a client that has received the last event.
pub(in crate::http) struct EventsEnded;

/// Response to a client that has the current answer.
pub(in crate::http) struct NotModified;

impl IntoResponses for PartialResults {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let lines = ContentBuilder::new()
            .schema(Some(ObjectBuilder::new().schema_type(Type::String).build()))
            .example(Some("{\"type\":\"result\",\"index\":1,\"verdict\":\"none\"}\n".into()));
        let text = ContentBuilder::new()
            .schema(Some(ObjectBuilder::new().schema_type(Type::String).build()))
            .example(Some("none\n".into()));
        let partial = ResponseBuilder::new()
            .description("The bytes of `Range`.")
            .header("content-range", header(Type::String, "Which bytes of how many; `*` while the job runs."))
            .content("application/x-ndjson", lines.build())
            .content("text/plain", text.build());
        let mut responses = references([
            ErrorResponse::ResultsPending,
            ErrorResponse::ResultsExpired,
            ErrorResponse::RangeNotSatisfiable,
        ]);
        responses.insert(StatusCode::PARTIAL_CONTENT.as_str().to_owned(), partial.build().into());
        responses
    }
}

impl IntoResponses for EventsEnded {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let description = "The job has ended, and `Last-Event-ID` is its last event.";
        let response = ResponseBuilder::new().description(description).build();
        BTreeMap::from([(StatusCode::NO_CONTENT.as_str().to_owned(), response.into())])
    }
}

impl IntoResponses for NotModified {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let description = "The answer still has an `ETag` of `If-None-Match`.";
        let response = ResponseBuilder::new().description(description).build();
        BTreeMap::from([(StatusCode::NOT_MODIFIED.as_str().to_owned(), response.into())])
    }
}

/// Returns references to these responses, by status.
fn references<const N: usize>(responses: [ErrorResponse; N]) -> BTreeMap<String, RefOr<Response>> {
    responses
        .map(|response| {
            (response.status().as_str().to_owned(), Ref::from_response_name(response.name()).into())
        })
        .into()
}
