//! Changes of the state of a job within a transaction.

use sqlx::SqliteConnection;

use super::clock::Millis;
use super::error::{FailureCode, JobError, JobFailure};
use super::id::JobId;
use super::spec::{JobSpec, from_json};
use super::state::JobState;

/// Row of a job, as far as its end depends on it.
#[derive(Clone, Debug)]
pub(super) struct JobRow {
    pub(super) state: JobState,
    pub(super) spec: JobSpec,
}

impl JobRow {
    /// Reads the row; `None` if there is no such job.
    pub(super) async fn of(connection: &mut SqliteConnection, job: JobId) -> Result<Option<Self>, JobError> {
        let row: Option<(i64, String)> = sqlx::query_as("SELECT state, options FROM jobs WHERE id = $1")
            .bind(job.to_string())
            .fetch_optional(connection)
            .await?;
        row.map(|(state, spec)| Ok(Self { state: JobState::numbered(state)?, spec: from_json(&spec)? }))
            .transpose()
    }
}

/// Returns the state of a job; `client` restricts it to the jobs of a client.
pub(super) async fn state_of(
    connection: &mut SqliteConnection,
    job: JobId,
    client: Option<&str>,
) -> Result<JobState, JobError> {
    let state: Option<i64> =
        sqlx::query_scalar("SELECT state FROM jobs WHERE id = $1 AND ($2 IS NULL OR client = $2)")
            .bind(job.to_string())
            .bind(client)
            .fetch_optional(connection)
            .await?;
    JobState::numbered(state.ok_or(JobError::NotFound)?)
}

/// Changes the state of a job. Its time to live begins when it ends.
pub(super) async fn change_state(
    connection: &mut SqliteConnection,
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
        WHERE id = $3 AND state = $4",
    )
    .bind(to.number())
    .bind(ended)
    .bind(job.to_string())
    .bind(from.number())
    .execute(connection)
    .await?;
    Ok(())
}

/// Ends all pieces that no worker has claimed.
pub(super) async fn cancel_ready(connection: &mut SqliteConnection, job: JobId) -> Result<(), JobError> {
    sqlx::query("UPDATE pieces SET state = 4 WHERE job = $1 AND state = 0")
        .bind(job.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Fails a job that has not ended, and ends its ready pieces. Results so far are kept.
pub(super) async fn fail_job(
    connection: &mut SqliteConnection,
    job: JobId,
    state: JobState,
    failure: &JobFailure,
    now: Millis,
) -> Result<(), JobError> {
    if state.has_ended() {
        return Ok(());
    }
    sqlx::query("UPDATE jobs SET failure_code = $1, failure_detail = $2 WHERE id = $3")
        .bind(failure.code.as_str())
        .bind(&failure.detail)
        .bind(job.to_string())
        .execute(&mut *connection)
        .await?;
    change_state(connection, job, state, JobState::Failed, now).await?;
    cancel_ready(connection, job).await
}

/// Returns the sum of the counts of all pieces; `None` if it exceeds 128 bits, or no piece has a count.
pub(super) async fn sum_of_counts(connection: &mut SqliteConnection, job: JobId) -> Result<Sum, JobError> {
    let counts: Vec<String> =
        sqlx::query_scalar("SELECT count FROM pieces WHERE job = $1 AND count IS NOT NULL")
            .bind(job.to_string())
            .fetch_all(connection)
            .await?;
    let mut sum = Sum::None;
    for count in counts {
        sum = sum.plus(count.parse().map_err(|_| JobError::Corrupt("count"))?);
    }
    Ok(sum)
}

/// Sum of the counts of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sum {
    /// No piece has a count.
    None,
    /// The sum.
    Of(u128),
    /// The sum exceeds 128 bits.
    Overflow,
}

impl Sum {
    fn plus(self, count: u128) -> Self {
        match self {
            Self::None => Self::Of(count),
            Self::Of(sum) => sum.checked_add(count).map_or(Self::Overflow, Self::Of),
            Self::Overflow => Self::Overflow,
        }
    }
}

/// Ends a job whose pieces have all ended, or whose sum has reached its limit.
pub(super) async fn end_if_done(
    connection: &mut SqliteConnection,
    job: JobId,
    row: &JobRow,
    now: Millis,
) -> Result<(), JobError> {
    if row.state.has_ended() {
        return Ok(());
    }
    let is_open: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM pieces WHERE job = $1 AND state = 0)
            OR EXISTS (SELECT 1 FROM pieces WHERE job = $1 AND state = 1)",
    )
    .bind(job.to_string())
    .fetch_one(&mut *connection)
    .await?;
    let limit = row.spec.sum_limit();
    if is_open && limit.is_none() {
        return Ok(());
    }
    let sum = sum_of_counts(connection, job).await?;
    let has_reached = limit.is_some_and(|limit| match sum {
        Sum::None => false,
        Sum::Of(sum) => sum >= limit,
        Sum::Overflow => true,
    });
    if is_open && !has_reached {
        return Ok(());
    }
    match row.state {
        JobState::Cancelling => change_state(connection, job, row.state, JobState::Cancelled, now).await,
        state if sum == Sum::Overflow && !has_reached => {
            let failure = JobFailure::new(FailureCode::CountOverflow, "the count exceeds 128 bits");
            fail_job(connection, job, state, &failure, now).await
        }
        state => {
            cancel_ready(connection, job).await?;
            change_state(connection, job, state, JobState::Succeeded, now).await
        }
    }
}
