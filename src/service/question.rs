//! What is asked, and what comes back.

use std::num::NonZeroU64;
use std::time::Duration;

use thiserror::Error;

use super::limits::{AskedLimits, Limits};
use crate::sudoku::{Answer, Puzzle, SolverError};

/// A puzzle, and what is to be found out about it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How many solutions are looked for.
    pub solutions_max: NonZeroU64,
    /// What the client asked for.
    pub limits: AskedLimits,
    /// Whether the answer is to say how much work it took.
    pub wants_stats: bool,
}

/// An answer, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// The limits that held.
    pub limits: Limits,
    /// How long the question waited for a thread.
    pub queued: Duration,
    /// How long a thread worked at it.
    pub solving: Duration,
}

/// Why there is no reply.
#[derive(Debug, Error)]
pub enum DispatchError {
    /// Every thread and every place in the queue is taken; or, for a hard question, every place in the slow lane.
    #[error("every solver thread and every place in the queue is taken")]
    Overloaded,
    /// As many batches and streams of solutions are under way as there may be.
    #[error("every place for a batch or a stream of solutions is taken")]
    StreamsTaken,
    /// A thread panicked over the question, or the runtime ended.
    #[error("the question was lost")]
    Lost,
    /// The engine noticed a bug of its own.
    #[error(transparent)]
    Defect(#[from] SolverError),
}
