//! Tables of an empty database, and jobs and pieces for them.

use quadrille_answers::kinds::BatchOperation;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use quadrille_answers::service::VerdictCounts;

use super::test_database::{PROGRAM, TestDatabase};
use crate::bounds::{JobBounds, millis};
use crate::id::JobId;
use crate::queue::{
    Claimed, Completion, JobRow, NewPiece, PieceLease, PieceQueue, PieceResult, Progress, WorkerTable,
};
use crate::rows::{JobStatus, JobTable, NewJob, Overview, StatusReader, StoredInput, UploadTable};
use crate::spec::{CountSubject, InputContent, JobSpec, PieceSpec};
use crate::state::JobState;
use crate::store::{Clock, Database};

pub(super) const BOUNDS: JobBounds = JobBounds {
    jobs_max: 3,
    pieces_max: 200,
    upload_bytes_max: 1000,
    proof_bytes_max: 1 << 20,
    proof_work_max: 1 << 40,
    stored_bytes_max: 1 << 20,
    stored_bytes_total_max: 0,
    free_bytes_min: 0,
    ttl_default: Duration::from_secs(60),
    ttl_max: Duration::from_secs(3600),
    upload_ttl: Duration::from_secs(10),
};

/// Tables of an empty database whose clock the test sets.
pub(super) struct Tables {
    pub(super) source: TestDatabase,
    pub(super) database: Database,
    pub(super) jobs: JobTable,
    pub(super) queue: PieceQueue,
    pub(super) status: StatusReader,
    pub(super) overview: Overview,
    pub(super) uploads: UploadTable,
    pub(super) workers: WorkerTable,
    pub(super) now: Arc<AtomicI64>,
}

impl Tables {
    pub(super) async fn new() -> Self {
        Self::open(TestDatabase::new().await, Arc::new(AtomicI64::new(1_000_000))).await
    }

    pub(super) async fn open(source: TestDatabase, now: Arc<AtomicI64>) -> Self {
        let clock = Clock::Test(Arc::clone(&now));
        let database = Database::open(&source.address(), clock).await.expect("a database");
        let workers = WorkerTable::new(database.clone(), PROGRAM);
        Self {
            jobs: JobTable::new(database.clone(), BOUNDS),
            queue: PieceQueue::new(database.clone(), BOUNDS).with_worker(&workers),
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
    pub(super) async fn reopened(self) -> Self {
        self.database.close().await;
        Self::open(self.source, self.now).await
    }

    pub(super) fn pass(&self, time: Duration) {
        self.now.fetch_add(millis(time), Ordering::Relaxed);
    }

    pub(super) async fn create(&self, job: &NewJob) -> JobId {
        let input = StoredInput { object: "input".to_owned(), bytes: 10 };
        self.jobs.create(JobId::random(), job, &input).await.expect("created").id
    }

    /// Creates a job with these pieces.
    pub(super) async fn planned(&self, job: &NewJob, rest: Vec<NewPiece>) -> JobId {
        let id = self.create(job).await;
        let plan = self.claim_one().await;
        assert_eq!((plan.lease.job, &plan.piece), (id, &PieceSpec::Plan));
        self.complete(&plan.lease, PieceResult { rest, ..PieceResult::default() }).await;
        id
    }

    pub(super) async fn claim(&self, pieces_max: usize) -> Vec<Claimed> {
        assert!(self.queue.has_ready().await.expect("read"));
        let claimed = self.queue.claim(pieces_max, &HashSet::new()).await.expect("claimed");
        assert!(!claimed.is_empty());
        claimed
    }

    pub(super) async fn claim_one(&self) -> Claimed {
        self.claim(1).await.remove(0)
    }

    pub(super) async fn has_none_ready(&self) -> bool {
        assert!(self.queue.claim(9, &HashSet::new()).await.expect("claimed").is_empty());
        !self.queue.has_ready().await.expect("read")
    }

    pub(super) async fn complete(&self, lease: &PieceLease, result: PieceResult) {
        assert_eq!(self.queue.complete(lease, &result).await.expect("completed"), Completion::Counted);
    }

    /// Returns the status, after an audit of the sums that the row of the job keeps.
    pub(super) async fn status(&self, id: JobId) -> JobStatus {
        let status = self.status.status(id, None).await.expect("a status");
        let mut transaction = self.database.read().await.expect("a transaction");
        let row = JobRow::read(&mut transaction, id).await.expect("read").expect("a row");
        let audit = Progress::read_pieces(&mut transaction, id).await.expect("read");
        let audit = Progress { idle_ms: row.progress.idle_ms, ..audit };
        assert!(row.progress == audit || status.state == JobState::Expired, "{:?} {audit:?}", row.progress);
        status
    }

    pub(super) async fn stopped(&self, id: JobId) -> bool {
        self.jobs.stopped(&HashSet::from([id])).await.expect("read").contains(&id)
    }

    /// Bytes that a client has stored or reserved.
    pub(super) async fn stored(&self, client: &str) -> u64 {
        let mut transaction = self.database.read().await.expect("a transaction");
        self.database.stored(&mut transaction, client, &BOUNDS).await.expect("read").by_client
    }

    /// Queue and jobs with another bound on the bytes of a client.
    pub(super) fn with_bytes(self, stored_bytes_max: u64) -> Self {
        let bounds = JobBounds { stored_bytes_max, ..BOUNDS };
        let queue = PieceQueue::new(self.database.clone(), bounds);
        Self { queue, jobs: JobTable::new(self.database.clone(), bounds), ..self }
    }

    pub(super) async fn state(&self, id: JobId) -> JobState {
        self.status(id).await.state
    }
}

pub(super) fn job(client: &str, spec: JobSpec) -> NewJob {
    NewJob {
        client: client.to_owned(),
        idempotency_key: None,
        request_hash: String::new(),
        spec,
        priority: 0,
        ttl: BOUNDS.ttl_default,
    }
}

pub(super) fn lines(client: &str) -> NewJob {
    let content = InputContent::Text;
    job(client, JobSpec::Lines { operation: BatchOperation::Solve, options: String::new(), content })
}

pub(super) fn count(limit: Option<u64>) -> NewJob {
    job("", JobSpec::Count { subject: CountSubject::Puzzle, limit })
}

pub(super) fn solutions(limit: Option<u64>) -> NewJob {
    job("", JobSpec::Solutions { subject: CountSubject::Puzzle, limit })
}

/// Pieces of ten puzzles each.
pub(super) fn line_pieces(pieces: u64) -> Vec<NewPiece> {
    let spec = |no: u64| PieceSpec::Lines {
        plan: 1,
        bytes: no * 100..no * 100 + 100,
        first: no * 10,
        is_spaced: false,
        has_long: false,
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

pub(super) fn solved() -> PieceResult {
    let verdicts = VerdictCounts { unique: 7, multiple: 2, errors: 1, ..VerdictCounts::default() };
    PieceResult { verdicts, nodes: 5, result_bytes: 100, ..PieceResult::default() }
}

/// Changes the database besides the tables.
pub(super) async fn execute(tables: &Tables, sql: &'static str) {
    let mut transaction = tables.database.write().await.expect("a transaction");
    sqlx::raw_sql(sql).execute(&mut *transaction).await.expect("executed");
    transaction.commit().await.expect("committed");
}
