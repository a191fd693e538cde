//! Admission, deadlines, and work that nobody waits for any more.

use std::future::Future;
use std::time::Duration;

use quadrille::config::{Config, QueueLength};
use quadrille::server::{App, runtime};
use serde_json::{Value, json};
use tokio::task::{JoinHandle, yield_now};
use tokio::time::timeout;

use crate::service::{Call, Reply, config};

/// No test waits longer than this; it is far more than any of them needs.
const PATIENCE: Duration = Duration::from_secs(20);

/// Settings with one solver thread.
fn narrow(queue_length: usize) -> Config {
    let mut config = config();
    config.solver.threads = 1;
    config.solver.queue_length = QueueLength::Places(queue_length);
    config
}

/// Runs a test on the runtime that the service would have.
fn on_its_runtime<F: Future<Output = ()>>(config: &Config, test: impl FnOnce(App) -> F) {
    let app = App::new(config).expect("composed");
    let runtime = runtime(config).expect("threads");
    runtime.block_on(async { timeout(PATIENCE, test(app)).await.expect("in time") });
}

/// A count that ends with its limits only.
fn endless(limits: &Value) -> Call {
    let body = json!({ "puzzle": ".".repeat(81), "limit": 9_007_199_254_740_991_u64, "limits": limits });
    Call::json("/count", body.to_string())
}

fn spawn(app: &App, call: Call) -> JoinHandle<Reply> {
    let app = app.clone();
    tokio::spawn(async move { call.to(&app).await })
}

/// Waits until so many places are free.
async fn free_places(app: &App, places: usize) {
    while app.dispatcher.free_places() != places {
        yield_now().await;
    }
}

/// Takes the one solver thread, and waits until it is at work.
async fn occupy(app: &App) -> JoinHandle<Reply> {
    let running = spawn(app, endless(&json!({ "time_ms": 30_000 })));
    // An easy puzzle that gets no thread in all this time tells that the thread is taken.
    while Call::text("/solve?time_ms=100", "12..").to(app).await.json()["verdict"] != "unknown" {}
    running
}

#[test]
fn an_endless_count_meets_its_deadline_and_frees_its_place() {
    on_its_runtime(&narrow(0), async |app| {
        let answer = endless(&json!({ "time_ms": 500 })).to(&app).await.json();
        assert_eq!(app.dispatcher.free_places(), 1);
        assert_eq!(answer["verdict"], "multiple");
        assert_eq!(answer["complete"], false);
        assert_eq!(answer["stopped_by"], "time_limit");
        assert!(answer["count"].as_u64().is_some_and(|count| count > 2));
        let spent = |part: &str| answer["stats"][part].as_u64().expect("a number");
        assert!(spent("queue_us") + spent("solve_us") >= 500_000, "{answer}");
    });
}

#[test]
fn a_deadline_of_one_millisecond_is_an_answer() {
    on_its_runtime(&narrow(0), async |app| {
        let puzzle = vec![0; 36 * 36];
        let body =
            json!({ "puzzle": puzzle, "limit": 9_007_199_254_740_991_u64, "limits": { "time_ms": 1 } });
        let answer = Call::json("/count", body.to_string()).to(&app).await.json();
        assert_eq!(answer["stopped_by"], "time_limit");
        assert_eq!(answer["limits"]["time_ms"], 1);
        free_places(&app, 1).await;
    });
}

#[test]
fn a_dropped_request_stops_its_solver() {
    on_its_runtime(&narrow(1), async |app| {
        let running = occupy(&app).await;
        running.abort();
        free_places(&app, 2).await;
        assert_eq!(Call::text("/solve", "12..").to(&app).await.json()["verdict"], "solvable");
    });
}

#[test]
fn a_request_dropped_in_the_queue_is_not_begun_when_its_turn_comes() {
    on_its_runtime(&narrow(2), async |app| {
        let running = occupy(&app).await;
        free_places(&app, 1).await;
        let waiting = spawn(&app, endless(&json!({ "time_ms": 30_000 })));
        free_places(&app, 0).await;
        waiting.abort();
        running.abort();
        free_places(&app, 3).await;
    });
}

#[test]
fn one_too_many_is_refused_at_once_while_health_answers() {
    on_its_runtime(&narrow(0), async |app| {
        let running = spawn(&app, endless(&json!({ "time_ms": 30_000 })));
        free_places(&app, 0).await;
        let refused = Call::text("/solve", "1").to(&app).await;
        insta::assert_snapshot!(refused.shown(), @r#"
        503 application/problem+json
        {
          "code": "overloaded",
          "detail": "every solver thread and every place in the queue is taken",
          "errors": [],
          "instance": "urn:quadrille:request:test",
          "status": 503,
          "title": "The service is busy",
          "type": "urn:quadrille:problem:overloaded"
        }
        "#);
        assert_eq!(refused.header("retry-after"), "1");
        assert_eq!(Call::get("/livez").to(&app).await.status, 200);
        assert_eq!(Call::get("/readyz").to(&app).await.status, 200);
        // A question that is settled without a search needs no place.
        assert_eq!(Call::text("/solve", "11..").to(&app).await.status, 200);
        running.abort();
        free_places(&app, 1).await;
        assert_eq!(Call::text("/solve", "1").to(&app).await.status, 200);
    });
}

#[test]
fn a_deadline_that_passes_in_the_queue_is_answered_from_there() {
    on_its_runtime(&narrow(2), async |app| {
        let running = occupy(&app).await;
        let answer = endless(&json!({ "time_ms": 20 })).to(&app).await.json();
        assert!(!running.is_finished());
        assert_eq!(answer["verdict"], "unknown");
        assert_eq!(answer["stopped_by"], "time_limit");
        assert_eq!(answer["stats"]["solve_us"], 0);
        assert!(answer["stats"]["queue_us"].as_u64().is_some_and(|waited| waited >= 20_000));
        running.abort();
        free_places(&app, 3).await;
    });
}

#[test]
fn what_runs_and_what_waits_is_answered_at_shutdown() {
    on_its_runtime(&narrow(2), async |app| {
        let running = occupy(&app).await;
        let waiting = spawn(&app, endless(&json!({ "time_ms": 30_000 })));
        free_places(&app, 0).await;
        app.dispatcher.stop();
        for request in [running, waiting] {
            let answer = request.await.expect("it does not panic").json();
            assert_eq!(answer["stopped_by"], "shutdown");
        }
        assert_eq!(app.dispatcher.free_places(), 3);
    });
}

#[test]
fn the_empty_25x25_is_answered_within_its_deadline() {
    on_its_runtime(&narrow(0), async |app| {
        let reply = Call::text("/solve?time_ms=1000", ".".repeat(625)).to(&app).await;
        let verdict = reply.json()["verdict"].clone();
        assert!(verdict == "solvable" || verdict == "unknown", "{verdict}");
        assert_eq!(app.dispatcher.free_places(), 1);
    });
}

#[test]
fn many_questions_at_once_are_all_answered_truly() {
    let mut config = narrow(1000);
    config.solver.threads = 3;
    on_its_runtime(&config, async |app| {
        let requests: Vec<_> = (0..500)
            .map(|k| {
                let puzzle = if k % 2 == 0 { "1..............." } else { "1234341221434..." };
                spawn(&app, Call::text("/count?limit=1000", puzzle).header("accept", "text/plain"))
            })
            .collect();
        for (k, request) in requests.into_iter().enumerate() {
            let expected = if k % 2 == 0 { "multiple 72\n" } else { "unique 1\n" };
            assert_eq!(request.await.expect("it does not panic").body, expected);
        }
        assert_eq!(app.dispatcher.free_places(), 1003);
    });
}
