//! Bounds on concurrent work, as permits.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

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
pub(super) struct Permit {
    client: ClientId,
    _permit: OwnedSemaphorePermit,
}

impl Permits {
    /// Creates `number` permits for each kind of work.
    pub(super) fn new(number: impl Fn(Work) -> usize) -> Self {
        Self(Work::ALL.map(|work| semaphore(number(work))))
    }

    /// Returns the same permits, with `chunks` separate ones for chunks, so that no batch waits for another.
    pub(super) fn with_chunks(&self, chunks: usize) -> Self {
        let mut permits = self.clone();
        permits.0[Work::Chunk as usize] = semaphore(chunks);
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
        let permits = Permits::new(|work| if work == Work::Slow { 1 } else { usize::MAX });
        let slow = permits.try_acquire(CLIENT, Work::Slow);
        assert_eq!(slow.as_ref().map(Permit::client), Some(CLIENT));
        assert!(permits.clone().try_acquire(CLIENT, Work::Slow).is_none());
        for work in Work::ALL.into_iter().filter(|work| *work != Work::Slow) {
            assert!(permits.try_acquire(CLIENT, work).is_some(), "{work:?}");
        }
        drop(slow);
        assert_eq!(permits.free(Work::Slow), 1);
    }

    #[tokio::test]
    async fn batches_share_all_permits_but_those_of_chunks() {
        let permits = Permits::new(|_| 2);
        let (one, other) = (permits.with_chunks(1), permits.with_chunks(1));
        let _chunk = one.acquire(CLIENT, Work::Chunk).await;
        let _slow = one.acquire(CLIENT, Work::BatchSlow).await;
        assert_eq!((one.free(Work::Chunk), one.free(Work::BatchSlow)), (0, 1));
        assert_eq!((other.free(Work::Chunk), other.free(Work::BatchSlow)), (1, 1));
    }
}
