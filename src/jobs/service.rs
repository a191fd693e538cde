//! Jobs, as clients use them.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{OnceCell, watch};
use tokio::time::sleep;

use super::abort::{AbortPoint, pass};
use super::bounds::JobBounds;
use super::engine::{Engine, announce};
use super::error::JobError;
use super::id::JobId;
use super::meters::JobMeters;
use super::objects::{ObjectWriter, inline_path, result_path, upload_path};
use super::overview::{ListPlace, ListedJob};
use super::readers::JobReaders;
use super::settings::{JobDatabase, JobSettings};
use super::spec::InputContent;
use super::state::JobState;
use super::status::{JobStatus, ResultIndex, ResultPart};
use super::table::{CreatedJob, Deletion, NewJob, StoredInput};
use super::uploads::UploadInfo;
use super::workers::WorkerStatus;

/// Time between two attempts to reach a server.
const OPENING: Duration = Duration::from_secs(2);

/// Jobs of this process. Clones share them.
///
/// The database is opened at the start if it is a server or a file that exists, otherwise for the first job or upload.
#[derive(Clone, Debug)]
pub struct Jobs {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    settings: JobSettings,
    engine: OnceCell<Engine>,
    meters: JobMeters,
    changes: watch::Sender<u64>,
    readers: Arc<JobReaders>,
    has_warned: AtomicBool,
    /// Whether the start has found that the file of the database cannot be created.
    has_no_folder: AtomicBool,
}

/// Input of a new job.
#[derive(Clone, Debug)]
pub enum JobInput {
    /// The input itself.
    Inline(Bytes),
    /// An upload. The caller has checked that it belongs to the client.
    Upload(JobId),
}

/// Upload that a client sends. Dropping it removes what was sent.
#[derive(Debug)]
pub struct Upload {
    jobs: Jobs,
    id: JobId,
    client: String,
    content: InputContent,
    /// `None` after the end.
    writer: Option<ObjectWriter>,
    written: u64,
    /// Reserved bytes that are not written yet.
    reserved: u64,
}

/// Creates a file beside that of the database, and removes it.
fn check_folder(database: &Path) -> io::Result<()> {
    let file = database.with_extension(JobId::random().to_string());
    File::create_new(&file)?;
    fs::remove_file(&file)
}

impl Jobs {
    /// Makes jobs with these settings. Opens nothing.
    pub fn new(settings: JobSettings) -> Self {
        let shared = Shared {
            meters: JobMeters::new(&settings.bounds),
            settings,
            engine: OnceCell::new(),
            changes: watch::Sender::new(0),
            readers: Arc::default(),
            has_warned: AtomicBool::new(false),
            has_no_folder: AtomicBool::new(false),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Returns whether a database is configured.
    pub fn is_on(&self) -> bool {
        self.shared.settings.database.is_some()
    }

    /// Returns whether a database is configured that can hold jobs, as far as the start has found.
    pub fn can_store(&self) -> bool {
        self.is_on()
            && (self.shared.engine.initialized() || !self.shared.has_no_folder.load(Ordering::Relaxed))
    }

    /// The bounds on the jobs of a client.
    pub fn bounds(&self) -> &JobBounds {
        &self.shared.settings.bounds
    }

    /// The gauges and counters.
    pub fn meters(&self) -> &JobMeters {
        &self.shared.meters
    }

    /// Returns a receiver that sees a change after each change of a job in this process, and regularly if other processes may
    /// change jobs.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.shared.changes.subscribe()
    }

    /// Opens the database, unless it is a file that does not exist, so that its jobs go on. A failure is logged, also if the file cannot
    /// be created later; a server is tried again until it answers.
    pub async fn start(&self) {
        if let Some(JobDatabase::File(path)) = &self.shared.settings.database
            && !path.exists()
            && let Err(error) = check_folder(path)
        {
            self.shared.has_warned.store(true, Ordering::Relaxed);
            self.shared.has_no_folder.store(true, Ordering::Relaxed);
            tracing::warn!(
                %error,
                database = %path.display(),
                "jobs are off: their database cannot be created; mount a folder that is writable, or set jobs.database to off"
            );
        }
        if self.exists() && self.engine().await.is_err() && self.is_server() {
            let shared = Arc::downgrade(&self.shared);
            tokio::spawn(async move {
                loop {
                    sleep(OPENING).await;
                    // Without jobs, or with the database, there is nothing to do.
                    let Some(shared) = shared.upgrade() else { return };
                    if (Self { shared }).engine().await.is_ok() {
                        return;
                    }
                }
            });
        }
    }

    /// Opens the database, and creates a file that does not exist. Waits for a server that does not answer.
    ///
    /// # Errors
    /// A failure that another attempt does not change, such as a store that is not that of the database.
    pub async fn open(&self) -> Result<(), JobError> {
        loop {
            match self.opened().await {
                Err(error)
                    if self.is_server() && (error.is_transient() || matches!(error, JobError::Store(_))) =>
                {
                    tracing::warn!(%error, "waiting for the database and the store of jobs");
                    sleep(OPENING).await;
                }
                result => return result.map(|_| ()),
            }
        }
    }

    /// Stops the worker, and gives its pieces back.
    pub async fn drain(&self) {
        if let Some(engine) = self.shared.engine.get() {
            engine.drain().await;
        }
    }

    fn is_server(&self) -> bool {
        matches!(self.shared.settings.database, Some(JobDatabase::Postgres { .. }))
    }

    /// Returns whether there may be jobs.
    fn exists(&self) -> bool {
        match &self.shared.settings.database {
            None => false,
            Some(JobDatabase::File(path)) => path.exists(),
            Some(JobDatabase::Postgres { .. }) => true,
        }
    }

    async fn opened(&self) -> Result<&Engine, JobError> {
        let Shared { settings, engine, meters, changes, .. } = &*self.shared;
        let database = settings.database.as_ref().ok_or(JobError::Off)?;
        engine.get_or_try_init(|| Engine::open(settings, database, meters, changes)).await
    }

    /// Returns the open engine; opens it if necessary.
    async fn engine(&self) -> Result<&Engine, JobError> {
        self.opened().await.map_err(|error| {
            if matches!(error, JobError::Off) {
                return error;
            }
            if let Some(database) = &self.shared.settings.database
                && !self.shared.has_warned.swap(true, Ordering::Relaxed)
            {
                tracing::warn!(%error, %database, "jobs are off: cannot open their database");
            }
            match self.is_server() {
                true => JobError::Unavailable(error.to_string()),
                false => JobError::NoDatabase(error.to_string()),
            }
        })
    }

    /// Returns the engine for a job that should exist.
    async fn existing(&self) -> Result<&Engine, JobError> {
        if self.shared.engine.get().is_none() && self.is_on() && !self.exists() {
            return Err(JobError::NotFound);
        }
        self.engine().await
    }

    fn announce(&self, engine: &Engine) {
        engine.wake();
        announce(&self.shared.changes);
    }

    /// Creates a job, or returns that of a repeated request.
    ///
    /// # Errors
    /// [`JobError::ReusedKey`], [`JobError::TooManyJobs`], [`JobError::TooManyBytes`], [`JobError::StoreFull`],
    /// [`JobError::NoSpace`]; [`JobError::NotFound`] for an upload that
    /// does not exist.
    pub async fn create(&self, job: NewJob, input: JobInput) -> Result<CreatedJob, JobError> {
        let engine = self.engine().await?;
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
        self.existing().await?.status.status(id, client).await
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
        let later = self.shared.readers.subscribe(&status, changes, read);
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
        match self.existing().await {
            Ok(engine) => engine.status.list(client, state, after, jobs_max).await,
            Err(JobError::NotFound) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Cancels a job that has not ended; removes one that has.
    ///
    /// # Errors
    /// [`JobError::NotFound`], or a failure of the database or the store.
    pub async fn delete(&self, id: JobId, client: Option<&str>) -> Result<Deletion, JobError> {
        let engine = self.existing().await?;
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
        let engine = self.existing().await?;
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
        match self.existing().await {
            Ok(engine) => engine.overview.jobs(states, after, jobs_max).await,
            Err(JobError::NotFound) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Returns the workers of all processes that share the database.
    ///
    /// # Errors
    /// A failure of the database.
    pub async fn workers(&self) -> Result<Vec<WorkerStatus>, JobError> {
        match self.existing().await {
            Ok(engine) => engine.workers.list().await,
            Err(JobError::NotFound) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Pauses the queue of all processes that share the database: workers claim nothing, and end the pieces that they have.
    ///
    /// # Errors
    /// A failure of the database.
    pub async fn pause(&self) -> Result<(), JobError> {
        if self.engine().await?.queue.pause().await? {
            tracing::warn!("the queue of jobs was paused");
        }
        self.meters().set_paused(true);
        Ok(())
    }

    /// Lets a paused queue go on.
    ///
    /// # Errors
    /// A failure of the database.
    pub async fn resume(&self) -> Result<(), JobError> {
        let engine = self.engine().await?;
        if engine.queue.resume().await? {
            tracing::info!("the queue of jobs goes on");
        }
        self.meters().set_paused(false);
        self.announce(engine);
        Ok(())
    }

    /// Returns whether the queue is paused.
    ///
    /// # Errors
    /// A failure of the database.
    pub async fn is_paused(&self) -> Result<bool, JobError> {
        match self.existing().await {
            Ok(engine) => engine.overview.is_paused().await,
            Err(JobError::NotFound) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns which results exist, in the order of the input.
    ///
    /// # Errors
    /// [`JobError::NotFound`], or a failure of the database.
    pub async fn results(&self, id: JobId, client: Option<&str>) -> Result<ResultIndex, JobError> {
        let engine = self.existing().await?;
        let mut index = engine.status.results(id, client).await?;
        if let (Some(lines), Some(last)) = (index.last_lines.take(), index.parts.last_mut()) {
            last.bytes = engine.objects.length_of_lines(&result_path(id, last.no, last.epoch), lines).await?;
        }
        Ok(index)
    }

    /// Reads bytes of a part of the results.
    ///
    /// # Errors
    /// [`JobError::ResultsLost`] if the store does not have all of them, or a failure of the store.
    pub async fn read(&self, id: JobId, part: ResultPart, range: Range<u64>) -> Result<Bytes, JobError> {
        let length = range.end.saturating_sub(range.start);
        let objects = &self.existing().await?.objects;
        match objects.get(&result_path(id, part.no, part.epoch), range).await {
            Ok(bytes) if bytes.len() as u64 == length => Ok(bytes),
            Ok(_) | Err(JobError::Store(object_store::Error::NotFound { .. })) => Err(JobError::ResultsLost),
            Err(error) => Err(error),
        }
    }

    /// Returns an upload. `client` restricts it to the uploads of a client.
    ///
    /// # Errors
    /// [`JobError::NotFound`], or a failure of the database.
    pub async fn find_upload(&self, id: JobId, client: Option<&str>) -> Result<UploadInfo, JobError> {
        self.existing().await?.uploads.find(id, client).await
    }

    /// Begins an upload.
    ///
    /// # Errors
    /// A failure of the database or the store.
    pub async fn upload(&self, client: &str, content: InputContent) -> Result<Upload, JobError> {
        let engine = self.engine().await?;
        let id = JobId::random();
        let writer = Some(engine.objects.begin(&upload_path(id)));
        let (jobs, client) = (self.clone(), client.to_owned());
        Ok(Upload { jobs, id, client, content, writer, written: 0, reserved: 0 })
    }
}

impl Upload {
    /// Maximum memory of an upload in bytes.
    pub const MEMORY_BYTES: usize = 8 << 20;

    /// Appends bytes.
    ///
    /// # Errors
    /// [`JobError::UploadTooLong`], [`JobError::TooManyBytes`], [`JobError::StoreFull`], [`JobError::NoSpace`], or a failure of the
    /// store.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), JobError> {
        let (length, bytes_max) = (bytes.len() as u64, self.jobs.bounds().upload_bytes_max);
        self.written += length;
        if self.written > bytes_max {
            return Err(JobError::UploadTooLong(bytes_max));
        }
        if length > self.reserved {
            let Engine { objects, uploads, .. } = self.jobs.engine().await?;
            objects.check_space(self.jobs.bounds().free_bytes_min).await?;
            self.reserved += uploads.reserve(self.id, &self.client, length - self.reserved).await?;
        }
        self.reserved -= length;
        match &mut self.writer {
            Some(writer) => writer.write(bytes).await,
            None => Ok(()),
        }
    }

    /// Ends the upload without an object, and returns its reservation.
    pub async fn abort(mut self) {
        drop(self.writer.take());
        if let Ok(engine) = self.jobs.engine().await
            && let Err(error) = engine.uploads.abort(self.id).await
        {
            tracing::warn!(%error, "the reservation of an upload is kept until it expires");
        }
    }

    /// Ends the upload.
    ///
    /// # Errors
    /// [`JobError::TooManyBytes`], or a failure of the database or the store.
    pub async fn finish(mut self) -> Result<UploadInfo, JobError> {
        let finished = self.finish_object().await;
        if finished.as_ref().is_err_and(|error| !error.is_transient()) {
            // As for a job.
            self.jobs.engine().await?.objects.remove_upload(self.id).await?;
            self.abort().await;
        }
        finished
    }

    async fn finish_object(&mut self) -> Result<UploadInfo, JobError> {
        let bytes = match self.writer.take() {
            Some(writer) => writer.finish().await?,
            None => 0,
        };
        let uploads = &self.jobs.engine().await?.uploads;
        uploads.create(self.id, &self.client, self.content, bytes).await
    }
}

impl Drop for Upload {
    /// The client has gone: returns the reservation.
    fn drop(&mut self) {
        if self.writer.take().is_some()
            && self.written > 0
            && let Some(engine) = self.jobs.shared.engine.get()
        {
            engine.abort_upload(self.id);
        }
    }
}
