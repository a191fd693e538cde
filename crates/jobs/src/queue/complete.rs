//! Completions of pieces: their results, the pieces that they leave, and the bytes that they write.

use std::time::Duration;

use quadrille_answers::service::VerdictCounts;
use sqlx::AnyConnection;

use super::end::{JobRow, try_end};
use super::leases::fail_piece_once;
use super::pieces::{Completion, PieceLease, PieceResult};
use super::progress::parse_weight;
use super::turns::mark_ready;
use crate::abort::{AbortPoint, pass};
use crate::bounds::JobBounds;
use crate::error::{FailureCode, JobError, JobFailure};
use crate::id::JobId;
use crate::spec::to_json;
use crate::state::{PieceState, statement};
use crate::store::{CALL, Database, ROW_BYTES, add_bytes, fail_unreadable, lock_client, notify, row_bytes};

/// Time for which a completion is repeated: a result is worth more than a claim.
const COMPLETION: Duration = Duration::from_secs(30);

/// Maximum number of pieces that a statement inserts. SQLite allows 32,766 parameters.
const ROWS_MAX: usize = 1000;

/// Number of pieces up to which connections keep the statement that inserts them, as the rest of a search has.
const PREPARED_ROWS_MAX: usize = 16;

/// Specification of a count that is done: its cubes may be long, and are not needed any more.
const NO_CUBES: &str = r#"{"piece":"cubes","cubes":[]}"#;

/// Statement that reads the number of the last piece of a job.
pub(crate) const LAST: &str = "SELECT COALESCE(MAX(no), 0) FROM pieces WHERE job = $1";

/// Records the result of a piece and inserts the pieces that it leaves, if the lease is not lost. A repetition after an
/// answer was lost changes nothing.
pub(crate) async fn complete(
    database: &Database,
    bounds: &JobBounds,
    lease: &PieceLease,
    result: &PieceResult,
) -> Result<Completion, JobError> {
    let record = move || record(database, bounds, lease, result);
    let (completion, may_end) = database.repeated(COMPLETION, record).await?;
    if completion == Completion::Counted {
        pass(AbortPoint::Committed).await;
    }
    if may_end {
        try_end(database, lease.job).await;
    }
    Ok(completion)
}

/// Records a result like [`complete`], but does not end the job. Returns whether it may have ended, too.
pub(crate) async fn record(
    database: &Database,
    bounds: &JobBounds,
    lease: &PieceLease,
    result: &PieceResult,
) -> Result<(Completion, bool), JobError> {
    // If a crash undoes it, the lease ends, and the piece is run again under another epoch.
    let mut transaction = database.write_relaxed().await?;
    if !result.rest.is_empty() {
        let now = database.clock().now(&mut transaction).await?;
        mark_ready(&mut transaction, lease.job, now).await?;
    }
    let Some(mut row) = JobRow::locked(&mut transaction, lease.job).await? else {
        return Ok((Completion::Fenced, false));
    };
    if let Some(detail) = &row.damage {
        let now = database.clock().now(&mut transaction).await?;
        fail_unreadable(&mut transaction, &lease.job.to_string(), detail, now).await?;
        transaction.commit().await?;
        return Ok((Completion::Failed, false));
    }
    let piece: Option<(i64, i64, Option<String>)> = sqlx::query_as(statement!(
        "SELECT bytes, puzzles, weight FROM pieces
        WHERE job = $1 AND no = $2 AND epoch = $3 AND state = " { PieceState::Leased }
    ))
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
    let puzzles =
        (puzzles.max(0) as u64).saturating_sub(result.puzzles_left).saturating_add(result.puzzles_added);
    row.progress.puzzles = row.progress.puzzles.saturating_add(result.puzzles_added);
    let VerdictCounts { none, unique, multiple, solvable, unknown, answered, errors } = result.verdicts;
    let written: i64 = sqlx::query_scalar(statement!(
        "UPDATE pieces SET state = " { PieceState::Done } ", lease_until = NULL, worker = NULL, none = $4, one = $5, multiple = $6, solvable = $7,
            unknown = $8, answered = $9, errors = $10, count = $11, nodes = $12, result_bytes = $13,
            weight = $14, spec = COALESCE($15, spec), puzzles = $17,
            bytes = $16 + LENGTH(COALESCE($15, spec))
        WHERE job = $1 AND no = $2 AND epoch = $3 AND state = " { PieceState::Leased } " RETURNING bytes"
    ))
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
    .bind((ROW_BYTES + result.result_bytes + result.text_bytes) as i64)
    .bind(puzzles as i64)
    .fetch_one(&mut *transaction)
    .await?;
    row.progress.complete(puzzles, weight, result)?;
    // A damaged number harms the sum of its client alone.
    let written = written.saturating_sub(reserved).saturating_add(result.input_bytes as i64);
    row.added_bytes = row.added_bytes.saturating_add(written);
    if let Some(failure) = insert(database, bounds, &mut transaction, lease.job, &mut row, result).await? {
        // The result without the rest would be a part of the work that no retry does.
        transaction.rollback().await?;
        let completion = match fail_piece_once(database, lease, &failure).await? {
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
    database: &Database,
    bounds: &JobBounds,
    connection: &mut AnyConnection,
    job: JobId,
    row: &mut JobRow,
    result: &PieceResult,
) -> Result<Option<JobFailure>, JobError> {
    let (pieces, planned) = (&result.rest, result.planned());
    let all = row.progress.pieces.saturating_add(planned.pieces);
    // A piece that leaves puzzles adds none: its rest is bounded by them.
    if all > bounds.pieces_max && !pieces.is_empty() && result.puzzles_left == 0 {
        return Ok(Some(JobFailure::too_many_pieces(bounds.pieces_max)));
    }
    if pieces.is_empty() {
        row.progress.pieces = all;
        return Ok(None);
    }
    let last: i64 = sqlx::query_scalar(LAST).bind(job.to_string()).fetch_one(&mut *connection).await?;
    let specs = pieces.iter().map(|piece| to_json(&piece.spec)).collect::<Result<Vec<_>, _>>()?;
    let bytes: u64 = specs.iter().map(|spec| row_bytes(spec)).sum();
    lock_client(connection, &row.client).await?;
    let further = row.added_bytes.saturating_add(bytes as i64).max(0) as u64;
    if let Err(error) = database.stored(connection, &row.client, bounds).await?.check(further, bounds) {
        return Ok(Some(JobFailure::new(FailureCode::StoredBytes, error.to_string())));
    }
    let now = database.clock().now(connection).await?;
    row.added_bytes = row.added_bytes.saturating_add(bytes as i64);
    row.progress.pieces = all;
    row.progress.puzzles = row.progress.puzzles.saturating_add(planned.puzzles);
    // A job that ends has no further pieces to do.
    let piece_state = if row.state.is_active() { PieceState::Ready } else { PieceState::Cancelled };
    let chunks = pieces.chunks(ROWS_MAX).zip(specs.chunks(ROWS_MAX));
    for (first, (pieces, specs)) in ((last.max(0) as u64).saturating_add(1)..).step_by(ROWS_MAX).zip(chunks) {
        let mut insert = sqlx::query(sqlx::AssertSqlSafe(insertion(pieces.len())))
            .persistent(pieces.len() <= PREPARED_ROWS_MAX)
            .bind(job.to_string())
            .bind(piece_state)
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
pub(crate) async fn reserve(
    database: &Database,
    bounds: &JobBounds,
    lease: &PieceLease,
    needed: u64,
) -> Result<Option<u64>, JobError> {
    database.repeated(CALL, move || reserve_once(database, bounds, lease, needed)).await
}

async fn reserve_once(
    database: &Database,
    bounds: &JobBounds,
    lease: &PieceLease,
    needed: u64,
) -> Result<Option<u64>, JobError> {
    // A completion replaces these bytes by the bytes that it has written, also after a crash or a repetition.
    let mut transaction = database.write_relaxed().await?;
    let Some(row) = JobRow::locked(&mut transaction, lease.job).await? else { return Ok(None) };
    lock_client(&mut transaction, &row.client).await?;
    let granted = database.stored(&mut transaction, &row.client, bounds).await?.grant(needed, bounds)?;
    let sql = statement!(
        "UPDATE pieces SET bytes = bytes + $4
        WHERE job = $1 AND no = $2 AND epoch = $3 AND state = " { PieceState::Leased }
    );
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

/// Returns whether the result of this lease counts.
async fn is_done(connection: &mut AnyConnection, lease: &PieceLease) -> Result<bool, JobError> {
    let sql = statement!(
        "SELECT state FROM pieces
        WHERE job = $1 AND no = $2 AND epoch = $3 AND state = " { PieceState::Done }
    );
    let done: Option<PieceState> = sqlx::query_scalar(sql)
        .bind(lease.job.to_string())
        .bind(lease.no as i64)
        .bind(lease.epoch as i64)
        .fetch_optional(connection)
        .await?;
    Ok(done.is_some())
}
