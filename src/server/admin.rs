//! Admin listener, on a thread and a runtime of its own: what requests cost on the other threads does not delay health.

use std::io;
use std::thread;

use axum::Router;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio_util::task::TaskTracker;

use crate::transport::{self, AcceptPolicy, ConnectionBounds, Listener, PhaseControl, Refuse, phases};

/// Maximum connections of the admin listener. Separate from the connections of the public listener.
pub(super) const ADMIN_CONNECTIONS_MAX: u32 = 64;

/// Running admin listener.
pub(super) struct AdminServer {
    phase: PhaseControl,
    ended: oneshot::Receiver<()>,
}

impl AdminServer {
    /// Serves health and metrics until [`end`](Self::end).
    ///
    /// # Errors
    /// Returns the operating system's error if the thread or its runtime cannot be created.
    pub(super) fn start(
        listener: Listener,
        router: Router,
        bounds: ConnectionBounds,
        refuse: Refuse,
    ) -> io::Result<Self> {
        let policy = AcceptPolicy {
            bounds,
            connections_max: ADMIN_CONNECTIONS_MAX,
            shares: None,
            refuse,
            tasks: TaskTracker::new(),
        };
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let listener = {
            let _entered = runtime.enter();
            listener.into_this_runtime()?
        };
        let (phase, watch) = phases();
        let (sender, ended) = oneshot::channel();
        thread::Builder::new().name("admin".to_owned()).spawn(move || {
            runtime
                .block_on(async move { transport::serve(listener, router, policy, watch).all_ended().await });
            // Fails only if nobody waits.
            let _ = sender.send(());
        })?;
        Ok(Self { phase, ended })
    }

    /// Ends all connections, and waits for their end.
    pub(super) async fn end(self) {
        drop(self.phase);
        // An error means that the thread has ended.
        let _ = self.ended.await;
    }
}
