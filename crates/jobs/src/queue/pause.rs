//! Pause of the queue: a fact of the database, which all workers obey.

use sqlx::AnyConnection;

use crate::error::JobError;
use crate::store::Database;

/// Pauses the queue: workers claim nothing, and end the pieces that they have. Returns whether it was running.
pub(crate) async fn pause(database: &Database) -> Result<bool, JobError> {
    let mut transaction = database.write().await?;
    let now = database.clock().now(&mut transaction).await?;
    let paused =
        sqlx::query("INSERT INTO facts (name, value) VALUES ('paused', $1) ON CONFLICT (name) DO NOTHING")
            .bind(now.to_string())
            .execute(&mut *transaction)
            .await?;
    transaction.commit().await?;
    Ok(paused.rows_affected() > 0)
}

/// Lets the queue go on. Returns whether it was paused.
pub(crate) async fn resume(database: &Database) -> Result<bool, JobError> {
    let mut transaction = database.write().await?;
    let resumed = sqlx::query("DELETE FROM facts WHERE name = 'paused'").execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(resumed.rows_affected() > 0)
}

/// Returns whether the queue is paused.
pub(crate) async fn is_paused(connection: &mut AnyConnection) -> Result<bool, JobError> {
    let paused: Option<String> = sqlx::query_scalar("SELECT value FROM facts WHERE name = 'paused'")
        .fetch_optional(connection)
        .await?;
    Ok(paused.is_some())
}
