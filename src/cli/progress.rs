//! How far a batch has come, for a person who watches; and what came of it.

use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::service::{BatchEnd, VerdictCounts};

/// A line on standard error, where that is a terminal, and a summary there in any case.
pub(super) struct Progress {
    bar: ProgressBar,
    /// Whether the answers are written to a terminal too, where the line must give way to them.
    gives_way: bool,
}

impl Progress {
    pub(super) fn new() -> Self {
        // Hidden by itself where standard error is no terminal.
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} puzzles, {per_sec}, {msg}") {
            bar.set_style(style);
        }
        Self { bar, gives_way: stderr().is_terminal() && stdout().is_terminal() }
    }

    /// Writes answers.
    pub(super) fn around(&self, write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        if self.gives_way { self.bar.suspend(write) } else { write() }
    }

    /// Shows how far the batch has come.
    pub(super) fn show(&self, counts: &VerdictCounts) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{} errors", counts.errors));
            self.bar.set_position(counts.puzzles());
        }
    }

    /// Takes the line away and says what came of the batch. Where nobody can read it, the batch is done all the same.
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
