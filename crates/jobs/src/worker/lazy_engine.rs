//! JobEngine of the jobs of a process, which is opened when it is needed.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{OnceCell, watch};
use tokio::time::sleep;

use super::engine::JobEngine;
use crate::bounds::JobBounds;
use crate::error::JobError;
use crate::id::JobId;
use crate::meters::JobMeters;
use crate::settings::{JobDatabase, JobSettings};

/// Time between two attempts to reach a server.
pub(crate) const OPENING: Duration = Duration::from_secs(2);

/// JobEngine that is opened at the start, or for the first call that needs it.
#[derive(Debug)]
pub(crate) struct LazyEngine {
    settings: JobSettings,
    engine: OnceCell<JobEngine>,
    meters: JobMeters,
    changes: watch::Sender<u64>,
    has_warned: AtomicBool,
    /// Whether the start has found that the file of the database cannot be created or opened.
    has_no_file: AtomicBool,
}

impl LazyEngine {
    /// Makes an engine with these settings. Opens nothing.
    pub(crate) fn new(settings: JobSettings) -> Self {
        Self {
            meters: JobMeters::new(&settings.bounds),
            settings,
            engine: OnceCell::new(),
            changes: watch::Sender::new(0),
            has_warned: AtomicBool::new(false),
            has_no_file: AtomicBool::new(false),
        }
    }

    /// Returns whether a database is configured.
    pub(crate) fn is_on(&self) -> bool {
        self.settings.database.is_some()
    }

    /// Returns whether a database is configured that can hold jobs, as far as the start has found.
    pub(crate) fn can_store(&self) -> bool {
        self.is_on() && (self.engine.initialized() || !self.has_no_file.load(Ordering::Relaxed))
    }

    /// The bounds on the jobs of a client.
    pub(crate) fn bounds(&self) -> &JobBounds {
        &self.settings.bounds
    }

    /// The gauges and counters.
    pub(crate) fn meters(&self) -> &JobMeters {
        &self.meters
    }

    /// Number of changes of jobs.
    pub(crate) fn changes(&self) -> &watch::Sender<u64> {
        &self.changes
    }

    /// Opens the database, unless it is a file that does not exist. A failure is logged, also if the file cannot be created later.
    /// Returns false if a server does not answer.
    pub(crate) async fn start(&self) -> bool {
        if let Some(JobDatabase::File(path)) = &self.settings.database
            && !path.exists()
            && let Err(error) = check_folder(path)
        {
            self.has_warned.store(true, Ordering::Relaxed);
            self.has_no_file.store(true, Ordering::Relaxed);
            tracing::warn!(
                %error,
                database = %path.display(),
                "jobs are off: their database cannot be created; mount a folder that is writable, or set jobs.database to off"
            );
        }
        let is_open = !self.exists() || self.get().await.is_ok();
        if !is_open && !self.is_server() {
            self.has_no_file.store(true, Ordering::Relaxed);
        }
        is_open || !self.is_server()
    }

    /// Opens the database, and creates a file that does not exist. Waits for a server that does not answer.
    ///
    /// # Errors
    /// A failure that another attempt does not change, such as a store of another database.
    pub(crate) async fn open(&self) -> Result<(), JobError> {
        loop {
            match self.open_once().await {
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

    /// Returns the engine if it is open.
    pub(crate) fn opened(&self) -> Option<&JobEngine> {
        self.engine.get()
    }

    fn is_server(&self) -> bool {
        matches!(self.settings.database, Some(JobDatabase::Postgres { .. }))
    }

    /// Returns whether there may be jobs.
    fn exists(&self) -> bool {
        match &self.settings.database {
            None => false,
            Some(JobDatabase::File(path)) => path.exists(),
            Some(JobDatabase::Postgres { .. }) => true,
        }
    }

    async fn open_once(&self) -> Result<&JobEngine, JobError> {
        let Self { settings, engine, meters, changes, .. } = self;
        let database = settings.database.as_ref().ok_or(JobError::Off)?;
        engine.get_or_try_init(|| JobEngine::open(settings, database, meters, changes)).await
    }

    /// Returns the open engine; opens it if necessary.
    pub(crate) async fn get(&self) -> Result<&JobEngine, JobError> {
        self.open_once().await.map_err(|error| {
            if matches!(error, JobError::Off) {
                return error;
            }
            if let Some(database) = &self.settings.database
                && !self.has_warned.swap(true, Ordering::Relaxed)
            {
                tracing::warn!(%error, %database, "jobs are off: cannot open their database");
            }
            match self.is_server() {
                true => JobError::Unavailable(error.to_string()),
                false => JobError::NoDatabase(error.to_string()),
            }
        })
    }

    /// Returns the engine, unless there are no jobs yet.
    pub(crate) async fn if_any(&self) -> Result<Option<&JobEngine>, JobError> {
        let has_none = self.engine.get().is_none() && self.is_on() && !self.exists();
        if has_none { Ok(None) } else { self.get().await.map(Some) }
    }

    /// Returns the engine for a job that should exist.
    pub(crate) async fn existing(&self) -> Result<&JobEngine, JobError> {
        self.if_any().await?.ok_or(JobError::NotFound)
    }
}

/// Creates a file beside the database, and removes it.
fn check_folder(database: &Path) -> io::Result<()> {
    let file = database.with_extension(JobId::random().to_string());
    File::create_new(&file)?;
    fs::remove_file(&file)
}
