//! Progress of jobs and uploads, on standard error.

use std::io::{Write, stderr};

use indicatif::{HumanBytes, ProgressBar, ProgressStyle};

use super::report::JobReport;

/// Progress of a job.
const BAR: &str = "{percent:>3}% {wide_bar} {msg}";

/// Progress of an upload.
const SPINNER: &str = "{spinner} {msg}";

/// Steps of the bar.
const STEPS: u64 = 1000;

/// Progress line, shown if standard error is a terminal, and messages.
pub(super) struct JobProgress {
    bar: ProgressBar,
    is_quiet: bool,
}

impl JobProgress {
    /// Makes a line, unless it `is_quiet`.
    pub(super) fn new(is_quiet: bool) -> Self {
        // `indicatif` hides it if standard error is not a terminal.
        let bar = if is_quiet { ProgressBar::hidden() } else { ProgressBar::new(STEPS) };
        let progress = Self { bar, is_quiet };
        progress.set_template(SPINNER);
        progress
    }

    /// Shows the bytes that were sent.
    pub(super) fn show_upload(&self, bytes: u64) {
        self.bar.set_message(format!("{} sent", HumanBytes(bytes)));
        self.bar.tick();
    }

    /// Shows a job.
    pub(super) fn show(&self, job: &JobReport) {
        if self.bar.position() == 0 {
            self.set_template(BAR);
        }
        self.bar.set_position((job.fraction * STEPS as f64) as u64);
        self.bar.set_message(format!("{}: {}", job.state, job.progress()));
    }

    /// Removes the line.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Removes the line and writes a message, unless it is quiet. A closed standard error is not a failure.
    pub(super) fn report(&self, message: &str) {
        self.clear();
        if !self.is_quiet {
            let _ = writeln!(stderr(), "{message}");
        }
    }

    fn set_template(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
    }
}
