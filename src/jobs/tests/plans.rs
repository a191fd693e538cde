//! The plans of the statements that repeat: none reads a table as a whole, whatever its length.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use sqlx::{AnyConnection, Row};

use super::test_database::TestDatabase;
use crate::jobs::claim::{CLAIM_FIRST, CLAIM_LAST, NEXT_JOB, POSTPONE, RECORD};
use crate::jobs::clock::Clock;
use crate::jobs::database::Database;
use crate::jobs::dialect::Dialect;
use crate::jobs::leases::ENDED_LEASES;
use crate::jobs::overview::{HOLDERS, LATEST};
use crate::jobs::queue::{ENDING, HEAVIEST};
use crate::jobs::stored::CLIENT_BYTES;
use crate::jobs::table::{DUE, FORGET, FORGET_OLDER, JOBS};
use crate::jobs::turns::{ENTER, MARK_READY, SETTLE, TAKE, TRY_TAKE, WAITING};
use crate::jobs::versions::ABANDONED;
use crate::jobs::workers::HELD;

/// Numbers from 1 to a maximum.
const NUMBERS: &str =
    "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)";

/// A hundred clients with a hundred jobs each that wait, and as many that have expired; and a job with many pieces, most of them done.
const ROWS: [&str; 5] = [
    "INSERT INTO jobs (id, client, request_hash, kind, options, input_ref, version, state, revision, turn, created,
        expires_at, ttl, bytes, ready_at)
    SELECT 'job' || n, 'client' || (n % 100), '', 'count', '{}', '', 2, CASE WHEN n % 10 = 0 THEN 0 ELSE 6 END, 1, n, n,
        n, 0, CASE WHEN n % 10 = 0 THEN 9 ELSE 0 END, CASE WHEN n % 10 = 0 THEN n END
    FROM numbers",
    "INSERT INTO pieces (job, no, state, epoch, attempts, ready_at, spec, puzzles)
    SELECT 'job' || n, 0, CASE WHEN n % 10 = 0 THEN 0 ELSE 2 END, 0, 0, n, '', 0 FROM numbers WHERE n > 10",
    "INSERT INTO pieces (job, no, state, epoch, attempts, ready_at, spec, puzzles)
    SELECT 'job10', n, CASE WHEN n % 100 = 0 THEN 0 ELSE 2 END, 0, 0, n, '', 0 FROM numbers",
    "INSERT INTO clients (version, client, turn, ready_at) SELECT 2, 'client' || n, n, n FROM numbers WHERE n <= 10000",
    "INSERT INTO uploads (id, client, bytes, expires_at) SELECT 'upload' || n, 'client' || n, 1, n FROM numbers",
];

/// Tables whose length clients decide.
const TABLES: [&str; 4] = ["jobs", "pieces", "clients", "uploads"];

/// Indexes of the few pieces that workers have, and of the jobs that have no other ones.
const SMALL: [&str; 3] = ["pieces_lease", "pieces_leased", "jobs_ending"];

/// Returns what a plan reads as a whole.
async fn scans(connection: &mut AnyConnection, sql: &str) -> Vec<String> {
    let dialect = Dialect::from_connection(connection);
    let parameters = (1..10).filter(|number| sql.contains(&format!("${number}"))).count();
    let explain = match dialect {
        Dialect::Sqlite => format!("EXPLAIN QUERY PLAN {sql}"),
        Dialect::Postgres => {
            let prepare = format!(
                "DEALLOCATE ALL; PREPARE statement AS {sql}; SET plan_cache_mode = force_generic_plan"
            );
            sqlx::raw_sql(sqlx::AssertSqlSafe(prepare)).execute(&mut *connection).await.expect("prepared");
            let nulls = match parameters {
                0 => String::new(),
                _ => format!("({})", vec!["NULL"; parameters].join(", ")),
            };
            format!("EXPLAIN EXECUTE statement{nulls}")
        }
    };
    let rows = sqlx::raw_sql(sqlx::AssertSqlSafe(explain)).fetch_all(connection).await.expect("a plan");
    let lines = rows.iter().map(|row| match dialect {
        Dialect::Sqlite => row.get::<String, _>(3),
        Dialect::Postgres => row.get::<String, _>(0),
    });
    let is_scan = |line: &String| match dialect {
        Dialect::Sqlite => {
            let table = line.strip_prefix("SCAN ").and_then(|line| line.split(' ').next());
            table.is_some_and(|table| TABLES.contains(&table))
                && !SMALL.iter().any(|index| line.ends_with(index))
        }
        Dialect::Postgres => {
            let table = line.split_once("Seq Scan on ").and_then(|(_, line)| line.split(' ').next());
            table.is_some_and(|table| TABLES.contains(&table))
        }
    };
    lines.filter(is_scan).collect()
}

#[tokio::test]
async fn statement_that_repeats_reads_no_table_as_a_whole() {
    let source = TestDatabase::new().await;
    let clock = Clock::Test(Arc::new(AtomicI64::new(0)));
    let database = Database::open(&source.address(), clock).await.expect("a database");
    let mut transaction = database.write_relaxed().await.expect("a transaction");
    for rows in ROWS {
        let (insert, select) = rows.split_once("SELECT").expect("a query");
        let sql = match Dialect::from_connection(&transaction) {
            Dialect::Sqlite => format!("{NUMBERS} {insert} SELECT {select}"),
            Dialect::Postgres => format!("{insert} {NUMBERS} SELECT {select}"),
        };
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut *transaction).await.expect("inserted");
    }
    // Not the tables of other schemas of the server, each of which would be locked.
    for table in TABLES {
        let sql = sqlx::AssertSqlSafe(format!("ANALYZE {table}"));
        sqlx::raw_sql(sql).execute(&mut *transaction).await.expect("analysed");
    }
    let mut statements = vec![
        WAITING,
        TAKE,
        SETTLE,
        ENTER,
        NEXT_JOB,
        RECORD,
        POSTPONE,
        JOBS,
        DUE,
        FORGET,
        FORGET_OLDER,
        CLIENT_BYTES,
    ];
    statements.extend([ENDED_LEASES, ENDING, HEAVIEST, ABANDONED, LATEST, HOLDERS, HELD]);
    statements.extend(MARK_READY.into_iter().chain(CLAIM_FIRST).chain(CLAIM_LAST));
    if Dialect::from_connection(&transaction) == Dialect::Postgres {
        statements.push(TRY_TAKE);
    }
    let mut faults = Vec::new();
    for sql in statements {
        let scans = scans(&mut transaction, sql).await;
        faults.extend(scans.into_iter().map(|scan| format!("{sql}\n{scan}\n")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
