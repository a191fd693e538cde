//! Turns of clients: which client's job a worker claims next.
//!
//! Rows of `clients` and `jobs` have the earliest time at which a piece of theirs is ready. Each transaction that makes pieces ready, or
//! claims them, writes both. It locks the client before the job, so that two of them cannot wait for each other. Clients have a row for
//! each version of their jobs, because workers of each version know only those that they run. Both rows have the same turn.

use std::collections::HashSet;
use std::sync::LazyLock;

use sqlx::{AnyConnection, Row as _};

use super::pieces::latest_ready;
use crate::error::JobError;
use crate::id::JobId;
use crate::spec::RUN_VERSIONS;
use crate::state::statement;
use crate::store::{Clock, Dialect, Millis};

/// Maximum number of clients that a claim looks at.
const CLIENTS_MAX: usize = 16;

/// Number above all turns. A greater one, or a text, is damage.
const TURNS_MAX: i64 = 1 << 62;

/// Returns the statement that reads which clients wait for a turn, in their order, and the time; none while the queue is paused. A client
/// may occur once for each version. `now` reads the time.
pub(crate) fn waiting_sql(now: &str) -> String {
    let of_version = |version: i64| {
        format!(
            "SELECT * FROM (SELECT client, turn FROM clients
            WHERE version = {version} AND ready_at IS NOT NULL AND (ready_at <= ({now}) OR ready_at > ({now}) + $1)
            ORDER BY turn, client LIMIT $2) AS of_{version}"
        )
    };
    let versions: Vec<String> = RUN_VERSIONS.map(of_version).collect();
    format!(
        "SELECT client, ({now}) FROM ({}) AS waiting
        WHERE NOT EXISTS (SELECT 1 FROM facts WHERE name = 'paused') ORDER BY turn, client",
        versions.join(" UNION ALL ")
    )
}

/// Returns the statement that gives a client its turn, and whether it is ready. `rows` selects its rows.
fn take_sql(rows: &str) -> String {
    let last = |version: i64| {
        format!("SELECT MAX(turn) AS turn FROM clients WHERE version = {version} AND turn < {TURNS_MAX}")
    };
    let last: Vec<String> = RUN_VERSIONS.map(last).collect();
    format!(
        "UPDATE clients SET turn = COALESCE((SELECT MAX(turn) FROM ({}) AS turns), 0) + 1
        WHERE client = $1 AND version IN {rows}
        RETURNING turn, CAST(CASE WHEN ready_at <= $2 OR ready_at > $3 THEN 1 ELSE 0 END AS BIGINT)",
        last.join(" UNION ALL ")
    )
}

/// Statement that gives a client its turn.
pub(crate) static TAKE: LazyLock<String> = LazyLock::new(|| take_sql(statement!({ RUN_VERSIONS })));

/// As [`TAKE`], unless another transaction has the rows.
pub(crate) static TRY_TAKE: LazyLock<String> = LazyLock::new(|| {
    take_sql(statement!(
        "(SELECT version FROM clients WHERE client = $1 AND version IN " { RUN_VERSIONS } " FOR UPDATE SKIP LOCKED)"
    ))
});

/// Statement that records when the first jobs of a client are ready.
pub(crate) const SETTLE: &str = statement!(
    "UPDATE clients SET ready_at = (
        SELECT MIN(ready_at) FROM jobs
        WHERE jobs.client = $1 AND jobs.version = clients.version AND state < " { JobState::Cancelling } "
            AND ready_at IS NOT NULL)
    WHERE client = $1 AND version IN " { RUN_VERSIONS }
);

/// Statement that makes a client ready that may be new.
pub(crate) const ENTER: &str = statement!(
    "INSERT INTO clients (version, client, turn, ready_at)
    VALUES ($1, $2, COALESCE((SELECT MAX(turn) FROM clients WHERE client = $2 AND version IN " { RUN_VERSIONS } "), 0), $3)
    ON CONFLICT (version, client) DO UPDATE SET
        ready_at = CASE WHEN clients.ready_at < $3 THEN clients.ready_at ELSE $3 END"
);

/// Statements that make a client and its job ready.
pub(crate) const MARK_READY: [&str; 2] = [
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
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(latest_ready(0))
        .bind((CLIENTS_MAX + excluded.len()) as i64)
        .fetch_all(connection)
        .await?;
    let now = rows.first().map(|row| row.try_get(1)).transpose()?;
    let mut clients: Vec<String> = Vec::new();
    for client in rows.iter().filter_map(|row| row.try_get(0).ok()) {
        if !excluded.contains(&client) && !clients.contains(&client) {
            clients.push(client);
        }
    }
    Ok(now.filter(|_| !clients.is_empty()).map(|now| (now, clients)))
}

/// Gives a client its turn, and locks its rows. Returns the number of the turn, or `None` if it is not ready, or if another transaction
/// has the rows and this one `waits` not.
pub(super) async fn take_turn(
    connection: &mut AnyConnection,
    client: &str,
    now: Millis,
    waits: bool,
) -> Result<Option<i64>, JobError> {
    let sql =
        if waits || Dialect::from_connection(connection) == Dialect::Sqlite { &TAKE } else { &TRY_TAKE };
    let rows: Vec<(i64, i64)> = sqlx::query_as(sql.as_str())
        .bind(client)
        .bind(now)
        .bind(latest_ready(now))
        .fetch_all(connection)
        .await?;
    Ok(rows.iter().find(|(_, is_ready)| *is_ready == 1).map(|(turn, _)| *turn))
}

/// Records when the first jobs of a client are ready.
pub(super) async fn settle(connection: &mut AnyConnection, client: &str) -> Result<(), JobError> {
    sqlx::query(SETTLE).bind(client).execute(connection).await?;
    Ok(())
}

/// Makes a client ready that may be new, and has a job of this version.
pub(crate) async fn enter(
    connection: &mut AnyConnection,
    client: &str,
    version: i64,
    at: Millis,
) -> Result<(), JobError> {
    sqlx::query(ENTER).bind(version).bind(client).bind(at).execute(connection).await?;
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
pub(crate) async fn forget_clients(connection: &mut AnyConnection) -> Result<(), JobError> {
    sqlx::query(statement!(
        "DELETE FROM clients WHERE ready_at IS NULL AND NOT EXISTS (
            SELECT 1 FROM jobs WHERE jobs.client = clients.client AND jobs.state < " { JobState::Succeeded } ")"
    ))
    .execute(connection)
    .await?;
    Ok(())
}
