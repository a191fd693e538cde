//! Members that the answers of several kinds have.

use quadrille_notation::Format;
use quadrille_sudoku::Conflict;
use serde::Serialize;
use utoipa::ToSchema;

use crate::faults::is_zero;
use crate::service::{Reply, SearchAnswer};
use crate::wire::joined::Joined;
use crate::wire::puzzle::not_read::NotRead;
use crate::wire::puzzle::notation::{Notation, Warning};
use crate::wire::puzzle::schema::FormatName;
use crate::wire::result::{PuzzleConflict, StoppedBy, is_multiple};

/// Result of a question about a puzzle: its findings, then members that results of other kinds have, too.
pub type AnalysisResult<F, C = CommonMembers> = Joined<F, C>;

/// How a search ended, conflicts of the puzzle, and its notation.
pub type CommonMembers = Joined<StopMember, PuzzleMembers>;

/// Conflicts of a puzzle, and its notation.
pub type PuzzleMembers = Joined<ConflictMembers, NotationMembers>;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StopMember {
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
}

/// Conflicts of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConflictMembers {
    /// Digits that the clues have more than once in a house, and constraints that a short look at each alone shows to be impossible beside
    /// the clues, at most 20. A puzzle with conflicts has no solution; one without may have none, either.
    pub conflicts: Vec<PuzzleConflict>,
    /// Number of conflicts not listed; absent if all are.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub conflicts_omitted: usize,
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
    /// Whether the text has drawings, prose or other parts that may be rules and were not read, or a solution of its own that is none or not the
    /// only one: the answer is about the rules that were read. Absent if not.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, example = true)]
    pub rules_not_read: bool,
    /// These parts; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub not_read: Option<NotRead>,
    /// Lines of the text that hold no part of the puzzle and were not read, from 1; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 128, example = json!([1, 12]))]
    pub ignored_lines: Vec<usize>,
}

impl<A: SearchAnswer> From<&Reply<A>> for StopMember {
    fn from(reply: &Reply<A>) -> Self {
        Self { stopped_by: StoppedBy::from_reply(reply) }
    }
}

impl From<&Notation> for NotationMembers {
    fn from(notation: &Notation) -> Self {
        Self::new(notation, || false)
    }
}

impl NotationMembers {
    /// Makes the members of a puzzle. `is_multiple` tells whether it has several solutions.
    fn new(notation: &Notation, is_multiple: impl FnOnce() -> bool) -> Self {
        Self {
            format: notation.format().map(Format::name),
            warnings: notation.warnings(),
            rules_not_read: notation.rules_not_read(is_multiple),
            not_read: notation.not_read(),
            ignored_lines: notation.ignored_lines(),
        }
    }
}

/// Makes the members of a result whose puzzle has these conflicts.
pub(crate) fn common_members<A: SearchAnswer>(
    reply: &Reply<A>,
    conflicts: &[Conflict],
    notation: &Notation,
) -> CommonMembers {
    let notation_members = NotationMembers::new(notation, || is_multiple(reply));
    let rest = Joined { first: ConflictMembers::new(conflicts, notation), rest: notation_members };
    Joined { first: reply.into(), rest }
}

/// Makes the members about a puzzle.
pub(crate) fn puzzle_members(conflicts: &[Conflict], notation: &Notation) -> PuzzleMembers {
    Joined { first: ConflictMembers::new(conflicts, notation), rest: notation.into() }
}

impl ConflictMembers {
    fn new(conflicts: &[Conflict], notation: &Notation) -> Self {
        let (conflicts, conflicts_omitted) = PuzzleConflict::list(conflicts, **notation);
        Self { conflicts, conflicts_omitted }
    }
}
