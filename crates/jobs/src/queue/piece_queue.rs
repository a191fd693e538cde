//! Queue of pieces, as workers use it, and the jobs whose pieces have all ended.

use std::collections::HashSet;

use sqlx::any::AnyRow;

use super::claim::{claim, has_ready, waits_for_first};
use super::complete::{complete, reserve};
use super::end::end_if_done;
use super::leases::{LostLease, fail_piece, reap, release, renew, retry_piece};
use super::pause::{pause, resume};
use super::pieces::{Claimed, Completion, PieceLease, PieceResult};
use super::versions::{OlderJobs, take_over};
use super::workers::WorkerTable;
use crate::bounds::JobBounds;
use crate::error::{JobError, JobFailure};
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
    database: Database,
    bounds: JobBounds,
    /// Name of the worker that claims.
    worker: String,
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

    /// Returns whether a piece is ready. Does not write.
    pub(crate) async fn has_ready(&self) -> Result<bool, JobError> {
        self.database.bounded(has_ready(&self.database)).await
    }

    /// Returns whether the next piece of one of the clients that wait for a turn is the first one of its job; `None` if no client waits that
    /// is not `excluded`.
    pub(crate) async fn waits_for_first(&self, excluded: &HashSet<String>) -> Result<Option<bool>, JobError> {
        self.database.bounded(waits_for_first(&self.database, excluded)).await
    }

    /// Claims up to `pieces_max` pieces of one job: clients take turns, and so do the jobs of each. Those of the `excluded` clients have
    /// no turn.
    pub(crate) async fn claim(
        &self,
        pieces_max: usize,
        excluded: &HashSet<String>,
    ) -> Result<Vec<Claimed>, JobError> {
        self.database.bounded(claim(&self.database, &self.bounds, pieces_max, excluded, &self.worker)).await
    }

    /// Takes over jobs of older versions, if no worker of their version is alive.
    pub(crate) async fn take_over(&self) -> Result<OlderJobs, JobError> {
        take_over(&self.database).await
    }

    /// Pauses the queue: workers claim nothing, and end the pieces that they have. Returns whether it was running.
    pub(crate) async fn pause(&self) -> Result<bool, JobError> {
        self.database.bounded(pause(&self.database)).await
    }

    /// Lets the queue go on. Returns whether it was paused.
    pub(crate) async fn resume(&self) -> Result<bool, JobError> {
        self.database.bounded(resume(&self.database)).await
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

    /// Renews leases. Returns the lost leases.
    pub(crate) async fn renew(&self, leases: &[PieceLease]) -> Result<Vec<PieceLease>, JobError> {
        renew(&self.database, leases).await
    }

    /// Ends the attempts of workers whose leases have ended. Returns these leases.
    pub(crate) async fn reap(&self) -> Result<Vec<LostLease>, JobError> {
        reap(&self.database).await
    }

    /// Reserves at least `needed` bytes for a piece that is about to write them. Returns their number, or `None` if the lease is lost.
    ///
    /// # Errors
    /// [`JobError::TooManyBytes`] or [`JobError::StoreFull`] if a bound does not allow them.
    pub(crate) async fn reserve(&self, lease: &PieceLease, needed: u64) -> Result<Option<u64>, JobError> {
        reserve(&self.database, &self.bounds, lease, needed).await
    }

    /// Records the result of a piece and inserts the pieces that it leaves, if the lease is not lost.
    pub(crate) async fn complete(
        &self,
        lease: &PieceLease,
        result: &PieceResult,
    ) -> Result<Completion, JobError> {
        complete(&self.database, &self.bounds, lease, result).await
    }

    /// Records a failed attempt. The piece is tried again after a back-off, unless it has failed too often.
    pub(crate) async fn retry(&self, lease: &PieceLease, detail: &str) -> Result<Completion, JobError> {
        retry_piece(&self.database, lease, detail).await
    }

    /// Fails a piece for good, and with it its job.
    pub(crate) async fn fail(
        &self,
        lease: &PieceLease,
        failure: &JobFailure,
    ) -> Result<Completion, JobError> {
        fail_piece(&self.database, lease, failure).await
    }

    /// Gives pieces back that were not begun or not finished, without counting the attempt.
    pub(crate) async fn release(&self, leases: &[PieceLease]) -> Result<(), JobError> {
        release(&self.database, leases).await
    }

    /// Ends jobs without open pieces, whose last worker died before it could end them. Returns their number.
    pub(crate) async fn end_done(&self) -> Result<usize, JobError> {
        self.database.bounded(self.end_done_once()).await
    }

    async fn end_done_once(&self) -> Result<usize, JobError> {
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
    }

    /// Fails a job whose id is none.
    async fn fail_unreadable(&self, id: &str, error: &JobError) -> Result<(), JobError> {
        let mut transaction = self.database.write().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        fail_unreadable(&mut transaction, id, &unreadable_detail(error), now).await?;
        Ok(transaction.commit().await?)
    }
}
