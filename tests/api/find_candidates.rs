//! `/candidates` and `/candidates/batch`.

use quadrille::server::App;
use serde_json::{Value, json};

use crate::harness::{Call, Reply, app, assert_metrics, config, metrics_text, without_timings};

/// A 4x4 with three solutions.
const THREE: &str = "1.....3..4......";

/// A 9x9 of 17 clues with two of them removed.
const FIFTEEN: &str = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1..............";

/// The numbers of solutions of each digit of each cell, by listing all solutions.
async fn counts_by_listing(puzzle: &'static str, app: &App) -> Vec<Vec<u64>> {
    let listed = Call::text("/solutions?limit=1000000", puzzle).to(app).await.answers_and_summary().0;
    let size = puzzle.len().isqrt();
    let mut counts = vec![vec![0; size]; puzzle.len()];
    for line in listed {
        let solution = line["solution"].as_str().expect("a line");
        for (cell, symbol) in solution.chars().enumerate() {
            counts[cell][symbol.to_digit(36).expect("a symbol") as usize - 1] += 1;
        }
    }
    counts
}

/// The cells of rows of lists.
fn cells(rows: &Value) -> Vec<Vec<u64>> {
    let rows: Vec<Vec<Vec<u64>>> = serde_json::from_value(rows.clone()).expect("rows of lists of numbers");
    rows.concat()
}

/// The digits with a count, and their counts up to a maximum.
fn expected(counts: &[Vec<u64>], max: u64) -> (Vec<Vec<u64>>, Vec<Vec<u64>>) {
    let of_cell = |counts: &Vec<u64>| {
        let found = (1..).zip(counts.iter().copied()).filter(|&(_, count)| count > 0);
        found.map(|(digit, count)| (digit, count.min(max))).unzip()
    };
    counts.iter().map(of_cell).unzip()
}

#[tokio::test]
async fn candidates_and_counts_are_those_of_all_solutions() {
    let app = app();
    for (puzzle, max) in [(THREE, 2), (THREE, 100), ("1...............", 5), ("1.....3..4.....2", 10_000)] {
        let (candidates, counts) = expected(&counts_by_listing(puzzle, &app).await, max);
        let answer = Call::text(&format!("/candidates?counts={max}"), puzzle).to(&app).await.json();
        assert_eq!((cells(&answer["candidates"]), cells(&answer["counts"])), (candidates.clone(), counts));
        let alone = Call::json("/candidates", json!({ "puzzle": puzzle }).to_string()).to(&app).await.json();
        assert_eq!(cells(&alone["candidates"]), candidates);
        assert_eq!((alone.get("counts"), alone.get("undecided")), (None, None));
        let verdict = if candidates.iter().all(|digits| digits.len() == 1) { "unique" } else { "multiple" };
        assert_eq!((&alone["verdict"], &alone["stopped_by"]), (&json!(verdict), &json!(null)));
    }
}

#[tokio::test]
async fn answer_has_conflicts_statistics_limits_and_format() {
    let contradictory = Call::text("/candidates?time_ms=1234", "1..1............").send().await.json();
    assert_eq!(
        without_timings(contradictory),
        json!({
            "verdict": "none",
            "candidates": vec![vec![Vec::<u64>::new(); 4]; 4],
            "stopped_by": null,
            "conflicts": [{"house": "row 1", "digit": 1, "cells": ["r1c1", "r1c4"]}],
            "format": "line",
            "stats": {"nodes": 0},
            "limits": {"time_ms": 1234, "nodes": null}
        })
    );
    let rows = json!({ "puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 0]], "counts": 3 });
    let answer = Call::json("/candidates", rows.to_string()).send().await.json();
    assert_eq!(
        (&answer["candidates"][3][3], &answer["counts"][3][3]),
        (&json!([2, 3, 4]), &json!([1, 1, 1]))
    );
    assert_eq!(answer.get("format"), None);
}

#[tokio::test]
async fn given_candidates_and_boxes_restrict_the_answer() {
    let restricted = json!({ "puzzle": THREE, "candidates": { "r4c4": [3, 4] } });
    let answer = Call::json("/candidates", restricted.to_string()).send().await.json();
    assert_eq!(answer["candidates"][3][3], json!([3, 4]));
    let six = format!("{}{}", "123456", ".".repeat(30));
    let second_row = async |shape: &str| {
        let answer = Call::text(&format!("/candidates?box={shape}"), six.clone()).send().await.json();
        answer["candidates"][1][0].clone()
    };
    assert_eq!(second_row("3x2").await, json!([4, 5, 6]));
    assert_eq!(second_row("2x3").await, json!([3, 4, 5, 6]));
}

#[tokio::test]
async fn text_is_a_line_of_symbols_or_numbers() {
    let text = async |puzzle: String, query: &str| {
        let call = Call::text(&format!("/candidates?{query}"), puzzle).header("accept", "text/plain");
        call.send().await.body
    };
    assert_eq!(text(THREE.to_owned(), "").await, "1 3 24 24 4 2 3 1 23 4 1 23 23 1 24 234\n");
    assert_eq!(text("1..1............".to_owned(), "").await, "none\n");
    assert_eq!(text(".".repeat(81), "nodes=1").await, "unknown\n");
    // Rows of a solved 36x36, moved by a box or a digit each.
    let row = |row: usize| (0..36).map(move |column| (row * 6 + row / 6 + column) % 36 + 1);
    let solved: Vec<Vec<usize>> = (0..36).map(|number| row(number).collect()).collect();
    let mut open = solved.clone();
    open[0][35] = 0;
    let body = json!({ "puzzle": open }).to_string();
    let answer = Call::json("/candidates", body).header("accept", "text/plain").send().await.body;
    let numbers: Vec<String> = solved.concat().iter().map(usize::to_string).collect();
    assert_eq!(answer, numbers.join(" ") + "\n");
}

#[tokio::test]
async fn limited_answer_is_sound() {
    let app = app();
    let full = cells(&Call::text("/candidates", FIFTEEN).to(&app).await.json()["candidates"]);
    let mut complete = 0;
    for nodes in [1, 2, 5, 20, 100, 400, 100_000_000] {
        let answer = Call::text(&format!("/candidates?nodes={nodes}"), FIFTEEN).to(&app).await.json();
        let found = cells(&answer["candidates"]);
        if answer["stopped_by"].is_null() {
            complete += 1;
            assert_eq!((&found, answer.get("undecided")), (&full, None));
            continue;
        }
        assert_eq!(answer["stopped_by"], "node_limit");
        let undecided = cells(&answer["undecided"]);
        for ((found, undecided), full) in found.iter().zip(&undecided).zip(&full) {
            assert!(found.iter().all(|digit| full.contains(digit) && !undecided.contains(digit)));
            assert!(full.iter().all(|digit| found.contains(digit) || undecided.contains(digit)));
        }
        assert_eq!(answer["limits"]["nodes"], nodes);
        assert!(answer["stats"]["nodes"].as_u64().is_some_and(|visited| visited <= nodes));
    }
    assert!((1..7).contains(&complete), "{complete}");
}

#[tokio::test]
async fn count_of_a_found_candidate_is_at_least_one() {
    for nodes in [1, 10, 30, 100] {
        let body = json!({
            "puzzle": ".........", "box": {"width": 3, "height": 1}, "counts": 10_000, "limits": {"nodes": nodes}
        });
        let answer = Call::json("/candidates", body.to_string()).send().await.json();
        let counts = answer["counts"].to_string();
        assert!(!counts.contains('0'), "{nodes}: {counts}");
    }
}

#[tokio::test]
async fn invalid_options_are_refused() {
    let fault = |reply: &Value| (reply["errors"][0]["code"].clone(), reply["errors"][0]["detail"].clone());
    for (query, code) in [
        ("counts=1", "out_of_range"),
        ("counts=10001", "out_of_range"),
        ("counts=many", "out_of_range"),
        ("counts=2&counts=3", "duplicate_parameter"),
        ("limit=2", "unknown_parameter"),
        ("box=5x5", "box_mismatch"),
    ] {
        let reply = Call::text(&format!("/candidates?{query}"), THREE).send().await;
        assert_eq!((reply.status.as_u16(), fault(&reply.json()).0), (422, json!(code)), "{query}");
    }
    for (body, code) in [
        (json!({ "puzzle": THREE, "counts": 0 }), "out_of_range"),
        (json!({ "puzzle": THREE, "counts": "2" }), "wrong_type"),
        (json!({ "puzzle": THREE, "limit": 2 }), "unknown_field"),
        (json!({ "puzzle": "1.." }), "puzzle_length"),
        (json!({ "counts": 2 }), "missing_field"),
    ] {
        let reply = Call::json("/candidates", body.to_string()).send().await;
        assert_eq!((reply.status.as_u16(), fault(&reply.json()).0), (422, json!(code)), "{body}");
    }
    let misspelt = Call::json("/candidates", json!({ "puzzle": THREE, "count": 2 }).to_string()).send().await;
    let (_, detail) = fault(&misspelt.json());
    assert!(detail.as_str().is_some_and(|detail| detail.contains("did you mean `counts`?")), "{detail}");
    let twice = json!({ "puzzle": THREE, "counts": 2 }).to_string();
    let twice = Call::json("/candidates?counts=3", twice).send().await.json();
    assert_eq!(fault(&twice).0, "given_twice");
    assert_eq!(Call::text("/v1/candidates", THREE).send().await.status, 200);
}

#[tokio::test]
async fn batch_answers_in_order_with_the_options_of_query_and_entry() {
    let lines = [
        json!({ "puzzle": FIFTEEN, "id": "slow", "limits": { "nodes": 5 } }).to_string(),
        json!({ "puzzle": THREE, "counts": 100, "id": 7 }).to_string(),
        json!({ "puzzle": "1.." }).to_string(),
        json!(THREE).to_string(),
    ];
    let reply = Call::ndjson("/candidates/batch?counts=2", lines.join("\n")).send().await;
    let (answers, summary) = reply.answers_and_summary();
    let single = Call::text("/candidates?counts=2", THREE).send().await.json();
    assert_eq!((&answers[0]["id"], &answers[0]["stopped_by"]), (&json!("slow"), &json!("node_limit")));
    assert_eq!((&answers[1]["id"], &answers[1]["counts"][0][0]), (&json!(7), &json!([3])));
    assert_eq!(answers[2]["error"]["code"], "invalid_question");
    for member in ["verdict", "candidates", "counts", "stopped_by", "conflicts", "format"] {
        assert_eq!(answers[3][member], single[member], "{member}");
    }
    assert_eq!((answers[3].get("stats"), &answers[3]["index"]), (None, &json!(3)));
    let counted = ["puzzles", "multiple", "errors"].map(|name| summary[name].as_u64().unwrap_or(0));
    assert_eq!((counted[0], counted[2]), (4, 1));
    assert!(counted[1] >= 2);

    let text = format!("{THREE}\n1..\n1.....3..4.....2\n");
    let call = Call::text("/candidates/batch", text.clone()).header("accept", "text/plain");
    let answers = call.send().await.body;
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers[0], "1 3 24 24 4 2 3 1 23 4 1 23 23 1 24 234");
    assert!(answers[1].starts_with("error: 3 symbols"));
    assert_eq!(answers[2], "1 3 2 4 4 2 3 1 2 4 1 3 3 1 4 2");
    let (with_stats, _) = Call::text("/candidates/batch?stats=true", text).send().await.answers_and_summary();
    assert!(with_stats[0]["stats"]["nodes"].is_u64());
}

#[tokio::test]
async fn complete_answer_is_cached_for_its_counts() {
    let mut config = config();
    config.cache.bytes_max = 1 << 20;
    let app = App::new(&config).expect("the app is built");
    let ask = async |query: &str| Call::text(&format!("/candidates?{query}"), FIFTEEN).to(&app).await.json();
    ask("nodes=5").await;
    assert_eq!(app.answers.stats().entries, 0, "a limited answer is not stored");
    let first = ask("").await;
    let again = ask("").await;
    assert_eq!(app.answers.stats().hits, 1);
    assert_eq!(without_timings(again), without_timings(first));
    ask("counts=2").await;
    Call::text("/solve", FIFTEEN).to(&app).await;
    assert_eq!((app.answers.stats().hits, app.answers.stats().entries), (1, 3));
    assert_eq!(ask("nodes=5").await["stopped_by"], "node_limit", "the search has more nodes");
}

#[tokio::test]
async fn long_answer_reserves_its_memory_until_it_is_sent() {
    let mut config = config();
    config.clients.shares = false;
    config.http.body_bytes_total_max = config.http.body_bytes_max;
    let app = App::new(&config).expect("the app is built");
    // All candidates of a 36x36 are undecided: 150 KiB, more than half of the budget.
    let body = json!({ "puzzle": vec![0; 36 * 36], "limits": { "nodes": 1 } }).to_string();
    let ask = || Call::json("/candidates", body.clone());
    let unread = ask().begin(&app).await;
    let reserved = app.input_budget.reserved();
    let refused = ask().to(&app).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (503, &json!("overloaded")));
    let answer = Reply::of(unread).await;
    assert_eq!(answer.json()["undecided"][0][0].as_array().map(Vec::len), Some(36));
    assert_eq!((reserved, app.input_budget.reserved()), (answer.body.len(), 0));
    let short = Call::text("/candidates", THREE).begin(&app).await;
    assert_eq!((short.status().as_u16(), app.input_budget.reserved()), (200, 0));
}

#[tokio::test]
async fn answers_are_counted_as_those_about_puzzles() {
    let app = app();
    Call::text("/candidates", THREE).to(&app).await;
    Call::text("/candidates?nodes=1", ".".repeat(81)).to(&app).await;
    Call::text("/candidates/batch", format!("{THREE}\n1..\n")).to(&app).await;
    assert_metrics(
        &metrics_text(&app),
        &[
            "quadrille_verdicts_total{subject=\"puzzle\",verdict=\"multiple\"} 2",
            "quadrille_verdicts_total{subject=\"puzzle\",verdict=\"unknown\"} 1",
            "quadrille_stopped_total{subject=\"puzzle\",by=\"node_limit\"} 1",
            "quadrille_batch_puzzles_total{subject=\"puzzle\"} 1",
            "quadrille_batch_errors_total{subject=\"puzzle\"} 1",
            "quadrille_http_requests_total{route=\"/candidates\",method=\"POST\",status=\"200\"} 2",
        ],
    );
}
