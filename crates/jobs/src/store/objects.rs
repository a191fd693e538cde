//! Objects of jobs: inputs and results.

use std::ops::Range;
use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::TryStreamExt;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{MultipartUpload, ObjectMeta, ObjectStore, ObjectStoreExt, PutPayload};
use tokio::runtime::Handle;

use super::incomplete::remove_incomplete;
use super::s3::open_bucket;
use crate::error::JobError;
use crate::id::JobId;
use crate::settings::JobStore;
use crate::system::free_bytes;

/// Prefix of the objects of all jobs.
const JOBS: &str = "jobs";

/// Prefix of all uploads.
const UPLOADS: &str = "uploads";

/// Length of the parts of an object that is written in parts. S3 requires 5 MiB.
const PART_BYTES: usize = 5 << 20;

/// Bytes that are read at once to find the end of a line.
const READ_BYTES: u64 = 1 << 20;

/// Store of objects. An object exists as a whole or not at all, and survives a power cut.
///
/// All calls run on the threads of `io`: file operations block, and the blocking threads of the other runtimes solve.
#[derive(Clone, Debug)]
pub(crate) struct Objects {
    store: Arc<dyn ObjectStore>,
    /// `None` for a bucket.
    folder: Option<Arc<FilePath>>,
    io: Handle,
}

impl Objects {
    /// Opens the store.
    pub(crate) async fn open(store: &JobStore, io: Handle) -> Result<Self, JobError> {
        match store {
            JobStore::Folder(folder) => Self::open_folder(folder, io).await,
            JobStore::S3 { bucket, prefix } => {
                Ok(Self { store: open_bucket(bucket, prefix)?, folder: None, io })
            }
        }
    }

    /// Opens a folder, and creates it if it is missing.
    async fn open_folder(folder: &FilePath, io: Handle) -> Result<Self, JobError> {
        let (path, folder) = (Arc::from(folder), folder.to_owned());
        let open = move || {
            std::fs::create_dir_all(&folder)?;
            Ok::<_, JobError>(
                LocalFileSystem::new_with_prefix(&folder)?.with_fsync(true).with_automatic_cleanup(true),
            )
        };
        let opened = io.spawn(async move { open() }).await;
        let store = opened.map_err(|_| JobError::Unavailable("the store was closed".to_owned()))??;
        Ok(Self { store: Arc::new(store), folder: Some(path), io })
    }

    /// Removes files of the folder that were not completed and have not changed for `age`. Returns the bytes of those that seem to be
    /// left by a killed process, and are too young. A bucket has rules for them, and does not list them.
    pub(crate) async fn remove_incomplete(&self, age: Duration) -> Result<u64, JobError> {
        let Some(folder) = self.folder.clone() else { return Ok(0) };
        let left = self.io.spawn(async move { remove_incomplete(&folder, age) }).await;
        Ok(left.map_err(|_| JobError::Unavailable("the store was closed".to_owned()))??)
    }

    /// Returns the free space of the folder in bytes; `None` for a bucket, and where it is unknown.
    pub(crate) async fn free_bytes(&self) -> Result<Option<u64>, JobError> {
        let Some(folder) = self.folder.clone() else { return Ok(None) };
        let free = self.io.spawn(async move { free_bytes(&folder) }).await;
        Ok(free.map_err(|_| JobError::Unavailable("the store was closed".to_owned()))??)
    }

    /// Checks that the folder has at least this free space.
    ///
    /// # Errors
    /// [`JobError::NoSpace`].
    pub(crate) async fn check_space(&self, free_bytes_min: u64) -> Result<(), JobError> {
        let free = if free_bytes_min > 0 { self.free_bytes().await? } else { None };
        if free.is_some_and(|free| free < free_bytes_min) {
            return Err(JobError::NoSpace(free_bytes_min));
        }
        Ok(())
    }

    /// Runs a call on the threads for input and output.
    async fn run<T: Send + 'static>(
        &self,
        call: impl Future<Output = Result<T, object_store::Error>> + Send + 'static,
    ) -> Result<T, JobError> {
        match self.io.spawn(call).await {
            Ok(result) => Ok(result?),
            Err(_) => Err(JobError::Unavailable("the store was closed".to_owned())),
        }
    }

    /// Writes an object.
    pub(crate) async fn put(&self, path: &str, bytes: Bytes) -> Result<(), JobError> {
        let (store, path) = (Arc::clone(&self.store), Path::from(path));
        self.run(async move { store.put(&path, PutPayload::from_bytes(bytes)).await }).await.map(|_| ())
    }

    /// Returns bytes of an object: fewer at its end.
    pub(crate) async fn get(&self, path: &str, range: Range<u64>) -> Result<Bytes, JobError> {
        let (store, path) = (Arc::clone(&self.store), Path::from(path));
        if range.is_empty() {
            return Ok(Bytes::new());
        }
        self.run(async move { store.get_range(&path, range).await }).await
    }

    /// Returns the length of an object.
    pub(crate) async fn length(&self, path: &str) -> Result<u64, JobError> {
        let (store, path) = (Arc::clone(&self.store), Path::from(path));
        Ok(self.run(async move { store.head(&path).await }).await?.size)
    }

    /// Returns the length of the first lines of a range of an object.
    pub(crate) async fn length_of_lines(
        &self,
        path: &str,
        range: Range<u64>,
        lines: u64,
    ) -> Result<u64, JobError> {
        let (mut offset, mut left) = (range.start, lines);
        while left > 0 && offset < range.end {
            let bytes = self.get(path, offset..range.end.min(offset + READ_BYTES)).await?;
            if bytes.is_empty() {
                return Err(JobError::ResultsLost);
            }
            let ends = bytes.iter().zip(offset + 1..).filter(|(byte, _)| **byte == b'\n').map(|(_, end)| end);
            let (ends, last) =
                ends.take(left as usize).fold((0, None), |(ends, _), end| (ends + 1, Some(end)));
            left -= ends;
            offset = if left == 0 { last.unwrap_or(offset) } else { offset + bytes.len() as u64 };
        }
        Ok(offset - range.start)
    }

    /// Begins an object that is written in parts if it is longer than one.
    pub(crate) fn begin(&self, path: &str) -> ObjectWriter {
        let (objects, path) = (self.clone(), path.to_owned());
        ObjectWriter { objects, path, upload: None, part: Vec::new(), written: 0 }
    }

    /// Removes all objects of a job.
    pub(crate) async fn remove_job(&self, job: JobId) -> Result<(), JobError> {
        let objects = self.list_job(job).await?;
        self.remove(objects.into_iter().map(|object| object.path).collect()).await
    }

    /// Removes an upload.
    pub(crate) async fn remove_upload(&self, upload: JobId) -> Result<(), JobError> {
        self.remove(vec![upload_path(upload)]).await
    }

    /// Removes objects. Those that do not exist are no error.
    pub(crate) async fn remove(&self, paths: Vec<String>) -> Result<(), JobError> {
        for path in paths {
            let (store, path) = (Arc::clone(&self.store), Path::from(path));
            match self.run(async move { store.delete(&path).await }).await {
                Err(JobError::Store(object_store::Error::NotFound { .. })) | Ok(()) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns all objects of a job.
    pub(crate) async fn list_job(&self, job: JobId) -> Result<Vec<StoredObject>, JobError> {
        self.list(&format!("{JOBS}/{job}")).await
    }

    /// Returns all uploads.
    pub(crate) async fn uploads(&self) -> Result<Vec<StoredObject>, JobError> {
        self.list(UPLOADS).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<StoredObject>, JobError> {
        let (store, prefix) = (Arc::clone(&self.store), Path::from(prefix));
        let listed = async move { store.list(Some(&prefix)).try_collect::<Vec<_>>().await };
        let stored = |object: ObjectMeta| StoredObject {
            path: object.location.to_string(),
            bytes: object.size,
            modified: object.last_modified.timestamp_millis(),
        };
        Ok(self.run(listed).await?.into_iter().map(stored).collect())
    }

    /// Returns the ids of all jobs that have objects.
    pub(crate) async fn jobs(&self) -> Result<Vec<JobId>, JobError> {
        let store = Arc::clone(&self.store);
        let listed = async move { store.list_with_delimiter(Some(&Path::from(JOBS))).await };
        let prefixes = self.run(listed).await?.common_prefixes;
        Ok(prefixes.iter().filter_map(|prefix| prefix.filename()?.parse().ok()).collect())
    }
}

/// Object in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredObject {
    pub(crate) path: String,
    pub(crate) bytes: u64,
    /// Time of its last change, in milliseconds since 1970.
    pub(crate) modified: i64,
}

impl StoredObject {
    /// Last part of the path.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

/// Object that is written in parts if it is longer than one. Dropping it without [`finish`](Self::finish) leaves no object.
#[derive(Debug)]
pub(crate) struct ObjectWriter {
    objects: Objects,
    path: String,
    /// `None` before the first part, and after the end.
    upload: Option<Box<dyn MultipartUpload>>,
    part: Vec<u8>,
    written: u64,
}

impl ObjectWriter {
    /// Appends bytes.
    pub(crate) async fn write(&mut self, bytes: &[u8]) -> Result<(), JobError> {
        self.part.extend_from_slice(bytes);
        self.written += bytes.len() as u64;
        if self.part.len() >= PART_BYTES { self.send_part().await } else { Ok(()) }
    }

    /// Number of bytes written so far.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    async fn send_part(&mut self) -> Result<(), JobError> {
        let upload = match self.upload.take() {
            Some(upload) => upload,
            None => {
                let (store, path) = (Arc::clone(&self.objects.store), Path::from(self.path.as_str()));
                self.objects.run(async move { store.put_multipart(&path).await }).await?
            }
        };
        let upload = self.upload.insert(upload);
        let part = Bytes::from(std::mem::take(&mut self.part));
        let io = self.objects.io.enter();
        let sent = upload.put_part(PutPayload::from_bytes(part));
        drop(io);
        self.objects.run(sent).await
    }

    /// Ends the object. Returns its length.
    pub(crate) async fn finish(mut self) -> Result<u64, JobError> {
        if self.upload.is_none() {
            self.objects.put(&self.path, Bytes::from(std::mem::take(&mut self.part))).await?;
        } else if !self.part.is_empty() {
            self.send_part().await?;
        }
        if let Some(mut upload) = self.upload.take() {
            self.objects.run(async move { upload.complete().await }).await?;
        }
        Ok(self.written)
    }
}

impl Drop for ObjectWriter {
    fn drop(&mut self) {
        if let Some(mut upload) = self.upload.take() {
            self.objects.io.spawn(async move { upload.abort().await });
        }
    }
}

/// Path of an upload.
pub(crate) fn upload_path(upload: JobId) -> String {
    format!("{UPLOADS}/{upload}")
}

/// Path of the input of a job that came with its request.
pub(crate) fn inline_path(job: JobId) -> String {
    format!("{JOBS}/{job}/request")
}

/// Path of the framed input that a plan has written.
pub(crate) fn framed_path(job: JobId, plan: u64) -> String {
    format!("{JOBS}/{job}/input.{plan}")
}

/// Path of the result of an epoch of a piece.
pub(crate) fn result_path(job: JobId, no: u64, epoch: u64) -> String {
    format!("{JOBS}/{job}/{no}.{epoch}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn objects_are_written_read_listed_and_removed() {
        let folder = tempfile::tempdir().expect("temporary directory");
        let store = JobStore::Folder(folder.path().join("objects"));
        let objects = Objects::open(&store, Handle::current()).await.expect("a store");
        let (job, upload) = (JobId::random(), JobId::random());
        let (first, second) = (result_path(job, 1, 1), result_path(job, 2, 1));
        assert!(matches!(objects.get(&first, 0..1).await, Err(JobError::Store(_))));
        for path in [&first, &second] {
            objects.put(path, Bytes::from_static(b"before")).await.expect("written");
            objects.put(path, Bytes::from_static(b"0123456789")).await.expect("replaced");
        }
        assert_eq!(objects.length(&first).await.expect("a length"), 10);
        assert_eq!(objects.get(&first, 3..5).await.expect("bytes"), "34");
        assert_eq!(objects.get(&first, 8..20).await.expect("bytes"), "89");
        assert_eq!(objects.get(&first, 4..4).await.expect("nothing"), "");

        let mut writer = objects.begin(&upload_path(upload));
        let part = vec![b'x'; 3 << 20];
        for _ in 0..4 {
            writer.write(&part).await.expect("written");
        }
        assert_eq!(
            objects
                .uploads()
                .await
                .expect("a list")
                .iter()
                .filter(|object| object.name() == upload.to_string())
                .count(),
            0
        );
        assert_eq!(writer.finish().await.expect("an object"), 12 << 20);
        assert_eq!(objects.length(&upload_path(upload)).await.expect("a length"), 12 << 20);
        objects.begin(&framed_path(job, 1)).finish().await.expect("an empty object");
        assert_eq!(objects.length(&framed_path(job, 1)).await.expect("a length"), 0);
        drop(objects.begin(&framed_path(job, 2)));

        let mut names: Vec<String> = objects
            .list_job(job)
            .await
            .expect("a list")
            .iter()
            .map(|object| object.name().to_owned())
            .collect();
        names.sort_unstable();
        assert_eq!(names, ["1.1", "2.1", "input.1"]);
        assert!(objects.jobs().await.expect("a list").contains(&job));
        objects.remove(vec![first.clone(), first]).await.expect("removed, and no error again");
        objects.remove_job(job).await.expect("removed");
        assert_eq!(objects.list_job(job).await.expect("a list"), []);
        assert!(!objects.jobs().await.expect("a list").contains(&job));
        objects.remove_upload(upload).await.expect("removed");
        assert!(objects.length(&upload_path(upload)).await.is_err());
    }
}
