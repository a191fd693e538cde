//! Members that the results of several analyses have.

use std::borrow::Cow;

use quadrille_sudoku::Conflict;
use quadrille_sudoku::notation::Format;
use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::fault::is_zero;
use super::notation::{Notation, Warning};
use super::result::{HouseConflict, StoppedBy};
use super::schema::{FormatName, merged};
use crate::service::{Reply, SearchAnswer};

/// Result of a question: its findings, then members that results of other kinds have, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AnalysisResult<F, C = CommonMembers> {
    /// The findings.
    #[serde(flatten)]
    pub findings: F,
    /// Members that other results have, too.
    #[serde(flatten)]
    pub common: C,
}

/// How a search ended, conflicts of the puzzle, and its notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CommonMembers {
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
    /// Digits that the clues have more than once in a house, at most 20. A puzzle with conflicts has no solution.
    pub conflicts: Vec<HouseConflict>,
    /// Number of conflicts not listed; absent if all are.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub conflicts_omitted: usize,
    /// Format of the text of the puzzle; absent for an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<FormatName>)]
    pub format: Option<&'static str>,
    /// Warnings about the puzzle; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub warnings: Vec<Warning>,
    /// Lines of the text that hold no part of the puzzle and were not read, from 1; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 128, example = json!([1, 12]))]
    pub ignored_lines: Vec<usize>,
}

/// Notation of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NotationMembers {
    /// Format of the text of the puzzle; absent for an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<FormatName>)]
    pub format: Option<&'static str>,
    /// Warnings about the puzzle; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub warnings: Vec<Warning>,
    /// Lines of the text that hold no part of the puzzle and were not read, from 1; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 128, example = json!([1, 12]))]
    pub ignored_lines: Vec<usize>,
}

impl CommonMembers {
    pub(super) fn new<A: SearchAnswer>(
        reply: &Reply<A>,
        conflicts: &[Conflict],
        notation: &Notation,
    ) -> Self {
        let (conflicts, conflicts_omitted) = HouseConflict::list(conflicts, *notation);
        let NotationMembers { format, warnings, ignored_lines } = notation.into();
        Self {
            stopped_by: StoppedBy::of(reply),
            conflicts,
            conflicts_omitted,
            format,
            warnings,
            ignored_lines,
        }
    }
}

impl From<&Notation> for NotationMembers {
    fn from(notation: &Notation) -> Self {
        Self {
            format: notation.format().map(Format::name),
            warnings: notation.warnings(),
            ignored_lines: notation.ignored_lines(),
        }
    }
}

impl<F: ToSchema, C: ToSchema> ToSchema for AnalysisResult<F, C> {
    /// `HintResult` for `HintFindings`.
    fn name() -> Cow<'static, str> {
        F::name().replace("Findings", "Result").into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        F::schemas(schemas);
        C::schemas(schemas);
    }
}

impl<F: PartialSchema, C: PartialSchema> PartialSchema for AnalysisResult<F, C> {
    fn schema() -> RefOr<Schema> {
        merged([F::schema(), C::schema()]).into()
    }
}
