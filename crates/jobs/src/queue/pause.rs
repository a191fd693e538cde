//! Pause of the queue: a fact of the database, which all workers obey.

use sqlx::AnyConnection;

use super::piece_queue::PieceQueue;
use crate::error::JobError;

impl PieceQueue {
    /// Pauses the queue: workers claim nothing, and end the pieces that they have. Returns whether it was running.
    pub(crate) async fn pause(&self) -> Result<bool, JobError> {
        let pause = async {
            let mut transaction = self.database.write().await?;
            let now = self.database.clock().now(&mut transaction).await?;
            let sql = "INSERT INTO facts (name, value) VALUES ('paused', $1) ON CONFLICT (name) DO NOTHING";
            let paused = sqlx::query(sql).bind(now.to_string()).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(paused.rows_affected() > 0)
        };
        self.database.bounded(pause).await
    }

    /// Lets the queue go on. Returns whether it was paused.
    pub(crate) async fn resume(&self) -> Result<bool, JobError> {
        let resume = async {
            let mut transaction = self.database.write().await?;
            let sql = "DELETE FROM facts WHERE name = 'paused'";
            let resumed = sqlx::query(sql).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(resumed.rows_affected() > 0)
        };
        self.database.bounded(resume).await
    }
}

/// Returns whether the queue is paused.
pub(crate) async fn is_paused(connection: &mut AnyConnection) -> Result<bool, JobError> {
    let paused: Option<String> = sqlx::query_scalar("SELECT value FROM facts WHERE name = 'paused'")
        .fetch_optional(connection)
        .await?;
    Ok(paused.is_some())
}
