//! Changes of the state of a job.

use serde::de::DeserializeOwned;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::progress::{PieceSum, Progress};
use crate::error::{FailureCode, JobError, JobFailure};
use crate::id::JobId;
use crate::spec::{JobSpec, SOLVER_VERSION, from_json, to_json};
use crate::state::{JobState, PieceState, statement};
use crate::store::{
    CALL, Database, Dialect, Millis, fail_unreadable, notify, readable, unreadable_detail, unreserve_leased,
};

/// Statement that reads an open piece of a job.
pub(crate) const OPEN: &str = statement!(
    "SELECT state FROM pieces WHERE job = $1 AND state = " { PieceState::Ready } "
    UNION ALL SELECT state FROM pieces WHERE job = $1 AND state = " { PieceState::Leased } " LIMIT 1"
);

/// Row of a job, as far as its end depends on it.
#[derive(Clone, Debug)]
pub(crate) struct JobRow {
    /// Its state; [`JobState::Failed`] if that cannot be read.
    pub(crate) state: JobState,
    /// What it computes; `None` if this program cannot read that.
    pub(crate) spec: Option<JobSpec>,
    pub(crate) client: String,
    pub(crate) progress: Progress,
    /// Why this program cannot read the row; `None` if it can, or if the job belongs to a newer program.
    pub(crate) damage: Option<String>,
    /// Bytes that [`write`](Self::write) adds to those that the job stores.
    pub(super) added_bytes: i64,
}

impl JobRow {
    /// Reads the row, and locks it until the end of the transaction, which writes; `None` if there is no such job.
    ///
    /// A transaction that inserts pieces, ends one, or changes stored bytes locks the job first: its state must not change meanwhile.
    pub(crate) async fn locked(connection: &mut AnyConnection, job: JobId) -> Result<Option<Self>, JobError> {
        let sql = Dialect::from_connection(connection).lock_job();
        Self::read_by(connection, sql, job).await
    }

    /// Reads the row; `None` if there is no such job.
    pub(crate) async fn read(connection: &mut AnyConnection, job: JobId) -> Result<Option<Self>, JobError> {
        Self::read_by(
            connection,
            "SELECT state, options, client, progress, version FROM jobs WHERE id = $1",
            job,
        )
        .await
    }

    async fn read_by(
        connection: &mut AnyConnection,
        sql: &'static str,
        job: JobId,
    ) -> Result<Option<Self>, JobError> {
        let row = sqlx::query(sql).bind(job.to_string()).fetch_optional(connection).await?;
        Ok(row.map(|row| {
            let (spec, progress) = (json_column(&row, "options"), json_column(&row, "progress"));
            let is_newer = readable(&row, "version").is_some_and(|version: i64| version > SOLVER_VERSION);
            let damage = spec.as_ref().err().or(progress.as_ref().err()).filter(|_| !is_newer);
            Self {
                state: readable(&row, "state").unwrap_or(JobState::Failed),
                client: readable(&row, "client").unwrap_or_default(),
                damage: damage.map(unreadable_detail),
                spec: spec.ok(),
                progress: progress.unwrap_or_default(),
                added_bytes: 0,
            }
        }))
    }

    /// Returns the limit of a sum over all pieces.
    fn sum_limit(&self) -> Option<u128> {
        self.spec.as_ref().and_then(JobSpec::sum_limit)
    }

    /// Returns whether the job may have ended: as far as its numbers tell, all pieces have ended, or the sum has reached its limit.
    pub(super) fn may_end(&self) -> bool {
        self.state == JobState::Cancelling
            || !self.progress.is_missing_pieces()
            || self.sum_limit().is_some_and(|limit| self.progress.count.has_reached(limit))
    }

    /// Writes the progress and the added bytes. The row is locked.
    pub(crate) async fn write(&self, connection: &mut AnyConnection, job: JobId) -> Result<(), JobError> {
        sqlx::query(
            "UPDATE jobs SET progress = $2, bytes = bytes + $3, revision = revision + 1 WHERE id = $1",
        )
        .bind(job.to_string())
        .bind(to_json(&self.progress)?)
        .bind(self.added_bytes)
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// Reads a column of JSON.
pub(crate) fn json_column<T: DeserializeOwned>(row: &AnyRow, column: &str) -> Result<T, JobError> {
    from_json(row.try_get(column)?)
}

/// Returns the state of a job; `client` restricts it to the jobs of a client.
pub(crate) async fn state_of(
    connection: &mut AnyConnection,
    job: JobId,
    client: Option<&str>,
) -> Result<JobState, JobError> {
    let row = sqlx::query("SELECT state FROM jobs WHERE id = $1 AND ($2 IS NULL OR client = $2)")
        .bind(job.to_string())
        .bind(client)
        .fetch_optional(connection)
        .await?
        .ok_or(JobError::NotFound)?;
    Ok(readable(&row, "state").unwrap_or(JobState::Failed))
}

/// Changes the state of a job, whose row is locked. Its time to live begins when it ends.
pub(crate) async fn change_state(
    connection: &mut AnyConnection,
    job: JobId,
    from: JobState,
    to: JobState,
    now: Millis,
) -> Result<(), JobError> {
    debug_assert!(from.may_become(to), "{from:?} to {to:?}");
    let ended = to.has_ended().then_some(now);
    sqlx::query(
        "UPDATE jobs SET state = $1, revision = revision + 1, ended = COALESCE(ended, $2),
            expires_at = CASE WHEN $2 IS NULL THEN expires_at ELSE $2 + ttl END
        WHERE id = $3",
    )
    .bind(to)
    .bind(ended)
    .bind(job.to_string())
    .execute(&mut *connection)
    .await?;
    notify(connection, job).await
}

/// Ends all pieces that no worker has claimed.
pub(crate) async fn cancel_ready(connection: &mut AnyConnection, job: JobId) -> Result<(), JobError> {
    for sql in [
        "UPDATE jobs SET ready_at = NULL WHERE id = $1",
        statement!(
            "UPDATE pieces SET state = " { PieceState::Cancelled } " WHERE job = $1 AND state = " { PieceState::Ready }
        ),
    ] {
        sqlx::query(sql).bind(job.to_string()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Ends all pieces that are not done. Those that workers have do not count any more, so that the results do not change.
async fn cancel_open(connection: &mut AnyConnection, job: JobId) -> Result<(), JobError> {
    unreserve_leased(connection, job).await?;
    cancel_ready(connection, job).await?;
    let sql = statement!(
        "UPDATE pieces SET state = " { PieceState::Cancelled } ", lease_until = NULL
        WHERE job = $1 AND state = " { PieceState::Leased }
    );
    sqlx::query(sql).bind(job.to_string()).execute(connection).await?;
    Ok(())
}

/// Fails a job that has not ended, and ends its ready pieces. Results so far are kept.
pub(super) async fn fail_job(
    connection: &mut AnyConnection,
    job: JobId,
    state: JobState,
    failure: &JobFailure,
    now: Millis,
) -> Result<(), JobError> {
    if state.has_ended() {
        return Ok(());
    }
    tracing::warn!(job = job.short(), code = failure.code.as_str(), detail = failure.detail, "a job failed");
    sqlx::query("UPDATE jobs SET failure_code = $1, failure_detail = $2 WHERE id = $3")
        .bind(failure.code.as_str())
        .bind(&failure.detail)
        .bind(job.to_string())
        .execute(&mut *connection)
        .await?;
    change_state(connection, job, state, JobState::Failed, now).await?;
    cancel_ready(connection, job).await
}

/// How a job ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JobEnd {
    Succeeded,
    Cancelled,
    /// The count exceeds 128 bits.
    Overflow,
    /// Its row cannot be read, or pieces are missing.
    Unreadable,
}

impl JobEnd {
    /// Returns how a job ends whose pieces have all ended, or whose sum has reached its limit, and whether it has open pieces; `None` if it
    /// goes on, or has ended.
    async fn from_row(
        connection: &mut AnyConnection,
        job: JobId,
        row: &JobRow,
    ) -> Result<Option<(Self, bool)>, JobError> {
        if row.state.has_ended() {
            return Ok(None);
        }
        if row.spec.is_none() || row.damage.is_some() {
            // A newer program has the job.
            return Ok(row.damage.as_ref().map(|_| (Self::Unreadable, true)));
        }
        let open: Option<PieceState> =
            sqlx::query_scalar(OPEN).bind(job.to_string()).fetch_optional(&mut *connection).await?;
        let is_open = open.is_some();
        let limit = row.sum_limit();
        if is_open && limit.is_none() {
            return Ok(None);
        }
        let sum = row.progress.count;
        let has_reached = limit.is_some_and(|limit| sum.has_reached(limit));
        let end = match row.state {
            _ if is_open && !has_reached => return Ok(None),
            JobState::Cancelling => Self::Cancelled,
            _ if !has_reached && row.progress.is_missing_pieces() => Self::Unreadable,
            _ if sum == PieceSum::Overflow && !has_reached => Self::Overflow,
            _ => Self::Succeeded,
        };
        Ok(Some((end, is_open)))
    }
}

/// Ends a job if all its pieces have ended, or its sum has reached its limit.
///
/// Each commit that [may](JobRow::may_end) be the last one of a job is followed by this call.
pub(crate) async fn end_if_done(database: &Database, job: JobId) -> Result<(), JobError> {
    let mut reader = database.read().await?;
    let Some(row) = JobRow::read(&mut reader, job).await? else { return Ok(()) };
    if JobEnd::from_row(&mut reader, job, &row).await?.is_none() {
        return Ok(());
    }
    drop(reader);
    let mut transaction = database.write().await?;
    let Some(row) = JobRow::locked(&mut transaction, job).await? else { return Ok(()) };
    let Some((end, is_open)) = JobEnd::from_row(&mut transaction, job, &row).await? else { return Ok(()) };
    if is_open {
        cancel_open(&mut transaction, job).await?;
    }
    let now = database.clock().now(&mut transaction).await?;
    match end {
        JobEnd::Unreadable => {
            let missing = "the database has lost pieces of the job";
            let detail = row.damage.as_deref().unwrap_or(missing);
            fail_unreadable(&mut transaction, &job.to_string(), detail, now).await?;
        }
        JobEnd::Cancelled => {
            change_state(&mut transaction, job, row.state, JobState::Cancelled, now).await?;
        }
        JobEnd::Overflow => {
            let failure = JobFailure::new(FailureCode::CountOverflow, "the count exceeds 128 bits");
            fail_job(&mut transaction, job, row.state, &failure, now).await?;
        }
        JobEnd::Succeeded => {
            change_state(&mut transaction, job, row.state, JobState::Succeeded, now).await?;
        }
    }
    transaction.commit().await?;
    if matches!(end, JobEnd::Succeeded | JobEnd::Cancelled) {
        tracing::info!(job = job.short(), is_cancelled = end == JobEnd::Cancelled, "a job ended");
    }
    Ok(())
}

/// Ends a job that may be done. A failure is logged: the next tick of a worker ends the job.
pub(super) async fn try_end(database: &Database, job: JobId) {
    let end = move || end_if_done(database, job);
    if let Err(error) = database.repeated(CALL, end).await {
        tracing::warn!(%error, job = job.short(), "ending a job failed");
    }
}
