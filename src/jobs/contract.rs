//! What every database of jobs must do.
#![cfg(test)]

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use quadrille_answers::service::VerdictCounts;
use quadrille_exact_cover::Cube;

use super::bounds::{JobBounds, millis};
use super::clock::Clock;
use super::database::Database;
use super::end::JobRow;
use super::error::{FailureCode, JobError, JobFailure};
use super::id::JobId;
use super::overview::{ListPlace, Overview};
use super::pieces::{Claimed, Completion, LEASE, Lease, NewPiece, PieceResult};
use super::progress::Progress;
use super::queue::PieceQueue;
use super::rounds::{Round, begin_round};
use super::spec::{CountSubject, InputContent, JobSpec, LineOperation, PieceSpec, to_json};
use super::state::JobState;
use super::status::{JobStatus, JobTotals, PieceCounts, StatusReader};
use super::stored::{BLOCK_BYTES, row_bytes};
use super::table::{Deletion, JobTable, NewJob, StoredInput};
use super::test_database::TestDatabase;
use super::uploads::UploadTable;
use super::versions::{OlderJobs, VERSION_GRACE};
use super::workers::{LiveWorkers, WorkerTable};

pub(super) const BOUNDS: JobBounds = JobBounds {
    jobs_max: 3,
    pieces_max: 200,
    upload_bytes_max: 1000,
    stored_bytes_max: 1 << 20,
    stored_bytes_total_max: 0,
    free_bytes_min: 0,
    ttl_default: Duration::from_secs(60),
    ttl_max: Duration::from_secs(3600),
    upload_ttl: Duration::from_secs(10),
};

/// Tables of an empty database whose clock the test sets.
struct Tables {
    source: TestDatabase,
    database: Database,
    jobs: JobTable,
    queue: PieceQueue,
    status: StatusReader,
    overview: Overview,
    uploads: UploadTable,
    workers: WorkerTable,
    now: Arc<AtomicI64>,
}

impl Tables {
    async fn new() -> Self {
        Self::open(TestDatabase::new().await, Arc::new(AtomicI64::new(1_000_000))).await
    }

    async fn open(source: TestDatabase, now: Arc<AtomicI64>) -> Self {
        let clock = Clock::Test(Arc::clone(&now));
        let database = Database::open(&source.address(), clock).await.expect("a database");
        let workers = WorkerTable::new(database.clone());
        Self {
            jobs: JobTable::new(database.clone(), BOUNDS),
            queue: PieceQueue::new(database.clone(), BOUNDS).of_worker(&workers),
            status: StatusReader::new(database.clone()),
            overview: Overview::new(database.clone()),
            uploads: UploadTable::new(database.clone(), BOUNDS),
            workers,
            database,
            now,
            source,
        }
    }

    /// Closes all connections and opens the database again.
    async fn reopened(self) -> Self {
        self.database.close().await;
        Self::open(self.source, self.now).await
    }

    fn pass(&self, time: Duration) {
        self.now.fetch_add(millis(time), Ordering::Relaxed);
    }

    async fn create(&self, job: &NewJob) -> JobId {
        let input = StoredInput { object: "input".to_owned(), bytes: 10 };
        self.jobs.create(JobId::random(), job, &input).await.expect("created").id
    }

    /// Creates a job with these pieces.
    async fn planned(&self, job: &NewJob, rest: Vec<NewPiece>) -> JobId {
        let id = self.create(job).await;
        let plan = self.claim_one().await;
        assert_eq!((plan.lease.job, &plan.piece), (id, &PieceSpec::Plan));
        self.complete(&plan.lease, PieceResult { rest, ..PieceResult::default() }).await;
        id
    }

    async fn claim(&self, pieces_max: usize) -> Vec<Claimed> {
        assert!(self.queue.has_ready().await.expect("read"));
        let claimed = self.queue.claim(pieces_max, &HashSet::new()).await.expect("claimed");
        assert!(!claimed.is_empty());
        claimed
    }

    async fn claim_one(&self) -> Claimed {
        self.claim(1).await.remove(0)
    }

    async fn has_none_ready(&self) -> bool {
        assert!(self.queue.claim(9, &HashSet::new()).await.expect("claimed").is_empty());
        !self.queue.has_ready().await.expect("read")
    }

    async fn complete(&self, lease: &Lease, result: PieceResult) {
        assert_eq!(self.queue.complete(lease, &result).await.expect("completed"), Completion::Counted);
    }

    /// Returns the status, after an audit of the sums that the row of the job keeps.
    async fn status(&self, id: JobId) -> JobStatus {
        let status = self.status.status(id, None).await.expect("a status");
        let mut transaction = self.database.read().await.expect("a transaction");
        let row = JobRow::of(&mut transaction, id).await.expect("read").expect("a row");
        let audit = Progress::of_pieces(&mut transaction, id).await.expect("read");
        assert!(row.progress == audit || status.state == JobState::Expired, "{:?} {audit:?}", row.progress);
        status
    }

    async fn stopped(&self, id: JobId) -> bool {
        self.jobs.stopped(&HashSet::from([id])).await.expect("read").contains(&id)
    }

    /// Bytes that a client has stored or reserved.
    async fn stored(&self, client: &str) -> u64 {
        let mut transaction = self.database.read().await.expect("a transaction");
        self.database.stored(&mut transaction, client, &BOUNDS).await.expect("read").of_client
    }

    /// Queue and jobs with another bound on the bytes of a client.
    fn with_bytes(self, stored_bytes_max: u64) -> Self {
        let bounds = JobBounds { stored_bytes_max, ..BOUNDS };
        let queue = PieceQueue::new(self.database.clone(), bounds);
        Self { queue, jobs: JobTable::new(self.database.clone(), bounds), ..self }
    }

    async fn state(&self, id: JobId) -> JobState {
        self.status(id).await.state
    }
}

fn job(client: &str, spec: JobSpec) -> NewJob {
    NewJob {
        client: client.to_owned(),
        idempotency_key: None,
        request_hash: String::new(),
        spec,
        priority: 0,
        ttl: BOUNDS.ttl_default,
    }
}

fn lines(client: &str) -> NewJob {
    let content = InputContent::Text;
    job(client, JobSpec::Lines { operation: LineOperation::Solve, options: String::new(), content })
}

pub(super) fn count(limit: Option<u64>) -> NewJob {
    job("", JobSpec::Count { subject: CountSubject::Puzzle, limit })
}

fn solutions(limit: Option<u64>) -> NewJob {
    job("", JobSpec::Solutions { subject: CountSubject::Puzzle, limit })
}

/// Pieces of ten puzzles each.
fn line_pieces(pieces: u64) -> Vec<NewPiece> {
    let spec = |no: u64| PieceSpec::Lines {
        plan: 1,
        bytes: no * 100..no * 100 + 100,
        first: no * 10,
        is_spaced: false,
    };
    (0..pieces).map(|no| NewPiece { no: None, spec: spec(no), puzzles: 10, weight: None }).collect()
}

/// Cubes with equal shares of `weight`.
pub(super) fn cubes(cubes: u128, weight: u128) -> Vec<NewPiece> {
    let spec = |no| PieceSpec::Cubes { cubes: vec![format!("cube {no}")] };
    (0..cubes)
        .map(|no| NewPiece { no: None, spec: spec(no), puzzles: 0, weight: Some(weight / cubes) })
        .collect()
}

pub(super) fn counted(count: u128) -> PieceResult {
    PieceResult { count: Some(count), ..PieceResult::default() }
}

fn solved() -> PieceResult {
    let verdicts = VerdictCounts { unique: 7, multiple: 2, errors: 1, ..VerdictCounts::default() };
    PieceResult { verdicts, nodes: 5, result_bytes: 100, ..PieceResult::default() }
}

/// Changes the database besides the tables.
async fn execute(tables: &Tables, sql: &'static str) {
    let mut transaction = tables.database.write().await.expect("a transaction");
    sqlx::raw_sql(sql).execute(&mut *transaction).await.expect("executed");
    transaction.commit().await.expect("committed");
}

#[tokio::test]
async fn job_succeeds_when_all_pieces_are_done() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("")).await;
    let queued = tables.status(id).await;
    assert_eq!(
        (queued.state, queued.pieces, queued.puzzles_total),
        (JobState::Queued, PieceCounts::default(), None)
    );
    let plan = tables.claim_one().await;
    assert_eq!(tables.state(id).await, JobState::Running);
    tables.complete(&plan.lease, PieceResult { rest: line_pieces(3), ..PieceResult::default() }).await;
    let mut revision = queued.revision;
    for (done, claimed) in tables.claim(9).await.into_iter().enumerate() {
        assert_eq!((claimed.lease.no, claimed.input.as_str()), (done as u64 + 1, "input"));
        let status = tables.status(id).await;
        assert_eq!((status.state, status.puzzles_total), (JobState::Running, Some(30)));
        assert!(status.revision > revision, "{status:?}");
        assert_eq!(status.puzzles_done, done as u64 * 10);
        revision = status.revision;
        tables.pass(Duration::from_secs(1));
        tables.complete(&claimed.lease, solved()).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.fraction, status.eta_s), (JobState::Succeeded, 1.0, None));
    assert_eq!(status.pieces, PieceCounts { total: 3, done: 3, leased: 0, failed: 0 });
    assert_eq!((status.verdicts.unique, status.verdicts.puzzles(), status.count), (21, 30, None));
    assert_eq!(status.times.ended, Some(1_003_000));
    assert_eq!(status.times.expires_at, 1_063_000);
    assert!(tables.has_none_ready().await);
}

#[tokio::test]
async fn claims_are_exclusive() {
    let tables = Tables::new().await;
    tables.planned(&lines(""), line_pieces(100)).await;
    let workers = (0..8).map(|_| {
        let queue = tables.queue.clone();
        tokio::spawn(async move {
            let mut numbers = Vec::new();
            loop {
                let claimed = queue.claim(7, &HashSet::new()).await.expect("claimed");
                if claimed.is_empty() {
                    return numbers;
                }
                numbers.extend(claimed.iter().map(|claimed| claimed.lease.no));
            }
        })
    });
    let mut numbers = Vec::new();
    for worker in workers.collect::<Vec<_>>() {
        numbers.extend(worker.await.expect("no panic"));
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=100).collect::<Vec<u64>>());
}

#[tokio::test]
async fn late_completion_is_fenced() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(2, Cube::WEIGHT_OF_WHOLE)).await;
    let late = tables.claim_one().await;
    tables.pass(LEASE + Duration::from_millis(1));
    assert_eq!(tables.queue.reap().await.expect("reaped").len(), 1);
    let second = tables.claim_one().await;
    assert_eq!((second.lease.no, second.lease.epoch), (late.lease.no, late.lease.epoch + 1));
    let with_rest = PieceResult { rest: cubes(3, 3), ..counted(1000) };
    let fenced = [
        tables.queue.complete(&late.lease, &with_rest).await.expect("an answer"),
        tables.queue.retry(&late.lease, "late").await.expect("an answer"),
        tables
            .queue
            .fail(&late.lease, &JobFailure::new(FailureCode::PieceFailed, ""))
            .await
            .expect("an answer"),
    ];
    assert_eq!(fenced, [Completion::Fenced; 3]);
    tables.queue.release(&[late.lease]).await.expect("released");
    assert_eq!(tables.queue.renew(&[late.lease, second.lease]).await.expect("renewed"), [late.lease]);
    tables.complete(&second.lease, counted(5)).await;
    let last = tables.claim_one().await;
    tables.complete(&last.lease, counted(6)).await;
    assert_eq!(tables.status(id).await.count, Some(11));
}

#[tokio::test]
async fn repeated_completion_counts_once() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(1, Cube::WEIGHT_OF_WHOLE)).await;
    let first = tables.claim_one().await;
    for _ in 0..3 {
        tables.complete(&first.lease, PieceResult { rest: cubes(1, 1), ..counted(5) }).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count, status.pieces.total), (JobState::Running, Some(5), 2));
    let rest = tables.claim_one().await;
    for _ in 0..3 {
        tables.complete(&rest.lease, counted(6)).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(11)));
}

#[tokio::test]
async fn job_of_a_worker_that_died_after_the_last_completion_is_ended() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(2, Cube::WEIGHT_OF_WHOLE)).await;
    for claimed in tables.claim(2).await {
        assert_eq!(tables.queue.end_done().await.expect("none"), 0);
        let (recorded, _) = tables.queue.record(&claimed.lease, &counted(4)).await.expect("recorded");
        assert_eq!((recorded, tables.state(id).await), (Completion::Counted, JobState::Running));
    }
    assert_eq!(tables.queue.end_done().await.expect("ended"), 1);
    assert_eq!(tables.queue.end_done().await.expect("none"), 0);
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(8)));
}

#[tokio::test]
async fn completions_at_the_same_time_end_the_job() {
    let tables = Tables::new().await;
    for _ in 0..3 {
        let id = tables.planned(&count(None), cubes(20, 20)).await;
        let mut claimed = tables.claim(20).await;
        let cancelled = claimed.pop();
        let completions = claimed.into_iter().map(|claimed| {
            let queue = tables.queue.clone();
            tokio::spawn(async move { queue.complete(&claimed.lease, &counted(1)).await })
        });
        let completions: Vec<_> = completions.collect();
        // A cancellation comes in between.
        tables.jobs.delete(id, None).await.expect("cancelled");
        for completion in completions {
            let completion = completion.await.expect("no panic").expect("completed");
            assert_eq!(completion, Completion::Counted);
        }
        assert_eq!(tables.state(id).await, JobState::Cancelling);
        tables.queue.release(&[cancelled.expect("a piece").lease]).await.expect("released");
        let status = tables.status(id).await;
        assert_eq!((status.state, status.count), (JobState::Cancelled, Some(19)));
        tables.jobs.delete(id, None).await.expect("removed");
    }
}

#[tokio::test]
async fn renewed_lease_is_kept() {
    let tables = Tables::new().await;
    tables.planned(&lines(""), line_pieces(1)).await;
    let claimed = tables.claim_one().await;
    for _ in 0..5 {
        tables.pass(LEASE);
        assert_eq!(tables.queue.reap().await.expect("reaped"), []);
        assert_eq!(tables.queue.renew(&[claimed.lease]).await.expect("renewed"), []);
    }
    tables.complete(&claimed.lease, solved()).await;
}

#[tokio::test]
async fn sums_exceed_64_bits_and_fail_beyond_128() {
    let tables = Tables::new().await;
    let halves = cubes(2, Cube::WEIGHT_OF_WHOLE);
    let id = tables.planned(&count(None), halves.clone()).await;
    for claimed in tables.claim(9).await {
        tables.complete(&claimed.lease, counted(u128::MAX / 2)).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(u128::MAX - 1)));
    let id = tables.planned(&count(None), halves).await;
    for claimed in tables.claim(9).await {
        tables.complete(&claimed.lease, counted(u128::MAX / 2 + 1)).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Failed, None));
    assert_eq!(status.failure.map(|failure| failure.code), Some(FailureCode::CountOverflow));
}

#[tokio::test]
async fn exported_rest_keeps_weights_and_sum() {
    let tables = Tables::new().await;
    let whole = Cube::WEIGHT_OF_WHOLE;
    let id = tables.planned(&count(None), cubes(4, whole)).await;
    let mut sum = 0;
    for step in 1.. {
        if tables.status(id).await.state.has_ended() {
            break;
        }
        let claimed = tables.claim_one().await;
        let weight = claimed.weight.expect("a weight");
        sum += step;
        // The first pieces leave a rest.
        let rest = if step < 6 { cubes(2, weight / 2) } else { Vec::new() };
        let left: u128 = rest.iter().filter_map(|piece| piece.weight).sum();
        let result = PieceResult { weight: Some(weight - left), rest, ..counted(step) };
        let before = tables.status(id).await.fraction;
        tables.complete(&claimed.lease, result).await;
        assert!(tables.status(id).await.fraction > before);
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(sum)));
    assert_eq!(status.pieces.total, 4 + 5 * 2);
    let weights: Vec<String> = sqlx::query_scalar("SELECT weight FROM pieces WHERE no > 0")
        .fetch_all(&mut *tables.database.read().await.expect("a transaction"))
        .await
        .expect("weights");
    let weights = weights.iter().map(|weight| weight.parse::<u128>().expect("a number"));
    assert_eq!(weights.sum::<u128>(), whole);
}

#[tokio::test]
async fn cubes_are_claimed_from_the_last_and_forgotten_when_done() {
    let tables = Tables::new().await;
    tables.planned(&count(None), cubes(4, 4)).await;
    let claimed = tables.claim(2).await;
    assert_eq!(claimed.iter().map(|claimed| claimed.lease.no).collect::<Vec<_>>(), [4, 3]);
    tables.complete(&claimed[0].lease, PieceResult { weight: Some(1), ..counted(1) }).await;
    let specs: Vec<String> = sqlx::query_scalar("SELECT spec FROM pieces WHERE no > 2 ORDER BY no")
        .fetch_all(&mut *tables.database.read().await.expect("a transaction"))
        .await
        .expect("specifications");
    let cubes = |cubes: &str| format!(r#"{{"piece":"cubes","cubes":[{cubes}]}}"#);
    assert_eq!(specs, [cubes(r#""cube 2""#), cubes("")]);
}

#[tokio::test]
async fn limit_ends_the_job_with_the_minimum() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(Some(10)), cubes(4, Cube::WEIGHT_OF_WHOLE)).await;
    let claimed = tables.claim(2).await;
    tables.complete(&claimed[0].lease, counted(9)).await;
    assert_eq!(tables.state(id).await, JobState::Running);
    tables.complete(&claimed[1].lease, counted(9)).await;
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(10)));
    assert!(tables.has_none_ready().await);
}

#[tokio::test]
async fn repeated_request_gets_the_same_job() {
    let tables = Tables::new().await;
    let request =
        NewJob { idempotency_key: Some("k".to_owned()), request_hash: "a".to_owned(), ..lines("x") };
    let input = StoredInput { object: "input".to_owned(), bytes: 10 };
    let create = |job: NewJob| {
        let (jobs, input) = (tables.jobs.clone(), input.clone());
        tokio::spawn(async move { jobs.create(JobId::random(), &job, &input).await })
    };
    let created = [create(request.clone()), create(request.clone()), create(request.clone())];
    let mut ids = Vec::new();
    for created in created {
        let created = created.await.expect("no panic").expect("created");
        ids.push((created.id, created.is_repeated));
    }
    assert!(ids.iter().all(|(id, _)| *id == ids[0].0), "{ids:?}");
    assert_eq!(ids.iter().filter(|(_, is_repeated)| !is_repeated).count(), 1);
    assert_eq!(tables.jobs.find_repeated(&request, 0).await.expect("read"), Some(ids[0].0));
    let other = NewJob { request_hash: "b".to_owned(), ..request.clone() };
    assert!(matches!(tables.jobs.find_repeated(&other, 0).await, Err(JobError::ReusedKey)));
    assert!(matches!(create(other).await.expect("no panic"), Err(JobError::ReusedKey)));
    // Keys belong to a client, and jobs without one are never the same.
    let of_other =
        create(NewJob { client: "y".to_owned(), ..request }).await.expect("no panic").expect("created");
    assert!(!of_other.is_repeated);
    assert_ne!(tables.create(&lines("")).await, tables.create(&lines("")).await);
}

#[tokio::test]
async fn jobs_of_others_are_not_found() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("x")).await;
    assert!(tables.status.status(id, Some("x")).await.is_ok());
    assert!(matches!(tables.status.status(id, Some("y")).await, Err(JobError::NotFound)));
    assert!(matches!(tables.status.results(id, Some("y")).await, Err(JobError::NotFound)));
    assert!(matches!(tables.jobs.delete(id, Some("y")).await, Err(JobError::NotFound)));
    assert!(matches!(tables.jobs.delete(JobId::random(), None).await, Err(JobError::NotFound)));
    assert_eq!(tables.status.list("y", None, None, 9).await.expect("a list"), []);
}

#[tokio::test]
async fn jobs_are_listed_from_the_latest() {
    let tables = Tables::new().await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        tables.pass(Duration::from_secs(1));
        ids.insert(0, tables.create(&lines("x")).await);
    }
    tables.claim_one().await;
    let list = async |state, after, jobs_max| {
        let jobs = tables.status.list("x", state, after, jobs_max).await.expect("a list");
        jobs.iter().map(|job| job.id).collect::<Vec<_>>()
    };
    assert_eq!(list(None, None, 2).await, ids[..2]);
    assert_eq!(list(None, Some(ids[1]), 2).await, ids[2..]);
    assert_eq!(list(Some(JobState::Running), None, 9).await, ids[2..]);
    assert_eq!(list(Some(JobState::Failed), None, 9).await, []);
}

#[tokio::test]
async fn cancelled_job_keeps_what_was_counted() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(4, Cube::WEIGHT_OF_WHOLE)).await;
    let claimed = tables.claim(2).await;
    tables.complete(&claimed[0].lease, counted(3)).await;
    assert!(!tables.stopped(id).await);
    for _ in 0..2 {
        assert_eq!(tables.jobs.delete(id, None).await.expect("cancelled"), Deletion::Cancelled);
        assert_eq!(tables.state(id).await, JobState::Cancelling);
        assert!(tables.stopped(id).await);
    }
    assert!(tables.has_none_ready().await);
    // The rest of the last piece is not done.
    tables.complete(&claimed[1].lease, PieceResult { rest: cubes(2, 2), ..counted(4) }).await;
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count, status.fraction), (JobState::Cancelled, Some(7), 0.5));
    assert!(tables.has_none_ready().await);
    assert_eq!(tables.jobs.delete(id, None).await.expect("removed"), Deletion::Removed);
    assert!(matches!(tables.status.status(id, None).await, Err(JobError::NotFound)));
}

#[tokio::test]
async fn queued_job_is_cancelled_at_once() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("")).await;
    tables.jobs.delete(id, None).await.expect("cancelled");
    assert_eq!(tables.state(id).await, JobState::Cancelled);
    assert!(tables.has_none_ready().await);
}

#[tokio::test]
async fn released_piece_of_a_cancelled_job_ends_it() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(2)).await;
    let leases: Vec<Lease> = tables.claim(2).await.iter().map(|claimed| claimed.lease).collect();
    tables.jobs.delete(id, None).await.expect("cancelled");
    tables.queue.release(&leases[..1]).await.expect("released");
    assert_eq!(tables.state(id).await, JobState::Cancelling);
    // The worker of the other one disappears.
    tables.pass(LEASE * 2);
    assert_eq!(tables.queue.reap().await.expect("reaped").len(), 1);
    assert_eq!(tables.state(id).await, JobState::Cancelled);
}

#[tokio::test]
async fn released_piece_is_claimed_again_at_once() {
    let tables = Tables::new().await;
    tables.planned(&lines(""), line_pieces(1)).await;
    for epoch in 1..20 {
        let claimed = tables.claim_one().await;
        assert_eq!(claimed.lease.epoch, epoch);
        tables.queue.release(&[claimed.lease]).await.expect("released");
    }
}

/// The clock of a machine was wrong, and is set back by an hour.
#[tokio::test]
async fn clock_that_is_set_back_delays_nothing() {
    const HOUR: i64 = 3_600_000;
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(4)).await;
    let [failed, lost, kept] =
        tables.claim(3).await.try_into().unwrap_or_else(|claimed: Vec<_>| panic!("{claimed:?}"));
    tables.workers.report(2, 1).await.expect("reported");
    assert!(begin_round(&tables.database, Round::Sweep, Duration::from_secs(60)).await.expect("begun"));
    tables.queue.retry(&failed.lease, "out of memory").await.expect("retried");
    tables.now.fetch_sub(HOUR, Ordering::Relaxed);

    // New pieces, and those that wait for their next attempt.
    let ready: Vec<u64> = tables.claim(9).await.iter().map(|claimed| claimed.lease.no).collect();
    assert_eq!(ready, [failed.lease.no, 4]);
    // A worker that is alive renews its lease; that of one that is gone ends as usual.
    assert_eq!(tables.queue.reap().await.expect("reaped").len(), 0);
    assert_eq!(tables.queue.renew(&[kept.lease]).await.expect("renewed"), []);
    tables.pass(LEASE / 2);
    assert_eq!(tables.queue.renew(&[kept.lease]).await.expect("renewed"), []);
    tables.pass(LEASE / 2 + Duration::from_millis(1));
    assert_eq!(tables.queue.reap().await.expect("reaped").len(), 3);
    // Each alone.
    let again = [tables.claim(9).await, tables.claim(9).await, tables.claim(9).await];
    let mut again = again.iter().flatten().map(|claimed| claimed.lease.no);
    assert!(again.any(|no| no == lost.lease.no));
    tables.complete(&kept.lease, solved()).await;
    assert_eq!(tables.state(id).await, JobState::Running);

    assert_eq!(tables.workers.live().await.expect("read"), LiveWorkers { workers: 0, idle_threads: 0 });
    let begun = async || begin_round(&tables.database, Round::Sweep, Duration::from_secs(60)).await;
    assert!(begun().await.expect("begun"));
    assert!(!begun().await.expect("not due"));
}

#[tokio::test]
async fn failed_attempts_back_off_and_poison_the_job() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(3)).await;
    let first = tables.claim_one().await;
    tables.complete(&first.lease, solved()).await;
    let mut back_offs = Vec::new();
    let mut poison = tables.claim_one().await;
    for _ in 0..5 {
        let lease = poison.lease;
        assert_eq!(tables.queue.retry(&lease, "out of memory").await.expect("retried"), Completion::Counted);
        let other = tables.claim_one().await;
        assert_ne!(other.lease.no, lease.no);
        let mut seconds = 0;
        while !tables.queue.has_ready().await.expect("read") {
            tables.pass(Duration::from_secs(1));
            seconds += 1;
        }
        back_offs.push(seconds);
        poison = tables.claim_one().await;
        assert_eq!((poison.lease.no, poison.lease.epoch), (lease.no, lease.epoch + 1));
        tables.queue.release(&[other.lease]).await.expect("released");
    }
    assert_eq!(back_offs, [1, 2, 4, 8, 16]);
    assert_eq!(tables.state(id).await, JobState::Running);
    tables.queue.retry(&poison.lease, "out of memory").await.expect("failed");
    let status = tables.status(id).await;
    let failure = status.failure.expect("a failure");
    assert_eq!(failure, JobFailure::new(FailureCode::PieceFailed, "piece 2 failed 6 times: out of memory"));
    assert_eq!((status.state, status.verdicts.unique), (JobState::Failed, 7));
    assert_eq!(status.pieces, PieceCounts { total: 3, done: 1, leased: 0, failed: 1 });
    assert!(tables.has_none_ready().await);
    let results = tables.status.results(id, None).await.expect("results");
    assert_eq!((results.parts.len(), results.is_final), (1, true));
}

#[tokio::test]
async fn invalid_input_fails_the_job() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("")).await;
    let plan = tables.claim_one().await;
    let failure = JobFailure::new(FailureCode::InvalidInput, "the input has no puzzle");
    tables.queue.fail(&plan.lease, &failure).await.expect("failed");
    let status = tables.status(id).await;
    assert_eq!((status.state, status.failure), (JobState::Failed, Some(failure)));
}

#[tokio::test]
async fn retried_job_runs_its_failed_pieces_again_and_keeps_the_results_of_the_others() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines("x"), line_pieces(4)).await;
    let [done, failed, late] =
        tables.claim(3).await.try_into().unwrap_or_else(|claimed: Vec<_>| panic!("{claimed:?}"));
    tables.complete(&done.lease, solved()).await;
    for retried in [JobId::random(), id] {
        let error = tables.jobs.retry(retried, Some("y")).await.expect_err("no job of this client");
        assert!(matches!(error, JobError::NotFound), "{error}");
    }
    let error = tables.jobs.retry(id, Some("x")).await.expect_err("runs");
    assert_eq!(error.to_string(), "the job is `running`: only a failed one can be retried");
    let failure = JobFailure::new(FailureCode::StoredBytes, "too many");
    tables.queue.fail(&failed.lease, &failure).await.expect("failed");
    let before = tables.status(id).await;
    assert_eq!((before.state, before.pieces.failed), (JobState::Failed, 1));

    tables.jobs.retry(id, Some("x")).await.expect("retried");
    let status = tables.status(id).await;
    assert_eq!((status.state, status.failure, status.times.ended), (JobState::Running, None, None));
    assert!(status.revision > before.revision);
    assert_eq!(status.pieces, PieceCounts { total: 4, done: 1, leased: 1, failed: 0 });
    assert_eq!(status.times.expires_at, tables.now.load(Ordering::Relaxed) + millis(BOUNDS.ttl_max));
    // The piece of a worker that has not heard of the failure counts.
    tables.complete(&late.lease, solved()).await;
    let again = tables.claim(9).await;
    let numbers: Vec<u64> = again.iter().map(|claimed| claimed.lease.no).collect();
    assert_eq!(numbers, [failed.lease.no, 4]);
    for claimed in again {
        tables.complete(&claimed.lease, solved()).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.verdicts.unique), (JobState::Succeeded, 28));
    let error = tables.jobs.retry(id, None).await.expect_err("succeeded");
    assert_eq!(error.to_string(), "the job is `succeeded`: only a failed one can be retried");
}

#[tokio::test]
async fn retried_piece_has_all_of_its_attempts() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(1, Cube::WEIGHT_OF_WHOLE)).await;
    for round in 0..2 {
        for _ in 0..6 {
            assert_ne!(tables.state(id).await, JobState::Failed);
            while !tables.queue.has_ready().await.expect("read") {
                tables.pass(Duration::from_secs(1));
            }
            let claimed = tables.claim_one().await;
            tables.queue.retry(&claimed.lease, "out of memory").await.expect("recorded");
        }
        assert_eq!(tables.state(id).await, JobState::Failed);
        tables.jobs.retry(id, None).await.expect("retried");
        assert_eq!(tables.state(id).await, JobState::Queued, "{round}");
    }
    let claimed = tables.claim_one().await;
    tables.complete(&claimed.lease, counted(3)).await;
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(3)));
}

#[tokio::test]
async fn rest_that_could_not_be_stored_is_searched_by_a_retry() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(1, Cube::WEIGHT_OF_WHOLE)).await;
    let claimed = tables.claim_one().await;
    let long = PieceSpec::Cubes { cubes: vec!["0".repeat(BOUNDS.stored_bytes_max as usize)] };
    let rest = vec![NewPiece { no: None, spec: long, puzzles: 0, weight: Some(1) }];
    let searched = Some(Cube::WEIGHT_OF_WHOLE - 1);
    let result = PieceResult { rest, weight: searched, ..counted(7) };
    assert_eq!(tables.queue.complete(&claimed.lease, &result).await.expect("failed"), Completion::Failed);
    tables.jobs.retry(id, None).await.expect("retried");
    let claimed = tables.claim_one().await;
    let result = PieceResult { rest: cubes(1, 1), weight: searched, ..counted(7) };
    tables.complete(&claimed.lease, result).await;
    let rest = tables.claim_one().await;
    tables.complete(&rest.lease, counted(2)).await;
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count, status.fraction), (JobState::Succeeded, Some(9), 1.0));
}

#[tokio::test]
async fn job_without_failed_pieces_is_not_retried() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(2, Cube::WEIGHT_OF_WHOLE)).await;
    for _ in 0..2 {
        let claimed = tables.claim_one().await;
        tables.complete(&claimed.lease, counted(u128::MAX)).await;
    }
    let before = tables.status(id).await;
    assert_eq!(before.failure.as_ref().expect("a failure").code, FailureCode::CountOverflow);
    let error = tables.jobs.retry(id, None).await.expect_err("overflows again");
    assert!(matches!(error, JobError::NotRetryable(_)), "{error}");
    assert_eq!(tables.status(id).await, before);
}

#[tokio::test]
async fn failed_job_of_an_older_version_is_retried_by_this_one() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(3, Cube::WEIGHT_OF_WHOLE)).await;
    let [done, failed, late] =
        tables.claim(3).await.try_into().unwrap_or_else(|claimed: Vec<_>| panic!("{claimed:?}"));
    tables.complete(&done.lease, counted(4)).await;
    tables.queue.fail(&failed.lease, &JobFailure::new(FailureCode::PieceFailed, "")).await.expect("failed");
    execute(&tables, "UPDATE jobs SET version = 1, progress = '{}', revision = 2; DELETE FROM clients").await;
    let before = tables.status.status(id, None).await.expect("a status");
    tables.jobs.retry(id, None).await.expect("retried");
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count, status.pieces.leased), (JobState::Queued, Some(4), 0));
    assert!(status.revision > before.revision);
    assert_eq!(tables.queue.complete(&late.lease, &counted(1)).await.expect("fenced"), Completion::Fenced);
    assert_eq!(tables.claim(9).await.len(), 2);
    execute(&tables, "UPDATE jobs SET version = 1000, state = 4").await;
    let error = tables.jobs.retry(id, None).await.expect_err("newer");
    assert!(matches!(error, JobError::NotRetryable(_)), "{error}");
}

#[tokio::test]
async fn results_are_the_prefix_of_the_input() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(3)).await;
    let claimed = tables.claim(3).await;
    let numbers = async || {
        let results = tables.status.results(id, None).await.expect("results");
        (results.parts.iter().map(|part| part.no).collect::<Vec<_>>(), results.is_final)
    };
    let mut seen = vec![numbers().await];
    for piece in [2, 0, 1] {
        tables.complete(&claimed[piece].lease, solved()).await;
        seen.push(numbers().await);
    }
    assert_eq!(seen, [(vec![], false), (vec![], false), (vec![1], false), (vec![1, 2, 3], true)]);
}

#[tokio::test]
async fn clients_and_their_jobs_take_turns() {
    let tables = Tables::new().await;
    let mut owners = Vec::new();
    for client in ["x", "x", "y"] {
        owners.push(tables.planned(&lines(client), line_pieces(10)).await);
    }
    let mut turns = Vec::new();
    for _ in 0..6 {
        let job = tables.claim_one().await.lease.job;
        turns.push(owners.iter().position(|owner| *owner == job).expect("a job"));
    }
    assert_eq!(turns, [0, 2, 1, 2, 0, 2]);
}

#[tokio::test]
async fn jobs_of_a_client_begin_by_priority() {
    let tables = Tables::new().await;
    let [low, normal, high] = [-1, 0, 1].map(|priority| NewJob { priority, ..lines("x") });
    let (low, normal) = (tables.create(&low).await, tables.create(&normal).await);
    let (other, high) = (tables.create(&lines("y")).await, tables.create(&high).await);
    let mut claimed = Vec::new();
    while tables.queue.has_ready().await.expect("read") {
        claimed.push(tables.claim_one().await.lease.job);
    }
    // Clients take turns whatever the priorities are.
    assert_eq!(claimed, [high, other, normal, low]);
}

#[tokio::test]
async fn excluded_clients_have_no_turn() {
    let tables = Tables::new().await;
    tables.create(&lines("x")).await;
    let of_x = HashSet::from(["x".to_owned()]);
    assert_eq!(tables.queue.claim(9, &of_x).await.expect("claimed"), []);
    let other = tables.create(&lines("y")).await;
    let claimed = tables.queue.claim(9, &of_x).await.expect("claimed");
    assert_eq!(claimed.iter().map(|claimed| claimed.lease.job).collect::<Vec<_>>(), [other]);
    assert_eq!(tables.claim_one().await.client, "x");
}

#[tokio::test]
async fn lost_leases_back_off_and_are_claimed_alone_until_the_piece_kills_too_many() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(3)).await;
    assert_eq!(tables.claim(9).await.len(), 3);
    let mut waits = Vec::new();
    for loss in 1.. {
        tables.pass(LEASE + Duration::from_millis(1));
        let reaped = tables.queue.reap().await.expect("reaped");
        if tables.state(id).await == JobState::Failed {
            assert_eq!(loss, 10);
            break;
        }
        // The others were killed with it: they end at their next attempts.
        let mut claimed = Vec::new();
        let mut seconds = 0;
        while claimed.is_empty() {
            claimed = tables.queue.claim(9, &HashSet::new()).await.expect("claimed");
            if claimed.is_empty() {
                tables.pass(Duration::from_secs(1));
                seconds += 1;
            }
        }
        assert_eq!(claimed.len(), 1, "{reaped:?}");
        waits.push(seconds);
        for _ in 1..reaped.len() {
            let [other] = tables.claim(9).await.try_into().expect("one");
            tables.complete(&other.lease, solved()).await;
        }
    }
    assert_eq!(waits, [0, 1, 2, 4, 8, 16, 32, 60, 60]);
    let failure = tables.status(id).await.failure.expect("a failure");
    assert_eq!(failure.detail, "piece 1 failed 10 times: its worker disappeared");
}

#[tokio::test]
async fn bounds_of_a_client_are_enforced() {
    let tables = Tables::new().await;
    for _ in 0..3 {
        tables.create(&lines("x")).await;
    }
    let input = |bytes| StoredInput { object: "input".to_owned(), bytes };
    let create =
        async |client, bytes| tables.jobs.create(JobId::random(), &lines(client), &input(bytes)).await;
    assert!(matches!(create("x", 0).await, Err(JobError::TooManyJobs(3))));
    let max = BOUNDS.stored_bytes_max;
    let upload = async |bytes| tables.uploads.create(JobId::random(), "y", InputContent::Text, bytes).await;
    assert!(matches!(create("y", max).await, Err(JobError::TooManyBytes(_))));
    upload(max / 2).await.expect("an upload");
    assert!(matches!(upload(max / 2 + 1).await, Err(JobError::TooManyBytes(_))));
    assert!(create("y", max / 2 - 1000).await.is_ok());
    assert!(matches!(create("y", 0).await, Err(JobError::TooManyBytes(_))));
}

#[tokio::test]
async fn rows_inputs_and_results_are_counted_until_the_job_is_removed() {
    let tables = Tables::new().await.with_bytes(1 << 30);
    let id = tables.create(&lines("x")).await;
    let created = tables.stored("x").await;
    let options = to_json(&lines("x").spec).expect("JSON");
    let plan_row = row_bytes(&to_json(&PieceSpec::Plan).expect("JSON"));
    assert_eq!(created, 10 + row_bytes(&options) + plan_row);
    let plan = tables.claim_one().await;
    assert_eq!((plan.reserved, tables.stored("x").await), (BLOCK_BYTES, created + BLOCK_BYTES));
    let pieces = line_pieces(2);
    let rows: u64 = pieces.iter().map(|piece| row_bytes(&to_json(&piece.spec).expect("JSON"))).sum();
    let planned = PieceResult { rest: pieces, input_bytes: 5000, ..PieceResult::default() };
    tables.complete(&plan.lease, planned).await;
    assert_eq!(tables.stored("x").await, created + 5000 + rows);
    for (done, claimed) in (1..).zip(tables.claim(9).await) {
        tables.complete(&claimed.lease, solved()).await;
        let reserved = (2 - done) * BLOCK_BYTES;
        assert_eq!(tables.stored("x").await, created + 5000 + rows + done * 100 + reserved);
    }
    tables.jobs.delete(id, None).await.expect("removed");
    assert_eq!(tables.stored("x").await, 0);
}

#[tokio::test]
async fn reservation_ends_with_its_lease() {
    let tables = Tables::new().await.with_bytes(1 << 30);
    tables.planned(&lines("x"), line_pieces(1)).await;
    let before = tables.stored("x").await;
    let claimed = tables.claim_one().await;
    let granted = tables.queue.reserve(&claimed.lease, 3 * BLOCK_BYTES - 1).await.expect("reserved");
    assert_eq!(granted, Some(3 * BLOCK_BYTES));
    assert_eq!(tables.stored("x").await, before + 4 * BLOCK_BYTES);
    tables.pass(LEASE + Duration::from_millis(1));
    tables.queue.reap().await.expect("reaped");
    assert_eq!(tables.stored("x").await, before);
    assert_eq!(tables.queue.reserve(&claimed.lease, 1).await.expect("an answer"), None);
    let released = tables.claim_one().await;
    tables.queue.release(&[released.lease]).await.expect("released");
    assert_eq!(tables.stored("x").await, before);
    let retried = tables.claim_one().await;
    tables.queue.retry(&retried.lease, "failed").await.expect("recorded");
    assert_eq!(tables.stored("x").await, before);
    tables.pass(Duration::from_secs(60));
    let failed = tables.claim_one().await;
    let failure = JobFailure::new(FailureCode::InvalidInput, "");
    tables.queue.fail(&failed.lease, &failure).await.expect("failed");
    assert_eq!(tables.stored("x").await, before);
}

#[tokio::test]
async fn reservation_of_a_piece_ends_with_the_job() {
    let tables = Tables::new().await.with_bytes(1 << 30);
    tables.planned(&solutions(Some(5)), cubes(2, Cube::WEIGHT_OF_WHOLE)).await;
    let claimed = tables.claim(2).await;
    tables.complete(&claimed[0].lease, PieceResult { weight: Some(1), ..counted(5) }).await;
    let stored = tables.stored("").await;
    assert!(stored < BLOCK_BYTES, "{stored} bytes");
}

#[tokio::test]
async fn reservations_of_many_pieces_are_within_the_bound() {
    let tables = Tables::new().await;
    tables.planned(&lines(""), line_pieces(100)).await;
    let (stored, claimed) = (tables.stored("").await, tables.claim(100).await);
    assert!(claimed.iter().all(|claimed| claimed.reserved == 0), "the bound is near");
    let needed = BOUNDS.stored_bytes_max / 10;
    let reserved = claimed.iter().map(|claimed| {
        let (queue, lease) = (tables.queue.clone(), claimed.lease);
        tokio::spawn(async move { queue.reserve(&lease, needed).await })
    });
    let mut granted = 0;
    for reserved in reserved.collect::<Vec<_>>() {
        match reserved.await.expect("no panic") {
            Ok(bytes) => granted += bytes.expect("a lease"),
            Err(JobError::TooManyBytes(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(granted, (BOUNDS.stored_bytes_max - stored) / needed * needed);
    assert_eq!(tables.stored("").await, stored + granted);
}

#[tokio::test]
async fn bound_on_all_clients_is_enforced() {
    let tables = Tables::new().await;
    let bounds = JobBounds { stored_bytes_total_max: BOUNDS.stored_bytes_max, ..BOUNDS };
    let queue = PieceQueue::new(tables.database.clone(), bounds);
    let jobs = JobTable::new(tables.database.clone(), bounds);
    let uploads = UploadTable::new(tables.database.clone(), bounds);
    let tables = Tables { queue, jobs, uploads, ..tables };
    let half = BOUNDS.stored_bytes_max / 2;
    tables.uploads.create(JobId::random(), "x", InputContent::Text, half).await.expect("an upload");
    tables.planned(&lines("y"), line_pieces(1)).await;
    let claimed = tables.claim_one().await;
    let too_many = tables.queue.reserve(&claimed.lease, half).await;
    assert!(matches!(too_many, Err(JobError::StoreFull(_))), "{too_many:?}");
    assert_eq!(tables.queue.reserve(&claimed.lease, 1000).await.expect("reserved"), Some(1000));
    let too_many = tables.uploads.reserve(JobId::random(), "z", half).await;
    assert!(matches!(too_many, Err(JobError::StoreFull(_))), "{too_many:?}");
    let input = StoredInput { object: "input".to_owned(), bytes: half };
    let too_many = tables.jobs.create(JobId::random(), &lines("z"), &input).await;
    assert!(matches!(too_many, Err(JobError::StoreFull(_))), "{too_many:?}");
    let stored = tables.status.totals().await.expect("totals").stored_bytes;
    assert_eq!(stored, half + tables.stored("y").await);
}

#[tokio::test]
async fn rest_that_cannot_be_stored_fails_its_piece_and_the_job() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(1, Cube::WEIGHT_OF_WHOLE)).await;
    let claimed = tables.claim_one().await;
    let spec = PieceSpec::Cubes { cubes: vec!["0".repeat(BOUNDS.stored_bytes_max as usize)] };
    let rest = vec![NewPiece { no: None, spec, puzzles: 0, weight: Some(1) }];
    let result = PieceResult { rest, weight: Some(1), ..counted(7) };
    assert_eq!(tables.queue.complete(&claimed.lease, &result).await.expect("failed"), Completion::Failed);
    let status = tables.status(id).await;
    let failure = status.failure.expect("a failure");
    assert_eq!((failure.code, status.count, status.pieces.failed), (FailureCode::StoredBytes, Some(0), 1));
    assert!(failure.detail.ends_with("(jobs.stored_bytes_max)"), "{}", failure.detail);
    assert!(tables.stored("").await < 2000);
}

#[tokio::test]
async fn upload_in_progress_is_counted_and_not_found() {
    let tables = Tables::new().await;
    let (id, max) = (JobId::random(), BOUNDS.stored_bytes_max);
    for _ in 0..2 {
        assert_eq!(tables.uploads.reserve(id, "x", max / 2).await.expect("reserved"), max / 2);
    }
    assert!(matches!(tables.uploads.reserve(id, "x", 1).await, Err(JobError::TooManyBytes(_))));
    assert!(matches!(tables.uploads.find(id, None).await, Err(JobError::NotFound)));
    tables.uploads.create(id, "x", InputContent::Ndjson, 100).await.expect("completed");
    assert_eq!(tables.stored("x").await, 100);
    let found = tables.uploads.find(id, None).await.expect("an upload");
    assert_eq!((found.bytes, found.content), (100, InputContent::Ndjson));
    tables.uploads.abort(id).await.expect("nothing");
    assert_eq!(tables.stored("x").await, 100);
    let (left, killed) = (JobId::random(), JobId::random());
    for id in [left, killed] {
        tables.uploads.reserve(id, "x", 1000).await.expect("reserved");
    }
    tables.uploads.abort(left).await.expect("removed");
    assert_eq!(tables.stored("x").await, 1100);
    tables.pass(Duration::from_secs(3600));
    let expired = tables.uploads.expire(|id| id.to_string()).await.expect("expired");
    assert_eq!((expired.contains(&killed), tables.stored("x").await), (true, 0));
}

#[tokio::test]
async fn many_pieces_are_inserted_in_order() {
    let tables = Tables::new().await;
    let queue = PieceQueue::new(tables.database.clone(), JobBounds { pieces_max: 2500, ..BOUNDS });
    let tables = Tables { queue, ..tables };
    let puzzle = |index| {
        let spec = PieceSpec::Puzzles { indexes: index..index + 1, is_spaced: false };
        NewPiece { no: None, spec, puzzles: 1, weight: None }
    };
    tables.planned(&lines("a"), (0..2500).map(puzzle).collect()).await;
    let claimed = tables.claim(3000).await;
    let specs: Vec<_> = claimed.iter().map(|claimed| (claimed.lease.no, claimed.piece.clone())).collect();
    assert_eq!(specs, (0..2500).map(|index| (index + 1, puzzle(index).spec)).collect::<Vec<_>>());
}

#[tokio::test]
async fn too_many_pieces_fail_the_job() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("")).await;
    let plan = tables.claim_one().await;
    let result = PieceResult { rest: line_pieces(201), ..PieceResult::default() };
    assert_eq!(tables.queue.complete(&plan.lease, &result).await.expect("failed"), Completion::Failed);
    let status = tables.status(id).await;
    assert_eq!(status.failure.map(|failure| failure.code), Some(FailureCode::TooManyPieces));
    assert_eq!((status.state, status.pieces.total), (JobState::Failed, 0));
}

#[tokio::test]
async fn ended_job_expires_and_is_removed() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines("x"), line_pieces(1)).await;
    let claimed = tables.claim_one().await;
    tables.complete(&claimed.lease, solved()).await;
    tables.pass(BOUNDS.ttl_default - Duration::from_millis(1));
    assert_eq!(tables.jobs.expire().await.expect("expired"), []);
    tables.pass(Duration::from_millis(1));
    assert_eq!(tables.jobs.expire().await.expect("expired"), [id]);
    let status = tables.status(id).await;
    assert_eq!((status.state, status.pieces.total), (JobState::Expired, 0));
    assert_eq!(tables.stored("x").await, 0);
    assert!(tables.status.results(id, None).await.expect("results").has_expired);
    assert!(!tables.jobs.forget().await.expect("forgotten"));
    assert_eq!(tables.state(id).await, JobState::Expired);
    tables.pass(Duration::from_secs(3600));
    assert!(!tables.jobs.forget().await.expect("forgotten"));
    assert!(matches!(tables.status.status(id, None).await, Err(JobError::NotFound)));
}

#[tokio::test]
async fn expired_jobs_of_a_client_are_few_and_short() {
    let tables = Tables::new().await;
    let begin = tables.now.load(Ordering::Relaxed);
    for number in 0..105 {
        tables.now.store(begin + number, Ordering::Relaxed);
        tables.create(&lines("x")).await;
        execute(&tables, "UPDATE jobs SET expires_at = 0 WHERE state <> 6").await;
        assert_eq!(tables.jobs.expire().await.expect("expired").len(), 1);
    }
    let listed = async || tables.status.list("x", None, None, 200).await.expect("a list").len();
    assert_eq!(listed().await, 100);
    // Those of an older program, which has kept them for a day.
    execute(&tables, "UPDATE jobs SET expires_at = expires_at + 86400000").await;
    assert!(!tables.jobs.forget().await.expect("forgotten"));
    assert_eq!(listed().await, 0);
    // They count towards no bound.
    for _ in 0..BOUNDS.jobs_max {
        tables.create(&lines("x")).await;
    }
}

#[tokio::test]
async fn job_that_never_ends_expires_and_fences_its_worker() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(1)).await;
    let claimed = tables.claim_one().await;
    tables.pass(BOUNDS.ttl_max);
    assert_eq!(tables.jobs.expire().await.expect("expired"), [id]);
    let completion = tables.queue.complete(&claimed.lease, &solved()).await.expect("an answer");
    assert_eq!((completion, tables.state(id).await), (Completion::Fenced, JobState::Expired));
}

#[tokio::test]
async fn upload_expires_unless_a_plan_reads_it() {
    let tables = Tables::new().await;
    let (used, unused) = (JobId::random(), JobId::random());
    for id in [used, unused] {
        tables.uploads.create(id, "", InputContent::Ndjson, 1).await.expect("an upload");
    }
    let found = tables.uploads.find(used, Some("")).await.expect("an upload");
    assert_eq!((found.id, found.content, found.bytes), (used, InputContent::Ndjson, 1));
    assert!(matches!(tables.uploads.find(used, Some("x")).await, Err(JobError::NotFound)));
    let input = StoredInput { object: used.to_string(), bytes: 0 };
    tables.jobs.create(JobId::random(), &lines(""), &input).await.expect("created");
    let expire = async || tables.uploads.expire(|id| id.to_string()).await.expect("expired");
    assert_eq!(expire().await, []);
    tables.pass(BOUNDS.upload_ttl);
    assert_eq!(expire().await, [unused]);
    let plan = tables.claim_one().await;
    tables.complete(&plan.lease, PieceResult { rest: line_pieces(1), ..PieceResult::default() }).await;
    assert_eq!(expire().await, [used]);
    assert_eq!(tables.uploads.missing(&[used, unused]).await.expect("read"), [used, unused]);
}

#[tokio::test]
async fn reopened_database_goes_on() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(2, Cube::WEIGHT_OF_WHOLE)).await;
    let done = tables.claim_one().await;
    tables.complete(&done.lease, counted(1)).await;
    let lost = tables.claim_one().await;
    let tables = tables.reopened().await;
    assert_eq!(tables.queue.take_over().await.expect("none"), OlderJobs::default());
    tables.pass(LEASE + Duration::from_secs(1));
    assert_eq!(tables.queue.reap().await.expect("reaped").len(), 1);
    let again = tables.claim_one().await;
    assert_eq!(again.lease.no, lost.lease.no);
    tables.complete(&again.lease, counted(2)).await;
    assert_eq!(tables.status(id).await.count, Some(3));
}

#[tokio::test]
async fn job_of_another_version_fails() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("")).await;
    execute(&tables, "UPDATE jobs SET version = 0").await;
    assert!(tables.has_none_ready().await);
    // A worker of that version is alive, and again within a minute.
    tables.workers.report(2, 0).await.expect("reported");
    execute(&tables, "UPDATE workers SET version = 0").await;
    for _ in 0..2 {
        tables.pass(VERSION_GRACE - Duration::from_millis(1));
        assert_eq!(tables.queue.take_over().await.expect("none"), OlderJobs::default());
        execute(&tables, "UPDATE workers SET seen = seen + 59999").await;
    }
    tables.pass(Duration::from_millis(1));
    assert_eq!(tables.queue.take_over().await.expect("none"), OlderJobs::default());
    tables.pass(VERSION_GRACE);
    assert_eq!(tables.queue.take_over().await.expect("failed"), OlderJobs { adopted: 0, failed: 1 });
    let failure = tables.status(id).await.failure.expect("a failure");
    assert_eq!(failure.code, FailureCode::VersionChanged);
}

#[tokio::test]
async fn job_of_an_older_version_is_adopted_when_its_workers_are_gone() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(4, Cube::WEIGHT_OF_WHOLE)).await;
    let done = tables.claim_one().await;
    tables.complete(&done.lease, counted(1 << 100)).await;
    let late = tables.claim_one().await;
    // As the older version has left it, with the workers of it.
    execute(
        &tables,
        "UPDATE jobs SET version = 1, progress = '{}', ready_at = NULL, revision = 2; DELETE FROM clients",
    )
    .await;
    let before = tables.status.status(id, None).await.expect("a status");
    assert_eq!((before.count, before.pieces.done, before.pieces.leased), (Some(1 << 100), 1, 1));
    tables.workers.report(2, 0).await.expect("reported");
    execute(&tables, "UPDATE workers SET version = 1").await;
    tables.pass(LEASE - Duration::from_millis(1));
    assert!(tables.has_none_ready().await);
    assert_eq!(tables.queue.take_over().await.expect("none"), OlderJobs::default());
    tables.pass(Duration::from_millis(1));
    assert_eq!(tables.queue.take_over().await.expect("adopted"), OlderJobs { adopted: 1, failed: 0 });
    let adopted = tables.status(id).await;
    assert!(adopted.revision > before.revision, "{} after {}", adopted.revision, before.revision);
    assert_eq!(adopted.pieces, PieceCounts { leased: 0, ..before.pieces });
    assert_eq!((adopted.count, adopted.fraction), (before.count, before.fraction));
    // A late worker of the older version.
    assert_eq!(tables.queue.complete(&late.lease, &counted(7)).await.expect("fenced"), Completion::Fenced);
    for _ in 0..3 {
        let piece = tables.claim_one().await;
        tables.complete(&piece.lease, counted(1)).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some((1 << 100) + 3)));
}

#[tokio::test]
async fn job_of_a_newer_version_waits() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("")).await;
    execute(&tables, "UPDATE jobs SET version = 1000").await;
    tables.pass(VERSION_GRACE * 2);
    assert!(tables.has_none_ready().await);
    assert_eq!(tables.queue.take_over().await.expect("none"), OlderJobs::default());
    assert_eq!(tables.state(id).await, JobState::Queued);
}

#[tokio::test]
async fn workers_are_alive_for_a_lease() {
    let tables = Tables::new().await;
    let other = WorkerTable::new(tables.database.clone());
    tables.workers.report(4, 1).await.expect("reported");
    other.report(2, 2).await.expect("reported");
    let live = async || tables.workers.live().await.expect("read");
    assert_eq!(live().await, LiveWorkers { workers: 2, idle_threads: 3 });
    tables.pass(LEASE - Duration::from_millis(1));
    other.report(2, 0).await.expect("reported");
    assert_eq!(live().await, LiveWorkers { workers: 2, idle_threads: 1 });
    tables.pass(Duration::from_millis(1));
    assert_eq!(live().await, LiveWorkers { workers: 1, idle_threads: 0 });
    other.leave().await.expect("left");
    assert_eq!(live().await, LiveWorkers::default());
    tables.pass(VERSION_GRACE);
    tables.workers.forget().await.expect("removed");
    let rows: Vec<String> = sqlx::query_scalar("SELECT id FROM workers")
        .fetch_all(&mut *tables.database.read().await.expect("a transaction"))
        .await
        .expect("rows");
    assert_eq!(rows.len(), 0);
}

#[tokio::test]
async fn workers_are_listed_with_their_pieces() {
    let tables = Tables::new().await;
    let other = WorkerTable::new(tables.database.clone());
    tables.workers.report(4, 1).await.expect("reported");
    other.report(2, 2).await.expect("reported");
    let id = tables.planned(&lines(""), line_pieces(3)).await;
    let claimed = tables.claim(2).await;
    tables.pass(Duration::from_secs(3));
    let listed = async || {
        let listed = tables.workers.list().await.expect("read");
        let named = |workers: &WorkerTable| {
            let worker = listed.iter().find(|worker| workers.id().starts_with(&worker.name));
            worker.map(|worker| (worker.threads, worker.idle_threads, worker.pieces, worker.seen))
        };
        (named(&tables.workers), named(&other))
    };
    let seen = Duration::from_secs(3);
    assert_eq!(listed().await, (Some((4, 1, 2, seen)), Some((2, 2, 0, seen))));
    let hosts = tables.workers.list().await.expect("read");
    assert!(hosts.iter().all(|worker| !worker.host.is_empty() && worker.program.starts_with("0.")));
    let holders =
        async || tables.overview.jobs(&JobState::ALL, None, 9).await.expect("read")[0].workers.clone();
    assert_eq!(holders().await, [&tables.workers.id()[..8]]);
    tables.complete(&claimed[0].lease, solved()).await;
    tables.queue.release(&[claimed[1].lease]).await.expect("released");
    assert_eq!((holders().await.len(), tables.status(id).await.pieces.leased), (0, 0));
    other.leave().await.expect("left");
    assert_eq!(listed().await, (Some((4, 1, 0, seen)), None));
}

#[tokio::test]
async fn jobs_of_all_clients_are_listed_from_the_latest() {
    let tables = Tables::new().await;
    let mut ids = Vec::new();
    for client in ["x", "y", "y", "z", "z"] {
        ids.push(tables.create(&lines(client)).await);
        tables.pass(Duration::from_millis(1));
    }
    tables.jobs.delete(ids[1], None).await.expect("cancelled");
    let mut listed = Vec::new();
    let mut after = None;
    loop {
        let page = tables.overview.jobs(&JobState::ALL, after.as_ref(), 2).await.expect("read");
        let Some(last) = page.last() else { break };
        let place = ListPlace::after(&last.status).to_string();
        after = Some(place.parse::<ListPlace>().expect("a place"));
        listed.extend(page.into_iter().map(|job| (job.status.id, job.client)));
    }
    let clients: Vec<_> = listed.iter().map(|(_, client)| &**client).collect();
    assert_eq!(clients, ["z", "z", "y", "y", "x"]);
    assert!(listed.iter().map(|(id, _)| id).eq(ids.iter().rev()));
    let cancelled = tables.overview.jobs(&[JobState::Cancelled], None, 9).await.expect("read");
    assert_eq!(cancelled.iter().map(|job| job.status.id).collect::<Vec<_>>(), [ids[1]]);
    for place in ["", "5", "5-x", "x-5", "5-00000000-0"] {
        assert!(place.parse::<ListPlace>().is_err(), "{place}");
    }
}

#[tokio::test]
async fn paused_queue_ends_its_pieces_and_claims_none() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(2)).await;
    let running = tables.claim_one().await;
    assert!(tables.queue.pause().await.expect("paused"));
    assert!(!tables.queue.pause().await.expect("paused before"));
    assert!(tables.has_none_ready().await);
    tables.create(&lines("x")).await;
    assert!(tables.has_none_ready().await);
    tables.complete(&running.lease, solved()).await;
    assert_eq!(tables.status(id).await.pieces, PieceCounts { total: 2, done: 1, leased: 0, failed: 0 });
    assert!(tables.overview.is_paused().await.expect("read"));
    // The database remembers it.
    let tables = tables.reopened().await;
    assert!(tables.has_none_ready().await && tables.status.totals().await.expect("totals").is_paused);
    assert!(tables.queue.resume().await.expect("resumed"));
    assert!(!tables.queue.resume().await.expect("resumed before"));
    tables.complete(&tables.claim_one().await.lease, solved()).await;
    assert!(!tables.overview.is_paused().await.expect("read"));
}

#[tokio::test]
async fn heaviest_pieces_are_the_leased_ones_with_the_largest_weights() {
    let tables = Tables::new().await;
    let piece = |weight: u128| NewPiece { weight: Some(weight), ..cubes(1, 1).remove(0) };
    tables.planned(&count(None), [7, 99, 100, 20, 1000].map(piece).to_vec()).await;
    assert_eq!(tables.queue.heaviest(9).await.expect("read"), []);
    let claimed = tables.claim(4).await;
    let weights = async |pieces_max| -> Vec<Option<u128>> {
        let heaviest = tables.queue.heaviest(pieces_max).await.expect("read");
        let weight =
            |lease: Lease| claimed.iter().find(|claimed| claimed.lease == lease).expect("claimed").weight;
        heaviest.into_iter().map(weight).collect()
    };
    assert_eq!(weights(9).await, [1000, 100, 99, 20].map(Some));
    assert_eq!(weights(2).await, [1000, 100].map(Some));
}

#[tokio::test]
async fn expected_end_of_an_endless_count_is_unknown() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(2, Cube::WEIGHT_OF_WHOLE)).await;
    for (searched, eta_s) in [(1, None), (Cube::WEIGHT_OF_WHOLE / 4 - 1, Some(30))] {
        let claimed = tables.claim_one().await;
        tables.pass(Duration::from_secs(5));
        let left = claimed.weight.expect("a weight") - searched;
        let rest = vec![NewPiece { weight: Some(left), ..cubes(1, 1).remove(0) }];
        let result = PieceResult { weight: Some(searched), rest, ..counted(1) };
        let before = tables.status(id).await.fraction;
        tables.complete(&claimed.lease, result).await;
        let status = tables.status(id).await;
        assert!(status.fraction > before);
        assert_eq!(status.eta_s, eta_s);
    }
}

#[tokio::test]
async fn list_that_reaches_its_limit_keeps_its_results() {
    let tables = Tables::new().await;
    let spec = JobSpec::Solutions { subject: CountSubject::Puzzle, limit: Some(10) };
    let id = tables.planned(&job("", spec), cubes(4, 4)).await;
    let claimed = tables.claim(3).await;
    let found = |count: u128| PieceResult { result_bytes: 10 * count as u64, ..counted(count) };
    tables.complete(&claimed[0].lease, found(4)).await;
    assert_eq!(tables.state(id).await, JobState::Running);
    tables.complete(&claimed[1].lease, found(9)).await;
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count, status.fraction), (JobState::Succeeded, Some(10), 1.0));
    let late = tables.queue.complete(&claimed[2].lease, &found(5)).await.expect("completed");
    assert_eq!(late, Completion::Fenced);
    let results = tables.status.results(id, None).await.expect("results");
    // The parts are in the order of their numbers: 9 lines, and 1 of 4.
    let parts: Vec<(u64, u64)> = results.parts.iter().map(|part| (part.no, part.bytes)).collect();
    assert_eq!((parts, results.is_final, results.last_lines), (vec![(3, 90), (4, 40)], true, Some(1)));
}

#[tokio::test]
async fn round_is_begun_by_one_process() {
    let tables = Tables::new().await;
    let hour = Duration::from_secs(3600);
    let begin = |round| {
        let database = tables.database.clone();
        tokio::spawn(async move { begin_round(&database, round, hour).await.expect("an answer") })
    };
    for _ in 0..2 {
        for round in [Round::Expire, Round::Sweep] {
            let mut begun = 0;
            for begin in [begin(round), begin(round), begin(round)] {
                begun += usize::from(begin.await.expect("no panic"));
            }
            assert_eq!(begun, 1, "{round:?}");
        }
        tables.pass(hour);
    }
}

#[tokio::test]
async fn totals_count_jobs_by_state() {
    let tables = Tables::new().await;
    tables.planned(&lines(""), line_pieces(5)).await;
    tables.create(&lines("")).await;
    tables.pass(Duration::from_secs(7));
    tables.create(&lines("")).await;
    let ready_age = Duration::from_secs(7);
    let stored_bytes = tables.status.totals().await.expect("totals").stored_bytes;
    let states = [2, 1, 0, 0, 0, 0, 0];
    let totals = JobTotals { states, ready: 7, ready_age, stored_bytes, is_paused: false };
    assert_eq!(tables.status.totals().await.expect("totals"), totals);
}

#[tokio::test]
async fn totals_without_jobs_are_zero() {
    let tables = Tables::new().await;
    tables.pass(Duration::from_secs(7));
    assert_eq!(tables.status.totals().await.expect("totals"), JobTotals::default());
}
