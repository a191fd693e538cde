//! Problem responses: each problem code with its whole body once, then each fault.

use axum::body::Body;
use axum::http::Method;
use quadrille::server::App;
use serde_json::{Value, json};

use crate::harness::{Call, Reply, app, config};

/// Response to a body for `/solve` that claims to be JSON.
async fn solve(body: impl Into<Body>) -> Reply {
    Call::json("/solve", body).send().await
}

/// Response to a puzzle in JSON.
async fn solve_puzzle(puzzle: Value) -> Reply {
    solve(json!({ "puzzle": puzzle }).to_string()).await
}

/// Each fault of a problem: its code, its pointer or parameter, its cell and its offset; then its detail.
fn described_faults(problem: &Value) -> Vec<(String, &str)> {
    let faults = problem["errors"].as_array().expect("a list");
    let described = faults.iter().map(|fault| {
        let text = |name: &str| fault.get(name).and_then(Value::as_str);
        let mut place = text("code").expect("a code").to_owned();
        match text("pointer").or(text("parameter")) {
            Some(name) => place += &format!(" {name:?}"),
            None => place += " body",
        }
        if let Some(cell) = text("cell") {
            place += &format!(" {cell}");
        }
        if let Some(offset) = fault.get("offset") {
            place += &format!(" @{offset}");
        }
        (place, text("detail").expect("a detail"))
    });
    described.collect()
}

fn status_and_code(reply: &Reply, problem: &Value) -> String {
    format!("{} {}", reply.status.as_u16(), problem["code"].as_str().expect("a code"))
}

/// Status and code, and a line for each fault.
fn faults(reply: &Reply) -> String {
    let problem = reply.json();
    let lines =
        described_faults(&problem).into_iter().map(|(location, detail)| format!("\n{location}: {detail}"));
    status_and_code(reply, &problem) + &lines.collect::<String>()
}

/// Status and code, and the location of each fault, in one line.
fn summary(reply: &Reply) -> String {
    let problem = reply.json();
    let locations: Vec<_> = described_faults(&problem).into_iter().map(|(location, _)| location).collect();
    format!("{}: {}", status_and_code(reply, &problem), locations.join(", "))
}

async fn summary_of(body: &str) -> String {
    summary(&solve(body.to_owned()).await)
}

#[tokio::test]
async fn non_json_body_is_malformed() {
    insta::assert_snapshot!(solve("puzzle=53..7").await.snapshot(), @r#"
    400 application/problem+json
    {
      "code": "malformed_body",
      "detail": "expected value at line 1 column 1",
      "errors": [
        {
          "code": "json_syntax",
          "detail": "expected value at line 1 column 1",
          "offset": 0
        }
      ],
      "instance": "urn:quadrille:request:test",
      "status": 400,
      "title": "Malformed body",
      "type": "/problems/malformed_body"
    }
    "#);
}

#[tokio::test]
async fn empty_body_is_malformed() {
    insta::assert_snapshot!(faults(&solve("").await), @r#"
    400 malformed_body
    empty_body body: the body is empty: send JSON or text
    "#);
    let text = Call::text("/solve", " \r\n").send().await;
    assert_eq!(summary(&text), "400 malformed_body: empty_body body");
}

#[tokio::test]
async fn number_out_of_range_is_malformed() {
    insta::assert_snapshot!(faults(&solve(r#"{"puzzle":[[1e400]]}"#).await), @r#"
    400 malformed_body
    json_syntax body @16: number out of range at line 1 column 17
    "#);
}

#[tokio::test]
async fn text_after_json_is_malformed() {
    insta::assert_snapshot!(faults(&solve(r#"{"puzzle":"1"} {"#).await), @r#"
    400 malformed_body
    json_syntax body @15: trailing characters at line 1 column 16
    "#);
}

#[tokio::test]
async fn truncated_json_is_malformed() {
    assert_eq!(summary_of(r#"{"puzzle":"1""#).await, "400 malformed_body: json_syntax body @12");
}

#[tokio::test]
async fn syntax_offset_counts_byte_order_mark() {
    assert_eq!(summary_of("{\"puzzle\":x}").await, "400 malformed_body: json_syntax body @10");
    assert_eq!(summary_of("\u{feff}{\"puzzle\":x}").await, "400 malformed_body: json_syntax body @13");
    assert_eq!(summary_of("\u{feff}").await, "400 malformed_body: empty_body body");
}

#[tokio::test]
async fn non_utf8_body_is_malformed() {
    insta::assert_snapshot!(faults(&solve(&b"{\"puzzle\":\"\xff\"}"[..]).await), @r#"
    400 malformed_body
    invalid_utf8 body @11: byte 11 of the body is not valid UTF-8
    "#);
    let text = Call::text("/count", &b"12\xc3"[..]).send().await;
    assert_eq!(summary(&text), "400 malformed_body: invalid_utf8 body @2");
}

#[tokio::test]
async fn deeply_nested_body_is_malformed() {
    insta::assert_snapshot!(faults(&solve("[".repeat(60_000)).await), @r#"
    400 malformed_body
    json_syntax body @127: nested more than 127 levels deep at line 1 column 128
    "#);
    let nested = format!(r#"{{"puzzle":{}"#, "[".repeat(60_000));
    assert_eq!(summary_of(&nested).await, "400 malformed_body: json_syntax body @136");
}

#[tokio::test]
async fn json_array_is_invalid() {
    insta::assert_snapshot!(solve("[1]").await.snapshot(), @r#"
    422 application/problem+json
    {
      "code": "invalid_question",
      "detail": "the body must be an object with the member `puzzle`, not an array",
      "errors": [
        {
          "code": "not_an_object",
          "detail": "the body must be an object with the member `puzzle`, not an array",
          "pointer": ""
        }
      ],
      "instance": "urn:quadrille:request:test",
      "status": 422,
      "title": "Invalid request",
      "type": "/problems/invalid_question"
    }
    "#);
}

#[tokio::test]
async fn json_value_other_than_object_is_invalid() {
    for body in [r#""1""#, "1", "null", "true", "[]"] {
        assert_eq!(summary_of(body).await, "422 invalid_question: not_an_object \"\"");
    }
}

#[tokio::test]
async fn unknown_field_is_invalid() {
    insta::assert_snapshot!(faults(&solve(r#"{"puzzle":"1","limti":2}"#).await), @r#"
    422 invalid_question
    unknown_field "/limti": `limti` is unknown: did you mean `limit`? the object may have puzzle, limit, order, seed, box, candidates, constraints, regions, boxes, grids, format, layout, limits
    "#);
    assert_eq!(
        summary_of(r#"{"puzzle":"1","a/b~c":1,"limits":{"time":1},"box":{"width":1,"height":1,"x":1}}"#)
            .await,
        "422 invalid_question: unknown_field \"/a~1b~0c\", unknown_field \"/limits/time\", \
         unknown_field \"/box/x\""
    );
}

#[tokio::test]
async fn long_unknown_field_is_not_repeated() {
    let body = json!({ "puzzle": "1", "x".repeat(200_000): 1 }).to_string();
    let reply = Call::json("/solve", body).send().await;
    assert_eq!(summary(&reply), "422 invalid_question: unknown_field \"\"");
    assert!(reply.body.len() < 1000);
}

#[tokio::test]
async fn duplicate_field_is_invalid() {
    insta::assert_snapshot!(faults(&solve(r#"{"puzzle":"1","limit":1,"limit":2}"#).await), @r#"
    422 invalid_question
    duplicate_field "/limit": `limit` appears more than once in the object
    "#);
    assert_eq!(
        summary_of(r#"{"puzzle":"1","puzzle":"1","limits":{"nodes":1,"nodes":1}}"#).await,
        "422 invalid_question: duplicate_field \"/puzzle\", duplicate_field \"/limits/nodes\""
    );
}

#[tokio::test]
async fn missing_puzzle_is_invalid() {
    insta::assert_snapshot!(faults(&solve("{}").await), @r#"
    422 invalid_question
    missing_field "": `puzzle` is missing: a string, or an array of rows
    "#);
    assert_eq!(summary_of(r#"{"puzzle":null}"#).await, "422 invalid_question: missing_field \"\"");
}

#[tokio::test]
async fn puzzle_of_wrong_type_is_invalid() {
    insta::assert_snapshot!(faults(&solve_puzzle(json!(5)).await), @r#"
    422 invalid_question
    wrong_type "/puzzle": must be a string or an array, not a number
    "#);
    for (puzzle, expected) in [
        (json!(true), "wrong_type \"/puzzle\""),
        (json!({}), "wrong_type \"/puzzle\""),
        (json!([{}]), "wrong_type \"/puzzle/0\""),
        (json!([[1, 0], "12"]), "wrong_type \"/puzzle/1\""),
        (json!(["12", [1, 0]]), "wrong_type \"/puzzle/1\""),
        (json!([[1, true], [[], 1]]), "wrong_type \"/puzzle/0/1\" r1c2, wrong_type \"/puzzle/1/0\" r2c1"),
        (json!([1, 0, true, 0]), "wrong_type \"/puzzle/2\" r2c1"),
    ] {
        let reply = solve_puzzle(json!(puzzle)).await;
        assert_eq!(summary(&reply), format!("422 invalid_question: {expected}"));
    }
}

#[tokio::test]
async fn puzzle_of_length_80_is_invalid() {
    insta::assert_snapshot!(faults(&solve_puzzle(json!(".".repeat(80))).await), @r#"
    422 invalid_question
    puzzle_length "/puzzle": expected 81 cells for a 9x9, got 80
    "#);
}

#[tokio::test]
async fn puzzle_of_length_82_or_0_is_invalid() {
    for puzzle in [json!(".".repeat(82)), json!(""), json!(" \n"), json!([]), json!(vec![0; 80])] {
        let reply = solve_puzzle(json!(puzzle)).await;
        assert_eq!(summary(&reply), "422 invalid_question: puzzle_length \"/puzzle\"");
    }
}

#[tokio::test]
async fn row_of_wrong_length_is_invalid() {
    insta::assert_snapshot!(faults(&solve_puzzle(json!([[1, 0], [0]])).await), @r#"
    422 invalid_question
    row_length "/puzzle/1": row 2 has length 1 instead of 2, the number of rows
    "#);
    for puzzle in [json!([[1, 0], [0, 0, 0]]), json!(["..", "..."]), json!(["..", ". "])] {
        let reply = solve_puzzle(json!(puzzle)).await;
        assert_eq!(summary(&reply), "422 invalid_question: row_length \"/puzzle/1\"");
    }
}

#[tokio::test]
async fn digit_over_size_is_invalid() {
    let mut rows = vec![vec![0; 9]; 9];
    rows[2][6] = 17;
    insta::assert_snapshot!(faults(&solve_puzzle(json!(rows)).await), @r#"
    422 invalid_question
    digit_too_large "/puzzle/2/6" r3c7: 17 is more than 9, the largest digit of this grid
    "#);
    let mut cells = vec![json!(0); 81];
    cells[24] = json!(17);
    let reply = solve_puzzle(json!(cells)).await;
    assert_eq!(summary(&reply), "422 invalid_question: digit_too_large \"/puzzle/24\" r3c7");
    let reply = Call::text("/solve", format!("{:.<81}", "12H")).send().await;
    assert_eq!(summary(&reply), "422 invalid_question: digit_too_large body r1c3 @2");
}

#[tokio::test]
async fn non_integer_cells_are_invalid() {
    insta::assert_snapshot!(faults(&solve(r#"{"puzzle":[[-2,1.5,5.5,1e-2],["","x","05","17"],["1 ","ab",".",""],[0,0,0,18446744073709551616]]}"#)
            .await), @r#"
    422 invalid_question
    out_of_range "/puzzle/0/0" r1c1: must be a whole number from 0 to 4
    out_of_range "/puzzle/0/1" r1c2: must be a whole number from 0 to 4
    out_of_range "/puzzle/0/2" r1c3: must be a whole number from 0 to 4
    out_of_range "/puzzle/0/3" r1c4: must be a whole number from 0 to 4
    unknown_symbol "/puzzle/1/2" r2c3: a string in a row holds one symbol or one decimal number, such as "7", "16", "G" or "."
    digit_too_large "/puzzle/1/3" r2c4: 17 is more than 4, the largest digit of this grid
    unknown_symbol "/puzzle/2/0" r3c1: a string in a row holds one symbol or one decimal number, such as "7", "16", "G" or "."
    unknown_symbol "/puzzle/2/1" r3c2: a string in a row holds one symbol or one decimal number, such as "7", "16", "G" or "."
    mixed_empty_symbols "/puzzle/2/2" r3c3: `.` is an empty cell, but an earlier one is `x`: use the same symbol for all
    out_of_range "/puzzle/3/3" r4c4: must be a whole number from 0 to 4
    "#);
}

#[tokio::test]
async fn unknown_symbols_are_invalid() {
    for (symbol, shown) in
        [("w", "w"), ("\0", "\\u0000"), ("\u{ff15}", "\u{ff15}"), ("\u{1f9e9}", "\u{1f9e9}")]
    {
        let puzzle = format!("1{symbol}..............");
        let reply = solve_puzzle(json!(puzzle)).await;
        let code = if symbol == "w" { "digit_too_large" } else { "unknown_symbol" };
        assert_eq!(summary(&reply), format!("422 invalid_question: {code} \"/puzzle\" r1c2 @1"), "{shown}");
        let text = Call::text("/solve", puzzle.clone()).send().await;
        assert_eq!(summary(&text), format!("422 invalid_question: {code} body r1c2 @1"));
        let rows = json!([puzzle.chars().take(4).collect::<String>(), "....", "....", "...."]);
        let reply = solve_puzzle(json!(rows)).await;
        assert_eq!(summary(&reply), format!("422 invalid_question: {code} \"/puzzle/0\" r1c2 @1"));
    }
    insta::assert_snapshot!(faults(&solve_puzzle(json!("1\u{1f9e9}..............")).await), @r#"
    422 invalid_question
    unknown_symbol "/puzzle" r1c2 @1: `🧩` (U+1F9E9) is not a symbol: digits are 1-9 and A-Z, empty cells one of . 0 _ * - x
    "#);
}

#[tokio::test]
async fn mixed_empty_symbols_are_invalid() {
    insta::assert_snapshot!(faults(&solve_puzzle(json!("1...\n..0. ........")).await), @r#"
    422 invalid_question
    mixed_empty_symbols "/puzzle" r2c3 @7: `0` is an empty cell, or the smallest digit, because other cells are `.`: write digits from 1, and the same symbol for all empty cells
    "#);
    let rows = json!(["....", "__..", "....", "...."]);
    let reply = solve_puzzle(json!(rows)).await;
    assert_eq!(
        summary(&reply),
        "422 invalid_question: mixed_empty_symbols \"/puzzle/1\" r2c1 @0, \
         mixed_empty_symbols \"/puzzle/1\" r2c2 @1"
    );
}

#[tokio::test]
async fn box_of_wrong_area_is_invalid() {
    let body = json!({ "puzzle": ".".repeat(36), "box": { "width": 3, "height": 3 } }).to_string();
    insta::assert_snapshot!(faults(&solve(body).await), @r#"
    422 invalid_question
    box_mismatch "/box": a box of 3x3 has 9 cells, but a row of this grid has 6: use one of 6x1, 3x2, 2x3, 1x6
    "#);
    let reply = Call::text("/count?box=4x2", ".".repeat(36)).send().await;
    assert_eq!(summary(&reply), "422 invalid_question: box_mismatch \"box\"");
}

#[tokio::test]
async fn malformed_box_is_invalid() {
    for (shape, expected) in [
        (json!([3, 2]), "wrong_type \"/box\""),
        (json!({ "width": 3 }), "missing_field \"/box\""),
        (json!({ "width": 0, "height": 37 }), "out_of_range \"/box/height\", out_of_range \"/box/width\""),
        (json!({ "width": "3", "height": 2 }), "wrong_type \"/box/width\""),
    ] {
        let body = json!({ "puzzle": ".".repeat(36), "box": shape }).to_string();
        assert_eq!(summary_of(&body).await, format!("422 invalid_question: {expected}"));
    }
    for shape in ["3", "3x", "x2", "03x2", "3x02", "3X2", "3x2x1", "+3x2", "0x6", "37x1", "3%202", ""] {
        let reply = Call::text(&format!("/solve?box={shape}"), ".".repeat(36)).send().await;
        assert_eq!(summary(&reply), "422 invalid_question: out_of_range \"box\"", "{shape}");
    }
}

#[tokio::test]
async fn size_37_is_invalid() {
    insta::assert_snapshot!(faults(&solve_puzzle(json!(vec![vec![0; 37]; 37])).await), @r#"
    422 invalid_question
    puzzle_length "/puzzle": 37 rows are too many: sizes go from 1 to 36
    "#);
    for puzzle in [json!(".".repeat(37 * 37)), json!(vec![0; 37 * 37]), json!(vec!["."; 37])] {
        let reply = solve_puzzle(json!(puzzle)).await;
        assert_eq!(summary(&reply), "422 invalid_question: puzzle_length \"/puzzle\"");
    }
}

#[tokio::test]
async fn size_36_in_symbols_is_invalid_with_hint() {
    insta::assert_snapshot!(faults(&solve_puzzle(json!(".".repeat(1296))).await), @r#"
    422 invalid_question
    puzzle_length "/puzzle": 1296 symbols make a 36x36, whose largest digit has no symbol: write it as an array of numbers
    "#);
    let rows = json!(vec![".".repeat(36); 36]);
    let reply = solve_puzzle(json!(rows)).await;
    assert!(reply.json()["detail"].as_str().is_some_and(|detail| detail.contains("array of numbers")));
}

#[tokio::test]
async fn limits_out_of_range_are_invalid() {
    for limit in ["0", "-1", "18446744073709551616", "5.0", "1.5", "1e-1", "3"] {
        let body = format!(r#"{{"puzzle":"1","limit":{limit}}}"#);
        assert_eq!(summary_of(&body).await, "422 invalid_question: out_of_range \"/limit\"", "{limit}");
    }
    insta::assert_snapshot!(faults(&solve(r#"{"puzzle":"1","limit":"2","limits":{"time_ms":0,"nodes":0}}"#).await), @r#"
    422 invalid_question
    wrong_type "/limit": must be a whole number from 1 to 2, not a string
    out_of_range "/limits/time_ms": must be a whole number from 1 to 9007199254740991
    out_of_range "/limits/nodes": must be a whole number from 1 to 9007199254740991
    "#);
    for limit in ["0", "-1", "18446744073709551616", "9007199254740992", "5.5"] {
        let reply = Call::json("/count", format!(r#"{{"puzzle":"1","limit":{limit}}}"#)).send().await;
        assert_eq!(summary(&reply), "422 invalid_question: out_of_range \"/limit\"", "{limit}");
    }
    for limit in ["01", "+1", "1.0", "9007199254740992", "18446744073709551616", ""] {
        let reply = Call::text(&format!("/count?limit={limit}"), "1").send().await;
        assert_eq!(summary(&reply), "422 invalid_question: out_of_range \"limit\"", "{limit}");
    }
    let reply = Call::text("/count?limit=0&time_ms=0&nodes=x", "1").send().await;
    assert_eq!(
        summary(&reply),
        "422 invalid_question: out_of_range \"limit\", out_of_range \"time_ms\", out_of_range \"nodes\""
    );
}

#[tokio::test]
async fn query_options_unknown_or_repeated_are_invalid() {
    let reply = Call::text("/count?limti=1&limit=1&limit=2", "1").send().await;
    insta::assert_snapshot!(faults(&reply), @r#"
    422 invalid_question
    unknown_parameter "limti": `limti` is unknown: did you mean `limit`? the query may have limit, all, box, candidates, constraints, regions, boxes, grids, format, layout, time_ms, nodes
    duplicate_parameter "limit": `limit` appears more than once
    "#);
    let body = r#"{"puzzle":"1","limit":1,"box":{"width":1,"height":1},"limits":{"time_ms":1,"nodes":1}}"#;
    let reply = Call::json("/count?limit=1&box=1x1&time_ms=1&nodes=1", body).send().await;
    assert_eq!(
        summary(&reply),
        "422 invalid_question: given_twice \"/limit\", given_twice \"/box\", \
         given_twice \"/limits/time_ms\", given_twice \"/limits/nodes\""
    );
}

#[tokio::test]
async fn several_faults_are_listed_together() {
    let body =
        r#"{"puzzle":[[5,0],[0,"w"]],"box":{"width":3,"height":0},"limit":9,"limits":{"time_ms":0},"foo":1}"#;
    let reply = solve(body).await;
    assert!(reply.json()["detail"].as_str().is_some_and(|detail| detail.starts_with("6 ")), "{}", reply.body);
    assert_eq!(
        summary(&reply),
        "422 invalid_question: out_of_range \"/box/height\", out_of_range \"/limit\", \
         out_of_range \"/limits/time_ms\", unknown_field \"/foo\", digit_too_large \"/puzzle/0/0\" r1c1, \
         digit_too_large \"/puzzle/1/1\" r2c2"
    );
}

#[tokio::test]
async fn box_mismatch_and_bad_cells_are_listed_together() {
    for puzzle in [
        json!("!..............."),
        json!(["!...", "....", "....", "...."]),
        json!([["!", 0, 0, 0], [0], [], []]),
    ] {
        let body = json!({ "puzzle": puzzle, "box": { "width": 3, "height": 2 } }).to_string();
        let summary = summary_of(&body).await;
        assert!(summary.contains("box_mismatch \"/box\"") && summary.contains("unknown_symbol"), "{summary}");
    }
}

#[tokio::test]
async fn whole_puzzle_in_one_row_returns_only_that_fault() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let reply = solve_puzzle(json!([puzzle])).await;
    assert_eq!(summary(&reply), "422 invalid_question: row_length \"/puzzle/0\"");
    assert!(reply.body.contains("without the array around it"), "{}", reply.body);
    let digits: Vec<u32> = puzzle.chars().map(|symbol| symbol.to_digit(10).unwrap_or(0)).collect();
    let reply = solve_puzzle(json!([digits])).await;
    assert_eq!(summary(&reply), "422 invalid_question: row_length \"/puzzle/0\"");
}

#[tokio::test]
async fn wrong_length_returns_nearest_grid_lengths() {
    for (puzzle, hint) in [
        (json!(".".repeat(2)), "1 (1x1) or 4 (2x2)"),
        (json!(".".repeat(72)), "64 (8x8) or 81 (9x9)"),
        (json!(".".repeat(1224)), "expected 1225 cells for a 35x35, got 1224"),
        (json!(".".repeat(1296)), "array of numbers"),
        (json!(".".repeat(1369)), "too many: sizes go from 1 to 36, written as symbols up to 35"),
        (json!(vec![0; 1295]), "expected 1296 cells for a 36x36, got 1295"),
        (json!(vec![0; 1297]), "too many: sizes go from 1 to 36"),
        (json!([]), "n rows, or n*n numbers"),
    ] {
        let reply = solve_puzzle(json!(puzzle)).await;
        assert_eq!(reply.status, 422);
        assert!(reply.body.contains(hint), "{hint}: {}", reply.body);
    }
}

#[tokio::test]
async fn many_faults_return_small_problem() {
    let cells = 60_000;
    let body = json!({ "puzzle": vec![99; cells] }).to_string();
    let reply = Call::json("/solve", body).send().await;
    let problem = reply.json();
    assert_eq!(reply.status, 422);
    assert_eq!(problem["errors"].as_array().map(Vec::len), Some(20));
    assert_eq!(problem["errors_omitted"], cells + 1 - 20);
    assert!(reply.body.len() < 5000, "{} bytes", reply.body.len());
}

#[tokio::test]
async fn text_longer_than_any_puzzle_has_one_fault() {
    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for text in ["!".repeat(250_000), "1\n".repeat(20_000), "# a\nb\n".repeat(3_000), "a".repeat(9_000)] {
        let problem = Call::text("/solve", text).send().await.json();
        assert_eq!(problem["errors"].as_array().map(Vec::len), Some(1), "{problem}");
        let detail = problem["errors"][0]["detail"].as_str().unwrap_or_default().to_owned();
        assert!(detail.contains("symbols are too many: sizes go from 1 to 36"), "{detail}");
    }
    for blank in [" ", "\n", "\r\n"] {
        let text = format!("{PUZZLE}{}", blank.repeat(250_000 / blank.len()));
        assert_eq!(Call::text("/solve", text).send().await.status, 200, "{blank:?}");
    }
    let several = format!("{PUZZLE}\n").repeat(3_000);
    let problem = Call::text("/solve", several).send().await.json();
    assert_eq!(problem["errors"][0]["code"], "several_puzzles", "{problem}");
}

#[tokio::test]
async fn body_over_limit_is_too_large() {
    let body = format!(r#"{{"puzzle":"{}"}}"#, ".".repeat(256 * 1024));
    insta::assert_snapshot!(solve(body).await.snapshot(), @r#"
    413 application/problem+json
    {
      "code": "body_too_large",
      "detail": "the body is larger than 262144 bytes",
      "errors": [],
      "instance": "urn:quadrille:request:test",
      "status": 413,
      "title": "Body too large",
      "type": "/problems/body_too_large"
    }
    "#);
}

#[tokio::test]
async fn body_at_limit_is_accepted_and_one_byte_more_rejected() {
    let mut config = config();
    config.http.body_bytes_max = 1024;
    let app = App::new(&config).expect("the app is built");
    for (length, status) in [(1024, 200), (1025, 413)] {
        let text = format!("{:<length$}", "12..");
        assert_eq!(Call::text("/solve", text.clone()).to(&app).await.status, status);
        // A body of unknown length.
        let chunks: Vec<Result<String, std::io::Error>> = text
            .as_bytes()
            .chunks(100)
            .map(|chunk| Ok(String::from_utf8_lossy(chunk).into_owned()))
            .collect();
        let body = Body::from_stream(futures_util::stream::iter(chunks));
        assert_eq!(Call::text("/solve", body).to(&app).await.status, status);
    }
}

#[tokio::test]
async fn other_content_type_is_unsupported() {
    let reply = Call::new(Method::POST, "/solve").header("content-type", "video/mp4").body("1");
    let reply = reply.send().await;
    insta::assert_snapshot!(reply.snapshot(), @r#"
    415 application/problem+json
    {
      "code": "unsupported_media_type",
      "detail": "the content-type is `video/mp4`: send one of application/json, text/plain, application/x-www-form-urlencoded, text/csv, text/tab-separated-values, application/xml, text/xml, multipart/form-data, in UTF-8",
      "errors": [],
      "instance": "urn:quadrille:request:test",
      "status": 415,
      "title": "Unsupported media type",
      "type": "/problems/unsupported_media_type"
    }
    "#);
    assert_eq!(
        reply.header("accept-post"),
        "application/json, text/plain, application/x-www-form-urlencoded, text/csv, text/tab-separated-values, application/xml, text/xml, multipart/form-data"
    );
    for content_type in ["text/html", "image/svg+xml", "text/plain; charset=utf-16", "json"] {
        let reply =
            Call::new(Method::POST, "/solve").header("content-type", content_type).body("1").send().await;
        assert_eq!(reply.status, 415, "{content_type}");
    }
}

#[tokio::test]
async fn content_type_with_utf8_charset_is_supported() {
    for content_type in
        ["text/plain; charset=utf-8", "Text/Plain;charset=\"UTF-8\"", "text/plain; charset=us-ascii"]
    {
        let reply =
            Call::new(Method::POST, "/solve").header("content-type", content_type).body("1").send().await;
        assert_eq!(reply.status, 200, "{content_type}");
    }
    let reply = Call::new(Method::POST, "/solve")
        .header("content-type", "application/json; charset=utf-8")
        .body(r#"{"puzzle":"1"}"#)
        .send()
        .await;
    assert_eq!(reply.status, 200);
}

#[tokio::test]
async fn content_encoding_is_unsupported() {
    let reply = Call::text("/solve", "1").header("content-encoding", "br").send().await;
    insta::assert_snapshot!(reply.snapshot(), @r#"
    415 application/problem+json
    {
      "code": "unsupported_content_encoding",
      "detail": "the content-encoding is not supported: send one of gzip, zstd, or none",
      "errors": [],
      "instance": "urn:quadrille:request:test",
      "status": 415,
      "title": "Unsupported content encoding",
      "type": "/problems/unsupported_content_encoding"
    }
    "#);
    assert_eq!(reply.header("accept-encoding"), "gzip, zstd");
}

#[tokio::test]
async fn other_method_is_not_allowed() {
    let reply = Call::new(Method::PUT, "/solve").send().await;
    insta::assert_snapshot!(reply.snapshot(), @r#"
    405 application/problem+json
    {
      "code": "method_not_allowed",
      "detail": "this path does not support PUT: use POST; the Allow header lists all methods",
      "errors": [],
      "instance": "urn:quadrille:request:test",
      "status": 405,
      "title": "Method not allowed",
      "type": "/problems/method_not_allowed"
    }
    "#);
    assert_eq!(reply.header("allow"), "GET,HEAD,POST,OPTIONS");
    for method in [Method::PUT, Method::DELETE, Method::TRACE, Method::PATCH] {
        let reply = Call::new(method, "/count").send().await;
        assert_eq!(summary(&reply), "405 method_not_allowed: ");
    }
}

#[tokio::test]
async fn body_of_get_is_refused_with_the_method_that_reads_it() {
    let body = r#"{"puzzle": "1.....3..4.....2"}"#;
    let call = |path| Call::get(path).header("content-length", "30").body(body);
    let reply = call("/solve").send().await;
    assert_eq!(reply.status, 422);
    let detail = reply.json()["detail"].to_string();
    assert!(detail.contains("send it by POST"), "{detail}");
    assert_eq!(call("/solve?puzzle=1...").send().await.status, 200);
}

#[tokio::test]
async fn unknown_path_is_not_found() {
    insta::assert_snapshot!(Call::get("/sovle").send().await.snapshot(), @r#"
    404 application/problem+json
    {
      "code": "not_found",
      "detail": "no such path: did you mean `/solve`? GET / lists all endpoints",
      "errors": [],
      "instance": "urn:quadrille:request:test",
      "status": 404,
      "title": "Not found",
      "type": "/problems/not_found"
    }
    "#);
    for (path, nearest) in [
        ("/solve/", "`/solve`"),
        ("/api/v2/count/batch", "`/count/batch`"),
        ("/generte", "`/generate`"),
        ("/solutons?limit=1", "`/solutions`"),
        ("/nothing-here", "no such path; GET"),
        ("/health", "`/livez`"),
        ("/healthz/", "`/livez`"),
        ("/api/v1/ping", "`/livez`"),
        ("/status", "`/livez`"),
        ("/ready", "`/readyz`"),
        ("/validate", "`/count`"),
        ("/Verify", "`/count`"),
        ("/unique", "`/count`"),
        ("/random", "`/generate`"),
        ("/daily", "`/generate`"),
        ("/new", "`/generate`"),
        ("/print", "`/render`"),
        ("/svg", "`/render`"),
        ("/image.png", "`/render`"),
        ("/swagger-ui/index.html", "`/docs`"),
        ("/swagger.json", "`/docs`"),
        ("/redoc", "`/docs`"),
        ("/batch", "`/solve/batch`"),
        ("/metrics", "the admin listener has `/metrics`"),
    ] {
        let detail = Call::get(path).send().await.json()["detail"].to_string();
        assert!(detail.contains(nearest), "{path}: {detail}");
    }
    for path in ["/solve/", "/solve/x", "/..", "/docs/../../etc/passwd", "/docs/nothing.js"] {
        assert_eq!(summary(&Call::get(path).send().await), "404 not_found: ", "{path}");
    }
}

#[tokio::test]
async fn synonym_of_the_documentation_is_the_document_where_there_is_no_documentation() {
    let mut config = config();
    config.server.docs = false;
    let app = App::new(&config).expect("the app is built");
    let detail = Call::get("/swagger").to(&app).await.json()["detail"].to_string();
    assert!(detail.contains("`/openapi.yaml`"), "{detail}");
}

#[tokio::test]
async fn type_that_is_not_acceptable() {
    insta::assert_snapshot!(Call::text("/solve", "1").header("accept", "text/csv").send().await.snapshot(), @r#"
    406 application/problem+json
    {
      "code": "not_acceptable",
      "detail": "`Accept` has no type of this response: it can be application/json, text/plain",
      "errors": [],
      "instance": "urn:quadrille:request:test",
      "status": 406,
      "title": "Not acceptable",
      "type": "/problems/not_acceptable"
    }
    "#);
}

#[tokio::test]
async fn problem_ignores_accept_text() {
    let reply = Call::text("/solve", "!").header("accept", "text/plain").send().await;
    assert_eq!(reply.header("content-type"), "application/problem+json");
    assert_eq!(reply.header("cache-control"), "no-store");
}

#[tokio::test]
async fn problem_leaves_later_requests_unaffected() {
    let app = app();
    for body in ["", "{", "[]", "{\"puzzle\":\"!\"}"] {
        assert!(Call::json("/solve", body).to(&app).await.status.is_client_error());
        assert_eq!(Call::text("/solve", "1").to(&app).await.status, 200);
    }
}
