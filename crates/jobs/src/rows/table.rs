//! Creation, cancellation and removal of jobs.

use std::collections::HashSet;
use std::time::Duration;

use sqlx::AnyConnection;

use super::retry::retry;
use crate::bounds::{JobBounds, millis};
use crate::error::JobError;
use crate::id::JobId;
use crate::queue::{JobRow, cancel_ready, change_state, end_if_done, enter, forget_clients, state_of};
use crate::spec::{JobSpec, PieceSpec, to_json};
use crate::state::{JobState, PieceState, statement};
use crate::store::{CALL, Database, Dialect, Millis, lock_client, notify, readable, row_bytes, unnamed};

/// Time for which an expired job is still listed as expired.
const TOMBSTONE: Duration = Duration::from_secs(3600);

/// Maximum number of expired jobs of a client that are listed.
const TOMBSTONES_MAX: i64 = 100;

/// Maximum number of jobs that one transaction expires, so that others can write in between.
const EXPIRED_MAX: i64 = 100;

/// Maximum number of expired jobs that one transaction forgets.
const FORGOTTEN_MAX: i64 = 500;

/// Statement that reads whether a client has as many jobs as it may have.
pub(crate) const JOBS: &str = statement!(
    "SELECT COUNT(*) FROM (
        SELECT 1 FROM jobs WHERE client = $1 AND state <> " { JobState::Expired } " LIMIT $2) live"
);

/// Statement that reads which jobs expire.
pub(crate) const DUE: &str = statement!(
    "SELECT id FROM jobs
    WHERE state <> " { JobState::Expired } " AND expires_at <= $1 ORDER BY expires_at, id LIMIT $2"
);

/// Statement that forgets jobs that expired long ago, by the clock of now.
macro_rules! forget {
    ($jobs:literal) => {
        statement!(
            "DELETE FROM jobs WHERE id IN (
                SELECT id FROM (
                    SELECT id FROM " $jobs " WHERE state = " { JobState::Expired } " AND expires_at <= $1
                    ORDER BY expires_at, id LIMIT $3) past
                UNION ALL SELECT id FROM (
                    SELECT id FROM " $jobs " WHERE state = " { JobState::Expired } " AND expires_at > $2
                    ORDER BY expires_at, id LIMIT $3) future)"
        )
    };
}

/// Statement that forgets jobs in PostgreSQL.
pub(crate) const FORGET: &str = forget!("jobs");

/// Statement that forgets jobs in SQLite, which would read all expired ones by another index.
pub(crate) const FORGET_INDEXED: &str = forget!("jobs INDEXED BY jobs_forgotten");

/// Statement that forgets the expired jobs of a client, except the last ones.
pub(crate) const FORGET_OLDER: &str = statement!(
    "DELETE FROM jobs WHERE id IN (
        SELECT id FROM jobs WHERE state = " { JobState::Expired } " AND client = $1
        ORDER BY expires_at DESC, id DESC LIMIT $2 OFFSET $3)"
);

/// Request for a new job.
#[derive(Clone, Debug)]
pub struct NewJob {
    /// Owner: the name of an API key, an IPv4 address, an IPv6 network, or `unix`.
    pub client: String,
    /// Idempotency key of the client.
    pub idempotency_key: Option<String>,
    /// Hash of the request, which tells a repeated request from another one with the same key.
    pub request_hash: String,
    /// What it computes.
    pub spec: JobSpec,
    /// Order among the jobs of the client, the highest first.
    pub priority: i64,
    /// Time for which it is kept after its end.
    pub ttl: Duration,
}

/// Job of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CreatedJob {
    /// Its id.
    pub id: JobId,
    /// Whether the job existed before, because the request was repeated.
    pub is_repeated: bool,
}

/// Where the input of a job is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredInput {
    /// Path of its object.
    pub(crate) object: String,
    /// Its length in bytes; 0 if the bytes count as an upload.
    pub(crate) bytes: u64,
}

/// Effect of a deletion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deletion {
    /// The job had not ended: it is cancelled.
    Cancelled,
    /// The job had ended: it is removed.
    Removed,
}

/// Table of jobs.
#[derive(Clone, Debug)]
pub(crate) struct JobTable {
    database: Database,
    bounds: JobBounds,
}

impl JobTable {
    pub(crate) fn new(database: Database, bounds: JobBounds) -> Self {
        Self { database, bounds }
    }

    /// Returns the job of a repeated request. If there is none, checks that an input of this length can be stored.
    pub(crate) async fn find_repeated(&self, job: &NewJob, bytes: u64) -> Result<Option<JobId>, JobError> {
        let mut transaction = self.database.read().await?;
        let found = repeated(&mut transaction, job).await?;
        if found.is_none() {
            self.database
                .stored(&mut transaction, &job.client, &self.bounds)
                .await?
                .check(bytes, &self.bounds)?;
        }
        Ok(found)
    }

    /// Creates a job with its first piece, which survives a power cut; or returns the job of a repeated request.
    pub(crate) async fn create(
        &self,
        id: JobId,
        job: &NewJob,
        input: &StoredInput,
    ) -> Result<CreatedJob, JobError> {
        self.database.repeated(CALL, move || self.create_once(id, job, input)).await
    }

    async fn create_once(
        &self,
        id: JobId,
        job: &NewJob,
        input: &StoredInput,
    ) -> Result<CreatedJob, JobError> {
        let mut transaction = self.database.create().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        enter(&mut transaction, &job.client, job.spec.version(), now).await?;
        lock_client(&mut transaction, &job.client).await?;
        let found: Option<JobState> = sqlx::query_scalar("SELECT state FROM jobs WHERE id = $1")
            .bind(id.to_string())
            .fetch_optional(&mut *transaction)
            .await?;
        if found.is_some() {
            // A commit whose answer was lost.
            return Ok(CreatedJob { id, is_repeated: false });
        }
        if let Some(id) = repeated(&mut transaction, job).await? {
            return Ok(CreatedJob { id, is_repeated: true });
        }
        let jobs: i64 = sqlx::query_scalar(JOBS)
            .bind(&job.client)
            .bind(i64::try_from(self.bounds.jobs_max).unwrap_or(i64::MAX))
            .fetch_one(&mut *transaction)
            .await?;
        if jobs as u64 >= self.bounds.jobs_max {
            return Err(JobError::TooManyJobs(self.bounds.jobs_max));
        }
        let (options, plan) = (to_json(&job.spec)?, to_json(&PieceSpec::Plan)?);
        let bytes = input.bytes + row_bytes(&options) + row_bytes(&plan);
        self.database
            .stored(&mut transaction, &job.client, &self.bounds)
            .await?
            .check(bytes, &self.bounds)?;
        sqlx::query(
            "INSERT INTO jobs (id, client, idem_key, request_hash, kind, options, input_ref, version, state,
                revision, turn, created, ready_at, expires_at, ttl, bytes, priority)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $14, 1, 0, $9, $9, $10, $11, $12, $13)",
        )
        .bind(id.to_string())
        .bind(&job.client)
        .bind(&job.idempotency_key)
        .bind(&job.request_hash)
        .bind(job.spec.operation())
        .bind(options)
        .bind(&input.object)
        .bind(job.spec.version())
        .bind(now)
        .bind(now.saturating_add(millis(self.bounds.ttl_max)))
        .bind(millis(job.ttl))
        .bind(bytes as i64)
        .bind(job.priority)
        .bind(JobState::Queued)
        .execute(&mut *transaction)
        .await?;
        sqlx::query(
            "INSERT INTO pieces (job, no, state, epoch, attempts, ready_at, spec, puzzles, bytes)
            VALUES ($1, 0, $5, 0, 0, $2, $3, 0, $4)",
        )
        .bind(id.to_string())
        .bind(now)
        .bind(&plan)
        .bind(row_bytes(&plan) as i64)
        .bind(PieceState::Ready)
        .execute(&mut *transaction)
        .await?;
        notify(&mut transaction, id).await?;
        transaction.commit().await?;
        Ok(CreatedJob { id, is_repeated: false })
    }

    /// Cancels a job that has not ended; removes one that has. `client` restricts it to the jobs of a client.
    pub(crate) async fn delete(&self, id: JobId, client: Option<&str>) -> Result<Deletion, JobError> {
        self.database.bounded(self.delete_once(id, client)).await
    }

    async fn delete_once(&self, id: JobId, client: Option<&str>) -> Result<Deletion, JobError> {
        let mut transaction = self.database.write().await?;
        state_of(&mut transaction, id, client).await?;
        let row = JobRow::locked(&mut transaction, id).await?.ok_or(JobError::NotFound)?;
        let state = row.state;
        let deletion = if state.has_ended() {
            remove(&mut transaction, id).await?;
            Deletion::Removed
        } else {
            let now = self.database.clock().now(&mut transaction).await?;
            cancel(&mut transaction, id, state, now).await?;
            Deletion::Cancelled
        };
        transaction.commit().await?;
        if deletion == Deletion::Cancelled {
            // Its last pieces may have ended meanwhile.
            end_if_done(&self.database, id).await?;
        }
        Ok(deletion)
    }

    /// Runs the pieces of a failed job again that have no result. `client` restricts it to the jobs of a client.
    pub(crate) async fn retry(&self, id: JobId, client: Option<&str>) -> Result<(), JobError> {
        self.database.bounded(retry(&self.database, &self.bounds, id, client)).await
    }

    /// Returns which of these jobs need no further results: they are cancelled, have ended, or were removed.
    pub(crate) async fn stopped(&self, ids: &HashSet<JobId>) -> Result<HashSet<JobId>, JobError> {
        self.database.bounded(self.stopped_once(ids)).await
    }

    async fn stopped_once(&self, ids: &HashSet<JobId>) -> Result<HashSet<JobId>, JobError> {
        let mut transaction = self.database.read().await?;
        let mut stopped = HashSet::new();
        for &id in ids {
            let row = sqlx::query("SELECT state FROM jobs WHERE id = $1")
                .bind(id.to_string())
                .fetch_optional(&mut *transaction)
                .await?;
            let state: Option<JobState> = row.and_then(|row| readable(&row, "state"));
            if !state.is_some_and(JobState::is_active) {
                stopped.insert(id);
            }
        }
        Ok(stopped)
    }

    /// Expires jobs whose time has passed. Returns them: their objects have to be removed.
    pub(crate) async fn expire(&self) -> Result<Vec<JobId>, JobError> {
        let mut transaction = self.database.write().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        let due = sqlx::query(DUE).bind(now).bind(EXPIRED_MAX).fetch_all(&mut *transaction).await?;
        let (mut expired, mut clients) = (Vec::new(), HashSet::new());
        for row in due {
            let id: String = readable(&row, "id").unwrap_or_default();
            let Ok(job) = id.parse::<JobId>() else {
                // No one can name it.
                remove_unnamed(&mut transaction, &id).await?;
                continue;
            };
            // Another janitor may have been faster.
            let Some(row) = JobRow::locked(&mut transaction, job).await? else { continue };
            if row.state == JobState::Expired {
                continue;
            }
            change_state(&mut transaction, job, row.state, JobState::Expired, now).await?;
            for sql in [
                "DELETE FROM pieces WHERE job = $1",
                "UPDATE jobs SET bytes = 0, ready_at = NULL, progress = '{}', expires_at = $2 WHERE id = $1",
            ] {
                sqlx::query(sql)
                    .bind(&id)
                    .bind(now.saturating_add(millis(TOMBSTONE)))
                    .execute(&mut *transaction)
                    .await?;
            }
            expired.push(job);
            clients.insert(row.client);
        }
        for client in clients {
            sqlx::query(FORGET_OLDER)
                .bind(client)
                .bind(FORGOTTEN_MAX)
                .bind(TOMBSTONES_MAX)
                .execute(&mut *transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(expired)
    }

    /// Forgets jobs that expired long ago, and clients without jobs. Returns whether there may be more.
    pub(crate) async fn forget(&self) -> Result<bool, JobError> {
        let mut transaction = self.database.write_relaxed().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        let sql = match Dialect::from_connection(&transaction) {
            Dialect::Sqlite => FORGET_INDEXED,
            Dialect::Postgres => FORGET,
        };
        let forgotten = sqlx::query(sql)
            .bind(now)
            // An older program has kept them for longer, or the clock was set back.
            .bind(now.saturating_add(millis(TOMBSTONE * 2)))
            .bind(FORGOTTEN_MAX)
            .execute(&mut *transaction)
            .await?;
        forget_clients(&mut transaction).await?;
        transaction.commit().await?;
        Ok(forgotten.rows_affected() >= FORGOTTEN_MAX as u64)
    }
}

/// Returns the job of a repeated request.
async fn repeated(connection: &mut AnyConnection, job: &NewJob) -> Result<Option<JobId>, JobError> {
    let Some(key) = &job.idempotency_key else { return Ok(None) };
    let found: Option<(String, String)> =
        sqlx::query_as("SELECT id, request_hash FROM jobs WHERE client = $1 AND idem_key = $2")
            .bind(&job.client)
            .bind(key)
            .fetch_optional(connection)
            .await?;
    match found {
        Some((id, request_hash)) if request_hash == job.request_hash => Ok(Some(id.parse()?)),
        Some(_) => Err(JobError::ReusedKey),
        None => Ok(None),
    }
}

/// Cancels a job: at once if no piece is leased, otherwise when the last one has ended.
async fn cancel(
    connection: &mut AnyConnection,
    job: JobId,
    state: JobState,
    now: Millis,
) -> Result<(), JobError> {
    if state == JobState::Cancelling {
        return Ok(());
    }
    cancel_ready(connection, job).await?;
    let sql = statement!(
        "SELECT no FROM pieces WHERE job = $1 AND state = " { PieceState::Leased } " LIMIT 1"
    );
    let leased = sqlx::query(sql).bind(job.to_string()).fetch_optional(&mut *connection).await?;
    let next = if leased.is_some() { JobState::Cancelling } else { JobState::Cancelled };
    change_state(connection, job, state, next, now).await
}

/// Removes a job whose id is none, and its pieces.
async fn remove_unnamed(connection: &mut AnyConnection, id: &str) -> Result<(), JobError> {
    for sql in [unnamed!("DELETE FROM pieces WHERE ", "job"), unnamed!("DELETE FROM jobs WHERE ", "id")] {
        sqlx::query(sql).bind(id).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Removes a job and its pieces.
async fn remove(connection: &mut AnyConnection, job: JobId) -> Result<(), JobError> {
    for sql in ["DELETE FROM pieces WHERE job = $1", "DELETE FROM jobs WHERE id = $1"] {
        sqlx::query(sql).bind(job.to_string()).execute(&mut *connection).await?;
    }
    Ok(())
}
