//! `/shuffle` and `/shuffle/batch`.

use serde_json::{Value, json};

use crate::harness::Call;

const TEXT: (&str, &str) = ("accept", "text/plain");

/// A 9x9 of 17 clues.
const SEVENTEEN: &str = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...";

async fn shuffled(request: Value) -> Value {
    let reply = Call::json("/shuffle", request.to_string()).send().await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

async fn canonical(puzzle: &Value) -> Value {
    Call::json("/canonical", json!({"puzzle": puzzle}).to_string()).send().await.json()["puzzle"].take()
}

/// Applies a transformation to rows of numbers, as the documentation says; 0 is an empty cell.
fn applied(rows: &[Vec<u64>], transformation: &Value) -> Vec<Vec<u64>> {
    let numbers = |name: &str| -> Vec<usize> {
        let numbers = transformation[name].as_array().expect("an array").iter();
        numbers.map(|number| number.as_u64().expect("a number") as usize).collect()
    };
    let digits = numbers("digits");
    let cell = |row: usize, column: usize| {
        let is_transposed = transformation["transpose"] == json!(true);
        let value = if is_transposed { rows[column - 1][row - 1] } else { rows[row - 1][column - 1] };
        if value == 0 { 0 } else { digits[value as usize - 1] as u64 }
    };
    let columns = numbers("columns");
    numbers("rows").iter().map(|&row| columns.iter().map(|&column| cell(row, column)).collect()).collect()
}

#[tokio::test]
async fn shuffled_puzzles_are_equivalent() {
    let mut seen = Vec::new();
    for seed in 0..8 {
        let answer = shuffled(json!({"puzzle": SEVENTEEN, "seed": seed})).await;
        assert_eq!(canonical(&answer["puzzle"]).await, canonical(&json!(SEVENTEEN)).await);
        assert!(!seen.contains(&answer["puzzle"]), "seed {seed} gives the puzzle of another one");
        seen.push(answer["puzzle"].clone());
    }
    assert!(!seen.contains(&json!(SEVENTEEN)));
    assert_eq!(shuffled(json!({"puzzle": SEVENTEEN})).await["puzzle"], seen[0]);
    assert_eq!(shuffled(json!({"puzzle": SEVENTEEN, "seed": 7})).await["puzzle"], seen[7]);
}

#[tokio::test]
async fn grids_of_every_size_are_transformed_as_the_answer_says() {
    for (width, height) in [(1, 1), (2, 2), (3, 2), (2, 3), (5, 1), (4, 3), (4, 4), (6, 6)] {
        let size: u64 = width * height;
        // A different number in each column, and some empty cells.
        let clue = |row: u64, column: u64| if column % 3 == row % 2 { column % size + 1 } else { 0 };
        let rows: Vec<Vec<u64>> =
            (0..size).map(|row| (0..size).map(|column| clue(row, column)).collect()).collect();
        let mut transposed = 0;
        for seed in 0..6 {
            let shape = json!({"width": width, "height": height});
            let answer = shuffled(json!({"puzzle": rows, "box": shape, "seed": seed})).await;
            let transformation = &answer["transformation"];
            let expected: Vec<Vec<Value>> = applied(&rows, transformation)
                .into_iter()
                .map(|row| row.into_iter().map(|value| json!(value)).collect())
                .collect();
            assert_eq!(answer["puzzle"], json!(expected), "{width}x{height}, seed {seed}");
            transposed += u64::from(transformation["transpose"] == json!(true));
        }
        assert_eq!(transposed > 0, width == height, "{width}x{height}: transposed {transposed} times");
    }
}

#[tokio::test]
async fn candidates_move_with_their_cells() {
    let request =
        json!({"puzzle": "................", "candidates": {"r1c1": [1, 2], "r2c3": [4]}, "seed": 3});
    let answer = shuffled(request.clone()).await;
    let count = async |puzzle: &Value, candidates: &Value| {
        let body = json!({"puzzle": puzzle, "candidates": candidates, "limit": 1000}).to_string();
        Call::json("/count", body).send().await.json()["count"].take()
    };
    let expected = count(&request["puzzle"], &request["candidates"]).await;
    assert_eq!(count(&answer["puzzle"], &answer["candidates"]).await, expected);
    let lengths = |candidates: &Value| {
        let cells =
            candidates.as_array().expect("rows").iter().flat_map(|row| row.as_array().expect("cells"));
        let mut lengths: Vec<_> = cells.map(|cell| cell.as_array().expect("digits").len()).collect();
        lengths.sort_unstable();
        lengths
    };
    assert_eq!(lengths(&answer["candidates"])[..3], [1, 2, 4]);
    let text = Call::json("/shuffle", request.to_string()).header(TEXT.0, TEXT.1).send().await;
    assert_eq!(text.body, "................ +\n");
}

#[tokio::test]
async fn notation_of_the_request_is_kept() {
    let rows = json!([[1, null, null, 3], [(), (), (), ()], [(), (), (), ()], [4, null, null, 2]]);
    let answer = shuffled(json!({"puzzle": rows})).await;
    let cells = answer["puzzle"].as_array().expect("rows").iter().flat_map(Value::as_array).flatten();
    let (clues, empty): (Vec<_>, Vec<_>) = cells.partition(|cell| **cell != json!(0));
    assert_eq!((clues.len(), empty), (4, vec![&json!(0); 12]));
    let conflicting = shuffled(json!({"puzzle": "11.............."})).await;
    assert_eq!(conflicting["puzzle"].as_str().map(|line| line.matches('.').count()), Some(14));
}

#[tokio::test]
async fn puzzles_of_a_batch_get_symmetries_of_their_own() {
    let lines = "1.....3..4.....2\n1..\n1.....3..4......\n";
    let batch = || Call::text("/shuffle/batch?seed=7", lines);
    let (answers, summary) = batch().send().await.answers_and_summary();
    assert_eq!(
        answers[0]["puzzle"],
        shuffled(json!({"puzzle": "1.....3..4.....2", "seed": 7})).await["puzzle"]
    );
    assert_ne!(answers[0]["transformation"], answers[2]["transformation"]);
    assert_eq!(answers[1]["error"]["errors"][0]["code"], "puzzle_length");
    assert_eq!((&summary["answered"], &summary["errors"]), (&json!(2), &json!(1)));
    let text = batch().header(TEXT.0, TEXT.1).send().await.body;
    assert_eq!(text.lines().next(), answers[0]["puzzle"].as_str());
}

#[tokio::test]
async fn seeds_out_of_range_are_refused() {
    for seed in [json!(-1), json!(1_u64 << 53), json!(1.5), json!("7")] {
        let reply =
            Call::json("/shuffle", json!({"puzzle": SEVENTEEN, "seed": seed}).to_string()).send().await;
        let fault = &reply.json()["errors"][0];
        assert_eq!((reply.status.as_u16(), &fault["pointer"]), (422, &json!("/seed")), "{fault}");
    }
}
