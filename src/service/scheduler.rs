//! Scheduling of single questions: one first slice, then the slow queue.

use std::sync::Arc;
use std::time::Duration;

use tokio::task;

use super::job::{Job, TaskSlot};
use super::meters::Meters;
use super::permits::{Permits, Work};
use super::slice_queue::{SLICE, SliceQueue, Task, Turn};
use super::solver_pool::SMALL_SIZE_MAX;

/// Runs the first slice of a question, then moves slow questions to the slow queue.
#[derive(Clone, Debug)]
pub(super) struct Scheduler {
    pub(super) queue: SliceQueue,
    pub(super) permits: Permits,
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
        let permit = |work| self.permits.try_acquire(job.permit.client(), work);
        match (permit(Work::Slow), is_large.then(|| permit(Work::SlowLarge))) {
            (Some(permit), large @ (None | Some(Some(_)))) => {
                let large = large.flatten();
                let slow = Some(self.meters.slow.enter());
                slot.put(Job { permit, large, slow, ..job });
                self.queue.push(Box::new(SlowTask(slot)));
            }
            _ => job.reject(),
        }
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
