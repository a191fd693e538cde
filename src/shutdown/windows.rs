//! Events of a Windows console.

use std::io;

use tokio::signal::windows::{
    CtrlBreak, CtrlC, CtrlClose, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown,
};

use super::stop::StopSignal;

/// Listener for Ctrl-C, Ctrl-Break, the close of the console and the shutdown of Windows. Replaces their default action for the rest
/// of the process.
///
/// Windows ends the process about five seconds after its console is closed.
#[derive(Debug)]
pub struct ShutdownSignals {
    c: CtrlC,
    ctrl_break: CtrlBreak,
    close: CtrlClose,
    shutdown: CtrlShutdown,
}

impl ShutdownSignals {
    /// Installs the event handlers. Must be called within a runtime.
    ///
    /// # Errors
    /// Returns the operating system's error if a handler cannot be installed.
    pub fn listen() -> io::Result<Self> {
        Ok(Self { c: ctrl_c()?, ctrl_break: ctrl_break()?, close: ctrl_close()?, shutdown: ctrl_shutdown()? })
    }

    /// Waits for the next event.
    pub async fn next(&mut self) -> StopSignal {
        tokio::select! {
            _ = self.c.recv() => {}
            _ = self.ctrl_break.recv() => {}
            _ = self.close.recv() => {}
            _ = self.shutdown.recv() => {}
        }
        StopSignal::Interrupt
    }
}

/// Listener for a request to reload, which Windows does not have.
#[derive(Debug)]
pub struct ReloadSignals;

impl ReloadSignals {
    /// Does nothing.
    ///
    /// # Errors
    /// Never.
    pub fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    /// Never completes.
    pub async fn next(&mut self) {
        std::future::pending().await
    }
}
