//! Differences between the databases. All other statements are the same.

use sqlx::AnyConnection;

use crate::error::JobError;
use crate::id::JobId;

/// Key of the lock that one process at a time migrates with.
const MIGRATION_LOCK: i64 = 0x7175_6164_7269_6c6c;

/// Channel of notifications.
pub(super) const CHANNEL: &str = "quadrille_jobs";

/// Kind of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// A file. One transaction at a time writes.
    Sqlite,
    /// A server, whose transactions run side by side, at the isolation level READ COMMITTED.
    Postgres,
}

impl Dialect {
    /// Returns the dialect of a connection.
    pub(crate) fn from_connection(connection: &AnyConnection) -> Self {
        if connection.backend_name() == "PostgreSQL" { Self::Postgres } else { Self::Sqlite }
    }

    /// Statement that begins a transaction that writes.
    pub(super) fn begin_write(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN ISOLATION LEVEL READ COMMITTED",
        }
    }

    /// Statement that begins a transaction that writes, and that a crash of the server may undo.
    pub(super) fn begin_relaxed(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN IMMEDIATE",
            Self::Postgres => "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = off",
        }
    }

    /// Statement that begins a transaction that reads one state of the database.
    pub(super) fn begin_read(self) -> &'static str {
        match self {
            Self::Sqlite => "BEGIN",
            Self::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        }
    }

    /// Statement that reads the time in milliseconds since 1970.
    pub(crate) fn now(self) -> &'static str {
        match self {
            Self::Sqlite => "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)",
            // That of the statement, not of the transaction, which may have waited for a lock.
            Self::Postgres => "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    /// End of a statement that reads rows and locks them. In a file, the transaction has the lock of the whole.
    pub(crate) fn for_update(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE",
        }
    }

    /// Statement that reads state, specification, client, progress and version of a job, and locks its row.
    pub(crate) fn lock_job(self) -> &'static str {
        match self {
            // The transaction has the lock of the whole file.
            Self::Sqlite => "SELECT state, options, client, progress, version FROM jobs WHERE id = $1",
            Self::Postgres => {
                "SELECT state, options, client, progress, version FROM jobs WHERE id = $1 FOR UPDATE"
            }
        }
    }
}

/// Lets one transaction at a time create jobs and uploads of a client, so that its bounds and keys hold.
pub(crate) async fn lock_client(connection: &mut AnyConnection, client: &str) -> Result<(), JobError> {
    if Dialect::from_connection(connection) == Dialect::Postgres {
        let sql = "SELECT pg_advisory_xact_lock(hashtextextended($1, $2))";
        sqlx::query(sql).bind(client).bind(MIGRATION_LOCK).execute(connection).await?;
    }
    Ok(())
}

/// Tells the processes that listen, after the commit, that a job has changed: it has new pieces, is cancelled, or has ended.
///
/// Completions of pieces notify nobody: a notification makes the commits of all sessions wait for each other.
pub(crate) async fn notify(connection: &mut AnyConnection, job: JobId) -> Result<(), JobError> {
    if Dialect::from_connection(connection) == Dialect::Postgres {
        sqlx::query("SELECT pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(job.to_string())
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Returns the version of the schema; 0 for an empty database. Other processes wait until the end of the transaction.
pub(super) async fn lock_schema(connection: &mut AnyConnection) -> Result<i64, JobError> {
    let read = match Dialect::from_connection(connection) {
        Dialect::Sqlite => "PRAGMA user_version",
        Dialect::Postgres => {
            sqlx::query("SELECT pg_advisory_xact_lock($1)")
                .bind(MIGRATION_LOCK)
                .execute(&mut *connection)
                .await?;
            let exists: bool = sqlx::query_scalar("SELECT to_regclass('schema_version') IS NOT NULL")
                .fetch_one(&mut *connection)
                .await?;
            if !exists {
                return Ok(0);
            }
            "SELECT version FROM schema_version"
        }
    };
    Ok(sqlx::query_scalar(read).fetch_one(connection).await?)
}

/// Sets the version of the schema.
pub(super) async fn set_schema(connection: &mut AnyConnection, version: i64) -> Result<(), JobError> {
    let sql = match Dialect::from_connection(connection) {
        Dialect::Sqlite => format!("PRAGMA user_version = {version}"),
        Dialect::Postgres => format!(
            "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL); DELETE FROM schema_version;
            INSERT INTO schema_version VALUES ({version})"
        ),
    };
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(connection).await?;
    Ok(())
}
