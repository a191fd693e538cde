//! The shapes of answers in JSON. What fills them is in `report`.

use serde::Serialize;
use utoipa::ToSchema;

use super::fault::is_zero;
use super::notation::GridShape;
use crate::sudoku::Verdict;

/// What is proved about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(title = "Verdict")]
pub enum VerdictWord {
    /// There is no solution.
    None,
    /// There is exactly one solution.
    Unique,
    /// There are two solutions or more.
    Multiple,
    /// There is a solution; whether it is the only one was not found out.
    Solvable,
    /// No solution was found, and none was excluded.
    Unknown,
}

/// What ended the search before every solution was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StoppedBy {
    /// As many solutions were found as were asked for.
    SolutionLimit,
    /// The time was up.
    TimeLimit,
    /// As many nodes were visited as were allowed.
    NodeLimit,
    /// The service was shut down.
    Shutdown,
}

/// A digit given more than once in a house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(title = "Conflict")]
pub struct ConflictAnswer {
    /// The house: `row 3`, `column 7`, `box 1`; boxes are counted along the rows.
    #[schema(example = "row 3")]
    pub house: String,
    /// The digit.
    #[schema(minimum = 1, maximum = 36, example = 5)]
    pub digit: usize,
    /// All cells of the house in which it is given.
    #[schema(example = json!(["r3c1", "r3c7"]))]
    pub cells: Vec<String>,
}

/// How much work the answer took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(title = "Stats")]
pub struct StatsAnswer {
    /// Clues of the puzzle.
    pub clues: usize,
    /// Cells settled by rules alone, before anything was tried: naked and hidden singles. Where they found that there is
    /// no solution, this and `eliminations` say how far they had come by then.
    pub placements: usize,
    /// Digits of cells that the clues left possible and that rules alone excluded: by placements, pointing and
    /// claiming.
    pub eliminations: usize,
    /// What clues and rules leave to be covered, in items of the exact cover problem: open cells, and digits that a house
    /// lacks. 0 where the rules sufficed.
    pub items: usize,
    /// Digits of cells that clues and rules leave possible: the options of that problem. 0 where the rules sufficed.
    pub options: usize,
    /// Nodes of the search tree that were visited. 0 where the rules sufficed.
    pub nodes: u64,
    /// Work of the search in its own unit: options taken out of lists or, for a classic 9x9, rounds of rules over the
    /// board. 0 where the rules sufficed.
    pub updates: u64,
    /// Microseconds spent waiting for a solver thread.
    pub queue_us: u64,
    /// Microseconds spent on a solver thread.
    pub solve_us: u64,
}

/// The limits that held, after the configured maxima.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(title = "Effective limits")]
pub struct LimitsAnswer {
    /// Milliseconds.
    #[schema(minimum = 1)]
    pub time_ms: u64,
    /// Nodes of the search tree; null where only time bounds the search.
    #[schema(minimum = 1, required = true)]
    pub nodes: Option<u64>,
}

/// The answer of `/solve`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SolveAnswer {
    /// What is proved.
    pub verdict: VerdictWord,
    /// A solution in the notation of the puzzle; null where none was found.
    #[schema(required = true)]
    pub solution: Option<GridShape>,
    /// What ended the search; null where it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
    /// Digits given more than once in a house, at most 20; then there is no solution.
    pub conflicts: Vec<ConflictAnswer>,
    /// How many further conflicts are not listed; left out where there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub conflicts_omitted: usize,
    /// The work done. In batches it is left out unless the query says `stats=true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stats: Option<StatsAnswer>,
    /// The limits that held.
    pub limits: LimitsAnswer,
}

/// The answer of `/count`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CountAnswer {
    /// What is proved.
    pub verdict: VerdictWord,
    /// How many solutions were found.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    pub count: u64,
    /// Whether there are no others.
    pub complete: bool,
    /// The only solution; null unless the verdict is `unique`.
    #[schema(required = true)]
    pub solution: Option<GridShape>,
    /// Up to two of the solutions, in the notation of the puzzle.
    #[schema(max_items = 2)]
    pub witnesses: Vec<GridShape>,
    /// The cells in which two witnesses differ.
    #[schema(example = json!(["r1c1", "r1c4"]))]
    pub differing_cells: Vec<String>,
    /// What ended the search; null where it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
    /// Digits given more than once in a house, at most 20; then there is no solution.
    pub conflicts: Vec<ConflictAnswer>,
    /// How many further conflicts are not listed; left out where there are none.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub conflicts_omitted: usize,
    /// The work done. In batches it is left out unless the query says `stats=true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stats: Option<StatsAnswer>,
    /// The limits that held.
    pub limits: LimitsAnswer,
}

impl VerdictWord {
    /// The word for it, as in answers.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::Solvable => "solvable",
            Self::Unknown => "unknown",
        }
    }
}

impl From<&Verdict> for VerdictWord {
    fn from(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::None => Self::None,
            Verdict::Unique(_) => Self::Unique,
            Verdict::Multiple(_) => Self::Multiple,
            Verdict::Solvable(_) => Self::Solvable,
            Verdict::Unknown => Self::Unknown,
        }
    }
}
