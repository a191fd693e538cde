//! Table of workers: which are alive, what they can run, and how much of it.

use std::collections::HashMap;
use std::time::Duration;

use sqlx::FromRow as _;
use uuid::Uuid;

use super::pieces::LEASE;
use super::versions::VERSION_GRACE;
use crate::bounds::millis;
use crate::error::JobError;
use crate::spec::SOLVER_VERSION;
use crate::state::statement;
use crate::store::{Database, Millis};
use crate::system::host_name;

/// Workers that are alive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiveWorkers {
    /// Number of workers.
    pub workers: u64,
    /// Number of their threads that have nothing to do.
    pub idle_threads: u64,
}

/// Worker, as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerStatus {
    /// First digits of its id, which also its log has.
    pub name: String,
    /// Name of its machine or container; empty if an older program runs it.
    pub host: String,
    /// Version of the program; empty if an older one runs it.
    pub program: String,
    /// Number of its threads.
    pub threads: u64,
    /// Number of threads that had nothing to do when it was last seen.
    pub idle_threads: u64,
    /// Number of pieces that it has.
    pub pieces: u64,
    /// Time since it was last seen.
    pub seen: Duration,
}

/// Statement that reads all workers that have not ended by themselves.
const WORKERS: &str =
    "SELECT id, host, program, threads, idle, seen FROM workers WHERE threads > 0 ORDER BY host, id";

/// Statement that counts the pieces of each worker.
pub(crate) const HELD: &str = statement!(
    "SELECT worker, COUNT(*) FROM pieces
    WHERE state = " { PieceState::Leased } " AND worker IS NOT NULL GROUP BY worker"
);

/// Number of digits of the name of a worker.
const NAME: usize = 8;

/// Row of a worker.
type WorkerRow = (String, String, String, i64, i64, Millis);

/// Returns the first digits of the id of a worker.
pub(crate) fn worker_name(id: &str) -> String {
    id.chars().take(NAME).collect()
}

/// Table of workers, and the row of this one.
#[derive(Clone, Debug)]
pub(crate) struct WorkerTable {
    database: Database,
    /// Id of this worker.
    id: String,
    /// Version of this program.
    program: &'static str,
}

impl WorkerTable {
    pub(crate) fn new(database: Database, program: &'static str) -> Self {
        Self { database, id: Uuid::new_v4().simple().to_string(), program }
    }

    /// Id of this worker.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Returns the workers that were seen in the last minute, dead ones included.
    pub(crate) async fn list(&self) -> Result<Vec<WorkerStatus>, JobError> {
        self.database.bounded(self.list_once()).await
    }

    async fn list_once(&self) -> Result<Vec<WorkerStatus>, JobError> {
        let mut transaction = self.database.read().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        let workers = sqlx::query(WORKERS).fetch_all(&mut *transaction).await?;
        let held = sqlx::query(HELD).fetch_all(&mut *transaction).await?;
        let held: HashMap<String, i64> =
            held.iter().filter_map(|row| <(String, i64)>::from_row(row).ok()).collect();
        let status = |(id, host, program, threads, idle, seen): WorkerRow| WorkerStatus {
            name: worker_name(&id),
            host,
            program,
            threads: threads as u64,
            idle_threads: idle as u64,
            pieces: held.get(&id).copied().unwrap_or_default() as u64,
            seen: Duration::from_millis(now.saturating_sub(seen).max(0) as u64),
        };
        // A row that cannot be read is replaced by the next report of its worker, or forgotten.
        let workers = workers.iter().filter_map(|row| WorkerRow::from_row(row).ok());
        Ok(workers.map(status).collect())
    }

    /// Records that this worker is alive, and how many of its threads have nothing to do.
    pub(crate) async fn report(&self, threads: usize, idle: usize) -> Result<(), JobError> {
        self.database.bounded(self.report_once(threads, idle)).await
    }

    async fn report_once(&self, threads: usize, idle: usize) -> Result<(), JobError> {
        let mut transaction = self.database.write_relaxed().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        sqlx::query(
            "INSERT INTO workers (id, version, threads, idle, seen, host, program) VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (id) DO UPDATE SET threads = $3, idle = $4, seen = $5",
        )
        .bind(&self.id)
        .bind(SOLVER_VERSION)
        .bind(threads as i64)
        .bind(idle as i64)
        .bind(now)
        .bind(host_name())
        .bind(self.program)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Records that this worker ends. Its version counts for a while: another worker of it may start.
    pub(crate) async fn leave(&self) -> Result<(), JobError> {
        let leave = async {
            let mut transaction = self.database.write_relaxed().await?;
            sqlx::query("UPDATE workers SET threads = 0, idle = 0 WHERE id = $1")
                .bind(&self.id)
                .execute(&mut *transaction)
                .await?;
            transaction.commit().await?;
            Ok(())
        };
        self.database.bounded(leave).await
    }

    /// Returns the live workers, which were seen within a lease, by a clock that was not set back since.
    pub(crate) async fn live(&self) -> Result<LiveWorkers, JobError> {
        let live = async {
            let mut transaction = self.database.read().await?;
            let now = self.database.clock().now(&mut transaction).await?;
            let (workers, idle): (i64, i64) = sqlx::query_as(
                "SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN idle < 1000000 THEN idle ELSE 0 END), 0) AS BIGINT) FROM workers
                WHERE threads > 0 AND seen > $1 AND seen < $2",
            )
            .bind(now.saturating_sub(millis(LEASE)))
            .bind(now.saturating_add(millis(LEASE)))
            .fetch_one(&mut *transaction)
            .await?;
            Ok(LiveWorkers { workers: workers as u64, idle_threads: idle as u64 })
        };
        self.database.bounded(live).await
    }

    /// Removes the workers that no decision depends on any more.
    pub(crate) async fn forget(&self) -> Result<(), JobError> {
        let mut transaction = self.database.write_relaxed().await?;
        let now: Millis = self.database.clock().now(&mut transaction).await?;
        sqlx::query("DELETE FROM workers WHERE seen <= $1")
            .bind(now.saturating_sub(millis(VERSION_GRACE)))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }
}
