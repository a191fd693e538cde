//! A part of a batch on solver threads.
#![expect(clippy::disallowed_types, reason = "this folder is the one that looks at a clock")]

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::Instant;

use super::attempt::Attempt;
use super::lane::{Lane, Turn, Work};
use super::limits::LimitsPolicy;
use super::page::{Held, Page, Piece, Written};
use super::script::Script;
use super::solvers::Solvers;
use crate::sudoku::{Ending, Solver};

/// How long a chunk keeps its thread; the puzzle that is being solved then may take a slice of the search more.
const SLICE: Duration = Duration::from_millis(1);

/// What all puzzles of a batch share.
pub(super) struct Batch<S> {
    pub(super) script: S,
    pub(super) policy: LimitsPolicy,
    pub(super) solvers: Arc<Solvers>,
    /// Where puzzles go on that were not done after a slice.
    pub(super) slow_lane: Lane,
    /// Places there for puzzles of batches.
    pub(super) asides: Arc<Semaphore>,
    pub(super) held: Held,
    /// Raised when nobody waits for answers any more.
    pub(super) left: AtomicBool,
    /// Raised when the program ends.
    pub(super) shutdown: Arc<AtomicBool>,
    /// The place of the batch among all streams, which is free when nothing of the batch is left.
    pub(super) _stream: OwnedSemaphorePermit,
}

/// What came of a slice of a puzzle.
enum Outcome<M> {
    /// Its answer is written, and its solver free.
    Ended(Solver),
    /// There is more to do.
    Open(Attempt<M>),
    /// A bug was noticed, and that is written.
    Failed,
}

impl<S: Script> Batch<S> {
    fn is_left(&self) -> bool {
        self.left.load(Ordering::Relaxed)
    }

    /// Goes on with a puzzle for a slice, and tells the time behind it.
    fn advance(&self, mut attempt: Attempt<S::Mark>, written: &mut Written) -> (Outcome<S::Mark>, Instant) {
        let ended = if self.shutdown.load(Ordering::Relaxed) {
            Ok(Some(Ending::Shutdown))
        } else {
            attempt.advance(&self.left)
        };
        let now = Instant::now();
        let outcome = match ended {
            Ok(ended) => match ended.or_else(|| attempt.is_late(now).then_some(Ending::TimeLimit)) {
                Some(ending) => Outcome::Ended(self.write(attempt, ending, now, written)),
                None => Outcome::Open(attempt),
            },
            Err(error) => {
                tracing::error!(%error, "the engine noticed a bug of its own");
                written.tally.errors += 1;
                self.script.write_failure(attempt.mark, &mut written.bytes);
                Outcome::Failed
            }
        };
        (outcome, now)
    }

    fn write(
        &self,
        attempt: Attempt<S::Mark>,
        ending: Ending,
        now: Instant,
        written: &mut Written,
    ) -> Solver {
        let (mut solver, mark, reply) = attempt.finish(ending, now);
        written.tally.add(&reply.answer);
        solver.recycle(self.script.write(mark, reply, &mut written.bytes));
        solver
    }
}

/// The puzzles of a chunk, one after the other.
pub(super) struct ChunkWork<S: Script> {
    batch: Arc<Batch<S>>,
    chunk: S::Chunk,
    /// The entry to read next.
    next: usize,
    /// A puzzle that was not done after a slice and found no place aside.
    open: Option<Attempt<S::Mark>>,
    page: Page,
    /// What comes behind the page so far.
    written: Written,
    /// Who waits for the page; `None` once it has it.
    reader: Option<oneshot::Sender<Page>>,
    /// The place of the chunk among all, which is free when its puzzles are done or have stepped aside.
    _place: OwnedSemaphorePermit,
}

impl<S: Script> ChunkWork<S> {
    pub(super) fn new(
        batch: Arc<Batch<S>>,
        chunk: S::Chunk,
        reader: oneshot::Sender<Page>,
        place: OwnedSemaphorePermit,
    ) -> Self {
        let (page, written) = (Page::new(), Written::default());
        Self { batch, chunk, next: 0, open: None, page, written, reader: Some(reader), _place: place }
    }

    /// Begins with the next entry that holds a puzzle.
    fn begin(&mut self, idle: &mut Option<Solver>, now: Instant) -> Option<Attempt<S::Mark>> {
        let Batch { script, policy, solvers, .. } = &*self.batch;
        while self.next < script.entries(&self.chunk) {
            let entry = self.next;
            self.next += 1;
            let Some((question, mark)) = script.read(&self.chunk, entry, &mut self.written.bytes) else {
                self.written.tally.errors += 1;
                continue;
            };
            let limits = policy.effective(question.limits);
            let wants_stats = question.wants_stats;
            let solver = match idle.take() {
                Some(mut solver) => {
                    solver.restart(question.puzzle, question.solutions_max);
                    solver
                }
                None => solvers.take(question.puzzle, question.solutions_max),
            };
            return Some(Attempt { solver, limits, wants_stats, mark, begun: now });
        }
        None
    }

    /// Lets a hard puzzle go on beside the others, where there is a place for it.
    fn step_aside(&mut self, attempt: Attempt<S::Mark>) {
        let Ok(place) = Arc::clone(&self.batch.asides).try_acquire_owned() else {
            self.open = Some(attempt);
            return;
        };
        let (reader, answer) = oneshot::channel();
        self.end_piece();
        self.page.push(Piece::Later(answer));
        let batch = Arc::clone(&self.batch);
        let aside = Aside { batch, attempt: Some(attempt), reader: Some(reader), _place: place };
        self.batch.slow_lane.push(Box::new(aside));
    }

    fn end_piece(&mut self) {
        let written = mem::take(&mut self.written);
        self.batch.held.add(&written);
        self.page.push(Piece::Ready(written));
    }

    fn hand_over(&mut self) {
        self.end_piece();
        if let Some(reader) = self.reader.take() {
            // Nobody is there where the client has left.
            let _ = reader.send(mem::take(&mut self.page));
        }
    }
}

impl<S: Script> Work for ChunkWork<S> {
    fn slice(&mut self) -> Turn {
        let begun = Instant::now();
        let mut now = begun;
        let mut idle = None;
        let turn = loop {
            if self.batch.is_left() {
                break Turn::Done;
            }
            let Some(attempt) = self.open.take().or_else(|| self.begin(&mut idle, now)) else {
                self.hand_over();
                break Turn::Done;
            };
            let outcome;
            (outcome, now) = self.batch.advance(attempt, &mut self.written);
            match outcome {
                Outcome::Ended(solver) => idle = Some(solver),
                Outcome::Open(attempt) => self.step_aside(attempt),
                Outcome::Failed => {}
            }
            if self.open.is_some() || now - begun >= SLICE {
                break Turn::Again;
            }
        };
        idle.into_iter().for_each(|solver| self.batch.solvers.give_back(solver));
        turn
    }
}

/// A hard puzzle of a batch, on its own.
struct Aside<S: Script> {
    batch: Arc<Batch<S>>,
    /// `None` only within a slice, and when it is done.
    attempt: Option<Attempt<S::Mark>>,
    /// Who waits for the answer; `None` once it has it.
    reader: Option<oneshot::Sender<Written>>,
    _place: OwnedSemaphorePermit,
}

impl<S: Script> Work for Aside<S> {
    fn slice(&mut self) -> Turn {
        let Some(attempt) = self.attempt.take().filter(|_| !self.batch.is_left()) else { return Turn::Done };
        let mut written = Written::default();
        match self.batch.advance(attempt, &mut written).0 {
            Outcome::Open(attempt) => {
                self.attempt = Some(attempt);
                return Turn::Again;
            }
            Outcome::Ended(solver) => self.batch.solvers.give_back(solver),
            Outcome::Failed => {}
        }
        self.batch.held.add(&written);
        if let Some(reader) = self.reader.take() {
            // Nobody is there where the client has left.
            let _ = reader.send(written);
        }
        Turn::Done
    }
}
