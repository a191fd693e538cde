//! Jobs whose inputs and results are in a bucket. `.ci/object_store` starts a local imitation of S3 for it.
#![cfg(feature = "s3")]
#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use std::env;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use quadrille_answers::kinds::BatchOperation;
use quadrille_answers::service::LimitsPolicy;
use quadrille_answers::wire::{EntryBounds, ProblemBounds};
use quadrille_jobs::{
    Deletion, InputContent, JobBounds, JobDatabase, JobError, JobId, JobInput, JobSettings, JobSpec,
    JobState, JobStatus, JobStore, Jobs, NewJob, ResultFormat,
};

const HOUR: Duration = Duration::from_secs(3600);

/// A puzzle with one solution.
const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Number of puzzles, in several pieces. Their lines have more bytes than the first part of an upload.
const PUZZLES: usize = 70_000;

#[expect(clippy::disallowed_methods, reason = "the variable is for these tests alone")]
fn jobs(folder: &Path, bucket: Option<&str>) -> Jobs {
    let named = || env::var("QUADRILLE_TEST_BUCKET").expect("the variable that .ci/object_store sets");
    Jobs::new(JobSettings {
        database: Some(JobDatabase::File(folder.join("jobs.db"))),
        store: JobStore::S3 {
            bucket: bucket.map_or_else(named, ToOwned::to_owned),
            prefix: format!("tests/{}", JobId::random()),
        },
        program: "0.1.0",
        threads: 2,
        runs_pieces: true,
        piece_time: Duration::from_secs(1),
        bounds: JobBounds {
            jobs_max: 100,
            pieces_max: 1000,
            upload_bytes_max: 1 << 30,
            proof_bytes_max: 1 << 20,
            proof_work_max: 1 << 40,
            stored_bytes_max: 1 << 30,
            stored_bytes_total_max: 0,
            free_bytes_min: 0,
            ttl_default: HOUR,
            ttl_max: HOUR,
            upload_ttl: HOUR,
        },
        entries: EntryBounds {
            explained_errors_max: u64::MAX,
            line_bytes_max: 1000,
            policy: LimitsPolicy {
                time_default: HOUR,
                time_max: HOUR,
                nodes_max: None,
                threads_max: NonZeroUsize::MIN,
            },
            problem: ProblemBounds::MAX,
        },
    })
}

fn job() -> NewJob {
    NewJob {
        priority: 0,
        client: "client".to_owned(),
        idempotency_key: None,
        request_hash: String::new(),
        spec: JobSpec::Lines {
            operation: BatchOperation::Solve,
            options: String::new(),
            content: InputContent::Text,
        },
        ttl: HOUR,
    }
}

async fn ended(jobs: &Jobs, id: JobId) -> JobStatus {
    let mut changes = jobs.changes();
    loop {
        let status = jobs.status(id, None).await.expect("a status");
        if status.state.has_ended() {
            return status;
        }
        changes.changed().await.expect("jobs");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn job_in_a_bucket_reads_an_upload_and_has_all_results() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let jobs = jobs(folder.path(), None);
    let mut upload = jobs.upload("client", InputContent::Text).await.expect("an upload");
    let thousand = format!("{PUZZLE}\n").repeat(1000);
    for _ in 0..PUZZLES / 1000 {
        upload.write(thousand.as_bytes()).await.expect("written");
    }
    let upload = upload.finish().await.expect("an upload");
    assert_eq!(upload.bytes, (PUZZLES * (PUZZLE.len() + 1)) as u64);
    let id = jobs.create(job(), JobInput::Upload(upload.id)).await.expect("created").id;
    let status = ended(&jobs, id).await;
    assert_eq!((status.state, status.failure), (JobState::Succeeded, None));
    assert_eq!(status.verdicts.unique, PUZZLES as u64);
    let results = jobs.results(id, None).await.expect("results");
    for format in [ResultFormat::Json, ResultFormat::Text] {
        let mut lines = 0;
        for part in &results.parts {
            let bytes = jobs.read(id, *part, format, 0..part.bytes(format)).await.expect("a part");
            lines += bytes.iter().filter(|byte| **byte == b'\n').count();
        }
        assert_eq!(lines, PUZZLES, "{format:?}");
    }
    assert_eq!(jobs.delete(id, None).await.expect("removed"), Deletion::Removed);
    assert!(jobs.read(id, results.parts[0], ResultFormat::Json, 0..1).await.is_err());
    // A dropped upload leaves nothing.
    let mut dropped = jobs.upload("client", InputContent::Text).await.expect("an upload");
    dropped.write(thousand.as_bytes()).await.expect("written");
    drop(dropped);
    let empty = jobs.create(job(), JobInput::Inline("".into())).await.expect("created").id;
    assert_eq!(ended(&jobs, empty).await.state, JobState::Succeeded);
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_bucket_refuses_jobs() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let jobs = jobs(folder.path(), Some("no-such-bucket"));
    let created = jobs.create(job(), JobInput::Inline(PUZZLE.into())).await;
    assert!(matches!(created, Err(JobError::Store(_))), "{created:?}");
}
