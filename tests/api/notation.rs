//! Puzzles as people paste them.

use http::Method;
use quadrille_notation::{Format, parse};
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
                text => text.as_str().unwrap_or_default().to_owned(),
            };
            let symbols: String = solution.chars().filter(char::is_ascii_digit).collect();
            assert_eq!(
                (&answer["verdict"], &*symbols),
                (&json!("unique"), SOLUTION),
                "{route}\n{text}{answer}"
            );
            let is_drawn = answer["format"] == "drawing";
            assert_eq!(is_drawn, solution.starts_with("+-----+-----+\n| 1 3 | 2 4 |\n"), "{answer}");
        }
    }
}

#[tokio::test]
async fn text_batch_takes_lines_and_drawn_grids() {
    let batch = format!("1.....3..4.....2\n{}{}\n# last\n1.....3..4......", DRAWINGS[0], DRAWINGS[1]);
    let reply = Call::text("/count/batch", batch).header("accept", "text/plain").send().await;
    assert_eq!(reply.body, "unique 1\nunique 1\nunique 1\nmultiple 2+\n");
}

/// Grids of rows of symbols that are no larger grid together: four 9x9 are no 18x18, and nine 4x4 no 12x12.
fn several_grids() -> Vec<(String, usize)> {
    let files = include_str!("../inputs/f01_four_grids_blank_line.txt");
    let small = "1...\n..3.\n.4..\n...2\n";
    vec![
        (files.to_owned(), 4),
        (files.replace("\n\n", "\n"), 4),
        (files.replace("\n\n", "\n# next\n"), 4),
        (files.replace('0', ".").replace('\n', "\r\n"), 4),
        (
            files
                .lines()
                .map(|line| line.chars().flat_map(|symbol| [symbol, ' ']).chain(['\n']).collect::<String>())
                .collect(),
            4,
        ),
        (small.repeat(4), 4),
        (small.repeat(9), 9),
        (small.repeat(16), 16),
    ]
}

#[tokio::test]
async fn several_grids_of_rows_are_puzzles_of_a_batch() {
    for (text, grids) in several_grids() {
        for call in
            [Call::text("/count", text.clone()), Call::json("/count", json!({ "puzzle": text }).to_string())]
        {
            let refused = call.send().await.json();
            let count = format!("the text has {grids} puzzles");
            assert_eq!(refused["errors"][0]["code"], "several_puzzles", "{text}\n{refused}");
            assert!(
                refused["errors"][0]["detail"].as_str().unwrap_or_default().starts_with(&count),
                "{refused}"
            );
        }
        let batch = Call::text("/count/batch", text.clone()).header("accept", "text/plain").send().await;
        assert_eq!(batch.body, "unique 1\n".repeat(grids), "{text}");
    }
}

#[tokio::test]
async fn grid_with_a_missing_row_does_not_take_one_of_the_next_grid() {
    let grid = include_str!("../inputs/f01_four_grids_blank_line.txt").lines().take(9);
    let eight = grid.clone().skip(1).collect::<Vec<_>>().join("\n");
    let batch = format!("{eight}\n\n{}\n", grid.collect::<Vec<_>>().join("\n"));
    let reply = Call::text("/count/batch", batch).header("accept", "text/plain").send().await;
    let lines: Vec<&str> = reply.body.lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("error: ") && lines[1] == "unique 1", "{}", reply.body);
}

#[tokio::test]
async fn bands_of_rows_are_one_grid_of_a_batch() {
    for text in
        ["1...\n..3.\n\n.4..\n...2\n", "1...\n\n..3.\n\n.4..\n\n...2\n", "1 . . .\n. . 3 .\n. 4 . .\n. . . 2"]
    {
        for batch in [text.to_owned(), format!("{text}\n\n{text}")] {
            let grids = batch.len().div_ceil(text.len() + 2);
            let reply = Call::text("/count/batch", batch).header("accept", "text/plain").send().await;
            assert_eq!(reply.body, "unique 1\n".repeat(grids), "{text}");
        }
    }
}

/// Solution of the first puzzle of all files of inputs with a 9x9.
const FILES_SOLUTION: &str =
    "673945812125687349489312576896451723741263985352879164937126458564738291218594637";

/// Files of other programs, with the number of their puzzles.
const FILES: [(&str, usize); 9] = [
    (include_str!("../inputs/f04_five_columns_five_lines.csv"), 4),
    (include_str!("../inputs/f05_grids_separated_by_equals.txt"), 3),
    (include_str!("../inputs/f05_two_grids_blank_line.txt"), 2),
    (include_str!("../inputs/f06_grid_declared_text_csv.csv"), 1),
    (include_str!("../inputs/f06_spreadsheet_tabs_blank.txt"), 1),
    (include_str!("../inputs/f07_key_puzzle_rating.txt"), 4),
    (include_str!("../inputs/f08_address_with_81_digits.txt"), 1),
    (include_str!("../inputs/f14_simple_sudoku_footer.txt"), 1),
    (include_str!("../inputs/f16_unknown_header.csv"), 3),
];

fn declared(uri: &str, media_type: &str, body: impl Into<String>) -> Call {
    Call::new(Method::POST, uri).header("content-type", media_type).body(body.into())
}

#[tokio::test]
async fn files_of_other_programs_are_read_whatever_their_type() {
    for (file, puzzles) in FILES {
        for media_type in
            ["text/plain", "text/csv", "text/tab-separated-values", "application/x-www-form-urlencoded"]
        {
            let answer = declared("/solve", media_type, file).send().await.json();
            if puzzles > 1 {
                assert_eq!(answer["errors"][0]["code"], "several_puzzles", "{media_type}\n{file}\n{answer}");
            } else {
                let solution = answer["solution"].as_str().unwrap_or_default();
                let digits: String = solution.chars().filter(char::is_ascii_digit).collect();
                assert_eq!(
                    (&answer["verdict"], &*digits),
                    (&json!("unique"), FILES_SOLUTION),
                    "{media_type}\n{file}\n{answer}"
                );
            }
            let batch = declared("/solve/batch", media_type, file);
            let batch = batch.header("accept", "text/plain").send().await;
            let solutions: Vec<&str> = batch.body.lines().collect();
            assert_eq!((solutions.len(), solutions[0]), (puzzles, FILES_SOLUTION), "{media_type}\n{file}");
            assert!(solutions.iter().all(|line| line.len() == 81), "{solutions:?}");
        }
    }
}

#[tokio::test]
async fn fields_and_words_around_a_puzzle_are_ignored() {
    let puzzle = "1.....3..4.....2";
    let rows = "1,,,\n,,3,\n,4,,\n,,,2";
    for text in [
        format!("7 {puzzle} 2.5"),
        format!("{puzzle} # a name"),
        format!("{puzzle} ED=1.5/1.2/1.2"),
        format!("1: {puzzle}"),
        format!("name;board\n\"A; B\";{puzzle}"),
        format!("\u{feff}name,cells\r\n\r\nA,{puzzle}\r\n"),
        "name,cells\nA,\"1...\n..3.\n.4..\n...2\"\n".to_owned(),
        rows.to_owned(),
        rows.replace(',', "\t"),
        rows.replace(',', ";"),
        rows.replace('\n', ",\n"),
        rows.replace('\n', ","),
        "\"1\",\"0\",\"0\",\"0\"\n0,0,3,0\n0,4,0,0\n0,0,0,2".to_owned(),
        "1,None,-1,?\n?,?,3,?\n?,4,?,?\n?,?,?,2".to_owned(),
    ] {
        let answer = Call::text("/solve", text.clone()).send().await.json();
        let solution = answer["solution"].as_str().unwrap_or_default();
        let digits: String = solution.chars().filter(char::is_ascii_digit).collect();
        assert_eq!(digits, SOLUTION, "{text}\n{answer}");
        assert!(answer["warnings"].is_null(), "{text}\n{answer}");
    }
    for (text, code, part) in [
        ("1,0,,\n,,3,\n,4,,\n,,,2".to_owned(), "mixed_empty_symbols", "`0`"),
        (format!("7,{puzzle}\n8,{puzzle}"), "several_puzzles", "2 puzzles"),
        ("id,name,level\n1,abc,easy\n".to_owned(), "format_syntax", "a table of 3 columns without a puzzle"),
        (format!("{puzzle} 2.....3..4.....1"), "format_syntax", "several fields"),
        ("1,2,3\n4,5\n".to_owned(), "unknown_symbol", "`,`"),
    ] {
        let refused = Call::text("/solve", text.clone()).send().await.json();
        let fault = &refused["errors"][0];
        assert_eq!(fault["code"], code, "{text}\n{refused}");
        assert!(fault["detail"].as_str().is_some_and(|detail| detail.contains(part)), "{text}\n{refused}");
    }
}

#[tokio::test]
async fn lines_beside_a_grid_are_ignored_and_named() {
    let grid = "1...\n..3.\n.4..\n...2";
    for (text, lines) in [
        (format!("Grid 01\n{grid}\n"), json!([1])),
        (format!("# Puzzle 1\n{grid}\nby somebody, 2024-01-05"), json!([1, 6])),
        (format!("```\n{grid}\n```\n"), json!([1, 6])),
        (format!("Puzzle 12\n\n{}Simple Sudoku\n", DRAWINGS[0]), json!([1, 10])),
        ("Level: easy\n1.....3..4.....2\nGood luck!".to_owned(), json!([1, 3])),
    ] {
        let answer = Call::text("/count", text.clone()).send().await.json();
        assert_eq!(
            (&answer["verdict"], &answer["ignored_lines"]),
            (&json!("unique"), &lines),
            "{text}\n{answer}"
        );
        assert_eq!(answer["warnings"], json!(["lines_ignored"]), "{text}");
        let solution = Call::text("/solve", text.clone()).header("accept", "text/plain").send().await;
        assert_eq!(
            (solution.header("quadrille-warnings"), &*solution.body),
            ("lines_ignored", &*format!("{SOLUTION}\n")),
            "{text}"
        );
    }
    for text in [
        format!("> {}", grid.replace('\n', "\n> ")),
        format!("\"{grid}\""),
        DRAWINGS[0].replace('-', "\u{2013}"),
    ] {
        let answer = Call::text("/count", text.clone()).send().await.json();
        assert_eq!(
            (&answer["verdict"], &answer["warnings"]),
            (&json!("unique"), &Value::Null),
            "{text}\n{answer}"
        );
    }
    // What may be a part of a puzzle is not ignored.
    for text in [
        format!("{grid}\n1..."),
        format!("{grid}\n12.."),
        format!("{grid}\n1..z"),
        format!("A row 1...\n{grid}"),
    ] {
        let refused = Call::text("/count", text.clone()).send().await;
        assert_eq!(refused.status, 422, "{text}\n{}", refused.body);
    }
    // A batch has the titles of its grids; other lines without a puzzle are invalid.
    let borders = "1.|..\n..|3.\n--+--\n.4|..\n..|.2";
    let drawings = format!("Grid 1\n{borders}\n\nGrid 2\n{borders}\n");
    let (_, summary) = Call::text("/count/batch", drawings.clone()).send().await.answers_and_summary();
    assert_eq!((&summary["unique"], &summary["errors"]), (&json!(2), &json!(0)), "{summary}");
    let refused = Call::text("/count", drawings).send().await.json();
    assert_eq!(refused["errors"][0]["code"], "several_puzzles", "{refused}");
    let batch = format!("Grid 1\n{grid}\nGrid 2\n{grid}\nend");
    let (answers, summary) = Call::text("/count/batch", batch).send().await.answers_and_summary();
    assert_eq!((&summary["unique"], &summary["errors"]), (&json!(2), &json!(1)), "{summary}");
    assert_eq!((&answers[1]["line"], &answers[1]["ignored_lines"]), (&json!(6), &json!([1])));
}

#[tokio::test]
async fn lists_of_other_languages_are_puzzles() {
    let python = "[[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]";
    for text in [
        python.replace('0', "None"),
        python.replace("], ", "]\n ").replace(", ", " "),
        format!("int grid[4][4] = {};", python.replace('[', "{").replace(']', "}")),
        format!("board = np.array({python}, dtype=int8)"),
        "['1...', '..3.', '.4..', '...2']".to_owned(),
    ] {
        let query = form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        for call in [
            Call::text("/count", text.clone()),
            declared("/count", "application/x-www-form-urlencoded", text.clone()),
            declared("/count", "application/x-www-form-urlencoded", format!("puzzle={query}")),
            Call::get(&format!("/count?puzzle={query}")),
            Call::json("/count", json!({ "puzzle": text }).to_string()),
        ] {
            let answer = call.send().await.json();
            assert_eq!(answer["verdict"], "unique", "{text}\n{answer}");
        }
    }
    let several = format!("[{python}, {python}]").replace('0', "None");
    let refused = Call::text("/count", several).send().await.json();
    assert_eq!(refused["errors"][0]["code"], "several_puzzles", "{refused}");
}

#[tokio::test]
async fn layout_makes_rows_one_grid() {
    let lines = include_str!("../inputs/f18_sixteen_lines_of_4x4.txt");
    for call in [
        Call::text("/count?layout=grid", lines),
        Call::json("/count", json!({ "puzzle": lines, "layout": "grid" }).to_string()),
    ] {
        let answer = call.send().await.json();
        assert_eq!((&answer["verdict"], &answer["format"]), (&json!("none"), &json!("drawing")), "{answer}");
    }
    let batch = Call::text("/count/batch?layout=grid", lines).header("accept", "text/plain").send().await;
    assert_eq!(batch.body, "none 0\n");
    let refused = Call::text("/count?layout=line", lines).send().await.json();
    assert_eq!(refused["errors"][0]["detail"], "must be grid", "{refused}");
}

#[tokio::test]
async fn rows_that_are_puzzles_need_a_format() {
    let lines = include_str!("../inputs/f18_sixteen_lines_of_4x4.txt");
    let large = [&*".".repeat(25), &".".repeat(36)].map(|line| vec![line; line.len()].join("\n"));
    for text in [lines, &large[0], &large[1]] {
        let refused = Call::text("/count", text.to_owned()).send().await.json();
        let count = text.lines().count();
        let detail = refused["errors"][0]["detail"].as_str().unwrap_or_default();
        assert_eq!(refused["errors"][0]["code"], "ambiguous_format", "{refused}");
        assert!(detail.contains(&format!("rows of a {count}x{count}, or {count} puzzles")), "{detail}");
        let grid = Call::text("/convert?to=drawing&format=drawing", text.to_owned()).send().await;
        assert_eq!(grid.status, 200, "{}", grid.body);
    }
    let batch = Call::text("/count/batch", lines).header("accept", "text/plain").send().await;
    assert_eq!(batch.body, "unique 1\n".repeat(16));
}

#[tokio::test]
async fn line_ends_within_a_line_are_refused() {
    let broken = format!("{}\n{}", ".".repeat(40), ".".repeat(41));
    let refused = Call::text("/count", broken.clone()).send().await.json();
    assert_eq!(refused["errors"][0]["code"], "puzzle_length", "{refused}");
    let named = Call::text("/count?format=line&limit=2", broken).send().await.json();
    assert_eq!(named["verdict"], "multiple", "{named}");
}

#[tokio::test]
async fn many_empty_symbols_are_no_cell() {
    for format in ["drawing", "pencilmarks"] {
        for symbols in [2, 4, 16, 81, 100_000] {
            let call = Call::text(&format!("/count?format={format}"), ".".repeat(symbols));
            let refused = call.send().await;
            assert_eq!(refused.status, 422, "{format}: {}", refused.body);
        }
    }
}

#[tokio::test]
async fn zero_beside_null_is_refused() {
    let zero_based = include_str!("../inputs/f02_zero_based_null.json");
    for body in [
        zero_based,
        r#"{"puzzle": [["0", "", "", ""], ["", "", "2", ""], ["", "3", "", ""], ["", "", "", "1"]]}"#,
        r#"{"puzzle": [0, null, null, null, null, null, 2, null, null, 3, null, null, null, null, null, 1]}"#,
    ] {
        let refused = Call::json("/count", body).send().await.json();
        let fault = &refused["errors"][0];
        let detail = fault["detail"].as_str().unwrap_or_default();
        assert_eq!(fault["code"], "mixed_empty_symbols", "{refused}");
        assert!(detail.contains("0 is an empty cell, or the smallest of the digits 0 to 3"), "{detail}");
    }
}

/// The puzzle `0.....2..30....1`, whose digits begin with 0, as members of a request, with its only solution.
fn puzzles_from_zero() -> Vec<(Value, Value)> {
    let solution = [[0, 2, 1, 3], [3, 1, 2, 0], [1, 3, 0, 2], [2, 0, 3, 1]];
    let rows = |empty: &Value| {
        json!([
            [0, empty, empty, empty],
            [empty, empty, 2, empty],
            [empty, 3, 0, empty],
            [empty, empty, empty, 1]
        ])
    };
    let line = "0.....2..30....1";
    let lines = ["0...", "..2.", ".30.", "...1"];
    let symbols = json!(lines.map(|row| row.chars().map(String::from).collect::<Vec<_>>()));
    let texts = json!(solution.map(|row| row.map(|digit| digit.to_string())));
    vec![
        (rows(&Value::Null), json!(solution)),
        (rows(&json!(-1)), json!(solution)),
        (rows(&json!("")), json!(solution)),
        (
            json!(
                rows(&Value::Null)
                    .as_array()
                    .into_iter()
                    .flatten()
                    .flat_map(Value::as_array)
                    .flatten()
                    .collect::<Vec<_>>()
            ),
            json!(solution.as_flattened()),
        ),
        (symbols, texts),
        (json!(lines), json!(["0213", "3120", "1302", "2031"])),
        (json!(line), json!("0213312013022031")),
        (json!(line.replace('.', "-")), json!("0213312013022031")),
        (json!("0 . . .\n. . 2 .\n. 3 0 .\n. . . 1"), json!("0213312013022031")),
        (
            json!("|0| | | |\n| | |2| |\n| |3|0| |\n| | | |1|"),
            json!(
                "+-----+-----+\n| 0 2 | 1 3 |\n| 3 1 | 2 0 |\n+-----+-----+\n| 1 3 | 0 2 |\n| 2 0 | 3 1 |\n+-----+-----+\n"
            ),
        ),
    ]
}

#[tokio::test]
async fn digits_from_zero_are_answered_from_zero() {
    for (puzzle, solution) in puzzles_from_zero() {
        let body = json!({ "puzzle": puzzle }).to_string();
        let answer = Call::json("/solve", body.clone()).send().await.json();
        assert_eq!(
            (&answer["verdict"], &answer["solution"]),
            (&json!("unique"), &solution),
            "{puzzle}: {answer}"
        );
        assert_eq!(answer["warnings"], json!(["digits_from_zero"]), "{puzzle}");
        let batch = Call::ndjson("/count/batch", body).send().await;
        let first: Value = serde_json::from_str(batch.body.lines().next().unwrap_or_default()).expect("JSON");
        assert_eq!(
            (&first["solution"], &first["warnings"]),
            (&solution, &json!(["digits_from_zero"])),
            "{}",
            batch.body
        );
    }
    let text = Call::text("/solve", "0.....2..30....1").header("accept", "text/plain").send().await;
    assert_eq!((&*text.body, text.header("quadrille-warnings")), ("0213312013022031\n", "digits_from_zero"));
}

#[tokio::test]
async fn hexadecimal_digits_from_zero_are_read() {
    let rows = include_str!("../inputs/f13_hex16_dots.txt");
    let line: String = rows.split_whitespace().collect();
    for text in [rows.to_owned(), line.clone(), rows.to_lowercase()] {
        let answer = Call::text("/count", text).send().await.json();
        assert_eq!(
            (&answer["verdict"], &answer["warnings"]),
            (&json!("unique"), &json!(["digits_from_zero"]))
        );
        let solution = answer["solution"].as_str().unwrap_or_default().to_uppercase();
        assert!(!solution.contains('G') && solution.contains('0'), "{solution}");
        assert!(
            line.chars().zip(solution.chars()).all(|(clue, digit)| clue == '.' || clue == digit),
            "{solution}"
        );
    }
    let batch = Call::text("/count/batch", rows).header("accept", "text/plain").send().await;
    assert_eq!(batch.body, "unique 1\n");
    let refused =
        Call::text("/count", line.replacen('0', ".", line.matches('0').count() - 1)).send().await.json();
    assert_eq!(refused["errors"][0]["code"], "mixed_empty_symbols", "{refused}");
}

#[tokio::test]
async fn other_symbols_are_answered_in_the_same_symbols() {
    let letters = "A.....C..D.....B";
    let rows = ["A...", "..C.", ".D..", "...B"];
    let cells = rows.map(|row| row.chars().map(String::from).collect::<Vec<_>>());
    let solved = ["ACBD", "DBCA", "BDAC", "CADB"];
    let blank =
        json!(cells.clone().map(|row| row.iter().map(|cell| cell.replace('.', "")).collect::<Vec<_>>()));
    for (puzzle, solution) in [
        (json!(letters), json!(solved.concat())),
        (json!(letters.to_lowercase()), json!(solved.concat().to_lowercase())),
        (json!(rows), json!(solved)),
        (json!(cells), json!(solved.map(|row| row.chars().map(String::from).collect::<Vec<_>>()))),
        (blank, json!(solved.map(|row| row.chars().map(String::from).collect::<Vec<_>>()))),
        (json!("01000000000003000004000000000002"), json!("01030204040203010204010303010402")),
        (
            json!("01 00 00 00\n00 00 03 00\n00 04 00 00\n00 00 00 02"),
            json!("01030204040203010204010303010402"),
        ),
        (
            json!("A . | . .\n. . | C .\n----+----\n. D | . .\n. . | . B"),
            json!(
                "+-----+-----+\n| A C | B D |\n| D B | C A |\n+-----+-----+\n| B D | A C |\n| C A | D B |\n+-----+-----+\n"
            ),
        ),
    ] {
        let answer = Call::json("/solve", json!({ "puzzle": puzzle }).to_string()).send().await.json();
        assert_eq!(
            (&answer["verdict"], &answer["solution"]),
            (&json!("unique"), &solution),
            "{puzzle}: {answer}"
        );
        assert_eq!(answer["warnings"], Value::Null, "{puzzle}");
    }
    for batch in [letters.to_owned(), rows.join("\n"), format!("{0}\n\n{0}", rows.join("\n"))] {
        let reply = Call::text("/count/batch", batch.clone()).header("accept", "text/plain").send().await;
        assert_eq!(reply.body, "unique 1\n".repeat(batch.len().div_ceil(21)), "{batch}");
    }
}

#[tokio::test]
async fn digits_of_answers_begin_with_zero() {
    let ask = async |path: &str, puzzle: &str| {
        let answer = Call::json(path, json!({ "puzzle": puzzle }).to_string()).send().await.json();
        assert_eq!(answer["warnings"], json!(["digits_from_zero"]), "{path}: {answer}");
        answer
    };
    let line = "0.....2..30....1";
    let conflicts = ask("/solve", "02..2...2..0....").await;
    assert_eq!(conflicts["conflicts"][0]["digit"], 2, "{conflicts}");
    assert_eq!(ask("/candidates", line).await["candidates"][0], json!([[0], [2], [1], [3]]));
    let step = &ask("/hint", "0213312013022.3.").await["step"];
    let (digit, text) = (&step["placements"][0]["digit"], step["text"].as_str().unwrap_or_default());
    assert!(
        digit == 0 && text.ends_with("r4c2 is 0.") || digit == 1 && text.ends_with("r4c4 is 1."),
        "{step}"
    );
    // Fewer zeros would not be certain digits: puzzles in answers have digits from 1.
    for (path, puzzle) in [("/minimal?reduce=true", "0213312013022.3."), ("/shuffle", line)] {
        let made = &ask(path, puzzle).await["puzzle"];
        let text = made.as_str().unwrap_or_default();
        assert!(text.contains('.') && !text.contains('0'), "{path}: {made}");
        let again = Call::json("/solve", json!({ "puzzle": made }).to_string()).send().await.json();
        assert_eq!(
            (&again["verdict"], &again["warnings"]),
            (&json!("unique"), &Value::Null),
            "{path}: {again}"
        );
    }
    let picture = Call::text("/render", line).send().await;
    assert!(picture.body.contains(">0</text>") && !picture.body.contains(">4</text>"), "{}", picture.body);
    assert_eq!(picture.header("quadrille-warnings"), "digits_from_zero");
    let converted = ask("/convert", line).await;
    assert_eq!(converted["puzzle"], "1.....3..41....2");
}

#[tokio::test]
async fn houses_decide_whether_zero_is_a_digit() {
    // Zeros in a box, but in no row or column.
    let rows =
        json!([[0, null, null, 2], [null, 0, null, null], [null, null, null, null], [3, null, null, 1]]);
    let lines = "0..2.0......3..1";
    let latin = json!({ "width": 4, "height": 1 });
    for puzzle in [rows.clone(), json!(lines)] {
        let body = json!({ "puzzle": puzzle, "box": latin });
        let answer = Call::json("/count", body.to_string()).send().await.json();
        assert_eq!(answer["warnings"], json!(["digits_from_zero"]), "{answer}");
    }
    let answer = Call::json("/count", json!({ "puzzle": rows }).to_string()).send().await.json();
    assert_eq!((&answer["verdict"], &answer["warnings"]), (&json!("multiple"), &Value::Null), "{answer}");
    let refused = Call::json("/count", json!({ "puzzle": lines }).to_string()).send().await.json();
    let fault = &refused["errors"][0];
    assert_eq!(
        (&fault["code"], &fault["cell"]),
        (&json!("mixed_empty_symbols"), &json!("r1c1")),
        "{refused}"
    );
}

#[tokio::test]
async fn digits_from_zero_beside_other_digits_are_refused() {
    let line = "0.....2..30....1";
    for (path, option, value) in [
        ("/solve", "candidates", json!({ "r1c2": [1, 2] })),
        ("/check", "entries", json!(".2..............")),
        ("/check", "marks", json!({ "r1c2": [1] })),
        ("/render", "solution", json!("0213312013022031")),
        ("/render", "step", json!({ "placements": [] })),
        ("/formula", "exclude", json!(["1324423124133142"])),
    ] {
        let body = json!({ "puzzle": line, option: value });
        let refused = Call::json(path, body.to_string()).send().await.json();
        let detail = refused["errors"][0]["detail"].as_str().unwrap_or_default();
        assert!(detail.contains("begin with 0"), "{path}: {refused}");
        assert_eq!(refused["errors"][0]["pointer"], format!("/{option}"), "{refused}");
    }
    for path in ["/solve", "/convert", "/count", "/render"] {
        let body = json!({ "puzzle": line, "constraints": [{ "type": "even", "cells": ["r1c1"] }] });
        let refused = Call::json(path, body.to_string()).send().await.json();
        assert_eq!(refused["errors"][0]["pointer"], "/constraints/0", "{path}: {refused}");
    }
    let body =
        json!({ "puzzle": line, "constraints": [{ "type": "thermometer", "cells": ["r1c1", "r1c3"] }] });
    let solved = Call::json("/solve", body.to_string()).send().await.json();
    assert_eq!(
        (&solved["verdict"], &solved["solution"]),
        (&json!("unique"), &json!("0213312013022031")),
        "{solved}"
    );
    let batch = "{\"puzzle\": \"0.....2..30....1\"}\n{\"puzzle\": \"1.....3..4.....2\"}\n";
    let even = form_urlencoded::byte_serialize(br#"[{"type":"even","cells":["r1c3"]}]"#).collect::<String>();
    let batch = Call::ndjson(&format!("/solve/batch?constraints={even}"), batch).send().await;
    let lines = batch.lines();
    assert_eq!(lines[0]["error"]["errors"][0]["parameter"], "constraints", "{}", batch.body);
    assert_eq!(lines[1]["verdict"], "unique", "{}", batch.body);
    let body = json!({ "puzzle": "1.....3..4.....2", "entries": line });
    let refused = Call::json("/check", body.to_string()).send().await.json();
    assert_eq!(refused["errors"][0]["pointer"], "/entries", "{refused}");
}

#[tokio::test]
async fn empty_cells_of_other_programs_are_read() {
    let cells = ["1", "-", "-", "-", "-", "-", "3", "-", "-", "4", "-", "-", "-", "-", "-", "2"];
    let value = |empty: &Value| -> Vec<Value> {
        let cell = |cell: &&str| cell.parse::<u8>().map_or(empty.clone(), |digit| json!(digit));
        cells.iter().map(cell).collect()
    };
    for empty in [json!(-1), json!("None"), json!("NaN"), json!("?"), json!("null"), json!(null), json!("")] {
        let flat = value(&empty);
        let rows: Vec<&[Value]> = flat.chunks(4).collect();
        let is_flat_read = empty.is_null() || empty.is_number();
        for puzzle in [json!(rows), json!(flat)].into_iter().take(1 + usize::from(is_flat_read)) {
            let answer = Call::json("/count", json!({ "puzzle": puzzle }).to_string()).send().await.json();
            assert_eq!(answer["verdict"], "unique", "{puzzle}: {answer}");
        }
    }
    let symbols = json!({ "puzzle": cells.map(|cell| cell.replace('-', ".")) });
    let answer = Call::json("/count", symbols.to_string()).send().await.json();
    assert_eq!(answer["verdict"], "unique", "{answer}");
}

#[tokio::test]
async fn lines_in_addresses_are_read() {
    for address in [
        include_str!("../inputs/f08_address_with_81_digits.txt"),
        include_str!("../inputs/f08_own_page_link.txt"),
    ] {
        let answer = Call::text("/count", address).send().await.json();
        assert_eq!(answer["verdict"], "unique", "{address}");
        let batch = Call::text("/count/batch", address).header("accept", "text/plain").send().await;
        assert_eq!(batch.body, "unique 1\n", "{address}");
    }
}

#[tokio::test]
async fn separators_of_grids_are_no_entries() {
    let grids = include_str!("../inputs/f01_four_grids_blank_line.txt");
    for separator in ["========", "=====", "---------", "***", "_____________"] {
        let batch = grids.replace("\n\n", &format!("\n{separator}\n"));
        let reply = Call::text("/count/batch", batch.clone()).header("accept", "text/plain").send().await;
        assert_eq!(reply.body, "unique 1\n".repeat(4), "{separator}");
        let refused = Call::text("/count", batch).send().await.json();
        assert_eq!(refused["errors"][0]["code"], "several_puzzles", "{separator}: {refused}");
    }
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
    assert_eq!(refused.json()["detail"], "box: `box` is 3x2, but the puzzle shows boxes of 2x3");
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
      "detail": "2 faults, the first: r2c3, line 3, column 9: `?` (U+003F) is not a symbol: digits are 1-9 and A-Z, empty cells one of . 0 _ * - x",
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
async fn lines_without_line_ends_get_the_advice_to_keep_them() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let expected = "162 symbols make no grid: a grid of size n has n*n, such as 144 (12x12) or 169 (13x13); 2 puzzles of \
                    81 symbols without line ends are as long; `curl -d @FILE` removes line ends, `--data-binary @FILE` \
                    keeps them";
    let reply = Call::text("/solve", puzzle.repeat(2)).send().await.json();
    assert_eq!(reply["detail"], expected);
    let (lines, _) = Call::text("/count/batch", puzzle.repeat(2)).send().await.answers_and_summary();
    assert_eq!(lines[0]["error"]["detail"], expected);
    let reply = Call::text("/solve", format!("{puzzle}{puzzle}.")).send().await.json();
    assert!(reply["detail"].as_str().is_some_and(|detail| !detail.contains("line ends")), "{reply}");
}

#[tokio::test]
async fn one_line_of_a_drawing_gets_the_advice_for_its_place() {
    let expected = "expected a line of text for each row, got one line";
    let line = "1 . | . .";
    let batch = Call::text("/solve/batch", line).header("accept", "application/x-ndjson").send().await;
    let answer = batch.body.lines().next().expect("a line");
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    let detail = format!("{expected}; a drawing in a batch must begin with a border, such as `+---+`");
    assert_eq!(answer["error"]["detail"], detail);
    let member = Call::json("/solve", json!({ "puzzle": line }).to_string()).send().await.json();
    assert_eq!(member["detail"], format!("/puzzle: {expected}"));
}

#[tokio::test]
async fn text_with_two_meanings_needs_a_format() {
    // 256 numbers, of which 33 have two digits: as symbols, a 17x17 with broken rows.
    let rows: Vec<String> = (0..16)
        .map(|row| (0..16).map(|k| if row * 16 + k < 33 { "12" } else { "1" }).collect::<Vec<_>>().join(" "))
        .collect();
    let text = rows.join("\n");
    let refused = Call::text("/solve", text.clone()).send().await.json();
    assert_eq!(refused["errors"][0]["code"], "ambiguous_format");
    assert_eq!(
        refused["detail"],
        "the text is a 16x16 as `drawing` and a 16x16 as `pencilmarks`: name its format by `format`"
    );
    for (format, cells) in [("line", 289), ("drawing", 256)] {
        let answer = Call::text(&format!("/count?format={format}"), text.clone()).send().await.json();
        assert_eq!(
            (&answer["verdict"], &answer["stats"]["clues"]),
            (&json!("none"), &json!(cells)),
            "{answer}"
        );
    }
    let detail =
        async |text: &str| Call::text("/count", text.to_owned()).send().await.json()["detail"].clone();
    assert_eq!(
        detail("1 . . 34\n. . 3 .\n. 24 . .\n. . . 2").await,
        "r1c4, line 1, column 7: `34` is a list of candidates as `pencilmarks`, and a mistyped cell as `drawing`: name the \
         format by `format`, or write lists in braces, such as `{34}`"
    );
    assert_eq!(
        detail(&"1234".repeat(16).replacen('3', "2", 1)).await,
        "r1c1: the text is an 8x8 as `line`, and a 4x4 with a fault as `sukaku`: name its format by `format`; the fault is: \
         not valid `sukaku`: symbol 3 of a cell is the digit 3 or empty, not `2`"
    );
    assert_eq!(
        detail(&".".repeat(728)).await,
        "expected 729 cells for a 27x27, got 728; a 9x9 as `sukaku` has 729 symbols, too"
    );
    let refused = Call::text("/count?format=lines", "1").send().await.json();
    assert_eq!(
        refused["detail"],
        "format: must be one of line, ss, drawing, sdm, sdk, csv, solo, pencilmarks, sukaku, hodoku, opensudoku, fpuzzles, sudokupad, sudokuwiki"
    );
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
async fn empty_36x36_is_converted_to_readable_text_only() {
    let body = json!({ "puzzle": vec![0; 1296] }).to_string();
    for format in ["line", "sdm", "csv", "opensudoku", "sdk", "ss", "pencilmarks", "sukaku"] {
        let refused = Call::json(&format!("/convert?to={format}"), body.clone()).send().await;
        assert_eq!(refused.status, 422, "{format}");
        let fault = &refused.json()["errors"][0];
        assert_eq!(fault["code"], "not_representable", "{format}");
        assert_eq!(fault["detail"], format!("`{format}` has no symbol for 36"));
    }
    for format in ["drawing", "solo", "fpuzzles", "sudokupad"] {
        let converted = Call::json(&format!("/convert?to={format}"), body.clone()).send().await.json();
        let again = json!({ "puzzle": converted["puzzle"], "format": format }).to_string();
        assert_eq!(Call::json("/convert?to=drawing", again).send().await.json()["size"], 36, "{format}");
    }
}

#[tokio::test]
async fn every_listed_format_is_readable() {
    let list = Call::get("/formats").send().await.json();
    let formats = list["formats"].as_array().expect("a list");
    for format in formats {
        let body = json!({ "puzzle": format["example"], "format": format["name"] }).to_string();
        let answer = Call::json("/solve", body).send().await.json();
        assert_eq!((&answer["verdict"], &answer["format"]), (&json!("unique"), &format["name"]), "{answer}");
        let line = Call::json("/convert", json!({ "puzzle": answer["solution"] }).to_string());
        assert_eq!(line.send().await.json()["puzzle"], SOLUTION, "{format}");
    }
}

const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const CLASSIC_SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn open_sudoku(games: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n  {games}\n</opensudoku>\n")
}

fn escaped(payload: &str) -> String {
    form_urlencoded::byte_serialize(payload.as_bytes()).collect()
}

/// Rows of the classic puzzle, each cell as JSON.
fn rows_of_cells(given: &str, empty: &str) -> String {
    let cell =
        |symbol: char| if symbol == '.' { empty.to_owned() } else { given.replace('$', &symbol.to_string()) };
    let rows = CLASSIC.as_bytes().chunks(9).map(String::from_utf8_lossy);
    let rows: Vec<String> =
        rows.map(|row| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","))).collect();
    rows.join(",")
}

/// Data of f-puzzles with other members. A player has noted a wrong digit.
fn f_puzzle(members: &str) -> String {
    let rows = rows_of_cells("{\"value\":$,\"given\":true}", "{}").replacen("{}", "{\"value\":9}", 1);
    lz_str::compress_to_base64(&format!("{{\"size\":9,\"grid\":[{rows}]{members}}}"))
}

fn regions() -> String {
    let region = |number: usize| {
        let cell = |k: usize| format!("[{},{}]", number / 3 * 3 + k / 3, number % 3 * 3 + k % 3);
        format!("[{}]", (0..9).map(cell).collect::<Vec<_>>().join(","))
    };
    (0..9).map(region).collect::<Vec<_>>().join(",")
}

/// Data of SudokuPad with other members.
fn sudoku_pad(members: &str) -> String {
    let rows = rows_of_cells("{\"value\":\"$\"}", "{}");
    let title = "\"cages\":[{\"value\":\"title: Sunday\"}],\"lines\":[]";
    format!("{{\"cellSize\":50,\"cells\":[{rows}],\"regions\":[{}],{title}{members}}}", regions())
}

/// The same in the short syntax: no quotes around names, short names, nothing for an empty object.
fn short_json() -> String {
    let rows = rows_of_cells("{v:$}", "");
    format!("{{cs:50,ce:[{rows}],re:[{}],ca:[{{v:'title: Sunday\\'s'}}]}}", regions())
}

/// A digit and up to five empty cells per symbol.
fn classic_id() -> String {
    const SYMBOLS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
    let digits: Vec<usize> =
        CLASSIC.chars().map(|symbol| symbol.to_digit(10).unwrap_or(0) as usize).collect();
    let (mut id, mut at) = ("scf".to_owned(), 0);
    while at < 81 {
        let empty = digits[at + 1..].iter().take(5).take_while(|digit| **digit == 0).count();
        id.push(char::from(SYMBOLS[digits[at] + 10 * empty]));
        at += 1 + empty;
    }
    id
}

/// The classic puzzle as a saved game of OpenSudoku, with an entry in each third of the other cells and notes in the rest.
fn saved_game(version: usize) -> String {
    let notes = if version == 1 { "1,4," } else { "9|0" };
    let cell = |(index, (clue, solution)): (usize, (char, char))| match (clue, index % 3) {
        ('.', 0) => format!("{solution}|{notes}|1|"),
        ('.', _) => format!("0|{notes}|1|"),
        _ => format!("{clue}|{notes}|0|"),
    };
    let cells: String = CLASSIC.chars().zip(CLASSIC_SOLUTION.chars()).enumerate().map(cell).collect();
    format!("version: {version}&#10;{cells}")
}

/// The classic puzzle in each format, in the shapes that programs and data sets write.
fn classic_texts() -> Vec<(&'static str, String)> {
    let rows = || CLASSIC.as_bytes().chunks(9).map(String::from_utf8_lossy);
    let by_box = |row: &str| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]);
    let boxed: Vec<String> = rows().map(|row| by_box(&row)).collect();
    let framed: String = boxed.iter().map(|row| format!("|{row}|\n")).collect();
    let bands: Vec<String> = framed.lines().map(str::to_owned).collect();
    let rule = "\n|---+---+---|\n";
    let frame = "*-----------*";
    let zeros = CLASSIC.replace('.', "0");
    let plain_rows = rows().collect::<Vec<_>>().join("\n");
    let marks: String = rows()
        .map(|row| {
            row.chars()
                .map(|symbol| if symbol == '.' { "123456789 ".into() } else { format!("{symbol} ") })
                .collect::<String>()
                + "\n"
        })
        .collect();
    let sukaku: String = CLASSIC
        .chars()
        .flat_map(|clue| ('1'..='9').map(move |digit| if clue == '.' || clue == digit { digit } else { '.' }))
        .collect();
    vec![
        (
            "ss",
            format!(
                "{frame}\n{}\n{frame}\n",
                bands.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join(rule)
            ),
        ),
        ("ss", boxed.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n-----------\n")),
        ("sdm", format!("# Sunday\r\n{zeros}\r\n")),
        ("sdm", format!("{CLASSIC}\n#30 clues\n")),
        ("sdk", format!("#ASomebody\n#DA puzzle of rows\n#LEasy\n{plain_rows}\n")),
        (
            "sdk",
            format!(
                "[Puzzle]\r\n{}\r\n[State]\r\n{}\r\n",
                plain_rows.replace('\n', "\r\n"),
                CLASSIC_SOLUTION
            ),
        ),
        ("csv", format!("{zeros},{CLASSIC_SOLUTION}")),
        ("csv", format!("id,puzzle,solution,clues\n17,{CLASSIC},{CLASSIC_SOLUTION},30\n")),
        ("csv", format!("\"{CLASSIC}\";2.3")),
        ("solo", "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9".to_owned()),
        (
            "solo",
            "https://example.org/solo.html#3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9"
                .to_owned(),
        ),
        ("pencilmarks", marks.clone()),
        (
            "pencilmarks",
            format!("*-----*\n{}*-----*", marks.lines().map(|row| format!("| {row}|\n")).collect::<String>()),
        ),
        ("hodoku", format!(":0000:x:{CLASSIC}:::")),
        ("hodoku", format!(":0702-1:9:{zeros}:::r1c1\n")),
        ("sudokuwiki", sudoku_wiki()),
        ("sudokuwiki", format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", sudoku_wiki())),
        ("sudokuwiki", old_sudoku_wiki()),
        ("opensudoku", saved_game(1)),
        (
            "opensudoku",
            open_sudoku(&format!("<name>Easy</name>\n  <level>easy</level>\n  <game data=\"{zeros}\" />")),
        ),
        (
            "opensudoku",
            open_sudoku(&format!(
                "<folder name='A' created='0'><game state='1' time='0' data='{zeros}'/></folder>"
            )),
        ),
        ("fpuzzles", format!("https://www.f-puzzles.com/?load={}", escaped(&f_puzzle("")))),
        (
            "fpuzzles",
            format!(
                "https://sudokupad.app/fpuzzles{}",
                f_puzzle(",\"title\":\"Sunday\",\"antiknight\":false,\"arrow\":[]")
            ),
        ),
        ("fpuzzles", format!("fpuz{}", f_puzzle(""))),
        ("fpuzzles", f_puzzle(",\"author\":\"Somebody\"")),
        (
            "sudokupad",
            format!(
                "https://sudokupad.app/scl{}?setting-nogrid=1",
                lz_str::compress_to_base64(&short_json())
            ),
        ),
        ("sudokupad", format!("ctc{}", lz_str::compress_to_base64(&sudoku_pad("")))),
        ("sudokupad", format!("https://app.crackingthecryptic.com/sudoku/?puzzleid={}", classic_id())),
        ("sudokupad", classic_id()),
        ("sudokupad", sudoku_pad("")),
        ("sudokupad", short_json()),
        ("opensudoku", open_sudoku(&format!("<game state=\"1\" data=\"{}\"/>", saved_game(1)))),
        ("opensudoku", open_sudoku(&format!("<game data='{}'/>", saved_game(4)))),
        ("sukaku", sukaku.clone()),
        (
            "sukaku",
            sukaku
                .replace('.', "0")
                .as_bytes()
                .chunks(81)
                .map(String::from_utf8_lossy)
                .collect::<Vec<_>>()
                .join("\n"),
        ),
    ]
}

/// The clues in version B of SudokuWiki.
fn sudoku_wiki() -> String {
    let cells = CLASSIC.chars().map(|symbol| format!("0{}", symbol.to_digit(10).unwrap_or(0)));
    format!("S9B{}", cells.collect::<String>())
}

/// The clues in the version before: a bit for the digit, and one for a clue, in base 32.
fn old_sudoku_wiki() -> String {
    let digit = |number: u32| char::from_digit(number, 32).unwrap_or_default();
    let number = |symbol: char| symbol.to_digit(10).map_or(0, |value| 1 << value | 1);
    CLASSIC.chars().map(number).flat_map(|number| [digit(number / 32), digit(number % 32)]).collect()
}

#[tokio::test]
async fn positions_of_players_have_their_digits_as_candidates() {
    let hodoku = ":0000:x:6...8..4..+4.....862..4.67+5.+1+5397+486+2.7...+3+51+4+462+5183+9+7..61.2+4+7572+4+8...+3..1..4+7.+28:314 916::";
    for (text, format, cell, candidates) in [
        (hodoku, "hodoku", "r2c2", "4"),
        (
            "S9B4s010g091803064a4c281c1i2t082q7r7v81094g520l1o1m054b074i0g024i018i04038i4nbqba048y02b70gc34306040c07b6020eb707bk01447wbeba0f0558bgc22q032qb7bfbf4ebi05067u010g02bi",
            "sudokuwiki",
            "r1c3",
            "7",
        ),
    ] {
        let answer = Call::text("/count", text).send().await.json();
        assert_eq!((&answer["verdict"], &answer["format"]), (&json!("unique"), &json!(format)), "{answer}");
        let solution = answer["solution"].as_str().unwrap_or_default();
        let index = (cell.as_bytes()[1] - b'1') * 9 + cell.as_bytes()[3] - b'1';
        assert_eq!(&solution[usize::from(index)..=usize::from(index)], candidates, "{format}: {solution}");
        let batch = Call::text("/count/batch", text).header("accept", "text/plain").send().await;
        assert_eq!(batch.body, "unique 1\n", "{format}");
    }
}

#[tokio::test]
async fn quasigroups_have_no_boxes() {
    let text = "order 4\n0 -1 -1 3\n-1 0 2 -1\n-1 -1 -1 -1\n-1 1 -1 0\n";
    let answer = Call::text("/count?limit=9", text).send().await.json();
    let rows = json!([[0, null, null, 3], [null, 0, 2, null], [null, null, null, null], [null, 1, null, 0]]);
    let body = json!({ "puzzle": rows, "box": { "width": 4, "height": 1 }, "limit": 9 });
    let array = Call::json("/count", body.to_string()).send().await.json();
    assert_eq!(
        (&answer["count"], &answer["warnings"]),
        (&array["count"], &json!(["digits_from_zero"])),
        "{answer}"
    );
    assert_eq!(answer["format"], "line", "{answer}");
    let refused = Call::text("/count?box=2x2", text).send().await.json();
    assert_eq!(refused["errors"][0]["code"], "box_mismatch", "{refused}");
}

#[tokio::test]
async fn each_notation_has_one_answer_through_every_route() {
    for (format, text) in classic_texts() {
        let query: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
        let body = json!({ "puzzle": text });
        let named = json!({ "puzzle": text, "format": format });
        for (route, call) in [
            ("text", Call::text("/solve", text.clone())),
            ("GET", Call::get(&format!("/solve?puzzle={query}"))),
            ("JSON", Call::json("/solve", body.to_string())),
            ("named", Call::json("/solve", named.to_string())),
            ("NDJSON", Call::ndjson("/solve/batch", body.to_string())),
            ("array", Call::json("/solve/batch", json!([text]).to_string())),
        ] {
            // A text body that begins with a brace is a request.
            if route == "text" && text.starts_with('{') {
                continue;
            }
            let reply = call.send().await;
            let answer = match route {
                "NDJSON" | "array" => reply.answers_and_summary().0[0].clone(),
                _ => reply.json(),
            };
            assert_eq!(
                (&answer["verdict"], &answer["format"]),
                (&json!("unique"), &json!(format)),
                "{route}\n{text}\n{answer}"
            );
            let convert = json!({ "puzzle": answer["solution"] }).to_string();
            let solution = Call::json("/convert", convert).send().await.json();
            assert_eq!(solution["puzzle"], CLASSIC_SOLUTION, "{route}\n{text}\n{answer}");
        }
        let line = Call::json("/convert", body.to_string()).send().await.json();
        assert_eq!((&line["puzzle"], &line["from"]), (&json!(CLASSIC), &json!(format)), "{text}");
    }
}

#[tokio::test]
async fn collections_and_tables_are_batches() {
    let text = async |body: String| {
        Call::text("/count/batch", body).header("accept", "text/plain").send().await.body
    };
    let collection = format!("# two\n{CLASSIC}\n\n# second\n{}\n", CLASSIC.replace('.', "0"));
    assert_eq!(text(collection.clone()).await, "unique 1\nunique 1\n");
    let table = format!(
        "quizzes,solutions\n{CLASSIC},{CLASSIC_SOLUTION}\n{CLASSIC_SOLUTION},{CLASSIC_SOLUTION}\n1,2\n"
    );
    assert_eq!(
        text(table.clone()).await,
        "unique 1\nunique 1\nerror: `,` (U+002C) is not a symbol: digits are 1-9 and A-Z, empty cells one of . 0 _ * - x (and 1 more)\n"
    );
    let games = open_sudoku(&format!(
        "<folder name=\"A\"><game data=\"{}\"/><game data=\"{}\"/></folder>",
        CLASSIC.replace('.', "0"),
        saved_game(1)
    ));
    assert_eq!(text(games.clone()).await, "unique 1\nunique 1\n");
    assert_eq!(text(games.replace('\n', "")).await, "unique 1\nunique 1\n");
    assert_eq!(
        text(games.replace("</opensudoku>", "")).await,
        "unique 1\nunique 1\nerror: not valid `opensudoku`: an element has no end\n"
    );
    for (format, body) in [("sdm", collection), ("csv", table), ("opensudoku", games)] {
        let refused = Call::text(&format!("/count?format={format}"), body).send().await.json();
        assert_eq!(refused["errors"][0]["code"], "several_puzzles", "{refused}");
    }
}

#[tokio::test]
async fn faults_of_each_notation_have_a_place() {
    let detail = async |format: &str, text: &str| {
        let body = json!({ "puzzle": text, "format": format }).to_string();
        Call::json("/solve", body).send().await.json()["detail"].as_str().unwrap_or_default().to_owned()
    };
    for (format, text, expected) in [
        ("solo", "2x2:1e_9i", "r2c3: 9 is more than 4, the largest digit of this grid"),
        ("solo", "2x2:0e3b4e2", "r1c1: 0 is no digit: digits are 1 to 4"),
        (
            "solo",
            "2x2:1e_9i_5",
            "3 faults, the first: r2c3: 9 is more than 4, the largest digit of this grid",
        ),
        (
            "solo",
            "2x2:1e!",
            "/puzzle: not valid `solo`: clues are numbers, letters for runs of empty cells, and `_` between numbers",
        ),
        ("solo", "2x2:1e", "/puzzle: fewer than 16 cells: 2x2 is a 4x4"),
        ("solo", "2x2:z", "/puzzle: more than 16 cells: 2x2 is a 4x4"),
        ("solo", "3x3x:a", "/puzzle: fewer than 81 cells: 3x3x is a 9x9"),
        ("solo", "4j:p", "/puzzle: not valid `solo`: 4j has 2 parts with commas between them, not 1"),
        ("solo", "2x2k:p,_", "/puzzle: not valid `solo`: 2x2k has 3 parts with commas between them, not 2"),
        ("sdk", "[Puzzle]\n1.\n.2.\n", "line 3, column 1: expected 2 symbols in row 2, got 3"),
        (
            "sdk",
            "#A\n1.\n.?\n",
            "r2c2, line 3, column 2: `?` (U+003F) is not a symbol: digits are 1-9 and A-Z, empty cells one of . 0 _ * - x",
        ),
        (
            "sdm",
            "# a\n1..?",
            "r2c2, line 2, column 4: `?` (U+003F) is not a symbol: digits are 1-9 and A-Z, empty cells one of . 0 _ * - x",
        ),
        ("sdk", "#A\n1...\n..3.\n.4..\n", "/puzzle: expected 4 rows of 4 cells, got 3"),
        (
            "sdk",
            "[Puzzle]\n1\n[Puzzle]\n1\n",
            "/puzzle: the text has 2 puzzles: send one of them, or all as the body of a batch, such as `/solve/batch`",
        ),
        (
            "sdm",
            "1...\n1...\n",
            "/puzzle: the text has 2 puzzles: send one of them, or all as the body of a batch, such as `/solve/batch`",
        ),
        (
            "csv",
            "1,2",
            "/puzzle: not valid `csv`: it looks like a row of 2 fields, none of which is a puzzle of 16 or more cells",
        ),
        (
            "ss",
            "12\n21",
            "/puzzle: not valid `ss`: expected rows of symbols with `|` between boxes, in a frame of `*---*` or with rules of dashes",
        ),
        (
            "pencilmarks",
            "1 12\n11 .",
            "r2c1, line 2, column 1: not valid `pencilmarks`: the list `11` has `1` twice",
        ),
        ("pencilmarks", "1 12\n{} .", "r2c1, line 2, column 1: not valid `pencilmarks`: the list is empty"),
        (
            "pencilmarks",
            "1 12\n{3} .",
            "r2c1, line 2, column 1: `3` is 3, more than 2, the largest digit of this grid",
        ),
        ("pencilmarks", "1 12\n1", "line 2, column 1: expected 2 cells in row 2, got 1"),
        (
            "sukaku",
            "12.2.2\n2.",
            "r2c2, line 2, column 1: not valid `sukaku`: symbol 1 of a cell is the digit 1 or empty, not `2`",
        ),
        ("sukaku", "123", "/puzzle: 3 symbols make no grid: size n has n*n*n, such as 64 (4x4) or 729 (9x9)"),
    ] {
        let found = detail(format, text).await;
        assert_eq!(found, expected, "{format} {text:?}");
    }
    for (text, code) in [
        (format!("{},{CLASSIC_SOLUTION}", &CLASSIC[..72]), "puzzle_length"),
        (format!("{}!,{CLASSIC_SOLUTION}", &CLASSIC[..72]), "unknown_symbol"),
        (format!("{},{CLASSIC_SOLUTION}", &CLASSIC[1..]), "puzzle_length"),
        (format!("id,puzzle\n1,{}", &CLASSIC[1..]), "puzzle_length"),
        (format!("7 {} 2.5", &CLASSIC[1..]), "puzzle_length"),
    ] {
        let refused = Call::text("/count", text.clone()).send().await.json();
        assert_eq!(refused["errors"][0]["code"], code, "{text}: {refused}");
    }
}

#[tokio::test]
async fn constraints_of_web_editors_are_refused_by_name() {
    let fault = async |text: String| {
        let refused = Call::text("/count", text).send().await.json();
        let fault = &refused["errors"][0];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&fault["code"]), text(&fault["constraint"]), text(&refused["detail"]))
    };
    let with_regions = |regions: &str| {
        let json = sudoku_pad("").replace(&self::regions(), regions);
        format!("ctc{}", lz_str::compress_to_base64(&json))
    };
    let pad = |members: &str| format!("scl{}", lz_str::compress_to_base64(&sudoku_pad(members)));
    let caged = |cage: &str| {
        let json = sudoku_pad("").replace("{\"value\":\"title: Sunday\"}", cage);
        format!("scl{}", lz_str::compress_to_base64(&json))
    };
    for (text, rule, name) in [
        (
            f_puzzle(",\"chaosline\":[{\"lines\":[[\"R1C1\",\"R2C2\"]]}]"),
            "chaosline",
            "the constraint `chaosline`",
        ),
        (
            f_puzzle(",\"killercage\":[{\"cells\":[\"R1C1\"],\"value\":\"DR3\"}]"),
            "killercage",
            "the constraint `killercage` (the value `DR3` is not supported)",
        ),
        (pad(",\"metadata\":{\"rules\":\"all\",\"norowcol\":true}"), "norowcol", "the constraint `norowcol`"),
        (caged("{\"value\":\"norowcol: true\"}"), "norowcol", "the constraint `norowcol`"),
        (pad(",\"global\":[\"antiqueen\"]"), "antiqueen", "the constraint `antiqueen`"),
        (pad(",\"thermos\":[[1]]"), "thermos", "the constraint `thermos`"),
        (
            caged("{\"cells\":[[0,2],[0,3],[1,3]],\"value\":7}"),
            "cage",
            "the constraint `cage` (no house has all of its cells, and it does not say whether digits may repeat: r1c3, r1c4, \
             r2c4)",
        ),
        (with_regions("[[0,0],[5,5]]"), "regions", "cells outside of all regions"),
        (
            with_regions(&regions().replacen("]],[[", "],[", 1)),
            "regions",
            "regions that do not have 9 cells each",
        ),
        (with_regions(""), "regions", "puzzles without regions"),
        (classic_id() + "q", "q", "the rules `q`"),
    ] {
        let expected = format!("the service does not support {name}");
        assert_eq!(
            fault(text.clone()).await,
            ("constraint_unsupported".to_owned(), rule.to_owned(), expected),
            "{text}"
        );
    }
}

#[tokio::test]
async fn flags_of_sudokupad_are_constraints() {
    let pad = |members: &str| format!("scl{}", lz_str::compress_to_base64(&sudoku_pad(members)));
    for (members, expected) in [
        (",\"metadata\":{\"antiking\":true}", "anti_king"),
        (
            ",\"metadata\":{\"rules\":\"Normal sudoku rules apply\",\"nonconsecutive\":true}",
            "non_consecutive",
        ),
        (",\"global\":[\"antiknight\"]", "anti_knight"),
    ] {
        let converted = Call::text("/convert?to=json", pad(members)).send().await.json();
        let record: Value =
            serde_json::from_str(converted["puzzle"].as_str().unwrap_or_default()).expect("an object");
        assert_eq!(record["constraints"], json!([{ "type": expected }]), "{converted}");
        assert_eq!(converted.get("warnings"), None, "{converted}");
    }
    // A king or a knight of the solution meets an equal digit.
    let answer =
        Call::text("/count", include_str!("../inputs/e04_sudokupad_antiking.txt")).send().await.json();
    assert_eq!((&answer["verdict"], answer.get("rules_not_read")), (&json!("none"), None), "{answer}");
}

#[tokio::test]
async fn decorations_give_a_warning() {
    let pad = |members: &str| format!("scl{}", lz_str::compress_to_base64(&sudoku_pad(members)));
    let edited = |from: &str, to: &str| {
        format!("scl{}", lz_str::compress_to_base64(&sudoku_pad("").replacen(from, to, 1)))
    };
    for (text, not_read) in [
        (
            f_puzzle(",\"ruleset\":\"Digits along a line increase.\""),
            json!({ "rules": "Digits along a line increase." }),
        ),
        (
            f_puzzle(",\"line\":[{\"lines\":[[\"R1C1\",\"R2C2\"]],\"outlineC\":\"#000\"}]"),
            json!({ "drawings": { "line": 1 } }),
        ),
        (pad(",\"arrows\":[{\"wayPoints\":[[0,0],[1,1]]}]"), json!({ "drawings": { "arrow": 1 } })),
        (edited("title:", "rules:"), json!({ "rules": "Sunday" })),
        (edited("title:", "postmsg:"), json!({ "members": ["postmsg"] })),
        (pad(",\"metadata\":{\"hint\":\"odd\"}"), json!({ "members": ["hint"] })),
        (edited("{}", "{\"pencilMarks\":[1,2]}"), json!({ "drawings": { "mark": 1 } })),
        (edited("{}", "{\"centremarks\":[\"1\"]}"), json!({ "drawings": { "mark": 1 } })),
        (f_puzzle(",\"metadata\":{\"rules\":\"odd\"}"), json!({ "rules": "odd" })),
        (f_puzzle(",\"customElements\":[{\"name\":\"a\"}]"), json!({ "drawings": { "custom element": 1 } })),
        (
            lz_str::compress_to_base64(
                "{\"size\":1,\"grid\":[[{\"value\":1,\"given\":true,\"c\":\"#f00\"}]]}",
            ),
            json!({ "drawings": { "colour": 1 } }),
        ),
        (f_puzzle(&format!(",\"ruleset\":\"{}\"", "x".repeat(200))), json!({ "rules": "x".repeat(120) })),
    ] {
        for uri in ["/solve", "/count", "/convert"] {
            let answer = Call::text(uri, text.clone()).send().await.json();
            assert_eq!(answer["warnings"], json!(["decorations_ignored"]), "{answer}");
            assert_eq!(
                (&answer["not_read"], &answer["rules_not_read"]),
                (&not_read, &json!(true)),
                "{answer}"
            );
        }
    }
    for (uri, text) in
        [("/solve", f_puzzle(",\"ruleset\":\"a\"")), ("/convert", f_puzzle(",\"ruleset\":\"a\""))]
    {
        let plain = Call::text(uri, text).header("accept", "text/plain").send().await;
        assert_eq!(plain.header("quadrille-warnings"), "decorations_ignored", "{uri}");
        assert_eq!(plain.body.ends_with(" rules_not_read\n"), uri == "/solve", "{uri}");
        let words = if uri == "/solve" { "the rules \"a\"" } else { "" };
        assert_eq!(plain.header("quadrille-not-read"), words, "{uri}");
        let plain = Call::text(uri, f_puzzle("")).header("accept", "text/plain").send().await;
        assert_eq!(plain.header("quadrille-warnings"), "", "{uri}");
        assert!(!plain.body.contains("rules_not_read"), "{uri}");
    }
    for (extra, warnings) in [(",\"ruleset\":\"a\"", "decorations_ignored"), ("", "")] {
        let picture = Call::text("/render", f_puzzle(extra)).send().await;
        assert_eq!((picture.status.as_u16(), picture.header("quadrille-warnings")), (200, warnings));
    }
    for text in [
        f_puzzle(",\"title\":\"Sunday\",\"author\":\"A\""),
        f_puzzle(",\"ruleset\":\"Normal sudoku rules apply.\""),
        pad(",\"metadata\":{\"source\":\"A\"}"),
        pad(",\"vd\":[\"abcdefghijk\"],\"videos\":[\"https://example.org/a\"]"),
    ] {
        let plain = Call::text("/solve", text).send().await.json();
        for member in ["warnings", "not_read", "rules_not_read"] {
            assert!(plain.get(member).is_none(), "{plain}");
        }
    }
}

#[tokio::test]
async fn batches_mark_and_count_puzzles_with_unread_rules() {
    let body = format!("{}\n{CLASSIC}\n{}\n", f_puzzle(",\"ruleset\":\"a\""), f_puzzle(",\"title\":\"a\""));
    let (answers, summary) = Call::text("/count/batch", body.clone()).send().await.answers_and_summary();
    let marks: Vec<bool> = answers.iter().map(|answer| answer["rules_not_read"] == true).collect();
    assert_eq!((marks, &summary["rules_not_read"]), (vec![true, false, false], &json!(1)));
    assert_eq!(answers[0]["not_read"], json!({ "rules": "a" }));
    let text = Call::text("/count/batch", body).header("accept", "text/plain").send().await.body;
    assert_eq!(text, "unique 1 rules_not_read\nunique 1\nunique 1\n");
}

#[tokio::test]
async fn solution_of_a_link_is_checked() {
    let solution = |cells: &str| f_puzzle(&format!(",\"solution\":\"{cells}\""));
    let swapped = CLASSIC_SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2");
    for (text, warnings) in [
        (solution(CLASSIC_SOLUTION), Value::Null),
        (solution(&CLASSIC_SOLUTION.replace('9', ".")), Value::Null),
        (solution(&swapped), json!(["solution_differs"])),
    ] {
        let answer = Call::text("/solve", text).send().await.json();
        assert_eq!((&answer["verdict"], &answer["warnings"]), (&json!("unique"), &warnings), "{answer}");
        assert_eq!(answer["rules_not_read"] == true, warnings != Value::Null, "{answer}");
    }
    // The author knows of one solution, so that others are evidence of a rule.
    let row = "[{},{},{},{}]";
    let few = format!("{{\"grid\":[{row},{row},{row},{row}],\"solution\":\"1324423124133142\"}}");
    let answer = Call::text("/solve?format=fpuzzles", few.clone()).send().await.json();
    assert_eq!(
        (&answer["verdict"], &answer["rules_not_read"]),
        (&json!("multiple"), &json!(true)),
        "{answer}"
    );
    let line = Call::text("/count/batch?limit=2", few).header("accept", "text/plain").send().await.body;
    assert_eq!(line, "multiple 2+ rules_not_read\n");
    let refused = Call::text("/solve", include_str!("../inputs/g02_fpuzzles_solution_contradicts_none.txt"));
    let refused = refused.send().await;
    assert_eq!(refused.status.as_u16(), 422);
    let fault = &refused.json()["errors"][0];
    assert_eq!(
        (&fault["code"], &fault["constraint"]),
        (&json!("constraint_unsupported"), &json!("killercage")),
        "{fault}"
    );
    let detail = fault["detail"].as_str().unwrap_or_default();
    assert!(detail.contains("the link has rules that were not read"), "{detail}");
}

#[tokio::test]
async fn links_as_people_send_them_are_read() {
    let one = async |text: &str| Call::text("/count", text.to_owned()).send().await.json();
    for (text, verdict, drawings) in [
        (include_str!("../inputs/g03_sudokupad_videos.txt"), "unique", None),
        (include_str!("../inputs/g04_sudokupad_cages_inside_houses.txt"), "unique", None),
        (include_str!("../inputs/g05_fpuzzles_normal_rules_only.txt"), "unique", None),
        (include_str!("../inputs/g05_fpuzzles_renban_drawn.txt"), "multiple", Some(json!({ "line": 1 }))),
        (include_str!("../inputs/g07_sudokuwiki_x9b.txt"), "multiple", None),
    ] {
        let answer = one(text).await;
        assert_eq!(answer["verdict"], verdict, "{answer}");
        assert_eq!(answer.get("warnings").is_some(), drawings.is_some(), "{answer}");
        assert_eq!(answer["not_read"].get("drawings"), drawings.as_ref(), "{answer}");
    }
    let link = include_str!("../inputs/g05_fpuzzles_normal_rules_only.txt").trim();
    let (address, payload) = link.split_once("load=").expect("a link");
    let encoded = payload.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    for text in [
        format!("{address}load={encoded}"),
        format!("{address}load={}", encoded.replace('%', "%25")),
        format!("{}\r\n{}\n {}\n", &link[..40], &link[40..90], &link[90..]),
        format!("<{link}>"),
        format!("{address}load={}", payload.trim_end_matches('=').replace('+', "-").replace('/', "_")),
        format!("{address}load={}", payload.replace('+', " ")),
        form_urlencoded::byte_serialize(link.as_bytes()).collect(),
    ] {
        assert_eq!(one(&text).await["verdict"], "unique", "{text}");
    }
    for length in [link.len() - 6, link.len() / 2, link.len() / 4] {
        let answer = one(&link[..length]).await;
        assert_eq!(answer["errors"][0]["code"], "damaged_link", "{length}: {answer}");
    }
    let own = |cells: &str| format!("https://example.org/#puzzle={cells}");
    assert_eq!(one(&own(CLASSIC)).await["verdict"], "unique");
    assert_eq!(one(&own(&CLASSIC[1..])).await["errors"][0]["code"], "damaged_link");
    let ruled = one(&format!("{}&variant=x", own(CLASSIC))).await;
    assert_eq!(ruled["errors"][0]["constraint"], "variant", "{ruled}");
    let site = one(include_str!("../inputs/g07_lisudoku_link.txt")).await;
    assert!(site["detail"].as_str().is_some_and(|detail| detail.contains("lisudoku")), "{site}");
}

#[tokio::test]
async fn raw_json_of_an_editor_is_a_puzzle() {
    let rows = rows_of_cells("{\"value\":$,\"given\":true}", "{}");
    let raw = format!(
        "{{\"size\":9,\"title\":\"T\",\"grid\":[{rows}],\"ruleset\":\"Normal sudoku rules apply.\",\"solution\":\"{CLASSIC_SOLUTION}\"}}"
    );
    let pad = sudoku_pad("");
    for (raw, format) in [(&raw, "fpuzzles"), (&pad, "sudokupad")] {
        for call in [
            Call::json("/count", raw.clone()),
            Call::text("/count", raw.clone()),
            Call::json("/count", format!("{{\"puzzle\":{raw}}}")),
            Call::json("/count", json!({ "puzzle": raw }).to_string()),
        ] {
            let answer = call.send().await.json();
            assert_eq!(
                (&answer["verdict"], &answer["format"]),
                (&json!("unique"), &json!(format)),
                "{answer}"
            );
        }
        let (answers, summary) =
            Call::ndjson("/count/batch", format!("{raw}\n{raw}\n")).send().await.answers_and_summary();
        assert_eq!((answers.len(), &summary["unique"], &summary["errors"]), (2, &json!(2), &json!(0)));
    }
    let wrong = raw.replace("\"size\":9", "\"chaosline\":[[\"R1C1\",\"R1C2\"]]");
    assert_eq!(Call::json("/count", wrong).send().await.json()["errors"][0]["constraint"], "chaosline");
}

#[tokio::test]
async fn title_author_and_rules_of_a_link_are_kept() {
    let members = ",\"title\":\"Sunday\",\"author\":\"A & B\",\"ruleset\":\"Odd.\"";
    let converted = Call::text("/convert?to=json", f_puzzle(members)).send().await.json();
    let record = converted["puzzle"].as_str().unwrap_or_default().to_owned();
    let parsed: Value = serde_json::from_str(&record).expect("an object");
    for object in [&converted, &parsed] {
        assert_eq!(
            (&object["title"], &object["author"], &object["rules"], &object["rules_not_read"]),
            (&json!("Sunday"), &json!("A & B"), &json!("Odd."), &json!(true))
        );
    }
    let answer = Call::json("/solve", record.clone()).send().await.json();
    assert_eq!((&answer["verdict"], &answer["rules_not_read"]), (&json!("unique"), &json!(true)), "{answer}");
    let again = Call::json("/convert?to=json", record.clone()).send().await.json();
    assert_eq!(again["puzzle"], record);
    let silent = record.replace(",\"rules_not_read\":true", "");
    let refused = Call::json("/solve", silent.clone()).send().await.json();
    let fault = &refused["errors"][0];
    assert_eq!((&fault["pointer"], &fault["constraint"]), (&json!("/rules"), &json!("rules")), "{refused}");
    let usual =
        Call::json("/solve", silent.replace("Odd.", "Normal sudoku rules apply.")).send().await.json();
    assert_eq!((&usual["verdict"], usual.get("warnings")), (&json!("unique"), None), "{usual}");
    let picture = Call::text("/render", f_puzzle(members)).send().await.body;
    assert!(picture.contains("<title>Sunday, A &amp; B: Sudoku 9x9 with "), "{picture:.300}");
}

#[tokio::test]
async fn candidates_of_f_puzzles_restrict_the_cells() {
    let body = json!({ "puzzle": "1.....3..4......", "candidates": { "r1c2": [3], "r4c4": [1, 2] }, "to": "fpuzzles" });
    let converted = Call::json("/convert", body.to_string()).send().await.json();
    let text = converted["puzzle"].as_str().unwrap_or_default();
    let marks = Call::text("/convert?to=pencilmarks", text.to_owned()).send().await.json();
    assert_eq!(
        (&marks["from"], marks["puzzle"].as_str().and_then(|text| text.lines().nth(1))),
        (&json!("fpuzzles"), Some("| 1    {3}  | 1234 1234 |"))
    );
}

#[tokio::test]
async fn hostile_texts_are_refused() {
    let laughs = "<!DOCTYPE a [<!ENTITY b \"bbbbbbbb\"><!ENTITY c \"&b;&b;&b;&b;\">]>\n<opensudoku><game data=\"&c;\"/></opensudoku>";
    let bomb = lz_str::compress_to_base64(&" ".repeat(1_000_000));
    let deep =
        lz_str::compress_to_base64(&format!("{{\"grid\":{}{}}}", "[".repeat(50_000), "]".repeat(50_000)));
    let attributes: String = (0..9_000).map(|k| format!(" a{k}=\"\"")).collect();
    for (text, expected) in [
        (laughs.to_owned(), "line 1, column 1: not valid `opensudoku`: a document type is not allowed"),
        (
            "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>".to_owned(),
            "not valid `opensudoku`: a document type is not allowed",
        ),
        ("<a>".repeat(20_000), "not valid `opensudoku`: an element has no end"),
        (format!("<a{attributes}/>"), "not valid `opensudoku`: there is no element `game` with `data`"),
        (format!("<game{attributes}/>"), "not valid `opensudoku`: the element `game` has no `data`"),
        (
            open_sudoku("<game data=\"1...\"/><game data=\"1...\"/>"),
            "the text has 2 puzzles: send the same body to a batch, such as `/solve/batch`, or send one of them",
        ),
        (
            open_sudoku("<game\n data=\"1..?\"/>"),
            "r2c2, line 4, column 11: `?` (U+003F) is not a symbol: digits are 1-9 and A-Z, empty cells one of . 0 _ * - x",
        ),
        (format!("fpuzzles{bomb}"), "not valid `fpuzzles`: the data expands to more than 262144 characters"),
        (format!("scl{bomb}"), "not valid `sudokupad`: the data expands to more than 262144 characters"),
        (format!("fpuzzles{deep}"), "not valid `fpuzzles`: the JSON is not valid: more than 32 levels"),
        (format!("ctc{deep}"), "not valid `sudokupad`: the JSON is not valid: more than 32 levels"),
        (
            f_puzzle("")[..40].to_owned(),
            "the link is damaged: character 41 of its data is not valid, or they are cut there; copy the whole link again",
        ),
        (
            classic_id()[..20].to_owned(),
            "the link is damaged: it has 45 of 81 cells; copy the whole link again",
        ),
        (
            "https://sudokupad.app/p8f3d7".to_owned(),
            "the address holds no puzzle, and the service does not open addresses: send the long address, with `load=` or \
             `scl` and the data",
        ),
    ] {
        let refused = Call::text("/count", text.clone()).send().await;
        assert_eq!(refused.status.as_u16(), 422, "{text:.80}");
        assert_eq!(refused.json()["detail"], expected, "{text:.80}");
    }
}

#[tokio::test]
async fn examples_of_the_documentation_have_one_solution() {
    let mut formats = Vec::new();
    let page = include_str!("../../docs/puzzles.md");
    let formats_part = page.split_once("\n## Formats\n").and_then(|(_, rest)| rest.split("\n## ").next());
    for section in formats_part.expect("a section").split("\n### ").skip(1) {
        let name = section.lines().next().unwrap_or_default();
        let example = section.split("```\n").nth(1).unwrap_or_default();
        let format: Format = name.parse().unwrap_or_else(|_| panic!("{name}"));
        let read = parse(example, Some(format), &mut |fault| panic!("{name}: {fault:?}"));
        assert!(read.is_some_and(|read| !read.has_unread_rules()), "{name}");
        let body = json!({ "puzzle": example, "format": name }).to_string();
        assert_eq!(Call::json("/count", body).send().await.json()["verdict"], "unique", "{name}");
        formats.push(format);
    }
    formats.sort_by_key(|format| format.name());
    let mut all = Format::ALL.to_vec();
    all.sort_by_key(|format| format.name());
    assert_eq!(formats, all);
}

#[tokio::test]
async fn text_that_begins_like_json_is_text_if_its_format_is_named() {
    let lists = "{1} 34 . .\n. . 3 .\n. 4 . .\n. . . 2";
    for uri in ["/convert?format=pencilmarks&to=pencilmarks", "/convert?to=pencilmarks"] {
        assert_eq!(Call::text(uri, lists).send().await.json()["from"], "pencilmarks", "{uri}");
    }
    let raw = "{\"size\":1,\"grid\":[[{}]]}";
    assert_eq!(Call::text("/count?format=fpuzzles", raw).send().await.json()["format"], "fpuzzles");
    assert_eq!(Call::text("/count?format=line", "{\"puzzle\":\"1\"}").send().await.json()["format"], "line");
}

#[tokio::test]
async fn batch_of_text_has_sections_and_documents() {
    let section = "[Puzzle]\n1...\n..3.\n.4..\n...2\n\n1.....3..4......\n";
    let (answers, summary) = Call::text("/count/batch", section).send().await.answers_and_summary();
    assert_eq!((answers.len(), &answers[0]["format"], &summary["unique"]), (2, &json!("sdk"), &json!(1)));
    let game = "<game data=\"1.....3..4.....2\"/>";
    let document = format!("<?xml version=\"1.0\"?>\n<opensudoku>\n{game}\n{game}\n</opensudoku>\n");
    let (answers, summary) = Call::text("/count/batch", document.clone()).send().await.answers_and_summary();
    assert_eq!((answers.len(), &answers[1]["line"], &summary["unique"]), (2, &json!(4), &json!(2)));
    let open = document.replace("</opensudoku>", "");
    let (answers, summary) = Call::text("/count/batch", open).send().await.answers_and_summary();
    assert_eq!((answers.len(), &summary["errors"]), (3, &json!(1)), "{answers:?}");
}

/// The solution of the inputs of other programs.
const KILLER_SOLUTION: &str =
    "673945812125687349489312576896451723741263985352879164937126458564738291218594637";

macro_rules! input {
    ($name:literal) => {
        include_str!(concat!("../inputs/", $name))
    };
}

#[tokio::test]
async fn texts_of_other_programs_are_read_alone_and_in_batches() {
    for (text, solution) in [
        (input!("g07_killer_3x3_k.txt"), KILLER_SOLUTION),
        (input!("g07_killer_arrows_81.txt"), KILLER_SOLUTION),
        (input!("g07_sumocue_v1_jigsaw.txt"), "1243413223143421"),
        (input!("g08_grid_and_cage_letters.txt"), KILLER_SOLUTION),
        (input!("g08_killer_forum_letters_and_sums.txt"), KILLER_SOLUTION),
        (input!("g11_ampl.dat"), KILLER_SOLUTION),
        (input!("g11_asp_facts.lp"), KILLER_SOLUTION),
        (input!("g11_minizinc.dzn"), KILLER_SOLUTION),
        (input!("g13_position_with_plus.txt"), SOLUTION),
    ] {
        let line = json!({ "puzzle": text }).to_string();
        for call in [
            Call::text("/solve", text),
            Call::text("/solve", text.replace('\n', "\r\n")),
            Call::json("/solve", line.clone()),
        ] {
            let answer = call.send().await.json();
            assert_eq!(
                (&answer["verdict"], &answer["solution"]),
                (&json!("unique"), &json!(solution)),
                "{text}"
            );
            assert_eq!(answer["warnings"], Value::Null, "{text}");
        }
        let (answers, _) = Call::ndjson("/solve/batch", line).send().await.answers_and_summary();
        assert_eq!(answers[0]["solution"], solution, "{text}");
        // A body whose lines are one puzzle is one entry.
        let whole = Call::text("/solve/batch", text).header("accept", "text/plain").send().await;
        assert_eq!(whole.body, format!("{solution}\n"), "{text}");
        let is_line = !text.trim().contains('\n');
        if is_line || !text.contains("a7") && !text.contains("a=7") {
            let batch = Call::text("/solve/batch", format!("1.....3..4.....2\n{text}"));
            let (answers, summary) = batch.send().await.answers_and_summary();
            assert_eq!((answers.len(), &answers[1]["solution"]), (2, &json!(solution)), "{text}: {summary}");
        }
    }
    // As `curl -d @FILE` sends it.
    let form = Call::new(Method::POST, "/solve").header("content-type", "application/x-www-form-urlencoded");
    let answer = form.body(input!("g13_position_with_plus.txt").trim()).send().await.json();
    assert_eq!(answer["solution"], SOLUTION, "{answer}");
    let board = Call::text("/solve", input!("g10_textarena_board.txt")).send().await.json();
    let symbols: String =
        board["solution"].as_str().expect("text").chars().filter(char::is_ascii_digit).collect();
    assert_eq!((&*symbols, &board["format"]), (KILLER_SOLUTION, &json!("drawing")));
    let whole = Call::text("/count/batch", input!("g10_textarena_board.txt")).header("accept", "text/plain");
    assert_eq!(whole.send().await.body, "unique 1\n");
}

#[tokio::test]
async fn json_of_other_programs_is_read_alone_and_in_batches() {
    for (json, solution) in [
        (input!("g08_cages_sum_then_cells.json"), json!(KILLER_SOLUTION)),
        (input!("g11_pycsp3.json"), Value::Null),
    ] {
        for call in [Call::json("/solve", json), Call::text("/solve", json)] {
            let answer = call.send().await.json();
            assert_eq!(answer["verdict"], "unique", "{json}: {answer}");
            assert!(solution.is_null() || answer["solution"] == solution, "{answer}");
        }
        let (answers, _) = Call::ndjson("/solve/batch", json).send().await.answers_and_summary();
        assert_eq!((answers.len(), &answers[0]["verdict"]), (1, &json!("unique")), "{json}");
    }
    let cages = format!("{{\"cages\": {}}}", input!("g08_cages_sum_then_cells.json"));
    assert_eq!(Call::json("/count", cages).send().await.json()["verdict"], "unique");
    let fault = Call::json("/count", "[[90, [[1, 1]]], [3, [[1, 2]]], [3, [[2, 1]]], [3, [[2, 2]]]]")
        .send()
        .await
        .json();
    assert_eq!(
        (&fault["errors"][0]["code"], &fault["errors"][0]["pointer"]),
        (&json!("invalid_constraint"), &json!("/0"))
    );
    let record = input!("g10_reasoning_gym_record.jsonl");
    for record in [record.to_owned(), record.replacen("1 _ _ _", "(in the attachment)", 1)] {
        let (answers, _) = Call::ndjson("/solve/batch", record).send().await.answers_and_summary();
        assert_eq!(answers[0]["verdict"], "unique", "{answers:?}");
        let symbols: String =
            answers[0]["solution"].to_string().chars().filter(char::is_ascii_digit).collect();
        assert_eq!(symbols, SOLUTION, "{answers:?}");
    }
    for name in ["puzzle_grid", "original_sudoku", "incomplete_puzzle"] {
        let body = format!("{{\"{name}\": \"1.....3..4.....2\"}}");
        assert_eq!(Call::json("/solve", body).send().await.json()["solution"], SOLUTION, "{name}");
        let table = format!("id,{name}\n1,1.....3..4.....2\n");
        let (answers, _) = Call::text("/solve/batch", table).send().await.answers_and_summary();
        assert_eq!(answers[0]["solution"], SOLUTION, "{name}");
    }
}

#[tokio::test]
async fn texts_that_are_no_puzzle_are_called_by_name() {
    let matrix = "1001\n0110\n1001\n0110\n";
    for (text, name) in [
        (matrix, "a matrix of 0 and 1"),
        (input!("g12_burrtools.xml"), "BurrTools"),
        (
            "given n : int(9)\nfind x : matrix indexed by [int(1..n)] of int(1..n)\nsuch that true\n",
            "a model in Essence",
        ),
    ] {
        let refused = Call::text("/solve", text).send().await;
        assert_eq!(refused.status.as_u16(), 422, "{text}");
        let refused = refused.json();
        assert_eq!(refused["errors"][0]["code"], "format_syntax", "{text}");
        assert!(refused["detail"].to_string().contains(name), "{refused}");
    }
    // Killers are unsupported constraints if a cage cannot be.
    let wrong = input!("g08_grid_and_cage_letters.txt").replace("a=7", "a=70");
    let refused = Call::text("/solve", wrong).send().await.json();
    assert_eq!(refused["errors"][0]["code"], "constraint_unsupported");
    assert!(refused["detail"].to_string().contains("`cage a`"), "{refused}");
}

#[tokio::test]
async fn further_examples_of_the_documentation_have_one_solution() {
    let page = include_str!("../../docs/puzzles.md");
    let sections = ["#### Killers\n", "#### Data of models\n", "Names of columns above the grid"];
    for begin in sections {
        let section = page.split_once(begin).expect("a section").1;
        let example = section.split("```\n").nth(1).expect("an example");
        assert_eq!(Call::text("/count", example).send().await.json()["verdict"], "unique", "{begin}");
    }
}
