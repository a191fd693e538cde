//! Admin listener, on a thread and a runtime of its own: what requests cost on the other threads does not delay health.

use std::io;
use std::thread;

use axum::Router;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::transport::{self, AcceptPolicy, Listener, PhaseWatch};

/// Running admin listener.
pub(super) struct AdminServer {
    ended: oneshot::Receiver<()>,
}

impl AdminServer {
    /// Serves health and metrics until the phases end.
    ///
    /// # Errors
    /// Returns the operating system's error if the thread or its runtime cannot be created.
    pub(super) fn start(
        listener: Listener,
        router: Router,
        policy: AcceptPolicy,
        phase: PhaseWatch,
    ) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let listener = {
            let _entered = runtime.enter();
            listener.into_this_runtime()?
        };
        let (sender, ended) = oneshot::channel();
        thread::Builder::new().name("admin".to_owned()).spawn(move || {
            runtime
                .block_on(async move { transport::serve(listener, router, policy, phase).all_ended().await });
            // Fails only if nobody waits.
            let _ = sender.send(());
        })?;
        Ok(Self { ended })
    }

    /// Waits until all connections have ended.
    pub(super) async fn all_ended(self) {
        // An error means that the thread has ended.
        let _ = self.ended.await;
    }
}
