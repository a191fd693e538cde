//! The request that asks the question.

use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::service::SolutionsQuery;
use crate::wire::examples::{Examples, examples};
use crate::wire::fault::Faults;
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::request::{COUNT_MAX, Fields, Given, SolutionLimit, Whole};

/// The kind of `/solutions`.
#[derive(Clone, Copy, Debug)]
pub struct Solutions;

impl Solutions {
    /// Columns of an answer in a table, as [`BatchKind::COLUMNS`](crate::wire::BatchKind::COLUMNS).
    pub const COLUMNS: &'static [&'static str] = &["solution"];
}

/// Options of `/solutions`.
#[derive(Clone, Debug, Default, Fields)]
pub struct SolutionsOptions {
    /// Maximum number of solutions to list; `all` is the largest one.
    /// By default 100.
    pub limit: Given<SolutionLimit<1_000_000>>,
    /// Number of solutions to pass over before the first one listed.
    /// By default 0.
    pub skip: Given<Whole<0, COUNT_MAX>>,
}

impl SolutionsOptions {
    /// Returns the question about this subject.
    pub(crate) fn question<S>(&self, subject: S) -> SolutionsQuery<S> {
        let skip = self.skip.get().map_or(0, |skip| skip.0);
        SolutionsQuery { subject, skip, limit: self.limit.number_or(100) }
    }
}

impl PuzzleKind for Solutions {
    type Options = SolutionsOptions;
    type Reading = PuzzleOptions;
    type Question = SolutionsQuery;
    const PATH: &'static str = "/solutions";
    const NAME: &'static str = "Solutions";
    const LINK: &'static str = "list the solutions of a puzzle, as a stream";
    const EXAMPLES: Examples = examples!("single");

    fn question(asked: AskedPuzzle<'_, SolutionsOptions>, _: &mut Faults) -> Option<SolutionsQuery> {
        Some(asked.options.question(asked.puzzle))
    }
}
