//! The body of every refusal: RFC 9457 `application/problem+json`, and a line of text where there is no room for it.

use serde::Serialize;
use utoipa::ToSchema;

use super::fault::{Fault, Faults, Refusal, is_zero};

/// The kinds of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The body cannot be read.
    MalformedBody,
    /// The head of the request cannot be served.
    BadRequest,
    /// No API key, or not one of this service.
    Unauthorized,
    /// Nothing is at this path.
    NotFound,
    /// The path does not take this method.
    MethodNotAllowed,
    /// The head of the request is larger than the service takes.
    HeadTooLarge,
    /// The body did not arrive in time.
    RequestTimeout,
    /// The body is larger than the service takes.
    BodyTooLarge,
    /// The body is of a type that the service does not read.
    UnsupportedMediaType,
    /// The body is compressed.
    UnsupportedContentEncoding,
    /// The body can be read, but asks nothing that could be answered.
    InvalidQuestion,
    /// The client asks more often than it may.
    RateLimited,
    /// All places are taken.
    Overloaded,
    /// The service is shutting down.
    ShuttingDown,
    /// A bug of the service.
    Internal,
}

impl ProblemCode {
    /// The code as it is written in `code` and at the end of `type`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MalformedBody => "malformed_body",
            Self::BadRequest => "bad_request",
            Self::Unauthorized => "unauthorized",
            Self::NotFound => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::HeadTooLarge => "head_too_large",
            Self::RequestTimeout => "request_timeout",
            Self::BodyTooLarge => "body_too_large",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::UnsupportedContentEncoding => "unsupported_content_encoding",
            Self::InvalidQuestion => "invalid_question",
            Self::RateLimited => "rate_limited",
            Self::Overloaded => "overloaded",
            Self::ShuttingDown => "shutting_down",
            Self::Internal => "internal",
        }
    }

    /// The HTTP status of a response with this problem.
    pub fn status(self) -> u16 {
        match self {
            Self::MalformedBody | Self::BadRequest => 400,
            Self::Unauthorized => 401,
            Self::NotFound => 404,
            Self::MethodNotAllowed => 405,
            Self::RequestTimeout => 408,
            Self::BodyTooLarge => 413,
            Self::UnsupportedMediaType | Self::UnsupportedContentEncoding => 415,
            Self::InvalidQuestion => 422,
            Self::RateLimited => 429,
            Self::HeadTooLarge => 431,
            Self::Internal => 500,
            Self::Overloaded | Self::ShuttingDown => 503,
        }
    }

    /// What the kind of problem is called, the same for every occurrence.
    fn title(self) -> &'static str {
        match self {
            Self::MalformedBody => "The body cannot be read",
            Self::BadRequest => "The request cannot be served",
            Self::Unauthorized => "An API key is needed",
            Self::NotFound => "Nothing is here",
            Self::MethodNotAllowed => "The method is not allowed here",
            Self::HeadTooLarge => "The head of the request is too large",
            Self::RequestTimeout => "The body did not arrive in time",
            Self::BodyTooLarge => "The body is too large",
            Self::UnsupportedMediaType => "The media type is not supported",
            Self::UnsupportedContentEncoding => "Content encodings are not supported",
            Self::InvalidQuestion => "The request asks nothing that could be answered",
            Self::RateLimited => "Too many requests",
            Self::Overloaded => "The service is busy",
            Self::ShuttingDown => "The service is shutting down",
            Self::Internal => "The service failed",
        }
    }
}

/// A refusal, as RFC 9457 words it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// The kind of problem as a URI: `urn:quadrille:problem:` and the code.
    #[schema(format = "uri", example = "urn:quadrille:problem:invalid_question")]
    pub r#type: String,
    /// The kind of problem in words.
    pub title: &'static str,
    /// The status of the response.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// What happened this time.
    pub detail: String,
    /// This occurrence: `urn:quadrille:request:` and the request's id, which is in the logs.
    #[schema(format = "uri", example = "urn:quadrille:request:6f1b2c1e-8f0e-4c38-9d1c-3f8d5a7e0b11")]
    pub instance: String,
    /// The kind of problem for a program.
    pub code: ProblemCode,
    /// What is wrong with the request, and where; at most 20.
    #[schema(max_items = 20)]
    pub errors: Vec<Fault>,
    /// How many further faults are not listed; left out where there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub errors_omitted: usize,
}

impl Problem {
    /// The body of a refusal of the request with this id.
    pub fn new(code: ProblemCode, detail: String, faults: Faults, request_id: &str) -> Self {
        Self {
            r#type: format!("urn:quadrille:problem:{}", code.as_str()),
            title: code.title(),
            status: code.status(),
            detail,
            instance: format!("urn:quadrille:request:{request_id}"),
            code,
            errors: faults.listed,
            errors_omitted: faults.omitted,
        }
    }

    /// The body of the refusal of a question, in the request with this id.
    pub fn of_refusal(refusal: Refusal, request_id: &str) -> Self {
        let (code, detail) = (refusal.code(), refusal.detail());
        Self::new(code, detail, refusal.into_faults(), request_id)
    }
}

/// A line of text about a refusal has at most this many characters from it.
const TEXT_CHARACTERS_MAX: usize = 400;

impl Refusal {
    /// The kind of problem that it is.
    pub fn code(&self) -> ProblemCode {
        match self {
            Self::Syntax(_) => ProblemCode::MalformedBody,
            Self::Invalid(_) => ProblemCode::InvalidQuestion,
        }
    }

    /// What happened: the fault, or how many there are.
    pub fn detail(&self) -> String {
        match self.listed() {
            [only] if self.omitted() == 0 => only.to_string(),
            listed => format!("{} faults; `errors` says what and where", listed.len() + self.omitted()),
        }
    }

    /// The faults, for `errors`.
    pub fn into_faults(self) -> Faults {
        match self {
            Self::Syntax(fault) => Faults { listed: vec![fault], omitted: 0 },
            Self::Invalid(faults) => faults,
        }
    }

    /// Appends the refusal as one line of text, without its end: `error: `, the first fault, and how many more there
    /// are. It is bounded, and has neither line breaks nor control characters.
    pub fn write_text(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"error: ");
        let first = self.listed().first().map(Fault::to_string).unwrap_or_default();
        let mut utf8 = [0; 4];
        for symbol in first.chars().take(TEXT_CHARACTERS_MAX) {
            if symbol.is_control() || matches!(symbol, '\u{2028}' | '\u{2029}') {
                symbol.escape_default().for_each(|escape| out.push(escape as u8));
            } else {
                out.extend_from_slice(symbol.encode_utf8(&mut utf8).as_bytes());
            }
        }
        let more = (self.listed().len() + self.omitted()).saturating_sub(1);
        if more > 0 {
            out.extend_from_slice(format!(" (and {more} more)").as_bytes());
        }
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
