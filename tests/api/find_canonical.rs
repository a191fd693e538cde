//! `/canonical` and `/canonical/batch`.

use serde_json::{Value, json};

use crate::harness::{Call, without_timings};

/// A 9x9 of 17 clues.
const SEVENTEEN: &str = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

async fn canonical(puzzle: &str) -> Value {
    Call::text("/canonical", puzzle.to_owned()).send().await.json()
}

/// Applies a transformation as the documentation says.
fn applied(puzzle: &str, transformation: &Value) -> String {
    let size = puzzle.len().isqrt();
    let cells: Vec<char> = puzzle.chars().collect();
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let (rows, columns) = (&transformation["rows"], &transformation["columns"]);
    let cell = |at: usize| {
        let (row, column) = (number(&rows[at / size]) - 1, number(&columns[at % size]) - 1);
        let is_transposed = transformation["transpose"] == json!(true);
        let cell = cells[if is_transposed { column * size + row } else { row * size + column }];
        let digit = |digit: u32| number(&transformation["digits"][digit as usize - 1]);
        cell.to_digit(10).map_or('.', |value| char::from_digit(digit(value) as u32, 10).expect("a digit"))
    };
    (0..cells.len()).map(cell).collect()
}

/// Exchanges rows and columns, two bands, two columns and two digits.
fn transformed(puzzle: &str) -> String {
    let cells: Vec<char> = puzzle.chars().collect();
    let row_of = |row: usize| (row + 3) % 9;
    let column_of = |column: usize| [1, 0, 2, 3, 4, 5, 6, 7, 8][column];
    let exchanged = |symbol: char| match symbol {
        '1' => '9',
        '9' => '1',
        other => other,
    };
    (0..81).map(|at| exchanged(cells[column_of(at % 9) * 9 + row_of(at / 9)])).collect()
}

#[tokio::test]
async fn equivalent_puzzles_have_the_same_forms() {
    let other = transformed(SEVENTEEN);
    let (first, second) = (canonical(SEVENTEEN).await, canonical(&other).await);
    for member in ["verdict", "puzzle", "solution", "automorphisms"] {
        assert_eq!(first[member], second[member], "{member}");
    }
    assert_ne!(SEVENTEEN, other);
    for (puzzle, answer) in [(SEVENTEEN, &first), (&*other, &second)] {
        assert_eq!(applied(puzzle, &answer["transformation"]), answer["puzzle"]);
    }
    let solved = Call::text("/solve", SEVENTEEN).send().await.json();
    let solution = solved["solution"].as_str().expect("a line");
    assert_eq!(canonical(solution).await["puzzle"], first["solution"]);
    let form = first["puzzle"].as_str().expect("a line");
    assert_eq!(canonical(form).await["puzzle"], form);
}

#[tokio::test]
async fn answer_has_both_forms_and_the_transformation() {
    assert_eq!(
        without_timings(canonical("1.....3..4.....2").await),
        json!({
            "verdict": "unique",
            "puzzle": "...1.2....3.4...",
            "solution": "1234341221434321",
            "transformation": {"transpose": false, "rows": [1, 2, 3, 4], "columns": [4, 3, 2, 1], "digits": [1, 4, 2, 3]},
            "automorphisms": 8,
            "stopped_by": null,
            "conflicts": [],
            "format": "line",
            "stats": {"nodes": 0},
            "limits": {"time_ms": 5000, "nodes": null}
        })
    );
    let several = canonical("1.....3..4......").await;
    assert_eq!((&several["verdict"], &several["solution"]), (&json!("multiple"), &json!(null)));
    assert!(several["puzzle"].is_string());
    let twice_in_a_row = canonical("11..............").await;
    assert_eq!((&twice_in_a_row["puzzle"], &twice_in_a_row["automorphisms"]), (&json!(null), &json!(null)));
    assert_eq!(twice_in_a_row["verdict"], "none");
    // Full, with no digit twice in a line, but in each box.
    let cyclic: String = (0..81).map(|at| char::from(b'1' + ((at / 9 + at % 9) % 9) as u8)).collect();
    assert_eq!(
        (&canonical(&cyclic).await["verdict"], canonical(&cyclic).await["puzzle"].is_string()),
        (&json!("none"), true)
    );
}

#[tokio::test]
async fn text_is_a_line_with_both_forms_or_the_verdict() {
    let text = async |puzzle: &str, query: &str| {
        let call =
            Call::text(&format!("/canonical?{query}"), puzzle.to_owned()).header("accept", "text/plain");
        call.send().await.body
    };
    assert_eq!(text("1.....3..4.....2", "").await, "...1.2....3.4... 1234341221434321\n");
    assert_eq!(text("1.....3..4......", "").await, ".......1..2..3.. multiple\n");
    assert_eq!(text("11..............", "").await, "none\n");
    assert_eq!(text(&".".repeat(81), "nodes=1").await, format!("{} unknown\n", ".".repeat(81)));
    let limited = Call::text("/canonical?nodes=1", ".".repeat(81)).send().await.json();
    assert_eq!((&limited["stopped_by"], &limited["solution"]), (&json!("node_limit"), &json!(null)));
}

#[tokio::test]
async fn puzzles_without_canonical_forms_are_refused() {
    let code = async |call: Call| {
        let reply = call.send().await;
        (reply.status.as_u16(), reply.json()["errors"][0]["code"].clone())
    };
    let refused = (422, json!("no_canonical_form"));
    assert_eq!(code(Call::text("/canonical", ".".repeat(100))).await, refused);
    assert_eq!(code(Call::text("/canonical?box=9x1", ".".repeat(81))).await, refused);
    let drawn = "1 34 | 24 24\n4 2 | 3 1\n---+---\n23 4 | 1 23\n23 1 | 24 234\n";
    assert_eq!(code(Call::text("/canonical?format=pencilmarks", drawn)).await, refused);
    let restricted = json!({"puzzle": ".".repeat(16), "candidates": {"r1c1": [1]}}).to_string();
    assert_eq!(code(Call::json("/canonical", restricted)).await, (422, json!("constraint_unsupported")));
    assert_eq!(Call::text("/canonical?box=7x1", ".".repeat(49)).send().await.status, 200);
}

#[tokio::test]
async fn single_cell_has_one_automorphism() {
    assert_eq!(canonical("1").await["automorphisms"], 1);
    assert_eq!(canonical(".").await["automorphisms"], 1);
}

#[tokio::test]
async fn batch_answers_in_order() {
    let lines = ["1.....3..4......", "1..", "3.....1..2......"].join("\n") + "\n" + &".".repeat(100);
    let (answers, summary) = Call::text("/canonical/batch", lines.clone()).send().await.answers_and_summary();
    assert_eq!(answers[0]["puzzle"], answers[2]["puzzle"]);
    assert_ne!(answers[0]["transformation"], answers[2]["transformation"]);
    let codes = [1, 3].map(|index| answers[index]["error"]["errors"][0]["code"].clone());
    assert_eq!(codes, ["puzzle_length", "no_canonical_form"].map(Value::from));
    assert_eq!((&summary["multiple"], &summary["errors"]), (&json!(2), &json!(2)));
    let text = Call::text("/canonical/batch", lines).header("accept", "text/plain").send().await.body;
    assert_eq!(text.lines().next(), Some(".......1..2..3.. multiple"));
    assert!(
        text.lines().nth(3).is_some_and(|line| line.starts_with("error: canonical forms are for")),
        "{text}"
    );
}
