//! Migrations from older schemas.

use sqlx::{AnyConnection, Connection, Row};

use super::test_database::TestDatabase;
use crate::error::JobError;
use crate::settings::JobDatabase;
use crate::store::{MIGRATIONS, migrate, run_migrations};

/// A connection that knows no schema.
async fn connection(database: &TestDatabase) -> AnyConnection {
    sqlx::any::install_default_drivers();
    let url = match database.address() {
        JobDatabase::File(path) => format!("sqlite://{}?mode=rwc", path.display()),
        JobDatabase::Postgres { url, .. } => url,
    };
    AnyConnection::connect(&url).await.expect("a connection")
}

/// A worker of the previous schema keeps running after a newer worker has migrated the database.
#[tokio::test]
async fn worker_of_schema_5_writes_its_row() {
    let database = TestDatabase::new().await;
    let mut connection = connection(&database).await;
    let mut transaction = connection.begin().await.expect("a transaction");
    run_migrations(&mut transaction, &MIGRATIONS[..5]).await.expect("migrated");
    let rows = "INSERT INTO workers (id, version, threads, idle, seen) VALUES ('a', 2, 1, 1, 0);
        INSERT INTO pieces (job, no, state, epoch, attempts, ready_at, spec, puzzles) VALUES ('j', 0, 0, 0, 0, 0, '', 0)";
    sqlx::raw_sql(rows).execute(&mut *transaction).await.expect("inserted");
    migrate(&mut transaction).await.expect("migrated");
    let rows = "INSERT INTO workers (id, version, threads, idle, seen) VALUES ('b', 2, 1, 1, 0);
        UPDATE pieces SET state = 1, epoch = epoch + 1, lease_until = 0 WHERE job = 'j'";
    sqlx::raw_sql(rows).execute(&mut *transaction).await.expect("written");
    let hosts: Vec<String> = sqlx::query_scalar("SELECT host FROM workers WHERE program = '' ORDER BY id")
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
    run_migrations(&mut connection, before).await.expect("migrated");
    let rows = "INSERT INTO uploads (id, client, bytes, expires_at) VALUES ('u', 'x', 7, 0)";
    sqlx::raw_sql(rows).execute(&mut connection).await.expect("inserted");
    let backup = format!("VACUUM INTO '{}'", file("backup.db"));
    sqlx::raw_sql(sqlx::AssertSqlSafe(backup)).execute(&mut connection).await.expect("copied");
    migrate(&mut connection).await.expect("migrated");
    let refused = run_migrations(&mut connection, before).await.expect_err("a newer schema");
    assert!(matches!(refused, JobError::NewerSchema { .. }), "{refused}");

    let mut connection = connect("backup.db").await;
    run_migrations(&mut connection, before).await.expect("the schema of this program");
    let uploads: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM uploads")
        .fetch_one(&mut connection)
        .await
        .expect("a number");
    assert_eq!(uploads, 1);
}

#[tokio::test]
async fn bytes_of_an_older_database_are_counted() {
    let database = TestDatabase::new().await;
    let mut connection = connection(&database).await;
    let mut transaction = connection.begin().await.expect("a transaction");
    run_migrations(&mut transaction, &MIGRATIONS[..3]).await.expect("migrated");
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
