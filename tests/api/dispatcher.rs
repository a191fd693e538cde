//! Admission, deadlines, cancellation and shutdown.

use quadrille::config::Config;
use quadrille::server::App;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::harness::{
    Call, HOUR_MS, Reply, endless_count, free_permits, free_slow_permits, one_thread, run_test, spawn,
    wait_for_metrics, with_slow_queue,
};

/// Occupies the only solver thread.
async fn occupy(app: &App) -> JoinHandle<Reply> {
    let running = spawn(app, endless_count(&json!({ "time_ms": HOUR_MS })));
    wait_for_metrics(app, &["quadrille_solver_threads_busy 1"]).await;
    running
}

#[test]
fn endless_count_stops_at_deadline_and_frees_permit() {
    run_test(&one_thread(0), async |app| {
        let answer = endless_count(&json!({ "time_ms": 1000 })).to(&app).await.json();
        assert_eq!(app.dispatcher.free_permits(), 1);
        assert_eq!(answer["verdict"], "multiple");
        assert_eq!(answer["complete"], false);
        assert_eq!(answer["stopped_by"], "time_limit");
        assert!(answer["count"].as_u64().is_some_and(|count| count > 2));
        let spent = |part: &str| answer["stats"][part].as_u64().expect("a number");
        assert!(spent("queue_us") + spent("solve_us") >= 1_000_000, "{answer}");
    });
}

#[test]
fn deadline_of_one_millisecond_returns_answer() {
    run_test(&one_thread(0), async |app| {
        let puzzle = vec![0; 36 * 36];
        let body =
            json!({ "puzzle": puzzle, "limit": 9_007_199_254_740_991_u64, "limits": { "time_ms": 1 } });
        let answer = Call::json("/count", body.to_string()).to(&app).await.json();
        assert_eq!(answer["stopped_by"], "time_limit");
        assert_eq!(answer["limits"]["time_ms"], 1);
        free_permits(&app, 1).await;
    });
}

#[test]
fn dropped_request_stops_solver() {
    run_test(&one_thread(1), async |app| {
        let running = occupy(&app).await;
        running.abort();
        free_permits(&app, 2).await;
        assert_eq!(Call::text("/solve", "12..").to(&app).await.json()["verdict"], "unique");
    });
}

#[test]
fn dropped_queued_request_frees_permit_while_threads_are_busy() {
    run_test(&one_thread(2), async |app| {
        let running = occupy(&app).await;
        free_permits(&app, 2).await;
        let waiting = spawn(&app, endless_count(&json!({ "time_ms": HOUR_MS })));
        free_permits(&app, 1).await;
        waiting.abort();
        free_permits(&app, 2).await;
        assert!(!running.is_finished());
        running.abort();
        free_permits(&app, 3).await;
    });
}

#[test]
fn full_queue_returns_503_and_other_requests_are_answered() {
    run_test(&one_thread(0), async |app| {
        let running = spawn(&app, endless_count(&json!({ "time_ms": HOUR_MS })));
        free_permits(&app, 0).await;
        let refused = endless_count(&json!({ "time_ms": HOUR_MS })).to(&app).await;
        insta::assert_snapshot!(refused.snapshot(), @r#"
        503 application/problem+json
        {
          "code": "overloaded",
          "detail": "all solver threads are busy and the queue is full",
          "errors": [],
          "instance": "urn:quadrille:request:test",
          "status": 503,
          "title": "Service overloaded",
          "type": "/problems/overloaded"
        }
        "#);
        assert_eq!(refused.header("retry-after"), "1");
        assert_eq!(Call::get("/livez").to(&app).await.status, 200);
        assert_eq!(Call::get("/readyz").to(&app).await.status, 200);
        // Questions without a search need no thread.
        for puzzle in ["11..", "12.."] {
            assert_eq!(Call::text("/solve", puzzle).to(&app).await.status, 200);
        }
        running.abort();
        free_permits(&app, 1).await;
        assert_eq!(endless_count(&json!({ "time_ms": 20 })).to(&app).await.status, 200);
    });
}

#[test]
fn deadline_in_queue_returns_unknown() {
    run_test(&one_thread(2), async |app| {
        let running = occupy(&app).await;
        let answer = endless_count(&json!({ "time_ms": 20 })).to(&app).await.json();
        assert!(!running.is_finished());
        assert_eq!(app.dispatcher.free_permits(), 2);
        assert_eq!(answer["verdict"], "unknown");
        assert_eq!(answer["stopped_by"], "time_limit");
        assert_eq!(answer["stats"]["solve_us"], 0);
        assert!(answer["stats"]["queue_us"].as_u64().is_some_and(|waited| waited >= 20_000));
        running.abort();
        free_permits(&app, 3).await;
    });
}

#[test]
fn shutdown_answers_running_and_queued_requests() {
    run_test(&one_thread(2), async |app| {
        let running = occupy(&app).await;
        let waiting = spawn(&app, endless_count(&json!({ "time_ms": HOUR_MS })));
        free_permits(&app, 1).await;
        app.dispatcher.stop();
        for request in [running, waiting] {
            let answer = request.await.expect("the task does not panic").json();
            assert_eq!(answer["stopped_by"], "shutdown");
        }
        assert_eq!(app.dispatcher.free_permits(), 3);
    });
}

#[test]
fn empty_25x25_is_answered() {
    run_test(&one_thread(0), async |app| {
        let reply = Call::text("/solve?time_ms=1000", ".".repeat(625)).to(&app).await;
        let verdict = reply.json()["verdict"].clone();
        assert!(["multiple", "solvable", "unknown"].map(Value::from).contains(&verdict), "{verdict}");
        assert_eq!(app.dispatcher.free_permits(), 1);
    });
}

#[test]
fn concurrent_questions_get_own_answers() {
    let mut config = one_thread(1000);
    config.solver.threads = 3;
    run_test(&config, async |app| {
        let uri = format!("/count?limit=1000&time_ms={HOUR_MS}");
        let requests: Vec<_> = (0..500)
            .map(|k| {
                let puzzle = if k % 2 == 0 { "1..............." } else { "1234341221434..." };
                spawn(&app, Call::text(&uri, puzzle).header("accept", "text/plain"))
            })
            .collect();
        for (k, request) in requests.into_iter().enumerate() {
            let expected = if k % 2 == 0 { "multiple 72\n" } else { "unique 1\n" };
            assert_eq!(request.await.expect("the task does not panic").body, expected);
        }
        assert_eq!(app.dispatcher.free_permits(), 1003);
    });
}

#[test]
fn full_slow_queue_rejects_hard_and_answers_easy_questions() {
    for threads in [1, 2, 3] {
        run_test(&with_slow_queue(threads, 5), async |app| {
            let endless_ones: Vec<_> =
                (0..5).map(|_| spawn(&app, endless_count(&json!({ "time_ms": HOUR_MS })))).collect();
            free_slow_permits(&app, 0).await;
            // Slow questions have returned their fresh permits.
            free_permits(&app, 100).await;
            for _ in 0..20 {
                let easy = Call::text(&format!("/solve?time_ms={HOUR_MS}"), "12..").to(&app).await;
                assert_eq!((easy.status.as_u16(), easy.json()["verdict"].clone()), (200, "unique".into()));
            }
            let refused = endless_count(&json!({ "time_ms": HOUR_MS })).to(&app).await;
            assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (503, "overloaded".into()));
            assert_eq!(refused.header("retry-after"), "1");
            assert_eq!(Call::get("/livez").to(&app).await.status, 200);
            // A cancelled question frees its permit.
            endless_ones[0].abort();
            free_slow_permits(&app, 1).await;
            endless_ones.iter().for_each(JoinHandle::abort);
            free_slow_permits(&app, 5).await;
            free_permits(&app, 100).await;
        });
    }
}

#[test]
fn slow_questions_stop_at_their_deadlines() {
    run_test(&with_slow_queue(1, 64), async |app| {
        let questions: Vec<_> = (0..64)
            .map(|number| spawn(&app, endless_count(&json!({ "time_ms": 200 + 5 * number }))))
            .collect();
        for question in questions {
            let answer = question.await.expect("the task does not panic").json();
            assert_eq!(answer["stopped_by"], "time_limit");
        }
        free_slow_permits(&app, 64).await;
    });
}

#[test]
fn shutdown_answers_slow_questions() {
    run_test(&with_slow_queue(2, 8), async |app| {
        let questions: Vec<_> =
            (0..8).map(|_| spawn(&app, endless_count(&json!({ "time_ms": HOUR_MS })))).collect();
        free_slow_permits(&app, 0).await;
        app.dispatcher.stop();
        for question in questions {
            assert_eq!(question.await.expect("the task does not panic").json()["stopped_by"], "shutdown");
        }
        free_slow_permits(&app, 8).await;
    });
}

#[test]
fn sliced_search_returns_same_answer() {
    let body = json!({ "puzzle": "12".to_owned() + &".".repeat(34), "limit": 100_000_000 });
    let ask = |config: &Config| {
        let mut answer = Value::Null;
        run_test(config, async |app| {
            answer = Call::json(&format!("/count?time_ms={HOUR_MS}"), body.to_string()).to(&app).await.json();
        });
        answer
    };
    let (whole, sliced) = (ask(&one_thread(0)), ask(&with_slow_queue(1, 1)));
    assert_eq!(whole["count"], 940_032);
    for member in ["verdict", "count", "complete", "witnesses"] {
        assert_eq!(whole[member], sliced[member]);
    }
}

#[test]
fn large_slow_questions_have_own_limit() {
    let mut config = with_slow_queue(2, 5);
    config.solver.slow_queue_large_max = 1;
    run_test(&config, async |app| {
        let uri = format!("/count?limit=9007199254740991&time_ms={HOUR_MS}");
        let large = || Call::text(&uri, ".".repeat(625));
        let running = spawn(&app, large());
        free_slow_permits(&app, 4).await;
        assert_eq!(large().to(&app).await.status, 503);
        let small = spawn(&app, endless_count(&json!({ "time_ms": HOUR_MS })));
        free_slow_permits(&app, 3).await;
        running.abort();
        free_slow_permits(&app, 4).await;
        small.abort();
        free_slow_permits(&app, 5).await;
    });
}
