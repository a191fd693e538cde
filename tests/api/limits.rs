//! Admission, deadlines, and work that nobody waits for any more.

use std::future::Future;
use std::time::Duration;

use quadrille::config::{Config, QueueMax};
use quadrille::server::{App, runtime};
use serde_json::{Value, json};
use tokio::task::{JoinHandle, yield_now};
use tokio::time::timeout;

use crate::service::{Call, Reply, config};

/// No test waits longer than this; it is far more than any of them needs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Settings with one solver thread, which a question keeps to its end.
pub(crate) fn narrow(queue_length: usize) -> Config {
    let mut config = config();
    config.solver.threads = 1;
    config.solver.queue_max = QueueMax::Fixed(queue_length);
    config.solver.slow_after_ms = 60_000;
    config
}

/// Settings with so many solver threads and places in the slow lane, and a hundred places for fresh questions.
pub(crate) fn with_slow_lane(threads: usize, slow_queue_max: usize) -> Config {
    let mut config = config();
    config.solver.threads = threads;
    config.solver.queue_max = QueueMax::Fixed(100 - threads);
    config.solver.slow_queue_max = slow_queue_max;
    config.solver.slow_after_ms = 1;
    config
}

/// Runs a test on the runtime that the service would have.
pub(crate) fn on_its_runtime<F: Future<Output = ()>>(config: &Config, test: impl FnOnce(App) -> F) {
    let app = App::new(config).expect("composed");
    let runtime = runtime(config).expect("threads");
    runtime.block_on(async { timeout(PATIENCE, test(app)).await.expect("in time") });
}

/// A count that ends with its limits only.
pub(crate) fn endless(limits: &Value) -> Call {
    let body = json!({ "puzzle": ".".repeat(81), "limit": 9_007_199_254_740_991_u64, "limits": limits });
    Call::json("/count", body.to_string())
}

pub(crate) fn spawn(app: &App, call: Call) -> JoinHandle<Reply> {
    let app = app.clone();
    tokio::spawn(async move { call.to(&app).await })
}

/// Waits until so many places are free.
pub(crate) async fn free_places(app: &App, places: usize) {
    while app.dispatcher.free_places() != places {
        yield_now().await;
    }
}

/// Waits until so many batches could be begun.
pub(crate) async fn free_streams(app: &App, streams: usize) {
    while app.dispatcher.free_streams() != streams {
        yield_now().await;
    }
}

/// Takes the one solver thread, and waits until it is at work.
async fn occupy(app: &App) -> JoinHandle<Reply> {
    let running = spawn(app, endless(&json!({ "time_ms": 30_000 })));
    // Another one that finds nothing in all this time tells that the thread is taken.
    while endless(&json!({ "time_ms": 100 })).to(app).await.json()["verdict"] != "unknown" {}
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
fn a_request_dropped_in_the_queue_frees_its_place_though_every_thread_is_taken() {
    on_its_runtime(&narrow(2), async |app| {
        let running = occupy(&app).await;
        free_places(&app, 2).await;
        let waiting = spawn(&app, endless(&json!({ "time_ms": 30_000 })));
        free_places(&app, 1).await;
        waiting.abort();
        free_places(&app, 2).await;
        assert!(!running.is_finished());
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
        assert_eq!(app.dispatcher.free_places(), 2);
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
        free_places(&app, 1).await;
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

/// Waits until so many places in the slow lane are free.
pub(crate) async fn free_slow_places(app: &App, places: usize) {
    while app.dispatcher.free_slow_places() != places {
        yield_now().await;
    }
}

#[test]
fn easy_questions_are_answered_while_endless_ones_fill_the_slow_lane_and_a_further_hard_one_is_refused() {
    for threads in [1, 2, 3] {
        on_its_runtime(&with_slow_lane(threads, 5), async |app| {
            let endless_ones: Vec<_> =
                (0..5).map(|_| spawn(&app, endless(&json!({ "time_ms": 30_000 })))).collect();
            free_slow_places(&app, 0).await;
            // They gave the places of fresh questions back.
            free_places(&app, 100).await;
            for _ in 0..20 {
                let easy = Call::text("/solve?time_ms=15000", "12..").to(&app).await;
                assert_eq!((easy.status.as_u16(), easy.json()["verdict"].clone()), (200, "solvable".into()));
            }
            let refused = endless(&json!({ "time_ms": 30_000 })).to(&app).await;
            assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (503, "overloaded".into()));
            assert_eq!(refused.header("retry-after"), "1");
            assert_eq!(Call::get("/livez").to(&app).await.status, 200);
            // One that leaves makes room at once.
            endless_ones[0].abort();
            free_slow_places(&app, 1).await;
            endless_ones.iter().for_each(JoinHandle::abort);
            free_slow_places(&app, 5).await;
            free_places(&app, 100).await;
        });
    }
}

#[test]
fn everybody_in_the_slow_lane_meets_their_deadline() {
    on_its_runtime(&with_slow_lane(1, 64), async |app| {
        let questions: Vec<_> =
            (0..64).map(|number| spawn(&app, endless(&json!({ "time_ms": 200 + 5 * number })))).collect();
        for question in questions {
            let answer = question.await.expect("it does not panic").json();
            assert_eq!(answer["stopped_by"], "time_limit");
        }
        free_slow_places(&app, 64).await;
    });
}

#[test]
fn the_slow_lane_is_answered_at_shutdown() {
    on_its_runtime(&with_slow_lane(2, 8), async |app| {
        let questions: Vec<_> = (0..8).map(|_| spawn(&app, endless(&json!({ "time_ms": 30_000 })))).collect();
        free_slow_places(&app, 0).await;
        app.dispatcher.stop();
        for question in questions {
            assert_eq!(question.await.expect("it does not panic").json()["stopped_by"], "shutdown");
        }
        free_slow_places(&app, 8).await;
    });
}

#[test]
fn a_hard_question_has_the_same_answer_in_the_slow_lane() {
    let body = json!({ "puzzle": "1".to_owned() + &".".repeat(35), "limit": 100_000_000 });
    let ask = |config: &Config| {
        let mut answer = Value::Null;
        on_its_runtime(config, async |app| {
            answer = Call::json("/count?time_ms=20000", body.to_string()).to(&app).await.json();
        });
        answer
    };
    let (whole, sliced) = (ask(&narrow(0)), ask(&with_slow_lane(1, 1)));
    assert_eq!(whole["count"], 4_700_160);
    for member in ["verdict", "count", "complete", "witnesses"] {
        assert_eq!(whole[member], sliced[member]);
    }
}

#[test]
fn hard_questions_about_large_grids_have_fewer_places() {
    let mut config = with_slow_lane(2, 5);
    config.solver.slow_queue_large_max = 1;
    on_its_runtime(&config, async |app| {
        let large = || Call::text("/count?limit=9007199254740991&time_ms=30000", ".".repeat(625));
        let running = spawn(&app, large());
        free_slow_places(&app, 4).await;
        assert_eq!(large().to(&app).await.status, 503);
        let small = spawn(&app, endless(&json!({ "time_ms": 30_000 })));
        free_slow_places(&app, 3).await;
        running.abort();
        free_slow_places(&app, 4).await;
        small.abort();
        free_slow_places(&app, 5).await;
    });
}
