//! A job, as the service describes it.

use std::fmt::{self, Display, Formatter};

use indicatif::HumanCount;
use serde::Deserialize;

/// Members of a job that the commands use.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct JobReport {
    pub(super) id: String,
    pub(super) operation: String,
    pub(super) state: String,
    pub(super) ended_ms: Option<i64>,
    pub(super) puzzles: Puzzles,
    pub(super) verdicts: ShownVerdicts,
    /// Solutions found so far, if the job counts or lists the solutions of one puzzle or problem.
    pub(super) count: Option<String>,
    /// Whether these are all; an older version of the service does not tell.
    #[serde(default)]
    complete: Option<bool>,
    pub(super) fraction: f64,
    pub(super) eta_s: Option<u64>,
    pub(super) error: Option<ReportedFailure>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Puzzles {
    pub(super) done: u64,
    pub(super) total: Option<u64>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct ShownVerdicts {
    pub(super) errors: u64,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct ReportedFailure {
    pub(super) code: String,
    pub(super) detail: String,
}

impl JobReport {
    /// Returns whether the results do not change any more.
    pub(super) fn has_ended(&self) -> bool {
        self.ended_ms.is_some()
    }

    /// Returns whether all of the work was done.
    pub(super) fn has_succeeded(&self) -> bool {
        self.state == "succeeded"
    }

    /// Returns whether the count is the number of all solutions.
    pub(super) fn is_complete(&self) -> bool {
        self.complete.unwrap_or_else(|| self.has_succeeded())
    }

    /// Returns the sign after a count that is a lower bound.
    pub(super) fn mark(&self) -> &'static str {
        if self.is_complete() { "" } else { "+" }
    }

    /// Returns the count of the solutions, if it is the result of the job.
    pub(super) fn counted(&self) -> Option<&str> {
        let is_list = matches!(self.operation.as_str(), "solutions" | "exact_cover_solutions");
        self.count.as_deref().filter(|_| !is_list)
    }

    /// Returns the progress in words, such as `3 of 12 puzzles, 1 errors, 5 s left`.
    pub(super) fn progress(&self) -> String {
        let mut parts = Vec::new();
        match (&self.count, self.puzzles.total) {
            (Some(count), _) => parts.push(format!("{count}{} solutions", self.mark())),
            (None, Some(total)) => {
                parts.push(format!("{} of {} puzzles", HumanCount(self.puzzles.done), HumanCount(total)));
            }
            (None, None) => parts.push(format!("{} puzzles", HumanCount(self.puzzles.done))),
        }
        if self.verdicts.errors > 0 {
            parts.push(format!("{} errors", HumanCount(self.verdicts.errors)));
        }
        if let Some(seconds) = self.eta_s.filter(|_| !self.has_ended()) {
            parts.push(format!("{seconds} s left"));
        }
        if let Some(ReportedFailure { code, detail }) = &self.error {
            parts.push(format!("{code}: {detail}"));
        }
        parts.join(", ")
    }
}

/// Writes id, state, operation, per cent and progress in columns.
impl Display for JobReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { id, operation, state, .. } = self;
        // Rounded down: 100 % is all.
        let percent = (self.fraction * 100.0).floor();
        write!(f, "{id}  {state:<10}  {operation:<17}  {percent:>3} %  {}", self.progress())
    }
}
