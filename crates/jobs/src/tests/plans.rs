//! Reads of repeated statements: few rows, and no full scan of a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AssertSqlSafe, ConnectOptions, Row, SqliteConnection};

use super::test_database::TestDatabase;
use crate::queue::{
    ABANDONED, CLAIM_FIRST, CLAIM_LAST, ENDED_LEASES, ENDING, ENTER, HEAVIEST, HELD, LAST, LONGER,
    MARK_READY, NEXT_JOB, NEXT_TURN, OPEN, POSTPONE, RECORD, SETTLE, TAKE, TRY_TAKE, waiting_sql,
};
use crate::rows::{DUE, FORGET, FORGET_INDEXED, FORGET_OLDER, HOLDERS, JOBS, LATEST, LEASED, LIST};
use crate::settings::JobDatabase;
use crate::store::{CLIENT_BYTES, Clock, Database, Dialect};

/// Numbers from 1 to a maximum.
const NUMBERS: &str =
    "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)";

/// A hundred clients with a hundred jobs each that wait, nine hundred clients with as many that have expired; and a job with many pieces:
/// a few that workers have, a thousand that are ready, the others done.
const ROWS: [&str; 5] = [
    "INSERT INTO jobs (id, client, request_hash, kind, options, input_ref, version, state, revision, turn, created,
        expires_at, ttl, bytes, ready_at)
    SELECT 'job' || n, 'client' || (n % 1000), '', 'count', '{}', '', 2, CASE WHEN n % 10 = 0 THEN 0 ELSE 6 END, 1, n, n,
        n, 0, CASE WHEN n % 10 = 0 THEN 9 ELSE 0 END, CASE WHEN n % 10 = 0 THEN n END
    FROM numbers",
    "INSERT INTO pieces (job, no, state, epoch, attempts, ready_at, spec, puzzles)
    SELECT 'job' || n, 0, CASE WHEN n % 10 = 0 THEN 0 ELSE 2 END, 0, 0, n, '', 0 FROM numbers WHERE n > 10",
    "INSERT INTO pieces (job, no, state, epoch, attempts, ready_at, spec, puzzles, lease_until, worker)
    SELECT 'job10', n, CASE WHEN n < 50 THEN 1 WHEN n % 100 = 0 THEN 0 ELSE 2 END, 0, 0, n, '', 0,
        CASE WHEN n < 50 THEN n END, CASE WHEN n < 50 THEN 'worker' END
    FROM numbers",
    "INSERT INTO clients (version, client, turn, ready_at) SELECT 2, 'client' || n, n, n FROM numbers WHERE n <= 10000",
    "INSERT INTO uploads (id, client, bytes, expires_at) SELECT 'upload' || n, 'client' || n, 1, n FROM numbers",
];

/// Tables whose length clients decide.
const TABLES: [&str; 4] = ["jobs", "pieces", "clients", "uploads"];

/// Indexes of the few pieces that workers have, and of the jobs that have no other ones.
const SMALL: [&str; 3] = ["pieces_lease", "pieces_leased", "jobs_ending"];

/// Maximum number of rows that a statement reads in PostgreSQL: a few times the number that it may return, or that a client may have.
const ROWS_MAX: u64 = 500;

/// Maximum number of steps of the virtual machine of SQLite, which takes some for each row.
const STEPS_MAX: u64 = 10_000;

/// Steps between two calls of the counter.
const STEPS: u64 = 10;

/// Parameters of [`TAKE`] and [`TRY_TAKE`].
const TAKEN: &[&str] = &["'client10'", "200000", "320000"];

/// Parameters of [`waiting_sql`].
const WAITED: &[&str] = &["120000", "16"];

/// Parameters of [`FORGET`] and [`FORGET_INDEXED`].
const FORGOTTEN: &[&str] = &["200000", "320000", "100"];

/// Statements that repeat, with their parameters: long after all times of the rows.
const STATEMENTS: &[(&str, &[&str])] = &[
    (SETTLE, &["'client10'"]),
    (ENTER, &["2", "'client10'", "200000"]),
    (MARK_READY[0], &["'job10'", "200000"]),
    (MARK_READY[1], &["'job10'", "200000"]),
    (NEXT_JOB, &["'job10'", "200000", "320000"]),
    (NEXT_TURN, &["'client10'", "200000", "320000", "2"]),
    (CLAIM_FIRST[0], &["215000", "'job10'", "200000", "1", "0", "320000", "'worker'"]),
    (CLAIM_FIRST[1], &["215000", "'job10'", "200000", "16", "0", "320000", "'worker'"]),
    (CLAIM_LAST[0], &["215000", "'job10'", "200000", "1", "0", "320000", "'worker'"]),
    (CLAIM_LAST[1], &["215000", "'job10'", "200000", "16", "0", "320000", "'worker'"]),
    (RECORD, &["'job10'", "200000", "200000", "0"]),
    (POSTPONE, &["'job10'"]),
    (JOBS, &["'client10'", "1000"]),
    (DUE, &["200000", "100"]),
    (FORGET_OLDER, &["'client11'", "100", "50"]),
    (CLIENT_BYTES, &["'client10'"]),
    (ENDED_LEASES, &["200000", "1000"]),
    (ENDING, &[]),
    (HEAVIEST, &["10"]),
    (ABANDONED, &["2", "1", "200000", "200000", "100"]),
    (LATEST, &["6", "200000", "''", "100"]),
    (HOLDERS, &[]),
    (HELD, &[]),
    (LONGER, &["320000"]),
    (LAST, &["'job10'"]),
    (OPEN, &["'job10'"]),
    (LEASED, &["'job10'"]),
    (LIST, &["'client10'", "0", "'job50010'", "20"]),
];

/// Returns the plan of a statement in PostgreSQL, for any values of its parameters, with the rows that it has read for these values.
async fn analysed(connection: &mut AnyConnection, sql: &str, parameters: &[&str]) -> Vec<String> {
    let list =
        |items: &[&str]| if items.is_empty() { String::new() } else { format!("({})", items.join(", ")) };
    let is_text = |parameter: &&str| parameter.starts_with('\'');
    let types: Vec<_> =
        parameters.iter().map(|value| if is_text(value) { "TEXT" } else { "BIGINT" }).collect();
    let (types, values) = (list(&types), list(parameters));
    let prepare = format!(
        "DEALLOCATE ALL; PREPARE statement {types} AS {sql}; SET plan_cache_mode = force_generic_plan; SAVEPOINT before"
    );
    sqlx::raw_sql(AssertSqlSafe(prepare)).execute(&mut *connection).await.expect("prepared");
    let explain = format!("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) EXECUTE statement{values}");
    let rows = sqlx::raw_sql(AssertSqlSafe(explain)).fetch_all(&mut *connection).await.expect("a plan");
    sqlx::raw_sql("ROLLBACK TO before").execute(connection).await.expect("rolled back");
    rows.iter().map(|row| row.get(0)).collect()
}

/// Returns the number of rows that a plan of PostgreSQL has read.
fn rows_read(plan: &[String]) -> u64 {
    let number = |line: &str, name: &str| -> Option<u64> {
        let (_, rest) = line.split_once(name)?;
        rest.split(|digit: char| !digit.is_ascii_digit()).next()?.parse().ok()
    };
    let (mut read, mut loops) = (0, 0);
    for line in plan {
        if let Some(times) = number(line, "loops=") {
            loops = times;
        }
        let names = ["Rows Removed by Filter: ", "Rows Removed by Index Recheck: "];
        let rows = names.into_iter().chain(line.contains("Scan").then_some("actual rows="));
        read += rows.filter_map(|name| number(line, name)).sum::<u64>() * loops;
    }
    read
}

/// Returns the plan of a statement in SQLite, and the number of steps that it takes.
async fn stepped(
    connection: &mut SqliteConnection,
    sql: &'static str,
    parameters: &[&str],
) -> (Vec<String>, u64) {
    let explain = format!("EXPLAIN QUERY PLAN {sql}");
    let plan = sqlx::raw_sql(AssertSqlSafe(explain)).fetch_all(&mut *connection).await.expect("a plan");
    sqlx::raw_sql("SAVEPOINT before").execute(&mut *connection).await.expect("a savepoint");
    let calls = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&calls);
    connection.lock_handle().await.expect("a handle").set_progress_handler(STEPS as i32, move || {
        counted.fetch_add(1, Ordering::Relaxed);
        true
    });
    let mut query = sqlx::query(sql);
    for parameter in parameters {
        query = match parameter.strip_prefix('\'') {
            Some(text) => query.bind(text.trim_end_matches('\'').to_owned()),
            None => query.bind(parameter.parse::<i64>().expect("a number")),
        };
    }
    query.fetch_all(&mut *connection).await.expect("executed");
    connection.lock_handle().await.expect("a handle").remove_progress_handler();
    sqlx::raw_sql("ROLLBACK TO before").execute(connection).await.expect("rolled back");
    (plan.iter().map(|row| row.get(3)).collect(), calls.load(Ordering::Relaxed) * STEPS)
}

/// Returns whether a line of a plan reads a table as a whole.
fn is_scan(line: &str) -> bool {
    let scanned = line.strip_prefix("SCAN ").or_else(|| Some(line.split_once("Seq Scan on ")?.1));
    let table = scanned.and_then(|rest| rest.split(' ').next());
    table.is_some_and(|table| TABLES.contains(&table)) && !SMALL.iter().any(|index| line.ends_with(index))
}

#[tokio::test]
async fn statement_that_repeats_reads_few_rows_and_no_table_as_a_whole() {
    let source = TestDatabase::new().await;
    let clock = Clock::Test(Arc::new(AtomicI64::new(0)));
    let database = Database::open(&source.address(), clock).await.expect("a database");
    let mut transaction = database.write_relaxed().await.expect("a transaction");
    let dialect = Dialect::from_connection(&transaction);
    for rows in ROWS {
        let (insert, select) = rows.split_once("SELECT").expect("a query");
        let sql = match dialect {
            Dialect::Sqlite => format!("{NUMBERS} {insert} SELECT {select}"),
            Dialect::Postgres => format!("{insert} {NUMBERS} SELECT {select}"),
        };
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *transaction).await.expect("inserted");
    }
    let waiting: &str = waiting_sql(dialect.now()).leak();
    let (take, try_take): (&str, &str) = (&TAKE, &TRY_TAKE);
    let mut faults = Vec::new();
    let mut check = |sql: &str, plan: Vec<String>, cost: u64, cost_max: u64| {
        if cost > cost_max || plan.iter().any(|line| is_scan(line)) {
            faults.push(format!("{sql}\n{}\nrows or steps: {cost}\n", plan.join("\n")));
        }
    };
    match source.address() {
        JobDatabase::File(path) => {
            transaction.commit().await.expect("committed");
            let options = SqliteConnectOptions::new().filename(path);
            let mut connection = options.connect().await.expect("a connection");
            for &(sql, parameters) in
                STATEMENTS.iter().chain([&(FORGET_INDEXED, FORGOTTEN), &(waiting, WAITED), &(take, TAKEN)])
            {
                let (plan, steps) = stepped(&mut connection, sql, parameters).await;
                check(sql, plan, steps, STEPS_MAX);
            }
        }
        JobDatabase::Postgres { .. } => {
            // As autovacuum does; nothing makes statistics of a file. Not the tables of other schemas, each of which would be locked.
            for table in TABLES {
                let sql = AssertSqlSafe(format!("ANALYZE {table}"));
                sqlx::raw_sql(sql).execute(&mut *transaction).await.expect("analysed");
            }
            for &(sql, parameters) in STATEMENTS.iter().chain([
                &(FORGET, FORGOTTEN),
                &(take, TAKEN),
                &(try_take, TAKEN),
                &(waiting, WAITED),
            ]) {
                let plan = analysed(&mut transaction, sql, parameters).await;
                let rows = rows_read(&plan);
                check(sql, plan, rows, ROWS_MAX);
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
