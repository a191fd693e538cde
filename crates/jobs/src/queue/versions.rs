//! Jobs that an older version of the program began.
//!
//! Its workers go on with them, and do not know what this version writes. When none of them is alive, the jobs are adopted.

use std::time::Duration;

use sqlx::AnyConnection;

use super::end::{JobRow, fail_job};
use super::pieces::LEASE;
use super::progress::Progress;
use super::turns::enter;
use crate::bounds::millis;
use crate::error::{FailureCode, JobError, JobFailure};
use crate::id::JobId;
use crate::spec::{OLDEST_RUN_VERSION, OLDEST_VERSION};
use crate::state::statement;
use crate::store::{Database, readable, tolerate, unreserve_leased};

/// Time for which a job of a version that this one cannot read waits for a worker of that version.
pub(crate) const VERSION_GRACE: Duration = Duration::from_secs(60);

/// Maximum number of jobs that one call adopts.
const ADOPTED_MAX: i64 = 100;

/// Effect of a look at the jobs of older versions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OlderJobs {
    /// Number of jobs that this version goes on with.
    pub(crate) adopted: usize,
    /// Number of jobs that it cannot read.
    pub(crate) failed: usize,
}

/// Statement that reads which jobs of older versions no worker of their version has.
pub(crate) const ABANDONED: &str = statement!(
    "SELECT id, version FROM jobs
    WHERE state < " { JobState::Succeeded } " AND version < $1 AND (version >= $2 OR created <= $3)
        AND NOT EXISTS (SELECT 1 FROM workers WHERE workers.version = jobs.version
            AND ((workers.threads > 0 AND workers.seen > $4) OR (jobs.version < $2 AND workers.seen > $3)))
    ORDER BY version LIMIT $5"
);

/// Adopts jobs of older versions, or fails those whose pieces mean something else, if no worker of their version is alive. Jobs of
/// a newer version wait for a newer worker.
pub(crate) async fn take_over(database: &Database) -> Result<OlderJobs, JobError> {
    let mut reader = database.read().await?;
    let now = database.clock().now(&mut reader).await?;
    let abandoned = sqlx::query(ABANDONED)
        .bind(OLDEST_RUN_VERSION)
        .bind(OLDEST_VERSION)
        .bind(now.saturating_sub(millis(VERSION_GRACE)))
        .bind(now.saturating_sub(millis(LEASE)))
        .bind(ADOPTED_MAX)
        .fetch_all(&mut *reader)
        .await?;
    drop(reader);
    let mut older = OlderJobs::default();
    for row in abandoned {
        let id: String = readable(&row, "id").unwrap_or_default();
        let (Ok(job), Some(version)) = (id.parse(), readable::<i64>(&row, "version")) else { continue };
        if version >= OLDEST_VERSION {
            let adopted = tolerate(adopt(database, job).await, &id)?;
            older.adopted += usize::from(adopted.unwrap_or_default());
        } else {
            let failed = tolerate(fail_older(database, job).await, &id)?;
            older.failed += usize::from(failed.unwrap_or_default());
        }
    }
    Ok(older)
}

/// Brings a job to a version that this program runs. Results of late workers do not count.
async fn adopt(database: &Database, job: JobId) -> Result<bool, JobError> {
    let mut transaction = database.write().await?;
    let now = database.clock().now(&mut transaction).await?;
    let client: Option<String> = sqlx::query_scalar("SELECT client FROM jobs WHERE id = $1")
        .bind(job.to_string())
        .fetch_optional(&mut *transaction)
        .await?;
    let Some(client) = client else { return Ok(false) };
    enter(&mut transaction, &client, OLDEST_RUN_VERSION, now).await?;
    let Some(row) = JobRow::locked(&mut transaction, job).await? else { return Ok(false) };
    if row.state.has_ended() {
        return Ok(false);
    }
    renew(&mut transaction, job, row).await?;
    sqlx::query("UPDATE jobs SET ready_at = $2 WHERE id = $1")
        .bind(job.to_string())
        .bind(now)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(true)
}

/// Brings a job of an older version, whose row is locked, to the oldest one that this program runs, and ends its leases.
pub(crate) async fn renew(
    connection: &mut AnyConnection,
    job: JobId,
    row: JobRow,
) -> Result<JobRow, JobError> {
    unreserve_leased(connection, job).await?;
    let sql = statement!(
        "UPDATE pieces SET state = " { PieceState::Ready } ", epoch = epoch + 1, lease_until = NULL
        WHERE job = $1 AND state = " { PieceState::Leased }
    );
    sqlx::query(sql).bind(job.to_string()).execute(&mut *connection).await?;
    let progress = Progress::read_pieces(connection, job).await?;
    // The older version has added the pieces to the revision that it has shown.
    let shown = progress.pieces + progress.done + progress.failed;
    let row = JobRow { progress, ..row };
    row.write(connection, job).await?;
    sqlx::query("UPDATE jobs SET version = $2, revision = revision + $3 WHERE id = $1")
        .bind(job.to_string())
        .bind(OLDEST_RUN_VERSION)
        .bind(shown as i64)
        .execute(connection)
        .await?;
    Ok(row)
}

/// Fails a job of a version that this one cannot read.
async fn fail_older(database: &Database, job: JobId) -> Result<bool, JobError> {
    let detail = "an older version of the program began the job, and no worker of it is left";
    let failure = JobFailure::new(FailureCode::VersionChanged, detail);
    let mut transaction = database.write().await?;
    let Some(row) = JobRow::locked(&mut transaction, job).await? else { return Ok(false) };
    let now = database.clock().now(&mut transaction).await?;
    fail_job(&mut transaction, job, row.state, &failure, now).await?;
    transaction.commit().await?;
    Ok(true)
}
