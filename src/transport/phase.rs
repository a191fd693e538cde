//! Phases of a graceful shutdown.
//!
//! hyper can close one connection after its request. The service also has a phase in which it still accepts connections, and closes each
//! of them after a response: until a load balancer sends no more.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

/// Delay before closing, to accept connections and requests that the kernel already holds.
const CLOSE_DELAY: Duration = Duration::from_millis(10);

/// Phase of a listener and its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShutdownPhase {
    /// Normal operation.
    Serving,
    /// Requests are served, but every response closes its connection: `Connection: close`.
    Draining,
    /// No connection is accepted; each open one ends after its current request.
    Closing,
}

/// Sets the phase. Dropping it aborts the remaining connections.
#[derive(Debug)]
pub struct PhaseControl(watch::Sender<ShutdownPhase>);

/// Observes the phase.
#[derive(Clone, Debug)]
pub struct PhaseWatch(watch::Receiver<ShutdownPhase>);

/// Returns the control and a watch of a new phase, which starts as [`ShutdownPhase::Serving`].
pub fn phases() -> (PhaseControl, PhaseWatch) {
    let (control, watch) = watch::channel(ShutdownPhase::Serving);
    (PhaseControl(control), PhaseWatch(watch))
}

impl PhaseControl {
    /// Enters a later phase.
    pub fn advance(&self, phase: ShutdownPhase) {
        self.0.send_replace(phase);
    }
}

impl PhaseWatch {
    /// Returns the current phase.
    pub(super) fn now(&self) -> ShutdownPhase {
        *self.0.borrow()
    }

    /// Completes 10 ms after [`ShutdownPhase::Closing`] begins.
    pub(super) async fn closed(mut self) {
        // An error means that the control was dropped, which also ends the connections.
        let _ = self.0.wait_for(|now| *now >= ShutdownPhase::Closing).await;
        sleep(CLOSE_DELAY).await;
    }

    /// Completes when the control is dropped.
    pub(super) async fn over(mut self) {
        while self.0.changed().await.is_ok() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn each_watch_has_the_phase_of_now() {
        let (control, watch) = phases();
        assert_eq!(watch.now(), ShutdownPhase::Serving);
        control.advance(ShutdownPhase::Draining);
        let later = watch.clone();
        assert_eq!((watch.now(), later.now()), (ShutdownPhase::Draining, ShutdownPhase::Draining));
        control.advance(ShutdownPhase::Closing);
        watch.clone().closed().await;
        assert_eq!((watch.now(), later.now()), (ShutdownPhase::Closing, ShutdownPhase::Closing));
        drop(control);
        watch.clone().over().await;
        assert_eq!((watch.now(), later.now()), (ShutdownPhase::Closing, ShutdownPhase::Closing));
    }
}
