//! Work sharing: requests to running pieces to leave work for idle threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Request to a running piece to end, and to leave a part of its rest for each of some idle threads. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct ShareRequest(Arc<AtomicUsize>);

impl ShareRequest {
    /// Asks for the work of this number of threads; 0 withdraws the request.
    pub(super) fn ask(&self, threads: usize) {
        self.0.store(threads, Ordering::Relaxed);
    }

    /// Number of threads that wait for work.
    pub(super) fn threads(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// Distributes idle threads to pieces: at most one more to each of the first ones than to the others.
pub(super) fn distribute(idle: usize, pieces: usize) -> impl Iterator<Item = usize> {
    let share = move |piece| idle / pieces.max(1) + usize::from(piece < idle % pieces.max(1));
    (0..pieces).map(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_threads_are_distributed_evenly() {
        for (idle, pieces, expected) in
            [(0, 2, &[0, 0][..]), (1, 3, &[1, 0, 0]), (3, 2, &[2, 1]), (4, 1, &[4]), (4, 0, &[])]
        {
            assert_eq!(distribute(idle, pieces).collect::<Vec<_>>(), expected);
        }
    }
}
