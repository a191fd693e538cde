//! Claims of pieces.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::pieces::{Claimed, LEASE, PieceLease, latest_ready};
use super::progress::parse_weight;
use super::turns::{settle, take_turn, waiting_clients};
use crate::bounds::{JobBounds, millis};
use crate::error::JobError;
use crate::id::JobId;
use crate::spec::{JobSpec, RUN_VERSIONS, from_json};
use crate::state::statement;
use crate::store::{
    BLOCK_BYTES, Database, Dialect, Millis, WriteTransaction, fail_unreadable, readable, unreadable_detail,
};

/// Statement that reads a job, and how many of its ready pieces were lost, at most 1.
pub(crate) const NEXT_JOB: &str = statement!(
    "SELECT id, options, input_ref, created, started, (SELECT COUNT(*) FROM (
        SELECT no FROM pieces
        WHERE job = id AND losses > 0 AND state = " { PieceState::Ready } " AND (ready_at <= $2 OR ready_at > $3) LIMIT 1) AS lost)
        AS lost
    FROM jobs
    WHERE id = $1 AND state < " { JobState::Cancelling }
);

/// Statement that reads the job of a client whose turn it is, of those of a version. Its last turn is 0 before its first one.
pub(crate) const NEXT_TURN: &str = statement!(
    "SELECT id, priority, turn, created FROM jobs
    WHERE client = $1 AND state < " { JobState::Cancelling } " AND ready_at IS NOT NULL AND (ready_at <= $2 OR ready_at > $3) AND version = $4
    ORDER BY priority DESC, turn, created, id LIMIT 1"
);

/// Statement that claims pieces of a job in an order. One that was lost is claimed alone: it may have killed its worker.
macro_rules! claim {
    ($losses:tt, $order:tt) => {
        statement!(
            "UPDATE pieces SET state = " { PieceState::Leased } ", epoch = epoch + 1, lease_until = $1, bytes = bytes + $5, worker = $7
            WHERE job = $2 AND no IN (
                SELECT no FROM pieces
                WHERE job = $2 AND state = " { PieceState::Ready } " AND (ready_at <= $3 OR ready_at > $6) AND "
            $losses
            " ORDER BY "
            $order
            " LIMIT $4)
            RETURNING no, epoch, spec, weight"
        )
    };
}

/// Statements that claim pieces in the order of their numbers, so that results become a prefix of the input.
pub(crate) const CLAIM_FIRST: [&str; 2] = [claim!("losses > 0", "no"), claim!("losses = 0", "no")];

/// Statements that claim the last pieces, as a depth-first search: few cubes wait at any time.
pub(crate) const CLAIM_LAST: [&str; 2] = [claim!("losses > 0", "no DESC"), claim!("losses = 0", "no DESC")];

/// Statement that records a claim in the row of the job.
pub(crate) const RECORD: &str = statement!(
    "UPDATE jobs SET state = " { JobState::Running } ", started = COALESCE(started, $2), turn = $3, bytes = bytes + $4,
        revision = revision + CASE WHEN state = " { JobState::Queued } " THEN 1 ELSE 0 END,
        ready_at = (SELECT MIN(ready_at) FROM pieces WHERE job = $1 AND state = " { PieceState::Ready } ")
    WHERE id = $1 RETURNING ready_at"
);

/// Statement that records that no piece of a job is ready.
pub(crate) const POSTPONE: &str = statement!(
    "UPDATE jobs SET
        ready_at = (SELECT MIN(ready_at) FROM pieces WHERE job = $1 AND state = " { PieceState::Ready } ")
    WHERE id = $1"
);

/// Returns whether a piece is ready. Does not write.
pub(crate) async fn has_ready(database: &Database) -> Result<bool, JobError> {
    let mut transaction = database.read().await?;
    Ok(waiting_clients(&mut transaction, database.clock(), &HashSet::new()).await?.is_some())
}

/// Returns whether the next piece of one of the clients that wait for a turn is the first one of its job; `None` if no client waits that is
/// not `excluded`. Does not write.
pub(crate) async fn waits_for_first(
    database: &Database,
    excluded: &HashSet<String>,
) -> Result<Option<bool>, JobError> {
    let mut transaction = database.read().await?;
    let waiting = waiting_clients(&mut transaction, database.clock(), excluded).await?;
    let Some((now, clients)) = waiting else { return Ok(None) };
    let mut is_first = None;
    for client in &clients {
        if let Some(next) = NextTurn::read(&mut transaction, client, now).await? {
            is_first = Some(is_first == Some(true) || next.turn == 0);
        }
    }
    Ok(is_first)
}

/// Job of a client whose turn it is.
#[derive(Debug)]
struct NextTurn {
    /// Text in its row.
    id: String,
    priority: i64,
    /// Its last turn; 0 before its first one.
    turn: i64,
    created: Millis,
}

impl NextTurn {
    /// Reads which job of a client has its turn, of all versions that this program runs.
    async fn read(
        connection: &mut AnyConnection,
        client: &str,
        now: Millis,
    ) -> Result<Option<Self>, JobError> {
        let mut next: Option<Self> = None;
        for version in RUN_VERSIONS {
            let row = sqlx::query(NEXT_TURN)
                .bind(client)
                .bind(now)
                .bind(latest_ready(now))
                .bind(version)
                .fetch_optional(&mut *connection)
                .await?;
            let Some(row) = row else { continue };
            let number = |column| readable(&row, column).unwrap_or_default();
            let id = readable(&row, "id").unwrap_or_default();
            let (priority, turn, created) = (number("priority"), number("turn"), number("created"));
            let of_version = Self { id, priority, turn, created };
            if next.as_ref().is_none_or(|next| of_version.place() < next.place()) {
                next = Some(of_version);
            }
        }
        Ok(next)
    }

    /// Place in the order of turns.
    fn place(&self) -> (Reverse<i64>, i64, Millis) {
        (Reverse(self.priority), self.turn, self.created)
    }
}

/// Begins a transaction that writes, if a client waits for a turn. Returns the time, and the clients that wait.
async fn begin(
    database: &Database,
    excluded: &HashSet<String>,
) -> Result<Option<(WriteTransaction, Millis, Vec<String>)>, JobError> {
    let clock = database.clock();
    Ok(match database.dialect() {
        // A transaction that writes waits for all others.
        Dialect::Sqlite => {
            let mut reader = database.reader().await?;
            let waiting = waiting_clients(&mut reader, clock, excluded).await?;
            drop(reader);
            match waiting {
                Some((now, clients)) => Some((database.write().await?, now, clients)),
                None => None,
            }
        }
        // Each transaction has round trips of its own.
        Dialect::Postgres => {
            // A crash must not undo a claim: another one would have the same epoch.
            let mut transaction = database.write().await?;
            let waiting = waiting_clients(&mut transaction, clock, excluded).await?;
            waiting.map(|(now, clients)| (transaction, now, clients))
        }
    })
}

/// Claims up to `pieces_max` pieces of one job for a worker: clients take turns, and so do the jobs of each. Those of the `excluded`
/// clients have no turn. Claims nothing while the queue is paused.
pub(crate) async fn claim(
    database: &Database,
    bounds: &JobBounds,
    pieces_max: usize,
    excluded: &HashSet<String>,
    worker: &str,
) -> Result<Vec<Claimed>, JobError> {
    let Some((mut transaction, now, clients)) = begin(database, excluded).await? else {
        return Ok(Vec::new());
    };
    let turns = clients.iter().map(|client| (client, false));
    // Other workers may claim pieces of all of them.
    for (client, waits) in turns.chain(clients.first().map(|client| (client, true))) {
        let Some(turn) = take_turn(&mut transaction, client, now, waits).await? else { continue };
        let owner = Owner { client, turn };
        let claimed = claim_of(database, &mut transaction, bounds, owner, now, pieces_max, worker).await?;
        transaction.commit().await?;
        if !claimed.is_empty() {
            return Ok(claimed);
        }
        transaction = database.write().await?;
    }
    Ok(Vec::new())
}

/// Client that has its turn.
#[derive(Clone, Copy, Debug)]
struct Owner<'a> {
    client: &'a str,
    turn: i64,
}

/// Claims pieces of a job of a client that are ready `now`. Returns none if none is ready.
async fn claim_of(
    database: &Database,
    transaction: &mut WriteTransaction,
    bounds: &JobBounds,
    Owner { client, turn }: Owner<'_>,
    now: Millis,
    pieces_max: usize,
    worker: &str,
) -> Result<Vec<Claimed>, JobError> {
    let Some(NextTurn { id, .. }) = NextTurn::read(transaction, client, now).await? else {
        // Its jobs were cancelled, or belong to a newer program.
        settle(transaction, client).await?;
        return Ok(Vec::new());
    };
    let sql = format!("{NEXT_JOB}{}", Dialect::from_connection(transaction).for_update());
    let row = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(&id)
        .bind(now)
        .bind(latest_ready(now))
        .fetch_optional(&mut **transaction)
        .await?;
    let next = match (&row, id.parse::<JobId>()) {
        (Some(row), _) => NextJob::read(row),
        (None, Err(error)) => Err(error),
        // It was cancelled meanwhile.
        (None, Ok(_)) => return Ok(Vec::new()),
    };
    let NextJob { job, spec, input, created, started, lost } = match next {
        Ok(next) => next,
        Err(error) if error.is_damage() => {
            return set_aside(transaction, client, &id, &error, now).await;
        }
        Err(error) => return Err(error),
    };
    // Most pieces write less, and need no transaction for it. Those of a count write nothing.
    let reserved = match spec {
        JobSpec::Count { .. } => 0,
        _ => {
            let stored = database.stored(transaction, client, bounds).await?;
            let is_near = stored.is_near(BLOCK_BYTES * pieces_max as u64, bounds);
            if is_near { 0 } else { BLOCK_BYTES }
        }
    };
    let is_depth_first = spec.is_one_search();
    let [lost_alone, usual] = if is_depth_first { CLAIM_LAST } else { CLAIM_FIRST };
    let (sql, pieces_max) = if lost > 0 { (lost_alone, 1) } else { (usual, pieces_max) };
    let rows = sqlx::query(sql)
        .bind(now.saturating_add(millis(LEASE)))
        .bind(&id)
        .bind(now)
        .bind(pieces_max as i64)
        .bind(reserved as i64)
        .bind(latest_ready(now))
        .bind(worker)
        .fetch_all(&mut **transaction)
        .await?;
    let ready_at: Option<Millis> = if rows.is_empty() {
        sqlx::query(POSTPONE).bind(&id).execute(&mut **transaction).await?;
        None
    } else {
        let recorded = sqlx::query(RECORD)
            .bind(&id)
            .bind(now)
            .bind(turn)
            .bind((reserved * rows.len() as u64) as i64)
            .fetch_one(&mut **transaction)
            .await?;
        readable(&recorded, "ready_at").flatten()
    };
    if ready_at.is_none_or(|at| at > now) {
        settle(transaction, client).await?;
    }
    let waited = match started {
        None => Some(Duration::from_millis(now.saturating_sub(created).max(0) as u64)),
        Some(_) => None,
    };
    let read = |row: &AnyRow| -> Result<Claimed, JobError> {
        let weight: Option<String> = row.try_get("weight")?;
        let (no, epoch): (i64, i64) = (row.try_get("no")?, row.try_get("epoch")?);
        Ok(Claimed {
            lease: PieceLease { job, no: no as u64, epoch: epoch as u64 },
            client: client.to_owned(),
            piece: from_json(row.try_get("spec")?)?,
            weight: weight.as_deref().map(parse_weight).transpose()?,
            job: spec.clone(),
            input: input.clone(),
            reserved,
            waited,
        })
    };
    let mut claimed = match rows.iter().map(read).collect::<Result<Vec<_>, JobError>>() {
        Ok(claimed) => claimed,
        Err(error) if error.is_damage() => {
            return set_aside(transaction, client, &id, &error, now).await;
        }
        Err(error) => return Err(error),
    };
    claimed.sort_unstable_by_key(|claimed| claimed.lease.no);
    if is_depth_first {
        claimed.reverse();
    }
    Ok(claimed)
}

/// Fails a job of a client that cannot be read, so that the other ones go on. Returns no pieces.
async fn set_aside(
    connection: &mut AnyConnection,
    client: &str,
    id: &str,
    error: &JobError,
    now: Millis,
) -> Result<Vec<Claimed>, JobError> {
    fail_unreadable(connection, id, &unreadable_detail(error), now).await?;
    settle(connection, client).await?;
    Ok(Vec::new())
}

/// Row of a job that is claimed.
struct NextJob {
    job: JobId,
    spec: JobSpec,
    input: String,
    created: Millis,
    started: Option<Millis>,
    /// Number of lost pieces, at most 1.
    lost: i64,
}

impl NextJob {
    fn read(row: &AnyRow) -> Result<Self, JobError> {
        let id: &str = row.try_get("id")?;
        Ok(Self {
            job: id.parse()?,
            spec: from_json(row.try_get("options")?)?,
            input: row.try_get("input_ref")?,
            // They are only measured.
            created: readable(row, "created").unwrap_or_default(),
            started: readable(row, "started").flatten(),
            lost: row.try_get("lost")?,
        })
    }
}
