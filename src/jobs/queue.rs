//! Leases of pieces: claims, renewals, completions and failures.

use std::collections::HashMap;
use std::time::Duration;

use sqlx::AnyConnection;

use super::abort::{AbortPoint, pass};
use super::bounds::{JobBounds, millis};
use super::clock::Millis;
use super::database::Database;
use super::dialect::{lock_client, notify};
use super::end::{JobRow, end_if_done, fail_job};
use super::error::{FailureCode, JobError, JobFailure};
use super::id::JobId;
use super::spec::{JobSpec, PieceSpec, SOLVER_VERSION, from_json, to_json};
use super::state::{JobState, PieceState};
use super::stored::{BLOCK_BYTES, ROW_BYTES, StoredBytes, add_bytes, row_bytes, unreserve};
use crate::service::VerdictCounts;

/// Statement that claims pieces of a job in an order.
macro_rules! claim {
    ($order:literal) => {
        concat!(
            "UPDATE pieces SET state = 1, epoch = epoch + 1, attempts = attempts + 1, lease_until = $1,
                bytes = bytes + $5
            WHERE job = $2 AND no IN (
                SELECT no FROM pieces
                WHERE job = $2 AND state = 0 AND (ready_at <= $3 OR ready_at > $6) ORDER BY ",
            $order,
            " LIMIT $4)
            RETURNING no, epoch, spec, weight"
        )
    };
}

/// Time for which a worker has a piece without a renewal.
pub(super) const LEASE: Duration = Duration::from_secs(15);

/// Time for which a call is repeated while the database fails.
pub(super) const CALL: Duration = Duration::from_secs(5);

/// Time for which a completion is repeated: a result is worth more than a claim.
const COMPLETION: Duration = Duration::from_secs(30);

/// Number of attempts after which a piece fails for good.
const ATTEMPTS_MAX: i64 = 5;

/// Time before the second attempt; it doubles with each further one.
const BACK_OFF: Duration = Duration::from_secs(1);

/// Time for which a job of an older version waits for a worker of that version.
pub(super) const VERSION_GRACE: Duration = Duration::from_secs(60);

/// Maximum number of leases that one call of [`PieceQueue::reap`] ends.
const REAPED_MAX: i64 = 1000;

/// Maximum number of pieces that a statement inserts. SQLite allows 32,766 parameters.
const ROWS_MAX: usize = 1000;

/// Number of pieces up to which connections keep the statement that inserts them: that of the rest of a search.
const PREPARED_ROWS_MAX: usize = 16;

/// Statement that claims pieces in the order of their numbers, so that results become a prefix of the input.
const CLAIM_FIRST: &str = claim!("no");

/// Statement that claims the last pieces, as a depth-first search: few cubes wait at any time.
const CLAIM_LAST: &str = claim!("no DESC");

/// Specification of a count that is done: its cubes may be long, and are not needed any more.
const NO_CUBES: &str = r#"{"piece":"cubes","cubes":[]}"#;

/// Right to complete a piece, until another worker gets a later epoch of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lease {
    pub(super) job: JobId,
    pub(super) no: u64,
    pub(super) epoch: u64,
}

/// Claimed piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claimed {
    pub(super) lease: Lease,
    pub(super) piece: PieceSpec,
    /// Share of the whole count.
    pub(super) weight: Option<u128>,
    pub(super) job: JobSpec,
    /// Path of the input.
    pub(super) input: String,
    /// Bytes that the piece may write without a further reservation.
    pub(super) reserved: u64,
}

/// Piece to be inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewPiece {
    pub(super) spec: PieceSpec,
    /// Number of puzzles in it.
    pub(super) puzzles: u64,
    /// Share of the whole count.
    pub(super) weight: Option<u128>,
}

/// Result of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PieceResult {
    /// Puzzles by verdict.
    pub(super) verdicts: VerdictCounts,
    /// Number of solutions, if the job counts those of one problem.
    pub(super) count: Option<u128>,
    pub(super) nodes: u64,
    /// Length of the result object; 0 if there is none.
    pub(super) result_bytes: u64,
    /// Share that was searched: that of the piece, less that of `rest`.
    pub(super) weight: Option<u128>,
    /// Bytes that were written besides, such as the framed input.
    pub(super) input_bytes: u64,
    /// Pieces that this one leaves to do.
    pub(super) rest: Vec<NewPiece>,
}

/// Effect of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completion {
    /// The result counts.
    Counted,
    /// The lease was lost: the result is dropped.
    Fenced,
}

/// Queue of pieces.
#[derive(Clone, Debug)]
pub(super) struct PieceQueue {
    database: Database,
    bounds: JobBounds,
}

impl PieceQueue {
    pub(super) fn new(database: Database, bounds: JobBounds) -> Self {
        Self { database, bounds }
    }

    /// The bounds of jobs.
    pub(super) fn bounds(&self) -> &JobBounds {
        &self.bounds
    }

    /// Returns whether a piece is ready. Does not write.
    pub(super) async fn has_ready(&self) -> Result<bool, JobError> {
        self.database.bounded(self.has_ready_once()).await
    }

    async fn has_ready_once(&self) -> Result<bool, JobError> {
        let mut transaction = self.database.read().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        Ok(next_job(&mut transaction, now).await?.is_some())
    }

    /// Returns the leased pieces of searches with the largest weights, the largest first.
    pub(super) async fn heaviest(&self, pieces_max: usize) -> Result<Vec<Lease>, JobError> {
        let heaviest = async {
            let mut transaction = self.database.read().await?;
            let rows: Vec<(String, i64, i64)> = sqlx::query_as(
                // Weights are numbers without leading zeros.
                "SELECT job, no, epoch FROM pieces WHERE state = 1 AND weight IS NOT NULL
                ORDER BY LENGTH(weight) DESC, weight DESC, job, no LIMIT $1",
            )
            .bind(pieces_max as i64)
            .fetch_all(&mut *transaction)
            .await?;
            let lease = |(job, no, epoch): (String, i64, i64)| {
                Ok(Lease { job: job.parse()?, no: no as u64, epoch: epoch as u64 })
            };
            rows.into_iter().map(lease).collect()
        };
        self.database.bounded(heaviest).await
    }

    /// Claims up to `pieces_max` pieces of the job whose turn it is: clients take turns, and so do the jobs of each.
    pub(super) async fn claim(&self, pieces_max: usize) -> Result<Vec<Claimed>, JobError> {
        self.database.bounded(self.claim_once(pieces_max)).await
    }

    async fn claim_once(&self, pieces_max: usize) -> Result<Vec<Claimed>, JobError> {
        // Before a transaction: in SQLite it waits for all others that write, in PostgreSQL it takes more round trips.
        if !self.has_ready_once().await? {
            return Ok(Vec::new());
        }
        // A crash must not undo a claim: another one would have the same epoch.
        let mut transaction = self.database.write().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        let Some((id, state)) = next_job(&mut transaction, now).await? else { return Ok(Vec::new()) };
        let changed: Option<(String, String, String)> = sqlx::query_as(
            "UPDATE jobs SET state = 1, revision = revision + $1, started = COALESCE(started, $2),
                turn = (SELECT MAX(turn) FROM jobs WHERE state < 2) + 1
            WHERE id = $3 AND state < 2 RETURNING options, input_ref, client",
        )
        .bind(i64::from(state == JobState::Queued))
        .bind(now)
        .bind(&id)
        .fetch_optional(&mut *transaction)
        .await?;
        // The job may have ended while this transaction waited for its row.
        let Some((spec, input, client)) = changed else { return Ok(Vec::new()) };
        let (job, spec): (JobId, JobSpec) = (id.parse()?, from_json(&spec)?);
        // Most pieces write less, and need no transaction for it. Those of a count write nothing.
        let reserved = match spec {
            JobSpec::Count { .. } => 0,
            _ => {
                let stored = StoredBytes::read(&mut transaction, &client).await?;
                let is_near = stored.is_near(BLOCK_BYTES * pieces_max as u64, &self.bounds);
                if is_near { 0 } else { BLOCK_BYTES }
            }
        };
        let is_depth_first = spec.is_one_search();
        let sql = if is_depth_first { CLAIM_LAST } else { CLAIM_FIRST };
        let rows: Vec<(i64, i64, String, Option<String>)> = sqlx::query_as(sql)
            .bind(now.saturating_add(millis(LEASE)))
            .bind(&id)
            .bind(now)
            .bind(pieces_max as i64)
            .bind(reserved as i64)
            .bind(latest_ready(now))
            .fetch_all(&mut *transaction)
            .await?;
        if rows.is_empty() {
            // Another worker was faster. Without a change there is nothing to wait for.
            return Ok(Vec::new());
        }
        if reserved > 0 {
            add_bytes(&mut transaction, job, reserved * rows.len() as u64).await?;
        }
        transaction.commit().await?;
        let mut claimed = rows
            .into_iter()
            .map(|(no, epoch, piece, weight)| {
                Ok(Claimed {
                    lease: Lease { job, no: no as u64, epoch: epoch as u64 },
                    piece: from_json(&piece)?,
                    weight: weight.as_deref().map(parse_weight).transpose()?,
                    job: spec.clone(),
                    input: input.clone(),
                    reserved,
                })
            })
            .collect::<Result<Vec<_>, JobError>>()?;
        claimed.sort_unstable_by_key(|claimed| claimed.lease.no);
        if is_depth_first {
            claimed.reverse();
        }
        Ok(claimed)
    }

    /// Renews leases. Returns those that were lost.
    pub(super) async fn renew(&self, leases: &[Lease]) -> Result<Vec<Lease>, JobError> {
        self.database.repeated(CALL, move || self.renew_once(leases)).await
    }

    async fn renew_once(&self, leases: &[Lease]) -> Result<Vec<Lease>, JobError> {
        let mut transaction = self.database.write_relaxed().await?;
        let until = self.database.clock().now(&mut transaction).await?.saturating_add(millis(LEASE));
        let mut lost = Vec::new();
        for lease in leases {
            let sql =
                "UPDATE pieces SET lease_until = $4 WHERE job = $1 AND no = $2 AND epoch = $3 AND state = 1";
            let renewed = sqlx::query(sql)
                .bind(lease.job.to_string())
                .bind(lease.no as i64)
                .bind(lease.epoch as i64)
                .bind(until)
                .execute(&mut *transaction)
                .await?;
            if renewed.rows_affected() == 0 {
                lost.push(*lease);
            }
        }
        transaction.commit().await?;
        Ok(lost)
    }

    /// Records the result of a piece and inserts the pieces that it leaves, if the lease is not lost. A repetition after an
    /// answer was lost changes nothing.
    pub(super) async fn complete(&self, lease: &Lease, result: &PieceResult) -> Result<Completion, JobError> {
        let record = move || self.record(lease, result);
        let completion = self.database.repeated(COMPLETION, record).await?;
        if completion == Completion::Counted {
            pass(AbortPoint::Committed).await;
            self.end_if_done(lease.job).await;
        }
        Ok(completion)
    }

    /// Ends a job that is done. A failure is logged: the result is recorded, and the next tick ends the job.
    async fn end_if_done(&self, job: JobId) {
        let end = move || end_if_done(&self.database, job);
        if let Err(error) = self.database.repeated(CALL, end).await {
            tracing::warn!(%error, %job, "ending a job failed");
        }
    }

    /// As [`complete`](Self::complete), but does not end the job.
    pub(super) async fn record(&self, lease: &Lease, result: &PieceResult) -> Result<Completion, JobError> {
        // If a crash undoes it, the lease ends, and the piece is run again under another epoch.
        let mut transaction = self.database.write_relaxed().await?;
        let Some(row) = JobRow::locked(&mut transaction, lease.job).await? else {
            return Ok(Completion::Fenced);
        };
        let spec = result.weight.map(|_| NO_CUBES);
        sqlx::query(
            "UPDATE jobs SET bytes = bytes + $4 + COALESCE((
                SELECT $5 + COALESCE($6, LENGTH(spec)) - bytes FROM pieces
                WHERE job = $1 AND no = $2 AND epoch = $3 AND state = 1), 0)
            WHERE id = $1",
        )
        .bind(lease.job.to_string())
        .bind(lease.no as i64)
        .bind(lease.epoch as i64)
        .bind(result.input_bytes as i64)
        .bind((ROW_BYTES + result.result_bytes) as i64)
        .bind(spec.map(|spec| spec.len() as i64))
        .execute(&mut *transaction)
        .await?;
        let VerdictCounts { none, unique, multiple, solvable, unknown, answered, errors } = result.verdicts;
        let recorded = sqlx::query(
            "UPDATE pieces SET state = 2, lease_until = NULL, none = $4, one = $5, multiple = $6, solvable = $7,
                unknown = $8, answered = $9, errors = $10, count = $11, nodes = $12, result_bytes = $13,
                weight = COALESCE($14, weight), spec = COALESCE($15, spec),
                bytes = $16 + LENGTH(COALESCE($15, spec))
            WHERE job = $1 AND no = $2 AND epoch = $3 AND state = 1",
        )
        .bind(lease.job.to_string())
        .bind(lease.no as i64)
        .bind(lease.epoch as i64)
        .bind(none as i64)
        .bind(unique as i64)
        .bind(multiple as i64)
        .bind(solvable as i64)
        .bind(unknown as i64)
        .bind(answered as i64)
        .bind(errors as i64)
        .bind(result.count.map(|count| count.to_string()))
        .bind(result.nodes as i64)
        .bind(result.result_bytes as i64)
        .bind(result.weight.map(|weight| weight.to_string()))
        .bind(spec)
        .bind((ROW_BYTES + result.result_bytes) as i64)
        .execute(&mut *transaction)
        .await?;
        if recorded.rows_affected() == 0 {
            let is_done = is_done(&mut transaction, lease).await?;
            return Ok(if is_done { Completion::Counted } else { Completion::Fenced });
        }
        if !result.rest.is_empty() {
            let now = self.database.clock().now(&mut transaction).await?;
            let failure = self.insert(&mut transaction, lease.job, &row, &result.rest, now).await?;
            if let Some(failure) = failure {
                fail_job(&mut transaction, lease.job, row.state, &failure, now).await?;
            }
        }
        transaction.commit().await?;
        Ok(Completion::Counted)
    }

    /// Inserts pieces after those of the job. Returns the failure if they are too many, or cannot be stored.
    async fn insert(
        &self,
        connection: &mut AnyConnection,
        job: JobId,
        row: &JobRow,
        pieces: &[NewPiece],
        now: Millis,
    ) -> Result<Option<JobFailure>, JobError> {
        let last: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(no), 0) FROM pieces WHERE job = $1")
            .bind(job.to_string())
            .fetch_one(&mut *connection)
            .await?;
        if last as u64 + pieces.len() as u64 > self.bounds.pieces_max {
            return Ok(Some(JobFailure::too_many_pieces(self.bounds.pieces_max)));
        }
        let specs = pieces.iter().map(|piece| to_json(&piece.spec)).collect::<Result<Vec<_>, _>>()?;
        let bytes = specs.iter().map(|spec| row_bytes(spec)).sum();
        lock_client(connection, &row.client).await?;
        if let Err(error) = StoredBytes::read(connection, &row.client).await?.check(bytes, &self.bounds) {
            return Ok(Some(JobFailure::new(FailureCode::StoredBytes, error.to_string())));
        }
        add_bytes(connection, job, bytes).await?;
        // A job that ends has no further pieces to do.
        let is_open = matches!(row.state, JobState::Queued | JobState::Running);
        let piece_state = if is_open { PieceState::Ready } else { PieceState::Cancelled };
        let chunks = pieces.chunks(ROWS_MAX).zip(specs.chunks(ROWS_MAX));
        for (first, (pieces, specs)) in (last + 1..).step_by(ROWS_MAX).zip(chunks) {
            let mut insert = sqlx::query(sqlx::AssertSqlSafe(insertion(pieces.len())))
                .persistent(pieces.len() <= PREPARED_ROWS_MAX)
                .bind(job.to_string())
                .bind(piece_state as i64)
                .bind(now);
            for (no, (piece, spec)) in (first..).zip(pieces.iter().zip(specs)) {
                insert = insert
                    .bind(no)
                    .bind(spec)
                    .bind(piece.puzzles as i64)
                    .bind(piece.weight.map(|weight| weight.to_string()))
                    .bind(row_bytes(spec) as i64);
            }
            insert.execute(&mut *connection).await?;
        }
        notify(connection, job).await?;
        Ok(None)
    }

    /// Reserves at least `needed` bytes for a piece that is about to write them. Returns their number, or `None` if the lease is lost.
    ///
    /// # Errors
    /// [`JobError::TooManyBytes`] or [`JobError::StoreFull`] if a bound does not allow them.
    pub(super) async fn reserve(&self, lease: &Lease, needed: u64) -> Result<Option<u64>, JobError> {
        self.database.repeated(CALL, move || self.reserve_once(lease, needed)).await
    }

    async fn reserve_once(&self, lease: &Lease, needed: u64) -> Result<Option<u64>, JobError> {
        // A completion sets the bytes of the piece to those that it has written, whatever a crash or a repetition has left here.
        let mut transaction = self.database.write_relaxed().await?;
        let Some(row) = JobRow::locked(&mut transaction, lease.job).await? else { return Ok(None) };
        lock_client(&mut transaction, &row.client).await?;
        let granted = StoredBytes::read(&mut transaction, &row.client).await?.grant(needed, &self.bounds)?;
        let sql =
            "UPDATE pieces SET bytes = bytes + $4 WHERE job = $1 AND no = $2 AND epoch = $3 AND state = 1";
        let reserved = sqlx::query(sql)
            .bind(lease.job.to_string())
            .bind(lease.no as i64)
            .bind(lease.epoch as i64)
            .bind(granted as i64)
            .execute(&mut *transaction)
            .await?;
        if reserved.rows_affected() == 0 {
            return Ok(None);
        }
        add_bytes(&mut transaction, lease.job, granted).await?;
        transaction.commit().await?;
        Ok(Some(granted))
    }

    /// Records a failed attempt. The piece is tried again after a back-off, unless it has failed too often.
    pub(super) async fn retry(&self, lease: &Lease, detail: &str) -> Result<Completion, JobError> {
        let completion = self.database.repeated(CALL, move || self.retry_once(lease, detail)).await?;
        self.end_if_done(lease.job).await;
        Ok(completion)
    }

    async fn retry_once(&self, lease: &Lease, detail: &str) -> Result<Completion, JobError> {
        let mut transaction = self.database.write().await?;
        let Some(row) = JobRow::locked(&mut transaction, lease.job).await? else {
            return Ok(Completion::Fenced);
        };
        let now = self.database.clock().now(&mut transaction).await?;
        let attempts: Option<i64> = sqlx::query_scalar(
            "SELECT attempts FROM pieces WHERE job = $1 AND no = $2 AND epoch = $3 AND state = 1",
        )
        .bind(lease.job.to_string())
        .bind(lease.no as i64)
        .bind(lease.epoch as i64)
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(attempts) = attempts else { return Ok(Completion::Fenced) };
        let attempt = Attempt { lease: *lease, attempts, ended_before: None };
        attempt.end(&mut transaction, row.state, detail, now, back_off(attempts)).await?;
        transaction.commit().await?;
        Ok(Completion::Counted)
    }

    /// Fails a piece for good, and with it its job.
    pub(super) async fn fail(&self, lease: &Lease, failure: &JobFailure) -> Result<Completion, JobError> {
        self.database.repeated(CALL, move || self.fail_once(lease, failure)).await
    }

    async fn fail_once(&self, lease: &Lease, failure: &JobFailure) -> Result<Completion, JobError> {
        let mut transaction = self.database.write().await?;
        let row = JobRow::locked(&mut transaction, lease.job).await?;
        if !end_piece(&mut transaction, lease, PieceState::Failed).await? {
            return Ok(Completion::Fenced);
        }
        let now = self.database.clock().now(&mut transaction).await?;
        let state = row.ok_or(JobError::NotFound)?.state;
        fail_job(&mut transaction, lease.job, state, failure, now).await?;
        transaction.commit().await?;
        Ok(Completion::Counted)
    }

    /// Gives pieces back that were not begun or not finished, without counting the attempt.
    pub(super) async fn release(&self, leases: &[Lease]) -> Result<(), JobError> {
        for (job, leases) in by_job(leases.iter().map(|lease| (lease.job, lease))) {
            self.database.repeated(CALL, || self.release_once(job, &leases)).await?;
            self.end_if_done(job).await;
        }
        Ok(())
    }

    async fn release_once(&self, job: JobId, leases: &[&Lease]) -> Result<(), JobError> {
        let mut transaction = self.database.write().await?;
        let Some(row) = JobRow::locked(&mut transaction, job).await? else { return Ok(()) };
        let is_open = matches!(row.state, JobState::Queued | JobState::Running);
        let state = if is_open { PieceState::Ready } else { PieceState::Cancelled };
        for lease in leases {
            if end_piece(&mut transaction, lease, state).await? {
                sqlx::query("UPDATE pieces SET attempts = attempts - 1 WHERE job = $1 AND no = $2")
                    .bind(job.to_string())
                    .bind(lease.no as i64)
                    .execute(&mut *transaction)
                    .await?;
            }
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Ends the attempts of workers whose leases have ended. Returns these leases.
    pub(super) async fn reap(&self) -> Result<Vec<Lease>, JobError> {
        self.database.bounded(self.reap_once()).await
    }

    async fn reap_once(&self) -> Result<Vec<Lease>, JobError> {
        let mut reader = self.database.read().await?;
        let now = self.database.clock().now(&mut reader).await?;
        let ended: Vec<(String, i64, i64, i64)> = sqlx::query_as(
            "SELECT job, no, epoch, attempts FROM pieces WHERE state = 1 AND lease_until < $1 LIMIT $2",
        )
        .bind(now)
        .bind(REAPED_MAX)
        .fetch_all(&mut *reader)
        .await?;
        drop(reader);
        self.shorten_leases(now).await?;
        let attempt = |(job, no, epoch, attempts): (String, i64, i64, i64)| {
            let lease = Lease { job: job.parse()?, no: no as u64, epoch: epoch as u64 };
            Ok((lease.job, Attempt { lease, attempts, ended_before: Some(now) }))
        };
        let ended = ended.into_iter().map(attempt).collect::<Result<Vec<_>, JobError>>()?;
        let mut reaped = Vec::new();
        for (job, attempts) in by_job(ended) {
            let mut transaction = self.database.write().await?;
            let Some(row) = JobRow::locked(&mut transaction, job).await? else { continue };
            let now = self.database.clock().now(&mut transaction).await?;
            for attempt in attempts {
                // Its lease was back-off enough.
                let detail = "its worker disappeared";
                if attempt.end(&mut transaction, row.state, detail, now, Duration::ZERO).await? {
                    reaped.push(attempt.lease);
                }
            }
            transaction.commit().await?;
            self.end_if_done(job).await;
        }
        Ok(reaped)
    }

    /// Shortens leases that end much later than one that begins now: the clock was set back. Workers that are alive renew theirs.
    async fn shorten_leases(&self, now: Millis) -> Result<(), JobError> {
        let latest = now.saturating_add(millis(LEASE * 2));
        let mut reader = self.database.read().await?;
        let sql = "SELECT COUNT(*) FROM pieces WHERE state = 1 AND lease_until > $1";
        let longer: i64 = sqlx::query_scalar(sql).bind(latest).fetch_one(&mut *reader).await?;
        drop(reader);
        if longer == 0 {
            return Ok(());
        }
        let mut transaction = self.database.write().await?;
        sqlx::query("UPDATE pieces SET lease_until = $2 WHERE state = 1 AND lease_until > $1")
            .bind(latest)
            .bind(now.saturating_add(millis(LEASE)))
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Ends jobs without open pieces, whose last worker died before it could end them. Returns their number.
    pub(super) async fn end_done(&self) -> Result<usize, JobError> {
        self.database.bounded(self.end_done_once()).await
    }

    async fn end_done_once(&self) -> Result<usize, JobError> {
        let mut reader = self.database.read().await?;
        let done: Vec<String> = sqlx::query_scalar(
            "SELECT id FROM jobs WHERE state < 3 AND state > 0
                AND NOT EXISTS (SELECT 1 FROM pieces WHERE job = jobs.id AND pieces.state = 0)
                AND NOT EXISTS (SELECT 1 FROM pieces WHERE job = jobs.id AND pieces.state = 1)",
        )
        .fetch_all(&mut *reader)
        .await?;
        drop(reader);
        for job in &done {
            end_if_done(&self.database, job.parse()?).await?;
        }
        Ok(done.len())
    }

    /// Fails the jobs that an older version of the solver began: their pieces mean something else. While a worker of that version is
    /// alive, or was so within a minute, they are its own; those of a newer version wait for a newer worker.
    pub(super) async fn fail_older_versions(&self) -> Result<usize, JobError> {
        let mut reader = self.database.read().await?;
        let now = self.database.clock().now(&mut reader).await?;
        let older: Vec<String> = sqlx::query_scalar(
            "SELECT id FROM jobs WHERE state < 3 AND version < $1 AND created <= $2
                AND NOT EXISTS (SELECT 1 FROM workers WHERE workers.version = jobs.version AND workers.seen > $2)",
        )
        .bind(SOLVER_VERSION)
        .bind(now.saturating_sub(millis(VERSION_GRACE)))
        .fetch_all(&mut *reader)
        .await?;
        drop(reader);
        let detail = "an older version of the program began the job, and no worker of it is left";
        let failure = JobFailure::new(FailureCode::VersionChanged, detail);
        for id in &older {
            let (id, mut transaction) = (id.parse()?, self.database.write().await?);
            let Some(row) = JobRow::locked(&mut transaction, id).await? else { continue };
            let now = self.database.clock().now(&mut transaction).await?;
            fail_job(&mut transaction, id, row.state, &failure, now).await?;
            transaction.commit().await?;
        }
        Ok(older.len())
    }
}

/// Returns the job whose turn it is, if one has pieces that are ready.
async fn next_job(
    connection: &mut AnyConnection,
    now: Millis,
) -> Result<Option<(String, JobState)>, JobError> {
    let found: Option<(String, i64)> = sqlx::query_as(
        "SELECT id, state FROM jobs
        WHERE state < 2 AND version = $1 AND EXISTS (
            SELECT 1 FROM pieces WHERE pieces.job = jobs.id AND pieces.state = 0
                AND (pieces.ready_at <= $2 OR pieces.ready_at > $3))
        ORDER BY (SELECT MAX(other.turn) FROM jobs other WHERE other.client = jobs.client AND other.state < 2),
            turn, created, id LIMIT 1",
    )
    .bind(SOLVER_VERSION)
    .bind(now)
    .bind(latest_ready(now))
    .fetch_optional(connection)
    .await?;
    found.map(|(id, state)| Ok((id, JobState::numbered(state)?))).transpose()
}

/// Statement that inserts pieces of a job, with its state and time, and five values of each piece.
fn insertion(pieces: usize) -> String {
    let row = |first: usize| {
        let values = (first + 1..first + 5).map(|value| format!("${value}")).collect::<Vec<_>>().join(", ");
        format!("($1, ${first}, $2, 0, 0, $3, {values})")
    };
    let rows: Vec<String> = (0..pieces).map(|piece| row(4 + 5 * piece)).collect();
    let columns = "job, no, state, epoch, attempts, ready_at, spec, puzzles, weight, bytes";
    format!("INSERT INTO pieces ({columns}) VALUES {}", rows.join(", "))
}

/// Ends a lease with this state of the piece. Returns false if the lease is lost.
async fn end_piece(
    connection: &mut AnyConnection,
    lease: &Lease,
    state: PieceState,
) -> Result<bool, JobError> {
    let sql = "UPDATE pieces SET state = $4, lease_until = NULL
        WHERE job = $1 AND no = $2 AND epoch = $3 AND state = 1";
    let ended = sqlx::query(sql)
        .bind(lease.job.to_string())
        .bind(lease.no as i64)
        .bind(lease.epoch as i64)
        .bind(state as i64)
        .execute(&mut *connection)
        .await?;
    let has_ended = ended.rows_affected() > 0;
    if has_ended {
        unreserve(connection, lease.job, lease.no).await?;
    }
    Ok(has_ended)
}

/// Returns the time before another attempt at a piece.
fn back_off(attempts: i64) -> Duration {
    BACK_OFF * 2_u32.pow(attempts.clamp(1, ATTEMPTS_MAX) as u32 - 1)
}

/// Returns the time up to which pieces wait for their next attempt. Later ones are ready: the clock was set back. Twice the longest
/// back-off, because another process may have read the clock a little later.
fn latest_ready(now: Millis) -> Millis {
    now.saturating_add(millis(back_off(ATTEMPTS_MAX) * 2))
}

/// Returns the items of each job. A transaction locks one job, so that two of them cannot wait for each other.
fn by_job<T>(items: impl IntoIterator<Item = (JobId, T)>) -> HashMap<JobId, Vec<T>> {
    let mut of_jobs = HashMap::<_, Vec<_>>::new();
    items.into_iter().for_each(|(job, item)| of_jobs.entry(job).or_default().push(item));
    of_jobs
}

/// Returns whether the result that counts is that of this lease.
async fn is_done(connection: &mut AnyConnection, lease: &Lease) -> Result<bool, JobError> {
    let sql = "SELECT state FROM pieces WHERE job = $1 AND no = $2 AND epoch = $3 AND state = 2";
    let done: Option<i64> = sqlx::query_scalar(sql)
        .bind(lease.job.to_string())
        .bind(lease.no as i64)
        .bind(lease.epoch as i64)
        .fetch_optional(connection)
        .await?;
    Ok(done.is_some())
}

/// Attempt at a piece that has no result.
struct Attempt {
    lease: Lease,
    /// Number of attempts so far.
    attempts: i64,
    /// The time before which the lease must have ended; `None` if the worker ends it.
    ended_before: Option<Millis>,
}

impl Attempt {
    /// Makes the piece ready after a back-off; or fails it and its job, whose row is locked and in this state, if it has failed
    /// too often. Returns false if the lease was lost, or renewed.
    async fn end(
        &self,
        connection: &mut AnyConnection,
        job: JobState,
        detail: &str,
        now: Millis,
        back_off: Duration,
    ) -> Result<bool, JobError> {
        let Self { lease, attempts, ended_before } = self;
        let state = match job {
            JobState::Queued | JobState::Running if *attempts <= ATTEMPTS_MAX => PieceState::Ready,
            JobState::Queued | JobState::Running => PieceState::Failed,
            _ => PieceState::Cancelled,
        };
        let ended = sqlx::query(
            "UPDATE pieces SET state = $4, lease_until = NULL, ready_at = $5
            WHERE job = $1 AND no = $2 AND epoch = $3 AND state = 1 AND ($6 IS NULL OR lease_until < $6)",
        )
        .bind(lease.job.to_string())
        .bind(lease.no as i64)
        .bind(lease.epoch as i64)
        .bind(state as i64)
        .bind(now.saturating_add(millis(back_off)))
        .bind(ended_before)
        .execute(&mut *connection)
        .await?;
        let has_ended = ended.rows_affected() > 0;
        if has_ended {
            unreserve(connection, lease.job, lease.no).await?;
        }
        if has_ended && state == PieceState::Failed {
            let detail = format!("piece {} failed {attempts} times: {detail}", lease.no);
            let failure = JobFailure::new(FailureCode::PieceFailed, detail);
            fail_job(connection, lease.job, job, &failure, now).await?;
        }
        Ok(has_ended)
    }
}

fn parse_weight(text: &str) -> Result<u128, JobError> {
    text.parse().map_err(|_| JobError::Corrupt("weight"))
}
