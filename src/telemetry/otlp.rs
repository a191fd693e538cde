//! Span export with OTLP over HTTP.
//!
//! The exporter resolves names and sends on its own threads, apart from the runtime of the service.
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

/// Timeout of one export request.
const EXPORT_TIME_MAX: Duration = Duration::from_secs(5);

/// Timeout of the final flush at shutdown.
const FLUSH_TIME_MAX: Duration = Duration::from_millis(150);

/// Path of the collector's endpoint for spans.
const TRACES: &str = "/v1/traces";

/// Span exporter. Dropping it flushes pending spans.
pub(super) struct Exporter(SdkTracerProvider);

impl Drop for Exporter {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown_with_timeout(FLUSH_TIME_MAX) {
            tracing::warn!(%error, "flushing the last spans failed");
        }
    }
}

impl fmt::Debug for Exporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exporter").finish_non_exhaustive()
    }
}

/// Returns a layer that exports spans, and its exporter.
///
/// # Errors
/// Returns an error that names the setting if the endpoint is not an `http` URL.
pub(super) fn exporter<S>(endpoint: &str) -> Result<(impl Layer<S> + Send + Sync, Exporter)>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
{
    let invalid =
        || format!("telemetry.otlp_endpoint: {endpoint:?} is not a URL such as \"http://localhost:4318\"");
    let uri: Uri = endpoint.parse().with_context(invalid)?;
    ensure!(uri.scheme_str() == Some("http") && uri.query().is_none(), invalid());
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
        // Independent of the log filter.
        .with_filter(Targets::new().with_target(env!("CARGO_PKG_NAME"), Level::INFO));
    Ok((layer, Exporter(provider)))
}
