//! Format and filter of log lines.

use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{EnvFilter, Layer, fmt, registry};

use crate::config::{Log, LogFormat};

/// Filter that the settings extend. `rmcp` logs three lines a request, repeats the names of methods that clients send, and calls each
/// cancelled request an error.
const DEFAULT_FILTER: &str = "rmcp=off";

/// Returns a subscriber that writes log lines to `sink`.
///
/// # Errors
/// Returns an error that names the setting if the filter is invalid.
pub fn subscriber<W>(log: &Log, sink: W) -> Result<impl Subscriber + for<'a> LookupSpan<'a> + Send + Sync>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    Ok(registry().with(layer(log, sink)?))
}

/// Returns a layer that writes log lines to `sink`. Its filter does not affect other layers.
///
/// # Errors
/// Returns an error that names the setting if the filter is invalid.
pub(super) fn layer<S, W>(log: &Log, sink: W) -> Result<impl Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = fmt::layer().with_ansi(false).with_writer(sink);
    let lines = match log.format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).boxed(),
    };
    Ok(lines.with_filter(filter(log)?))
}

fn filter(log: &Log) -> Result<EnvFilter> {
    let bad_filter = || format!("log.filter: {:?} is not a filter such as \"info\"", log.filter);
    // `EnvFilter` reads a bare word as a target, so that the typo "inof" would silence all other targets.
    let mut words = log.filter.split(',').map(str::trim).filter(|part| !part.contains(['=', '[']));
    ensure!(words.all(|word| !word.is_empty() && LevelFilter::from_str(word).is_ok()), bad_filter());
    EnvFilter::try_new(format!("{DEFAULT_FILTER},{}", log.filter)).with_context(bad_filter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::telemetry::test_sink::TestSink;

    fn logged(filter: &str, format: LogFormat, log_events: impl FnOnce()) -> Result<String> {
        let sink = TestSink::default();
        let writer = sink.clone();
        let log = Log { format, filter: filter.to_owned() };
        tracing::subscriber::with_default(subscriber(&log, move || writer.clone())?, log_events);
        Ok(sink.text())
    }

    #[test]
    fn log_line_has_span_fields_in_text_and_json() {
        let log_events = || {
            let _span = tracing::error_span!("request", id = "the-id").entered();
            tracing::warn!(status = 500, "done");
        };
        let text = logged("warn", LogFormat::Text, log_events).expect("a valid filter");
        assert!(text.contains("WARN request{id=\"the-id\"}") && text.contains("done status=500"), "{text}");
        let json = logged("warn", LogFormat::Json, log_events).expect("a valid filter");
        let line: serde_json::Value = serde_json::from_str(&json).expect("one JSON object");
        assert_eq!((&line["span"]["id"], &line["status"]), (&"the-id".into(), &500.into()));
    }

    #[test]
    fn text_line_has_time_level_spans_target_and_escaped_fields() {
        let log_events = || {
            let _span = tracing::error_span!("request", id = %"an-id", route = "/solve").entered();
            tracing::info!(status = 200_u64, text = "a \"quote\" and\na line", list = ?[1, 2], "a \u{1b} b");
        };
        let text = logged("info", LogFormat::Text, log_events).expect("a valid filter");
        let (time, rest) = text.split_once("Z ").expect("a time in UTC");
        assert_eq!(time.len(), "0000-00-00T00:00:00.000000".len(), "{time}");
        assert_eq!(
            rest,
            " INFO request{id=an-id route=\"/solve\"}: quadrille::telemetry::logs::tests: a \\x1b b status=200 \
             text=\"a \\\"quote\\\" and\\na line\" list=[1, 2]\n"
        );
    }

    #[test]
    fn lines_of_rmcp_need_their_own_filter() {
        for (filter, lines) in [("info", 0), ("trace", 0), ("warn,rmcp=info", 1), ("rmcp=off", 0)] {
            let log_event = || tracing::info!(target: "rmcp::service", "event");
            let log = logged(filter, LogFormat::Text, log_event).expect("a valid filter");
            assert_eq!(log.lines().count(), lines, "{filter}");
        }
    }

    #[test]
    fn invalid_filter_is_rejected_with_its_setting() {
        for (filter, lines) in [("info", 1), ("warn", 0), ("off", 0), ("warn,quadrille=info", 1), ("0", 0)] {
            let log = logged(filter, LogFormat::Text, || tracing::info!("event")).expect("a valid filter");
            assert_eq!(log.lines().count(), lines, "{filter}");
        }
        let in_span = || {
            tracing::info_span!("asked").in_scope(|| tracing::info!("event"));
            tracing::info!("event");
        };
        for (filter, lines) in [("warn,[asked]=info", 1), ("[asked]=info", 1), ("warn,[other]=info", 0)] {
            let log = logged(filter, LogFormat::Text, in_span).expect("a valid filter");
            assert_eq!(log.lines().count(), lines, "{filter}");
        }
        for filter in ["inof", "quadrille", "info,quadrille", "quadrille=loud", "[asked]=loud", "", "info,"] {
            let error = logged(filter, LogFormat::Text, || ()).expect_err("an invalid filter");
            assert!(format!("{error:#}").contains("log.filter"), "{filter}");
        }
    }
}
