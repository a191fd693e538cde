//! Kinds of question.

use std::num::NonZeroU64;

use super::options::{COUNT, COUNT_LIMIT, RequestOption, SOLUTIONS, SOLUTIONS_LIMIT, SOLVE, SOLVE_LIMIT};
use crate::service::{Question, SolutionsQuery};
use crate::sudoku::Puzzle;

/// Kind of question: its options and its request to the service.
pub trait QuestionKind {
    /// The question to the service.
    type Question;
    /// The path of the endpoint.
    const PATH: &'static str;
    /// The first word of its schemas.
    const NAME: &'static str;
    /// The request options.
    const OPTIONS: &'static [RequestOption];
    /// The option `limit`.
    const LIMIT: RequestOption;
    /// Its default.
    const LIMIT_DEFAULT: NonZeroU64 = Self::LIMIT.positive_default();
    /// Its maximum.
    const LIMIT_MAX: u64 = Self::LIMIT.max();

    /// Makes the question to the service.
    fn question(puzzle: Puzzle, limit: NonZeroU64, skip: u64) -> Self::Question;
}

/// The kind of `/solve`.
#[derive(Clone, Copy, Debug)]
pub struct Solve;

/// The kind of `/count`.
#[derive(Clone, Copy, Debug)]
pub struct Count;

/// The kind of `/solutions`.
#[derive(Clone, Copy, Debug)]
pub struct Solutions;

impl QuestionKind for Solve {
    type Question = Question;
    const PATH: &'static str = "/solve";
    const NAME: &'static str = "Solve";
    const OPTIONS: &'static [RequestOption] = SOLVE;
    const LIMIT: RequestOption = SOLVE_LIMIT;

    fn question(puzzle: Puzzle, limit: NonZeroU64, _: u64) -> Question {
        Question { puzzle, solutions_max: limit }
    }
}

impl QuestionKind for Count {
    type Question = Question;
    const PATH: &'static str = "/count";
    const NAME: &'static str = "Count";
    const OPTIONS: &'static [RequestOption] = COUNT;
    const LIMIT: RequestOption = COUNT_LIMIT;

    fn question(puzzle: Puzzle, limit: NonZeroU64, _: u64) -> Question {
        Question { puzzle, solutions_max: limit }
    }
}

impl QuestionKind for Solutions {
    type Question = SolutionsQuery;
    const PATH: &'static str = "/solutions";
    const NAME: &'static str = "Solutions";
    const OPTIONS: &'static [RequestOption] = SOLUTIONS;
    const LIMIT: RequestOption = SOLUTIONS_LIMIT;

    fn question(puzzle: Puzzle, limit: NonZeroU64, skip: u64) -> SolutionsQuery {
        SolutionsQuery { puzzle, skip, limit }
    }
}
