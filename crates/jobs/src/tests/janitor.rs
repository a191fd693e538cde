//! What the janitor removes.

use quadrille_answers::kinds::BatchOperation;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use bytes::Bytes;
use tokio::runtime::Handle;
use tokio::sync::watch;

use super::run::{Folder, PUZZLE, create, ended, lines};
use super::test_database::PROGRAM;
use crate::bounds::millis;
use crate::id::JobId;
use crate::meters::JobMeters;
use crate::queue::{PieceQueue, WorkerTable};
use crate::rows::{JobTable, StatusReader, UploadTable};
use crate::state::JobState;
use crate::store::{Clock, Database, Objects, StoredObject, inline_path, result_path, upload_path};
use crate::worker::{Janitor, ORPHAN_AGE};

#[tokio::test]
async fn orphans_and_expired_jobs_are_removed() {
    let folder = Folder::new().await;
    let id = {
        let jobs = folder.jobs();
        let id = create(&jobs, lines(BatchOperation::Solve, ""), PUZZLE).await;
        ended(&jobs, id).await;
        jobs.drain().await;
        id
    };
    let settings = folder.settings();
    let objects = Objects::open(&settings.store, Handle::current()).await.expect("a store");
    let now = Arc::new(AtomicI64::new(0));
    let clock = Clock::Test(Arc::clone(&now));
    let database = Database::open(&folder.database(), clock).await.expect("a database");
    let bounds = settings.bounds;
    let janitor = Janitor {
        database: database.clone(),
        queue: PieceQueue::new(database.clone(), bounds),
        workers: WorkerTable::new(database.clone(), PROGRAM),
        jobs: JobTable::new(database.clone(), bounds),
        status: StatusReader::new(database.clone()),
        uploads: UploadTable::new(database, bounds),
        objects: objects.clone(),
        meters: JobMeters::default(),
        changes: watch::Sender::new(0),
    };
    let stored = async || {
        janitor.measure().await.expect("measured");
        janitor.meters.gauges().totals.stored_bytes
    };
    janitor.sweep().await.expect("swept");
    let before = stored().await;
    let other = JobId::random();
    for path in [inline_path(other), result_path(id, 1, 9), upload_path(other)] {
        objects.put(&path, Bytes::from_static(b"orphan")).await.expect("written");
    }
    let written = objects.list_job(other).await.expect("a list")[0].modified;
    now.store(written, Ordering::Relaxed);
    janitor.sweep().await.expect("swept");
    assert_eq!(objects.list_job(id).await.expect("a list").len(), 4, "young objects may get a row");
    assert_eq!(stored().await, before + 3 * 6, "they are counted");
    assert!(janitor.meters.gauges().free_bytes.is_some());
    now.fetch_add(millis(ORPHAN_AGE) + 60_000, Ordering::Relaxed);
    janitor.sweep().await.expect("swept");
    assert_eq!(stored().await, before);
    assert_eq!(objects.jobs().await.expect("a list"), [id]);
    assert_eq!(objects.uploads().await.expect("a list"), []);
    let names = objects.list_job(id).await.expect("a list");
    let mut names: Vec<&str> = names.iter().map(StoredObject::name).collect();
    names.sort_unstable();
    assert_eq!(names, ["8192.1", "input.1", "request"]);
    janitor.expire().await.expect("expired");
    janitor.measure().await.expect("measured");
    assert_eq!(objects.jobs().await.expect("a list"), []);
    assert_eq!(janitor.meters.gauges().totals.states[JobState::Expired as usize], 1);
}
