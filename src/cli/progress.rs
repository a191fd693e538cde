//! Progress and summary of a batch, on standard error.

use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::service::{BatchEnd, VerdictCounts};

/// Progress line, shown if standard error is a terminal, and the final summary.
pub(super) struct Progress {
    bar: ProgressBar,
    /// Whether answers go to the same terminal, so that the line must be hidden while they are written.
    shares_terminal: bool,
}

impl Progress {
    pub(super) fn new() -> Self {
        // `indicatif` hides it if standard error is not a terminal.
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} puzzles, {per_sec}, {msg}") {
            bar.set_style(style);
        }
        Self { bar, shares_terminal: stderr().is_terminal() && stdout().is_terminal() }
    }

    /// Calls `write` with the line hidden if necessary.
    pub(super) fn around(&self, write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        if self.shares_terminal { self.bar.suspend(write) } else { write() }
    }

    /// Updates the progress line.
    pub(super) fn show(&self, counts: &VerdictCounts) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{} errors", counts.errors));
            self.bar.set_position(counts.puzzles());
        }
    }

    /// Removes the line and writes the summary. A closed standard error is not a failure.
    pub(super) fn finish(&self, end: &BatchEnd) {
        self.bar.finish_and_clear();
        let BatchEnd { counts, elapsed, .. } = end;
        let VerdictCounts { none, unique, multiple, solvable, unknown, errors } = counts;
        let puzzles = counts.puzzles();
        let rate =
            HumanCount((puzzles as f64 / (*elapsed).max(Duration::from_micros(1)).as_secs_f64()) as u64);
        let _ = writeln!(
            stderr(),
            "{} puzzles in {:.3} s ({rate} a second): {none} none, {unique} unique, {multiple} multiple, \
             {solvable} solvable, {unknown} unknown, {errors} errors",
            HumanCount(puzzles),
            elapsed.as_secs_f64(),
        );
    }
}
