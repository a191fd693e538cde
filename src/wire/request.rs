//! The kinds of request, and their shapes as the document describes them. What reads them is in `question`.

use std::num::NonZeroU64;

use utoipa::ToSchema;

use super::options::COUNT_MAX;
use super::schema::PuzzleForms;
use crate::service::{Question, SolutionsQuery};
use crate::sudoku::Puzzle;

/// A kind of question.
pub trait QuestionKind {
    /// The question to the service.
    type Question;
    /// Where the client names none.
    const LIMIT_DEFAULT: NonZeroU64;
    /// The largest that may be asked for.
    const LIMIT_MAX: u64;
    /// Whether solutions may be passed over: the option `skip`.
    const CAN_SKIP: bool = false;

    /// Makes the question to the service.
    fn question(puzzle: Puzzle, limit: NonZeroU64, skip: u64) -> Self::Question;
}

/// The JSON request of `/solve`.
#[derive(Clone, Copy, Debug, ToSchema)]
pub struct SolveRequest {
    /// The puzzle.
    pub puzzle: PuzzleForms,
    /// The box; by default the squarest, wider than high (3x3 for size 9, 4x3 for size 12).
    pub r#box: Option<BoxRequest>,
    /// 1 to stop at the first solution, 2 to prove it the only one.
    #[schema(minimum = 1, maximum = 2, default = 1)]
    pub limit: Option<u64>,
    /// Limits of the work.
    pub limits: Option<LimitsRequest>,
}

/// The JSON request of `/count`.
#[derive(Clone, Copy, Debug, ToSchema)]
pub struct CountRequest {
    /// The puzzle.
    pub puzzle: PuzzleForms,
    /// The box; by default the squarest, wider than high (3x3 for size 9, 4x3 for size 12).
    pub r#box: Option<BoxRequest>,
    /// How many solutions to count up to. The default, 2, tells whether a solution is the only one.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64, default = 2)]
    pub limit: Option<u64>,
    /// Limits of the work.
    pub limits: Option<LimitsRequest>,
}

/// The JSON request of `/solutions`.
#[derive(Clone, Copy, Debug, ToSchema)]
pub struct SolutionsRequest {
    /// The puzzle.
    pub puzzle: PuzzleForms,
    /// The box; by default the squarest, wider than high (3x3 for size 9, 4x3 for size 12).
    pub r#box: Option<BoxRequest>,
    /// How many solutions to give.
    #[schema(minimum = 1, maximum = 1_000_000, default = 100)]
    pub limit: Option<u64>,
    /// How many solutions to pass over before the first that is given.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, default = 0)]
    pub skip: Option<u64>,
    /// Limits of the work; the time is that of the whole stream.
    pub limits: Option<LimitsRequest>,
}

/// A line of `/solve/batch`: a request as `/solve` takes it, and an id.
#[derive(Clone, Debug, ToSchema)]
pub struct SolveEntry {
    /// The puzzle.
    pub puzzle: PuzzleForms,
    /// What the client calls the puzzle; the answer repeats it.
    #[schema(max_length = 128)]
    pub id: Option<String>,
    /// The box; by default that of the query or else the squarest, wider than high.
    pub r#box: Option<BoxRequest>,
    /// 1 to stop at the first solution, 2 to prove it the only one; by default that of the query, or else 1.
    #[schema(minimum = 1, maximum = 2)]
    pub limit: Option<u64>,
    /// Limits of the work; by default those of the query.
    pub limits: Option<LimitsRequest>,
}

/// A line of `/count/batch`: a request as `/count` takes it, and an id.
#[derive(Clone, Debug, ToSchema)]
pub struct CountEntry {
    /// The puzzle.
    pub puzzle: PuzzleForms,
    /// What the client calls the puzzle; the answer repeats it.
    #[schema(max_length = 128)]
    pub id: Option<String>,
    /// The box; by default that of the query or else the squarest, wider than high.
    pub r#box: Option<BoxRequest>,
    /// How many solutions to count up to; by default that of the query, or else 2.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64)]
    pub limit: Option<u64>,
    /// Limits of the work; by default those of the query.
    pub limits: Option<LimitsRequest>,
}

/// The width and height of a box: together they make the size of the grid.
#[derive(Clone, Copy, Debug, ToSchema)]
#[schema(title = "Box")]
pub struct BoxRequest {
    /// Columns of a box.
    #[schema(minimum = 1, maximum = 36)]
    pub width: u64,
    /// Rows of a box.
    #[schema(minimum = 1, maximum = 36)]
    pub height: u64,
}

/// Limits of the work, each cut down to the configured maximum. A limit that is reached is an answer, not an
/// error.
#[derive(Clone, Copy, Debug, ToSchema)]
#[schema(title = "Limits")]
pub struct LimitsRequest {
    /// Milliseconds the answer may take; by default 5,000, in batches 1,000.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64)]
    pub time_ms: Option<u64>,
    /// Nodes of the search tree that may be visited.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_u64)]
    pub nodes: Option<u64>,
}

impl QuestionKind for SolveRequest {
    type Question = Question;
    const LIMIT_DEFAULT: NonZeroU64 = NonZeroU64::MIN;
    const LIMIT_MAX: u64 = 2;

    fn question(puzzle: Puzzle, limit: NonZeroU64, _: u64) -> Question {
        Question { puzzle, solutions_max: limit }
    }
}

impl QuestionKind for CountRequest {
    type Question = Question;
    const LIMIT_DEFAULT: NonZeroU64 = NonZeroU64::MIN.saturating_add(1);
    const LIMIT_MAX: u64 = COUNT_MAX;

    fn question(puzzle: Puzzle, limit: NonZeroU64, _: u64) -> Question {
        Question { puzzle, solutions_max: limit }
    }
}

impl QuestionKind for SolutionsRequest {
    type Question = SolutionsQuery;
    const LIMIT_DEFAULT: NonZeroU64 = NonZeroU64::MIN.saturating_add(99);
    const LIMIT_MAX: u64 = 1_000_000;
    const CAN_SKIP: bool = true;

    fn question(puzzle: Puzzle, limit: NonZeroU64, skip: u64) -> SolutionsQuery {
        SolutionsQuery { puzzle, skip, limit }
    }
}
