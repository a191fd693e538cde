//! Metrics that `config/observability/` names exist.

use std::collections::BTreeSet;
use std::fs;

use crate::harness::{Call, app};

fn file(name: &str) -> String {
    let path = format!("{}/config/observability/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).expect("the file exists")
}

/// All metric names in a text.
fn named(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'));
    let names = words.filter(|word| word.starts_with("quadrille_") || word.starts_with("process_"));
    // Comments name groups, such as `process_*`.
    names.filter(|name| !name.ends_with('_')).collect()
}

/// Metrics with all series present.
async fn shown() -> String {
    let app = app();
    Call::text("/solve", "12..").to(&app).await;
    Call::text("/solve", "!").to(&app).await;
    app.metrics.render().expect("metrics are rendered")
}

/// Name of the series of a line.
fn series(line: &str) -> &str {
    line.split(['{', ' ']).next().expect("a line has a first word")
}

#[tokio::test]
async fn dashboard_and_alerts_use_existing_metrics() {
    let shown = shown().await;
    let series = shown.lines().filter(|line| !line.starts_with('#')).map(series);
    // The README names histograms without suffix.
    let histograms =
        shown.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.strip_suffix(" histogram"));
    let known: BTreeSet<&str> = series.chain(histograms).collect();
    for name in ["grafana-dashboard.json", "alerts.yaml", "alerts_test.yaml"] {
        let text = file(name);
        let used = named(&text);
        assert!(used.len() >= 10, "{name} names {used:?} only");
        let unknown: Vec<_> = used.difference(&known).collect();
        assert!(unknown.is_empty(), "{name} uses unknown metrics {unknown:?}");
    }
}
