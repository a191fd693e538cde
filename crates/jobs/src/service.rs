//! Jobs, as clients use them.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::watch;
use tokio::time::sleep;

use super::abort::{AbortPoint, pass};
use super::bounds::JobBounds;
use super::error::JobError;
use super::id::JobId;
use super::meters::JobMeters;
use super::queue::WorkerStatus;
use super::readers::JobReaders;
use super::rows::{
    CreatedJob, Deletion, JobStatus, ListPlace, ListedJob, NewJob, ResultFormat, ResultIndex, ResultPart,
    RowReader, StoredInput, UploadInfo,
};
use super::settings::JobSettings;
use super::spec::InputContent;
use super::state::JobState;
use super::store::{inline_path, result_path, upload_path};
use super::upload::Upload;
use super::worker::{JobEngine, LazyEngine, OPENING, announce};

/// Jobs of this process. Clones share them.
///
/// The database is opened at the start if it is a server or a file that exists, otherwise for the first job or upload.
#[derive(Clone, Debug)]
pub struct Jobs {
    engine: Arc<LazyEngine>,
    readers: Arc<JobReaders>,
}

/// Input of a new job.
#[derive(Clone, Debug)]
pub enum JobInput {
    /// The input itself.
    Inline(Bytes),
    /// An upload. The caller has checked that it belongs to the client.
    Upload(JobId),
}

impl Jobs {
    /// Makes jobs with these settings. Opens nothing.
    pub fn new(settings: JobSettings) -> Self {
        Self { engine: Arc::new(LazyEngine::new(settings)), readers: Arc::default() }
    }

    /// Returns whether a database is configured.
    pub fn is_on(&self) -> bool {
        self.engine.is_on()
    }

    /// Returns whether a database is configured that can hold jobs, as far as the start has found.
    pub fn can_store(&self) -> bool {
        self.engine.can_store()
    }

    /// The bounds on the jobs of a client.
    pub fn bounds(&self) -> &JobBounds {
        self.engine.bounds()
    }

    /// The gauges and counters.
    pub fn meters(&self) -> &JobMeters {
        self.engine.meters()
    }

    /// Returns a receiver that sees a change after each change of a job in this process, and regularly if other processes may
    /// change jobs.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.engine.changes().subscribe()
    }

    /// Opens the database, unless it is a file that does not exist, so that its jobs go on. A failure is logged, also if the file cannot
    /// be created later; a server is tried again until it answers.
    pub async fn start(&self) {
        if self.engine.start().await {
            return;
        }
        let engine = Arc::downgrade(&self.engine);
        tokio::spawn(async move {
            loop {
                sleep(OPENING).await;
                // Without jobs, or with the database, there is nothing to do.
                let Some(engine) = engine.upgrade() else { return };
                if engine.get().await.is_ok() {
                    return;
                }
            }
        });
    }

    /// Opens the database, and creates a file that does not exist. Waits for a server that does not answer.
    ///
    /// # Errors
    /// A failure that another attempt does not change, such as a store of another database.
    pub async fn open(&self) -> Result<(), JobError> {
        self.engine.open().await
    }

    /// Stops the worker, and gives its pieces back.
    pub async fn drain(&self) {
        if let Some(engine) = self.engine.opened() {
            engine.drain().await;
        }
    }

    fn announce(&self, engine: &JobEngine) {
        engine.wake();
        announce(self.engine.changes());
    }

    /// Creates a job, or returns the job of a repeated request.
    ///
    /// # Errors
    /// [`JobError::ReusedKey`], [`JobError::TooManyJobs`], [`JobError::TooManyBytes`], [`JobError::StoreFull`],
    /// [`JobError::NoSpace`]; [`JobError::NotFound`] for an upload that
    /// does not exist.
    pub async fn create(&self, job: NewJob, input: JobInput) -> Result<CreatedJob, JobError> {
        let engine = self.engine.get().await?;
        let bytes = match &input {
            JobInput::Inline(bytes) => bytes.len() as u64,
            JobInput::Upload(_) => 0,
        };
        if let Some(id) = engine.jobs.find_repeated(&job, bytes).await? {
            return Ok(CreatedJob { id, is_repeated: true });
        }
        engine.objects.check_space(self.bounds().free_bytes_min).await?;
        let id = JobId::random();
        let input = match input {
            JobInput::Inline(bytes) => {
                let (object, length) = (inline_path(id), bytes.len() as u64);
                engine.objects.put(&object, bytes).await?;
                StoredInput { object, bytes: length }
            }
            JobInput::Upload(upload) => {
                engine.uploads.find(upload, None).await?;
                StoredInput { object: upload_path(upload), bytes: 0 }
            }
        };
        pass(AbortPoint::Stored).await;
        let created = engine.jobs.create(id, &job, &input).await;
        pass(AbortPoint::Created).await;
        // After a failure of the connection the job may exist. If it does not, the sweep removes its input.
        let is_unused = match &created {
            Ok(created) => created.id != id,
            Err(error) => !error.is_transient(),
        };
        if is_unused {
            engine.objects.remove_job(id).await?;
        }
        let created = created?;
        self.announce(engine);
        Ok(created)
    }

    /// Returns the status of a job. `client` restricts it to the jobs of a client, as in the other calls.
    ///
    /// # Errors
    /// [`JobError::NotFound`], or a failure of the database.
    pub async fn status(&self, id: JobId, client: Option<&str>) -> Result<JobStatus, JobError> {
        self.engine.existing().await?.status.status(id, client).await
    }

    /// Returns the status of a job, and a receiver of later ones, at most two a second. One reader reads them for all receivers of this
    /// process.
    ///
    /// The receiver may also receive statuses up to the returned one. It ends after the end of the job, or if it was removed.
    ///
    /// # Errors
    /// As [`status`](Self::status).
    pub async fn watch(
        &self,
        id: JobId,
        client: Option<&str>,
    ) -> Result<(JobStatus, watch::Receiver<JobStatus>), JobError> {
        let changes = self.changes();
        let status = self.status(id, client).await?;
        let jobs = self.clone();
        let read = move || {
            let jobs = jobs.clone();
            // The client of each receiver has been checked.
            async move { jobs.status(id, None).await }
        };
        let later = self.readers.subscribe(&status, changes, read);
        Ok((status, later))
    }

    /// Returns up to `jobs_max` jobs of a client, the latest first, after the job `after`.
    ///
    /// # Errors
    /// A failure of the database.
    pub async fn list(
        &self,
        client: &str,
        state: Option<JobState>,
        after: Option<JobId>,
        jobs_max: u32,
    ) -> Result<Vec<JobStatus>, JobError> {
        let Some(engine) = self.engine.if_any().await? else { return Ok(Vec::new()) };
        engine.status.list(client, state, after, jobs_max).await
    }

    /// Cancels a job that has not ended; removes one that has.
    ///
    /// # Errors
    /// [`JobError::NotFound`], or a failure of the database or the store.
    pub async fn delete(&self, id: JobId, client: Option<&str>) -> Result<Deletion, JobError> {
        let engine = self.engine.existing().await?;
        let deletion = engine.jobs.delete(id, client).await?;
        if deletion == Deletion::Removed {
            engine.objects.remove_job(id).await?;
        }
        self.announce(engine);
        Ok(deletion)
    }

    /// Runs the pieces of a failed job again that have no result. The other ones keep theirs.
    ///
    /// # Errors
    /// [`JobError::NotFound`], [`JobError::NotRetryable`], or a failure of the database.
    pub async fn retry(&self, id: JobId, client: Option<&str>) -> Result<(), JobError> {
        let engine = self.engine.existing().await?;
        engine.jobs.retry(id, client).await?;
        self.announce(engine);
        Ok(())
    }

    /// Returns up to `jobs_max` jobs of all clients in these states, the latest first, after a place in this list.
    ///
    /// # Errors
    /// A failure of the database.
    pub async fn overview(
        &self,
        states: &[JobState],
        after: Option<&ListPlace>,
        jobs_max: usize,
    ) -> Result<Vec<ListedJob>, JobError> {
        let Some(engine) = self.engine.if_any().await? else { return Ok(Vec::new()) };
        engine.overview.jobs(states, after, jobs_max).await
    }

    /// Returns the workers of all processes that share the database.
    ///
    /// # Errors
    /// A failure of the database.
    pub async fn workers(&self) -> Result<Vec<WorkerStatus>, JobError> {
        let Some(engine) = self.engine.if_any().await? else { return Ok(Vec::new()) };
        engine.workers.list().await
    }

    /// Pauses the queue of all processes that share the database: workers claim nothing, and end the pieces that they have.
    ///
    /// # Errors
    /// A failure of the database.
    pub async fn pause(&self) -> Result<(), JobError> {
        if self.engine.get().await?.queue.pause().await? {
            tracing::warn!("the queue of jobs was paused");
        }
        self.meters().update(|gauges| gauges.totals.is_paused = true);
        Ok(())
    }

    /// Lets a paused queue go on.
    ///
    /// # Errors
    /// A failure of the database.
    pub async fn resume(&self) -> Result<(), JobError> {
        let engine = self.engine.get().await?;
        if engine.queue.resume().await? {
            tracing::info!("the queue of jobs goes on");
        }
        self.meters().update(|gauges| gauges.totals.is_paused = false);
        self.announce(engine);
        Ok(())
    }

    /// Returns whether the queue is paused.
    ///
    /// # Errors
    /// A failure of the database.
    pub async fn is_paused(&self) -> Result<bool, JobError> {
        let Some(engine) = self.engine.if_any().await? else { return Ok(false) };
        engine.overview.is_paused().await
    }

    /// Returns which results exist, in the order of the input.
    ///
    /// # Errors
    /// [`JobError::NotFound`], or a failure of the database.
    pub async fn results(&self, id: JobId, client: Option<&str>) -> Result<ResultIndex, JobError> {
        let engine = self.engine.existing().await?;
        let mut index = engine.status.results(id, client).await?;
        if let (Some(lines), Some(last)) = (index.last_lines.take(), index.parts.last_mut()) {
            let path = result_path(id, last.no, last.epoch);
            let (json, text) = (0..last.json_bytes, last.text_offset..last.text_offset + last.text_bytes);
            last.json_bytes = engine.objects.length_of_lines(&path, json, lines).await?;
            last.text_bytes = engine.objects.length_of_lines(&path, text, lines).await?;
        }
        Ok(index)
    }

    /// Reads bytes of a part of the results in a format.
    ///
    /// # Errors
    /// [`JobError::ResultsLost`] if the store does not have all of them, or a failure of the store.
    pub async fn read(
        &self,
        id: JobId,
        part: ResultPart,
        format: ResultFormat,
        range: Range<u64>,
    ) -> Result<Bytes, JobError> {
        let (length, offset) = (range.end.saturating_sub(range.start), part.offset(format));
        let range = offset + range.start..offset + range.end;
        let objects = &self.engine.existing().await?.objects;
        match objects.get(&result_path(id, part.no, part.epoch), range).await {
            Ok(bytes) if bytes.len() as u64 == length => Ok(bytes),
            Ok(_) | Err(JobError::Store(object_store::Error::NotFound { .. })) => Err(JobError::ResultsLost),
            Err(error) => Err(error),
        }
    }

    /// Returns a reader of the results as rows of a table; `None` if they are no rows.
    ///
    /// # Errors
    /// [`JobError::NotFound`], or a failure of the database.
    pub async fn rows(&self, id: JobId, index: ResultIndex) -> Result<Option<RowReader>, JobError> {
        let engine = self.engine.existing().await?;
        let source = engine.status.row_source(id).await?;
        Ok(source.map(|source| RowReader::new(engine.objects.clone(), id, index, source)))
    }

    /// Returns an upload. `client` restricts it to the uploads of a client.
    ///
    /// # Errors
    /// [`JobError::NotFound`], or a failure of the database.
    pub async fn find_upload(&self, id: JobId, client: Option<&str>) -> Result<UploadInfo, JobError> {
        self.engine.existing().await?.uploads.find(id, client).await
    }

    /// Begins an upload.
    ///
    /// # Errors
    /// A failure of the database or the store.
    pub async fn upload(&self, client: &str, content: InputContent) -> Result<Upload, JobError> {
        let engine = self.engine.get().await?;
        let id = JobId::random();
        let writer = Some(engine.objects.begin(&upload_path(id)));
        let (engine, client) = (Arc::clone(&self.engine), client.to_owned());
        Ok(Upload { engine, id, client, content, writer, written: 0, reserved: 0 })
    }
}
