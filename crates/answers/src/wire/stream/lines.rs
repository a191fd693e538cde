//! Lines of the responses of `/solutions`, and of a count with progress.

use quadrille_exact_cover::StopReason;
use serde::Serialize;
use utoipa::ToSchema;

use crate::service::{QuestionProgress, SearchAnswer, SolutionsEnd};
use crate::wire::result::StoppedBy;
use crate::wire::stream::line_type::{ProgressType, ResultType};

/// A line while a count runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProgressLine {
    /// Type of the line.
    pub r#type: ProgressType,
    /// Solutions found so far.
    pub count: u64,
    /// Nodes of the search tree visited so far.
    pub nodes: u64,
    /// Milliseconds since the count began.
    pub elapsed_ms: u64,
}

impl From<QuestionProgress> for ProgressLine {
    fn from(QuestionProgress { count, nodes, elapsed }: QuestionProgress) -> Self {
        let elapsed_ms = elapsed.as_millis().try_into().unwrap_or(u64::MAX);
        Self { r#type: ProgressType::Progress, count, nodes, elapsed_ms }
    }
}

/// First member of the last line of a count, before the response as without progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CountHead {
    /// Type of the line.
    pub r#type: ResultType,
}

/// One solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SolutionLine<S> {
    /// Type of the line.
    pub r#type: ResultType,
    /// Index of the solution from 0; skipped solutions do not count.
    // Solutions of a job have no order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = true, examples(0))]
    pub index: Option<u64>,
    /// The solution.
    pub solution: S,
}

/// Number of solutions listed, and whether there are others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ListedSolutions {
    /// Solutions listed: the lines before this one.
    pub count: u64,
    /// Solutions passed over before the first one listed.
    pub skipped: u64,
    /// Whether there are no others.
    pub complete: bool,
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
}

impl<A: SearchAnswer> From<&SolutionsEnd<A>> for ListedSolutions {
    fn from(SolutionsEnd { count, skipped, reply }: &SolutionsEnd<A>) -> Self {
        let complete = reply.answer.summary().stop_reason == StopReason::Complete;
        Self { count: *count, skipped: *skipped, complete, stopped_by: StoppedBy::from_reply(reply) }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::Duration;

    use quadrille_sudoku::text::LetterCase;
    use quadrille_sudoku::{Answer, Puzzle, Stats};
    use serde_json::json;

    use super::*;
    use crate::service::{Limits, Reply};
    use crate::wire::puzzle::notation::{GridNotation, Notation};
    use crate::wire::subject::ListedSubject as _;

    #[test]
    fn solutions_summary_contains_result_of_search() {
        let stop = StopReason::SolutionLimit;
        let reply = Reply {
            answer: Answer::unknown(stop, Stats::default()),
            interruption: None,
            limits: Limits { time: Duration::from_secs(1), nodes: None, threads: NonZeroUsize::MIN },
            queued: Duration::ZERO,
            solving: Duration::ZERO,
        };
        let notation = Notation::new(GridNotation::Line(LetterCase::Lower.into()));
        let summary = Puzzle::summary(&SolutionsEnd { count: 10, skipped: 2, reply }, &notation);
        let summary = serde_json::to_value(summary).expect("JSON");
        assert_eq!(
            (&summary["count"], &summary["skipped"], &summary["complete"]),
            (&json!(10), &json!(2), &json!(false))
        );
        assert_eq!(
            (&summary["stopped_by"], &summary["stats"]["nodes"]),
            (&json!("solution_limit"), &json!(0))
        );
    }
}
