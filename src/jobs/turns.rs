//! Turns of clients: which client's job a worker claims next.
//!
//! Rows of `clients` and `jobs` have the earliest time at which a piece of theirs is ready. Each transaction that makes pieces ready, or
//! claims them, writes both. It locks the client before the job, so that two of them cannot wait for each other. Clients have a row for
//! each version of the program, whose workers know only their own jobs.

use std::collections::HashSet;

use sqlx::AnyConnection;

use super::clock::{Clock, Millis};
use super::dialect::Dialect;
use super::error::JobError;
use super::id::JobId;
use super::pieces::latest_ready;
use super::spec::SOLVER_VERSION;
use super::state::statement;

/// Maximum number of clients that a claim looks at.
const CLIENTS_MAX: usize = 16;

/// Returns the statement that reads which clients wait for a turn, in their order, and the time; none while the queue is paused. `now`
/// reads the time.
pub(super) fn waiting_sql(now: &str) -> String {
    format!(
        "SELECT client, ({now}) FROM clients
        WHERE version = $1 AND ready_at IS NOT NULL AND (ready_at <= ({now}) OR ready_at > ({now}) + $2)
            AND NOT EXISTS (SELECT 1 FROM facts WHERE name = 'paused')
        ORDER BY turn, client LIMIT $3"
    )
}

/// Statement that gives a client its turn.
pub(super) const TAKE: &str =
    "UPDATE clients SET turn = (SELECT MAX(turn) FROM clients WHERE version = $1) + 1
    WHERE version = $1 AND client = $2 AND (ready_at <= $3 OR ready_at > $4) RETURNING turn";

/// As [`TAKE`], unless another transaction has the row.
pub(super) const TRY_TAKE: &str =
    "UPDATE clients SET turn = (SELECT MAX(turn) FROM clients WHERE version = $1) + 1
    WHERE version = $1 AND client = (
        SELECT client FROM clients WHERE version = $1 AND client = $2 AND (ready_at <= $3 OR ready_at > $4)
        FOR UPDATE SKIP LOCKED)
    RETURNING turn";

/// Statement that records when the first job of a client is ready.
pub(super) const SETTLE: &str = statement!(
    "UPDATE clients SET ready_at = (
        SELECT MIN(ready_at) FROM jobs
        WHERE client = $2 AND version = $1 AND state < " { JobState::Cancelling } " AND ready_at IS NOT NULL)
    WHERE version = $1 AND client = $2"
);

/// Statement that makes a client ready that may be new.
pub(super) const ENTER: &str = "INSERT INTO clients (version, client, turn, ready_at) VALUES ($1, $2, 0, $3)
    ON CONFLICT (version, client) DO UPDATE SET
        ready_at = CASE WHEN clients.ready_at < $3 THEN clients.ready_at ELSE $3 END";

/// Statements that make a client and its job ready.
pub(super) const MARK_READY: [&str; 2] = [
    "UPDATE clients SET ready_at = CASE WHEN ready_at < $2 THEN ready_at ELSE $2 END
    WHERE (version, client) = (SELECT version, client FROM jobs WHERE id = $1)",
    statement!(
        "UPDATE jobs SET ready_at = CASE WHEN ready_at < $2 THEN ready_at ELSE $2 END
        WHERE id = $1 AND state < " { JobState::Cancelling }
    ),
];

/// Returns the time, and the clients that wait for a turn, in their order and without the excluded ones; `None` if no client waits.
pub(super) async fn waiting_clients(
    connection: &mut AnyConnection,
    clock: &Clock,
    excluded: &HashSet<String>,
) -> Result<Option<(Millis, Vec<String>)>, JobError> {
    let sql = waiting_sql(&clock.sql(Dialect::from_connection(connection)));
    let rows: Vec<(String, Millis)> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(SOLVER_VERSION)
        .bind(latest_ready(0))
        .bind((CLIENTS_MAX + excluded.len()) as i64)
        .fetch_all(connection)
        .await?;
    let now = rows.first().map(|(_, now)| *now);
    let clients: Vec<String> =
        rows.into_iter().map(|(client, _)| client).filter(|client| !excluded.contains(client)).collect();
    Ok(now.filter(|_| !clients.is_empty()).map(|now| (now, clients)))
}

/// Gives a client its turn, and locks its row. Returns the number of the turn, or `None` if it is not ready, or if another transaction
/// has the row and this one `waits` not.
pub(super) async fn take_turn(
    connection: &mut AnyConnection,
    client: &str,
    now: Millis,
    waits: bool,
) -> Result<Option<i64>, JobError> {
    let sql = if waits || Dialect::from_connection(connection) == Dialect::Sqlite { TAKE } else { TRY_TAKE };
    let turn = sqlx::query_scalar(sql).bind(SOLVER_VERSION).bind(client).bind(now).bind(latest_ready(now));
    Ok(turn.fetch_optional(connection).await?)
}

/// Records when the first job of a client is ready.
pub(super) async fn settle(connection: &mut AnyConnection, client: &str) -> Result<(), JobError> {
    sqlx::query(SETTLE).bind(SOLVER_VERSION).bind(client).execute(connection).await?;
    Ok(())
}

/// Makes a client ready that may be new.
pub(super) async fn enter(connection: &mut AnyConnection, client: &str, at: Millis) -> Result<(), JobError> {
    sqlx::query(ENTER).bind(SOLVER_VERSION).bind(client).bind(at).execute(connection).await?;
    Ok(())
}

/// Makes a job and its client ready at a time, or earlier.
pub(super) async fn mark_ready(
    connection: &mut AnyConnection,
    job: JobId,
    at: Millis,
) -> Result<(), JobError> {
    for sql in MARK_READY {
        sqlx::query(sql).bind(job.to_string()).bind(at).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Forgets clients that have no jobs that have not ended.
pub(super) async fn forget_clients(connection: &mut AnyConnection) -> Result<(), JobError> {
    sqlx::query(statement!(
        "DELETE FROM clients WHERE ready_at IS NULL AND NOT EXISTS (
            SELECT 1 FROM jobs WHERE jobs.client = clients.client AND jobs.state < " { JobState::Succeeded } ")"
    ))
    .execute(connection)
    .await?;
    Ok(())
}
