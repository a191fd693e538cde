//! Open database with its worker and janitor.

use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use super::clock::Clock;
use super::database::Database;
use super::error::JobError;
use super::janitor::Janitor;
use super::meters::JobMeters;
use super::objects::Objects;
use super::queue::PieceQueue;
use super::settings::JobSettings;
use super::status::StatusReader;
use super::table::JobTable;
use super::threads::JobThreads;
use super::uploads::UploadTable;
use super::worker::Worker;
use crate::service::{Capacity, Dispatcher, Meters};

/// Bytes of answers that a piece holds before its thread waits for the worker to take them.
const OUTPUT_BYTES: usize = 8 << 20;

/// Open database and store, with the threads that work for them.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) jobs: JobTable,
    pub(super) status: StatusReader,
    pub(super) uploads: UploadTable,
    pub(super) objects: Objects,
    wake: Arc<Notify>,
    stop: watch::Sender<bool>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    /// Kept for their threads.
    _threads: JobThreads,
}

impl Engine {
    /// Opens the database and the store, and starts worker and janitor.
    pub(super) async fn open(
        settings: &JobSettings,
        database: &Path,
        meters: &JobMeters,
        changes: &watch::Sender<u64>,
    ) -> Result<Self, JobError> {
        let threads = JobThreads::start(settings.threads)?;
        let closed = || JobError::Unavailable("no threads".to_owned());
        let (solvers, io) = (threads.solvers().ok_or_else(closed)?, threads.io().ok_or_else(closed)?);
        let objects = Objects::open(&settings.store, io.clone()).await?;
        let database = Database::open(database, Clock::Database).await?;
        let bounds = settings.bounds;
        let (jobs, queue) =
            (JobTable::new(database.clone(), bounds), PieceQueue::new(database.clone(), bounds));
        let (status, uploads) = (StatusReader::new(database.clone()), UploadTable::new(database, bounds));
        let failed = queue.fail_other_versions().await?;
        if failed > 0 {
            tracing::warn!(jobs = failed, "jobs of another version have failed");
        }
        let (wake, stop) = (Arc::new(Notify::new()), watch::Sender::new(false));
        let worker = Worker {
            jobs: jobs.clone(),
            queue,
            objects: objects.clone(),
            dispatcher: dispatcher(settings.threads),
            threads: settings.threads,
            bounds: settings.entries,
            meters: meters.clone(),
            wake: Arc::clone(&wake),
            changes: changes.clone(),
        };
        let janitor = Janitor {
            jobs: jobs.clone(),
            status: status.clone(),
            uploads: uploads.clone(),
            objects: objects.clone(),
            meters: meters.clone(),
            changes: changes.clone(),
        };
        let tasks = if settings.runs_pieces {
            vec![solvers.spawn(worker.run(stop.subscribe())), solvers.spawn(janitor.run(stop.subscribe()))]
        } else {
            Vec::new()
        };
        let tasks = Mutex::new(tasks);
        Ok(Self { jobs, status, uploads, objects, wake, stop, tasks, _threads: threads })
    }

    /// Wakes the worker after a creation or a cancellation.
    pub(super) fn wake(&self) {
        self.wake.notify_one();
    }

    /// Stops worker and janitor, and waits until the pieces are given back.
    pub(super) async fn drain(&self) {
        self.stop.send_replace(true);
        let tasks = std::mem::take(&mut *self.tasks.lock());
        for task in tasks {
            // A task that panicked has ended, too.
            let _ = task.await;
        }
    }
}

/// Makes the dispatcher of the pieces. The worker bounds their number.
fn dispatcher(threads: usize) -> Dispatcher {
    let capacity = Capacity {
        threads,
        slow_threads: threads,
        queue_length: 0,
        queue_wait_max: std::time::Duration::ZERO,
        slow_queue_length: 0,
        slow_large_max: 0,
        first_slice: std::time::Duration::ZERO,
        streams_max: threads,
        event_streams_max: 0,
        output_buffer_bytes: OUTPUT_BYTES,
        share_percent: 100,
    };
    Dispatcher::new(capacity, Meters::default())
}
