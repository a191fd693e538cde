//! Progress of commands and the summary of a batch, on standard error.

use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use quadrille_answers::kinds::Tally;
use quadrille_answers::service::{BatchEnd, InputStop, SearchNumbers, VerdictCounts};
use tokio::time::{Interval, interval};

use super::input::Input;

/// Progress of files, whose length is known.
const BAR: &str = "{percent:>3}% {wide_bar} {bytes}/{total_bytes}, {msg}, {eta} left";

/// Progress of other input.
const SPINNER: &str = "{spinner} {bytes}, {msg}";

/// Progress of a search, whose end is unknown.
const SEARCH: &str = "{spinner} {elapsed}: {msg}";

/// Time before the first report of a search: shorter ones show no line.
const FIRST_REPORT: Duration = Duration::from_secs(1);

/// Time between two reports of a search.
const PERIOD: Duration = Duration::from_millis(250);

/// Returns the times at which a search is reported.
pub(super) fn report_times() -> Interval {
    let mut reports = interval(PERIOD);
    reports.reset_after(FIRST_REPORT);
    reports
}

/// Progress line, shown if standard error is a terminal, and the final summary.
pub(super) struct Progress {
    bar: ProgressBar,
    bytes_read: Arc<AtomicU64>,
    /// Whether answers go to the same terminal, so that the line must be hidden while they are written.
    shares_terminal: bool,
}

impl Progress {
    /// Makes the progress line of these inputs, which count their bytes in `bytes_read`.
    pub(super) fn new(inputs: &[Input], bytes_read: Arc<AtomicU64>, is_hidden: bool) -> Self {
        let length = |input: &Input| match input {
            Input::Puzzle(_) | Input::Array(_) => Some(0),
            Input::Lines(reader, _) | Input::Part(reader, ..) => reader.length,
        };
        let (bar, template) = match inputs.iter().map(length).sum::<Option<u64>>() {
            _ if is_hidden => (ProgressBar::hidden(), SPINNER),
            Some(total) => (ProgressBar::new(total), BAR),
            None => (ProgressBar::new_spinner(), SPINNER),
        };
        Self::with_template(bar, template, bytes_read)
    }

    /// Makes the progress line of a search, which appears with its first report.
    pub(super) fn of_search(is_hidden: bool) -> Self {
        let bar = if is_hidden { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        Self::with_template(bar, SEARCH, Arc::default())
    }

    fn with_template(bar: ProgressBar, template: &str, bytes_read: Arc<AtomicU64>) -> Self {
        // `indicatif` hides it if standard error is not a terminal.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Self { bar, bytes_read, shares_terminal: stderr().is_terminal() && stdout().is_terminal() }
    }

    /// Calls `write` with the line hidden if necessary.
    pub(super) fn around(&self, write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        if self.shares_terminal { self.bar.suspend(write) } else { write() }
    }

    /// Writes messages to standard error with the line hidden. A closed standard error is not a failure.
    pub(super) fn report(&self, messages: &[u8]) {
        if !messages.is_empty() {
            let _ = self.bar.suspend(|| stderr().write_all(messages));
        }
    }

    /// Updates the progress line.
    pub(super) fn show(&self, counts: &VerdictCounts) {
        if !self.bar.is_hidden() {
            let (puzzles, rate) = (HumanCount(counts.puzzles()), rate(counts.puzzles(), self.bar.elapsed()));
            self.bar.set_message(format!("{puzzles} puzzles, {rate} a second, {} errors", counts.errors));
            self.bar.set_position(self.bytes_read.load(Ordering::Relaxed));
        }
    }

    /// Reports a search, after `done` if that is some text.
    pub(super) fn show_search(&self, done: &str, count: u64, nodes: u64) {
        if !self.bar.is_hidden() {
            let solutions =
                if count > 0 { format!("{} solutions so far, ", HumanCount(count)) } else { String::new() };
            self.bar
                .set_message(format!("{done}{solutions}{} nodes; Ctrl-C ends the search", HumanCount(nodes)));
            self.bar.tick();
        }
    }

    /// Reports the search of one puzzle of a batch.
    pub(super) fn show_numbers(&self, done: &str, numbers: &SearchNumbers) {
        self.show_search(done, numbers.count(), numbers.nodes());
    }

    /// Removes the line.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Removes the line and writes the summary, unless it is quiet, with the sums of the command, if it has some, and the numbers of members
    /// that were ignored and of puzzles that may have rules that were not read. A closed standard error is not a failure.
    pub(super) fn finish(
        &self,
        end: &BatchEnd,
        tally: &Tally,
        ignored_members: u64,
        rules_not_read: u64,
        is_quiet: bool,
    ) {
        self.clear();
        if is_quiet {
            return;
        }
        let BatchEnd { counts, elapsed, stopped } = end;
        let VerdictCounts { none, unique, multiple, solvable, unknown, answered, errors } = counts;
        let puzzles = counts.puzzles();
        let sums: Vec<String> = tally.sums().map(|(name, sum)| format!("{sum} {name}")).collect();
        let known = match answered {
            _ if !sums.is_empty() => sums.join(", "),
            0 => format!("{none} none, {unique} unique, {multiple} multiple, {solvable} solvable"),
            answered => format!("{answered} answered"),
        };
        let ignored = match ignored_members {
            0 => String::new(),
            count => format!(", {count} other members ignored"),
        };
        let unread = match rules_not_read {
            0 => String::new(),
            count => format!(", {count} rules_not_read"),
        };
        let stopped = if *stopped == Some(InputStop::Shutdown) { "interrupted: " } else { "" };
        let _ = writeln!(
            stderr(),
            "{stopped}{} puzzles in {:.3} s ({} a second): {known}, {unknown} unknown, {errors} errors{ignored}{unread}",
            HumanCount(puzzles),
            elapsed.as_secs_f64(),
            rate(puzzles, *elapsed),
        );
    }
}

/// Number of puzzles a second.
fn rate(puzzles: u64, elapsed: Duration) -> HumanCount {
    HumanCount((puzzles as f64 / elapsed.max(Duration::from_micros(1)).as_secs_f64()) as u64)
}
