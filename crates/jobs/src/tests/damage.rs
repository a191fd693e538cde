//! Rows that cannot be read harm their job alone.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use quadrille_exact_cover::Cube;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::tables::{Tables, count, counted, cubes, execute, job, line_pieces, lines, solved};
use super::test_database::TestDatabase;
use crate::error::{FailureCode, JobError};
use crate::id::JobId;
use crate::queue::{Claimed, LEASE, PieceResult};
use crate::rows::{Deletion, NewJob};
use crate::spec::{CountSubject, InputContent, JobSpec, SOLVER_VERSION};
use crate::state::JobState;
use crate::store::set_orphans;

/// Number of claims within which a job of another client has its turn.
const CLAIMS_MAX: usize = 4;

fn proof(client: &str) -> NewJob {
    job(client, JobSpec::Prove { subject: CountSubject::Puzzle })
}

/// Claims and ends pieces until one of this job was claimed.
async fn claim_of(tables: &Tables, id: JobId, what: &str) -> Claimed {
    for _ in 0..CLAIMS_MAX {
        for claimed in tables.queue.claim(9, &HashSet::new()).await.expect(what) {
            if claimed.lease.job == id {
                return claimed;
            }
            // Its completion may fail.
            let _ = tables.queue.complete(&claimed.lease, &solved()).await;
        }
    }
    panic!("{what}: no piece of the other job")
}

/// Does what workers, janitors and operators do with all jobs.
async fn look_at_all(tables: &Tables, what: &str) {
    tables.queue.reap().await.expect(what);
    tables.queue.end_done().await.expect(what);
    tables.queue.take_over().await.expect(what);
    tables.queue.heaviest(9).await.expect(what);
    tables.queue.has_ready().await.expect(what);
    tables.queue.waits_for_first(&HashSet::new()).await.expect(what);
    tables.workers.report(2, 1).await.expect(what);
    tables.workers.live().await.expect(what);
    tables.workers.list().await.expect(what);
    tables.workers.forget().await.expect(what);
    tables.status.totals().await.expect(what);
    tables.overview.jobs(&JobState::ALL, None, 100).await.expect(what);
    tables.jobs.expire().await.expect(what);
    tables.jobs.forget().await.expect(what);
    tables.uploads.expire(|id| id.to_string()).await.expect(what);
}

/// Runs a job of another client to its end.
async fn run_other(tables: &Tables, client: &str, what: &str) {
    let id = tables.create(&lines(client)).await;
    let plan = claim_of(tables, id, what).await;
    tables.complete(&plan.lease, PieceResult { rest: line_pieces(1), ..PieceResult::default() }).await;
    let piece = claim_of(tables, id, what).await;
    tables.complete(&piece.lease, solved()).await;
    let status = tables.status.status(id, Some(client)).await.expect(what);
    assert_eq!(status.state, JobState::Succeeded, "{what}");
    assert_eq!(tables.status.list(client, None, None, 9).await.expect(what).len(), 1, "{what}");
}

/// Creates a job of a client with a leased piece and ready ones, and an upload.
async fn victim(tables: &Tables, client: &str, is_search: bool) -> JobId {
    let id = match is_search {
        true => tables.planned(&NewJob { client: client.to_owned(), ..count(None) }, cubes(3, 3)).await,
        false => tables.planned(&lines(client), line_pieces(3)).await,
    };
    tables.claim_one().await;
    tables.uploads.create(JobId::random(), client, InputContent::Text, 10).await.expect("an upload");
    tables.workers.report(2, 1).await.expect("reported");
    id
}

async fn columns(connection: &mut AnyConnection, table: &str) -> Vec<String> {
    let sql = format!("SELECT name FROM pragma_table_info('{table}')");
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(connection).await.expect("columns")
}

/// Writes each of these values, of other types or out of range, into each column. SQLite takes them all.
async fn damage_each_column(values: [&str; 2]) {
    let mut cases = 0;
    for value in values {
        let tables = Tables::open(TestDatabase::file(), Arc::new(AtomicI64::new(1_000_000_000))).await;
        for table in ["jobs", "pieces", "clients", "uploads", "workers", "facts", "rounds"] {
            let mut reader = tables.database.read().await.expect("a transaction");
            let columns = columns(&mut reader, table).await;
            drop(reader);
            for column in columns {
                cases += 1;
                let (client, what) = (format!("victim {cases}"), format!("{table}.{column} = {value}"));
                let id = victim(&tables, &client, cases % 2 == 0).await;
                let rows = match table {
                    "jobs" | "clients" | "uploads" => format!("client = '{client}'"),
                    "pieces" => format!("job = '{id}'"),
                    _ => "1 = 1".to_owned(),
                };
                let mut transaction = tables.database.write().await.expect("a transaction");
                set_orphans(&mut transaction, 1).await.expect("set");
                // Not of two rows, whose values must differ.
                let sql = format!(
                    "UPDATE {table} SET {column} = {value} WHERE rowid = (SELECT MAX(rowid) FROM {table} WHERE {rows})"
                );
                let damaged = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *transaction).await;
                // Some columns must not be null.
                if damaged.is_ok() {
                    transaction.commit().await.expect("committed");
                } else {
                    drop(transaction);
                    tables.jobs.delete(id, None).await.expect("cancelled");
                    continue;
                }
                run_other(&tables, &format!("before {cases}"), &what).await;
                tables.pass(LEASE + Duration::from_secs(1));
                look_at_all(&tables, &what).await;
                run_other(&tables, &format!("after {cases}"), &what).await;
                for _ in 0..2 {
                    match tables.status.status(id, None).await {
                        Ok(_) => drop(tables.jobs.delete(id, None).await.expect(&what)),
                        Err(error) => assert!(matches!(error, JobError::NotFound), "{what}: {error}"),
                    }
                }
                look_at_all(&tables, &what).await;
            }
        }
    }
    assert!(cases > 100, "{cases} columns and values");
}

#[tokio::test]
async fn column_damaged_by_a_text_harms_its_job_alone() {
    damage_each_column(["'x'", "''"]).await;
}

#[tokio::test]
async fn column_damaged_by_a_number_harms_its_job_alone() {
    damage_each_column(["-1", "9223372036854775807"]).await;
}

#[tokio::test]
async fn column_damaged_by_bytes_or_null_harms_its_job_alone() {
    damage_each_column(["X'00ff'", "NULL"]).await;
}

#[tokio::test]
async fn job_of_an_unknown_kind_fails_and_can_be_removed() {
    let tables = Tables::new().await;
    let id = tables.create(&proof("new")).await;
    execute(&tables, "UPDATE jobs SET options = '{\"work\":\"prove_2\",\"subject\":\"puzzle\"}'").await;
    // Until a worker looks at it, it waits.
    assert_eq!(tables.status.status(id, Some("new")).await.expect("a status").state, JobState::Queued);
    run_other(&tables, "other", "an unknown kind").await;
    assert!(tables.has_none_ready().await);
    let status = tables.status.status(id, Some("new")).await.expect("a status");
    let failure = status.failure.expect("a failure");
    assert_eq!((status.state, failure.code), (JobState::Failed, FailureCode::Unreadable));
    assert_eq!((status.operation.as_str(), status.count), ("prove", None));
    assert!(failure.detail.starts_with("the database holds an invalid specification"), "{}", failure.detail);
    let listed = tables.overview.jobs(&[JobState::Failed], None, 9).await.expect("read");
    assert_eq!(listed.iter().map(|job| job.status.id).collect::<Vec<_>>(), [id]);
    let error = tables.jobs.retry(id, None).await.expect_err("unreadable");
    assert!(matches!(error, JobError::NotRetryable(_)), "{error}");
    assert_eq!(tables.jobs.delete(id, Some("new")).await.expect("removed"), Deletion::Removed);
}

#[tokio::test]
async fn job_of_a_newer_kind_waits_beside_others() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("new")).await;
    // As a newer program writes it.
    execute(
        &tables,
        "UPDATE jobs SET options = '{\"work\":\"newer\"}', progress = '[]', version = 1000; UPDATE clients SET version = 1000",
    )
    .await;
    run_other(&tables, "other", "a newer job").await;
    look_at_all(&tables, "a newer job").await;
    assert!(tables.has_none_ready().await);
    let status = tables.status.status(id, Some("new")).await.expect("a status");
    assert_eq!((status.state, status.failure), (JobState::Queued, None));
    assert_eq!(tables.jobs.delete(id, Some("new")).await.expect("cancelled"), Deletion::Cancelled);
    assert_eq!(tables.jobs.delete(id, Some("new")).await.expect("removed"), Deletion::Removed);
}

/// Workers of version 2 have no proofs.
#[tokio::test]
async fn job_has_the_least_version_that_runs_it() {
    let tables = Tables::new().await;
    tables.create(&proof("both")).await;
    tables.create(&lines("both")).await;
    let versions: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT jobs.version, clients.version FROM jobs JOIN clients ON clients.client = jobs.client
        AND clients.version = jobs.version ORDER BY jobs.version",
    )
    .fetch_all(&mut *tables.database.read().await.expect("a transaction"))
    .await
    .expect("rows");
    assert_eq!(versions, [(2, 2), (SOLVER_VERSION, SOLVER_VERSION)]);
    // A job of another client comes between them.
    let other = tables.create(&lines("other")).await;
    let claims: Vec<Claimed> =
        [tables.claim_one().await, tables.claim_one().await, tables.claim_one().await].into();
    assert_eq!(
        claims.iter().map(|claimed| claimed.client.as_str()).collect::<Vec<_>>(),
        ["both", "other", "both"]
    );
    assert_eq!(claims[1].lease.job, other);
    assert!(tables.has_none_ready().await);
}

#[tokio::test]
async fn job_with_lost_pieces_does_not_succeed() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(3, Cube::WEIGHT_OF_WHOLE)).await;
    execute(&tables, "DELETE FROM pieces WHERE no = 1").await;
    for _ in 0..2 {
        let claimed = tables.claim_one().await;
        tables.complete(&claimed.lease, counted(1)).await;
    }
    tables.queue.end_done().await.expect("ended");
    let status = tables.status.status(id, None).await.expect("a status");
    assert_eq!(status.failure.map(|failure| failure.code), Some(FailureCode::Unreadable));
}
