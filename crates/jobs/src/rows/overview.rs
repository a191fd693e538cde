//! Jobs of all clients, as operators see them.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, FromRow};

use super::status::{JobStatus, StatusRow, status, status_columns};
use crate::error::JobError;
use crate::id::JobId;
use crate::queue::{is_paused, worker_name};
use crate::state::{JobState, statement};
use crate::store::{Database, Millis, readable};

/// Statement that reads which jobs are in a state, the latest first, after a place in the list.
pub(crate) const LATEST: &str = concat!(
    "SELECT ",
    status_columns!(),
    ", client, priority FROM jobs
    WHERE state = $1 AND (created, id) < ($2, $3) ORDER BY created DESC, id DESC LIMIT $4"
);

/// Statement that reads all leased pieces, and which workers have them: a few for each thread.
pub(crate) const HOLDERS: &str =
    statement!("SELECT job, no, worker FROM pieces WHERE state = " { PieceState::Leased });

/// Job of any client.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedJob {
    /// State and progress. Its id is a secret: see [`JobId::short`](crate::id::JobId::short).
    pub status: JobStatus,
    /// Owner: the name of an API key, or an address.
    pub client: String,
    /// Order among the jobs of the client.
    pub priority: i64,
    /// Time since its creation.
    pub age: Duration,
    /// Names of the workers that have pieces of it.
    pub workers: Vec<String>,
}

/// Place in the list of jobs: after the job that was created then, and has these first digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListPlace {
    created: Millis,
    digits: String,
}

impl ListPlace {
    /// Returns the place after a job.
    pub fn after(job: &JobStatus) -> Self {
        Self { created: job.times.created, digits: job.id.short() }
    }
}

impl fmt::Display for ListPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.created, self.digits)
    }
}

impl FromStr for ListPlace {
    type Err = JobError;

    fn from_str(text: &str) -> Result<Self, JobError> {
        let (created, digits) = text.split_once('-').ok_or(JobError::NotFound)?;
        let created = created.parse().map_err(|_| JobError::NotFound)?;
        let is_short = digits.len() <= 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_short { Ok(Self { created, digits: digits.to_owned() }) } else { Err(JobError::NotFound) }
    }
}

/// Reader of the jobs of all clients.
#[derive(Clone, Debug)]
pub(crate) struct Overview {
    database: Database,
}

impl Overview {
    pub(crate) fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns up to `jobs_max` jobs in these states, the latest first.
    pub(crate) async fn jobs(
        &self,
        states: &[JobState],
        after: Option<&ListPlace>,
        jobs_max: usize,
    ) -> Result<Vec<ListedJob>, JobError> {
        self.database.bounded(self.jobs_once(states, after, jobs_max)).await
    }

    /// Returns whether the queue is paused.
    pub(crate) async fn is_paused(&self) -> Result<bool, JobError> {
        self.database.bounded(async { is_paused(&mut *self.database.read().await?).await }).await
    }

    async fn jobs_once(
        &self,
        states: &[JobState],
        after: Option<&ListPlace>,
        jobs_max: usize,
    ) -> Result<Vec<ListedJob>, JobError> {
        let mut transaction = self.database.read().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        let mut rows: Vec<ListedRow> = Vec::new();
        for state in states {
            let in_state: Vec<ListedRow> = sqlx::query_as(LATEST)
                .bind(*state)
                .bind(after.map_or(Millis::MAX, |after| after.created))
                .bind(after.map_or("", |after| &after.digits))
                .bind(jobs_max as i64)
                .fetch_all(&mut *transaction)
                .await?;
            rows.extend(in_state);
        }
        rows.sort_unstable_by_key(|row| Reverse(row.place()));
        rows.truncate(jobs_max);
        let mut held = held_pieces(&mut transaction).await?;
        let mut jobs = Vec::new();
        for ListedRow { row, client, priority } in rows {
            let Some(id) = row.id else { continue };
            let age = Duration::from_millis(now.saturating_sub(row.created).max(0) as u64);
            let HeldPieces { leased, workers } = held.remove(&id.to_string()).unwrap_or_default();
            let status = status(&mut transaction, id, row, leased, now).await?;
            let workers = if status.state.has_ended() { BTreeSet::new() } else { workers };
            let workers = workers.iter().map(|worker| worker_name(worker)).collect();
            jobs.push(ListedJob { status, client, priority, age, workers });
        }
        Ok(jobs)
    }
}

/// Row of a job in the list.
#[derive(Debug)]
struct ListedRow {
    row: StatusRow,
    client: String,
    priority: i64,
}

impl ListedRow {
    /// Place in the order of the list.
    fn place(&self) -> (Millis, Option<JobId>) {
        (self.row.created, self.row.id)
    }
}

impl FromRow<'_, AnyRow> for ListedRow {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        let client = readable(row, "client").unwrap_or_default();
        let priority = readable(row, "priority").unwrap_or_default();
        Ok(Self { row: StatusRow::from_row(row)?, client, priority })
    }
}

/// Row of a piece that a worker has.
#[derive(Debug)]
struct HeldPiece {
    job: String,
    no: i64,
    worker: Option<String>,
}

impl FromRow<'_, AnyRow> for HeldPiece {
    fn from_row(row: &AnyRow) -> sqlx::Result<Self> {
        Ok(Self {
            job: readable(row, "job").unwrap_or_default(),
            no: readable(row, "no").unwrap_or_default(),
            worker: readable(row, "worker").flatten(),
        })
    }
}

/// Pieces of a job that workers have.
#[derive(Debug, Default)]
struct HeldPieces {
    /// Their number, without the plan.
    leased: u64,
    /// Ids of the workers.
    workers: BTreeSet<String>,
}

/// Reads which pieces workers have, by the id of the job.
async fn held_pieces(connection: &mut AnyConnection) -> Result<HashMap<String, HeldPieces>, JobError> {
    let pieces: Vec<HeldPiece> = sqlx::query_as(HOLDERS).fetch_all(connection).await?;
    let mut held = HashMap::<_, HeldPieces>::new();
    for HeldPiece { job, no, worker } in pieces {
        let pieces = held.entry(job).or_default();
        pieces.leased += u64::from(no > 0);
        pieces.workers.extend(worker);
    }
    Ok(held)
}
