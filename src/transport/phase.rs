//! How far the end of the service has come, as every connection sees it.

use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

/// How long what was under way when the closing began is still taken: connections and requests that the kernel holds,
/// and of which the runtime has not heard.
const UNDER_WAY: Duration = Duration::from_millis(10);

/// A stage in the life of a listener and its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Nobody thinks of the end.
    Serving,
    /// Everything is served as before, but each response asks its client to go: `Connection: close`.
    Parting,
    /// Nothing new is accepted; each connection ends with the request that it is at.
    Closing,
}

/// Sets the phase. Dropping it ends the connections that are left, whatever they are at.
#[derive(Debug)]
pub struct PhaseControl(watch::Sender<Phase>);

/// Sees the phase.
#[derive(Clone, Debug)]
pub struct PhaseWatch(watch::Receiver<Phase>);

/// A phase to set, and the view of it; it begins with [`Phase::Serving`].
pub fn phases() -> (PhaseControl, PhaseWatch) {
    let (control, watch) = watch::channel(Phase::Serving);
    (PhaseControl(control), PhaseWatch(watch))
}

impl PhaseControl {
    /// Goes on to a later phase.
    pub fn advance(&self, phase: Phase) {
        self.0.send_replace(phase);
    }
}

impl PhaseWatch {
    /// The phase at this moment.
    pub(super) fn now(&self) -> Phase {
        *self.0.borrow()
    }

    /// Completes when nothing new is to be taken any more: a moment after [`Phase::Closing`] has begun.
    pub(super) async fn closed(&mut self) {
        // An error says that there will be no other phase: everything is over.
        let _ = self.0.wait_for(|now| *now >= Phase::Closing).await;
        sleep(UNDER_WAY).await;
    }

    /// Completes once nobody can set the phase any more.
    pub(super) async fn over(&mut self) {
        while self.0.changed().await.is_ok() {}
    }
}
