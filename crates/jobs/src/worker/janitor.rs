//! Janitor: removes what has expired, and objects that belong to nothing.

use std::collections::HashSet;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};

use crate::bounds::millis;
use crate::error::JobError;
use crate::id::JobId;
use crate::meters::JobMeters;
use crate::queue::{PieceQueue, Round, WorkerTable, begin_round};
use crate::rows::{JobTable, ResultPart, StatusReader, UploadTable};
use crate::stop::stopped;
use crate::store::{Database, Objects, StoredObject, result_path, set_orphans, upload_path};

/// Time between two rounds.
const ROUND: Duration = Duration::from_secs(10);

/// Time between two sweeps of all objects.
const SWEEP: Duration = Duration::from_secs(3600);

/// Age from which an object without a row is an orphan. An object is written before its row.
pub(crate) const ORPHAN_AGE: Duration = Duration::from_secs(3600);

/// What the janitor needs.
#[derive(Clone, Debug)]
pub(crate) struct Janitor {
    pub(crate) database: Database,
    pub(crate) jobs: JobTable,
    pub(crate) queue: PieceQueue,
    pub(crate) status: StatusReader,
    pub(crate) uploads: UploadTable,
    pub(crate) workers: WorkerTable,
    pub(crate) objects: Objects,
    pub(crate) meters: JobMeters,
    /// Incremented by each change of a job.
    pub(crate) changes: watch::Sender<u64>,
}

impl Janitor {
    /// Runs until `stop` is set. Of all processes that share the database, one does each round.
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut rounds = interval(ROUND);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                () = stopped(&mut stop) => return,
                _ = rounds.tick() => {}
            }
            if let Err(error) = self.round().await {
                tracing::warn!(%error, "removing expired jobs failed");
            }
        }
    }

    async fn round(&self) -> Result<(), JobError> {
        // A round that is a little early for its time would wait for the next one.
        if self.database.bounded(begin_round(&self.database, Round::Expire, ROUND / 2)).await? {
            self.expire().await?;
        }
        if self.database.bounded(begin_round(&self.database, Round::Sweep, SWEEP)).await? {
            self.sweep().await?;
        }
        self.measure().await
    }

    /// Reads the numbers of the metrics.
    pub(crate) async fn measure(&self) -> Result<(), JobError> {
        let totals = self.status.totals().await?;
        let live = self.workers.live().await?;
        self.meters.update(|gauges| (gauges.totals, gauges.live) = (totals, live));
        let free_bytes = self.objects.free_bytes().await?;
        self.meters.update(|gauges| gauges.free_bytes = free_bytes);
        Ok(())
    }

    /// Expires jobs and uploads: first the rows, then the objects.
    pub(crate) async fn expire(&self) -> Result<(), JobError> {
        let older = self.database.bounded(self.queue.take_over()).await?;
        if older.failed > 0 {
            tracing::warn!(jobs = older.failed, "jobs of an older version have failed");
        }
        if older.adopted > 0 {
            tracing::info!(jobs = older.adopted, "jobs of an older version go on");
        }
        self.database.bounded(self.workers.forget()).await?;
        while self.database.bounded(self.jobs.forget()).await? {}
        for job in self.database.bounded(self.jobs.expire()).await? {
            self.objects.remove_job(job).await?;
            self.changes.send_modify(|changes| *changes = changes.wrapping_add(1));
        }
        for upload in self.database.bounded(self.uploads.expire(upload_path)).await? {
            self.objects.remove_upload(upload).await?;
        }
        Ok(())
    }

    /// Removes old objects that belong to nothing: a process was killed between a row and its objects. Records the bytes of the others.
    pub(crate) async fn sweep(&self) -> Result<(), JobError> {
        let before = self.database.bounded(self.status.now()).await?.saturating_sub(millis(ORPHAN_AGE));
        let (mut old, mut young_bytes) = (Vec::new(), self.objects.remove_incomplete(ORPHAN_AGE).await?);
        let mut add = |orphan: StoredObject| match orphan.modified < before {
            true => old.push(orphan.path),
            false => young_bytes += orphan.bytes,
        };
        for job in self.objects.jobs().await? {
            let objects = self.objects.list_job(job).await?.into_iter();
            match self.kept_results(job).await? {
                KeptObjects::All => {}
                KeptObjects::None => objects.for_each(&mut add),
                KeptObjects::Only(kept) => objects
                    .filter(|object| {
                        let is_result = object.name().starts_with(|first: char| first.is_ascii_digit());
                        is_result && !kept.contains(&object.path)
                    })
                    .for_each(&mut add),
            }
        }
        let uploads = self.objects.uploads().await?.into_iter();
        let uploads: Vec<(JobId, StoredObject)> =
            uploads.filter_map(|upload| Some((upload.name().parse().ok()?, upload))).collect();
        let ids: Vec<JobId> = uploads.iter().map(|(id, _)| *id).collect();
        let missing = self.database.bounded(self.uploads.missing(&ids)).await?;
        let missing = uploads.into_iter().filter(|(id, _)| missing.contains(id));
        missing.map(|(_, upload)| upload).for_each(&mut add);
        self.objects.remove(old).await?;
        let mut transaction = self.database.write_relaxed().await?;
        set_orphans(&mut transaction, young_bytes).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Returns which results of a job count.
    async fn kept_results(&self, job: JobId) -> Result<KeptObjects, JobError> {
        match self.status.results(job, None).await {
            Ok(results) if results.has_expired => Ok(KeptObjects::None),
            Ok(results) if results.is_final => {
                let path = |part: &ResultPart| result_path(job, part.no, part.epoch);
                Ok(KeptObjects::Only(results.parts.iter().map(path).collect()))
            }
            Ok(_) => Ok(KeptObjects::All),
            Err(JobError::NotFound) => Ok(KeptObjects::None),
            Err(error) if error.is_damage() => {
                tracing::warn!(%error, job = job.short(), "the results of a job cannot be read, and are kept");
                Ok(KeptObjects::All)
            }
            Err(error) => Err(error),
        }
    }
}

/// Objects of a job that belong to it.
enum KeptObjects {
    /// All: the job has not ended.
    All,
    /// None: there is no such job, or it has expired.
    None,
    /// Its inputs, and these results.
    Only(HashSet<String>),
}
