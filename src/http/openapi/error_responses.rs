//! Error responses in the OpenAPI document. The code that rejects requests generates their examples.

use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use quadrille_answers::faults::Problem;
use quadrille_answers::kinds::Solve;
use quadrille_answers::service::{DispatchError, SharedResource, Shed, ShedReason};
use quadrille_answers::wire::{BatchOptions, ProblemBounds, read_json, read_parameters};
use quadrille_jobs::JobError;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{Components, ContentBuilder, Header, HeaderBuilder, Ref, Response, ResponseBuilder};
use utoipa::{PartialSchema, ToSchema};

use crate::http::clients::{AccessRejection, Allowance, AuthError};
use crate::http::deadline::{ClientDeadline, DeadlineSettings, REQUEST_TIMEOUT};
use crate::http::error::ApiError;

const TIMEOUT: HeaderName = HeaderName::from_static(REQUEST_TIMEOUT);

/// Error response of the components, to which operations refer.
#[derive(Clone, Copy, Debug)]
pub(super) enum ErrorResponse {
    BadRequest,
    Unauthorized,
    ForbiddenOrigin,
    NotFound,
    NotAcceptable,
    ResultsPending,
    JobNotRetryable,
    ResultsExpired,
    RangeNotSatisfiable,
    RequestTimeout,
    BodyTooLarge,
    UnsupportedMediaType,
    InvalidRequest,
    TooManyRequests,
    InternalError,
    Overloaded,
    ShuttingDown,
    StorageFull,
}

/// Named examples of an error response.
type ErrorExamples = Vec<(&'static str, Option<ApiError>)>;

impl ErrorResponse {
    const ALL: [Self; 18] = [
        Self::BadRequest,
        Self::Unauthorized,
        Self::ForbiddenOrigin,
        Self::NotFound,
        Self::NotAcceptable,
        Self::ResultsPending,
        Self::JobNotRetryable,
        Self::ResultsExpired,
        Self::RangeNotSatisfiable,
        Self::RequestTimeout,
        Self::BodyTooLarge,
        Self::UnsupportedMediaType,
        Self::InvalidRequest,
        Self::TooManyRequests,
        Self::InternalError,
        Self::Overloaded,
        Self::ShuttingDown,
        Self::StorageFull,
    ];

    pub(super) fn name(self) -> String {
        format!("{self:?}")
    }

    pub(super) fn status(self) -> StatusCode {
        match self {
            Self::BadRequest => StatusCode::BAD_REQUEST,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::ForbiddenOrigin => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
            Self::ResultsPending | Self::JobNotRetryable => StatusCode::CONFLICT,
            Self::ResultsExpired => StatusCode::GONE,
            Self::RangeNotSatisfiable => StatusCode::RANGE_NOT_SATISFIABLE,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::InvalidRequest => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Self::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Overloaded | Self::ShuttingDown => StatusCode::SERVICE_UNAVAILABLE,
            Self::StorageFull => StatusCode::INSUFFICIENT_STORAGE,
        }
    }

    fn description(self) -> &'static str {
        match self {
            Self::BadRequest => {
                "The body is empty, not UTF-8 or not JSON (`malformed_body`); or the request is not valid HTTP/1.1, or `X-Request-Timeout-Ms` is not a number of milliseconds (`bad_request`)."
            }
            Self::Unauthorized => "The request has no valid API key.",
            Self::ForbiddenOrigin => "A page of another origin has sent the request.",
            Self::NotFound => "There is nothing with this name.",
            Self::NotAcceptable => "`Accept` has no type of this response.",
            Self::ResultsPending => {
                "The job has not ended, and these results do not exist yet; retry after the seconds in `Retry-After`."
            }
            Self::JobNotRetryable => "The job has not failed, or has no failed pieces.",
            Self::ResultsExpired => "The job has expired, and its results are removed.",
            Self::RangeNotSatisfiable => "The range is after the end of the results.",
            Self::RequestTimeout => {
                "The body, or the first bytes of a batch or upload, did not arrive in time."
            }
            Self::BodyTooLarge => {
                "The body is too large. Of a batch, only the JSON array has a maximum size, not its lines."
            }
            Self::UnsupportedMediaType => {
                "The content type is not supported, or the content-encoding is not gzip or zstd."
            }
            Self::InvalidRequest => {
                "The question, or the query of a batch, is invalid; `errors` lists all faults."
            }
            Self::TooManyRequests => {
                "The client exceeds its rate limit (`rate_limited`), or uses its whole share of waiting questions, streams, hard questions or bytes of bodies (`share_exceeded`); retry after the seconds in `Retry-After`."
            }
            Self::InternalError => "Internal error. Only the log of the service has the cause.",
            Self::Overloaded => {
                "Too many questions or batches are running or being received, or the service is shutting down; retry after the seconds in `Retry-After`. Without that header, the service cannot store jobs (`jobs_unavailable`)."
            }
            Self::ShuttingDown => "The service is shutting down.",
            Self::StorageFull => {
                "The client, or all clients, have stored as much as they may, or the disk is nearly full."
            }
        }
    }

    /// Examples with their names.
    fn examples(self) -> ErrorExamples {
        match self {
            Self::BadRequest => {
                vec![("malformed_body", body_error(r#"{"puzzle":12"#)), ("bad_request", header_error("soon"))]
            }
            Self::Unauthorized => {
                vec![("unauthorized", Some(AccessRejection::Unauthorized(AuthError::Missing).error()))]
            }
            Self::ForbiddenOrigin => vec![("forbidden_origin", Some(ApiError::forbidden_origin()))],
            Self::NotFound => vec![("not_found", Some(ApiError::not_found()))],
            Self::NotAcceptable => {
                let types = ["application/json".to_owned(), "text/plain".to_owned()];
                vec![("not_acceptable", Some(ApiError::not_acceptable(&types)))]
            }
            Self::ResultsPending => vec![("results_pending", Some(ApiError::results_pending()))],
            Self::JobNotRetryable => {
                let detail = "the job is `running`: only a failed one can be retried";
                vec![("job_not_retryable", Some(JobError::NotRetryable(detail.to_owned()).into()))]
            }
            Self::ResultsExpired => vec![("results_expired", Some(ApiError::results_expired()))],
            Self::RangeNotSatisfiable => {
                vec![("range_not_satisfiable", Some(ApiError::range_not_satisfiable(1000)))]
            }
            Self::RequestTimeout => {
                vec![("request_timeout", Some(ApiError::request_timeout(Duration::from_secs(10))))]
            }
            Self::BodyTooLarge => vec![("body_too_large", Some(ApiError::body_too_large(262_144)))],
            Self::UnsupportedMediaType => vec![(
                "unsupported_media_type",
                Some(ApiError::unsupported_media_type(
                    "the content-type is `application/pdf`",
                    "application/json, text/plain, application/x-www-form-urlencoded, text/csv, text/tab-separated-values, application/xml, text/xml",
                )),
            )],
            Self::InvalidRequest => vec![
                ("body", body_error(r#"{"puzzle":"1!.............."}"#)),
                (
                    "query",
                    read_parameters::<Solve>("puzzle=1!..............", ProblemBounds::MAX)
                        .err()
                        .map(ApiError::from),
                ),
                ("batch", BatchOptions::<Solve>::from_query("time_ms=0").err().map(ApiError::from)),
            ],
            Self::TooManyRequests => vec![
                ("rate_limited", Some(AccessRejection::RateLimited(RATE_LIMITED).error())),
                ("share_exceeded", Some(shed(ShedReason::Share(SharedResource::Questions)))),
            ],
            Self::InternalError => vec![("internal", Some(ApiError::internal()))],
            Self::Overloaded => vec![
                ("questions", Some(shed(ShedReason::Full(SharedResource::Questions)))),
                ("batches", Some(shed(ShedReason::Full(SharedResource::Streams)))),
                ("jobs_unavailable", Some(JobError::NoDatabase(String::new()).into())),
            ],
            Self::ShuttingDown => vec![("shutting_down", Some(ApiError::not_ready()))],
            Self::StorageFull => vec![("storage_full", Some(JobError::TooManyBytes(10 << 30).into()))],
        }
    }

    /// Returns the header that only this error has.
    fn header(self) -> Option<(&'static str, Header)> {
        match self {
            Self::Unauthorized => {
                Some(("www-authenticate", header(Type::String, "How to send a key (RFC 6750).")))
            }
            Self::TooManyRequests | Self::Overloaded | Self::ShuttingDown | Self::ResultsPending => {
                Some(("retry-after", header(Type::Integer, "Seconds to wait before the next attempt.")))
            }
            _ => None,
        }
    }

    fn response(self) -> Response {
        let examples = self.examples().into_iter().filter_map(|(name, error)| {
            let problem = error?.into_problem(self.status(), "6f1b2c1e-8f0e-4c38-9d1c-3f8d5a7e0b11");
            let example = ExampleBuilder::new().value(serde_json::to_value(&problem).ok()).build();
            Some((name, example))
        });
        let content = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name(Problem::name())))
            .examples_from_iter(examples)
            .build();
        let response = ResponseBuilder::new()
            .description(self.description())
            .content("application/problem+json", content);
        match self.header() {
            Some((name, header)) => response.header(name, header).build(),
            None => response.build(),
        }
    }
}

/// A client that may retry after 1.5 seconds.
const RATE_LIMITED: Allowance = Allowance {
    remaining: 0,
    reset: Duration::from_millis(1500),
    burst: 60,
    window: Duration::from_secs(60),
};

/// Returns the error of rejected work.
fn shed(reason: ShedReason) -> ApiError {
    DispatchError::Shed(Shed::new(reason, Duration::ZERO)).into()
}

/// Returns the error for this body.
fn body_error(body: &str) -> Option<ApiError> {
    read_json::<Solve>(body.as_bytes(), "", ProblemBounds::MAX).err().map(ApiError::from)
}

/// Returns the error for this client deadline.
fn header_error(deadline: &'static str) -> Option<ApiError> {
    let headers = HeaderMap::from_iter([(TIMEOUT, HeaderValue::from_static(deadline))]);
    let settings = DeadlineSettings { header: Some(TIMEOUT), margin: Duration::ZERO };
    ClientDeadline::from_headers(&headers, &settings).err()
}

pub(super) fn header(value: Type, description: &str) -> Header {
    let minimum = (value == Type::Integer).then_some(1);
    let schema = ObjectBuilder::new().schema_type(value).minimum(minimum).build();
    HeaderBuilder::new().schema(Some(schema)).description(Some(description)).build()
}

/// Adds the responses, and the schemas that only they refer to.
pub(super) fn add_responses(components: &mut Components) {
    components
        .responses
        .extend(ErrorResponse::ALL.map(|response| (response.name(), response.response().into())));
    let mut schemas = vec![(Problem::name().into_owned(), Problem::schema())];
    Problem::schemas(&mut schemas);
    components.schemas.extend(schemas);
}
