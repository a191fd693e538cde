//! `/conflicts`.

use quadrille::server::App;
use serde_json::{Value, json};

use crate::harness::{Call, app, config, without_timings};

/// A 4x4 with two equal digits in a column.
const COLUMN: &str = "1.....3..4....32";

/// A 4x4 without equal digits in a house: row 1 has no cell for 3.
const NO_CELL: &str = "12....3....4....";

/// A 9x9 with a solution, and one clue changed.
const MISTYPED: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..71";

/// The puzzle with only the clues of these cells, named like `r1c1`.
fn only(puzzle: &str, cells: &[&str]) -> String {
    let size = puzzle.len().isqrt();
    let keep = |index: usize| cells.contains(&&*format!("r{}c{}", index / size + 1, index % size + 1));
    puzzle.char_indices().map(|(index, symbol)| if keep(index) { symbol } else { '.' }).collect()
}

async fn verdict(puzzle: String, app: &App) -> Value {
    Call::text("/solve?limit=1", puzzle).to(app).await.json()["verdict"].clone()
}

#[tokio::test]
async fn clues_have_no_solution_and_all_are_needed() {
    let app = app();
    for puzzle in [COLUMN, NO_CELL, MISTYPED, "11..............", "1..1...........1"] {
        let answer = Call::text("/conflicts", puzzle).to(&app).await.json();
        assert_eq!(
            (&answer["verdict"], &answer["minimal"], &answer["stopped_by"]),
            (&json!("none"), &json!(true), &json!(null))
        );
        let clues: Vec<&str> =
            answer["clues"].as_array().expect("cells").iter().filter_map(Value::as_str).collect();
        assert_eq!(verdict(only(puzzle, &clues), &app).await, "none", "{puzzle} {clues:?}");
        for left_out in &clues {
            let others: Vec<&str> = clues.iter().copied().filter(|clue| clue != left_out).collect();
            assert_ne!(verdict(only(puzzle, &others), &app).await, "none", "{puzzle} {left_out}");
        }
    }
}

#[tokio::test]
async fn equal_digits_in_a_house_need_no_search() {
    let mut rows = vec![vec![0; 25]; 25];
    (rows[3][4], rows[3][20], rows[7][7]) = (9, 9, 1);
    let body = json!({ "puzzle": rows, "limits": { "nodes": 1 } });
    let answer = Call::json("/conflicts", body.to_string()).send().await.json();
    assert_eq!((&answer["clues"], &answer["minimal"]), (&json!(["r4c5", "r4c21"]), &json!(true)));
    assert_eq!((&answer["stopped_by"], &answer["stats"]["nodes"]), (&json!(null), &json!(0)));
    // The candidates alone allow no clue: the pair is not minimal.
    let body = json!({ "puzzle": "11..............", "candidates": { "r4c3": [2], "r4c4": [2] } });
    let answer = Call::json("/conflicts", body.to_string()).send().await.json();
    assert_eq!((&answer["clues"], &answer["minimal"]), (&json!([]), &json!(true)));
}

#[tokio::test]
async fn solvable_puzzle_has_no_contradiction() {
    let answer = Call::text("/conflicts", "1.....3..4......").send().await.json();
    let mut bare = answer.clone();
    bare.as_object_mut().expect("an object").remove("stats");
    assert_eq!(
        bare,
        json!({
            "verdict": "solvable",
            "clues": [],
            "minimal": null,
            "stopped_by": null,
            "format": "line",
            "limits": {"time_ms": 5000, "nodes": null}
        })
    );
    assert!(answer["stats"]["nodes"].is_u64());
}

#[tokio::test]
async fn given_candidates_are_rules_and_not_clues() {
    let body = json!({ "puzzle": "1...............", "candidates": { "r1c2": [1] } });
    let answer = Call::json("/conflicts", body.to_string()).send().await.json();
    assert_eq!((&answer["clues"], &answer["minimal"]), (&json!(["r1c1"]), &json!(true)));
    let body = json!({ "puzzle": "...1............", "candidates": { "r1c1": [2], "r1c2": [2] } });
    let answer = Call::json("/conflicts", body.to_string()).send().await.json();
    assert_eq!((&answer["verdict"], &answer["clues"]), (&json!("none"), &json!([])));
}

#[tokio::test]
async fn text_is_the_verdict_with_the_clues() {
    for (query, puzzle, expected) in [
        ("", COLUMN.to_owned(), "none r2c3 r4c3\n"),
        ("", "1.....3..4.....2".to_owned(), "solvable\n"),
        ("nodes=1", ".".repeat(81), "unknown\n"),
    ] {
        let call = Call::text(&format!("/conflicts?{query}"), puzzle.clone()).header("accept", "text/plain");
        assert_eq!(call.send().await.body, expected, "{query} {puzzle}");
    }
}

#[tokio::test]
async fn limited_answer_is_sound() {
    let app = app();
    // No pair of these clues conflicts in a house.
    let puzzle = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..";
    assert_eq!(verdict(puzzle.to_owned(), &app).await, "none");
    let mut limited = 0;
    for nodes in [1, 10, 100, 1_000, 10_000, 1_000_000_000] {
        let uri = format!("/conflicts?nodes={nodes}&time_ms=60000");
        let answer = Call::text(&uri, puzzle).to(&app).await.json();
        let clues: Vec<&str> =
            answer["clues"].as_array().expect("cells").iter().filter_map(Value::as_str).collect();
        match answer["verdict"].as_str() {
            Some("unknown") => assert!(clues.is_empty() && answer["minimal"].is_null()),
            Some("none") => assert_eq!(verdict(only(puzzle, &clues), &app).await, "none"),
            other => panic!("{other:?}"),
        }
        assert_eq!(answer["stopped_by"].is_null(), answer["minimal"] == true, "{nodes}");
        limited += u32::from(!answer["stopped_by"].is_null());
    }
    assert!((1..6).contains(&limited), "{limited}");
}

#[tokio::test]
async fn invalid_options_are_refused() {
    let code = |reply: &Value| reply["errors"][0]["code"].clone();
    for (query, expected) in
        [("limit=2", "unknown_parameter"), ("nodes=0", "out_of_range"), ("box=5x5", "box_mismatch")]
    {
        let reply = Call::text(&format!("/conflicts?{query}"), COLUMN).send().await;
        assert_eq!((reply.status.as_u16(), code(&reply.json())), (422, json!(expected)), "{query}");
    }
    let unknown = Call::json("/conflicts", json!({ "puzzle": COLUMN, "reduce": true }).to_string());
    assert_eq!(code(&unknown.send().await.json()), "unknown_field");
    assert_eq!(Call::text("/conflicts/batch", COLUMN).send().await.status, 404);
}

#[tokio::test]
async fn complete_answer_is_cached() {
    let mut config = config();
    config.cache.bytes_max = 1 << 20;
    let app = App::new(&config).expect("the app is built");
    let ask = async || Call::text("/conflicts", MISTYPED).to(&app).await.json();
    let first = ask().await;
    assert_eq!(without_timings(ask().await), without_timings(first));
    assert_eq!((app.answers.stats().hits, app.answers.stats().entries), (1, 1));
}
