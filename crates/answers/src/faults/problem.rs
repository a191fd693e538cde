//! Problem bodies (RFC 9457, `application/problem+json`), and the same as a line of text.

use serde::Serialize;
use utoipa::ToSchema;

use crate::faults::fault::{Fault, Faults, Refusal, is_zero};
use crate::named_enum::named_enum;

named_enum! {
    /// Kind of problem.
    pub enum ProblemCode {
        /// The body cannot be read.
        MalformedBody = "malformed_body",
        /// The request is invalid HTTP, or a header is invalid.
        BadRequest = "bad_request",
        /// The API key is missing or unknown.
        Unauthorized = "unauthorized",
        /// A page of another origin may not do this.
        ForbiddenOrigin = "forbidden_origin",
        /// There is no resource at this path.
        NotFound = "not_found",
        /// The resource does not support this method.
        MethodNotAllowed = "method_not_allowed",
        /// The response has no type that the client accepts.
        NotAcceptable = "not_acceptable",
        /// The request head exceeds the maximum size.
        HeadTooLarge = "head_too_large",
        /// The body did not arrive in time.
        RequestTimeout = "request_timeout",
        /// The body exceeds the maximum size.
        BodyTooLarge = "body_too_large",
        /// The media type of the body is not supported.
        UnsupportedMediaType = "unsupported_media_type",
        /// The body is compressed.
        UnsupportedContentEncoding = "unsupported_content_encoding",
        /// The body or the query has invalid values.
        InvalidQuestion = "invalid_question",
        /// The results of a job do not exist yet.
        ResultsPending = "results_pending",
        /// The job has not failed, or has no failed pieces.
        JobNotRetryable = "job_not_retryable",
        /// The results of a job were removed.
        ResultsExpired = "results_expired",
        /// The requested bytes do not exist.
        RangeNotSatisfiable = "range_not_satisfiable",
        /// The host of the request is no name of the service.
        MisdirectedRequest = "misdirected_request",
        /// The client exceeded its rate limit.
        RateLimited = "rate_limited",
        /// The client has its share of the capacity.
        ShareExceeded = "share_exceeded",
        /// The service is at its capacity.
        Overloaded = "overloaded",
        /// The service cannot store jobs.
        JobsUnavailable = "jobs_unavailable",
        /// The service is shutting down.
        ShuttingDown = "shutting_down",
        /// The client has stored as much as it may.
        StorageFull = "storage_full",
        /// A bug of the service.
        Internal = "internal",
    }
}

impl ProblemCode {
    /// The HTTP status of a response with this problem.
    pub fn status(self) -> u16 {
        self.status_and_title().0
    }

    /// Returns the title, the same for every occurrence.
    pub(crate) fn title(self) -> &'static str {
        self.status_and_title().1
    }

    /// Returns the path of the page that explains this kind of problem.
    pub(crate) fn page(self) -> String {
        format!("/problems/{}", self.as_str())
    }

    fn status_and_title(self) -> (u16, &'static str) {
        match self {
            Self::MalformedBody => (400, "Malformed body"),
            Self::BadRequest => (400, "Bad request"),
            Self::Unauthorized => (401, "API key required"),
            Self::ForbiddenOrigin => (403, "Forbidden origin"),
            Self::NotFound => (404, "Not found"),
            Self::MethodNotAllowed => (405, "Method not allowed"),
            Self::NotAcceptable => (406, "Not acceptable"),
            Self::HeadTooLarge => (431, "Request head too large"),
            Self::RequestTimeout => (408, "Request timeout"),
            Self::BodyTooLarge => (413, "Body too large"),
            Self::UnsupportedMediaType => (415, "Unsupported media type"),
            Self::UnsupportedContentEncoding => (415, "Unsupported content encoding"),
            Self::InvalidQuestion => (422, "Invalid request"),
            Self::ResultsPending => (409, "Results pending"),
            Self::JobNotRetryable => (409, "Job not retryable"),
            Self::ResultsExpired => (410, "Results expired"),
            Self::RangeNotSatisfiable => (416, "Range not satisfiable"),
            Self::MisdirectedRequest => (421, "Misdirected request"),
            Self::RateLimited => (429, "Rate limit exceeded"),
            Self::ShareExceeded => (429, "Client share exceeded"),
            Self::Overloaded => (503, "Service overloaded"),
            Self::JobsUnavailable => (503, "Jobs unavailable"),
            Self::ShuttingDown => (503, "Service shutting down"),
            Self::StorageFull => (507, "Storage full"),
            Self::Internal => (500, "Internal error"),
        }
    }
}

/// A problem body (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// The kind of problem, as the path of its page in this service: `/problems/` and the code.
    #[schema(format = "uri-reference", example = "/problems/invalid_question")]
    pub r#type: String,
    /// Title of the kind of problem.
    pub title: &'static str,
    /// The status of the response.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// Explanation of this occurrence.
    pub detail: String,
    /// This occurrence: `urn:quadrille:request:` and the request id, which the log contains.
    #[schema(format = "uri", example = "urn:quadrille:request:6f1b2c1e-8f0e-4c38-9d1c-3f8d5a7e0b11")]
    pub instance: String,
    /// The kind of problem for a program.
    pub code: ProblemCode,
    /// Faults of the request, at most 20.
    #[schema(max_items = 20)]
    pub errors: Vec<Fault>,
    /// Number of faults not listed; absent if all are.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub errors_omitted: usize,
}

impl Problem {
    /// Makes the problem body of a request.
    pub fn new(code: ProblemCode, detail: String, faults: Faults, request_id: &str) -> Self {
        Self {
            r#type: code.page(),
            title: code.title(),
            status: code.status(),
            detail,
            instance: format!("urn:quadrille:request:{request_id}"),
            code,
            errors: faults.listed,
            errors_omitted: faults.omitted,
        }
    }

    /// Makes the problem body of a refused question.
    pub fn from_refusal(refusal: Refusal, request_id: &str) -> Self {
        let (code, detail) = (refusal.code(), refusal.detail());
        Self::new(code, detail, refusal.into_faults(), request_id)
    }
}

/// Maximum number of characters of a fault in a line of text.
const TEXT_CHARACTERS_MAX: usize = 400;

impl Refusal {
    /// Returns the kind of problem.
    pub fn code(&self) -> ProblemCode {
        match self {
            Self::Syntax(_) => ProblemCode::MalformedBody,
            Self::Invalid(_) => ProblemCode::InvalidQuestion,
        }
    }

    /// Returns the first fault, after the number of faults if there are more.
    pub fn detail(&self) -> String {
        let first = self.listed().first().map(Fault::to_string).unwrap_or_default();
        match self.listed().len() + self.omitted() {
            1 => first,
            faults => format!("{faults} faults, the first: {first}"),
        }
    }

    /// Returns the faults.
    pub fn into_faults(self) -> Faults {
        match self {
            Self::Syntax(fault) => Faults { listed: vec![fault], omitted: 0 },
            Self::Invalid(faults) => faults,
        }
    }

    /// Appends the refusal as one line of text, without a line end: `error: `, the first fault and the number of others.
    /// The line is bounded and has no control characters.
    pub fn write_text(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"error: ");
        out.extend_from_slice(self.summary().as_bytes());
    }

    /// Appends the refusal of an entry that begins at this line of a file, like [`write_text`](Self::write_text).
    pub fn write_text_at_line(&self, line: u64, out: &mut Vec<u8>) {
        out.extend_from_slice(b"error: ");
        out.extend_from_slice(self.summary_at_line(line).as_bytes());
    }

    /// Returns the [`summary`](Self::summary) with the line of the file. A text of several lines begins at `line`; other entries are in
    /// this line.
    fn summary_at_line(&self, line: u64) -> String {
        let is_text = |fault: &&Fault| fault.line.is_some() && fault.pointer.is_none();
        match self.listed().first().filter(is_text) {
            Some(fault) => {
                let first = fault.clone().moved_down(line.saturating_sub(1));
                let listed = [&[first], &self.listed()[1..]].concat();
                Self::Invalid(Faults { listed, omitted: self.omitted() }).summary()
            }
            None => format!("line {line}: {}", self.summary()),
        }
    }

    /// Returns the first fault in one line, and the number of others.
    pub fn summary(&self) -> String {
        let first = self.listed().first().map(Fault::to_string).unwrap_or_default();
        let mut line = String::new();
        for symbol in first.chars().take(TEXT_CHARACTERS_MAX) {
            if symbol.is_control() || matches!(symbol, '\u{2028}' | '\u{2029}') {
                line.extend(symbol.escape_default());
            } else {
                line.push(symbol);
            }
        }
        let more = (self.listed().len() + self.omitted()).saturating_sub(1);
        if more > 0 {
            line += &format!(" (and {more} more)");
        }
        line
    }

    fn listed(&self) -> &[Fault] {
        match self {
            Self::Syntax(fault) => std::slice::from_ref(fault),
            Self::Invalid(faults) => &faults.listed,
        }
    }

    fn omitted(&self) -> usize {
        match self {
            Self::Syntax(_) => 0,
            Self::Invalid(faults) => faults.omitted,
        }
    }
}
