//! Signals of Unix.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::stop::StopSignal;

/// Listener for SIGTERM and SIGINT. Replaces their default action for the rest of the process.
#[derive(Debug)]
pub struct ShutdownSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl ShutdownSignals {
    /// Installs the signal handlers. Must be called within a runtime.
    ///
    /// # Errors
    /// Returns the operating system's error if a handler cannot be installed.
    pub fn listen() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) -> StopSignal {
        tokio::select! {
            _ = self.terminate.recv() => StopSignal::Terminate,
            _ = self.interrupt.recv() => StopSignal::Interrupt,
        }
    }
}

/// Listener for SIGHUP. Replaces its default action for the rest of the process.
#[derive(Debug)]
pub struct ReloadSignals(Signal);

impl ReloadSignals {
    /// Installs the signal handler. Must be called within a runtime.
    ///
    /// # Errors
    /// Returns the operating system's error if the handler cannot be installed.
    pub fn listen() -> io::Result<Self> {
        Ok(Self(signal(SignalKind::hangup())?))
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) {
        // `None` means that the process receives no signals any more.
        if self.0.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
    }
}
