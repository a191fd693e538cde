//! What the tables say about jobs.

use std::time::Duration;

use quadrille_answers::service::VerdictCounts;
use quadrille_exact_cover::Cube;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow, Row};

use super::results::{ResultIndex, RowSource, read_results, read_row_source};
use crate::error::{FailureCode, JobError, JobFailure};
use crate::id::JobId;
use crate::queue::{Progress, Sum, is_paused, json_column};
use crate::spec::{JobSpec, OLDEST_RUN_VERSION};
use crate::state::{JobState, statement};
use crate::store::{Database, Millis, readable, stored_by_all, tolerate, unreadable_detail};

/// Longest expected time until the end of a job, 100 years. A longer one means as much as none.
const ETA_MAX_S: f64 = 100.0 * 365.0 * 86_400.0;

/// State and progress of a job.
#[derive(Clone, Debug, PartialEq)]
pub struct JobStatus {
    /// Its id.
    pub id: JobId,
    /// The name of what it computes.
    pub operation: String,
    /// Its state.
    pub state: JobState,
    /// Number that grows with each change of the state or the progress.
    pub revision: u64,
    /// Times.
    pub times: JobTimes,
    /// Number of pieces.
    pub pieces: PieceCounts,
    /// Number of puzzles that are done.
    pub puzzles_done: u64,
    /// Number of all puzzles; `None` until the input has been read, or for a search of one problem.
    pub puzzles_total: Option<u64>,
    /// Puzzles by verdict.
    pub verdicts: VerdictCounts,
    /// Solutions found so far, at most the limit; `None` if the job does not count or list the solutions of one problem.
    pub count: Option<u128>,
    /// Whether `count` is the number of all solutions; `None` without a count.
    pub is_complete: Option<bool>,
    /// Share of the work that is done, from 0 to 1.
    pub fraction: f64,
    /// Expected seconds until the end; `None` if unknown, or more than 100 years. The time from a failure to its retry does not count.
    pub eta_s: Option<u64>,
    /// Why it failed.
    pub failure: Option<JobFailure>,
}

/// Times of a job, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobTimes {
    /// Creation.
    pub created: i64,
    /// First claim of a piece.
    pub started: Option<i64>,
    /// End.
    pub ended: Option<i64>,
    /// Removal of the results; if the job has not ended, the latest time of it.
    pub expires_at: i64,
}

/// Number of pieces of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceCounts {
    /// All pieces. A count that takes longer than expected gets further ones.
    pub total: u64,
    /// Pieces whose results count.
    pub done: u64,
    /// Pieces that workers have.
    pub leased: u64,
    /// Pieces that failed for good.
    pub failed: u64,
}

/// Numbers over all jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobTotals {
    /// Jobs in each state, in the order of [`JobState::ALL`].
    pub states: [u64; JobState::ALL.len()],
    /// Pieces that wait for a worker.
    pub ready: u64,
    /// Time for which the oldest of them has been ready.
    pub ready_age: Duration,
    /// Bytes that all clients have stored or reserved.
    pub stored_bytes: u64,
    /// Whether the queue is paused.
    pub is_paused: bool,
}

/// Columns of a [`StatusRow`].
macro_rules! status_columns {
    () => {
        "id, kind, state, revision, options, created, started, ended, expires_at, failure_code, failure_detail, version,
        progress"
    };
}
pub(super) use status_columns;

/// Statement that reads jobs of a client, the latest first.
pub(crate) const LIST: &str = concat!(
    "SELECT ",
    status_columns!(),
    " FROM jobs
    WHERE client = $1 AND ($2 IS NULL OR state = $2) AND ($3 IS NULL OR (created, id) < (
        SELECT created, id FROM jobs WHERE id = $3 AND client = $1))
    ORDER BY created DESC, id DESC LIMIT $4"
);

/// Statement that counts the pieces of a job that workers have, without the plan. With `no > 0`, SQLite would read all pieces of the job in the
/// order of their numbers.
pub(crate) const LEASED: &str =
    statement!("SELECT COUNT(*) FROM pieces WHERE job = $1 AND no <> 0 AND state = " { PieceState::Leased });

/// Row of a job for its status. Values that cannot be read are those of a job that has just begun, or has failed.
#[derive(Clone, Debug)]
pub(super) struct StatusRow {
    /// Its id; `None` if that cannot be read, so that no one can name the job.
    pub(super) id: Option<JobId>,
    kind: String,
    state: JobState,
    revision: i64,
    /// What it computes; `None` if this program cannot read that.
    spec: Option<JobSpec>,
    pub(super) created: Millis,
    started: Option<Millis>,
    ended: Option<Millis>,
    expires_at: Millis,
    failure: Option<JobFailure>,
    version: i64,
    progress: Progress,
}

impl FromRow<'_, AnyRow> for StatusRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        let number = |column| readable(row, column).unwrap_or_default();
        let state = readable(row, "state");
        let code: Option<String> = readable(row, "failure_code").flatten();
        let failure = match (code, state) {
            (Some(code), _) => Some(JobFailure {
                code: FailureCode::named(&code).unwrap_or(FailureCode::Unreadable),
                detail: readable(row, "failure_detail").flatten().unwrap_or_default(),
            }),
            (None, None) => {
                let detail = unreadable_detail(&JobError::Corrupt("state of a job"));
                Some(JobFailure::new(FailureCode::Unreadable, detail))
            }
            (None, Some(_)) => None,
        };
        Ok(Self {
            id: readable(row, "id").and_then(|id: String| id.parse().ok()),
            kind: readable(row, "kind").unwrap_or_default(),
            state: state.unwrap_or(JobState::Failed),
            revision: number("revision"),
            spec: json_column(row, "options").ok(),
            created: number("created"),
            started: readable(row, "started").flatten(),
            ended: readable(row, "ended").flatten(),
            expires_at: number("expires_at"),
            failure,
            version: number("version"),
            progress: json_column(row, "progress").unwrap_or_default(),
        })
    }
}

/// Reader of both tables.
#[derive(Clone, Debug)]
pub(crate) struct StatusReader {
    database: Database,
}

impl StatusReader {
    pub(crate) fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns the status of a job. `client` restricts it to the jobs of a client.
    pub(crate) async fn status(&self, id: JobId, client: Option<&str>) -> Result<JobStatus, JobError> {
        self.database.bounded(self.status_once(id, client)).await
    }

    async fn status_once(&self, id: JobId, client: Option<&str>) -> Result<JobStatus, JobError> {
        let mut transaction = self.database.read().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        read_status(&mut transaction, id, client, now).await
    }

    /// Returns up to `jobs_max` jobs of a client, the latest first, after this one.
    pub(crate) async fn list(
        &self,
        client: &str,
        state: Option<JobState>,
        after: Option<JobId>,
        jobs_max: u32,
    ) -> Result<Vec<JobStatus>, JobError> {
        self.database.bounded(self.list_once(client, state, after, jobs_max)).await
    }

    async fn list_once(
        &self,
        client: &str,
        state: Option<JobState>,
        after: Option<JobId>,
        jobs_max: u32,
    ) -> Result<Vec<JobStatus>, JobError> {
        let mut transaction = self.database.read().await?;
        let rows: Vec<StatusRow> = sqlx::query_as(LIST)
            .bind(client)
            .bind(state)
            .bind(after.map(|after| after.to_string()))
            .bind(i64::from(jobs_max))
            .fetch_all(&mut *transaction)
            .await?;
        let now = self.database.clock().now(&mut transaction).await?;
        let mut jobs = Vec::new();
        for row in rows {
            let Some(id) = row.id else { continue };
            let leased = leased_pieces(&mut transaction, id).await?;
            jobs.push(status(&mut transaction, id, row, leased, now).await?);
        }
        Ok(jobs)
    }

    /// Returns what rows of results have; `None` if the results of the job are no rows.
    pub(crate) async fn row_source(&self, id: JobId) -> Result<Option<RowSource>, JobError> {
        self.database.bounded(read_row_source(&self.database, id)).await
    }

    /// Returns which results exist.
    pub(crate) async fn results(&self, id: JobId, client: Option<&str>) -> Result<ResultIndex, JobError> {
        self.database.bounded(read_results(&self.database, id, client)).await
    }

    /// Returns the time of the database.
    pub(crate) async fn now(&self) -> Result<Millis, JobError> {
        self.database.clock().now(&mut *self.database.read().await?).await
    }

    /// Returns the numbers over all jobs.
    pub(crate) async fn totals(&self) -> Result<JobTotals, JobError> {
        self.database.bounded(self.totals_once()).await
    }

    async fn totals_once(&self) -> Result<JobTotals, JobError> {
        let mut transaction = self.database.read().await?;
        let rows = sqlx::query("SELECT state, COUNT(*) AS jobs FROM jobs GROUP BY state")
            .fetch_all(&mut *transaction)
            .await?;
        let mut states = [0; JobState::ALL.len()];
        for row in rows {
            let jobs: i64 = row.try_get("jobs")?;
            states[readable(&row, "state").unwrap_or(JobState::Failed) as usize] += jobs as u64;
        }
        let sql = statement!("SELECT COUNT(*) AS ready, MIN(ready_at) AS oldest FROM pieces WHERE state = " { PieceState::Ready });
        let row = sqlx::query(sql).fetch_one(&mut *transaction).await?;
        let (ready, oldest): (i64, Option<i64>) = (row.try_get("ready")?, readable(&row, "oldest").flatten());
        let now = self.database.clock().now(&mut transaction).await?;
        // A piece that waits before its next attempt is not ready yet.
        let age = oldest.map_or(0, |oldest| now.saturating_sub(oldest).max(0) as u64);
        let stored_bytes = stored_by_all(&mut transaction).await?;
        let (ready, ready_age) = (ready as u64, Duration::from_millis(age));
        let is_paused = is_paused(&mut transaction).await?;
        Ok(JobTotals { states, ready, ready_age, stored_bytes, is_paused })
    }
}

/// Reads the status of a job. `client` restricts it to the jobs of a client.
async fn read_status(
    connection: &mut AnyConnection,
    id: JobId,
    client: Option<&str>,
    now: Millis,
) -> Result<JobStatus, JobError> {
    let row: Option<StatusRow> = sqlx::query_as(concat!(
        "SELECT ",
        status_columns!(),
        " FROM jobs WHERE id = $1 AND ($2 IS NULL OR client = $2)",
    ))
    .bind(id.to_string())
    .bind(client)
    .fetch_optional(&mut *connection)
    .await?;
    let row = row.ok_or(JobError::NotFound)?;
    let leased = leased_pieces(connection, id).await?;
    status(connection, id, row, leased, now).await
}

/// Returns the number of pieces of a job that workers have.
async fn leased_pieces(connection: &mut AnyConnection, job: JobId) -> Result<u64, JobError> {
    let leased: i64 = sqlx::query_scalar(LEASED).bind(job.to_string()).fetch_one(connection).await?;
    Ok(leased as u64)
}

/// Makes the status of a job from its row and the number of its leased pieces. Reads its pieces only if an older program has it.
pub(crate) async fn status(
    connection: &mut AnyConnection,
    job: JobId,
    row: StatusRow,
    leased: u64,
    now: Millis,
) -> Result<JobStatus, JobError> {
    let StatusRow { state, started, ended, expires_at, created, version, .. } = row;
    // Workers of an older version keep no sums.
    let is_older = version < OLDEST_RUN_VERSION;
    let of_pieces = match is_older {
        true => tolerate(Progress::read_pieces(connection, job).await, &job.to_string())?,
        false => None,
    };
    let progress = of_pieces.unwrap_or(row.progress);
    let of_older = if is_older {
        progress.pieces.saturating_add(progress.done).saturating_add(progress.failed)
    } else {
        0
    };
    let is_count = row.spec.as_ref().is_some_and(JobSpec::is_one_search);
    let sum_limit = row.spec.as_ref().and_then(JobSpec::sum_limit);
    let count = match (progress.count, sum_limit) {
        // Its pieces are removed.
        _ if state == JobState::Expired => None,
        (Sum::None, _) if is_count => Some(0),
        (Sum::None, _) => None,
        (Sum::Of(sum), Some(limit)) => Some(sum.min(limit)),
        (Sum::Of(sum), None) => Some(sum),
        (Sum::Overflow, limit) => limit,
    };
    let has_reached_limit = sum_limit.is_some_and(|limit| progress.count.has_reached(limit));
    let is_complete = count.map(|_| state == JobState::Succeeded && !has_reached_limit);
    let fraction = match state {
        JobState::Succeeded => 1.0,
        _ if is_count => {
            let searched = progress.weight as f64 / Cube::WEIGHT_OF_WHOLE as f64;
            // The count may reach its limit long before the end of the search.
            let found = count.zip(sum_limit).map_or(0.0, |(count, limit)| count as f64 / limit as f64);
            searched.max(found)
        }
        _ if progress.puzzles == 0 => 0.0,
        _ => progress.puzzles_done as f64 / progress.puzzles as f64,
    };
    let eta_s = match (state, started) {
        (JobState::Running, Some(started)) if fraction > 0.0 => {
            let worked = now.saturating_sub(started).saturating_sub(progress.idle_ms).max(0);
            let left = worked as f64 / 1000.0 * (1.0 - fraction) / fraction;
            (left <= ETA_MAX_S).then_some(left as u64)
        }
        _ => None,
    };
    Ok(JobStatus {
        id: job,
        operation: row.kind,
        state,
        revision: (row.revision.max(0) as u64).saturating_add(of_older),
        times: JobTimes { created, started, ended, expires_at },
        pieces: PieceCounts { total: progress.pieces, done: progress.done, leased, failed: progress.failed },
        puzzles_done: progress.puzzles_done,
        puzzles_total: (!is_count && progress.pieces > 0).then_some(progress.puzzles),
        verdicts: progress.verdicts,
        count,
        is_complete,
        fraction,
        eta_s,
        failure: row.failure,
    })
}
