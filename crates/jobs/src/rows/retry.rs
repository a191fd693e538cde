//! Retries of failed jobs.

use crate::bounds::{JobBounds, millis};
use crate::error::JobError;
use crate::id::JobId;
use crate::queue::{JobRow, enter, renew};
use crate::spec::{OLDEST_RUN_VERSION, OLDEST_VERSION, SOLVER_VERSION, to_json};
use crate::state::{JobState, statement};
use crate::store::{Database, Millis, notify};

/// Statement that makes the pieces of a job ready that have failed, or were not begun.
const READY: &str = statement!(
    "UPDATE pieces SET state = " { PieceState::Ready } ", attempts = 0, losses = 0, ready_at = $2
    WHERE job = $1 AND state IN (" { PieceState::Failed } ", " { PieceState::Cancelled } ")"
);

/// Statement that makes a job wait for its turn, or go on with the pieces that workers still have. It has time from now on.
const REOPEN: &str = statement!(
    "UPDATE jobs SET
        state = CASE WHEN EXISTS (SELECT 1 FROM pieces WHERE job = $1 AND pieces.state = " { PieceState::Leased } ")
            THEN " { JobState::Running } " ELSE " { JobState::Queued } " END,
        revision = revision + 1, ready_at = $2, ended = NULL, expires_at = $3, failure_code = NULL,
        failure_detail = NULL, progress = $4
    WHERE id = $1"
);

/// Runs the pieces of a failed job again that have no result. `client` restricts it to the jobs of a client.
///
/// # Errors
/// [`JobError::NotRetryable`] if the job has not failed, or has no failed pieces that this program can run.
pub(crate) async fn retry(
    database: &Database,
    bounds: &JobBounds,
    job: JobId,
    client: Option<&str>,
) -> Result<(), JobError> {
    let mut transaction = database.write().await?;
    let sql = "SELECT client, version, ended FROM jobs WHERE id = $1 AND ($2 IS NULL OR client = $2)";
    let row: Option<(String, i64, Option<Millis>)> =
        sqlx::query_as(sql).bind(job.to_string()).bind(client).fetch_optional(&mut *transaction).await?;
    let (client, version, ended) = row.ok_or(JobError::NotFound)?;
    let now = database.clock().now(&mut transaction).await?;
    enter(&mut transaction, &client, version.max(OLDEST_RUN_VERSION), now).await?;
    let mut row = JobRow::locked(&mut transaction, job).await?.ok_or(JobError::NotFound)?;
    if row.state != JobState::Failed {
        let detail = format!("the job is `{}`: only a failed one can be retried", row.state.as_str());
        return Err(JobError::NotRetryable(detail));
    }
    if !(OLDEST_VERSION..=SOLVER_VERSION).contains(&version) {
        let detail = "the job cannot be retried: another version of the program began it";
        return Err(JobError::NotRetryable(detail.to_owned()));
    }
    if let Some(detail) = &row.damage {
        return Err(JobError::NotRetryable(format!("the job cannot be retried: {detail}")));
    }
    if version < OLDEST_RUN_VERSION {
        row = renew(&mut transaction, job, row).await?;
    }
    // Its results cannot be added up; or an older program has lost a part of the work.
    if row.progress.failed == 0 {
        let detail = "the job cannot be retried: it has no failed pieces";
        return Err(JobError::NotRetryable(detail.to_owned()));
    }
    let pieces = sqlx::query(READY).bind(job.to_string()).bind(now).execute(&mut *transaction).await?;
    row.progress.failed = 0;
    row.progress.idle_ms += ended.map_or(0, |ended| now.saturating_sub(ended));
    sqlx::query(REOPEN)
        .bind(job.to_string())
        .bind(now)
        .bind(now.saturating_add(millis(bounds.ttl_max)))
        .bind(to_json(&row.progress)?)
        .execute(&mut *transaction)
        .await?;
    notify(&mut transaction, job).await?;
    transaction.commit().await?;
    tracing::info!(job = job.short(), pieces = pieces.rows_affected(), "a failed job is retried");
    Ok(())
}
