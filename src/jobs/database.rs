//! Connections to the database.

use std::future::ready;
use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Sqlite, Transaction};

use super::clock::Clock;
use super::error::JobError;
use super::schema::migrate;

/// Maximum number of connections that only read.
const READERS_MAX: u32 = 4;

/// Maximum time for which a statement waits for the transaction of another connection.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Write transaction. It has the lock for writing from its beginning, so that it cannot fail later because of another one.
pub(super) type WriteTransaction = Transaction<'static, Sqlite>;

/// Connections to the SQLite database of jobs. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct Database {
    /// The connection that writes. A power cut may undo its last transactions, which the workers then repeat.
    writer: SqlitePool,
    /// The connection that creates jobs. Its commits survive a power cut.
    creator: SqlitePool,
    readers: SqlitePool,
    clock: Clock,
}

impl Database {
    /// Opens the file, creates it if it is missing, and migrates it.
    pub(super) async fn open(path: &Path, clock: Clock) -> Result<Self, JobError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .busy_timeout(BUSY_TIMEOUT);
        let pool = |connections, synchronous| {
            let options = options.clone().synchronous(synchronous);
            // Connections stay open: statements are prepared once.
            SqlitePoolOptions::new()
                .max_connections(connections)
                .idle_timeout(None)
                // SQLite ends a transaction by itself if the disk is full, and sqlx does not see it: such a connection can
                // begin no other one.
                .before_acquire(|connection, _| Box::pin(ready(Ok(!connection.is_in_transaction()))))
                .max_lifetime(None)
                .connect_lazy_with(options)
        };
        let database = Self {
            writer: pool(1, SqliteSynchronous::Normal),
            creator: pool(1, SqliteSynchronous::Full),
            readers: pool(READERS_MAX, SqliteSynchronous::Normal),
            clock,
        };
        let mut transaction = database.create().await?;
        migrate(&mut transaction).await?;
        transaction.commit().await?;
        Ok(database)
    }

    /// Begins a transaction that writes.
    pub(super) async fn write(&self) -> Result<WriteTransaction, JobError> {
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// Begins a transaction that writes, and survives a power cut after its commit.
    pub(super) async fn create(&self) -> Result<WriteTransaction, JobError> {
        Ok(self.creator.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// Begins a transaction that reads one state of the database.
    pub(super) async fn read(&self) -> Result<Transaction<'static, Sqlite>, JobError> {
        Ok(self.readers.begin().await?)
    }

    /// The source of the time.
    pub(super) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Closes all connections.
    #[cfg(test)]
    pub(super) async fn close(&self) {
        self.readers.close().await;
        self.creator.close().await;
        self.writer.close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn database_is_opened_again_and_a_newer_one_refused() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let path = directory.path().join("jobs.db");
        for _ in 0..2 {
            let database = Database::open(&path, Clock::Database).await.expect("a database");
            let mut transaction = database.read().await.expect("a transaction");
            let now = database.clock().now(&mut transaction).await.expect("the time");
            assert!(now > 1_700_000_000_000);
            drop(transaction);
            database.close().await;
        }
        let database = Database::open(&path, Clock::Database).await.expect("a database");
        let mut transaction = database.write().await.expect("a transaction");
        sqlx::raw_sql("PRAGMA user_version = 99").execute(&mut *transaction).await.expect("set");
        transaction.commit().await.expect("committed");
        let error = Database::open(&path, Clock::Database).await.expect_err("newer");
        assert!(
            error.to_string().starts_with("the database has schema 99, and this program knows 2"),
            "{error}"
        );
    }

    #[tokio::test]
    async fn connection_is_replaced_after_sqlite_has_ended_its_transaction() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let path = directory.path().join("jobs.db");
        let database = Database::open(&path, Clock::Database).await.expect("a database");
        for _ in 0..3 {
            let mut transaction = database.write().await.expect("a transaction");
            // As a full disk does.
            let sql = "CREATE TABLE numbers (number PRIMARY KEY); INSERT INTO numbers VALUES (1);
                INSERT OR ROLLBACK INTO numbers VALUES (1)";
            sqlx::raw_sql(sql).execute(&mut *transaction).await.expect_err("a conflict");
        }
    }

    #[tokio::test]
    async fn missing_directory_is_an_error() {
        let error =
            Database::open(Path::new("/nowhere/jobs.db"), Clock::Database).await.expect_err("no file");
        assert!(matches!(error, JobError::Database(_)), "{error}");
    }
}
