//! Points at which a test ends or stops the process.

#[cfg(test)]
use std::io::{self, Write};

/// Point in the run of a piece, or in the creation of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AbortPoint {
    /// The piece is claimed.
    Claimed,
    /// Its entries are answered.
    Solved,
    /// Its result is written.
    Written,
    /// Its completion is committed, but the worker does not know it.
    Committed,
    /// The input of a new job is written.
    Stored,
    /// The new job is committed, but its client does not know it.
    Created,
}

/// What happens at a point.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AbortAction {
    /// The process ends, as if it were killed.
    Abort,
    /// The task says [`PAUSED`] on standard output and waits for a line on standard input, so that a test can kill other processes at
    /// this point. The rest of the process goes on.
    Pause,
}

/// End of the line that a process writes when it pauses.
#[cfg(test)]
pub(crate) const PAUSED: &str = "paused";

/// Point, number of passes after which something happens there, and what happens.
#[cfg(test)]
pub(crate) static ABORT: parking_lot::Mutex<Option<(AbortPoint, u32, AbortAction)>> =
    parking_lot::Mutex::new(None);

/// Does nothing, unless a test has chosen this point.
pub(crate) async fn pass(point: AbortPoint) {
    #[cfg(test)]
    if let Some(action) = chosen(point) {
        action.run().await;
    }
    let _ = point;
}

/// Returns what happens at this pass.
#[cfg(test)]
fn chosen(point: AbortPoint) -> Option<AbortAction> {
    let mut chosen = ABORT.lock();
    let (_, passes, action) = chosen.as_mut().filter(|(at, ..)| *at == point)?;
    if *passes > 0 {
        *passes -= 1;
        return None;
    }
    let action = *action;
    *chosen = None;
    Some(action)
}

#[cfg(test)]
impl AbortAction {
    #[expect(clippy::disallowed_methods, reason = "the thread only reads a line, for a test")]
    async fn run(self) {
        if self == Self::Abort {
            std::process::abort();
        }
        let (resume, resumed) = tokio::sync::oneshot::channel();
        std::thread::spawn(move || {
            writeln!(io::stdout(), "{PAUSED}").expect("a reader");
            io::stdin().read_line(&mut String::new()).expect("a line");
            resume.send(()).expect("a waiting task");
        });
        resumed.await.expect("a line");
    }
}
