//! Bounds on concurrent work, as permits.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::moving_average::MovingAverage;
use super::share::{ClientId, HeldShare, Share, SharedResource};
use super::shed::ShedReason;
use super::time::Instant;

/// Chunks of one batch in the queue or on a thread, per thread. Two, so that no thread waits for the reader.
const CHUNKS_PER_THREAD: usize = 2;

/// Slow puzzles of batches that left their chunks, per thread.
const BATCH_SLOW_PER_THREAD: usize = 4;

/// Active large puzzles and problems of batches, per thread. The search of a 36x36 takes about 14 MB.
const BATCH_LARGE_PER_THREAD: usize = 2;

/// Bounds on concurrent work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(Default))]
pub struct Capacity {
    /// Solver threads. The blocking pool of the runtime must have the same number.
    pub threads: usize,
    /// Solver threads that slow tasks may use at once.
    pub slow_threads: usize,
    /// Questions that may wait for a thread.
    pub queue_length: usize,
    /// Time that a question may wait for a thread.
    pub queue_wait_max: Duration,
    /// Questions in the slow queue, running or waiting.
    pub slow_queue_length: usize,
    /// Questions in the slow queue and streams of solutions whose search takes much memory.
    pub slow_large_max: usize,
    /// Time on a thread after which a question is slow. A slice of the search may exceed it.
    pub first_slice: Duration,
    /// Active batches and solution streams.
    pub streams_max: usize,
    /// Active event streams of jobs.
    pub event_streams_max: usize,
    /// Bytes of unsent answers of a batch at which it pauses its input.
    pub output_buffer_bytes: usize,
    /// Percentage of questions, streams, event streams, slow and large questions, and slow and large puzzles of batches that one
    /// client may have.
    /// 100 or more for no such limit.
    pub share_percent: usize,
}

impl Capacity {
    /// The capacity of a program that asks one question at a time: it may use all threads, and waits for nothing.
    pub fn offline(threads: usize) -> Self {
        const FOREVER: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
        Self {
            threads,
            slow_threads: threads,
            queue_length: 1,
            queue_wait_max: FOREVER,
            slow_queue_length: threads,
            slow_large_max: threads,
            first_slice: FOREVER,
            streams_max: 1,
            event_streams_max: 0,
            output_buffer_bytes: 1 << 20,
            share_percent: 100,
        }
    }
}

/// Work that a permit allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PermitKind {
    /// A question that needs a thread, until its first turn ends.
    Question,
    /// A question in the slow queue.
    Slow,
    /// A question in the slow queue, or a stream of solutions, whose search takes much memory.
    SlowLarge,
    /// A batch or a stream of solutions.
    Stream,
    /// A stream of the events of a job.
    Events,
    /// A chunk of one batch, in a queue or on a thread.
    Chunk,
    /// A slow puzzle that left its chunk.
    BatchSlow,
    /// A puzzle of a batch whose search takes much memory.
    BatchLarge,
}

impl PermitKind {
    const ALL: [Self; 8] = [
        Self::Question,
        Self::Slow,
        Self::SlowLarge,
        Self::Stream,
        Self::Events,
        Self::Chunk,
        Self::BatchSlow,
        Self::BatchLarge,
    ];
}

/// Permits for each kind of [`PermitKind`]. Clones share them.
///
/// A client gets at most its share of them, except of chunks, which the permit of their stream bounds.
#[derive(Clone, Debug)]
pub(super) struct Permits([Bound; PermitKind::ALL.len()]);

/// Bound on one kind of work, for all clients and for each.
#[derive(Clone, Debug)]
struct Bound {
    number: usize,
    semaphore: Arc<Semaphore>,
    share: Option<Share>,
    /// Average time for which permits were held; `None` for work that is short, or not rejected without a permit.
    hold_time: Option<Arc<MovingAverage>>,
}

/// Permission for one piece of work, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    client: ClientId,
    _permit: OwnedSemaphorePermit,
    _share: Option<HeldShare>,
    /// Start of the work, and the average to which its time is added.
    measured: Option<(Instant, Arc<MovingAverage>)>,
}

/// Permits for a search in the slow queue.
#[derive(Debug)]
pub(super) struct SlowPermits {
    pub(super) slow: Permit,
    /// Permit of a search that takes much memory.
    pub(super) large: Option<Permit>,
}

/// Reason why there is no permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PermitError {
    /// All permits are taken.
    AllTaken,
    /// The client has its share of them.
    ShareTaken,
}

impl PermitError {
    /// Returns the bound that was reached. `resource` is what the permit allows.
    pub(super) fn reason(self, resource: SharedResource) -> ShedReason {
        match self {
            Self::AllTaken => ShedReason::Full(resource),
            Self::ShareTaken => ShedReason::Share(resource),
        }
    }
}

impl Permits {
    /// Creates the permits for this capacity.
    pub(super) fn new(capacity: &Capacity) -> Self {
        let number = |work| match work {
            PermitKind::Question => capacity.threads.saturating_add(capacity.queue_length),
            PermitKind::Slow => capacity.slow_queue_length,
            PermitKind::SlowLarge => capacity.slow_large_max,
            PermitKind::Stream => capacity.streams_max,
            PermitKind::Events => capacity.event_streams_max,
            PermitKind::Chunk => CHUNKS_PER_THREAD * capacity.threads,
            PermitKind::BatchSlow => BATCH_SLOW_PER_THREAD * capacity.threads,
            PermitKind::BatchLarge => BATCH_LARGE_PER_THREAD * capacity.threads,
        };
        let share = |work| match work {
            PermitKind::Chunk => None,
            _ => Some(Share::new(number(work), capacity.share_percent, 1)),
        };
        let hold_time = |work| {
            matches!(work, PermitKind::Slow | PermitKind::SlowLarge | PermitKind::Stream).then(Arc::default)
        };
        Self(PermitKind::ALL.map(|work| Bound {
            number: number(work),
            semaphore: semaphore(number(work)),
            share: share(work),
            hold_time: hold_time(work),
        }))
    }

    /// Returns these permits, with new ones for chunks, so that no batch waits for the chunks of another.
    pub(super) fn for_batch(&self) -> Self {
        let mut permits = self.clone();
        // Only the permits of batches are given out.
        permits.0[PermitKind::Chunk as usize].semaphore = semaphore(self.free(PermitKind::Chunk));
        permits
    }

    /// Returns a permit if one is free for this client.
    ///
    /// # Errors
    /// If all permits are taken, or the client has its share.
    pub(super) fn try_acquire(&self, client: ClientId, kind: PermitKind) -> Result<Permit, PermitError> {
        let Bound { semaphore, share, hold_time, .. } = self.bound(kind);
        // First, so that a client whose share is the whole number gets the true reason.
        if semaphore.available_permits() == 0 {
            return Err(PermitError::AllTaken);
        }
        let share = share
            .as_ref()
            .map(|share| share.try_hold(client, 1).ok_or(PermitError::ShareTaken))
            .transpose()?;
        let permit = Arc::clone(semaphore).try_acquire_owned().map_err(|_| PermitError::AllTaken)?;
        let measured = hold_time.as_ref().map(|times| (Instant::now(), Arc::clone(times)));
        Ok(Permit { client, _permit: permit, _share: share, measured })
    }

    /// Returns the permits for a search in the slow queue.
    ///
    /// # Errors
    /// The missing permit, and the reason.
    pub(super) fn for_slow(
        &self,
        client: ClientId,
        is_large: bool,
    ) -> Result<SlowPermits, (PermitKind, PermitError)> {
        let permit = |kind| self.try_acquire(client, kind).map_err(|error| (kind, error));
        let slow = permit(PermitKind::Slow)?;
        if !is_large {
            return Ok(SlowPermits { slow, large: None });
        }
        match permit(PermitKind::SlowLarge) {
            Ok(large) => Ok(SlowPermits { slow, large: Some(large) }),
            Err(error) => {
                slow.return_unused();
                Err(error)
            }
        }
    }

    /// Returns the expected time until a refused client can get a permit: the average hold time, divided by the number
    /// of permits, or of the permits in its share. Zero before the first measurement.
    pub(super) fn expected_release(&self, kind: PermitKind, error: PermitError) -> Duration {
        let Bound { number, share, hold_time, .. } = self.bound(kind);
        let number = match (error, share) {
            (PermitError::ShareTaken, Some(share)) => share.max(),
            _ => *number,
        };
        let hold_time = hold_time.as_ref().map_or(Duration::ZERO, |times| times.get());
        hold_time / u32::try_from(number).unwrap_or(u32::MAX).max(1)
    }

    /// Waits for a permit of a chunk. Always returns one: `None` means a closed semaphore, and none is ever closed.
    pub(super) async fn acquire_chunk(&self, client: ClientId) -> Option<Permit> {
        let permit = Arc::clone(&self.bound(PermitKind::Chunk).semaphore).acquire_owned().await.ok()?;
        Some(Permit { client, _permit: permit, _share: None, measured: None })
    }

    /// Returns the number of free permits.
    pub(super) fn free(&self, kind: PermitKind) -> usize {
        self.bound(kind).semaphore.available_permits()
    }

    /// Returns the largest number of permits that one client has.
    pub(super) fn most_held(&self, kind: PermitKind) -> usize {
        self.bound(kind).share.as_ref().map_or(0, Share::most_held)
    }

    fn bound(&self, kind: PermitKind) -> &Bound {
        &self.0[kind as usize]
    }
}

impl Permit {
    /// Returns the client that holds the permit.
    pub(super) fn client(&self) -> ClientId {
        self.client
    }

    /// Returns the permit without a measurement: the work was rejected for another reason.
    pub(super) fn return_unused(mut self) {
        self.measured = None;
    }
}

impl SlowPermits {
    /// Returns the permits without a measurement.
    pub(super) fn return_unused(self) {
        self.slow.return_unused();
        self.large.into_iter().for_each(Permit::return_unused);
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some((since, times)) = self.measured.take() {
            times.add(since.elapsed());
        }
    }
}

fn semaphore(permits: usize) -> Arc<Semaphore> {
    Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS)))
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const CLIENT: ClientId = ClientId::SHARED;

    #[test]
    fn kinds_of_work_have_separate_permits() {
        let capacity = Capacity {
            threads: 1,
            queue_length: usize::MAX,
            slow_queue_length: 1,
            share_percent: 100,
            ..Capacity::default()
        };
        let permits = Permits::new(&capacity);
        let slow = permits.try_acquire(CLIENT, PermitKind::Slow);
        assert_eq!(slow.as_ref().map(Permit::client).ok(), Some(CLIENT));
        for work in [PermitKind::Slow, PermitKind::Stream] {
            assert_eq!(permits.clone().try_acquire(CLIENT, work).err(), Some(PermitError::AllTaken));
        }
        for work in [PermitKind::Question, PermitKind::Chunk, PermitKind::BatchSlow, PermitKind::BatchLarge] {
            assert!(permits.try_acquire(CLIENT, work).is_ok(), "{work:?}");
        }
        drop(slow);
        assert_eq!(permits.free(PermitKind::Slow), 1);
    }

    #[test]
    fn client_gets_its_share_and_others_the_rest() {
        let other = ClientId::from_hash(1);
        let capacity = Capacity {
            threads: 4,
            slow_queue_length: 4,
            slow_large_max: 4,
            streams_max: 4,
            share_percent: 75,
            ..Capacity::default()
        };
        let permits = Permits::new(&capacity);
        for work in [PermitKind::Question, PermitKind::Slow, PermitKind::SlowLarge, PermitKind::Stream] {
            let held: Vec<_> = (0..3).map(|_| permits.try_acquire(CLIENT, work)).collect();
            assert!(held.iter().all(Result::is_ok), "{work:?}");
            assert_eq!(permits.try_acquire(CLIENT, work).err(), Some(PermitError::ShareTaken));
            let last = permits.try_acquire(other, work);
            assert!(last.is_ok(), "{work:?}");
            for client in [CLIENT, other] {
                assert_eq!(permits.try_acquire(client, work).err(), Some(PermitError::AllTaken));
            }
            assert_eq!((permits.most_held(work), permits.free(work)), (3, 0));
            drop((held, last));
            assert_eq!((permits.most_held(work), permits.free(work)), (0, 4));
        }
        // A quarter of the permits for the slow and the large puzzles of batches is for others.
        for (work, share) in [(PermitKind::BatchSlow, 12), (PermitKind::BatchLarge, 6)] {
            let held: Vec<_> = (0..16).map_while(|_| permits.try_acquire(CLIENT, work).ok()).collect();
            assert_eq!(held.len(), share, "{work:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn expected_release_is_the_average_hold_time_divided_by_the_number() {
        let capacity = Capacity { slow_queue_length: 4, share_percent: 75, ..Capacity::default() };
        let permits = Permits::new(&capacity);
        let expected = |error| permits.expected_release(PermitKind::Slow, error).as_secs();
        assert_eq!([PermitError::AllTaken, PermitError::ShareTaken].map(expected), [0, 0]);
        let held = permits.try_acquire(CLIENT, PermitKind::Slow);
        advance(Duration::from_secs(24)).await;
        drop(held);
        permits.try_acquire(CLIENT, PermitKind::Slow).expect("a free permit").return_unused();
        assert_eq!([PermitError::AllTaken, PermitError::ShareTaken].map(expected), [6, 8]);
        assert_eq!(permits.expected_release(PermitKind::Stream, PermitError::AllTaken), Duration::ZERO);
    }

    #[tokio::test]
    async fn batches_share_all_permits_but_those_of_chunks() {
        let permits = Permits::new(&Capacity { threads: 1, ..Capacity::default() });
        let (one, other) = (permits.for_batch(), permits.for_batch());
        let _chunk = one.acquire_chunk(CLIENT).await;
        let _slow = one.try_acquire(CLIENT, PermitKind::BatchSlow);
        let free =
            |permits: &Permits| [PermitKind::Chunk, PermitKind::BatchSlow].map(|work| permits.free(work));
        assert_eq!((free(&one), free(&other)), ([1, 3], [2, 3]));
    }
}
