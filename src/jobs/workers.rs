//! Table of workers: which are alive, what they can run, and how much of it.

use uuid::Uuid;

use super::bounds::millis;
use super::clock::Millis;
use super::database::Database;
use super::error::JobError;
use super::pieces::LEASE;
use super::spec::SOLVER_VERSION;
use super::versions::VERSION_GRACE;

/// Workers that are alive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LiveWorkers {
    /// Number of workers.
    pub(super) workers: u64,
    /// Number of their threads that have nothing to do.
    pub(super) idle_threads: u64,
}

/// Table of workers, and the row of this one.
#[derive(Clone, Debug)]
pub(super) struct WorkerTable {
    database: Database,
    /// Id of this worker.
    id: String,
}

impl WorkerTable {
    pub(super) fn new(database: Database) -> Self {
        Self { database, id: Uuid::new_v4().simple().to_string() }
    }

    /// Records that this worker is alive, and how many of its threads have nothing to do.
    pub(super) async fn report(&self, threads: usize, idle: usize) -> Result<(), JobError> {
        self.database.bounded(self.report_once(threads, idle)).await
    }

    async fn report_once(&self, threads: usize, idle: usize) -> Result<(), JobError> {
        let mut transaction = self.database.write_relaxed().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        sqlx::query(
            "INSERT INTO workers (id, version, threads, idle, seen) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (id) DO UPDATE SET threads = $3, idle = $4, seen = $5",
        )
        .bind(&self.id)
        .bind(SOLVER_VERSION)
        .bind(threads as i64)
        .bind(idle as i64)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Records that this worker ends. Its version counts for a while: another worker of it may start.
    pub(super) async fn leave(&self) -> Result<(), JobError> {
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

    /// Returns the workers that are alive: those that were seen within a lease, by a clock that was not set back since.
    pub(super) async fn live(&self) -> Result<LiveWorkers, JobError> {
        let live = async {
            let mut transaction = self.database.read().await?;
            let now = self.database.clock().now(&mut transaction).await?;
            let (workers, idle): (i64, i64) = sqlx::query_as(
                "SELECT COUNT(*), CAST(COALESCE(SUM(idle), 0) AS BIGINT) FROM workers
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
    pub(super) async fn forget(&self) -> Result<(), JobError> {
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
