//! Phases of a graceful shutdown.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

/// Delay before closing, to accept connections and requests that the kernel already holds.
const CLOSE_DELAY: Duration = Duration::from_millis(10);

/// Phase of a listener and its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Normal operation.
    Serving,
    /// Requests are served, but every response closes its connection: `Connection: close`.
    Draining,
    /// No connection is accepted; each open one ends after its current request.
    Closing,
}

/// Sets the phase. Dropping it aborts the remaining connections.
#[derive(Debug)]
pub struct PhaseControl(watch::Sender<Phase>);

/// Observes the phase.
#[derive(Clone, Debug)]
pub struct PhaseWatch(watch::Receiver<Phase>);

/// Returns the control and a watch of a new phase, which starts as [`Phase::Serving`].
pub fn phases() -> (PhaseControl, PhaseWatch) {
    let (control, watch) = watch::channel(Phase::Serving);
    (PhaseControl(control), PhaseWatch(watch))
}

impl PhaseControl {
    /// Enters a later phase.
    pub fn advance(&self, phase: Phase) {
        self.0.send_replace(phase);
    }
}

impl PhaseWatch {
    /// Returns the current phase.
    pub(super) fn now(&self) -> Phase {
        *self.0.borrow()
    }

    /// Completes 10 ms after [`Phase::Closing`] begins.
    pub(super) async fn closed(&mut self) {
        // An error means that the control was dropped, which also ends the connections.
        let _ = self.0.wait_for(|now| *now >= Phase::Closing).await;
        sleep(CLOSE_DELAY).await;
    }

    /// Completes when the control is dropped.
    pub(super) async fn over(&mut self) {
        while self.0.changed().await.is_ok() {}
    }
}
