//! Solutions of a problem one by one, in the order of the search.

use std::collections::VecDeque;
use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use pyo3::{PyResult, Python};
use quadrille_answers::service::{Limits, SolutionsQuery, Solvable};
use quadrille_answers::wire::StoppedBy;
use quadrille_exact_cover::{NextSolution, ResumableSearch, SolutionSearch, StopReason};

use crate::engine::{SIGNALS, Signals};
use crate::error::lost;
use crate::time::Instant;

/// Solutions after which a search pauses: some tenths of a millisecond.
const SLICE_SOLUTIONS: u32 = 1024;

/// Bytes of the solutions that a later part of a search keeps. It then waits until the list has come to it.
const KEPT_BYTES_MAX: usize = 256 << 10;

/// Search for the solutions of a problem.
pub(crate) struct Listing<S: Solvable> {
    search: S::Solver,
    nodes_max: u64,
    deadline: Instant,
    /// Solutions found since the last pause.
    found: u32,
}

/// Step of a search.
pub(crate) enum Listed<T> {
    Found(T),
    /// A slice of some milliseconds has ended.
    Paused,
    /// There are no further solutions, or a limit is reached.
    Ended(Option<StoppedBy>),
}

impl<S: Solvable> Listing<S> {
    /// Begins the search for up to `solutions_max` solutions. The time begins now.
    pub(crate) fn new(subject: S, solutions_max: NonZeroU64, limits: &Limits) -> Self {
        let nodes_max = limits.nodes.map_or(u64::MAX, NonZeroU64::get);
        let deadline = Instant::now() + limits.time;
        Self { search: subject.solver(solutions_max, S::Order::default()), nodes_max, deadline, found: 0 }
    }

    /// Searches for the next solution, for a slice at most.
    pub(crate) fn next(&mut self, stop: &AtomicBool) -> PyResult<Listed<S::Solution>> {
        let failed = |error: <S::Solver as ResumableSearch>::Error| lost(error.into());
        let nodes_left = self.nodes_max.saturating_sub(self.search.nodes());
        let is_slice = self.found < SLICE_SOLUTIONS;
        let next =
            if is_slice { self.search.next(nodes_left, stop).map_err(failed)? } else { NextSolution::Paused };
        Ok(match next {
            NextSolution::Found => {
                self.found += 1;
                Listed::Found(self.search.solution().map_err(failed)?)
            }
            NextSolution::Ended(reason) => Listed::Ended(match reason {
                StopReason::Complete => None,
                StopReason::SolutionLimit => Some(StoppedBy::SolutionLimit),
                // A pause is no end: only the limit of nodes is left.
                _ => Some(StoppedBy::NodeLimit),
            }),
            NextSolution::Paused if is_slice && nodes_left == 0 => Listed::Ended(Some(StoppedBy::NodeLimit)),
            NextSolution::Paused if Instant::now() >= self.deadline => {
                Listed::Ended(Some(StoppedBy::TimeLimit))
            }
            NextSolution::Paused => {
                self.found = 0;
                Listed::Paused
            }
        })
    }

    /// Splits off the later part of the search.
    fn split(&mut self) -> Option<Self> {
        let search = self.search.split()?;
        Some(Self { search, nodes_max: self.nodes_max, deadline: self.deadline, found: 0 })
    }
}

/// Lists solutions without the GIL, on up to `threads` threads, and what stopped the search. The number of threads does not change them.
///
/// # Errors
/// If a search fails, or the handler of a signal raises an exception.
pub(crate) fn list<S: Solvable>(
    py: Python<'_>,
    SolutionsQuery { subject, skip, limit }: SolutionsQuery<S>,
    limits: &Limits,
    threads: NonZeroUsize,
) -> PyResult<(Vec<S::Solution>, Option<StoppedBy>)> {
    let solutions_max = limit.saturating_add(skip);
    // One thread visits all nodes of a limit, so that they determine the list.
    let helpers = if limits.nodes.is_some() { 0 } else { threads.get() - 1 };
    py.detach(|| {
        let listing = Listing::new(subject, solutions_max, limits);
        let later = LaterParts::<S>::default();
        thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| later.run());
            }
            let listed = later.list(Part::new(listing), skip, solutions_max, helpers);
            later.stop();
            listed
        })
    })
}

/// Part of a search, with the solutions that it found before the list came to it.
struct Part<S: Solvable> {
    listing: Listing<S>,
    found: VecDeque<S::Solution>,
    found_bytes: usize,
    /// How the search of the part has ended.
    ended: Option<PyResult<Option<StoppedBy>>>,
}

impl<S: Solvable> Part<S> {
    fn new(listing: Listing<S>) -> Self {
        Self { listing, found: VecDeque::new(), found_bytes: 0, ended: None }
    }

    /// Whether a thread can search further before the list has come to the part.
    fn may_run(&self) -> bool {
        self.ended.is_none() && self.found_bytes < KEPT_BYTES_MAX
    }

    /// Searches until the part is wanted, has ended, or keeps enough solutions.
    fn run_ahead(&mut self, is_wanted: &AtomicBool) {
        while self.may_run() && !is_wanted.load(Ordering::Relaxed) {
            match self.listing.next(is_wanted) {
                Ok(Listed::Found(solution)) => {
                    self.found_bytes += size_of::<S::Solution>() + S::solution_bytes(&solution);
                    self.found.push_back(solution);
                }
                Ok(Listed::Paused) => {}
                Ok(Listed::Ended(stopped_by)) => self.ended = Some(Ok(stopped_by)),
                Err(error) => self.ended = Some(Err(error)),
            }
        }
    }

    /// Returns the next step of the list.
    fn next(&mut self) -> PyResult<Listed<S::Solution>> {
        if let Some(solution) = self.found.pop_front() {
            return Ok(Listed::Found(solution));
        }
        match self.ended.take() {
            Some(ended) => ended.map(Listed::Ended),
            None => self.listing.next(&AtomicBool::new(false)),
        }
    }
}

/// A later part of a search.
struct LaterPart<S: Solvable> {
    /// `None` while a thread runs it.
    part: Option<Part<S>>,
    /// Set when the list has come to the part, or ends.
    is_wanted: Arc<AtomicBool>,
}

/// The parts of a search after the one that the list is in, in order. Other threads run them ahead.
struct LaterParts<S: Solvable> {
    state: Mutex<LaterState<S>>,
    changed: Condvar,
}

struct LaterState<S: Solvable> {
    parts: VecDeque<LaterPart<S>>,
    has_ended: bool,
}

impl<S: Solvable> Default for LaterParts<S> {
    fn default() -> Self {
        let state = LaterState { parts: VecDeque::new(), has_ended: false };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }
}

impl<S: Solvable> LaterParts<S> {
    fn state(&self) -> MutexGuard<'_, LaterState<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists the solutions of all parts, from the first one.
    fn list(
        &self,
        mut part: Part<S>,
        mut skip: u64,
        solutions_max: NonZeroU64,
        helpers: usize,
    ) -> PyResult<(Vec<S::Solution>, Option<StoppedBy>)> {
        let (mut solutions, mut left, mut signals) = (Vec::new(), solutions_max.get(), Signals::new());
        let mut is_first = true;
        loop {
            // A part alone ends at the limit by itself.
            if left == 0 && !is_first {
                return Ok((solutions, Some(StoppedBy::SolutionLimit)));
            }
            match part.next()? {
                Listed::Found(solution) => {
                    left -= 1;
                    match skip.checked_sub(1) {
                        Some(skipped) => skip = skipped,
                        None => solutions.push(solution),
                    }
                }
                Listed::Paused => {
                    signals.handle()?;
                    self.split(&mut part, helpers);
                }
                Listed::Ended(None) => match self.take_first(&mut signals)? {
                    Some(later) => (part, is_first) = (later, false),
                    None => return Ok((solutions, None)),
                },
                Listed::Ended(stopped_by) => return Ok((solutions, stopped_by)),
            }
        }
    }

    /// Splits a part off for another thread, unless enough parts are kept.
    fn split(&self, part: &mut Part<S>, helpers: usize) {
        // Two for each thread, so that a thread whose part keeps enough solutions can run another one.
        if self.state().parts.len() >= 2 * helpers {
            return;
        }
        if let Some(later) = part.listing.split() {
            let later = LaterPart { part: Some(Part::new(later)), is_wanted: Arc::default() };
            self.state().parts.push_front(later);
            self.changed.notify_all();
        }
    }

    /// Takes the first part, after its slice if it runs.
    fn take_first(&self, signals: &mut Signals) -> PyResult<Option<Part<S>>> {
        loop {
            let mut state = self.state();
            let Some(first) = state.parts.front_mut() else { return Ok(None) };
            first.is_wanted.store(true, Ordering::Relaxed);
            if let Some(part) = first.part.take() {
                state.parts.pop_front();
                return Ok(Some(part));
            }
            let waited = self.changed.wait_timeout(state, SIGNALS);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
            signals.handle()?;
        }
    }

    /// Runs parts until the list ends.
    fn run(&self) {
        let mut state = self.state();
        while !state.has_ended {
            let may_run = |later: &LaterPart<S>| later.part.as_ref().is_some_and(Part::may_run);
            let Some(later) = state.parts.iter_mut().find(|later| may_run(later)) else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let (part, is_wanted) = (later.part.take(), Arc::clone(&later.is_wanted));
            drop(state);
            let part = part.map(|mut part| {
                part.run_ahead(&is_wanted);
                part
            });
            state = self.state();
            let own = state.parts.iter_mut().find(|later| Arc::ptr_eq(&later.is_wanted, &is_wanted));
            if let Some(later) = own {
                later.part = part;
            }
            self.changed.notify_all();
        }
    }

    /// Ends the threads that run parts.
    fn stop(&self) {
        let mut state = self.state();
        state.has_ended = true;
        state.parts.iter().for_each(|later| later.is_wanted.store(true, Ordering::Relaxed));
        self.changed.notify_all();
    }
}
