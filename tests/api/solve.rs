//! `POST /solve`

use std::collections::HashSet;

use axum::http::Method;
use quadrille::server::App;
use serde_json::{Value, json};

use crate::harness::{Call, app, config, without_timings};

const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const CLASSIC_SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Solution of a puzzle, as JSON.
async fn solution(puzzle: Value) -> Value {
    let reply = Call::json("/solve", json!({ "puzzle": puzzle }).to_string()).send().await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()["solution"].clone()
}

#[tokio::test]
async fn proper_puzzle_is_unique() {
    let reply = Call::json("/solve", json!({ "puzzle": CLASSIC }).to_string()).send().await;
    insta::assert_snapshot!(reply.snapshot(), @r#"
    200 application/json
    {
      "conflicts": [],
      "format": "line",
      "limits": {
        "nodes": null,
        "time_ms": 5000
      },
      "solution": "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
      "stats": {
        "clues": 30,
        "eliminations": 102,
        "items": 0,
        "nodes": 0,
        "options": 0,
        "placements": 51,
        "updates": 0
      },
      "stopped_by": null,
      "verdict": "unique"
    }
    "#);
}

#[tokio::test]
async fn limit_1_is_solvable_only_if_options_are_left_to_try() {
    let outcome = async |puzzle: &str| {
        let body = json!({ "puzzle": puzzle, "limit": 1 }).to_string();
        let answer = Call::json("/solve", body).send().await.json();
        (answer["verdict"].clone(), answer["stopped_by"].clone())
    };
    // Solved by the rules; the other has three solutions.
    assert_eq!(outcome("1.....3..4.....2").await, (json!("unique"), Value::Null));
    assert_eq!(outcome("1.....3..4......").await, (json!("solvable"), json!("solution_limit")));
}

#[tokio::test]
async fn limit_1_stops_at_first_solution() {
    let body = json!({ "puzzle": ".".repeat(81), "limit": 1 }).to_string();
    let answer = Call::json("/solve", body).send().await.json();
    assert_eq!(answer["verdict"], "solvable");
    assert_eq!(answer["stopped_by"], "solution_limit");
    assert_eq!(answer["solution"].as_str().map(str::len), Some(81));
}

#[tokio::test]
async fn limit_2_with_second_solution_is_multiple() {
    let body = json!({ "puzzle": ".".repeat(81) }).to_string();
    let answer = Call::json("/solve", body).send().await.json();
    assert_eq!(answer["verdict"], "multiple");
    assert_eq!(answer["stopped_by"], "solution_limit");
    assert_eq!(answer["solution"].as_str().map(str::len), Some(81));
}

#[tokio::test]
async fn conflicting_clues_return_none_with_conflicts() {
    let body = json!({ "puzzle": "1..1............" }).to_string();
    insta::assert_snapshot!(Call::json("/solve", body).send().await.snapshot(), @r#"
    200 application/json
    {
      "conflicts": [
        {
          "cells": [
            "r1c1",
            "r1c4"
          ],
          "digit": 1,
          "house": "row 1"
        }
      ],
      "format": "line",
      "limits": {
        "nodes": null,
        "time_ms": 5000
      },
      "solution": null,
      "stats": {
        "clues": 2,
        "eliminations": 0,
        "items": 0,
        "nodes": 0,
        "options": 0,
        "placements": 0,
        "updates": 0
      },
      "stopped_by": null,
      "verdict": "none"
    }
    "#);
}

#[tokio::test]
async fn unsolvable_grid_without_conflict_is_none() {
    let body = json!({ "puzzle": "123....4........" }).to_string();
    let answer = Call::json("/solve", body).send().await.json();
    assert_eq!(answer["verdict"], "none", "{answer}");
    assert_eq!(answer["solution"], Value::Null);
    assert_eq!(answer["conflicts"], json!([]));
}

#[tokio::test]
async fn many_conflicts_return_small_answer() {
    let body = json!({ "puzzle": vec![vec![1; 36]; 36] }).to_string();
    let reply = Call::json("/solve", body).send().await;
    let answer = reply.json();
    assert_eq!(reply.status, 200);
    assert_eq!(answer["verdict"], "none");
    assert_eq!(answer["conflicts"].as_array().map(Vec::len), Some(20));
    assert_eq!(answer["conflicts"][0]["cells"].as_array().map(Vec::len), Some(36));
    assert_eq!(answer["conflicts_omitted"], 88);
    assert!(reply.body.len() < 10_000, "{} bytes", reply.body.len());
}

#[tokio::test]
async fn solution_keeps_notation_of_puzzle() {
    let rows = |values: &str| -> Vec<Vec<u32>> {
        let digits: Vec<u32> = values.chars().filter_map(|symbol| symbol.to_digit(10)).collect();
        digits.chunks(4).map(<[u32]>::to_vec).collect()
    };
    let solved = "1234341221434321";
    assert_eq!(solution(json!("1234 3412 \n 2143 4...")).await, json!(solved));
    assert_eq!(
        solution(json!(["1234", "3412", "2143", "4 ..."])).await,
        json!(["1234", "3412", "2143", "4321"])
    );
    assert_eq!(
        solution(json!([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 0, null, 0]])).await,
        json!(rows(solved))
    );
    assert_eq!(
        solution(json!([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, ".", ".", "."]])).await,
        json!(rows(solved))
    );
    assert_eq!(
        solution(json!([
            ["1", "2", "3", "4"],
            ["3", "4", "1", "2"],
            ["2", "1", "4", "3"],
            ["4", null, null, 0]
        ]))
        .await,
        json!([["1", "2", "3", "4"], ["3", "4", "1", "2"], ["2", "1", "4", "3"], ["4", "3", "2", "1"]])
    );
    assert_eq!(
        solution(json!([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 0, 0, null])).await,
        json!([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    );
}

#[tokio::test]
async fn solution_keeps_notation_of_digits_from_10() {
    // 10x10 with two given rows. The solution begins with the digit 10.
    let mut rows = vec![vec![json!(0); 10]; 10];
    let first = |rows: &Value| rows[0][0].clone();
    rows[0][0] = json!(10);
    assert_eq!(first(&solution(json!(rows)).await), json!(10));
    rows[0][0] = json!("10");
    assert_eq!(first(&solution(json!(rows)).await), json!("10"));
    rows[0][0] = json!("A");
    assert_eq!(first(&solution(json!(rows)).await), json!("A"));
    rows[0][0] = json!("a");
    assert_eq!(first(&solution(json!(rows)).await), json!("a"));
    let line = |symbol: &str| json!(format!("{symbol}{}", ".".repeat(99)));
    for (symbol, letter) in [("A", 'A'), ("a", 'a'), ("1", 'A')] {
        let solution = solution(line(symbol)).await;
        assert!(solution.as_str().is_some_and(|line| line.starts_with(symbol) && line.contains(letter)));
    }
    // Size 36 has no symbol for its last digit.
    let mut rows = vec![vec![json!(null); 36]; 36];
    rows[0][0] = json!("36");
    rows[1][7] = json!("z");
    let solution = solution(json!(rows)).await;
    assert_eq!((first(&solution), solution[1][7].clone()), (json!("36"), json!("35")));
}

#[tokio::test]
async fn empty_symbols_are_accepted() {
    for empty in [".", "0", "_", "*", "-"] {
        assert_eq!(solution(json!(CLASSIC.replace('.', empty))).await, CLASSIC_SOLVED);
    }
}

#[tokio::test]
async fn documented_sizes_are_solved() {
    for size in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 25, 30, 36] {
        let body = json!({ "puzzle": vec![0; size * size], "limit": 1 }).to_string();
        let answer = Call::json("/solve", body).send().await.json();
        assert_eq!(answer["solution"].as_array().map(Vec::len), Some(size * size), "{answer}");
    }
}

#[tokio::test]
async fn box_option_changes_solution() {
    let puzzle = ["123456", "......", "......", "......", "......", "......"];
    for (width, height) in [(3, 2), (2, 3), (6, 1), (1, 6)] {
        let box_shape = json!({ "width": width, "height": height });
        let body = json!({ "puzzle": puzzle, "box": box_shape }).to_string();
        let by_body = Call::json("/solve", body).send().await.json()["solution"].clone();
        let uri = format!("/solve?box={width}x{height}");
        let by_query = Call::text(&uri, puzzle.concat()).send().await.json()["solution"].clone();
        let joined: String = by_body.as_array().expect("rows").iter().filter_map(Value::as_str).collect();
        assert_eq!(by_query, json!(joined));
        // The digits of the first box are all different.
        let rows: Vec<Vec<char>> =
            joined.as_bytes().chunks(6).map(|row| row.iter().map(|&b| b as char).collect()).collect();
        let mut digits: Vec<char> =
            rows.iter().take(height).flat_map(|row| row[..width].iter().copied()).collect();
        digits.sort_unstable();
        assert_eq!(digits, ['1', '2', '3', '4', '5', '6']);
    }
}

#[tokio::test]
async fn query_options_apply_to_json_body() {
    let body = json!({ "puzzle": CLASSIC }).to_string();
    let answer = Call::json("/solve?limit=2&time_ms=123&nodes=4567", body).send().await.json();
    assert_eq!(answer["verdict"], "unique");
    assert_eq!(answer["limits"], json!({ "time_ms": 123, "nodes": 4567 }));
}

#[tokio::test]
async fn null_option_is_default() {
    let body = json!({ "puzzle": CLASSIC, "box": null, "limit": null, "limits": { "time_ms": null, "nodes": null } });
    let answer = Call::json("/solve", body.to_string()).send().await.json();
    assert_eq!(answer["limits"], json!({ "time_ms": 5000, "nodes": null }));
}

#[tokio::test]
async fn text_request_returns_json_unless_text_is_preferred() {
    let reply = Call::text("/solve", CLASSIC).send().await;
    assert_eq!(reply.header("content-type"), "application/json");
    assert_eq!(reply.json()["solution"], CLASSIC_SOLVED);
    let reply = Call::text("/solve", CLASSIC).header("accept", "text/plain").send().await;
    assert_eq!(reply.snapshot(), format!("200 text/plain; charset=utf-8\n{CLASSIC_SOLVED}\n"));
}

#[tokio::test]
async fn solve_as_text_is_solution_or_verdict() {
    let text = async |body: Value| {
        Call::json("/solve", body.to_string()).header("accept", "text/plain").send().await.body
    };
    assert_eq!(text(json!({ "puzzle": [[1, 2], [2, 0]] })).await, "1221\n");
    assert_eq!(text(json!({ "puzzle": [[1, 2], [2, 0]], "limit": 2 })).await, "1221 unique\n");
    assert_eq!(text(json!({ "puzzle": "...." })).await, "1221 multiple\n");
    assert_eq!(
        text(json!({ "puzzle": "1.....3..4......", "limit": 1 })).await,
        "1324423124133142 solvable\n"
    );
    assert_eq!(text(json!({ "puzzle": "11.." })).await, "none\n");
    assert_eq!(text(json!({ "puzzle": "11..", "limit": 2 })).await, "none\n");
    let puzzle = ".".repeat(81);
    assert_eq!(text(json!({ "puzzle": puzzle, "limits": { "nodes": 1 } })).await, "unknown\n");
    let line = text(json!({ "puzzle": vec![0; 1296], "limit": 1 })).await;
    assert_eq!(line.split(' ').count(), 1297);
}

#[tokio::test]
async fn text_body_accepts_lines_and_byte_order_mark() {
    let lines: Vec<&str> = (0..9).map(|row| &CLASSIC[row * 9..row * 9 + 9]).collect();
    let body = format!("\u{feff}{}\r\n", lines.join("\r\n"));
    let reply = Call::text("/solve", body).header("accept", "text/plain").send().await;
    assert_eq!(reply.body.trim_end(), CLASSIC_SOLVED);
}

#[tokio::test]
async fn random_order_gives_a_solution_that_the_seed_determines() {
    let app = app();
    let empty = ".".repeat(81);
    let solve = async |query: &str, puzzle: &str| {
        Call::text(&format!("/solve?{query}"), puzzle.to_owned()).to(&app).await.json()
    };
    let mut solutions = HashSet::new();
    for seed in 0..20 {
        let query = format!("order=random&seed={seed}");
        let answer = solve(&query, &empty).await;
        assert_eq!((&answer["seed"], &answer["verdict"]), (&json!(seed), &json!("multiple")));
        assert_eq!(without_timings(solve(&query, &empty).await), without_timings(answer.clone()));
        let by_get = Call::get(&format!("/solve?puzzle={empty}&{query}")).to(&app).await;
        assert_eq!(by_get.json()["solution"], answer["solution"]);
        assert!(by_get.header("cache-control").contains("max-age"));
        let body = json!({"puzzle": empty, "order": "random", "seed": seed}).to_string();
        assert_eq!(Call::json("/solve", body).to(&app).await.json()["solution"], answer["solution"]);
        solutions.insert(answer["solution"].to_string());
        // Full, and valid.
        let solution = answer["solution"].as_str().expect("a line");
        assert_eq!(solve("", solution).await["verdict"], "unique");
        assert!(!solution.contains('.'));
    }
    assert_eq!(solutions.len(), 20, "solutions of different seeds are equal");
    // All solutions of a puzzle are found.
    let mut found = HashSet::new();
    for seed in 0..60 {
        let answer = solve(&format!("order=random&seed={seed}&limit=1"), "1.....3..4......").await;
        found.insert(answer["solution"].to_string());
    }
    assert_eq!(found.len(), 3);
    let fixed = solve("order=fixed", "1.....3..4......").await;
    assert_eq!((&fixed["solution"], fixed.get("seed")), (&json!("1324423124133142"), None));
    let unique = solve("order=random&seed=1", "1.....3..4.....2").await;
    assert_eq!((&unique["verdict"], &unique["solution"]), (&json!("unique"), &json!("1324423124133142")));
}

#[tokio::test]
async fn random_solution_without_seed_names_it_and_is_not_cached() {
    let mut config = config();
    config.cache.bytes_max = 1 << 20;
    let app = App::new(&config).expect("the app is built");
    let empty = ".".repeat(81);
    let uri = format!("/solve?puzzle={empty}&order=random");
    let reply = Call::get(&uri).to(&app).await;
    let answer = reply.json();
    assert_eq!((reply.header("cache-control"), app.answers.stats().entries), ("no-store", 0));
    let again = Call::get(&format!("{uri}&seed={}", answer["seed"])).to(&app).await.json();
    assert_eq!((again, app.answers.stats().entries), (answer, 1));
    for (query, parameter) in [("seed=1", "seed"), ("order=fixed&seed=1", "seed"), ("order=any", "order")] {
        let reply = Call::text(&format!("/solve?{query}"), "1...").to(&app).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["errors"][0]["parameter"]),
            (422, &json!(parameter))
        );
    }
    for path in ["/solve/batch?order=random", "/count?order=random"] {
        assert_eq!(Call::text(path, "1...").to(&app).await.status, 422, "{path}");
    }
}

#[tokio::test]
async fn puzzle_may_have_a_usual_name() {
    let rows = json!([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]);
    let expected = solution(rows.clone()).await;
    for name in [
        "puzzles",
        "board",
        "grid",
        "sudoku",
        "quizzes",
        "quiz",
        "question",
        "initial_board",
        "initialBoard",
        "unsolved",
        "initial",
        "givens",
        "Puzzle",
        "BOARD",
    ] {
        for path in ["/solve", "/count", "/rate", "/convert", "/render", "/minimal", "/candidates"] {
            let body = json!({ name: rows, "box": {"width": 2, "height": 2} }).to_string();
            let reply = Call::json(path, body).send().await;
            assert_eq!(reply.status, 200, "{path} {name}: {}", reply.body);
        }
        let reply = Call::json("/solve", json!({ name: rows }).to_string()).send().await.json();
        assert_eq!(reply["solution"], expected, "{name}");
        let uri = format!("/solve?{name}=1.....3..4.....2");
        assert_eq!(Call::get(&uri).send().await.json()["solution"], "1324423124133142", "{name}");
        let form = Call::new(Method::POST, "/solve");
        let form = form.header("content-type", "application/x-www-form-urlencoded");
        let reply = form.body(format!("{name}=1.....3..4.....2&limit=2")).send().await;
        assert_eq!(reply.json()["solution"], "1324423124133142", "{name}");
    }
    // A number of clues is no puzzle, and neither is another type.
    let reply = Call::json("/solve", json!({"puzzle": rows, "givens": 4}).to_string()).send().await.json();
    assert_eq!(
        (&reply["errors"][0]["code"], &reply["errors"][0]["pointer"]),
        (&json!("unknown_field"), &json!("/givens"))
    );
}

#[tokio::test]
async fn two_names_must_have_the_same_puzzle() {
    let same = json!({"board": [[1, 0], [0, 0]], "puzzle": "1...", "grid": ["1.", ".."], "sudoku": null});
    assert_eq!(Call::json("/solve", same.to_string()).send().await.status, 200);
    for (other, code) in
        [("2...", "contradiction"), ("12", "contradiction"), ("Solve this!", "contradiction")]
    {
        let body = json!({"board": other, "puzzle": "1..."}).to_string();
        for path in ["/solve", "/convert", "/render"] {
            let reply = Call::json(path, body.clone()).send().await;
            let error = &reply.json()["errors"][0];
            assert_eq!(
                (reply.status.as_u16(), &error["code"], &error["pointer"]),
                (422, &json!(code), &json!("/board"))
            );
            assert_eq!(error["detail"], "`puzzle` and `board` are not the same puzzle: give one of them");
        }
    }
    for uri in ["/solve?board=2...&puzzle=1...", "/render?puzzle=1...&board=2..."] {
        let reply = Call::get(uri).send().await;
        let error = &reply.json()["errors"][0];
        assert_eq!(
            (reply.status.as_u16(), &error["code"], &error["parameter"]),
            (422, &json!("contradiction"), &json!("board"))
        );
    }
}

#[tokio::test]
async fn json_body_may_be_the_puzzle_itself() {
    let rows = json!([[1, -1, -1, -1], [-1, -1, 3, -1], [-1, 4, -1, -1], [-1, -1, -1, 2]]);
    let named: Value =
        serde_json::from_str(include_str!("../inputs/f15_minus_one_blanks.json")).expect("JSON");
    assert_eq!(named["puzzle"], rows);
    let expected = solution(rows.clone()).await;
    for call in [
        Call::json("/solve", rows.to_string()),
        Call::json("/solve", named.to_string()),
        Call::text("/solve", rows.to_string()),
    ] {
        assert_eq!(call.send().await.json()["solution"], expected);
    }
    let reply = Call::json("/solve?limit=1", json!(CLASSIC).to_string()).send().await;
    assert_eq!(reply.json()["solution"], CLASSIC_SOLVED);
    for path in ["/convert?to=line", "/render", "/rate", "/path", "/conflicts"] {
        assert_eq!(Call::json(path, rows.to_string()).send().await.status, 200, "{path}");
    }
    let fault = json!([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 5]]).to_string();
    for path in ["/solve", "/convert", "/render"] {
        let reply = Call::json(path, fault.clone()).send().await;
        let error = &reply.json()["errors"][0];
        assert_eq!(
            (&error["code"], &error["pointer"]),
            (&json!("digit_too_large"), &json!("/3/3")),
            "{path}"
        );
    }
}

#[tokio::test]
async fn json_of_the_wrong_shape_is_told_what_works() {
    let batch = include_str!("../inputs/f10_batch_of_arrays.json");
    let several = "an array of 2 puzzles, but one is expected: send each by itself, or the array as `application/json` to a path that \
                   ends in `/batch`";
    for (body, code, detail) in [
        (batch, "several_puzzles", several),
        (r#"["1.....3..4.....2", "1.....3..4.....2"]"#, "several_puzzles", several),
        (r#"[{"puzzle": "1..."}, {"puzzle": "1..."}]"#, "several_puzzles", several),
        (r#"["1.....3..4.....2"]"#, "several_puzzles", "an array around one puzzle: leave out its brackets"),
        ("[1]", "not_an_object", "the body must be an object with the member `puzzle`, not an array"),
        ("12", "not_an_object", "the body must be an object with the member `puzzle`, not a number"),
        (r#""1...""#, "not_an_object", "the body must be an object with the member `puzzle`, not a string"),
    ] {
        for path in ["/solve", "/convert", "/render"] {
            let reply = Call::json(path, body).send().await;
            let error = &reply.json()["errors"][0];
            assert_eq!(
                (reply.status.as_u16(), &error["code"], &error["detail"]),
                (422, &json!(code), &json!(detail)),
                "{path} {body}"
            );
        }
    }
    // A misspelt option must not be ignored.
    let record = include_str!("../inputs/f11_dataset_with_solution.jsonl").lines().next().expect("a record");
    let reply = Call::json("/solve", record).send().await.json();
    let pointers: Vec<&Value> =
        reply["errors"].as_array().expect("faults").iter().map(|error| &error["pointer"]).collect();
    assert_eq!(pointers, ["/id", "/difficulty"]);
}
