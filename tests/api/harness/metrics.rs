//! Assertions on metrics.

use quadrille::server::App;
use tokio::task::yield_now;

/// Metrics in the OpenMetrics text format.
pub(crate) fn metrics_text(app: &App) -> String {
    app.metrics.render().expect("metrics are rendered")
}

/// Asserts that each of `lines` is in `text`.
#[track_caller]
pub(crate) fn assert_metrics(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.lines().any(|written| written == *line), "{line} is not in\n{text}");
    }
}

/// Waits until the metrics contain `lines`. Solver threads may count after the response is complete.
pub(crate) async fn wait_for_metrics(app: &App, lines: &[&str]) {
    while !lines.iter().all(|line| metrics_text(app).lines().any(|written| written == *line)) {
        yield_now().await;
    }
}
