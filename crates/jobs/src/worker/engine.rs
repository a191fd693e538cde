//! Open database with its worker and janitor.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use quadrille_answers::service::{Capacity, Dispatcher, Meters};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio::time::interval;

use super::janitor::Janitor;
use super::leased_pieces::running_max;
use super::piece_worker::Worker;
use super::threads::JobThreads;
use crate::error::JobError;
use crate::id::JobId;
use crate::meters::JobMeters;
use crate::queue::{PieceQueue, WorkerTable};
use crate::rows::{JobTable, Overview, StatusReader, UploadTable};
use crate::settings::{JobDatabase, JobSettings};
use crate::stop::stopped;
use crate::store::{Clock, Database, Objects, check_store, listen};
use crate::work::{PieceRunner, RequestCache};

/// Bytes of answers that a piece holds before its thread waits for the worker to take them.
const OUTPUT_BYTES: usize = 8 << 20;

/// Time between two announcements for those who watch jobs that other processes run.
const ANNOUNCEMENT: Duration = Duration::from_secs(1);

/// Open database and store, with the threads that work for them.
#[derive(Debug)]
pub(crate) struct JobEngine {
    pub(crate) jobs: JobTable,
    pub(crate) queue: PieceQueue,
    pub(crate) status: StatusReader,
    pub(crate) overview: Overview,
    pub(crate) uploads: UploadTable,
    pub(crate) workers: WorkerTable,
    pub(crate) objects: Objects,
    wake: Arc<Notify>,
    stop: watch::Sender<bool>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    threads: JobThreads,
}

impl JobEngine {
    /// Opens the database and the store, and starts worker and janitor.
    pub(crate) async fn open(
        settings: &JobSettings,
        source: &JobDatabase,
        meters: &JobMeters,
        changes: &watch::Sender<u64>,
    ) -> Result<Self, JobError> {
        let threads = JobThreads::start(settings.threads)?;
        let closed = || JobError::Unavailable("no threads".to_owned());
        let (solvers, io) = (threads.solvers().ok_or_else(closed)?, threads.io().ok_or_else(closed)?);
        let objects = Objects::open(&settings.store, io.clone()).await?;
        let database = {
            let source = source.clone();
            io.spawn(async move { Database::open(&source, Clock::Database).await }).await
        };
        let database = database.map_err(|_| closed())??;
        let is_shared = matches!(source, JobDatabase::Postgres { .. });
        if is_shared {
            check_store(&database, &objects, &settings.store).await?;
        }
        let bounds = settings.bounds;
        let workers = WorkerTable::new(database.clone(), settings.program);
        let jobs = JobTable::new(database.clone(), bounds);
        let queue = PieceQueue::new(database.clone(), bounds).with_worker(&workers);
        let (status, uploads) =
            (StatusReader::new(database.clone()), UploadTable::new(database.clone(), bounds));
        let overview = Overview::new(database.clone());
        let (wake, stop) = (Arc::new(Notify::new()), watch::Sender::new(false));
        let worker = Worker {
            jobs: jobs.clone(),
            workers: workers.clone(),
            runner: PieceRunner {
                queue: queue.clone(),
                objects: objects.clone(),
                dispatcher: dispatcher(settings.threads),
                threads: settings.threads,
                bounds: settings.entries,
                piece_time: settings.piece_time,
                requests: RequestCache::default(),
            },
            meters: meters.clone(),
            wake: Arc::clone(&wake),
            changes: changes.clone(),
        };
        let janitor = Janitor {
            database,
            jobs: jobs.clone(),
            queue: queue.clone(),
            status: status.clone(),
            uploads: uploads.clone(),
            workers: workers.clone(),
            objects: objects.clone(),
            meters: meters.clone(),
            changes: changes.clone(),
        };
        let mut tasks = vec![solvers.spawn(janitor.run(stop.subscribe()))];
        if settings.runs_pieces {
            tasks.push(solvers.spawn(worker.run(stop.subscribe())));
        }
        if is_shared {
            let (wake, changes) = (Arc::clone(&wake), changes.clone());
            let notified = move || {
                wake.notify_one();
                announce(&changes);
            };
            tasks.push(io.spawn(listen(source.clone(), notified, stop.subscribe())));
        }
        if is_shared || !settings.runs_pieces {
            tasks.push(solvers.spawn(announce_regularly(changes.clone(), stop.subscribe())));
        }
        let tasks = Mutex::new(tasks);
        Ok(Self { jobs, queue, status, overview, uploads, workers, objects, wake, stop, tasks, threads })
    }

    /// Wakes the worker after a creation or a cancellation.
    pub(crate) fn wake(&self) {
        self.wake.notify_one();
    }

    /// Removes the row of an upload that was not completed, in the background.
    pub(crate) fn abort_upload(&self, id: JobId) {
        let uploads = self.uploads.clone();
        let Some(io) = self.threads.io() else { return };
        io.spawn(async move {
            if let Err(error) = uploads.abort(id).await {
                tracing::warn!(%error, "the reservation of an upload is kept until it expires");
            }
        });
    }

    /// Stops worker and janitor, and waits until the pieces are given back.
    pub(crate) async fn drain(&self) {
        self.stop.send_replace(true);
        let tasks = std::mem::take(&mut *self.tasks.lock());
        for task in tasks {
            // A task that panicked has ended, too.
            let _ = task.await;
        }
    }
}

/// Tells those who watch jobs that one may have changed.
pub(crate) fn announce(changes: &watch::Sender<u64>) {
    changes.send_modify(|changes| *changes = changes.wrapping_add(1));
}

/// Lets those who watch jobs look at the database, until `stop` is set: pieces that other processes complete are not notified.
async fn announce_regularly(changes: watch::Sender<u64>, mut stop: watch::Receiver<bool>) {
    let mut ticks = interval(ANNOUNCEMENT);
    loop {
        tokio::select! {
            biased;
            () = stopped(&mut stop) => return,
            _ = ticks.tick() => announce(&changes),
        }
    }
}

/// Makes the dispatcher of the pieces, which share its threads by jobs. The worker bounds their number.
fn dispatcher(threads: usize) -> Dispatcher {
    let capacity = Capacity {
        streams_max: running_max(threads),
        output_buffer_bytes: OUTPUT_BYTES,
        ..Capacity::offline(threads)
    };
    Dispatcher::new(capacity, Meters::default())
}
