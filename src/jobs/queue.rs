//! Leases of pieces: claims, renewals, completions and failures.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use quadrille_answers::service::VerdictCounts;
use sqlx::AnyConnection;

use super::abort::{AbortPoint, pass};
use super::bounds::{JobBounds, millis};
use super::claim::{claim, has_ready};
use super::clock::Millis;
use super::database::Database;
use super::dialect::{lock_client, notify};
use super::end::{JobRow, end_if_done, fail_job};
use super::error::{FailureCode, JobError, JobFailure};
use super::id::JobId;
use super::pause::{pause, resume};
use super::pieces::{BACK_OFF_MAX, Claimed, Completion, LEASE, Lease, PieceResult};
use super::progress::parse_weight;
use super::spec::to_json;
use super::state::{JobState, PieceState};
use super::stored::{ROW_BYTES, add_bytes, row_bytes, unreserve};
use super::turns::mark_ready;
use super::versions::{OlderJobs, take_over};
use super::workers::WorkerTable;

/// Time for which a call is repeated while the database fails.
pub(super) const CALL: Duration = Duration::from_secs(5);

/// Time for which a completion is repeated: a result is worth more than a claim.
const COMPLETION: Duration = Duration::from_secs(30);

/// Number of failures after which a piece fails for good.
const FAILURES_MAX: i64 = 6;

/// Number of lost leases after which a piece fails for good: all but the first one when it was alone in its claim, so that it probably
/// kills its workers itself.
const LOSSES_MAX: i64 = 10;

/// Time before the attempt after a failure, or after the second lost lease; it doubles with each further one.
const BACK_OFF: Duration = Duration::from_secs(1);

/// Maximum number of leases that one call of [`PieceQueue::reap`] ends.
const REAPED_MAX: i64 = 1000;

/// Maximum number of pieces that a statement inserts. SQLite allows 32,766 parameters.
const ROWS_MAX: usize = 1000;

/// Number of pieces up to which connections keep the statement that inserts them: that of the rest of a search.
const PREPARED_ROWS_MAX: usize = 16;

/// Statement that reads the leased pieces of searches, the largest weights first: numbers without leading zeros.
pub(super) const HEAVIEST: &str = "SELECT job, no, epoch FROM pieces WHERE state = 1 AND weight IS NOT NULL
    ORDER BY LENGTH(weight) DESC, weight DESC, job, no LIMIT $1";

/// Statement that reads which leases have ended, with the numbers of those that the pieces have lost.
pub(super) const ENDED_LEASES: &str =
    "SELECT job, no, epoch, losses + 1 FROM pieces WHERE state = 1 AND lease_until < $1 LIMIT $2";

/// Statement that reads which jobs have no open pieces.
pub(super) const ENDING: &str =
    "SELECT id FROM jobs WHERE state > 0 AND state < 3 AND (state = 2 OR ready_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM pieces WHERE job = jobs.id AND pieces.state = 0)
        AND NOT EXISTS (SELECT 1 FROM pieces WHERE job = jobs.id AND pieces.state = 1)";

/// Specification of a count that is done: its cubes may be long, and are not needed any more.
const NO_CUBES: &str = r#"{"piece":"cubes","cubes":[]}"#;

/// Queue of pieces.
#[derive(Clone, Debug)]
pub(super) struct PieceQueue {
    database: Database,
    bounds: JobBounds,
    /// Name of the worker that claims.
    worker: String,
}

impl PieceQueue {
    pub(super) fn new(database: Database, bounds: JobBounds) -> Self {
        Self { database, bounds, worker: String::new() }
    }

    /// Returns the queue of a worker, as which it claims.
    pub(super) fn of_worker(self, workers: &WorkerTable) -> Self {
        Self { worker: workers.id().to_owned(), ..self }
    }

    /// The bounds of jobs.
    pub(super) fn bounds(&self) -> &JobBounds {
        &self.bounds
    }

    /// Returns whether a piece is ready. Does not write.
    pub(super) async fn has_ready(&self) -> Result<bool, JobError> {
        self.database.bounded(has_ready(&self.database)).await
    }

    /// Claims up to `pieces_max` pieces of one job: clients take turns, and so do the jobs of each. Those of the `excluded` clients have
    /// no turn.
    pub(super) async fn claim(
        &self,
        pieces_max: usize,
        excluded: &HashSet<String>,
    ) -> Result<Vec<Claimed>, JobError> {
        self.database.bounded(claim(&self.database, &self.bounds, pieces_max, excluded, &self.worker)).await
    }

    /// Takes over jobs of older versions, if no worker of their version is alive.
    pub(super) async fn take_over(&self) -> Result<OlderJobs, JobError> {
        take_over(&self.database).await
    }

    /// Pauses the queue: workers claim nothing, and end the pieces that they have. Returns whether it was running.
    pub(super) async fn pause(&self) -> Result<bool, JobError> {
        self.database.bounded(pause(&self.database)).await
    }

    /// Lets the queue go on. Returns whether it was paused.
    pub(super) async fn resume(&self) -> Result<bool, JobError> {
        self.database.bounded(resume(&self.database)).await
    }

    /// Returns the leased pieces of searches with the largest weights, the largest first.
    pub(super) async fn heaviest(&self, pieces_max: usize) -> Result<Vec<Lease>, JobError> {
        let heaviest = async {
            let mut transaction = self.database.read().await?;
            let rows: Vec<(String, i64, i64)> =
                sqlx::query_as(HEAVIEST).bind(pieces_max as i64).fetch_all(&mut *transaction).await?;
            let lease = |(job, no, epoch): (String, i64, i64)| {
                Ok(Lease { job: job.parse()?, no: no as u64, epoch: epoch as u64 })
            };
            rows.into_iter().map(lease).collect()
        };
        self.database.bounded(heaviest).await
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
        let (completion, may_end) = self.database.repeated(COMPLETION, record).await?;
        if completion == Completion::Counted {
            pass(AbortPoint::Committed).await;
        }
        if may_end {
            self.end_if_done(lease.job).await;
        }
        Ok(completion)
    }

    /// Ends a job that is done. A failure is logged: the result is recorded, and the next tick ends the job.
    async fn end_if_done(&self, job: JobId) {
        let end = move || end_if_done(&self.database, job);
        if let Err(error) = self.database.repeated(CALL, end).await {
            tracing::warn!(%error, job = job.short(), "ending a job failed");
        }
    }

    /// As [`complete`](Self::complete), but does not end the job. Returns whether it may have ended, too.
    pub(super) async fn record(
        &self,
        lease: &Lease,
        result: &PieceResult,
    ) -> Result<(Completion, bool), JobError> {
        // If a crash undoes it, the lease ends, and the piece is run again under another epoch.
        let mut transaction = self.database.write_relaxed().await?;
        if !result.rest.is_empty() {
            let now = self.database.clock().now(&mut transaction).await?;
            mark_ready(&mut transaction, lease.job, now).await?;
        }
        let Some(mut row) = JobRow::locked(&mut transaction, lease.job).await? else {
            return Ok((Completion::Fenced, false));
        };
        let piece: Option<(i64, i64, Option<String>)> = sqlx::query_as(
            "SELECT bytes, puzzles, weight FROM pieces WHERE job = $1 AND no = $2 AND epoch = $3 AND state = 1",
        )
        .bind(lease.job.to_string())
        .bind(lease.no as i64)
        .bind(lease.epoch as i64)
        .fetch_optional(&mut *transaction)
        .await?;
        let Some((reserved, puzzles, weight)) = piece else {
            let is_done = is_done(&mut transaction, lease).await?;
            return Ok((if is_done { Completion::Counted } else { Completion::Fenced }, is_done));
        };
        let weight = match result.weight {
            None => weight.as_deref().map(parse_weight).transpose()?,
            weight => weight,
        };
        let puzzles = (puzzles as u64).saturating_sub(result.puzzles_left);
        let VerdictCounts { none, unique, multiple, solvable, unknown, answered, errors } = result.verdicts;
        let written: i64 = sqlx::query_scalar(
            "UPDATE pieces SET state = 2, lease_until = NULL, worker = NULL, none = $4, one = $5, multiple = $6, solvable = $7,
                unknown = $8, answered = $9, errors = $10, count = $11, nodes = $12, result_bytes = $13,
                weight = $14, spec = COALESCE($15, spec), puzzles = $17,
                bytes = $16 + LENGTH(COALESCE($15, spec))
            WHERE job = $1 AND no = $2 AND epoch = $3 AND state = 1 RETURNING bytes",
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
        .bind(weight.map(|weight| weight.to_string()))
        .bind(result.weight.map(|_| NO_CUBES))
        .bind((ROW_BYTES + result.result_bytes) as i64)
        .bind(puzzles as i64)
        .fetch_one(&mut *transaction)
        .await?;
        row.progress.complete(puzzles, weight, result)?;
        row.added_bytes += written - reserved + result.input_bytes as i64;
        if let Some(failure) = self.insert(&mut transaction, lease.job, &mut row, result).await? {
            // The result without the rest would be a part of the work that no retry does.
            transaction.rollback().await?;
            let completion = match self.fail_once(lease, &failure).await? {
                Completion::Counted => Completion::Failed,
                fenced => fenced,
            };
            return Ok((completion, false));
        }
        row.write(&mut transaction, lease.job).await?;
        transaction.commit().await?;
        Ok((Completion::Counted, row.may_end()))
    }

    /// Inserts the pieces that a result leaves, and adds them to the row of the job, which is locked. Returns the failure if they are too
    /// many, or cannot be stored.
    async fn insert(
        &self,
        connection: &mut AnyConnection,
        job: JobId,
        row: &mut JobRow,
        result: &PieceResult,
    ) -> Result<Option<JobFailure>, JobError> {
        let (pieces, planned) = (&result.rest, result.planned());
        let all = row.progress.pieces + planned.pieces;
        if all > self.bounds.pieces_max && !pieces.is_empty() {
            return Ok(Some(JobFailure::too_many_pieces(self.bounds.pieces_max)));
        }
        if pieces.is_empty() {
            row.progress.pieces = all;
            return Ok(None);
        }
        let last: i64 = sqlx::query_scalar("SELECT COALESCE(MAX(no), 0) FROM pieces WHERE job = $1")
            .bind(job.to_string())
            .fetch_one(&mut *connection)
            .await?;
        let specs = pieces.iter().map(|piece| to_json(&piece.spec)).collect::<Result<Vec<_>, _>>()?;
        let bytes: u64 = specs.iter().map(|spec| row_bytes(spec)).sum();
        lock_client(connection, &row.client).await?;
        let further = (row.added_bytes + bytes as i64).max(0) as u64;
        if let Err(error) =
            self.database.stored(connection, &row.client, &self.bounds).await?.check(further, &self.bounds)
        {
            return Ok(Some(JobFailure::new(FailureCode::StoredBytes, error.to_string())));
        }
        let now = self.database.clock().now(connection).await?;
        row.added_bytes += bytes as i64;
        row.progress.pieces = all;
        row.progress.puzzles += planned.puzzles;
        // A job that ends has no further pieces to do.
        let is_open = matches!(row.state, JobState::Queued | JobState::Running);
        let piece_state = if is_open { PieceState::Ready } else { PieceState::Cancelled };
        let chunks = pieces.chunks(ROWS_MAX).zip(specs.chunks(ROWS_MAX));
        for (first, (pieces, specs)) in (last as u64 + 1..).step_by(ROWS_MAX).zip(chunks) {
            let mut insert = sqlx::query(sqlx::AssertSqlSafe(insertion(pieces.len())))
                .persistent(pieces.len() <= PREPARED_ROWS_MAX)
                .bind(job.to_string())
                .bind(piece_state as i64)
                .bind(now);
            for (next, (piece, spec)) in (first..).zip(pieces.iter().zip(specs)) {
                insert = insert
                    .bind(piece.no.unwrap_or(next) as i64)
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
        let granted = self
            .database
            .stored(&mut transaction, &row.client, &self.bounds)
            .await?
            .grant(needed, &self.bounds)?;
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
        let failures: Option<i64> = sqlx::query_scalar(
            "SELECT attempts + 1 FROM pieces WHERE job = $1 AND no = $2 AND epoch = $3 AND state = 1",
        )
        .bind(lease.job.to_string())
        .bind(lease.no as i64)
        .bind(lease.epoch as i64)
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(failures) = failures else { return Ok(Completion::Fenced) };
        let now = self.database.clock().now(&mut transaction).await?;
        let attempt = Attempt { lease: *lease, number: failures, lost_before: None };
        mark_ready(&mut transaction, lease.job, attempt.ready_at(now)).await?;
        let Some(mut row) = JobRow::locked(&mut transaction, lease.job).await? else {
            return Ok(Completion::Fenced);
        };
        if !attempt.end(&mut transaction, &mut row, detail, now).await? {
            return Ok(Completion::Fenced);
        }
        transaction.commit().await?;
        Ok(Completion::Counted)
    }

    /// Fails a piece for good, and with it its job.
    pub(super) async fn fail(&self, lease: &Lease, failure: &JobFailure) -> Result<Completion, JobError> {
        self.database.repeated(CALL, move || self.fail_once(lease, failure)).await
    }

    async fn fail_once(&self, lease: &Lease, failure: &JobFailure) -> Result<Completion, JobError> {
        let mut transaction = self.database.write().await?;
        let Some(mut row) = JobRow::locked(&mut transaction, lease.job).await? else {
            return Ok(Completion::Fenced);
        };
        if !end_piece(&mut transaction, lease, PieceState::Failed).await? {
            return Ok(Completion::Fenced);
        }
        let now = self.database.clock().now(&mut transaction).await?;
        row.progress.failed += 1;
        row.write(&mut transaction, lease.job).await?;
        fail_job(&mut transaction, lease.job, row.state, failure, now).await?;
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
        let now = self.database.clock().now(&mut transaction).await?;
        mark_ready(&mut transaction, job, now).await?;
        let Some(row) = JobRow::locked(&mut transaction, job).await? else { return Ok(()) };
        let is_open = matches!(row.state, JobState::Queued | JobState::Running);
        let state = if is_open { PieceState::Ready } else { PieceState::Cancelled };
        for lease in leases {
            end_piece(&mut transaction, lease, state).await?;
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
        let ended: Vec<(String, i64, i64, i64)> =
            sqlx::query_as(ENDED_LEASES).bind(now).bind(REAPED_MAX).fetch_all(&mut *reader).await?;
        drop(reader);
        self.shorten_leases(now).await?;
        let attempt = |(job, no, epoch, number): (String, i64, i64, i64)| {
            let lease = Lease { job: job.parse()?, no: no as u64, epoch: epoch as u64 };
            Ok((lease.job, Attempt { lease, number, lost_before: Some(now) }))
        };
        let ended = ended.into_iter().map(attempt).collect::<Result<Vec<_>, JobError>>()?;
        let mut reaped = Vec::new();
        for (job, attempts) in by_job(ended) {
            let mut transaction = self.database.write().await?;
            let now = self.database.clock().now(&mut transaction).await?;
            mark_ready(&mut transaction, job, now).await?;
            let Some(mut row) = JobRow::locked(&mut transaction, job).await? else { continue };
            for attempt in attempts {
                if attempt.end(&mut transaction, &mut row, "its worker disappeared", now).await? {
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
        let done: Vec<String> = sqlx::query_scalar(ENDING).fetch_all(&mut *reader).await?;
        drop(reader);
        for job in &done {
            end_if_done(&self.database, job.parse()?).await?;
        }
        Ok(done.len())
    }
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
    let sql = "UPDATE pieces SET state = $4, lease_until = NULL, worker = NULL
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

/// Attempt at a piece that has no result: it has failed, or its lease was lost.
struct Attempt {
    lease: Lease,
    /// Number of failures, or of lost leases, so far.
    number: i64,
    /// The time before which the lease must have ended, if it was lost.
    lost_before: Option<Millis>,
}

impl Attempt {
    /// Returns when the piece is ready again. The first lost lease was back-off enough.
    fn ready_at(&self, now: Millis) -> Millis {
        let doublings = self.number - if self.lost_before.is_some() { 2 } else { 1 };
        match u32::try_from(doublings) {
            Ok(doublings) => {
                now.saturating_add(millis(BACK_OFF_MAX.min(BACK_OFF * 2_u32.pow(doublings.min(6)))))
            }
            Err(_) => now,
        }
    }

    /// Makes the piece ready after a back-off; or fails it and its job, whose row is locked, if this was the last attempt. Returns
    /// false if the lease was lost before, or renewed.
    async fn end(
        &self,
        connection: &mut AnyConnection,
        row: &mut JobRow,
        detail: &str,
        now: Millis,
    ) -> Result<bool, JobError> {
        let Self { lease, number, lost_before } = self;
        let number_max = if lost_before.is_some() { LOSSES_MAX } else { FAILURES_MAX };
        let state = match row.state {
            JobState::Queued | JobState::Running if *number < number_max => PieceState::Ready,
            JobState::Queued | JobState::Running => PieceState::Failed,
            _ => PieceState::Cancelled,
        };
        let ended = sqlx::query(
            "UPDATE pieces SET state = $4, lease_until = NULL, worker = NULL, ready_at = $5, attempts = attempts + $7,
                losses = losses + 1 - $7
            WHERE job = $1 AND no = $2 AND epoch = $3 AND state = 1 AND ($6 IS NULL OR lease_until < $6)",
        )
        .bind(lease.job.to_string())
        .bind(lease.no as i64)
        .bind(lease.epoch as i64)
        .bind(state as i64)
        .bind(self.ready_at(now))
        .bind(lost_before)
        .bind(i64::from(lost_before.is_none()))
        .execute(&mut *connection)
        .await?;
        if ended.rows_affected() == 0 {
            return Ok(false);
        }
        unreserve(connection, lease.job, lease.no).await?;
        if state == PieceState::Failed {
            row.progress.failed += 1;
            row.write(connection, lease.job).await?;
            let detail = format!("piece {} failed {number} times: {detail}", lease.no);
            let failure = JobFailure::new(FailureCode::PieceFailed, detail);
            fail_job(connection, lease.job, row.state, &failure, now).await?;
            row.state = JobState::Failed;
        }
        Ok(true)
    }
}
