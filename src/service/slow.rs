//! The way of a question over solver threads: a first slice at once, and what is hard goes on in the slow lane.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};
use tokio::task;

use super::job::{Job, Seat};
use super::lane::{Lane, SLICE, Turn, Work};
use super::meters::Meters;
use super::solvers::SMALL_SIZE_MAX;

/// Where fresh questions begin, and hard ones go on.
#[derive(Clone, Debug)]
pub(super) struct SlowLane {
    pub(super) lane: Lane,
    /// Places in it, each for a paused search.
    pub(super) places: Arc<Semaphore>,
    /// How many of them may be those of large grids, whose searches take much memory.
    pub(super) large_places: Arc<Semaphore>,
    /// How long a fresh question may take before it is a slow one.
    pub(super) first_slice: Duration,
    pub(super) meters: Arc<Meters>,
}

impl SlowLane {
    /// Begins with a job, as soon as a thread is free.
    #[expect(clippy::disallowed_methods, reason = "one of the two places the ban points to")]
    pub(super) fn begin(&self, seat: Arc<Seat>) {
        let slow = self.clone();
        task::spawn_blocking(move || slow.first_slice(seat));
    }

    fn first_slice(&self, seat: Arc<Seat>) {
        let slice = self.meters.slice();
        let worked = work(&seat, self.first_slice);
        drop(slice);
        let Some(job) = worked else { return };
        let is_large = job.solver.size() > SMALL_SIZE_MAX;
        match (self.place(), is_large.then(|| self.large_place()).transpose()) {
            (Ok(place), Ok(large)) => {
                let slow = Some(self.meters.slow.enter());
                seat.put(Job { place, large, slow, ..job });
                self.lane.push(Box::new(SlowWork(seat)));
            }
            _ => job.refuse(),
        }
    }

    fn place(&self) -> Result<OwnedSemaphorePermit, TryAcquireError> {
        Arc::clone(&self.places).try_acquire_owned()
    }

    fn large_place(&self) -> Result<OwnedSemaphorePermit, TryAcquireError> {
        Arc::clone(&self.large_places).try_acquire_owned()
    }
}

/// Works at the job in a seat, if there is one; gives it back if it has not ended.
fn work(seat: &Seat, slice: Duration) -> Option<Job> {
    let mut job = seat.take()?;
    let span = job.span.clone();
    let ended = span.in_scope(|| job.work(slice, &seat.left));
    match ended.transpose() {
        Some(ended) => {
            job.end(ended);
            None
        }
        None => Some(job),
    }
}

/// A search that was not done after its first slice.
struct SlowWork(Arc<Seat>);

impl Work for SlowWork {
    fn slice(&mut self) -> Turn {
        match work(&self.0, SLICE) {
            Some(job) => {
                self.0.put(job);
                Turn::Again
            }
            None => Turn::Done,
        }
    }
}
