//! Shutdown signals of the process.

use std::fmt;
use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Signal that requests a graceful shutdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopSignal {
    /// SIGTERM, sent by a process manager. A load balancer may still route requests to this process.
    Terminate,
    /// SIGINT, sent from a terminal. The user waits for the process to end.
    Interrupt,
}

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

impl fmt::Display for StopSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Terminate => "SIGTERM",
            Self::Interrupt => "SIGINT",
        })
    }
}
