//! Shutdown signals of the process.

mod stop;

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub use stop::StopSignal;
#[cfg(unix)]
pub use unix::{ReloadSignals, ShutdownSignals};
#[cfg(windows)]
pub use windows::{ReloadSignals, ShutdownSignals};
