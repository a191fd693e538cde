//! Jobs whose database or store fails.

use quadrille_answers::kinds::BatchOperation;
use std::fs;

use bytes::Bytes;

use super::run::{Folder, PUZZLE, create, ended, lines, results};
use crate::error::{FailureCode, JobError};
use crate::id::JobId;
use crate::rows::ResultFormat;
use crate::service::{JobInput, Jobs};
use crate::state::JobState;
use crate::store::{Clock, Database, result_path};
use crate::work::STEP;

/// Creates a job of one puzzle that no worker has seen.
async fn queued(folder: &Folder) -> JobId {
    create(&Jobs::new(folder.idle_settings()), lines(BatchOperation::Solve, ""), PUZZLE).await
}

/// Changes the database besides the process that runs the jobs.
async fn execute(folder: &Folder, sql: &'static str) {
    let database = Database::open(&folder.database(), Clock::Database).await.expect("a database");
    let mut transaction = database.write().await.expect("a transaction");
    sqlx::raw_sql(sql).execute(&mut *transaction).await.expect("executed");
    transaction.commit().await.expect("committed");
    database.close().await;
}

/// Waits until an attempt at a piece has failed.
async fn failed_attempt(jobs: &Jobs) {
    let mut changes = jobs.changes();
    while jobs.meters().retried.get() == 0 {
        changes.changed().await.expect("jobs");
    }
}

#[tokio::test]
async fn missing_input_is_tried_again_until_the_store_is_back() {
    let folder = Folder::with_file();
    let id = queued(&folder).await;
    let (objects, away) = (folder.path().join("objects"), folder.path().join("away"));
    fs::rename(&objects, &away).expect("renamed");
    let jobs = folder.jobs();
    jobs.start().await;
    failed_attempt(&jobs).await;
    let status = jobs.status(id, None).await.expect("a status");
    assert_eq!((status.state, status.failure), (JobState::Running, None));
    fs::remove_dir_all(&objects).expect("removed");
    fs::rename(&away, &objects).expect("renamed");
    execute(&folder, "UPDATE pieces SET ready_at = 0").await;
    assert_eq!(ended(&jobs, id).await.verdicts.unique, 1);
}

#[tokio::test]
async fn missing_input_fails_the_job_after_the_last_attempt() {
    let folder = Folder::new().await;
    let id = queued(&folder).await;
    fs::remove_dir_all(folder.path().join("objects/jobs")).expect("removed");
    execute(&folder, "UPDATE pieces SET attempts = 5").await;
    let jobs = folder.jobs();
    jobs.start().await;
    let status = ended(&jobs, id).await;
    let failure = status.failure.expect("a failure");
    assert_eq!((status.state, failure.code), (JobState::Failed, FailureCode::PieceFailed));
    assert_eq!(failure.detail, "piece 0 failed 6 times: the store of inputs and results failed");
}

#[tokio::test]
async fn result_that_cannot_be_written_is_tried_again() {
    let folder = Folder::new().await;
    let id = queued(&folder).await;
    fs::create_dir(folder.path().join("objects").join(result_path(id, STEP, 1))).expect("a directory");
    let jobs = folder.jobs();
    jobs.start().await;
    failed_attempt(&jobs).await;
    assert_eq!(jobs.status(id, None).await.expect("a status").puzzles_done, 0);
    execute(&folder, "UPDATE pieces SET ready_at = 0").await;
    assert_eq!(ended(&jobs, id).await.verdicts.unique, 1);
    assert_eq!(results(&jobs, id).await.len(), 1);
}

#[tokio::test]
async fn store_that_cannot_write_refuses_jobs_and_keeps_those_that_exist() {
    let folder = Folder::new().await;
    let jobs = folder.jobs();
    let id = create(&jobs, lines(BatchOperation::Solve, ""), PUZZLE).await;
    ended(&jobs, id).await;
    let (objects, away) = (folder.path().join("objects"), folder.path().join("away"));
    fs::rename(&objects, &away).expect("renamed");
    fs::write(&objects, "no folder").expect("written");
    let input = JobInput::Inline(Bytes::from_static(PUZZLE.as_bytes()));
    let created = jobs.create(lines(BatchOperation::Solve, ""), input).await;
    assert!(matches!(created, Err(JobError::Store(_))), "{created:?}");
    assert_eq!(jobs.list("client", None, None, 9).await.expect("a list").len(), 1);
    let part = jobs.results(id, None).await.expect("results").parts[0];
    assert!(matches!(
        jobs.read(id, part, ResultFormat::Json, 0..part.bytes(ResultFormat::Json)).await,
        Err(JobError::Store(_))
    ));
    fs::remove_file(&objects).expect("removed");
    fs::rename(&away, &objects).expect("renamed");
    assert_eq!(results(&jobs, id).await.len(), 1);
    let id = create(&jobs, lines(BatchOperation::Solve, ""), PUZZLE).await;
    assert_eq!(ended(&jobs, id).await.state, JobState::Succeeded);
}

#[tokio::test]
async fn completion_that_cannot_be_recorded_is_repeated() {
    let folder = Folder::with_file();
    let id = queued(&folder).await;
    let full = "CREATE TRIGGER full BEFORE UPDATE ON pieces WHEN NEW.state = 2 AND NEW.no = 8192
        BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";
    execute(&folder, full).await;
    let jobs = folder.jobs();
    jobs.start().await;
    let mut changes = jobs.changes();
    while jobs.meters().claimed.get() < 2 || jobs.meters().running.get() > 0 {
        changes.changed().await.expect("jobs");
    }
    assert_eq!(jobs.status(id, None).await.expect("a status").puzzles_done, 0);
    // As if the lease had ended.
    execute(&folder, "DROP TRIGGER full; UPDATE pieces SET lease_until = 0 WHERE state = 1").await;
    let status = ended(&jobs, id).await;
    assert_eq!((status.state, status.verdicts.unique), (JobState::Succeeded, 1));
    assert_eq!(results(&jobs, id).await.len(), 1);
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn store_of_another_machine_is_refused() {
    use crate::settings::{JobDatabase, JobSettings, JobStore};

    let folder = Folder::new().await;
    if matches!(folder.database(), JobDatabase::File(_)) {
        return;
    }
    let jobs = folder.jobs();
    let id = create(&jobs, lines(BatchOperation::Solve, ""), PUZZLE).await;
    let other = JobStore::Folder(folder.path().join("other"));
    let stranger = Jobs::new(JobSettings { store: other, ..folder.settings() });
    for _ in 0..2 {
        let error = stranger.open().await.expect_err("another store");
        assert!(matches!(error, JobError::OtherStore(_)), "{error}");
    }
    let input = JobInput::Inline(Bytes::from_static(PUZZLE.as_bytes()));
    let refused = stranger.create(lines(BatchOperation::Solve, ""), input).await;
    assert!(matches!(refused, Err(JobError::Unavailable(_))), "{refused:?}");
    let second = folder.jobs();
    second.open().await.expect("the same store");
    assert_eq!(ended(&second, id).await.verdicts.unique, 1);
}
