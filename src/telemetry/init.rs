//! Global subscriber and panic hook.

use std::io::stdout;
use std::panic;

use anyhow::{Context, Result};
use tracing::Subscriber;

use super::log_writer::{FlushOnDrop, LostLines, non_blocking};
use super::logs::subscriber;
use crate::config::{Log, Telemetry as TelemetrySettings};

/// Telemetry guard. Dropping it flushes pending spans and log lines, within a bounded time.
#[must_use]
#[derive(Debug)]
pub struct Telemetry {
    #[cfg(feature = "otlp")]
    _exporter: Option<super::otlp::Exporter>,
    lost_lines: LostLines,
    /// Last, because the exporter may log.
    _flush: FlushOnDrop,
}

impl Telemetry {
    /// The number of log lines that were lost.
    pub fn lost_lines(&self) -> LostLines {
        self.lost_lines.clone()
    }
}

/// Installs the global subscriber: logs to standard output, panics to the log, spans to the collector if configured.
///
/// # Errors
/// Returns an error that names the setting if the filter or the endpoint is invalid, or if a subscriber is installed
/// already.
pub fn init(log: &Log, settings: &TelemetrySettings) -> Result<Telemetry> {
    let (subscriber, telemetry) = compose(log, &settings.otlp_endpoint)?;
    tracing::subscriber::set_global_default(subscriber).context("a log subscriber is already installed")?;
    panic::set_hook(Box::new(|panic| {
        let location = panic.location().map(tracing::field::display);
        let message = panic.payload_as_str().unwrap_or("panic without message");
        tracing::error!(location, message, "panicked");
    }));
    Ok(telemetry)
}

/// Checks what [`init`] checks, and installs nothing.
///
/// # Errors
/// Returns an error that names the setting if the filter or the endpoint is invalid.
pub fn check(log: &Log, settings: &TelemetrySettings) -> Result<()> {
    compose(log, &settings.otlp_endpoint).map(|_| ())
}

type Composition = (Box<dyn Subscriber + Send + Sync>, Telemetry);

#[cfg(not(feature = "otlp"))]
fn compose(log: &Log, otlp_endpoint: &str) -> Result<Composition> {
    let is_off = otlp_endpoint.is_empty();
    anyhow::ensure!(is_off, "telemetry.otlp_endpoint: this binary was built without the feature `otlp`");
    let (writer, lost_lines, flush) = non_blocking(stdout());
    Ok((Box::new(subscriber(log, writer)?), Telemetry { lost_lines, _flush: flush }))
}

#[cfg(feature = "otlp")]
fn compose(log: &Log, otlp_endpoint: &str) -> Result<Composition> {
    use tracing_subscriber::layer::SubscriberExt;

    let is_on = !otlp_endpoint.is_empty();
    let exporter = is_on.then(|| super::otlp::exporter(otlp_endpoint)).transpose()?;
    let (layer, exporter) = exporter.unzip();
    let (writer, lost_lines, flush) = non_blocking(stdout());
    let subscriber = subscriber(log, writer)?.with(layer);
    Ok((Box::new(subscriber), Telemetry { _exporter: exporter, lost_lines, _flush: flush }))
}

#[cfg(all(test, not(feature = "otlp")))]
mod tests {
    use super::*;
    use crate::config::LogFormat;

    #[test]
    fn otlp_endpoint_without_feature_is_rejected() {
        let log = Log { format: LogFormat::Text, filter: "info".to_owned() };
        assert!(compose(&log, "").is_ok());
        let error = compose(&log, "http://localhost:4318").err().expect("an error").to_string();
        assert!(error.contains("telemetry.otlp_endpoint") && error.contains("feature `otlp`"), "{error}");
    }
}
