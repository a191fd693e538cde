//! Errors as responses. The ground floor of this folder: it imports no handler and no extractor.

use std::time::Duration;

use axum::response::{IntoResponse, Response};
use http::{HeaderName, HeaderValue, StatusCode, header};

use crate::service::DispatchError;
use crate::wire::{Faults, Problem, ProblemCode, Refusal};

/// Seconds after which a client that was turned away may try again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

/// A refusal on its way out. As a response it has its status and headers; the body is written by the
/// [`render_problems`](super::middleware::render_problems) layer, which knows the request's id.
#[derive(Clone, Debug)]
pub(super) struct ApiError {
    pub(super) code: ProblemCode,
    pub(super) detail: String,
    pub(super) faults: Faults,
    /// The types of body that would be taken, where that is what is wrong.
    media_types: Option<&'static str>,
}

impl ApiError {
    pub(super) fn new(code: ProblemCode, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), faults: Faults::default(), media_types: None }
    }

    /// What a response without a word of its own means by its status.
    pub(super) fn from_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::not_found(),
            StatusCode::METHOD_NOT_ALLOWED => Self::method_not_allowed(),
            status if status.is_server_error() => Self::internal(),
            _ => Self::new(ProblemCode::BadRequest, "the request cannot be served as it is"),
        }
    }

    pub(super) fn not_found() -> Self {
        Self::new(ProblemCode::NotFound, "nothing is at this path; GET / lists what there is")
    }

    pub(super) fn method_not_allowed() -> Self {
        Self::new(
            ProblemCode::MethodNotAllowed,
            "this path does not take the method; the Allow header says which it takes",
        )
    }

    pub(super) fn internal() -> Self {
        let detail = "the service failed to answer; the cause is in its log, under the id of this request";
        Self::new(ProblemCode::Internal, detail)
    }

    pub(super) fn request_timeout(read: Duration) -> Self {
        let detail = format!("the body did not arrive within {} ms", read.as_millis());
        Self::new(ProblemCode::RequestTimeout, detail)
    }

    pub(super) fn body_too_large(bytes_max: usize) -> Self {
        Self::new(ProblemCode::BodyTooLarge, format!("the body may have at most {bytes_max} bytes"))
    }

    /// Where only these types are taken, of which there are several.
    pub(super) fn unsupported_media_type(types: &'static str) -> Self {
        let detail = format!("the content-type must be one of {types}, in UTF-8");
        Self { media_types: Some(types), ..Self::new(ProblemCode::UnsupportedMediaType, detail) }
    }

    pub(super) fn not_ready() -> Self {
        Self::new(ProblemCode::ShuttingDown, "the service finishes what it has and takes nothing new")
    }

    /// The body of the refusal of the request with this id.
    pub(super) fn into_problem(self, status: StatusCode, request_id: &str) -> Problem {
        let problem = Problem::new(self.code, self.detail, self.faults, request_id);
        Problem { status: status.as_u16(), ..problem }
    }

    pub(super) fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// A header that tells the client what would be right.
    fn header(&self) -> Option<(HeaderName, HeaderValue)> {
        match self.code {
            // The rest of the body may still arrive.
            ProblemCode::RequestTimeout => Some((header::CONNECTION, HeaderValue::from_static("close"))),
            ProblemCode::Overloaded | ProblemCode::ShuttingDown => Some((header::RETRY_AFTER, RETRY_AFTER)),
            ProblemCode::UnsupportedMediaType => {
                let types = HeaderValue::from_static(self.media_types?);
                Some((HeaderName::from_static("accept-post"), types))
            }
            ProblemCode::UnsupportedContentEncoding => {
                Some((header::ACCEPT_ENCODING, HeaderValue::from_static("identity")))
            }
            _ => None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.headers_mut().extend(self.header());
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

impl From<DispatchError> for ApiError {
    fn from(error: DispatchError) -> Self {
        match error {
            DispatchError::Overloaded | DispatchError::StreamsTaken => {
                Self::new(ProblemCode::Overloaded, error.to_string())
            }
            // What happened is in the log: the panic, or the end.
            DispatchError::Lost => Self::internal(),
            DispatchError::Defect(defect) => {
                tracing::error!(%defect, "the engine noticed a bug of its own");
                Self::internal()
            }
        }
    }
}
