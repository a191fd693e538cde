//! Puzzles as people paste them.

use serde_json::{Value, json};

use crate::harness::Call;

const SOLUTION: &str = "1324423124133142";

/// Drawings of `1.....3..4.....2`.
const DRAWINGS: [&str; 5] = [
    "+-----+-----+\n| 1 . | . . |\n| . . | 3 . |\n+-----+-----+\n| . 4 | . . |\n| . . | . 2 |\n+-----+-----+\n",
    "╔═══╤═══╦═══╤═══╗\n║ 1 │   ║   │   ║\n╟───┼───╫───┼───╢\n║   │   ║ 3 │   ║\n╠═══╪═══╬═══╪═══╣\n\
     ║   │ 4 ║   │   ║\n╟───┼───╫───┼───╢\n║   │   ║   │ 2 ║\n╚═══╧═══╩═══╧═══╝",
    "|1 |  |\r\n|  |3 |\r\n|==|==|\r\n| 4|  |\r\n|  | 2|\r\n",
    "1xxx\nxx3x\nx4xx\nxxx2",
    "1   \n  3 \n 4  \n   2",
];

#[tokio::test]
async fn drawn_grid_is_one_puzzle_everywhere() {
    for text in DRAWINGS {
        let query = form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let lines: Vec<&str> = text.lines().collect();
        for (route, call) in [
            ("text", Call::text("/solve", text)),
            ("GET", Call::get(&format!("/solve?puzzle={query}"))),
            ("string", Call::json("/solve", json!({ "puzzle": text }).to_string())),
            ("array of lines", Call::json("/solve", json!({ "puzzle": lines }).to_string())),
        ] {
            let answer = call.send().await.json();
            let solution = match &answer["solution"] {
                Value::Array(rows) => rows.iter().filter_map(Value::as_str).collect(),
                line => line.as_str().unwrap_or_default().to_owned(),
            };
            assert_eq!(
                (&answer["verdict"], &*solution),
                (&json!("unique"), SOLUTION),
                "{route}\n{text}{answer}"
            );
        }
    }
}

#[tokio::test]
async fn text_batch_takes_lines_and_drawn_grids() {
    let batch = format!("1.....3..4.....2\n{}{}\n# last\n1.....3..4......", DRAWINGS[0], DRAWINGS[1]);
    let reply = Call::text("/count/batch", batch).header("accept", "text/plain").send().await;
    assert_eq!(reply.body, "unique 1\nunique 1\nunique 1\nmultiple 2+\n");
}

#[tokio::test]
async fn borders_set_the_box() {
    let grid = "1 . | . . | . .\n. 2 | . . | . .\n. . | 3 . | . .\n----+-----+----\n. . | . . | . .\n. . | . . | . .\n. . | . . | . 4";
    let line: String = grid.chars().filter(|symbol| ".1234".contains(*symbol)).collect();
    let count =
        async |uri: &str, text: &str| Call::text(uri, text.to_owned()).send().await.json()["count"].clone();
    let limit = "/count?limit=1000";
    assert_eq!(count(limit, grid).await, count("/count?limit=1000&box=2x3", &line).await);
    assert_eq!(count("/count?limit=1000&box=2x3", grid).await, count(limit, grid).await);
    let refused = Call::text("/count?box=3x2", grid).send().await;
    assert_eq!(refused.json()["errors"][0]["code"], "box_mismatch");
    assert_eq!(refused.json()["detail"], "box: `box` is 3x2, but the drawing has boxes of 2x3");
}

#[tokio::test]
async fn empty_strings_and_spaces_are_empty_cells() {
    for puzzle in [
        json!([["1", "", "", ""], ["", " ", "3", ""], ["", "4", "", ""], ["", "", "", "2"]]),
        json!([[1, "", "", ""], ["", "", 3, ""], ["", 4, "", ""], ["", "", "", 2]]),
        json!(["1   ", "  3 ", " 4  ", "   2"]),
        json!("1     3  4     2"),
        json!("1xxxxx3xx4xxxxx2"),
    ] {
        let answer = Call::json("/solve", json!({ "puzzle": puzzle }).to_string()).send().await.json();
        assert_eq!(answer["verdict"], "unique", "{puzzle}: {answer}");
    }
}

#[tokio::test]
async fn fault_of_text_has_line_and_column() {
    let text = DRAWINGS[0].replace('3', "?").replace("| . 4 |", "| . 7 |");
    let reply = Call::text("/solve", text).send().await;
    insta::assert_snapshot!(reply.snapshot(), @r#"
    422 application/problem+json
    {
      "code": "invalid_question",
      "detail": "2 faults, listed in `errors`",
      "errors": [
        {
          "cell": "r2c3",
          "code": "unknown_symbol",
          "column": 9,
          "detail": "`?` (U+003F) is not a symbol: digits are 1-9 and A-Z, empty cells one of . 0 _ * - x",
          "line": 3,
          "offset": 36
        },
        {
          "cell": "r3c2",
          "code": "digit_too_large",
          "column": 5,
          "detail": "`7` is 7, more than 4, the largest digit of this grid",
          "line": 5,
          "offset": 60
        }
      ],
      "instance": "urn:quadrille:request:test",
      "status": 422,
      "title": "Invalid request",
      "type": "/problems/invalid_question"
    }
    "#);
    let missing = DRAWINGS[0].replace("| . 4 |", "| 4 |");
    let reply = Call::text("/solve", missing).send().await.json();
    assert_eq!(reply["detail"], "line 5, column 1: expected 4 cells in row 3, got 3");
    let reply = Call::text("/solve", "53..7....\n6..195...\n".repeat(4)).send().await.json();
    assert_eq!(reply["detail"], "expected 9 rows of 9 cells, got 8");
    // As `curl -d @FILE` sends it.
    let reply = Call::text("/solve", DRAWINGS[0].replace('\n', "")).send().await.json();
    let detail = "expected a line of text for each row, got one line; `curl -d @FILE` removes line ends, \
                  `--data-binary @FILE` keeps them";
    assert_eq!(reply["detail"], detail);
}

#[tokio::test]
async fn text_with_two_meanings_needs_a_format() {
    // 256 numbers, of which 33 have two digits: as symbols, a 17x17.
    let rows: Vec<String> = (0..16)
        .map(|row| (0..16).map(|k| if row * 16 + k < 33 { "12" } else { "1" }).collect::<Vec<_>>().join(" "))
        .collect();
    let text = rows.join("\n");
    let refused = Call::text("/solve", text.clone()).send().await.json();
    assert_eq!(refused["errors"][0]["code"], "ambiguous_format");
    assert_eq!(
        refused["detail"],
        "the text is a 17x17 as `line` and a 16x16 as `drawing`: name its format by `format`"
    );
    for (format, cells) in [("line", 289), ("drawing", 256)] {
        let answer = Call::text(&format!("/count?format={format}"), text.clone()).send().await.json();
        assert_eq!(
            (&answer["verdict"], &answer["stats"]["clues"]),
            (&json!("none"), &json!(cells)),
            "{answer}"
        );
    }
    let refused = Call::text("/count?format=lines", "1").send().await.json();
    assert_eq!(refused["detail"], "format: must be one of line, drawing");
    let refused = Call::json("/count", json!({ "puzzle": "1", "format": 1 }).to_string()).send().await.json();
    assert_eq!(refused["detail"], "/format: must be the name of a format, not a number");
}

#[tokio::test]
async fn puzzle_is_converted_to_another_format() {
    let body = json!({ "puzzle": DRAWINGS[1], "to": "line" }).to_string();
    let converted = Call::json("/convert", body).send().await.json();
    assert_eq!(
        converted,
        json!({
            "puzzle": "1.....3..4.....2", "to": "line", "from": "drawing", "size": 4,
            "box": { "width": 2, "height": 2 }
        })
    );
    let text =
        Call::text("/convert?to=drawing", "1.....3..4.....2").header("accept", "text/plain").send().await;
    assert_eq!(text.snapshot(), format!("200 text/plain; charset=utf-8\n{}", DRAWINGS[0]));
    let refused = Call::text("/convert?to=xml", "1..").send().await.json();
    let codes: Vec<_> =
        refused["errors"].as_array().into_iter().flatten().map(|fault| &fault["code"]).collect();
    assert_eq!(codes, ["out_of_range", "puzzle_length"]);
}

#[tokio::test]
async fn every_listed_format_is_readable() {
    let list = Call::get("/formats").send().await.json();
    let formats = list["formats"].as_array().expect("a list");
    let names: Vec<_> = formats.iter().map(|format| &format["name"]).collect();
    assert_eq!(names, ["line", "drawing"]);
    for format in formats {
        let body = json!({ "puzzle": format["example"], "format": format["name"] }).to_string();
        assert_eq!(Call::json("/solve", body).send().await.json()["solution"], SOLUTION, "{format}");
    }
}
