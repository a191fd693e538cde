//! The request that asks the question.

use quadrille_sudoku::Puzzle;

use crate::faults::Faults;
use crate::kinds::job_kind::{JobDoc, JobForm, JobKind};
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::service::SolutionsQuery;
use crate::wire::answer_kind::{EndpointDoc, ListKind};
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::request::{COUNT_MAX, Fields, Given, LimitOrAll, Whole};

/// The kind of `/solutions`.
#[derive(Clone, Copy, Debug)]
pub struct Solutions;

/// Options of `/solutions`.
#[derive(Clone, Debug, Default, Fields)]
pub struct SolutionsOptions {
    /// Maximum number of solutions to list; `all` is the largest one.
    /// By default 100.
    pub limit: LimitOrAll<1_000_000>,
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

impl ListKind for Solutions {
    type Subject = Puzzle;
    const DOC: EndpointDoc = EndpointDoc {
        operation: "list_solutions",
        title: "List the solutions of a puzzle",
        description: "Streams the solutions as they are found: up to `limit`, after the first `skip`. Their order is always the\n\
            same, so that `skip` continues an earlier list; the search repeats the skipped part. The time limit covers the whole\n\
            stream, however slowly the client reads it.\n\n\
            The end is a `summary`; a stream without it was cut. `complete` says whether no further solutions exist. It is\n\
            false if `limit` is reached, even if no further solution exists. Text has no summary, so that a complete list looks\n\
            like one that reached a limit.\n\n\
            `application/x-ndjson` has one JSON value per line, without brackets or commas around the lines. Each is a\n\
            `SolutionsStreamLine`: a `SolutionLine` or, at the end, a `SolutionsSummaryLine`.",
        answer: "One JSON document, `{\"results\": [...], \"summary\": {...}}`, streamed. With `Accept: application/x-ndjson`: a line for each solution, then a summary. With `Accept: text/plain`: one solution per line, one symbol per cell (a 36x36: numbers separated by blanks), and no summary.",
    };
}

impl JobKind for Solutions {
    const JOB: JobDoc = JobDoc {
        form: JobForm::List,
        title: "List all solutions of one puzzle, in no particular order",
        columns: Some(&["solution"]),
    };
}
