//! Admission, and the way to a solver thread and back.
#![expect(clippy::disallowed_types, reason = "this folder is the one that looks at a clock")]

use std::num::NonZeroU64;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use thiserror::Error;
use tokio::sync::Semaphore;
use tokio::task::{self, JoinError, JoinHandle};
use tokio::time::{Instant, timeout_at};
use tracing::Span;

use super::job::{Job, Outcome, StopOnDrop, Ticket};
use super::limits::{AskedLimits, Limits, LimitsPolicy};
use crate::sudoku::{Answer, Ending, Puzzle, Solver, SolverError};

/// How much is taken on at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Threads that solve; the blocking pool of the runtime is to be as wide.
    pub threads: usize,
    /// Questions that wait for a thread.
    pub queue_length: usize,
}

/// A puzzle, and what is to be found out about it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How many solutions are looked for.
    pub solutions_max: NonZeroU64,
    /// What the client asked for.
    pub limits: AskedLimits,
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
    /// Every thread and every place in the queue is taken.
    #[error("every solver thread and every place in the queue is taken")]
    Overloaded,
    /// The runtime ended before the question could be answered.
    #[error("the service is shutting down")]
    ShuttingDown,
    /// The engine noticed a bug of its own.
    #[error(transparent)]
    Defect(#[from] SolverError),
}

/// Takes questions to solver threads, no more than there are places for. Clones share the places.
#[derive(Clone, Debug)]
pub struct Dispatcher {
    admission: Arc<Semaphore>,
    policy: LimitsPolicy,
    draining: Arc<AtomicBool>,
    shutdown: Arc<AtomicBool>,
}

impl Dispatcher {
    /// A dispatcher with `threads + queue_length` places. It must be used on a runtime whose blocking pool is
    /// `threads` wide: the pool is the queue.
    pub fn new(capacity: Capacity, policy: LimitsPolicy) -> Self {
        let places = capacity.threads.saturating_add(capacity.queue_length).min(Semaphore::MAX_PERMITS);
        Self {
            admission: Arc::new(Semaphore::new(places)),
            policy,
            draining: Arc::default(),
            shutdown: Arc::default(),
        }
    }

    /// Answers a question by its deadline, which runs from now.
    ///
    /// A limit that is reached, and a shutdown, give a reply with what was found so far. Dropping the future stops
    /// the work within a node, or as soon as the links are built.
    ///
    /// # Errors
    /// [`DispatchError`], `Overloaded` at once and without waiting.
    ///
    /// # Panics
    /// Goes on with a panic of the solver, so that it is reported as any other.
    pub async fn run(&self, question: Question) -> Result<Reply, DispatchError> {
        let received = Instant::now();
        let limits = self.policy.effective(question.limits);
        let solver = Solver::new(question.puzzle, question.solutions_max);
        if let Some(ending) = solver.settled() {
            let answer = solver.answer(ending);
            return Ok(Reply { answer, limits, queued: Duration::ZERO, solving: received.elapsed() });
        }
        let permit = Arc::clone(&self.admission).try_acquire_owned();
        let permit = permit.map_err(|_| DispatchError::Overloaded)?;
        let unsolved = solver.stats();
        let ticket = Arc::<Ticket>::default();
        let _stop_when_left = StopOnDrop(Arc::clone(&ticket));
        let deadline = received + limits.time;
        let shutdown = Arc::clone(&self.shutdown);
        let job = Job { solver, limits, received, deadline, ticket: Arc::clone(&ticket), shutdown, permit };
        let mut handle = spawn(job);
        let joined = match timeout_at(deadline, &mut handle).await {
            Ok(joined) => joined,
            // Whoever starts or expires the ticket first has it; a started job ends itself within a slice.
            Err(_) if ticket.expire() => {
                let answer = Answer::unknown(Ending::TimeLimit, unsolved);
                return Ok(Reply { answer, limits, queued: received.elapsed(), solving: Duration::ZERO });
            }
            Err(_) => handle.await,
        };
        let Outcome { answer, queued, solving } = unwrap_joined(joined)?;
        Ok(Reply { answer, limits, queued, solving })
    }

    /// Says that the service wants no new work, so that it is taken out of rotation; work goes on.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Whether new work is wanted.
    pub fn is_ready(&self) -> bool {
        !self.draining.load(Ordering::Relaxed)
    }

    /// Ends all work, running and waiting, within a slice: it is answered with what was found so far.
    pub fn stop(&self) {
        self.shutdown.store(true, Ordering::Relaxed);
    }

    /// How many questions could be taken on at this moment.
    pub fn free_places(&self) -> usize {
        self.admission.available_permits()
    }
}

/// The one way to the blocking pool: the job keeps the request's span.
#[expect(clippy::disallowed_methods, reason = "this is the place the ban points to")]
fn spawn(job: Job) -> JoinHandle<Option<Result<Outcome, SolverError>>> {
    let span = Span::current();
    task::spawn_blocking(move || span.in_scope(|| job.run()))
}

fn unwrap_joined(
    joined: Result<Option<Result<Outcome, SolverError>>, JoinError>,
) -> Result<Outcome, DispatchError> {
    match joined {
        Ok(Some(outcome)) => Ok(outcome?),
        // A job is abandoned only when its ticket was, and then nobody comes here.
        Ok(None) => Err(DispatchError::ShuttingDown),
        Err(error) => match error.try_into_panic() {
            Ok(payload) => panic::resume_unwind(payload),
            Err(_) => Err(DispatchError::ShuttingDown),
        },
    }
}
