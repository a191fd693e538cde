//! Tables of the database, and their versions.

use sqlx::AnyConnection;

use super::dialect::{lock_schema, set_schema};
use super::error::JobError;

/// Statements that lead from each version of the schema to the next one. Never change one that was released.
const MIGRATIONS: &[&str] = &[
    "
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    client TEXT NOT NULL,
    idem_key TEXT,
    request_hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    options TEXT NOT NULL,
    input_ref TEXT NOT NULL,
    version BIGINT NOT NULL,
    state BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    created BIGINT NOT NULL,
    started BIGINT,
    ended BIGINT,
    expires_at BIGINT NOT NULL,
    ttl BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    failure_code TEXT,
    failure_detail TEXT,
    UNIQUE (client, idem_key)
);
CREATE INDEX jobs_active ON jobs (state) WHERE state < 3;
CREATE INDEX jobs_expiry ON jobs (expires_at);
CREATE INDEX jobs_client ON jobs (client, created, id);
CREATE TABLE pieces (
    job TEXT NOT NULL,
    no BIGINT NOT NULL,
    state BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    ready_at BIGINT NOT NULL,
    lease_until BIGINT,
    spec TEXT NOT NULL,
    puzzles BIGINT NOT NULL,
    none BIGINT NOT NULL DEFAULT 0,
    one BIGINT NOT NULL DEFAULT 0,
    multiple BIGINT NOT NULL DEFAULT 0,
    solvable BIGINT NOT NULL DEFAULT 0,
    unknown BIGINT NOT NULL DEFAULT 0,
    answered BIGINT NOT NULL DEFAULT 0,
    errors BIGINT NOT NULL DEFAULT 0,
    count TEXT,
    nodes BIGINT NOT NULL DEFAULT 0,
    result_bytes BIGINT NOT NULL DEFAULT 0,
    weight TEXT,
    PRIMARY KEY (job, no)
);
CREATE INDEX pieces_ready ON pieces (job, no) WHERE state = 0;
CREATE INDEX pieces_leased ON pieces (job, lease_until) WHERE state = 1;
CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    client TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX uploads_expiry ON uploads (expires_at);
",
    "
ALTER TABLE uploads ADD COLUMN content TEXT NOT NULL DEFAULT 'text';
",
    "
CREATE TABLE workers (
    id TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    threads BIGINT NOT NULL,
    idle BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE rounds (
    name TEXT PRIMARY KEY,
    due BIGINT NOT NULL
);
INSERT INTO rounds (name, due) VALUES ('expire', 0), ('sweep', 0);
",
    "
ALTER TABLE pieces ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
UPDATE pieces SET bytes = 300 + LENGTH(spec) + result_bytes;
UPDATE jobs SET failure_code = 'stored_bytes' WHERE failure_code = 'too_many_bytes';
UPDATE jobs SET bytes = 300 + LENGTH(options) + bytes
    + COALESCE((SELECT SUM(bytes) FROM pieces WHERE pieces.job = jobs.id), 0)
WHERE state <> 6;
CREATE INDEX jobs_bytes ON jobs (client, bytes) WHERE bytes > 0;
ALTER TABLE uploads ADD COLUMN is_complete BIGINT NOT NULL DEFAULT 1;
",
    "
ALTER TABLE jobs ADD COLUMN priority BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN ready_at BIGINT;
ALTER TABLE jobs ADD COLUMN progress TEXT NOT NULL DEFAULT '{}';
ALTER TABLE pieces ADD COLUMN losses BIGINT NOT NULL DEFAULT 0;
CREATE TABLE clients (
    version BIGINT NOT NULL,
    client TEXT NOT NULL,
    turn BIGINT NOT NULL,
    ready_at BIGINT,
    PRIMARY KEY (version, client)
);
CREATE INDEX clients_turn ON clients (version, turn);
CREATE INDEX clients_ready ON clients (version, turn, client) WHERE ready_at IS NOT NULL;
CREATE INDEX jobs_turn ON jobs (client, version, priority DESC, turn, created, id) WHERE state < 2 AND ready_at IS NOT NULL;
CREATE INDEX jobs_open ON jobs (client) WHERE state < 3;
CREATE INDEX jobs_ready ON jobs (client, version, ready_at) WHERE state < 2 AND ready_at IS NOT NULL;
CREATE INDEX jobs_ending ON jobs (id) WHERE state > 0 AND state < 3 AND (state = 2 OR ready_at IS NULL);
CREATE INDEX jobs_version ON jobs (version) WHERE state < 3;
CREATE INDEX jobs_live ON jobs (client) WHERE state <> 6;
CREATE INDEX jobs_expired ON jobs (client, expires_at, id) WHERE state = 6;
CREATE INDEX jobs_due ON jobs (expires_at, id) WHERE state <> 6;
CREATE INDEX jobs_forgotten ON jobs (expires_at, id) WHERE state = 6;
CREATE INDEX jobs_state ON jobs (state);
CREATE INDEX jobs_input ON jobs (input_ref) WHERE state < 3;
CREATE INDEX pieces_ready_at ON pieces (job, ready_at) WHERE state = 0;
CREATE INDEX pieces_lease ON pieces (lease_until) WHERE state = 1;
CREATE INDEX pieces_lost ON pieces (job, no) WHERE state = 0 AND losses > 0;
CREATE INDEX uploads_client ON uploads (client, bytes);
DROP INDEX jobs_expiry;
DROP INDEX jobs_active;
",
    "
ALTER TABLE workers ADD COLUMN host TEXT NOT NULL DEFAULT '';
ALTER TABLE workers ADD COLUMN program TEXT NOT NULL DEFAULT '';
ALTER TABLE pieces ADD COLUMN worker TEXT;
CREATE INDEX jobs_latest ON jobs (state, created, id);
DROP INDEX jobs_state;
",
];

/// Brings the schema to the version of this program. Other processes wait until the end of the transaction.
///
/// # Errors
/// [`JobError::NewerSchema`] if a later version of the program has used the database.
pub(super) async fn migrate(connection: &mut AnyConnection) -> Result<(), JobError> {
    run(connection, MIGRATIONS).await
}

async fn run(connection: &mut AnyConnection, migrations: &[&'static str]) -> Result<(), JobError> {
    let found = lock_schema(connection).await?;
    let known = migrations.len() as i64;
    let done = usize::try_from(found).map_err(|_| JobError::Corrupt("schema version"))?;
    let Some(missing) = migrations.get(done..) else { return Err(JobError::NewerSchema { found, known }) };
    for migration in missing {
        sqlx::raw_sql(*migration).execute(&mut *connection).await?;
    }
    if missing.is_empty() { Ok(()) } else { set_schema(connection, known).await }
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection, Row};

    use super::*;
    use crate::jobs::settings::JobDatabase;
    use crate::jobs::test_database::TestDatabase;

    /// A worker of the schema before goes on while a newer one has migrated the database.
    #[tokio::test]
    async fn worker_of_schema_5_writes_its_row() {
        sqlx::any::install_default_drivers();
        let database = TestDatabase::new().await;
        let url = match database.address() {
            JobDatabase::File(path) => format!("sqlite://{}?mode=rwc", path.display()),
            JobDatabase::Postgres { url, .. } => url,
        };
        let mut connection = AnyConnection::connect(&url).await.expect("a connection");
        let mut transaction = connection.begin().await.expect("a transaction");
        run(&mut transaction, &MIGRATIONS[..5]).await.expect("migrated");
        let rows = "INSERT INTO workers (id, version, threads, idle, seen) VALUES ('a', 2, 1, 1, 0);
            INSERT INTO pieces (job, no, state, epoch, attempts, ready_at, spec, puzzles) VALUES ('j', 0, 0, 0, 0, 0, '', 0)";
        sqlx::raw_sql(rows).execute(&mut *transaction).await.expect("inserted");
        migrate(&mut transaction).await.expect("migrated");
        let rows = "INSERT INTO workers (id, version, threads, idle, seen) VALUES ('b', 2, 1, 1, 0);
            UPDATE pieces SET state = 1, epoch = epoch + 1, lease_until = 0 WHERE job = 'j'";
        sqlx::raw_sql(rows).execute(&mut *transaction).await.expect("written");
        let hosts: Vec<String> =
            sqlx::query_scalar("SELECT host FROM workers WHERE program = '' ORDER BY id")
                .fetch_all(&mut *transaction)
                .await
                .expect("rows");
        assert_eq!(hosts, ["", ""]);
    }

    /// A roll-back: the program of the schema before does not use the database, but its backup of before the upgrade.
    #[tokio::test]
    async fn program_of_the_schema_before_refuses_a_migrated_database_and_opens_its_backup() {
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().expect("temporary directory");
        let file = |name: &str| folder.path().join(name).display().to_string();
        let before = &MIGRATIONS[..MIGRATIONS.len() - 1];
        let connect = async |name| {
            let url = format!("sqlite://{}?mode=rwc", file(name));
            AnyConnection::connect(&url).await.expect("a connection")
        };
        let mut connection = connect("jobs.db").await;
        run(&mut connection, before).await.expect("migrated");
        let rows = "INSERT INTO uploads (id, client, bytes, expires_at) VALUES ('u', 'x', 7, 0)";
        sqlx::raw_sql(rows).execute(&mut connection).await.expect("inserted");
        let backup = format!("VACUUM INTO '{}'", file("backup.db"));
        sqlx::raw_sql(sqlx::AssertSqlSafe(backup)).execute(&mut connection).await.expect("copied");
        migrate(&mut connection).await.expect("migrated");
        let refused = run(&mut connection, before).await.expect_err("a newer schema");
        assert!(matches!(refused, JobError::NewerSchema { .. }), "{refused}");

        let mut connection = connect("backup.db").await;
        run(&mut connection, before).await.expect("the schema of this program");
        let uploads: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM uploads")
            .fetch_one(&mut connection)
            .await
            .expect("a number");
        assert_eq!(uploads, 1);
    }

    #[tokio::test]
    async fn bytes_of_an_older_database_are_counted() {
        sqlx::any::install_default_drivers();
        let database = TestDatabase::new().await;
        let url = match database.address() {
            JobDatabase::File(path) => format!("sqlite://{}?mode=rwc", path.display()),
            JobDatabase::Postgres { url, .. } => url,
        };
        let mut connection = AnyConnection::connect(&url).await.expect("a connection");
        let mut transaction = connection.begin().await.expect("a transaction");
        run(&mut transaction, &MIGRATIONS[..3]).await.expect("migrated");
        let columns =
            "id, client, request_hash, kind, options, input_ref, version, state, revision, turn, created,
            expires_at, ttl, bytes, failure_code";
        let rows = format!(
            "INSERT INTO jobs ({columns}) VALUES
                ('a', 'x', '', 'solve', '{{}}', '', 1, 4, 1, 0, 0, 0, 0, 10, 'too_many_bytes'),
                ('b', 'x', '', 'solve', '{{}}', '', 1, 6, 1, 0, 0, 0, 0, 0, NULL);
            INSERT INTO pieces (job, no, state, epoch, attempts, ready_at, spec, puzzles, result_bytes) VALUES
                ('a', 0, 2, 1, 1, 0, '0123', 0, 0), ('a', 1, 2, 1, 1, 0, '01234', 1, 1000);
            INSERT INTO uploads (id, client, bytes, expires_at) VALUES ('u', 'x', 7, 0)"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(rows)).execute(&mut *transaction).await.expect("inserted");
        migrate(&mut transaction).await.expect("migrated");
        let jobs = sqlx::query("SELECT bytes, failure_code FROM jobs ORDER BY id");
        let jobs = jobs.fetch_all(&mut *transaction).await.expect("rows");
        let bytes: Vec<i64> = jobs.iter().map(|row| row.get(0)).collect();
        assert_eq!(bytes, [302 + 10 + 304 + 1305, 0]);
        assert_eq!(jobs[0].get::<String, _>(1), "stored_bytes");
        let complete: i64 = sqlx::query_scalar("SELECT is_complete FROM uploads")
            .fetch_one(&mut *transaction)
            .await
            .expect("a row");
        assert_eq!(complete, 1);
    }
}
