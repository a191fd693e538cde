//! Logs, set up once.

use std::panic;

use anyhow::{Context, Result};
use tracing::Subscriber;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::{EnvFilter, fmt};

use crate::config::{Log, LogFormat};

/// Sends logs to standard output from now on, and panics to the log.
///
/// # Errors
/// Where the filter cannot be read, with the name of its key; or where logs were set up before.
pub fn init(log: &Log) -> Result<()> {
    let subscriber = subscriber(log, std::io::stdout)?;
    tracing::subscriber::set_global_default(subscriber).context("logs are set up already")?;
    panic::set_hook(Box::new(|panic| {
        let location = panic.location().map(tracing::field::display);
        let message = panic.payload_as_str().unwrap_or("a panic without words");
        tracing::error!(location, message, "panicked");
    }));
    Ok(())
}

/// The subscriber that writes log lines into `sink`.
///
/// # Errors
/// Where the filter cannot be read, with the name of its key.
pub fn subscriber<W>(log: &Log, sink: W) -> Result<Box<dyn Subscriber + Send + Sync>>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let filter = EnvFilter::try_new(&log.filter)
        .with_context(|| format!("log.filter: {:?} is no filter such as \"info\"", log.filter))?;
    let builder = fmt().with_env_filter(filter).with_ansi(false).with_writer(sink);
    Ok(match log.format {
        LogFormat::Text => Box::new(builder.finish()),
        LogFormat::Json => Box::new(builder.json().flatten_event(true).with_span_list(false).finish()),
    })
}
