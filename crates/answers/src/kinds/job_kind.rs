//! Kinds of question that a job asks by themselves: about one puzzle or problem, or about none.

use crate::wire::question::QuestionKind;

/// Kind of question that a job asks by itself, apart from the batches of its kind.
pub trait JobKind: QuestionKind {
    /// What the job does.
    const JOB: JobDoc;
}

/// Description of the job of a kind.
#[derive(Clone, Copy, Debug)]
pub struct JobDoc {
    /// What the job does with its subject.
    pub form: JobForm,
    /// Title of the command that submits it.
    pub title: &'static str,
    /// Columns of a result in a table, as [`BatchKind::COLUMNS`](crate::wire::BatchKind::COLUMNS); `None` if the job has no lines.
    pub columns: Option<&'static [&'static str]>,
}

/// What a job does with its subject, in the order of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JobForm {
    /// Counts the solutions, in parts.
    Count,
    /// Generates puzzles, which need no subject.
    Generate,
    /// Lists the solutions, in parts.
    List,
    /// Proves the number of solutions.
    Prove,
}

impl JobForm {
    /// Whether the job may have a maximum number of solutions.
    pub fn has_limit(self) -> bool {
        matches!(self, Self::Count | Self::List)
    }
}

/// Returns the name of the operation of a job, as clients and databases of jobs know it: `exact_cover_count` for `/exact-cover/count`.
pub fn operation_name(path: &str) -> String {
    path.trim_start_matches('/').replace(['/', '-'], "_")
}
