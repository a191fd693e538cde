//! Answers that may be kept by whoever got them: what is proved, and nothing of the work it took this time.

use serde::Serialize;
use utoipa::ToSchema;

use super::answer::{ConflictAnswer, CountAnswer, SolveAnswer, StoppedBy, VerdictWord};
use super::fault::is_zero;
use super::notation::GridShape;
use super::report::Report;

/// The answer of `GET /solve`: that of `POST /solve` without `stats` and `limits`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SolveFinding {
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
}

/// The answer of `GET /count`: that of `POST /count` without `stats` and `limits`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CountFinding {
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
}

impl Report {
    /// Whether asking again could bring nothing new, so that the answer may be kept.
    pub fn is_final(&self) -> bool {
        self.answer.is_final()
    }
}

impl From<&Report> for SolveFinding {
    fn from(report: &Report) -> Self {
        let SolveAnswer { verdict, solution, stopped_by, conflicts, conflicts_omitted, .. } = report.into();
        Self { verdict, solution, stopped_by, conflicts, conflicts_omitted }
    }
}

impl From<&Report> for CountFinding {
    fn from(report: &Report) -> Self {
        let answer = CountAnswer::from(report);
        Self {
            verdict: answer.verdict,
            count: answer.count,
            complete: answer.complete,
            solution: answer.solution,
            witnesses: answer.witnesses,
            differing_cells: answer.differing_cells,
            stopped_by: answer.stopped_by,
            conflicts: answer.conflicts,
            conflicts_omitted: answer.conflicts_omitted,
        }
    }
}
