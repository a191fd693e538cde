//! Signals to a running piece: to stop, to leave its thread, or to leave work for idle threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::stop::StopToken;

/// Signals to a running piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct PieceSignals {
    pub(crate) stop: StopToken,
    /// Stopped if the piece has to leave its thread to clients that wait.
    pub(crate) displace: StopToken,
    /// Stopped if it has to leave now, although that loses work.
    pub(crate) abandon: StopToken,
    pub(crate) share: ShareRequest,
}

/// Request to a running piece to end, and to leave a part of its rest for each of some idle threads. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShareRequest(Arc<AtomicUsize>);

impl ShareRequest {
    /// Asks for the work of this number of threads; 0 withdraws the request.
    pub(crate) fn ask(&self, threads: usize) {
        self.0.store(threads, Ordering::Relaxed);
    }

    /// Number of threads that wait for work.
    pub(crate) fn threads(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}
