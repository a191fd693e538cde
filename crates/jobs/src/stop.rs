//! Signal that stops a piece.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{Notify, watch};

/// Signal that stops one piece. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct StopToken(Arc<StopState>);

#[derive(Debug, Default)]
struct StopState {
    is_stopped: AtomicBool,
    stopped: Notify,
}

impl StopToken {
    /// Stops the piece.
    pub(crate) fn stop(&self) {
        self.0.is_stopped.store(true, Ordering::Relaxed);
        self.0.stopped.notify_waiters();
    }

    /// The flag, for a search.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0.is_stopped
    }

    /// Returns whether the piece is stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Ordering::Relaxed)
    }

    /// Waits until the piece is stopped.
    pub(crate) async fn stopped(&self) {
        loop {
            let stopped = self.0.stopped.notified();
            if self.is_stopped() {
                return;
            }
            stopped.await;
        }
    }
}

/// Waits until the worker and the janitor have to stop.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // `Err` means that the owner is gone.
    let _ = stop.wait_for(|stop| *stop).await;
}
