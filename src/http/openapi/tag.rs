//! Tags of the OpenAPI document, which group its operations, and the document of one tag.

use serde_json::Value;
use utoipa::openapi::OpenApi;

use super::parts::read_document;
use super::simple::remove_unused;

/// Member of a path with the parameters of all its operations.
const PARAMETERS: &str = "parameters";

/// Tag of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum Tag {
    Puzzles,
    ExactCover,
    Batches,
    Jobs,
    Operations,
}

impl Tag {
    pub(in crate::http) const ALL: [Self; 5] =
        [Self::Puzzles, Self::ExactCover, Self::Batches, Self::Jobs, Self::Operations];

    /// Returns the place among all tags.
    pub(super) fn index(self) -> usize {
        self as usize
    }

    /// Returns the tag with this name in a query.
    pub(in crate::http) fn from_parameter(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tag| tag.parameter() == name)
    }

    /// Returns the name in the document.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Puzzles => "Puzzles",
            Self::ExactCover => "Exact cover",
            Self::Batches => "Batches",
            Self::Jobs => "Jobs",
            Self::Operations => "Operations",
        }
    }

    /// Returns the name in a query.
    pub(in crate::http) fn parameter(self) -> &'static str {
        match self {
            Self::Puzzles => "puzzles",
            Self::ExactCover => "exact-cover",
            Self::Batches => "batches",
            Self::Jobs => "jobs",
            Self::Operations => "operations",
        }
    }

    pub(super) fn description(self) -> &'static str {
        match self {
            Self::Puzzles => "Questions about one puzzle.",
            Self::ExactCover => "Questions about one exact cover problem: items, options, colours.",
            Self::Batches => "Questions about many puzzles or problems, answered as streams.",
            Self::Jobs => {
                "Long work that survives a restart: files of puzzles, long counts, many generated puzzles."
            }
            Self::Operations => {
                "Health, version and documentation. These endpoints never wait for a solver thread."
            }
        }
    }
}

/// Returns the document with the operations of a tag alone, and the components that they reach.
///
/// # Errors
/// If the result is not an OpenAPI document.
pub(in crate::http) fn with_tag(whole: &OpenApi, tag: Tag) -> serde_json::Result<OpenApi> {
    let mut document = serde_json::to_value(whole)?;
    if let Value::Object(paths) = &mut document["paths"] {
        for item in paths.values_mut().filter_map(Value::as_object_mut) {
            item.retain(|member, operation| {
                let has_tag = |tags: &Vec<Value>| tags.contains(&tag.name().into());
                member == PARAMETERS || operation["tags"].as_array().is_some_and(has_tag)
            });
        }
        paths.retain(|_, item| {
            item.as_object().is_some_and(|item| item.keys().any(|member| member != PARAMETERS))
        });
    }
    if let Value::Array(tags) = &mut document["tags"] {
        tags.retain(|other| other["name"] == tag.name());
    }
    remove_unused(&mut document);
    read_document(document, whole)
}
