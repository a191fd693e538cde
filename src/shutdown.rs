//! When the process is asked to stop.

use std::fmt;
use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// What the process is asked to stop with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopSignal {
    /// By whoever runs it, in whose books it may still stand: SIGTERM.
    Terminate,
    /// By somebody at a terminal, who waits: SIGINT.
    Interrupt,
}

/// Waits for SIGTERM and SIGINT. From the moment one exists, neither ends the process by itself.
#[derive(Debug)]
pub struct ShutdownSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl ShutdownSignals {
    /// Begins to listen. Must be called within a runtime.
    ///
    /// # Errors
    /// Where the operating system lets no handler be installed.
    pub fn listen() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Completes when the process is asked to stop; says how. Called again, it waits for the
    /// next signal.
    pub async fn next(&mut self) -> StopSignal {
        tokio::select! {
            _ = self.terminate.recv() => StopSignal::Terminate,
            _ = self.interrupt.recv() => StopSignal::Interrupt,
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
