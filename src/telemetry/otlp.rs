//! Spans for a collector, by OTLP over HTTP.
//!
//! The exporter has threads of its own, and looks names up there: the runtime that serves knows nothing of it.
#![cfg(feature = "otlp")]

use std::fmt;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use http::Uri;
use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::{Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;

/// How long the collector may take to accept what is sent.
const EXPORT_TIME_MAX: Duration = Duration::from_secs(5);

/// How long the last spans may take at the end of the program, which has promised to end soon.
const FLUSH_TIME_MAX: Duration = Duration::from_millis(150);

/// Where the collector takes spans, below its address.
const TRACES: &str = "/v1/traces";

/// Sends spans. Dropped, it sends what was not sent yet.
pub(super) struct Exporter(SdkTracerProvider);

impl Drop for Exporter {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown_with_timeout(FLUSH_TIME_MAX) {
            tracing::warn!(%error, "the last spans may be lost");
        }
    }
}

impl fmt::Debug for Exporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exporter").finish_non_exhaustive()
    }
}

/// The layer that hands spans over to an exporter.
///
/// # Errors
/// Where the endpoint is no URL that spans can be sent to, with the name of its key.
pub(super) fn exporter<S>(endpoint: &str) -> Result<(impl Layer<S> + Send + Sync, Exporter)>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
{
    let refused =
        || format!("telemetry.otlp_endpoint: {endpoint:?} is no URL such as \"http://localhost:4318\"");
    let uri: Uri = endpoint.parse().with_context(refused)?;
    ensure!(uri.scheme_str() == Some("http") && uri.query().is_none(), refused());
    let exporter = SpanExporter::builder()
        .with_http()
        .with_endpoint(endpoint.trim_end_matches('/').to_owned() + TRACES)
        .with_timeout(EXPORT_TIME_MAX)
        .build()
        .context("telemetry.otlp_endpoint")?;
    let provider = SdkTracerProvider::builder()
        .with_resource(Resource::builder().with_service_name(env!("CARGO_PKG_NAME")).build())
        .with_batch_exporter(exporter)
        .build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer(env!("CARGO_PKG_NAME")))
        .with_threads(false)
        .with_location(false)
        .with_tracked_inactivity(false)
        // What the log's filter says is for the log alone.
        .with_filter(Targets::new().with_target(env!("CARGO_PKG_NAME"), Level::INFO));
    Ok((layer, Exporter(provider)))
}
