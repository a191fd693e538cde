//! Upload that a client sends.

use std::sync::Arc;

use super::error::JobError;
use super::id::JobId;
use super::rows::UploadInfo;
use super::spec::InputContent;
use super::store::ObjectWriter;
use super::worker::{JobEngine, LazyEngine};

/// Upload that a client sends. Dropping it removes the bytes that were sent.
#[derive(Debug)]
pub struct Upload {
    pub(crate) engine: Arc<LazyEngine>,
    pub(crate) id: JobId,
    pub(crate) client: String,
    pub(crate) content: InputContent,
    /// `None` after the end.
    pub(crate) writer: Option<ObjectWriter>,
    pub(crate) written: u64,
    /// Reserved bytes that are not written yet.
    pub(crate) reserved: u64,
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
        let (length, bytes_max) = (bytes.len() as u64, self.engine.bounds().upload_bytes_max);
        self.written += length;
        if self.written > bytes_max {
            return Err(JobError::UploadTooLong(bytes_max));
        }
        if length > self.reserved {
            let JobEngine { objects, uploads, .. } = self.engine.get().await?;
            objects.check_space(self.engine.bounds().free_bytes_min).await?;
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
        if let Ok(engine) = self.engine.get().await
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
            self.engine.get().await?.objects.remove_upload(self.id).await?;
            self.abort().await;
        }
        finished
    }

    async fn finish_object(&mut self) -> Result<UploadInfo, JobError> {
        let bytes = match self.writer.take() {
            Some(writer) => writer.finish().await?,
            None => 0,
        };
        let uploads = &self.engine.get().await?.uploads;
        uploads.create(self.id, &self.client, self.content, bytes).await
    }
}

impl Drop for Upload {
    /// The client has gone: returns the reservation.
    fn drop(&mut self) {
        if self.writer.take().is_some()
            && self.written > 0
            && let Some(engine) = self.engine.opened()
        {
            engine.abort_upload(self.id);
        }
    }
}
