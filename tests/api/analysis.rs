//! Analyses under the bounds of all questions: queues, deadlines, cancellation and shutdown.

use serde_json::{Value, json};

use crate::harness::{
    Call, HOUR_MS, free_permits, free_slow_permits, one_thread, run_test, spawn, wait_for_metrics,
    with_slow_queue,
};

/// Counts for each candidate of an empty 16x16, which only its limits or a cancellation can end.
fn endless(limits: &Value) -> Call {
    let body = json!({ "puzzle": vec![0; 256], "counts": 10_000, "limits": limits });
    Call::json("/candidates", body.to_string())
}

#[test]
fn analysis_stops_at_its_deadline_with_what_it_has_found() {
    run_test(&one_thread(0), async |app| {
        let answer = endless(&json!({ "time_ms": 1000 })).to(&app).await.json();
        assert_eq!(
            (&answer["stopped_by"], &answer["limits"]["time_ms"]),
            (&json!("time_limit"), &json!(1000))
        );
        let candidates = answer["candidates"].as_array().expect("rows").len();
        let counts = answer["counts"].as_array().expect("rows").len();
        assert_eq!((candidates, counts), (16, 16));
        free_permits(&app, 1).await;
    });
}

#[test]
fn dropped_analysis_stops_and_full_queue_refuses_another() {
    run_test(&one_thread(0), async |app| {
        let running = spawn(&app, endless(&json!({ "time_ms": HOUR_MS })));
        wait_for_metrics(&app, &["quadrille_solver_threads_busy 1"]).await;
        for path in ["/candidates", "/minimal", "/conflicts"] {
            let refused = Call::text(path, "1.....3..4.....2").to(&app).await;
            assert_eq!(
                (refused.status.as_u16(), &refused.json()["code"]),
                (503, &json!("overloaded")),
                "{path}"
            );
        }
        running.abort();
        free_permits(&app, 1).await;
        for path in ["/candidates", "/minimal", "/conflicts"] {
            assert_eq!(Call::text(path, "1.....3..4.....2").to(&app).await.status, 200, "{path}");
            free_permits(&app, 1).await;
        }
    });
}

#[test]
fn long_analysis_moves_to_the_slow_queue_and_others_are_answered() {
    run_test(&with_slow_queue(2, 1), async |app| {
        let running = spawn(&app, endless(&json!({ "time_ms": HOUR_MS })));
        free_slow_permits(&app, 0).await;
        for path in ["/candidates", "/minimal", "/conflicts"] {
            let answer = Call::text(path, "1.....3..4.....2").to(&app).await.json();
            assert_eq!(answer["stopped_by"], Value::Null, "{path}");
        }
        running.abort();
        free_slow_permits(&app, 1).await;
    });
}

#[test]
fn shutdown_answers_an_analysis_and_its_batch() {
    run_test(&one_thread(2), async |app| {
        let running = spawn(&app, endless(&json!({ "time_ms": HOUR_MS })));
        wait_for_metrics(&app, &["quadrille_solver_threads_busy 1"]).await;
        let entry = json!({ "puzzle": vec![0; 256], "counts": 10_000, "limits": { "time_ms": HOUR_MS } });
        let batch = Call::ndjson("/candidates/batch", format!("{entry}\n\"1...\"\n"));
        let batch = spawn(&app, batch);
        wait_for_metrics(&app, &["quadrille_http_requests_in_flight 2"]).await;
        app.dispatcher.stop();
        let answer = running.await.expect("the task does not panic").json();
        assert_eq!(answer["stopped_by"], "shutdown");
        let (answers, summary) = batch.await.expect("the task does not panic").answers_and_summary();
        assert_eq!(summary["stopped_by"], "shutdown");
        assert_eq!(summary["puzzles"], answers.len());
    });
}
