//! Signals that stop the process.

use std::fmt;

/// Signal that requests a graceful shutdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopSignal {
    /// SIGTERM, sent by a process manager. A load balancer may still route requests to this process.
    Terminate,
    /// SIGINT, sent from a terminal; all events of a Windows console. The user waits for the process to end.
    Interrupt,
}

impl fmt::Display for StopSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Terminate => "SIGTERM",
            Self::Interrupt => "SIGINT",
        })
    }
}
