//! Janitor: removes what has expired, and objects that belong to nothing.

use std::collections::HashSet;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use super::bounds::millis;
use super::error::JobError;
use super::id::JobId;
use super::meters::JobMeters;
use super::objects::{Objects, StoredObject, result_path, upload_path};
use super::status::{ResultPart, StatusReader};
use super::stop::stopped;
use super::table::JobTable;
use super::uploads::UploadTable;

/// Time between two rounds.
const ROUND: Duration = Duration::from_secs(10);

/// Rounds between two sweeps of all objects: an hour.
const SWEEP_ROUNDS: u64 = 360;

/// Age from which an object without a row is an orphan. An object is written before its row.
pub(super) const ORPHAN_AGE: Duration = Duration::from_secs(3600);

/// What the janitor needs.
#[derive(Clone, Debug)]
pub(super) struct Janitor {
    pub(super) jobs: JobTable,
    pub(super) status: StatusReader,
    pub(super) uploads: UploadTable,
    pub(super) objects: Objects,
    pub(super) meters: JobMeters,
    /// Incremented by each change of a job.
    pub(super) changes: watch::Sender<u64>,
}

impl Janitor {
    /// Runs until `stop` is set. The first round sweeps.
    pub(super) async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut rounds = interval(ROUND);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for round in 0_u64.. {
            tokio::select! {
                biased;
                () = stopped(&mut stop) => return,
                _ = rounds.tick() => {}
            }
            let cleaned = async {
                self.expire().await?;
                if round.is_multiple_of(SWEEP_ROUNDS) { self.sweep().await } else { Ok(()) }
            };
            if let Err(error) = cleaned.await {
                tracing::warn!(%error, "removing expired jobs failed");
            }
        }
    }

    /// Expires jobs and uploads: first the rows, then the objects.
    pub(super) async fn expire(&self) -> Result<(), JobError> {
        self.jobs.fail_beyond_bytes().await?;
        for job in self.jobs.expire().await? {
            self.objects.remove_job(job).await?;
            self.changes.send_modify(|changes| *changes = changes.wrapping_add(1));
        }
        for upload in self.uploads.expire(upload_path).await? {
            self.objects.remove_upload(upload).await?;
        }
        let (jobs, ready) = self.status.totals().await?;
        self.meters.set_totals(jobs, ready);
        Ok(())
    }

    /// Removes old objects that belong to nothing: a process was killed between a row and its objects.
    pub(super) async fn sweep(&self) -> Result<(), JobError> {
        let before = self.status.now().await?.saturating_sub(millis(ORPHAN_AGE));
        let is_old = |object: &StoredObject| object.modified < before;
        let mut orphans = Vec::new();
        for job in self.objects.jobs().await? {
            let objects = self.objects.of_job(job).await?.into_iter().filter(is_old);
            match self.kept_results(job).await? {
                Kept::All => {}
                Kept::None => orphans.extend(objects),
                Kept::Only(kept) => orphans.extend(objects.filter(|object| {
                    let is_result = object.name().starts_with(|first: char| first.is_ascii_digit());
                    is_result && !kept.contains(&object.path)
                })),
            }
        }
        let uploads = self.objects.uploads().await?.into_iter().filter(is_old);
        let uploads: Vec<(JobId, StoredObject)> =
            uploads.filter_map(|upload| Some((upload.name().parse().ok()?, upload))).collect();
        let ids: Vec<JobId> = uploads.iter().map(|(id, _)| *id).collect();
        let missing = self.uploads.missing(&ids).await?;
        orphans.extend(uploads.into_iter().filter(|(id, _)| missing.contains(id)).map(|(_, upload)| upload));
        self.objects.remove(orphans.into_iter().map(|orphan| orphan.path).collect()).await
    }

    /// Returns which results of a job count.
    async fn kept_results(&self, job: JobId) -> Result<Kept, JobError> {
        match self.status.results(job, None).await {
            Ok(results) if results.has_expired => Ok(Kept::None),
            Ok(results) if results.is_final => {
                let path = |part: &ResultPart| result_path(job, part.no, part.epoch);
                Ok(Kept::Only(results.parts.iter().map(path).collect()))
            }
            Ok(_) => Ok(Kept::All),
            Err(JobError::NotFound) => Ok(Kept::None),
            Err(error) => Err(error),
        }
    }
}

/// Objects of a job that belong to it.
enum Kept {
    /// All: the job has not ended.
    All,
    /// None: there is no such job, or it has expired.
    None,
    /// Its inputs, and these results.
    Only(HashSet<String>),
}
