//! Where everything that is logged goes from now on.

use std::panic;

use anyhow::{Context, Result};
use tracing::Subscriber;

use super::logs::subscriber;
use crate::config::{Log, Telemetry as TelemetrySettings};

/// What has to be done for the telemetry at the end: dropped, it sends the spans that were not sent yet.
#[must_use]
#[derive(Debug, Default)]
pub struct Telemetry {
    #[cfg(feature = "otlp")]
    _exporter: Option<super::otlp::Exporter>,
}

/// Sends logs to standard output from now on, panics to the log, and spans to the collector if there is one.
///
/// # Errors
/// Where the filter or the address of the collector cannot be read, with the name of its key; or where logs were set up
/// before.
pub fn init(log: &Log, settings: &TelemetrySettings) -> Result<Telemetry> {
    let (subscriber, telemetry) = composed(log, &settings.otlp_endpoint)?;
    tracing::subscriber::set_global_default(subscriber).context("logs are set up already")?;
    panic::set_hook(Box::new(|panic| {
        let location = panic.location().map(tracing::field::display);
        let message = panic.payload_as_str().unwrap_or("a panic without words");
        tracing::error!(location, message, "panicked");
    }));
    Ok(telemetry)
}

type Composed = (Box<dyn Subscriber + Send + Sync>, Telemetry);

#[cfg(not(feature = "otlp"))]
fn composed(log: &Log, otlp_endpoint: &str) -> Result<Composed> {
    let is_off = otlp_endpoint.is_empty();
    anyhow::ensure!(is_off, "telemetry.otlp_endpoint: this program was built without the feature `otlp`");
    Ok((subscriber(log, std::io::stdout)?, Telemetry::default()))
}

#[cfg(feature = "otlp")]
fn composed(log: &Log, otlp_endpoint: &str) -> Result<Composed> {
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
    fn a_collector_is_refused_by_a_program_that_cannot_send_to_it() {
        let log = Log { format: LogFormat::Text, filter: "info".to_owned() };
        assert!(composed(&log, "").is_ok());
        let refused = composed(&log, "http://localhost:4318").err().expect("it cannot send").to_string();
        assert!(
            refused.contains("telemetry.otlp_endpoint") && refused.contains("feature `otlp`"),
            "{refused}"
        );
    }
}
