//! Metrics of requests and of the service.

use axum::body::Body;
use axum::http::{Method, Request};
use http_body_util::BodyExt;
use quadrille::http::metrics_route;
use quadrille::server::App;
use quadrille::version::{COMMIT, VERSION};
use serde_json::json;
use tokio::task::JoinHandle;
use tower::ServiceExt;

use crate::harness::{
    Call, HOUR_MS, TestServer, app, assert_metrics, config, endless_count, free_permits, free_slow_permits,
    metrics_text, one_thread, run_test, spawn, wait_for_metrics, with_slow_queue,
};

async fn scrape(app: &App) -> String {
    let request = Request::get("/metrics").body(Body::empty()).expect("a request");
    let (_, route) = metrics_route(app.metrics.clone());
    let response = route.oneshot(request).await.expect("the route never fails");
    assert_eq!(response.status(), 200);
    let content_type = &response.headers()["content-type"];
    assert_eq!(content_type, "application/openmetrics-text; version=1.0.0; charset=utf-8");
    let body = response.into_body().collect().await.expect("a body");
    String::from_utf8(body.to_bytes().to_vec()).expect("text")
}

fn seconds_worked(app: &App) -> f64 {
    let text = metrics_text(app);
    let line = text.lines().find_map(|line| line.strip_prefix("quadrille_solver_busy_seconds_total "));
    line.expect("the metric is present").parse().expect("a number")
}

#[test]
fn running_queued_cancelled_expired_and_shed_are_counted() {
    run_test(&one_thread(1), async |app| {
        wait_for_metrics(&app, &["quadrille_solver_threads_busy 0", "quadrille_queue_length 0"]).await;
        let running = spawn(&app, endless_count(&json!({ "time_ms": HOUR_MS })));
        wait_for_metrics(&app, &["quadrille_solver_threads_busy 1", "quadrille_queue_length 0"]).await;
        assert_eq!(endless_count(&json!({ "time_ms": 200 })).to(&app).await.status, 200);
        wait_for_metrics(
            &app,
            &["quadrille_queue_length 0", "quadrille_expired_total 1", "quadrille_cancelled_total 0"],
        )
        .await;
        let waiting = spawn(&app, endless_count(&json!({ "time_ms": HOUR_MS })));
        wait_for_metrics(&app, &["quadrille_queue_length 1"]).await;
        assert_eq!(endless_count(&json!({})).to(&app).await.status, 503);
        wait_for_metrics(&app, &[r#"quadrille_shed_total{reason="queue_full"} 1"#]).await;
        waiting.abort();
        wait_for_metrics(&app, &["quadrille_queue_length 0", "quadrille_cancelled_total 1"]).await;
        running.abort();
        wait_for_metrics(&app, &["quadrille_solver_threads_busy 0", "quadrille_cancelled_total 2"]).await;
        assert!(seconds_worked(&app) >= 0.2, "{}", seconds_worked(&app));
        free_permits(&app, 2).await;
    });
}

#[test]
fn slow_queue_and_its_rejections_are_counted() {
    run_test(&with_slow_queue(2, 2), async |app| {
        let hard: Vec<_> =
            (0..2).map(|_| spawn(&app, endless_count(&json!({ "time_ms": HOUR_MS })))).collect();
        free_slow_permits(&app, 0).await;
        wait_for_metrics(&app, &["quadrille_slow_queue_searches 2"]).await;
        assert_eq!(endless_count(&json!({ "time_ms": HOUR_MS })).to(&app).await.status, 503);
        wait_for_metrics(
            &app,
            &[
                r#"quadrille_shed_total{reason="slow_queue_full"} 1"#,
                r#"quadrille_shed_total{reason="queue_full"} 0"#,
            ],
        )
        .await;
        hard.iter().for_each(JoinHandle::abort);
        wait_for_metrics(&app, &["quadrille_slow_queue_searches 0", "quadrille_cancelled_total 2"]).await;
    });
}

#[test]
fn complete_stream_is_not_counted_as_cancelled() {
    let mut config = config();
    config.batch.streaming_requests_max = 1;
    run_test(&config, async |app| {
        assert_eq!(Call::text("/count/batch", "12..\n11..\n").to(&app).await.status, 200);
        assert_eq!(Call::text("/solutions?limit=2", "....").to(&app).await.status, 200);
        assert_metrics(&metrics_text(&app), &["quadrille_streams 0", "quadrille_cancelled_total 0"]);
        let left = Call::text("/solutions?limit=1000000", ".".repeat(81)).begin(&app).await;
        assert_eq!(Call::text("/solve/batch", "12..\n").to(&app).await.status, 503);
        wait_for_metrics(&app, &[r#"quadrille_shed_total{reason="streams_full"} 1"#]).await;
        drop(left);
        wait_for_metrics(&app, &["quadrille_streams 0", "quadrille_cancelled_total 1"]).await;
    });
}

#[test]
fn cache_hits_and_entries_are_counted() {
    let mut config = config();
    config.cache.bytes_max = 1 << 20;
    run_test(&config, async |app| {
        for _ in 0..3 {
            Call::text("/solve", "12..").to(&app).await;
        }
        let lines =
            ["quadrille_cache_hits_total 2", "quadrille_cache_misses_total 1", "quadrille_cache_entries 1"];
        wait_for_metrics(&app, &lines).await;
    });
}

#[tokio::test]
async fn requests_are_counted_by_route_method_and_status() {
    let app = app();
    for _ in 0..3 {
        Call::text("/solve", "12..").to(&app).await;
    }
    Call::text("/solve", "1!..").to(&app).await;
    Call::get("/solve/batch").to(&app).await;
    Call::new(Method::HEAD, "/livez").to(&app).await;
    Call::get("/nowhere").to(&app).await;
    assert_metrics(
        &scrape(&app).await,
        &[
            r#"quadrille_http_requests_total{route="/solve",method="POST",status="200"} 3"#,
            r#"quadrille_http_requests_total{route="/solve",method="POST",status="422"} 1"#,
            r#"quadrille_http_requests_total{route="/solve/batch",method="GET",status="405"} 1"#,
            r#"quadrille_http_requests_total{route="/livez",method="HEAD",status="200"} 1"#,
            r#"quadrille_http_requests_total{route="unmatched",method="GET",status="404"} 1"#,
            r#"quadrille_http_request_duration_seconds_count{route="/solve",method="POST",status_class="2xx"} 3"#,
            r#"quadrille_http_request_duration_seconds_count{route="/solve",method="POST",status_class="4xx"} 1"#,
            r#"quadrille_http_refusals_total{code="invalid_question"} 1"#,
            r#"quadrille_http_refusals_total{code="method_not_allowed"} 1"#,
            r#"quadrille_http_refusals_total{code="not_found"} 1"#,
            "quadrille_http_request_bytes_total 16",
            "quadrille_http_requests_cancelled_total 0",
            "quadrille_http_requests_in_flight 0",
            r#"quadrille_verdicts_total{subject="puzzle",verdict="unique"} 3"#,
            r#"quadrille_verdicts_total{subject="puzzle",verdict="unknown"} 0"#,
            r#"quadrille_stopped_total{subject="puzzle",by="solution_limit"} 0"#,
            r#"quadrille_solve_seconds_count{subject="puzzle"} 3"#,
            r#"quadrille_queue_wait_seconds_count{subject="puzzle"} 3"#,
            r#"quadrille_solve_nodes_bucket{le="0.0",subject="puzzle"} 3"#,
            &format!(
                r#"quadrille_build_info{{version="{VERSION}",commit="{}"}} 1"#,
                COMMIT.unwrap_or_default()
            ),
        ],
    );
}

#[tokio::test]
async fn unknown_paths_and_methods_share_series() {
    let app = app();
    let series = async || scrape(&app).await.lines().filter(|line| !line.starts_with('#')).count();
    Call::get("/nowhere").to(&app).await;
    Call::new(Method::from_bytes(b"M0").expect("a method"), "/nowhere").to(&app).await;
    let few = series().await;
    for number in 0..10_000_u32 {
        // Multiplicative hash: all paths differ.
        let path = format!("/{:08x}/{number}?q={number}", number.wrapping_mul(2_654_435_761));
        let method = if number % 2 == 0 { "GET".to_owned() } else { format!("M{number}") };
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        assert_eq!(Call::new(method, &path).to(&app).await.status, 404);
    }
    assert_eq!(series().await, few);
    let text = scrape(&app).await;
    assert_metrics(
        &text,
        &[r#"quadrille_http_requests_total{route="unmatched",method="other",status="404"} 5001"#],
    );
}

#[tokio::test]
async fn metrics_are_not_on_public_listener() {
    assert_eq!(Call::get("/metrics").send().await.status, 404);
}

#[tokio::test]
async fn open_connections_are_measured() {
    let mut config = config();
    config.http.connections_max = 5;
    let served = TestServer::start(&config);
    let capacity = ["quadrille_connections 0", "quadrille_connections_capacity 5"];
    wait_for_metrics(&served.app, &capacity).await;
    let streams = [served.connect().await, served.connect().await];
    wait_for_metrics(&served.app, &["quadrille_connections 2"]).await;
    drop(streams);
    wait_for_metrics(&served.app, &["quadrille_connections 0"]).await;
}
