//! Rows that this program cannot read: another program has written them, or they are damaged.
//!
//! Such a row harms its job alone. Statements about many jobs leave it out, and the claim of a job that cannot be read fails the job. A job
//! of a newer version is no damage: it waits for a worker that reads it.

use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, Decode, Row as _, Type};

use super::clock::Millis;
use super::stored::unreserve_leased;
use crate::error::{FailureCode, JobError};
use crate::state::statement;

/// Number of characters of an id that the log has, as of [`JobId::short`](crate::id::JobId::short).
const SHORT: usize = 12;

/// Statement that fails a job whose other columns may hold anything; for an empty id, those whose id is none.
const FAIL: &str = statement!(
    "UPDATE jobs SET state = " { JobState::Failed } ", revision = revision + 1, failure_code = $2, failure_detail = $3,
        ended = $4, expires_at = $4 + ttl, ready_at = NULL
    WHERE id = $1 OR ($1 = '' AND (id IS NULL OR LENGTH(id) <> 32))"
);

/// Statement that ends the open pieces of a job, and those whose state cannot be read.
const CANCEL: &str = statement!(
    "UPDATE pieces SET state = " { PieceState::Cancelled } ", lease_until = NULL, worker = NULL
    WHERE job = $1 AND state NOT IN (" { PieceState::Done } ", " { PieceState::Failed } ", " { PieceState::Cancelled } ")"
);

/// Completes a statement about rows whose id is this text; for an empty text, those whose id is no text.
macro_rules! unnamed {
    ($sql:literal, $column:literal) => {
        concat!(
            $sql,
            $column,
            " = $1 OR ($1 = '' AND (",
            $column,
            " IS NULL OR LENGTH(",
            $column,
            ") <> 32))"
        )
    };
}
pub(crate) use unnamed;

/// Returns the value of a column; `None` if it has another type.
pub(crate) fn readable<'r, T>(row: &'r AnyRow, column: &str) -> Option<T>
where
    T: Decode<'r, Any> + Type<Any>,
{
    row.try_get(column).ok()
}

/// Returns the part of an id that the log has. The id may be damaged.
fn short(id: &str) -> String {
    id.chars().take(SHORT).collect()
}

/// Returns why a job fails that cannot be read.
pub(crate) fn unreadable_detail(error: &JobError) -> String {
    let what = match error {
        JobError::Corrupt(what) => what,
        JobError::NotFound => "id",
        _ => "value",
    };
    format!("the database holds an invalid {what}: it is damaged, or a newer program wrote it")
}

/// Fails a job that cannot be read. `id` is the text in its row, which need not be an id. Its results so far are kept.
pub(crate) async fn fail_unreadable(
    connection: &mut AnyConnection,
    id: &str,
    detail: &str,
    now: Millis,
) -> Result<(), JobError> {
    tracing::warn!(job = short(id), detail, "a job cannot be read, and fails");
    if let Ok(job) = id.parse() {
        unreserve_leased(connection, job).await?;
    }
    sqlx::query(FAIL)
        .bind(id)
        .bind(FailureCode::Unreadable.as_str())
        .bind(detail)
        .bind(now)
        .execute(&mut *connection)
        .await?;
    sqlx::query(CANCEL).bind(id).execute(connection).await?;
    Ok(())
}

/// Logs an error that a damaged row has caused, with the id of the job, so that the caller goes on with other jobs. `None` after such an
/// error.
///
/// # Errors
/// All other errors.
pub(crate) fn tolerate<T>(result: Result<T, JobError>, id: &str) -> Result<Option<T>, JobError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_damage() => {
            tracing::warn!(%error, job = short(id), "a row of a job cannot be read");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
