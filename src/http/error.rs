//! Error responses.

use std::time::Duration;

use axum::response::{IntoResponse, Response};
use http::{HeaderName, HeaderValue, Method, StatusCode, header};
use quadrille_answers::faults::{Faults, Problem, ProblemCode, Refusal};
use quadrille_answers::service::{DispatchError, ShedReason};
use quadrille_jobs::JobError;

use crate::transport::LoadShed;

/// Longest method that an error repeats.
const METHOD_SHOWN_MAX: usize = 16;

/// Error response: a problem with its status and headers.
///
/// `middleware::render_problems` writes the body, which contains the request id.
#[derive(Clone, Debug)]
pub(super) struct ApiError {
    pub(super) code: ProblemCode,
    pub(super) detail: String,
    pub(super) faults: Faults,
    /// Supported content types, if the type of the body is not one of them.
    media_types: Option<&'static str>,
    /// Time after which the client may retry, if the request may succeed then.
    retry_after: Duration,
}

impl ApiError {
    pub(super) fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        let (detail, faults) = (detail.into(), Faults::default());
        Self { code, detail, faults, media_types: None, retry_after: Duration::ZERO }
    }

    /// Returns the error for a response that has only a status.
    pub(super) fn from_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::not_found(),
            StatusCode::METHOD_NOT_ALLOWED => Self::method_not_allowed(),
            status if status.is_server_error() => Self::internal(),
            _ => Self::new(ProblemCode::BadRequest, "the request is invalid"),
        }
    }

    pub(super) fn not_found() -> Self {
        Self::new(ProblemCode::NotFound, "no such path; GET / lists all endpoints")
    }

    /// The error for a path that does not exist. `meant` is the path that may be meant.
    pub(super) fn unknown_path(meant: Option<&str>) -> Self {
        match meant {
            Some(path) => Self::new(
                ProblemCode::NotFound,
                format!("no such path: did you mean `{path}`? GET / lists all endpoints"),
            ),
            None => Self::not_found(),
        }
    }

    /// The error for the path of metrics, which another listener has.
    pub(super) fn metrics_elsewhere() -> Self {
        let detail = "no such path: the admin listener has `/metrics`, at the address `admin.listen`";
        Self::new(ProblemCode::NotFound, detail)
    }

    /// The error for a method that a path does not support. `allow` is the value of the header.
    pub(super) fn other_method(method: &Method, allow: &HeaderValue) -> Self {
        let allow = allow.to_str().unwrap_or_default();
        let usual = if allow.contains("POST") { "POST" } else { "GET" };
        // A method may be of any length.
        let method = if method.as_str().len() <= METHOD_SHOWN_MAX { method.as_str() } else { "the method" };
        let detail =
            format!("this path does not support {method}: use {usual}; the Allow header lists all methods");
        Self::new(ProblemCode::MethodNotAllowed, detail)
    }

    pub(super) fn method_not_allowed() -> Self {
        Self::new(
            ProblemCode::MethodNotAllowed,
            "this path does not support the method; the Allow header lists the supported ones",
        )
    }

    /// Returns the error for a client that accepts none of these types.
    pub(super) fn not_acceptable(types: &[String]) -> Self {
        let detail = format!("`Accept` has no type of this response: it can be {}", types.join(", "));
        Self::new(ProblemCode::NotAcceptable, detail)
    }

    pub(super) fn internal() -> Self {
        let detail = "internal error; the service has logged the cause under the id of this request";
        Self::new(ProblemCode::Internal, detail)
    }

    fn jobs_unavailable() -> Self {
        let detail = "jobs are unavailable; the log of the service has the cause";
        Self::new(ProblemCode::Overloaded, detail)
    }

    pub(super) fn request_timeout(read: Duration) -> Self {
        let detail = format!("the body did not arrive within {} ms", read.as_millis());
        Self::new(ProblemCode::RequestTimeout, detail)
    }

    /// Returns the error for an upload of which fewer than `bytes` have arrived within `idle`.
    pub(super) fn body_stalled(bytes: usize, idle: Duration) -> Self {
        let detail = format!("less than {bytes} bytes of the body arrived within {} ms", idle.as_millis());
        Self::new(ProblemCode::RequestTimeout, detail)
    }

    pub(super) fn body_too_large(bytes_max: usize) -> Self {
        Self::new(ProblemCode::BodyTooLarge, format!("the body is larger than {bytes_max} bytes"))
    }

    /// Returns the error for a batch in one JSON array that is larger than `bytes_max`.
    pub(super) fn array_too_large(bytes_max: usize) -> Self {
        let detail = format!(
            "the array is larger than {bytes_max} bytes: send its elements as lines (application/x-ndjson), which have no maximum and are answered as they arrive, or as an upload (POST /uploads) for a job"
        );
        Self::new(ProblemCode::BodyTooLarge, detail)
    }

    /// Returns the error for a body whose type is not one of `types`. `received` is a clause about its content type.
    pub(super) fn unsupported_media_type(received: &str, types: &'static str) -> Self {
        let detail = format!("{received}: send one of {types}, in UTF-8");
        Self { media_types: Some(types), ..Self::new(ProblemCode::UnsupportedMediaType, detail) }
    }

    /// Returns the error for a client that may retry after `wait`.
    pub(super) fn rate_limited(wait: Duration) -> Self {
        let detail = format!("rate limit exceeded; retry after {} ms", wait.as_millis().max(1));
        Self { retry_after: wait, ..Self::new(ProblemCode::RateLimited, detail) }
    }

    pub(super) fn results_pending() -> Self {
        Self::new(ProblemCode::ResultsPending, "the job has not ended, and these results do not exist yet")
    }

    pub(super) fn results_expired() -> Self {
        Self::new(ProblemCode::ResultsExpired, "the job has expired, and its results are removed")
    }

    /// Returns the error for a range beyond the end of results of this length.
    pub(super) fn range_not_satisfiable(length: u64) -> Self {
        Self::new(ProblemCode::RangeNotSatisfiable, format!("the results have only {length} bytes"))
    }

    /// Returns the error for a page of another origin, which may not change anything.
    pub(super) fn forbidden_origin() -> Self {
        let detail = "a page of another origin may not create or remove jobs and uploads, or call tools: its origin must be in `server.cors_origins`";
        Self::new(ProblemCode::ForbiddenOrigin, detail)
    }

    /// Returns the error for a `Host` that is no name of the service.
    pub(super) fn misdirected() -> Self {
        let detail = "the host of the request is no name of this service: use a loopback address, or list the name in `http.hosts`";
        Self::new(ProblemCode::MisdirectedRequest, detail)
    }

    pub(super) fn not_ready() -> Self {
        Self::new(ProblemCode::ShuttingDown, "the service is shutting down and accepts no new requests")
    }

    /// Returns the response body for the request with this id.
    pub(super) fn into_problem(self, status: StatusCode, request_id: &str) -> Problem {
        let problem = Problem::new(self.code, self.detail, self.faults, request_id);
        Problem { status: status.as_u16(), ..problem }
    }

    pub(super) fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// Returns the header that helps the client to correct or retry its request.
    pub(super) fn header(&self) -> Option<(HeaderName, HeaderValue)> {
        match self.code {
            // The rest of the body may still arrive: the start of the next request is unknown.
            ProblemCode::RequestTimeout => Some((header::CONNECTION, HeaderValue::from_static("close"))),
            ProblemCode::RateLimited
            | ProblemCode::ShareExceeded
            | ProblemCode::Overloaded
            | ProblemCode::ShuttingDown
            | ProblemCode::ResultsPending => {
                Some((header::RETRY_AFTER, seconds_rounded_up(self.retry_after).into()))
            }
            ProblemCode::UnsupportedMediaType => {
                let types = HeaderValue::from_static(self.media_types?);
                Some((HeaderName::from_static("accept-post"), types))
            }
            ProblemCode::UnsupportedContentEncoding => {
                Some((header::ACCEPT_ENCODING, HeaderValue::from_static("gzip, zstd")))
            }
            _ => None,
        }
    }
}

/// Returns whole seconds, at least one.
fn seconds_rounded_up(time: Duration) -> u64 {
    (time.as_secs() + u64::from(time.subsec_nanos() > 0)).max(1)
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        let mut response = status.into_response();
        response.headers_mut().extend(self.header());
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.extensions_mut().insert(LoadShed);
        }
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let (code, detail) = (refusal.code(), refusal.detail());
        Self { faults: refusal.into_faults(), ..Self::new(code, detail) }
    }
}

impl From<JobError> for ApiError {
    fn from(error: JobError) -> Self {
        match error {
            JobError::NotFound => Self::new(ProblemCode::NotFound, "no such job or upload"),
            JobError::Off => {
                Self::new(ProblemCode::NotFound, "this service has no jobs: jobs.database turns them off")
            }
            JobError::ReusedKey => Self::new(ProblemCode::InvalidQuestion, error.to_string()),
            JobError::NotRetryable(detail) => Self::new(ProblemCode::JobNotRetryable, detail),
            JobError::TooManyJobs(_) => Self::new(ProblemCode::ShareExceeded, error.to_string()),
            JobError::TooManyBytes(_) | JobError::StoreFull(_) | JobError::NoSpace(_) => {
                Self::new(ProblemCode::StorageFull, error.to_string())
            }
            JobError::UploadTooLong(_) => Self::new(ProblemCode::BodyTooLarge, error.to_string()),
            // The log has the cause.
            JobError::NoDatabase(_) => Self::new(
                ProblemCode::JobsUnavailable,
                "this service cannot store jobs, because it cannot open their database (jobs.database): its log has the cause; send a batch instead",
            ),
            JobError::Unavailable(_) => Self::jobs_unavailable(),
            JobError::Database(_) | JobError::TimedOut | JobError::Store(_) | JobError::System(_) => {
                tracing::error!(%error, "a call about jobs failed");
                Self::jobs_unavailable()
            }
            JobError::NewerSchema { .. }
            | JobError::OtherStore(_)
            | JobError::Corrupt(_)
            | JobError::ResultsLost => {
                tracing::error!(%error, "a call about jobs failed");
                Self::internal()
            }
        }
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(error: getrandom::Error) -> Self {
        tracing::error!(%error, "failed to draw a random number");
        Self::internal()
    }
}

impl From<DispatchError> for ApiError {
    fn from(error: DispatchError) -> Self {
        match error {
            DispatchError::Shed(shed) => {
                let code = match shed.reason() {
                    ShedReason::Full(_) | ShedReason::Wait => ProblemCode::Overloaded,
                    ShedReason::Share(_) => ProblemCode::ShareExceeded,
                };
                Self { retry_after: shed.retry_after(), ..Self::new(code, shed.to_string()) }
            }
            // The log has the cause: a panic, or the end of the runtime.
            DispatchError::WorkLost => Self::internal(),
            DispatchError::Defect(defect) => {
                tracing::error!(%defect, "engine detected an internal defect");
                Self::internal()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use quadrille_answers::service::{SharedResource, Shed};

    use super::*;

    #[test]
    fn shed_work_gets_its_status_and_the_expected_time_in_whole_seconds() {
        let questions = SharedResource::Questions;
        for (reason, status) in
            [(ShedReason::Full(questions), 503), (ShedReason::Wait, 503), (ShedReason::Share(questions), 429)]
        {
            for (expected_ms, seconds) in [(0, 1), (1, 1), (1000, 1), (1001, 2), (59_001, 60), (600_000, 60)]
            {
                let shed = Shed::new(reason, Duration::from_millis(expected_ms));
                let response = ApiError::from(DispatchError::Shed(shed)).into_response();
                let retry_after = response.headers().get(header::RETRY_AFTER);
                assert_eq!(
                    (response.status().as_u16(), retry_after),
                    (status, Some(&HeaderValue::from(seconds)))
                );
                assert!(response.extensions().get::<LoadShed>().is_some());
            }
        }
    }

    #[test]
    fn rate_limited_client_may_retry_after_its_wait() {
        let response = ApiError::rate_limited(Duration::from_secs(120)).into_response();
        assert_eq!(response.headers().get(header::RETRY_AFTER), Some(&HeaderValue::from_static("120")));
    }
}
