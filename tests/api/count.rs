//! `POST /count`

use serde_json::{Value, json};

use http_body_util::BodyExt;

use crate::harness::{Call, HOUR_MS, app, config, endless_count, free_permits, one_thread, run_test};

const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

async fn count(body: Value) -> Value {
    let reply = Call::json("/count", body.to_string()).send().await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

/// Verdict, count, complete and stopped_by.
fn outcome(answer: &Value) -> (&str, u64, bool, &str) {
    (
        answer["verdict"].as_str().expect("a word"),
        answer["count"].as_u64().expect("a number"),
        answer["complete"].as_bool().expect("a boolean"),
        answer["stopped_by"].as_str().unwrap_or("nothing"),
    )
}

#[tokio::test]
async fn proper_puzzle_is_unique() {
    insta::assert_snapshot!(Call::json("/count", json!({ "puzzle": INKALA }).to_string()).send().await.snapshot(), @r#"
    200 application/json
    {
      "complete": true,
      "conflicts": [],
      "count": 1,
      "differing_cells": [],
      "format": "line",
      "limits": {
        "nodes": null,
        "time_ms": 5000
      },
      "solution": "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
      "stats": {
        "clues": 21,
        "eliminations": 0,
        "items": 240,
        "nodes": 143,
        "options": 254,
        "placements": 0,
        "updates": 509
      },
      "stopped_by": null,
      "verdict": "unique",
      "witnesses": []
    }
    "#);
}

#[tokio::test]
async fn two_solutions_are_witnesses_with_differing_cells() {
    let body = json!({ "puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 0]] }).to_string();
    insta::assert_snapshot!(Call::json("/count", body).send().await.snapshot(), @r#"
    200 application/json
    {
      "complete": false,
      "conflicts": [],
      "count": 2,
      "differing_cells": [
        "r3c1",
        "r3c4",
        "r4c1",
        "r4c4"
      ],
      "limits": {
        "nodes": null,
        "time_ms": 5000
      },
      "solution": null,
      "stats": {
        "clues": 3,
        "eliminations": 10,
        "items": 28,
        "nodes": 12,
        "options": 15,
        "placements": 6,
        "updates": 63
      },
      "stopped_by": "solution_limit",
      "verdict": "multiple",
      "witnesses": [
        [
          [
            1,
            3,
            2,
            4
          ],
          [
            4,
            2,
            3,
            1
          ],
          [
            2,
            4,
            1,
            3
          ],
          [
            3,
            1,
            4,
            2
          ]
        ],
        [
          [
            1,
            3,
            2,
            4
          ],
          [
            4,
            2,
            3,
            1
          ],
          [
            3,
            4,
            1,
            2
          ],
          [
            2,
            1,
            4,
            3
          ]
        ]
      ]
    }
    "#);
}

#[tokio::test]
async fn verdict_follows_count_and_completeness() {
    // Three solutions.
    let three = "1.....3..4......";
    let outcomes = [
        (json!({ "puzzle": three, "limit": 1 }), ("solvable", 1, false, "solution_limit")),
        (json!({ "puzzle": three, "limit": 2 }), ("multiple", 2, false, "solution_limit")),
        (json!({ "puzzle": three, "limit": 3 }), ("multiple", 3, false, "solution_limit")),
        (json!({ "puzzle": three, "limit": 4 }), ("multiple", 3, true, "nothing")),
        (json!({ "puzzle": INKALA, "limit": 1 }), ("solvable", 1, false, "solution_limit")),
        (
            json!({ "puzzle": "1234............", "limit": 9_007_199_254_740_991_u64 }),
            ("multiple", 12, true, "nothing"),
        ),
        (json!({ "puzzle": "1234............", "limit": "all" }), ("multiple", 12, true, "nothing")),
        (json!({ "puzzle": "123....4........" }), ("none", 0, true, "nothing")),
        (json!({ "puzzle": "11.............." }), ("none", 0, true, "nothing")),
        (json!({ "puzzle": INKALA, "limits": { "nodes": 1 } }), ("unknown", 0, false, "node_limit")),
    ];
    for (body, expected) in outcomes {
        assert_eq!(outcome(&count(body.clone()).await), expected, "{body}");
    }
    let in_query = Call::get(&format!("/count?puzzle={three}&limit=all")).send().await.json();
    assert_eq!(outcome(&in_query), ("multiple", 3, true, "nothing"));
    let refused = Call::json("/count", json!({ "puzzle": three, "limit": "every" }).to_string()).send().await;
    let detail = "must be a whole number from 1 to 9007199254740991, or all";
    assert_eq!((refused.status.as_u16(), &refused.json()["errors"][0]["detail"]), (422, &json!(detail)));
}

#[tokio::test]
async fn node_limit_is_exact() {
    let whole = count(json!({ "puzzle": INKALA })).await["stats"]["nodes"].as_u64().expect("a number");
    let limited = count(json!({ "puzzle": INKALA, "limits": { "nodes": whole - 1 } })).await;
    assert_eq!(limited["stats"]["nodes"], whole - 1);
    assert_eq!(limited["stopped_by"], "node_limit");
    let fitting = count(json!({ "puzzle": INKALA, "limits": { "nodes": whole } })).await;
    assert_eq!(outcome(&fitting), ("unique", 1, true, "nothing"));
}

#[tokio::test]
async fn search_that_ends_with_node_limit_is_complete() {
    // The last solution of each is its last node, and comes just as a slice of work is used up.
    for (puzzle, solutions) in [
        ("...7.3..9..3..2.7..7.49.2...5........6.8457.1287...53......4.....85.....79.......", 1152),
        ("8........9.3.......7..9.2.3...2.7........5.2....1.9.3.5......68.385.6..77.....4..", 2649),
    ] {
        let limit = 9_007_199_254_740_991_u64;
        let whole = count(json!({ "puzzle": puzzle, "limit": limit })).await;
        assert_eq!(outcome(&whole), ("multiple", solutions, true, "nothing"));
        for extra in 0..2 {
            let nodes = whole["stats"]["nodes"].as_u64().expect("a number") + extra;
            let body = json!({ "puzzle": puzzle, "limit": limit, "limits": { "nodes": nodes } });
            assert_eq!(outcome(&count(body).await), ("multiple", solutions, true, "nothing"), "{extra}");
        }
    }
}

#[tokio::test]
async fn solution_before_node_limit_is_returned() {
    let whole = count(json!({ "puzzle": INKALA, "limit": 1 })).await["stats"]["nodes"].clone();
    let answer = count(json!({ "puzzle": INKALA, "limits": { "nodes": whole } })).await;
    assert_eq!(outcome(&answer), ("solvable", 1, false, "node_limit"));
    assert_eq!(answer["solution"], Value::Null);
    assert_eq!(answer["witnesses"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn empty_9x9_counts_up_to_limit() {
    let answer = count(json!({ "puzzle": ".".repeat(81), "limit": 10_000 })).await;
    assert_eq!(outcome(&answer), ("multiple", 10_000, false, "solution_limit"));
    let answer = count(json!({ "puzzle": vec![0; 16], "limit": 10_000 })).await;
    assert_eq!(outcome(&answer), ("multiple", 288, true, "nothing"));
}

#[tokio::test]
async fn puzzle_with_few_clues_is_accepted() {
    let answer = count(json!({ "puzzle": format!("1{}", ".".repeat(80)) })).await;
    assert_eq!(outcome(&answer), ("multiple", 2, false, "solution_limit"));
}

#[tokio::test]
async fn limits_are_clamped_and_echoed() {
    let mut config = config();
    config.solver.time_ms_max = 2000;
    config.solver.time_ms_default = 1000;
    config.solver.nodes_max = 3;
    let app = quadrille::server::App::new(&config).expect("the app is built");
    let limits =
        async |body: Value| Call::json("/count", body.to_string()).to(&app).await.json()["limits"].clone();
    assert_eq!(limits(json!({ "puzzle": INKALA })).await, json!({ "time_ms": 1000, "nodes": 3 }));
    let question =
        json!({ "puzzle": INKALA, "limits": { "time_ms": 9_007_199_254_740_991_u64, "nodes": 4 } });
    assert_eq!(limits(question).await, json!({ "time_ms": 2000, "nodes": 3 }));
    let question = json!({ "puzzle": INKALA, "limits": { "time_ms": 1, "nodes": 2 } });
    assert_eq!(limits(question).await, json!({ "time_ms": 1, "nodes": 2 }));
}

#[tokio::test]
async fn count_as_text_is_verdict_and_count() {
    let app = app();
    let text = async |uri: &str, body: &str| {
        Call::text(uri, body.to_owned()).header("accept", "text/plain").to(&app).await.snapshot()
    };
    let head = "200 text/plain; charset=utf-8";
    assert_eq!(text("/count", INKALA).await, format!("{head}\nunique 1\n"));
    assert_eq!(text("/count", "11..............").await, format!("{head}\nnone 0\n"));
    assert_eq!(text("/count", "................").await, format!("{head}\nmultiple 2+\n"));
    assert_eq!(text("/count?limit=1000", "................").await, format!("{head}\nmultiple 288\n"));
    assert_eq!(text("/count?limit=1", INKALA).await, format!("{head}\nsolvable 1+\n"));
    assert_eq!(text("/count?nodes=1", INKALA).await, format!("{head}\nunknown 0+\n"));
}

#[tokio::test]
async fn short_count_with_progress_is_one_line() {
    let app = app();
    let call = || Call::json("/count", json!({ "puzzle": INKALA }).to_string());
    let reply = call().header("accept", "application/x-ndjson").to(&app).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "application/x-ndjson"));
    assert_eq!((reply.header("vary"), reply.header("x-accel-buffering")), ("accept", "no"));
    let mut line = crate::harness::without_timings(reply.lines().pop().expect("a line"));
    assert_eq!(line.as_object_mut().and_then(|line| line.remove("type")), Some(json!("result")));
    assert_eq!(line, crate::harness::without_timings(call().to(&app).await.json()));
}

#[tokio::test]
async fn invalid_count_with_progress_has_its_status() {
    let call = Call::json("/count", r#"{"puzzle": "123"}"#).header("accept", "application/x-ndjson");
    let reply = call.send().await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (422, "application/problem+json"));
    for accept in ["*/*", "application/json, application/x-ndjson", "application/*"] {
        let reply = Call::json("/count", r#"{"puzzle": "1..."}"#).header("accept", accept).send().await;
        assert_eq!(reply.header("content-type"), "application/json", "{accept}");
    }
}

#[test]
fn progress_grows_until_the_client_disconnects() {
    let mut config = one_thread(0);
    config.solver.slow_after_ms = 1;
    config.solver.slow_queue_max = 1;
    run_test(&config, async |app| {
        let count = || endless_count(&json!({ "time_ms": HOUR_MS }));
        let mut body = count().header("accept", "application/x-ndjson").begin(&app).await.into_body();
        let mut next = async || -> Value {
            let frame = body.frame().await.expect("a line").expect("no error");
            serde_json::from_slice(&frame.into_data().expect("data")).expect("JSON")
        };
        let number = |line: &Value, name: &str| line[name].as_u64().expect("a number");
        let first = next().await;
        // On a loaded machine, the search may have no slice between two lines.
        loop {
            let line = next().await;
            assert_eq!((&first["type"], &line["type"]), (&json!("progress"), &json!("progress")));
            assert!(number(&first, "elapsed_ms") < number(&line, "elapsed_ms"), "{first} {line}");
            if ["count", "nodes"].iter().all(|name| number(&first, name) < number(&line, name)) {
                break;
            }
        }
        // Without progress: on a loaded machine, its first line may come before the refusal.
        let refused = count().to(&app).await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "1"));
        drop(body);
        crate::harness::free_slow_permits(&app, 1).await;
        free_permits(&app, 1).await;
    });
}

#[test]
fn limited_count_ends_its_progress_with_the_result() {
    run_test(&one_thread(0), async |app| {
        let count = endless_count(&json!({ "nodes": 10_000 })).header("accept", "application/x-ndjson");
        let mut lines = count.to(&app).await.lines();
        let result = lines.pop().expect("a line");
        assert_eq!((&result["type"], &result["stopped_by"]), (&json!("result"), &json!("node_limit")));
        assert!(lines.iter().all(|line| line["type"] == "progress"), "{lines:?}");
    });
}
