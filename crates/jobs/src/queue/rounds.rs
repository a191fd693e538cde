//! Rounds of work that one of all processes does.

use std::time::Duration;

use crate::bounds::millis;
use crate::error::JobError;
use crate::store::Database;

/// Kind of round. The table has a row of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    /// Expires jobs and uploads.
    Expire,
    /// Removes objects that belong to nothing.
    Sweep,
}

/// Returns whether this process has to do the round: it is due, and no other process has begun it. The next one is due after `time`.
/// A round that is due much later is due: the clock was set back.
pub(crate) async fn begin_round(database: &Database, round: Round, time: Duration) -> Result<bool, JobError> {
    let mut transaction = database.write_relaxed().await?;
    let now = database.clock().now(&mut transaction).await?;
    let begun = sqlx::query(
        "INSERT INTO rounds (name, due) VALUES ($2, $1) ON CONFLICT (name) DO UPDATE SET due = $1
        WHERE rounds.due <= $3 OR rounds.due > $4",
    )
    .bind(now.saturating_add(millis(time)))
    .bind(match round {
        Round::Expire => "expire",
        Round::Sweep => "sweep",
    })
    .bind(now)
    .bind(now.saturating_add(millis(time * 2)))
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(begun.rows_affected() > 0)
}
