//! One reader per watched job, which feeds all its streams of events.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::error::JobError;
use super::id::JobId;
use super::rows::JobStatus;

/// Minimum time between two reads of a status.
const READ_TIME_MIN: Duration = Duration::from_millis(500);

/// Time after which the status is read even if no change was announced, for example of a job that has expired.
const POLL: Duration = Duration::from_secs(10);

/// Readers of the jobs that are watched in this process.
#[derive(Debug, Default)]
pub(crate) struct JobReaders {
    by_job: Mutex<HashMap<JobId, Weak<watch::Sender<JobStatus>>>>,
}

impl JobReaders {
    /// Returns a receiver of the statuses of a job that follow this one. `read` reads them after `changes`, once for all receivers.
    ///
    /// It may also receive this status again, or one before it. It ends after the end of the job, or if a status cannot be read.
    pub(crate) fn subscribe<R>(
        self: &Arc<Self>,
        status: &JobStatus,
        changes: watch::Receiver<u64>,
        read: impl Fn() -> R + Send + Sync + 'static,
    ) -> watch::Receiver<JobStatus>
    where
        R: Future<Output = Result<JobStatus, JobError>> + Send + 'static,
    {
        if status.state.has_ended() {
            return watch::channel(status.clone()).1;
        }
        let mut by_job = self.by_job.lock();
        if let Some(sender) = by_job.get(&status.id).and_then(Weak::upgrade) {
            let mut receiver = sender.subscribe();
            // The reader may have been faster than the caller.
            receiver.mark_changed();
            return receiver;
        }
        let (sender, receiver) = watch::channel(status.clone());
        let sender = Arc::new(sender);
        by_job.insert(status.id, Arc::downgrade(&sender));
        tokio::spawn(Arc::clone(self).run(status.id, sender, changes, read));
        receiver
    }

    /// Reads the status after each change, until the job has ended or has no receiver.
    async fn run<R>(
        self: Arc<Self>,
        id: JobId,
        sender: Arc<watch::Sender<JobStatus>>,
        mut changes: watch::Receiver<u64>,
        read: impl Fn() -> R + Send + Sync,
    ) where
        R: Future<Output = Result<JobStatus, JobError>> + Send + 'static,
    {
        let mut ticks = interval(READ_TIME_MIN);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let changed = async {
                ticks.tick().await;
                // After the time, the status is read, too.
                let _ = timeout(POLL, changes.changed()).await;
            };
            let is_last = tokio::select! {
                () = sender.closed() => false,
                () = changed => !read().await.is_ok_and(|status| {
                    let is_open = !status.state.has_ended();
                    sender.send_replace(status);
                    is_open
                }),
            };
            let mut by_job = self.by_job.lock();
            if is_last || sender.receiver_count() == 0 {
                by_job.remove(&id);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::{Ready, ready};
    use std::sync::atomic::{AtomicU64, Ordering};

    use quadrille_answers::service::VerdictCounts;
    use tokio::task::yield_now;

    use super::*;
    use crate::rows::{JobTimes, PieceCounts};
    use crate::state::JobState;

    fn status(id: JobId, revision: u64, state: JobState) -> JobStatus {
        JobStatus {
            id,
            operation: String::new(),
            state,
            revision,
            times: JobTimes { created: 0, started: None, ended: None, expires_at: 0 },
            pieces: PieceCounts::default(),
            puzzles_done: 0,
            puzzles_total: None,
            verdicts: VerdictCounts::default(),
            count: None,
            is_complete: None,
            fraction: 0.0,
            eta_s: None,
            failure: None,
        }
    }

    /// Returns a function that reads statuses with the number of its calls as their revision, and that number. The last call fails.
    fn reads(id: JobId, last: u64) -> (Arc<AtomicU64>, impl Fn() -> Ready<Result<JobStatus, JobError>>) {
        let reads = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&reads);
        let read = move || {
            let revision = counted.fetch_add(1, Ordering::Relaxed) + 1;
            let is_last = revision == last;
            ready(if is_last { Err(JobError::NotFound) } else { Ok(status(id, revision, JobState::Running)) })
        };
        (reads, read)
    }

    #[tokio::test(start_paused = true)]
    async fn streams_of_a_job_share_its_reads() {
        let (readers, id) = (Arc::new(JobReaders::default()), JobId::random());
        let (changes, first) = (watch::Sender::new(0), status(id, 0, JobState::Queued));
        let (count, read) = reads(id, 4);
        let read = Arc::new(read);
        let mut streams: Vec<_> = (0..48)
            .map(|_| {
                let read = Arc::clone(&read);
                readers.subscribe(&first, changes.subscribe(), move || read())
            })
            .collect();
        for revision in 1..4 {
            changes.send_modify(|changes| *changes += 1);
            for stream in &mut streams {
                while stream.borrow_and_update().revision < revision {
                    stream.changed().await.expect("a reader");
                }
            }
            assert_eq!(count.load(Ordering::Relaxed), revision);
        }
        // Without an announcement, the status is read after a time. It cannot be read, so all streams end.
        for stream in &mut streams {
            assert!(stream.changed().await.is_err());
        }
        assert_eq!((count.load(Ordering::Relaxed), readers.by_job.lock().len()), (4, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn reader_ends_with_its_job_or_its_last_stream() {
        let (readers, id, changes) =
            (Arc::new(JobReaders::default()), JobId::random(), watch::Sender::new(0));
        let ended = status(id, 1, JobState::Succeeded);
        let first = status(id, 0, JobState::Running);
        let read = {
            let ended = ended.clone();
            move || ready(Ok(ended.clone()))
        };
        let mut stream = readers.subscribe(&first, changes.subscribe(), read.clone());
        assert!(stream.changed().await.is_ok() && stream.borrow_and_update().state.has_ended());
        assert!(stream.changed().await.is_err());
        assert!(readers.subscribe(&ended, changes.subscribe(), read).changed().await.is_err());
        let (count, read) = reads(id, 0);
        drop(readers.subscribe(&first, changes.subscribe(), read));
        while !readers.by_job.lock().is_empty() {
            yield_now().await;
        }
        assert_eq!(count.load(Ordering::Relaxed), 0);
    }
}
