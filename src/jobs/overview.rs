//! Jobs of all clients, as operators see them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use sqlx::AnyConnection;

use super::clock::Millis;
use super::database::Database;
use super::error::JobError;
use super::id::JobId;
use super::pause::is_paused;
use super::state::JobState;
use super::status::{JobStatus, read_status};
use super::workers::worker_name;

/// Statement that reads which jobs are in a state, the latest first, after a place in the list.
pub(super) const LATEST: &str = "SELECT created, id, client, priority FROM jobs
    WHERE state = $1 AND (created, id) < ($2, $3) ORDER BY created DESC, id DESC LIMIT $4";

/// Statement that reads which workers have pieces of a job.
pub(super) const HOLDERS: &str =
    "SELECT DISTINCT worker FROM pieces WHERE job = $1 AND state = 1 AND worker IS NOT NULL ORDER BY worker";

/// Job of any client.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedJob {
    /// State and progress. Its id is a secret: see [`JobId::short`].
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
pub(super) struct Overview {
    database: Database,
}

impl Overview {
    pub(super) fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns up to `jobs_max` jobs in these states, the latest first.
    pub(super) async fn jobs(
        &self,
        states: &[JobState],
        after: Option<&ListPlace>,
        jobs_max: usize,
    ) -> Result<Vec<ListedJob>, JobError> {
        self.database.bounded(self.jobs_once(states, after, jobs_max)).await
    }

    /// Returns whether the queue is paused.
    pub(super) async fn is_paused(&self) -> Result<bool, JobError> {
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
        let mut rows: Vec<(Millis, String, String, i64)> = Vec::new();
        for state in states {
            let of_state: Vec<_> = sqlx::query_as(LATEST)
                .bind(state.number())
                .bind(after.map_or(Millis::MAX, |after| after.created))
                .bind(after.map_or("", |after| &after.digits))
                .bind(jobs_max as i64)
                .fetch_all(&mut *transaction)
                .await?;
            rows.extend(of_state);
        }
        rows.sort_unstable_by(|one, other| other.cmp(one));
        rows.truncate(jobs_max);
        let mut jobs = Vec::new();
        for (created, id, client, priority) in rows {
            let id: JobId = id.parse()?;
            let status = read_status(&mut transaction, id, None, now).await?;
            let workers = match status.state.has_ended() {
                true => Vec::new(),
                false => workers_of(&mut transaction, id).await?,
            };
            let age = Duration::from_millis(now.saturating_sub(created).max(0) as u64);
            jobs.push(ListedJob { status, client, priority, age, workers });
        }
        Ok(jobs)
    }
}

/// Returns the names of the workers that have pieces of a job.
async fn workers_of(connection: &mut AnyConnection, job: JobId) -> Result<Vec<String>, JobError> {
    let holders: Vec<String> =
        sqlx::query_scalar(HOLDERS).bind(job.to_string()).fetch_all(connection).await?;
    Ok(holders.iter().map(|worker| worker_name(worker)).collect())
}
