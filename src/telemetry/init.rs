//! Global subscriber and panic hook.

use std::panic;

use anyhow::{Context, Result};
use tracing::Subscriber;

use super::logs::subscriber;
use crate::config::{Log, Telemetry as TelemetrySettings};

/// Telemetry guard. Dropping it flushes pending spans.
#[must_use]
#[derive(Debug, Default)]
pub struct Telemetry {
    #[cfg(feature = "otlp")]
    _exporter: Option<super::otlp::Exporter>,
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
    Ok((subscriber(log, std::io::stdout)?, Telemetry::default()))
}

#[cfg(feature = "otlp")]
fn compose(log: &Log, otlp_endpoint: &str) -> Result<Composition> {
    use tracing_subscriber::layer::SubscriberExt;

    if otlp_endpoint.is_empty() {
        return Ok((subscriber(log, std::io::stdout)?, Telemetry::default()));
    }
    let (layer, exporter) = super::otlp::exporter(otlp_endpoint)?;
    let logs = super::logs::layer(log, std::io::stdout)?;
    let subscriber = tracing_subscriber::registry().with(logs).with(layer);
    Ok((Box::new(subscriber), Telemetry { _exporter: Some(exporter) }))
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
