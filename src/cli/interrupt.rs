//! SIGINT and SIGTERM while a command works.

use std::process::{ExitCode, exit};

use quadrille_answers::service::Dispatcher;

use super::output::remove_unfinished;
use crate::shutdown::ShutdownSignals;

/// Exit code after SIGINT, as shells have it.
const INTERRUPTED: u8 = 130;

/// Returns the exit code of a command that a signal has ended.
pub(super) fn interrupted() -> ExitCode {
    ExitCode::from(INTERRUPTED)
}

/// Ends all work at the first signal, with the answers so far, and the process at the second one. Must be called within a runtime.
pub(super) fn end_on_signal(dispatcher: &Dispatcher) {
    // Otherwise a signal ends the process at once.
    let Ok(mut signals) = ShutdownSignals::listen() else { return };
    let dispatcher = dispatcher.clone();
    tokio::spawn(async move {
        signals.next().await;
        dispatcher.stop();
        signals.next().await;
        end_now();
    });
}

/// Ends the process at the first signal, without its unfinished files. Must be called within a runtime.
pub(super) fn end_now_on_signal() {
    // Otherwise a signal ends the process at once.
    let Ok(mut signals) = ShutdownSignals::listen() else { return };
    tokio::spawn(async move {
        signals.next().await;
        end_now();
    });
}

/// Ends the process at once, without its unfinished files.
#[expect(clippy::disallowed_methods, reason = "the main thread may wait for its output for ever")]
fn end_now() {
    let _unfinished = remove_unfinished();
    exit(INTERRUPTED.into());
}
