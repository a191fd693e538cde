//! `/check`.

use http::Method;
use quadrille::server::App;
use serde_json::{Value, json};

use crate::harness::{Call, app, assert_metrics, config, metrics_text, without_timings};

/// A 4x4 with a unique solution, 1324423124133142.
const UNIQUE: &str = "1.....3..4.....2";

/// A 4x4 with the solutions 1324423124133142, 1324423134122143 and 1342423124133124.
const THREE: &str = "1.....3..4......";

async fn check(body: Value) -> Value {
    Call::json("/check", body.to_string()).send().await.json()
}

#[tokio::test]
async fn entries_are_compared_with_the_unique_solution() {
    let answer = check(json!({
        "puzzle": UNIQUE,
        "entries": ["1.3.", "....", "2...", "...3"],
        "marks": {"r1c2": [2, 3], "r2c1": [1, 2], "r2c2": []},
        "limits": {"time_ms": 1234}
    }))
    .await;
    assert_eq!(
        without_timings(answer),
        json!({
            "verdict": "unique",
            "solved": false,
            "solvable": false,
            "wrong": ["r1c3"],
            "overwritten": ["r4c4"],
            "wrong_marks": ["r2c1"],
            "contradicting": [],
            "stopped_by": null,
            "conflicts": [
                {"house": "column 3", "digit": 3, "cells": ["r1c3", "r2c3"]},
                {"house": "box 2", "digit": 3, "cells": ["r1c3", "r2c3"]}
            ],
            "format": "line",
            "stats": {"nodes": 0},
            "limits": {"time_ms": 1234, "nodes": null}
        })
    );
}

#[tokio::test]
async fn entries_of_different_solutions_contradict_each_other() {
    let of = async |entries: &str| check(json!({"puzzle": THREE, "entries": entries})).await;
    let possible = of("..2.........2...").await;
    assert_eq!((&possible["solvable"], &possible["wrong"]), (&json!(true), &json!([])));
    // The third solution alone has r1c3 = 4, and the second one r4c1 = 2.
    let impossible = of("1.4.4.......2...").await;
    assert_eq!((&impossible["solvable"], &impossible["wrong"]), (&json!(false), &json!([])));
    assert_eq!(impossible["contradicting"], json!(["r1c3", "r4c1"]));
    assert_eq!(impossible["contradicting_minimal"], json!(true));
    let wrong = of(".4..............").await;
    assert_eq!((&wrong["wrong"], wrong.get("contradicting_minimal")), (&json!(["r1c2"]), None));
}

#[tokio::test]
async fn solved_grids_and_empty_entries_have_no_mistakes() {
    let solved = check(json!({"puzzle": UNIQUE, "entries": "1324423124133142"})).await;
    assert_eq!((&solved["solved"], &solved["solvable"]), (&json!(true), &json!(true)));
    for body in [
        json!({"puzzle": UNIQUE}),
        json!({"puzzle": UNIQUE, "entries": null, "marks": [null, null, null, null]}),
    ] {
        let empty = check(body).await;
        assert_eq!((&empty["solved"], &empty["solvable"]), (&json!(false), &json!(true)));
        assert_eq!((&empty["wrong"], &empty["wrong_marks"]), (&json!([]), &json!([])));
    }
    let broken = check(json!({"puzzle": "11..............", "entries": "..2............."})).await;
    assert_eq!((&broken["verdict"], &broken["solvable"]), (&json!("none"), &json!(false)));
    assert_eq!((&broken["wrong"], broken["conflicts"].as_array().map(Vec::len)), (&json!([]), Some(2)));
}

#[tokio::test]
async fn entries_and_marks_may_be_parameters_fields_or_candidates_of_a_text() {
    let marks = "marks=%7B%22r1c2%22:%5B2%5D%7D";
    let text = async |query: &str| {
        let call = Call::text(&format!("/check?{query}"), UNIQUE).header("accept", "text/plain");
        call.send().await.body
    };
    assert_eq!(text("").await, "solvable\n");
    assert_eq!(text("entries=1324423124133142").await, "solved\n");
    assert_eq!(
        text(&format!("entries=..3............3&{marks}")).await,
        "unsolvable wrong r1c3 overwritten r4c4 wrong_marks r1c2\n"
    );
    assert_eq!(text("entries=..............4.&nodes=1").await, "solvable\n", "the rules solve the puzzle");
    let form = Call::new(Method::POST, "/check")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(format!("puzzle={THREE}&entries=1.4.4.......2..."))
        .send()
        .await
        .json();
    assert_eq!(form["contradicting"], json!(["r1c3", "r4c1"]));
    let drawn = "{1} 24 | 2 4\n4 2 | {3} 1\n---+---\n23 {4} | 1 3\n3 1 | 4 {2}\n";
    let answer = check(json!({"puzzle": UNIQUE, "entries": drawn})).await;
    let expected = check(json!({
        "puzzle": UNIQUE,
        "marks": {"r1c2": [2, 4], "r1c3": [2]},
        "entries": "1.....3..4.....2"
    }))
    .await;
    assert_eq!((&answer["wrong_marks"], &expected["wrong_marks"]), (&json!(["r1c2"]), &json!(["r1c2"])));
}

#[tokio::test]
async fn limited_answer_is_sound() {
    let empty = ".".repeat(81);
    let entries = format!("12{}", ".".repeat(79));
    let body = |nodes: u64| json!({"puzzle": empty, "entries": entries, "limits": {"nodes": nodes}});
    let limited = check(body(1)).await;
    assert_eq!((&limited["stopped_by"], &limited["verdict"]), (&json!("node_limit"), &json!("unknown")));
    assert_eq!((&limited["solvable"], &limited["undecided"]), (&json!(null), &json!(["r1c1", "r1c2"])));
    let whole = check(body(100_000)).await;
    assert_eq!(
        (&whole["stopped_by"], &whole["solvable"], whole.get("undecided")),
        (&json!(null), &json!(true), None)
    );
}

#[tokio::test]
async fn invalid_entries_and_marks_are_refused() {
    for (body, code, pointer) in [
        (json!({"puzzle": UNIQUE, "entries": "1.."}), "puzzle_length", "/entries"),
        (json!({"puzzle": UNIQUE, "entries": ".".repeat(81)}), "puzzle_length", "/entries"),
        (json!({"puzzle": UNIQUE, "entries": "5..............."}), "digit_too_large", "/entries"),
        (json!({"puzzle": UNIQUE, "entries": [[1, 2], [3, 4]]}), "digit_too_large", "/entries/1/0"),
        (json!({"puzzle": UNIQUE, "entries": 7}), "wrong_type", "/entries"),
        (json!({"puzzle": UNIQUE, "marks": 7}), "wrong_type", "/marks"),
        (json!({"puzzle": UNIQUE, "marks": {"r1c1": [5]}}), "out_of_range", "/marks/r1c1/0"),
        (json!({"puzzle": UNIQUE, "marks": {"r5c1": [1]}}), "unknown_field", "/marks/r5c1"),
        (json!({"puzzle": UNIQUE, "entry": "1"}), "unknown_field", "/entry"),
    ] {
        let reply = Call::json("/check", body.to_string()).send().await;
        let fault = reply.json()["errors"][0].clone();
        assert_eq!(
            (reply.status.as_u16(), &fault["code"], &fault["pointer"]),
            (422, &json!(code), &json!(pointer)),
            "{body}"
        );
    }
    let both = check(json!({"puzzle": UNIQUE, "entries": "1..", "marks": 7})).await;
    assert_eq!(both["errors"].as_array().map(Vec::len), Some(2), "all faults at once");
    let detail = both["errors"][0]["detail"].as_str().expect("a detail");
    assert!(detail.ends_with("; the puzzle has 16 cells"), "{detail}");
}

#[tokio::test]
async fn complete_answer_is_cached_for_its_entries() {
    let mut config = config();
    config.cache.bytes_max = 1 << 20;
    let app = App::new(&config).expect("the app is built");
    let ask = async |body: Value| Call::json("/check", body.to_string()).to(&app).await.json();
    let first = ask(json!({"puzzle": THREE, "entries": "..4............."})).await;
    let rows = json!({"puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 0]], "entries": "..4............."});
    let again = ask(rows).await;
    assert_eq!((app.answers.stats().hits, &again["wrong"]), (1, &first["wrong"]));
    ask(json!({"puzzle": THREE, "entries": "...4............"})).await;
    ask(json!({"puzzle": THREE, "entries": "..4.............", "marks": {"r4c4": [1]}})).await;
    assert_eq!((app.answers.stats().hits, app.answers.stats().entries), (1, 3));
}

#[tokio::test]
async fn answers_are_counted_as_those_about_puzzles() {
    let app = app();
    Call::text("/check?entries=..4.............", THREE).to(&app).await;
    assert_metrics(
        &metrics_text(&app),
        &[
            "quadrille_verdicts_total{subject=\"puzzle\",verdict=\"multiple\"} 1",
            "quadrille_http_requests_total{route=\"/check\",method=\"POST\",status=\"200\"} 1",
        ],
    );
}
