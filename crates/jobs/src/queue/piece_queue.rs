//! Queue of pieces, the heaviest leased ones, and the jobs whose pieces have all ended.

use sqlx::any::AnyRow;

use super::end::end_if_done;
use super::pieces::PieceLease;
use super::workers::WorkerTable;
use crate::bounds::JobBounds;
use crate::error::JobError;
use crate::state::statement;
use crate::store::{Database, fail_unreadable, readable, tolerate, unreadable_detail};

/// Statement that reads the leased pieces of searches, the largest weights first: numbers without leading zeros.
pub(crate) const HEAVIEST: &str = statement!(
    "SELECT job, no, epoch FROM pieces WHERE state = " { PieceState::Leased } " AND weight IS NOT NULL
    ORDER BY LENGTH(weight) DESC, weight DESC, job, no LIMIT $1"
);

/// Statement that reads which jobs have no open pieces.
pub(crate) const ENDING: &str = statement!(
    "SELECT id FROM jobs
    WHERE state > " { JobState::Queued } " AND state < " { JobState::Succeeded } "
        AND (state = " { JobState::Cancelling } " OR ready_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM pieces WHERE job = jobs.id AND pieces.state = " { PieceState::Ready } ")
        AND NOT EXISTS (SELECT 1 FROM pieces WHERE job = jobs.id AND pieces.state = " { PieceState::Leased } ")"
);

/// Queue of pieces.
#[derive(Clone, Debug)]
pub(crate) struct PieceQueue {
    pub(super) database: Database,
    pub(super) bounds: JobBounds,
    /// Name of the worker that claims.
    pub(super) worker: String,
}

impl PieceQueue {
    pub(crate) fn new(database: Database, bounds: JobBounds) -> Self {
        Self { database, bounds, worker: String::new() }
    }

    /// Returns the queue of a worker, as which it claims.
    pub(crate) fn with_worker(self, workers: &WorkerTable) -> Self {
        Self { worker: workers.id().to_owned(), ..self }
    }

    /// The bounds of jobs.
    pub(crate) fn bounds(&self) -> &JobBounds {
        &self.bounds
    }

    /// Returns the leased pieces of searches with the largest weights, the largest first.
    pub(crate) async fn heaviest(&self, pieces_max: usize) -> Result<Vec<PieceLease>, JobError> {
        let heaviest = async {
            let mut transaction = self.database.read().await?;
            let rows = sqlx::query(HEAVIEST).bind(pieces_max as i64).fetch_all(&mut *transaction).await?;
            // Its lease ends when its job fails.
            let lease = |row: &AnyRow| {
                let job: String = readable(row, "job")?;
                let (no, epoch): (i64, i64) = (readable(row, "no")?, readable(row, "epoch")?);
                Some(PieceLease { job: job.parse().ok()?, no: no as u64, epoch: epoch as u64 })
            };
            Ok(rows.iter().filter_map(lease).collect())
        };
        self.database.bounded(heaviest).await
    }

    /// Ends jobs without open pieces, whose last worker died before it could end them. Returns their number.
    pub(crate) async fn end_done(&self) -> Result<usize, JobError> {
        let end_done = async {
            let mut reader = self.database.read().await?;
            let done = sqlx::query(ENDING).fetch_all(&mut *reader).await?;
            drop(reader);
            for row in &done {
                let id: String = readable(row, "id").unwrap_or_default();
                let ended = match id.parse() {
                    Ok(job) => end_if_done(&self.database, job).await,
                    Err(error) => self.fail_unreadable(&id, &error).await,
                };
                tolerate(ended, &id)?;
            }
            Ok(done.len())
        };
        self.database.bounded(end_done).await
    }

    /// Fails a job whose id is none.
    async fn fail_unreadable(&self, id: &str, error: &JobError) -> Result<(), JobError> {
        let mut transaction = self.database.write().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        fail_unreadable(&mut transaction, id, &unreadable_detail(error), now).await?;
        Ok(transaction.commit().await?)
    }
}
