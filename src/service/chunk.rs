//! A part of a batch on solver threads.
#![expect(clippy::disallowed_types, reason = "this folder is the one that looks at a clock")]

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::Instant;

use super::attempt::{Attempt, advance};
use super::lane::{Lane, SLICE, Turn, Work};
use super::page::{Held, Page, Piece, Written};
use super::question::{Question, Reply};
use super::script::{BatchEntry, Script};
use super::solvers::{SMALL_SIZE_MAX, Solvers};
use crate::sudoku::{Solver, SolverError, StopReason};

/// What all puzzles of a batch share.
pub(super) struct Batch<S> {
    pub(super) script: S,
    pub(super) solvers: Arc<Solvers>,
    /// Where its chunks are worked at.
    pub(super) lane: Lane,
    /// Where puzzles go on that were not done after a slice.
    pub(super) slow_lane: Lane,
    /// Places there for puzzles of batches.
    pub(super) asides: Arc<Semaphore>,
    /// Places for large puzzles of batches, wherever they are worked at: their searches take much memory.
    pub(super) large: Arc<Semaphore>,
    pub(super) held: Held,
    /// Raised when nobody waits for answers any more.
    pub(super) left: AtomicBool,
    /// Raised when the program ends.
    pub(super) shutdown: Arc<AtomicBool>,
    /// Permit of the batch among all streams. Released after the last answer, or with the last task of a cancelled batch.
    pub(super) stream: Mutex<Option<OwnedSemaphorePermit>>,
}

impl<S: Script> Batch<S> {
    /// Releases the permit among all streams. Threads may hold the finished batch a moment longer.
    pub(super) fn release_stream(&self) {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    fn is_left(&self) -> bool {
        self.left.load(Ordering::Relaxed)
    }

    /// Goes on with a puzzle for a slice. Says why it ended, if it did, and the time then.
    fn advance(
        &self,
        solver: &mut Solver,
        attempt: &Attempt<S::Context>,
    ) -> (Result<Option<StopReason>, SolverError>, Instant) {
        let ended = if self.shutdown.load(Ordering::Relaxed) {
            Ok(Some(StopReason::Shutdown))
        } else {
            advance(solver, &attempt.limits, &self.left)
        };
        let now = Instant::now();
        let or_late = |ended: Option<StopReason>| {
            ended.or(attempt.limits.is_expired(now).then_some(StopReason::TimeLimit))
        };
        (ended.map(or_late), now)
    }

    /// Writes the answer to a puzzle that has ended.
    fn write(
        &self,
        solver: &mut Solver,
        attempt: Attempt<S::Context>,
        ending: StopReason,
        now: Instant,
        written: &mut Written,
    ) {
        let answer = if self.script.with_stats() {
            solver.answer(ending)
        } else {
            solver.answer_without_stats(ending)
        };
        written.tally.add(&answer);
        let Attempt { limits, context, .. } = attempt;
        let solving = now - limits.started();
        let reply = Reply { answer, limits: limits.limits(), queued: Duration::ZERO, solving };
        solver.recycle(self.script.write(context, reply, &mut written.bytes));
    }

    /// Writes that a puzzle was lost to a bug.
    fn write_failure(&self, attempt: Attempt<S::Context>, error: &SolverError, written: &mut Written) {
        tracing::error!(%error, "the engine noticed a bug of its own");
        written.tally.errors += 1;
        self.script.write_failure(attempt.context, &mut written.bytes);
    }
}

/// The puzzles of a chunk, one after the other.
pub(super) struct ChunkWork<S: Script> {
    batch: Arc<Batch<S>>,
    chunk: S::Chunk,
    /// The entry to read next.
    next: usize,
    /// A large puzzle that was read and found no place yet.
    waiting: Option<BatchEntry<S::Context>>,
    /// A puzzle that was not done after a slice and found no place aside.
    open: Option<(Solver, Attempt<S::Context>)>,
    page: Page,
    /// What comes behind the page so far.
    written: Written,
    /// Who waits for the page; `None` once it has it.
    reader: Option<oneshot::Sender<Page>>,
    /// The place of the chunk among those of the batch, which is free when its puzzles are done or have stepped aside.
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
        let (waiting, open, reader) = (None, None, Some(reader));
        Self { batch, chunk, next: 0, waiting, open, page, written, reader, _place: place }
    }

    /// Reads the next entry, and puts its puzzle on the solver, or on a new one.
    fn begin(&mut self, solver: &mut Option<Solver>, now: Instant) -> Next<S::Context> {
        let entry = match self.waiting.take() {
            Some(waiting) => waiting,
            None if self.next == self.batch.script.entries(&self.chunk) => return Next::End,
            None => {
                let index = self.next;
                self.next += 1;
                match self.batch.script.read(&self.chunk, index, &mut self.written.bytes) {
                    Some(read) => read,
                    None => {
                        self.written.tally.errors += 1;
                        return Next::Refused;
                    }
                }
            }
        };
        let mut large = None;
        if entry.question.puzzle.clues().size() > SMALL_SIZE_MAX {
            large = Arc::clone(&self.batch.large).try_acquire_owned().ok();
            if large.is_none() {
                self.waiting = Some(entry);
                return Next::Waits;
            }
        }
        let BatchEntry { question: Question { puzzle, solutions_max }, limits, context } = entry;
        match solver {
            Some(solver) => solver.restart(puzzle, solutions_max),
            None => *solver = Some(self.batch.solvers.take(puzzle, solutions_max)),
        }
        Next::Puzzle(Attempt { limits: limits.start_at(now), context, _large: large })
    }

    /// Goes on with a puzzle for a slice; tells the time behind it.
    fn advance(&mut self, solver: &mut Option<Solver>, attempt: Attempt<S::Context>) -> Instant {
        // Whoever has an attempt has put its puzzle on the solver.
        let Some(at_work) = solver else { return Instant::now() };
        let (ended, now) = self.batch.advance(at_work, &attempt);
        match ended {
            Ok(Some(ending)) => self.batch.write(at_work, attempt, ending, now, &mut self.written),
            Ok(None) => {
                if let Some(solver) = solver.take() {
                    self.step_aside(solver, attempt);
                }
            }
            Err(error) => {
                *solver = None;
                self.batch.write_failure(attempt, &error, &mut self.written);
            }
        }
        now
    }

    /// Lets a hard puzzle go on beside the others, where there is a place for it.
    fn step_aside(&mut self, solver: Solver, attempt: Attempt<S::Context>) {
        let Ok(place) = Arc::clone(&self.batch.asides).try_acquire_owned() else {
            self.open = Some((solver, attempt));
            return;
        };
        let (reader, answer) = oneshot::channel();
        self.end_piece();
        self.page.push(Piece::Later(answer));
        let batch = Arc::clone(&self.batch);
        let aside = Aside { batch, open: Some((solver, attempt)), reader: Some(reader), _place: place };
        self.batch.slow_lane.push(Box::new(aside));
    }

    fn end_piece(&mut self) {
        let mut written = mem::take(&mut self.written);
        // What is held is what is counted.
        written.bytes.shrink_to_fit();
        self.batch.held.add(&written);
        self.page.push(Piece::Ready(written));
    }

    /// Hands over what there is of the page, so that it does not wait for what takes long.
    fn hand_over_so_far(&mut self) {
        if self.page.is_empty() && self.written.tally.puzzles() == 0 {
            return;
        }
        let (reader, rest) = oneshot::channel();
        self.end_piece();
        self.page.push(Piece::Rest(rest));
        if let Some(reader) = self.reader.replace(reader) {
            // Nobody is there where the client has left.
            let _ = reader.send(mem::take(&mut self.page));
        }
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
        // Solvers are large, and stay where they are from puzzle to puzzle.
        let (mut solver, mut open) = self.open.take().unzip();
        let turn = loop {
            if self.batch.is_left() {
                break Turn::Done;
            }
            match open.take().map_or_else(|| self.begin(&mut solver, now), Next::Puzzle) {
                Next::Puzzle(attempt) => now = self.advance(&mut solver, attempt),
                Next::Refused => now = Instant::now(),
                Next::Waits => {}
                Next::End => {
                    self.hand_over();
                    break Turn::Done;
                }
            }
            if self.open.is_some() || self.waiting.is_some() || now - begun >= SLICE {
                self.hand_over_so_far();
                // What is hard leaves the batch lane to what is not.
                let is_held_up = self.open.is_some() || self.waiting.is_some();
                let Batch { lane, slow_lane, .. } = &*self.batch;
                break Turn::In(if is_held_up { slow_lane.clone() } else { lane.clone() });
            }
        };
        if let Some(solver) = solver {
            self.batch.solvers.give_back(solver);
        }
        turn
    }
}

/// What comes next in a chunk.
enum Next<M> {
    /// A puzzle, which is on the solver.
    Puzzle(Attempt<M>),
    /// An entry that held none.
    Refused,
    /// A large puzzle, which must wait for others to be done.
    Waits,
    /// Nothing.
    End,
}

/// A hard puzzle of a batch, on its own.
struct Aside<S: Script> {
    batch: Arc<Batch<S>>,
    /// `None` only within a slice, and when it is done.
    open: Option<(Solver, Attempt<S::Context>)>,
    /// Who waits for the answer; `None` once it has it.
    reader: Option<oneshot::Sender<Written>>,
    _place: OwnedSemaphorePermit,
}

impl<S: Script> Work for Aside<S> {
    fn slice(&mut self) -> Turn {
        let open = self.open.take().filter(|_| !self.batch.is_left());
        let Some((mut solver, attempt)) = open else { return Turn::Done };
        let mut written = Written::default();
        match self.batch.advance(&mut solver, &attempt) {
            (Ok(None), _) => {
                self.open = Some((solver, attempt));
                return Turn::Again;
            }
            (Ok(Some(ending)), now) => {
                self.batch.write(&mut solver, attempt, ending, now, &mut written);
                self.batch.solvers.give_back(solver);
            }
            (Err(error), _) => self.batch.write_failure(attempt, &error, &mut written),
        }
        self.batch.held.add(&written);
        if let Some(reader) = self.reader.take() {
            // Nobody is there where the client has left.
            let _ = reader.send(written);
        }
        Turn::Done
    }
}
