//! What the service counts of its own work, as operators see it.

use quadrille::server::App;
use serde_json::json;
use tokio::task::{JoinHandle, yield_now};

use crate::limits::{endless, free_places, free_slow_places, narrow, on_its_runtime, spawn, with_slow_lane};
use crate::service::{Call, config};

fn shown(app: &App) -> String {
    app.metrics.render().expect("it can be written")
}

/// Waits until the metrics say all this; what threads count may come a moment after an answer.
async fn says(app: &App, lines: &[&str]) {
    while !lines.iter().all(|line| shown(app).lines().any(|written| written == *line)) {
        yield_now().await;
    }
}

fn seconds_worked(app: &App) -> f64 {
    let text = shown(app);
    let line = text.lines().find_map(|line| line.strip_prefix("quadrille_solver_busy_seconds_total "));
    line.expect("it is there").parse().expect("a number")
}

#[test]
fn what_runs_waits_leaves_is_late_and_is_turned_away_is_counted() {
    on_its_runtime(&narrow(1), async |app| {
        says(&app, &["quadrille_solver_threads_busy 0", "quadrille_queue_length 0"]).await;
        let running = spawn(&app, endless(&json!({ "time_ms": 30_000 })));
        says(&app, &["quadrille_solver_threads_busy 1", "quadrille_queue_length 0"]).await;
        let late = spawn(&app, endless(&json!({ "time_ms": 200 })));
        says(&app, &["quadrille_queue_length 1"]).await;
        assert_eq!(endless(&json!({})).to(&app).await.status, 503);
        says(&app, &[r#"quadrille_shed_total{reason="queue_full"} 1"#]).await;
        assert_eq!(late.await.expect("an answer").status, 200);
        says(&app, &["quadrille_queue_length 0", "quadrille_expired_total 1", "quadrille_cancelled_total 0"])
            .await;
        let waiting = spawn(&app, endless(&json!({ "time_ms": 30_000 })));
        says(&app, &["quadrille_queue_length 1"]).await;
        waiting.abort();
        says(&app, &["quadrille_queue_length 0", "quadrille_cancelled_total 1"]).await;
        running.abort();
        says(&app, &["quadrille_solver_threads_busy 0", "quadrille_cancelled_total 2"]).await;
        assert!(seconds_worked(&app) >= 0.2, "{}", seconds_worked(&app));
        free_places(&app, 2).await;
    });
}

#[test]
fn the_slow_lane_is_counted_and_whoever_finds_it_full() {
    on_its_runtime(&with_slow_lane(2, 2), async |app| {
        let hard: Vec<_> = (0..2).map(|_| spawn(&app, endless(&json!({ "time_ms": 30_000 })))).collect();
        free_slow_places(&app, 0).await;
        says(&app, &["quadrille_slow_queue_searches 2"]).await;
        assert_eq!(endless(&json!({ "time_ms": 30_000 })).to(&app).await.status, 503);
        says(
            &app,
            &[
                r#"quadrille_shed_total{reason="slow_queue_full"} 1"#,
                r#"quadrille_shed_total{reason="queue_full"} 0"#,
            ],
        )
        .await;
        hard.iter().for_each(JoinHandle::abort);
        says(&app, &["quadrille_slow_queue_searches 0", "quadrille_cancelled_total 2"]).await;
    });
}

#[test]
fn a_stream_that_is_read_to_its_end_is_not_one_that_was_left() {
    let mut config = config();
    config.batch.streaming_requests_max = 1;
    on_its_runtime(&config, async |app| {
        assert_eq!(Call::text("/count/batch", "12..\n11..\n").to(&app).await.status, 200);
        assert_eq!(Call::text("/solutions?limit=2", "....").to(&app).await.status, 200);
        says(&app, &["quadrille_streams 0", "quadrille_cancelled_total 0"]).await;
        let left = Call::text("/solutions?limit=1000000", ".".repeat(81)).begin(&app).await;
        assert_eq!(Call::text("/solve/batch", "12..\n").to(&app).await.status, 503);
        says(&app, &[r#"quadrille_shed_total{reason="streams_full"} 1"#]).await;
        drop(left);
        says(&app, &["quadrille_streams 0", "quadrille_cancelled_total 1"]).await;
    });
}

#[test]
fn what_the_cache_holds_is_counted() {
    let mut config = config();
    config.cache.bytes_max = 1 << 20;
    on_its_runtime(&config, async |app| {
        for _ in 0..3 {
            Call::text("/solve", "12..").to(&app).await;
        }
        let lines =
            ["quadrille_cache_hits_total 2", "quadrille_cache_misses_total 1", "quadrille_cache_entries 1"];
        says(&app, &lines).await;
    });
}
