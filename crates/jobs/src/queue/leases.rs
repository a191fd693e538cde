//! Leases of pieces: renewals, failures, returns, and the leases of workers that have disappeared.

use std::collections::HashMap;
use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::end::{JobRow, fail_job, try_end};
use super::pieces::{BACK_OFF_MAX, Completion, LEASE, PieceLease};
use super::turns::mark_ready;
use crate::bounds::millis;
use crate::error::{FailureCode, JobError, JobFailure};
use crate::id::JobId;
use crate::state::{JobState, PieceState, statement};
use crate::store::{
    CALL, Database, Millis, fail_unreadable, readable, tolerate, unreadable_detail, unreserve,
};

/// Number of failures after which a piece fails for good.
const FAILURES_MAX: i64 = 6;

/// Number of lost leases after which a piece fails for good: all but the first one when it was alone in its claim, so that it probably
/// kills its workers itself.
const LOSSES_MAX: i64 = 10;

/// Time before the attempt after a failure, or after the second lost lease; it doubles with each further one.
const BACK_OFF: Duration = Duration::from_secs(1);

/// Maximum number of leases that one call of [`reap`] ends.
const REAPED_MAX: i64 = 1000;

/// Statement that reads ended leases, each with the number of leases that its piece has lost, and its worker.
pub(crate) const ENDED_LEASES: &str = statement!(
    "SELECT job, no, epoch, losses + 1 AS losses, worker FROM pieces
    WHERE state = " { PieceState::Leased } " AND lease_until < $1 LIMIT $2"
);

/// Statement that counts leases that end later than a time.
pub(crate) const LONGER: &str =
    statement!("SELECT COUNT(*) FROM pieces WHERE state = " { PieceState::Leased } " AND lease_until > $1");

/// Statement that ends leases of pieces that cannot be read, of a job with this text as its id.
const DROP: &str = statement!(
    "UPDATE pieces SET state = " { PieceState::Cancelled } ", lease_until = NULL
    WHERE (job = $1 OR ($1 = '' AND (job IS NULL OR LENGTH(job) <> 32))) AND state = " { PieceState::Leased } " AND lease_until < $2"
);

/// Lease of a worker that has disappeared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LostLease {
    pub(crate) lease: PieceLease,
    /// Id of the worker; `None` if an older program has claimed the piece.
    pub(crate) worker: Option<String>,
}

/// Renews leases. Returns those that were lost.
pub(crate) async fn renew(database: &Database, leases: &[PieceLease]) -> Result<Vec<PieceLease>, JobError> {
    database.repeated(CALL, move || renew_once(database, leases)).await
}

async fn renew_once(database: &Database, leases: &[PieceLease]) -> Result<Vec<PieceLease>, JobError> {
    let mut transaction = database.write_relaxed().await?;
    let until = database.clock().now(&mut transaction).await?.saturating_add(millis(LEASE));
    let mut lost = Vec::new();
    for lease in leases {
        let sql = statement!(
            "UPDATE pieces SET lease_until = $4
            WHERE job = $1 AND no = $2 AND epoch = $3 AND state = " { PieceState::Leased }
        );
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

/// Records a failed attempt. The piece is tried again after a back-off, unless it has failed too often.
pub(super) async fn retry_piece(
    database: &Database,
    lease: &PieceLease,
    detail: &str,
) -> Result<Completion, JobError> {
    let completion = database.repeated(CALL, move || retry_piece_once(database, lease, detail)).await?;
    try_end(database, lease.job).await;
    Ok(completion)
}

async fn retry_piece_once(
    database: &Database,
    lease: &PieceLease,
    detail: &str,
) -> Result<Completion, JobError> {
    let mut transaction = database.write().await?;
    let failures: Option<i64> = sqlx::query_scalar(statement!(
        "SELECT attempts + 1 FROM pieces
        WHERE job = $1 AND no = $2 AND epoch = $3 AND state = " { PieceState::Leased }
    ))
    .bind(lease.job.to_string())
    .bind(lease.no as i64)
    .bind(lease.epoch as i64)
    .fetch_optional(&mut *transaction)
    .await?;
    let Some(failures) = failures else { return Ok(Completion::Fenced) };
    let now = database.clock().now(&mut transaction).await?;
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
pub(super) async fn fail_piece(
    database: &Database,
    lease: &PieceLease,
    failure: &JobFailure,
) -> Result<Completion, JobError> {
    database.repeated(CALL, move || fail_piece_once(database, lease, failure)).await
}

pub(super) async fn fail_piece_once(
    database: &Database,
    lease: &PieceLease,
    failure: &JobFailure,
) -> Result<Completion, JobError> {
    let mut transaction = database.write().await?;
    let Some(mut row) = JobRow::locked(&mut transaction, lease.job).await? else {
        return Ok(Completion::Fenced);
    };
    if !end_piece(&mut transaction, lease, PieceState::Failed).await? {
        return Ok(Completion::Fenced);
    }
    let now = database.clock().now(&mut transaction).await?;
    row.progress.failed += 1;
    row.write(&mut transaction, lease.job).await?;
    fail_job(&mut transaction, lease.job, row.state, failure, now).await?;
    transaction.commit().await?;
    Ok(Completion::Counted)
}

/// Gives pieces back that were not begun or not finished, without counting the attempt.
pub(crate) async fn release(database: &Database, leases: &[PieceLease]) -> Result<(), JobError> {
    for (job, leases) in by_job(leases.iter().map(|lease| (lease.job, lease))) {
        database.repeated(CALL, || release_once(database, job, &leases)).await?;
        try_end(database, job).await;
    }
    Ok(())
}

async fn release_once(database: &Database, job: JobId, leases: &[&PieceLease]) -> Result<(), JobError> {
    let mut transaction = database.write().await?;
    let now = database.clock().now(&mut transaction).await?;
    mark_ready(&mut transaction, job, now).await?;
    let Some(row) = JobRow::locked(&mut transaction, job).await? else { return Ok(()) };
    let state = if row.state.is_active() { PieceState::Ready } else { PieceState::Cancelled };
    for lease in leases {
        end_piece(&mut transaction, lease, state).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Ends the attempts of workers whose leases have ended. Returns these leases.
pub(crate) async fn reap(database: &Database) -> Result<Vec<LostLease>, JobError> {
    database.bounded(reap_once(database)).await
}

async fn reap_once(database: &Database) -> Result<Vec<LostLease>, JobError> {
    let mut reader = database.read().await?;
    let now = database.clock().now(&mut reader).await?;
    let ended = sqlx::query(ENDED_LEASES).bind(now).bind(REAPED_MAX).fetch_all(&mut *reader).await?;
    // The clock was set back if leases end much later than one that begins now.
    let latest = now.saturating_add(millis(LEASE * 2));
    let longer: i64 = sqlx::query_scalar(LONGER).bind(latest).fetch_one(&mut *reader).await?;
    drop(reader);
    if longer > 0 {
        shorten_leases(database, latest, now).await?;
    }
    let mut attempts = Vec::new();
    for row in ended {
        match LostAttempt::read(&row, now) {
            Ok(lost) => attempts.push((lost.attempt.lease.job, lost)),
            Err(error) if error.is_damage() => drop_unreadable(database, &row, &error, now).await?,
            Err(error) => return Err(error),
        }
    }
    let mut reaped = Vec::new();
    for (job, attempts) in by_job(attempts) {
        let ended = reap_job(database, job, attempts).await;
        reaped.extend(tolerate(ended, &job.to_string())?.unwrap_or_default());
        try_end(database, job).await;
    }
    Ok(reaped)
}

/// Ends the attempts of lost workers at pieces of a job. Returns their leases.
async fn reap_job(
    database: &Database,
    job: JobId,
    attempts: Vec<LostAttempt>,
) -> Result<Vec<LostLease>, JobError> {
    let mut transaction = database.write().await?;
    let now = database.clock().now(&mut transaction).await?;
    mark_ready(&mut transaction, job, now).await?;
    let Some(mut row) = JobRow::locked(&mut transaction, job).await? else {
        // Pieces of a job that is gone: their job was damaged.
        sqlx::query(DROP).bind(job.to_string()).bind(now).execute(&mut *transaction).await?;
        transaction.commit().await?;
        return Ok(Vec::new());
    };
    let mut reaped = Vec::new();
    for LostAttempt { attempt, worker } in attempts {
        if attempt.end(&mut transaction, &mut row, "its worker disappeared", now).await? {
            reaped.push(LostLease { lease: attempt.lease, worker });
        }
    }
    transaction.commit().await?;
    Ok(reaped)
}

/// Fails the job of a leased piece whose row cannot be read, so that the piece is not looked at again.
async fn drop_unreadable(
    database: &Database,
    row: &AnyRow,
    error: &JobError,
    now: Millis,
) -> Result<(), JobError> {
    let job: String = readable(row, "job").unwrap_or_default();
    let mut transaction = database.write().await?;
    fail_unreadable(&mut transaction, &job, &unreadable_detail(error), now).await?;
    sqlx::query(DROP).bind(&job).bind(now).execute(&mut *transaction).await?;
    Ok(transaction.commit().await?)
}

/// Attempt at a piece whose worker has disappeared, and the id of the worker.
struct LostAttempt {
    attempt: Attempt,
    worker: Option<String>,
}

impl LostAttempt {
    fn read(row: &AnyRow, now: Millis) -> Result<Self, JobError> {
        let (job, no, epoch): (String, i64, i64) =
            (row.try_get("job")?, row.try_get("no")?, row.try_get("epoch")?);
        let lease = PieceLease { job: job.parse()?, no: no as u64, epoch: epoch as u64 };
        let attempt = Attempt { lease, number: row.try_get("losses")?, lost_before: Some(now) };
        Ok(Self { attempt, worker: readable(row, "worker").flatten() })
    }
}

/// Shortens leases that end after a time. Workers that are alive renew theirs.
async fn shorten_leases(database: &Database, latest: Millis, now: Millis) -> Result<(), JobError> {
    let mut transaction = database.write().await?;
    let sql = statement!(
        "UPDATE pieces SET lease_until = $2 WHERE state = " { PieceState::Leased } " AND lease_until > $1"
    );
    sqlx::query(sql).bind(latest).bind(now.saturating_add(millis(LEASE))).execute(&mut *transaction).await?;
    Ok(transaction.commit().await?)
}

/// Ends a lease with this state of the piece. Returns false if the lease is lost.
async fn end_piece(
    connection: &mut AnyConnection,
    lease: &PieceLease,
    state: PieceState,
) -> Result<bool, JobError> {
    let sql = statement!(
        "UPDATE pieces SET state = $4, lease_until = NULL, worker = NULL
        WHERE job = $1 AND no = $2 AND epoch = $3 AND state = " { PieceState::Leased }
    );
    let ended = sqlx::query(sql)
        .bind(lease.job.to_string())
        .bind(lease.no as i64)
        .bind(lease.epoch as i64)
        .bind(state)
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

/// Attempt at a piece that has no result: it has failed, or its lease was lost.
struct Attempt {
    lease: PieceLease,
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
            state if !state.is_active() => PieceState::Cancelled,
            _ if *number < number_max => PieceState::Ready,
            _ => PieceState::Failed,
        };
        let ended = sqlx::query(statement!(
            "UPDATE pieces SET state = $4, lease_until = NULL, worker = NULL, ready_at = $5, attempts = attempts + $7,
                losses = losses + 1 - $7
            WHERE job = $1 AND no = $2 AND epoch = $3 AND state = " { PieceState::Leased } "
                AND ($6 IS NULL OR lease_until < $6)"
        ))
        .bind(lease.job.to_string())
        .bind(lease.no as i64)
        .bind(lease.epoch as i64)
        .bind(state)
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
