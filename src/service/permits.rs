//! Bounds on concurrent work, as permits.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Chunks of one batch in the queue or on a thread, per thread. Two, so that no thread waits for the reader.
const CHUNKS_PER_THREAD: usize = 2;

/// Slow puzzles of batches that left their chunks, per thread.
const BATCH_SLOW_PER_THREAD: usize = 4;

/// Active puzzles of batches larger than 16x16, per thread. A 36x36 search takes about 14 MB.
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
    /// Questions in the slow queue, running or waiting.
    pub slow_queue_length: usize,
    /// Questions about grids larger than 16x16 in the slow queue.
    pub slow_large_max: usize,
    /// Time on a thread after which a question is slow. A slice of the search may exceed it.
    pub first_slice: Duration,
    /// Active batches and solution streams.
    pub streams_max: usize,
    /// Bytes of unsent answers of a batch at which it pauses its input.
    pub output_buffer_bytes: usize,
}

/// Opaque identity of a client. All requests share one, until clients get shares of the permits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientId(());

impl ClientId {
    /// The client of all requests.
    pub const SHARED: Self = Self(());
}

/// Work that a permit allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// A question, until its first slice ends.
    Question,
    /// A question in the slow queue.
    Slow,
    /// A question in the slow queue whose search takes much memory.
    SlowLarge,
    /// A batch or a stream of solutions.
    Stream,
    /// A chunk of one batch, in a queue or on a thread.
    Chunk,
    /// A slow puzzle that left its chunk.
    BatchSlow,
    /// A puzzle of a batch whose search takes much memory.
    BatchLarge,
}

impl Work {
    const ALL: [Self; 7] = [
        Self::Question,
        Self::Slow,
        Self::SlowLarge,
        Self::Stream,
        Self::Chunk,
        Self::BatchSlow,
        Self::BatchLarge,
    ];
}

/// Permits for each kind of [`Work`]. Clones share them.
///
/// Only this file knows how permits are divided among clients: today, the first client to ask gets one.
#[derive(Clone, Debug)]
pub(super) struct Permits([Arc<Semaphore>; Work::ALL.len()]);

/// Permission for one piece of work, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    client: ClientId,
    _permit: OwnedSemaphorePermit,
}

impl Permits {
    /// Creates the permits for this capacity.
    pub(super) fn new(capacity: &Capacity) -> Self {
        let number = |work| match work {
            Work::Question => capacity.threads.saturating_add(capacity.queue_length),
            Work::Slow => capacity.slow_queue_length,
            Work::SlowLarge => capacity.slow_large_max,
            Work::Stream => capacity.streams_max,
            Work::Chunk => CHUNKS_PER_THREAD * capacity.threads,
            Work::BatchSlow => BATCH_SLOW_PER_THREAD * capacity.threads,
            Work::BatchLarge => BATCH_LARGE_PER_THREAD * capacity.threads,
        };
        Self(Work::ALL.map(|work| semaphore(number(work))))
    }

    /// Returns these permits, with new ones for chunks, so that no batch waits for the chunks of another.
    pub(super) fn for_batch(&self) -> Self {
        let mut permits = self.clone();
        // Only the permits of batches are given out.
        permits.0[Work::Chunk as usize] = semaphore(self.free(Work::Chunk));
        permits
    }

    /// Returns a permit if one is free.
    pub(super) fn try_acquire(&self, client: ClientId, work: Work) -> Option<Permit> {
        let permit = Arc::clone(self.of(work)).try_acquire_owned().ok()?;
        Some(Permit { client, _permit: permit })
    }

    /// Waits for a permit. Always returns one: `None` means a closed semaphore, and none is ever closed.
    pub(super) async fn acquire(&self, client: ClientId, work: Work) -> Option<Permit> {
        let permit = Arc::clone(self.of(work)).acquire_owned().await.ok()?;
        Some(Permit { client, _permit: permit })
    }

    /// Returns the number of free permits.
    pub(super) fn free(&self, work: Work) -> usize {
        self.of(work).available_permits()
    }

    fn of(&self, work: Work) -> &Arc<Semaphore> {
        &self.0[work as usize]
    }
}

impl Permit {
    /// Returns the client that holds the permit.
    pub(super) fn client(&self) -> ClientId {
        self.client
    }
}

fn semaphore(permits: usize) -> Arc<Semaphore> {
    Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENT: ClientId = ClientId::SHARED;

    #[test]
    fn kinds_of_work_have_separate_permits() {
        let capacity =
            Capacity { threads: 1, queue_length: usize::MAX, slow_queue_length: 1, ..Capacity::default() };
        let permits = Permits::new(&capacity);
        let slow = permits.try_acquire(CLIENT, Work::Slow);
        assert_eq!(slow.as_ref().map(Permit::client), Some(CLIENT));
        assert!(permits.clone().try_acquire(CLIENT, Work::Slow).is_none());
        assert!(permits.try_acquire(CLIENT, Work::Stream).is_none());
        for work in [Work::Question, Work::Chunk, Work::BatchSlow, Work::BatchLarge] {
            assert!(permits.try_acquire(CLIENT, work).is_some(), "{work:?}");
        }
        drop(slow);
        assert_eq!(permits.free(Work::Slow), 1);
    }

    #[tokio::test]
    async fn batches_share_all_permits_but_those_of_chunks() {
        let permits = Permits::new(&Capacity { threads: 1, ..Capacity::default() });
        let (one, other) = (permits.for_batch(), permits.for_batch());
        let _chunk = one.acquire(CLIENT, Work::Chunk).await;
        let _slow = one.acquire(CLIENT, Work::BatchSlow).await;
        let free = |permits: &Permits| [Work::Chunk, Work::BatchSlow].map(|work| permits.free(work));
        assert_eq!((free(&one), free(&other)), ([1, 3], [2, 3]));
    }
}
