//! Media types of bodies.

use http::{HeaderMap, HeaderValue, header};
use mediatype::{MediaType, ReadParams, names};

use super::form::NDJSON;
use crate::http::error::ApiError;

/// Media type of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyType {
    /// `application/json`, any other `json`, and any type with the suffix `+json`.
    Json,
    /// `text/plain`, which may be JSON: `fetch` declares every string so.
    Text,
    /// `application/x-www-form-urlencoded`, which may be anything: `curl -d` declares every body so.
    Form,
    Ndjson,
    /// `text/csv` and `text/tab-separated-values`: a table of puzzles, or fields of cells.
    Csv,
    /// `application/xml` and `text/xml`: a file of OpenSudoku.
    Xml,
}

/// Media types that an endpoint accepts.
pub(super) struct AcceptedTypes {
    types: &'static [BodyType],
    /// Their names, for the `accept-post` header.
    names: &'static str,
    /// Type of a body whose type is not declared, or empty; `None` if it must be.
    undeclared: Option<BodyType>,
}

/// The media types of a puzzle.
pub(super) const PUZZLE_TYPES: AcceptedTypes = AcceptedTypes {
    types: &[BodyType::Json, BodyType::Text, BodyType::Form, BodyType::Csv, BodyType::Xml],
    names: "application/json, text/plain, application/x-www-form-urlencoded, text/csv, text/tab-separated-values, application/xml, text/xml, multipart/form-data",
    undeclared: Some(BodyType::Form),
};

/// The media types of a wish for a puzzle.
pub(super) const WISH_TYPES: AcceptedTypes = AcceptedTypes {
    types: &[BodyType::Json, BodyType::Text, BodyType::Form],
    names: "application/json, text/plain, application/x-www-form-urlencoded, multipart/form-data",
    undeclared: Some(BodyType::Form),
};

/// The media types of a request for a job, which is JSON in any of them.
pub(super) const JOB_TYPES: AcceptedTypes = AcceptedTypes {
    types: &[BodyType::Json, BodyType::Text, BodyType::Form],
    names: "application/json",
    undeclared: Some(BodyType::Json),
};

/// The media types of a message that contains a request.
#[cfg(feature = "mcp")]
pub(super) const MESSAGE_TYPES: AcceptedTypes =
    AcceptedTypes { types: &[BodyType::Json], names: "application/json", undeclared: None };

/// The media types of an upload.
pub(super) const UPLOAD_TYPES: AcceptedTypes = AcceptedTypes {
    types: &[BodyType::Ndjson, BodyType::Text, BodyType::Form, BodyType::Csv, BodyType::Xml],
    names: "application/x-ndjson, text/plain, application/x-www-form-urlencoded, text/csv, text/tab-separated-values, application/xml, text/xml, multipart/form-data",
    undeclared: Some(BodyType::Form),
};

/// The media types of an exact cover problem. A form must be JSON: `curl -d` removes the line ends of Knuth's text.
pub(super) const PROBLEM_TYPES: AcceptedTypes = AcceptedTypes {
    types: &[BodyType::Json, BodyType::Text, BodyType::Form],
    names: "application/json, text/plain, multipart/form-data",
    undeclared: Some(BodyType::Form),
};

/// The media types of a batch of puzzles.
pub(super) const PUZZLES_TYPES: AcceptedTypes = AcceptedTypes {
    types: &[BodyType::Ndjson, BodyType::Text, BodyType::Json, BodyType::Form, BodyType::Csv, BodyType::Xml],
    names: "application/x-ndjson, text/plain, application/json, application/x-www-form-urlencoded, text/csv, text/tab-separated-values, application/xml, \
            text/xml, multipart/form-data",
    undeclared: Some(BodyType::Form),
};

/// The media types of a batch of exact cover problems.
pub(super) const PROBLEMS_TYPES: AcceptedTypes = AcceptedTypes {
    types: &[BodyType::Ndjson, BodyType::Text, BodyType::Json, BodyType::Form],
    names: "application/x-ndjson, text/plain, application/json, multipart/form-data",
    undeclared: Some(BodyType::Form),
};

impl AcceptedTypes {
    /// Returns whether the endpoint accepts text, which may also be the file of a form.
    pub(super) fn have_text(&self) -> bool {
        self.types.contains(&BodyType::Text)
    }
}

impl BodyType {
    /// Returns the declared type, or the type of a body without one, if the endpoint accepts it.
    pub(super) fn from_headers(headers: &HeaderMap, accepted: &AcceptedTypes) -> Result<Self, ApiError> {
        let declared = headers.get(header::CONTENT_TYPE);
        let body_type = match declared.filter(|value| !value.as_bytes().trim_ascii().is_empty()) {
            Some(value) => Self::from_value(value, accepted),
            None => accepted.undeclared,
        };
        body_type.ok_or_else(|| unsupported(declared, accepted))
    }

    /// Returns the type that a header declares, if the endpoint accepts it.
    pub(super) fn from_value(value: &HeaderValue, accepted: &AcceptedTypes) -> Option<Self> {
        let declared = if value == "application/json" {
            // The usual type needs no parser.
            Some(Self::Json)
        } else {
            let parsed = value.to_str().ok().and_then(|value| MediaType::parse(value).ok());
            parsed.and_then(|declared| Self::of_media_type(&declared))
        };
        declared.filter(|declared| accepted.types.contains(declared))
    }

    fn of_media_type(declared: &MediaType<'_>) -> Option<Self> {
        let charset = declared.get_param(names::CHARSET);
        let is_utf8 = charset.is_none_or(|charset| {
            // `utf8` is no registered name, but clients in Python, C# and Kotlin send it.
            let name = charset.unquoted_str();
            ["utf-8", "utf8", "us-ascii"].iter().any(|known| name.eq_ignore_ascii_case(known))
        });
        let essence = declared.essence();
        if !is_utf8 {
            None
        } else if declared.suffix.unwrap_or(declared.subty) == names::JSON {
            Some(Self::Json)
        } else if essence == MediaType::new(names::TEXT, names::PLAIN) {
            Some(Self::Text)
        } else if essence == MediaType::new(names::APPLICATION, names::x_::WWW_FORM_URLENCODED) {
            Some(Self::Form)
        } else if essence == NDJSON {
            Some(Self::Ndjson)
        } else if [names::CSV, names::TAB_SEPARATED_VALUES]
            .map(|table| MediaType::new(names::TEXT, table))
            .contains(&essence)
        {
            Some(Self::Csv)
        } else if [names::APPLICATION, names::TEXT].contains(&declared.ty) && declared.subty == names::XML {
            Some(Self::Xml)
        } else {
            None
        }
    }
}

/// Characters of a content type that the error repeats.
const SHOWN_MAX: usize = 100;

/// Returns the error for a missing or unsupported content type.
fn unsupported(declared: Option<&HeaderValue>, accepted: &AcceptedTypes) -> ApiError {
    let received = match declared {
        None => "the request has no content-type".to_owned(),
        Some(value) => {
            let text = String::from_utf8_lossy(value.as_bytes());
            let shown: String = text.chars().take(SHOWN_MAX).flat_map(char::escape_debug).collect();
            format!("the content-type is `{shown}`")
        }
    };
    ApiError::unsupported_media_type(&received, accepted.names)
}

/// Returns the error for a form without JSON whose endpoint takes no other form.
pub(super) fn form_without_json() -> ApiError {
    let received =
        "a problem that is text needs the content-type text/plain, and its line ends (curl --data-binary)";
    ApiError::unsupported_media_type(received, PROBLEM_TYPES.names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body_type(value: &str) -> Option<BodyType> {
        let headers = HeaderMap::from_iter([(header::CONTENT_TYPE, value.parse().expect("a header value"))]);
        BodyType::from_headers(&headers, &PUZZLES_TYPES).ok()
    }

    #[test]
    fn media_types_are_known_by_subtype_and_suffix() {
        for (value, expected) in [
            ("application/json", Some(BodyType::Json)),
            ("Application/JSON; charset=UTF-8", Some(BodyType::Json)),
            ("application/json; charset=utf8", Some(BodyType::Json)),
            ("application/json;charset=UTF8", Some(BodyType::Json)),
            ("application/json; charset=\"utf8\"", Some(BodyType::Json)),
            ("application/json; charset=\"utf-8\"", Some(BodyType::Json)),
            ("text/plain; charset=utf8", Some(BodyType::Text)),
            ("text/json", Some(BodyType::Json)),
            ("application/vnd.api+json", Some(BodyType::Json)),
            ("application/problem+json;v=1", Some(BodyType::Json)),
            ("application/x-ndjson", Some(BodyType::Ndjson)),
            ("text/plain;charset=utf-8", Some(BodyType::Text)),
            ("application/x-www-form-urlencoded", Some(BodyType::Form)),
            ("application/x-www-form-urlencoded; charset=UTF-8", Some(BodyType::Form)),
            ("text/csv; header=present", Some(BodyType::Csv)),
            ("application/xml", Some(BodyType::Xml)),
            ("Text/XML; charset=utf-8", Some(BodyType::Xml)),
            ("image/svg+xml", None),
            ("text/xml; charset=utf-16", None),
            ("application/json; charset=utf-16", None),
            ("application/jsonp", None),
            ("application/json+xml", None),
            ("application/json-seq", None),
            ("multipart/form-data; boundary=x", None),
            ("json", None),
            ("", Some(BodyType::Form)),
            (" ", Some(BodyType::Form)),
        ] {
            assert_eq!(body_type(value), expected, "{value}");
        }
    }

    #[test]
    fn body_without_type_is_read_like_a_form() {
        let undeclared = |accepted| BodyType::from_headers(&HeaderMap::new(), accepted).ok();
        for accepted in [&PUZZLE_TYPES, &WISH_TYPES, &PROBLEM_TYPES, &PUZZLES_TYPES, &UPLOAD_TYPES] {
            assert_eq!(undeclared(accepted), Some(BodyType::Form));
        }
        assert_eq!(undeclared(&JOB_TYPES), Some(BodyType::Json));
    }
}
