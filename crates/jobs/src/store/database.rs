//! Connections to the database.

use std::future::ready;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{Any, AnyConnection, AnyPool, ConnectOptions, Connection, Transaction};
use tokio::runtime::Handle;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::clock::Clock;
use super::dialect::Dialect;
use super::schema::migrate;
use super::stored::{StoredBytes, TotalBytes};
use crate::bounds::JobBounds;
use crate::error::JobError;
use crate::settings::JobDatabase;

/// Maximum number of connections that only read a file.
const READERS_MAX: u32 = 4;

/// Maximum time for which a statement waits for the transaction of another connection to a file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// Time after which an idle connection to a server is closed: many processes share it.
const IDLE_MAX: Duration = Duration::from_secs(60);

/// Maximum time for which a call waits for a connection to a server, while it restarts, for example.
const ACQUIRE_MAX: Duration = Duration::from_secs(5);

/// Maximum time of a call to a server, which may have disappeared from the network.
const CALL_MAX: Duration = Duration::from_secs(10);

/// Time for which a usual call is [repeated](Database::repeated) while the database fails.
pub(crate) const CALL: Duration = Duration::from_secs(5);

/// Maximum time for which a connection to a server is tested after its use.
const TEST_MAX: Duration = Duration::from_secs(2);

/// Time before a call is repeated for the first time; it doubles with each further one.
const BACK_OFF: Duration = Duration::from_millis(20);

/// Maximum time between two repetitions.
const BACK_OFF_MAX: Duration = Duration::from_secs(1);

/// Settings of each session of a server: no statement waits without end, no session that is gone keeps its locks, and commits survive
/// a crash unless their transaction allows it. An address may name the application.
const SESSION: &str = "SET lock_timeout = '5s'; SET statement_timeout = '10s';
    SET idle_in_transaction_session_timeout = '10s'; SET tcp_user_timeout = '10s';
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
    SELECT set_config('application_name', 'quadrille', false) WHERE current_setting('application_name') = ''";

/// Write transaction. In a file it has the lock for writing from its beginning, so that it cannot fail later because of another one.
pub(crate) type WriteTransaction = Transaction<'static, Any>;

/// Connections to the database of jobs. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    dialect: Dialect,
    /// The connections that write. A power cut may undo the last transactions in a file, which the workers then repeat.
    writer: AnyPool,
    /// The connections that create jobs. Their commits survive a power cut.
    creator: AnyPool,
    readers: AnyPool,
    /// Runtime that opens connections to a server: the lookup of its name blocks a thread, and the others solve.
    io: Handle,
    clock: Clock,
    total_bytes: TotalBytes,
}

impl Database {
    /// Opens the database, and migrates it. A file is created if it is missing. The runtime of this call opens later connections, too.
    pub(crate) async fn open(source: &JobDatabase, clock: Clock) -> Result<Self, JobError> {
        sqlx::any::install_default_drivers();
        let database = match source {
            JobDatabase::File(path) => Self::open_file(path, clock).await?,
            JobDatabase::Postgres { url, connections_max, .. } => {
                Self::connect(url, *connections_max, clock)?
            }
        };
        let mut transaction = match (database.create().await, source) {
            (Err(JobError::Database(sqlx::Error::PoolTimedOut)), JobDatabase::Postgres { url, .. }) => {
                return Err(reason(url).await);
            }
            (created, _) => created?,
        };
        migrate(&mut transaction).await?;
        transaction.commit().await?;
        Ok(database)
    }

    async fn open_file(path: &Path, clock: Clock) -> Result<Self, JobError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .busy_timeout(BUSY_TIMEOUT);
        // Fails at once if something is wrong with the file; a pool would try again. The journal mode is one of the file.
        options.connect().await?.close().await?;
        let options: AnyConnectOptions = address(path)?.parse()?;
        let busy = BUSY_TIMEOUT.as_millis();
        let pool = |connections, synchronous: &str| {
            let settings = format!("PRAGMA busy_timeout = {busy}; PRAGMA synchronous = {synchronous}");
            // Connections stay open: statements are prepared once.
            AnyPoolOptions::new()
                .max_connections(connections)
                .idle_timeout(None)
                .max_lifetime(None)
                .after_connect(move |connection, _| {
                    let settings = sqlx::raw_sql(sqlx::AssertSqlSafe(settings.clone()));
                    Box::pin(async move { settings.execute(connection).await.map(|_| ()) })
                })
                // SQLite ends a transaction by itself if the disk is full, and sqlx does not see it: such a connection can
                // begin no other one.
                .before_acquire(|connection, _| Box::pin(ready(Ok(!connection.is_in_transaction()))))
                .connect_lazy_with(options.clone())
        };
        Ok(Self {
            dialect: Dialect::Sqlite,
            writer: pool(1, "NORMAL"),
            creator: pool(1, "FULL"),
            readers: pool(READERS_MAX, "NORMAL"),
            io: Handle::current(),
            clock,
            total_bytes: TotalBytes::default(),
        })
    }

    /// Makes the connections to a server. Opens none.
    fn connect(url: &str, connections_max: u32, clock: Clock) -> Result<Self, JobError> {
        let options: AnyConnectOptions = url.parse()?;
        let pool = AnyPoolOptions::new()
            .max_connections(connections_max)
            .acquire_timeout(ACQUIRE_MAX)
            .idle_timeout(IDLE_MAX)
            // The beginning of a transaction is the test.
            .test_before_acquire(false)
            .after_connect(|connection, _| {
                Box::pin(async move { sqlx::raw_sql(SESSION).execute(connection).await.map(|_| ()) })
            })
            // The pool tests it, too, but without a deadline.
            .after_release(|connection, _| {
                Box::pin(async move {
                    let tested = timeout(TEST_MAX, connection.ping()).await;
                    tested.map_err(|_| sqlx::Error::PoolTimedOut)?.map(|()| true)
                })
            })
            .connect_lazy_with(options);
        Ok(Self {
            dialect: Dialect::Postgres,
            writer: pool.clone(),
            creator: pool.clone(),
            readers: pool,
            io: Handle::current(),
            clock,
            total_bytes: TotalBytes::default(),
        })
    }

    /// Begins a transaction that writes.
    pub(crate) async fn write(&self) -> Result<WriteTransaction, JobError> {
        self.begin(&self.writer, self.dialect.begin_write()).await
    }

    /// Begins a transaction that writes, and that a crash of the server may undo.
    pub(crate) async fn write_relaxed(&self) -> Result<WriteTransaction, JobError> {
        self.begin(&self.writer, self.dialect.begin_relaxed()).await
    }

    /// Begins a transaction that writes, and survives a power cut after its commit.
    pub(crate) async fn create(&self) -> Result<WriteTransaction, JobError> {
        self.begin(&self.creator, self.dialect.begin_write()).await
    }

    /// Begins a transaction that reads one state of the database.
    pub(crate) async fn read(&self) -> Result<Transaction<'static, Any>, JobError> {
        self.begin(&self.readers, self.dialect.begin_read()).await
    }

    /// Returns a connection that reads a file by single statements.
    pub(crate) async fn reader(&self) -> Result<PoolConnection<Any>, JobError> {
        Ok(self.readers.acquire().await?)
    }

    /// Begins a transaction. Skips the idle connections that the server has closed.
    async fn begin(
        &self,
        pool: &AnyPool,
        statement: &'static str,
    ) -> Result<Transaction<'static, Any>, JobError> {
        if self.dialect == Dialect::Sqlite {
            return Ok(pool.begin_with(statement).await?);
        }
        // A restart of the server closes all.
        for _ in 0..pool.size() {
            match pool.try_begin_with(statement).await.map_err(JobError::from) {
                Ok(None) => break,
                Ok(Some(transaction)) => return Ok(transaction),
                Err(error) if error.is_lost_connection() => {}
                Err(error) => return Err(error),
            }
        }
        let pool = pool.clone();
        let begun = self.io.spawn(async move { pool.begin_with(statement).await }).await;
        Ok(begun.map_err(|_| JobError::Unavailable("the database was closed".to_owned()))??)
    }

    /// Reads the bytes that a client and all clients have stored or reserved.
    pub(crate) async fn stored(
        &self,
        connection: &mut AnyConnection,
        client: &str,
        bounds: &JobBounds,
    ) -> Result<StoredBytes, JobError> {
        StoredBytes::read(connection, client, &self.total_bytes, bounds).await
    }

    /// The kind of the database.
    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The source of the time.
    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Waits for a call; if it is one to a server, for ten seconds at most.
    pub(crate) async fn bounded<T>(
        &self,
        call: impl Future<Output = Result<T, JobError>>,
    ) -> Result<T, JobError> {
        match self.dialect {
            Dialect::Sqlite => call.await,
            Dialect::Postgres => timeout(CALL_MAX, call).await.unwrap_or(Err(JobError::TimedOut)),
        }
    }

    /// Makes a call, and repeats it while the database fails in a way that passes, until the time is up. A repetition after an answer
    /// was lost must change nothing.
    pub(crate) async fn repeated<T, F>(&self, time: Duration, call: impl Fn() -> F) -> Result<T, JobError>
    where
        F: Future<Output = Result<T, JobError>>,
    {
        let (mut waited, mut pause) = (Duration::ZERO, BACK_OFF);
        loop {
            match self.bounded(call()).await {
                Err(error) if error.is_transient() && waited < time => {
                    tracing::debug!(%error, "repeating a call of the database");
                    sleep(pause.mul_f64(0.5 + jitter())).await;
                    waited += pause
                        + match error {
                            JobError::TimedOut => CALL_MAX,
                            JobError::Database(sqlx::Error::PoolTimedOut) => ACQUIRE_MAX,
                            _ => Duration::ZERO,
                        };
                    pause = BACK_OFF_MAX.min(pause * 2);
                }
                result => return result,
            }
        }
    }

    /// Closes all connections.
    #[cfg(test)]
    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.creator.close().await;
        self.writer.close().await;
    }
}

/// Returns why no connection to a server can be opened: a pool says only that it has waited.
async fn reason(url: &str) -> JobError {
    let connect = async { AnyConnectOptions::from_str(url)?.connect().await?.close().await };
    match timeout(ACQUIRE_MAX, connect).await {
        Ok(Err(error)) => error.into(),
        _ => sqlx::Error::PoolTimedOut.into(),
    }
}

/// Returns the address of a file that exists. That of the options does not escape a percent sign.
fn address(path: &Path) -> Result<String, JobError> {
    let path = path.canonicalize()?;
    let path = path.to_str().ok_or_else(|| JobError::Unavailable("the path is not UTF-8".to_owned()))?;
    let escaped = path.bytes().map(|byte| match byte {
        b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    Ok(format!("sqlite://{}?mode=rwc", escaped.collect::<String>()))
}

/// Returns a random number from 0 to 1, so that two calls that have met do not meet again.
fn jitter() -> f64 {
    f64::from(Uuid::new_v4().as_fields().0) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn database_is_opened_again_and_a_newer_one_refused() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let path = directory.path().join("jobs.db");
        for _ in 0..2 {
            let database =
                Database::open(&JobDatabase::File(path.clone()), Clock::Database).await.expect("a database");
            let mut transaction = database.read().await.expect("a transaction");
            let now = database.clock().now(&mut transaction).await.expect("the time");
            assert!(now > 1_700_000_000_000);
            drop(transaction);
            database.close().await;
        }
        let database =
            Database::open(&JobDatabase::File(path.clone()), Clock::Database).await.expect("a database");
        let mut transaction = database.write().await.expect("a transaction");
        sqlx::raw_sql("PRAGMA user_version = 99").execute(&mut *transaction).await.expect("set");
        transaction.commit().await.expect("committed");
        let error =
            Database::open(&JobDatabase::File(path.clone()), Clock::Database).await.expect_err("newer");
        assert!(
            error.to_string().starts_with("the database has schema 99, and this program knows 6"),
            "{error}"
        );
    }

    #[tokio::test]
    async fn connection_is_replaced_after_sqlite_has_ended_its_transaction() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let path = directory.path().join("jobs.db");
        let database =
            Database::open(&JobDatabase::File(path.clone()), Clock::Database).await.expect("a database");
        for _ in 0..3 {
            let mut transaction = database.write().await.expect("a transaction");
            // As a full disk does.
            let sql = "CREATE TABLE numbers (number PRIMARY KEY); INSERT INTO numbers VALUES (1);
                INSERT OR ROLLBACK INTO numbers VALUES (1)";
            sqlx::raw_sql(sql).execute(&mut *transaction).await.expect_err("a conflict");
        }
    }

    #[tokio::test]
    async fn unusual_path_names_its_file() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let path = directory.path().join("a b%20?#ü&mode=ro.db");
        let database = Database::open(&JobDatabase::File(path.clone()), Clock::Database).await;
        let mut transaction = database.expect("a database").read().await.expect("a transaction");
        let journal: String =
            sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut *transaction).await.expect("a mode");
        assert_eq!((journal.as_str(), path.exists()), ("wal", true));
    }

    #[tokio::test]
    async fn missing_directory_is_an_error() {
        let error = Database::open(&JobDatabase::File("/nowhere/jobs.db".into()), Clock::Database)
            .await
            .expect_err("no file");
        assert!(matches!(error, JobError::Database(_)), "{error}");
    }
}
