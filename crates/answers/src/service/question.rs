//! Lists of solutions, replies and dispatch errors.

use std::num::NonZeroU64;
use std::time::Duration;

use quadrille_sudoku::{Answer, Puzzle};
use thiserror::Error;

use super::limits::Limits;
use super::search::Defect;
use super::shed::Shed;

/// A request to list the solutions of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionsQuery<S = Puzzle> {
    /// The problem.
    pub subject: S,
    /// Number of solutions to search for and drop before the first one listed.
    pub skip: u64,
    /// Number of solutions to list at most.
    pub limit: NonZeroU64,
}

/// An answer, the limits that applied and the time it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply<A = Answer> {
    /// The answer.
    pub answer: A,
    /// What interrupted the search, if the stop reason of the answer is `Interrupted`.
    pub interruption: Option<Interruption>,
    /// Limits that applied.
    pub limits: Limits,
    /// Time spent waiting for a solver thread.
    pub queued: Duration,
    /// Time spent on solver threads.
    pub solving: Duration,
}

/// Reason to end a search before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// The node limit was reached.
    NodeLimit,
    /// The time limit was reached.
    TimeLimit,
    /// The process is shutting down.
    Shutdown,
}

/// Reasons why a question gets no reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DispatchError {
    /// A bound was reached.
    #[error("{0}")]
    Shed(Shed),
    /// The solver thread panicked, or the runtime shut down.
    #[error("the result was lost")]
    WorkLost,
    /// The engine detected an internal error.
    #[error(transparent)]
    Defect(#[from] Defect),
}

/// Progress of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuestionProgress {
    /// Solutions found so far.
    pub count: u64,
    /// Nodes visited so far.
    pub nodes: u64,
    /// Time since the question was asked.
    pub elapsed: Duration,
}

/// Report of a running question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionEvent<A = Answer> {
    /// The question still runs.
    Progress(QuestionProgress),
    /// The reply, after which there are no further reports.
    Reply(Box<Reply<A>>),
}
