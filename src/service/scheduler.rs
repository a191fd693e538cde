//! Scheduling of single questions: one first slice, then the slow queue.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};
use tokio::task;

use super::job::{Job, TaskSlot};
use super::meters::Meters;
use super::slice_queue::{SLICE, SliceQueue, Task, Turn};
use super::solver_pool::SMALL_SIZE_MAX;

/// Runs the first slice of a question, then moves slow questions to the slow queue.
#[derive(Clone, Debug)]
pub(super) struct Scheduler {
    pub(super) queue: SliceQueue,
    /// Permits of the slow queue, one per paused search.
    pub(super) permits: Arc<Semaphore>,
    /// Permits of large grids in the slow queue, whose searches take much memory.
    pub(super) large_permits: Arc<Semaphore>,
    /// Duration of the first slice.
    pub(super) first_slice: Duration,
    pub(super) meters: Arc<Meters>,
}

impl Scheduler {
    /// Queues a job for its first slice.
    #[expect(clippy::disallowed_methods, reason = "service may use the blocking pool")]
    pub(super) fn begin(&self, slot: Arc<TaskSlot>) {
        let scheduler = self.clone();
        task::spawn_blocking(move || scheduler.first_slice(slot));
    }

    fn first_slice(&self, slot: Arc<TaskSlot>) {
        let slice = self.meters.slice();
        let worked = work(&slot, self.first_slice);
        drop(slice);
        let Some(job) = worked else { return };
        let is_large = job.solver.size() > SMALL_SIZE_MAX;
        match (self.permit(), is_large.then(|| self.large_permit()).transpose()) {
            (Ok(permit), Ok(large)) => {
                let slow = Some(self.meters.slow.enter());
                slot.put(Job { permit, large, slow, ..job });
                self.queue.push(Box::new(SlowTask(slot)));
            }
            _ => job.reject(),
        }
    }

    fn permit(&self) -> Result<OwnedSemaphorePermit, TryAcquireError> {
        Arc::clone(&self.permits).try_acquire_owned()
    }

    fn large_permit(&self) -> Result<OwnedSemaphorePermit, TryAcquireError> {
        Arc::clone(&self.large_permits).try_acquire_owned()
    }
}

/// Runs one slice of the job in a slot. Returns the job if it has not ended.
fn work(slot: &TaskSlot, slice: Duration) -> Option<Job> {
    let mut job = slot.take()?;
    let span = job.span.clone();
    let ended = span.in_scope(|| job.work(slice, &slot.cancelled));
    match ended.transpose() {
        Some(ended) => {
            job.end(ended);
            None
        }
        None => Some(job),
    }
}

/// Job in the slow queue.
struct SlowTask(Arc<TaskSlot>);

impl Task for SlowTask {
    fn run_slice(&mut self) -> Turn {
        match work(&self.0, SLICE) {
            Some(job) => {
                self.0.put(job);
                Turn::Requeue
            }
            None => Turn::Done,
        }
    }
}
