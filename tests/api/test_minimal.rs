//! `/minimal` and `/minimal/batch`.

use quadrille::server::App;
use serde_json::{Value, json};

use crate::harness::{Call, app, assert_metrics, config, metrics_text, without_timings};

/// A minimal 4x4 with one solution.
const MINIMAL: &str = "1.....3..4.....2";

/// The same with a redundant clue in r1c3.
const REDUNDANT: &str = "1.2...3..4.....2";

/// A solved 4x4: every clue is redundant.
const SOLVED: &str = "1324423124133142";

/// A 9x9 with 30 clues, most of them redundant.
const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

async fn count(puzzle: String, app: &App) -> Value {
    Call::text("/count?limit=1000", puzzle).to(app).await.json()["count"].clone()
}

/// The puzzle without the clue of a cell of a 9x9 named like `r1c1`.
fn without(puzzle: &str, cell: &str) -> String {
    let bytes = cell.as_bytes();
    let index = usize::from((bytes[1] - b'1') * 9 + bytes[3] - b'1');
    format!("{}.{}", &puzzle[..index], &puzzle[index + 1..])
}

#[tokio::test]
async fn redundant_clues_are_those_without_which_the_solution_remains_unique() {
    let app = app();
    let answer = Call::text("/minimal", CLASSIC).to(&app).await.json();
    let redundant: Vec<&str> =
        answer["redundant"].as_array().expect("cells").iter().filter_map(Value::as_str).collect();
    assert_eq!((&answer["is_minimal"], &answer["stopped_by"]), (&json!(false), &json!(null)));
    let cells = (1..=9).flat_map(|row| (1..=9).map(move |column| format!("r{row}c{column}")));
    for cell in cells {
        let without = without(CLASSIC, &cell);
        let is_redundant = without != CLASSIC && count(without, &app).await == 1;
        assert_eq!(redundant.contains(&&*cell), is_redundant, "{cell}");
    }
}

#[tokio::test]
async fn reduced_puzzle_is_minimal_and_determined_by_the_seed() {
    let app = app();
    let solution = Call::text("/solve", CLASSIC).to(&app).await.json()["solution"].clone();
    let mut reduced = Vec::new();
    for seed in [0, 1, 2, 1] {
        let answer = Call::text(&format!("/minimal?reduce=true&seed={seed}"), CLASSIC).to(&app).await.json();
        let puzzle = answer["puzzle"].as_str().expect("a line").to_owned();
        assert!(puzzle.chars().zip(CLASSIC.chars()).all(|(kept, clue)| kept == clue || kept == '.'));
        let again = Call::text("/minimal", puzzle.clone()).to(&app).await.json();
        assert_eq!((&again["is_minimal"], &again["redundant"]), (&json!(true), &json!([])));
        let solved = Call::text("/solve", puzzle.clone()).to(&app).await.json();
        assert_eq!((&solved["verdict"], &solved["solution"]), (&json!("unique"), &solution));
        reduced.push(puzzle);
    }
    assert_eq!(reduced[1], reduced[3]);
    assert!(reduced[0] != reduced[1] || reduced[1] != reduced[2]);
}

#[tokio::test]
async fn answer_has_the_notation_of_the_request() {
    let rows = json!({ "puzzle": [[1, 0, 2, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]], "reduce": true });
    let answer = Call::json("/minimal", rows.to_string()).send().await.json();
    let expected = json!({
        "is_minimal": false,
        "redundant": ["r1c3"],
        "puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]],
        "stopped_by": null,
        "limits": {"time_ms": 5000, "nodes": null}
    });
    let mut bare = answer.clone();
    bare.as_object_mut().expect("an object").remove("stats");
    assert_eq!(bare, expected);
    assert!(["nodes", "queue_us", "solve_us"].iter().all(|name| answer["stats"][*name].is_u64()));
    let form = "puzzle=1.2...3..4.....2&reduce=true";
    let call = Call::new(http::Method::POST, "/minimal")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(form);
    assert_eq!(call.send().await.json()["puzzle"], MINIMAL);
}

#[tokio::test]
async fn text_is_a_word_with_cells_or_the_reduced_puzzle() {
    for (query, puzzle, expected) in [
        ("", MINIMAL, "minimal\n"),
        ("", REDUNDANT, "redundant r1c3\n"),
        ("reduce=true", REDUNDANT, "1.....3..4.....2\n"),
        ("", "................", "minimal\n"),
        (
            "nodes=1",
            "1................................................................................",
            "unknown\n",
        ),
    ] {
        let call = Call::text(&format!("/minimal?{query}"), puzzle).header("accept", "text/plain");
        assert_eq!(call.send().await.body, expected, "{query} {puzzle}");
    }
}

#[tokio::test]
async fn limited_answer_is_sound() {
    let app = app();
    let names = |answer: &Value, member: &str| -> Vec<String> {
        serde_json::from_value(answer.get(member).cloned().unwrap_or(json!([]))).expect("names")
    };
    let puzzle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let full = names(&Call::text("/minimal?time_ms=60000", puzzle).to(&app).await.json(), "redundant");
    for nodes in [1, 50, 500, 2_000] {
        let uri = format!("/minimal?nodes={nodes}&reduce=true");
        let answer = Call::text(&uri, puzzle).to(&app).await.json();
        let (redundant, undecided) = (names(&answer, "redundant"), names(&answer, "undecided"));
        assert!(redundant.iter().all(|cell| full.contains(cell)));
        assert!(full.iter().all(|cell| redundant.contains(cell) || undecided.contains(cell)));
        if answer["is_minimal"].is_null() {
            assert_eq!((&answer["stopped_by"], redundant.len()), (&json!("node_limit"), 0));
            assert!(!undecided.is_empty());
        }
    }
    let first = Call::text("/minimal?nodes=1", puzzle).to(&app).await.json();
    assert_eq!((&first["is_minimal"], &first["stopped_by"]), (&json!(null), &json!("node_limit")));
}

#[tokio::test]
async fn invalid_options_are_refused() {
    let code = |reply: &Value| reply["errors"][0]["code"].clone();
    for (query, expected) in [
        ("reduce=yes", "out_of_range"),
        ("seed=-1", "out_of_range"),
        ("reduce=true&reduce=true", "duplicate_parameter"),
        ("limit=2", "unknown_parameter"),
    ] {
        let reply = Call::text(&format!("/minimal?{query}"), MINIMAL).send().await;
        assert_eq!((reply.status.as_u16(), code(&reply.json())), (422, json!(expected)), "{query}");
    }
    for (body, expected) in [
        (json!({ "puzzle": MINIMAL, "reduce": 1 }), "wrong_type"),
        (json!({ "puzzle": MINIMAL, "seed": "1" }), "wrong_type"),
        (json!({ "puzzle": MINIMAL, "counts": 2 }), "unknown_field"),
        (json!({ "reduce": true }), "missing_field"),
    ] {
        let reply = Call::json("/minimal", body.to_string()).send().await;
        assert_eq!((reply.status.as_u16(), code(&reply.json())), (422, json!(expected)), "{body}");
    }
}

#[tokio::test]
async fn batch_answers_in_order_and_counts_answers_without_a_verdict() {
    let app = app();
    let lines = [
        json!({ "puzzle": CLASSIC, "reduce": true, "seed": 7, "id": "sunday" }).to_string(),
        json!(MINIMAL).to_string(),
        json!({ "puzzle": "1.." }).to_string(),
        json!({ "puzzle": CLASSIC, "limits": { "nodes": 1 } }).to_string(),
        json!({ "puzzle": SOLVED, "reduce": true }).to_string(),
    ];
    let reply = Call::ndjson("/minimal/batch?stats=false", lines.join("\n")).to(&app).await;
    let (answers, summary) = reply.answers_and_summary();
    assert_eq!(answers[0]["id"], "sunday");
    let single = Call::text("/minimal?reduce=true&seed=7", CLASSIC).to(&app).await.json();
    for member in ["is_minimal", "redundant", "puzzle", "stopped_by", "format"] {
        assert_eq!(answers[0][member], single[member], "{member}");
    }
    assert_eq!((&answers[1]["is_minimal"], answers[1].get("stats")), (&json!(true), None));
    assert_eq!(answers[2]["error"]["code"], "invalid_question");
    assert_eq!(answers[4]["redundant"].as_array().map(Vec::len), Some(16));
    let counts = ["puzzles", "answered", "unknown", "errors"].map(|name| summary[name].as_u64().unwrap_or(0));
    let limited = u64::from(!answers[3]["stopped_by"].is_null());
    assert_eq!(counts, [5, 4 - limited, limited, 1]);
    assert_metrics(
        &metrics_text(&app),
        &[
            "quadrille_batch_puzzles_total{subject=\"puzzle\"} 4",
            "quadrille_batch_errors_total{subject=\"puzzle\"} 1",
        ],
    );
    let text =
        Call::text("/minimal/batch", format!("{MINIMAL}\n{REDUNDANT}\n")).header("accept", "text/plain");
    assert_eq!(text.to(&app).await.body, "minimal\nredundant r1c3\n");
}

#[tokio::test]
async fn complete_answer_is_cached_for_its_seed() {
    let mut config = config();
    config.cache.bytes_max = 1 << 20;
    let app = App::new(&config).expect("the app is built");
    let ask = async |query: &str| Call::text(&format!("/minimal?{query}"), CLASSIC).to(&app).await.json();
    let first = ask("reduce=true").await;
    assert_eq!(without_timings(ask("reduce=true&seed=0").await), without_timings(first));
    assert_eq!(app.answers.stats().hits, 1);
    ask("reduce=true&seed=1").await;
    ask("").await;
    assert_eq!((app.answers.stats().hits, app.answers.stats().entries), (1, 3));
}
