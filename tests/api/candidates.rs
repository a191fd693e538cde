//! Puzzles whose cells allow only some digits.

use http::Method;
use serde_json::{Value, json};

use crate::harness::Call;

const PUZZLE: &str = "1.....3..4......";

fn candidates() -> Value {
    json!({ "r1c2": [3], "r4c4": [1, 2] })
}

fn query() -> String {
    let candidates: String = form_urlencoded::byte_serialize(candidates().to_string().as_bytes()).collect();
    format!("puzzle={PUZZLE}&candidates={candidates}")
}

#[tokio::test]
async fn candidates_restrict_every_answer() {
    let puzzle = json!({ "puzzle": PUZZLE, "candidates": candidates() });
    let mut rows = vec![vec![Value::Null; 4]; 4];
    (rows[0][1], rows[3][3]) = (json!([3]), json!([1, 2]));
    let by_row = json!({ "puzzle": PUZZLE, "candidates": rows });
    let with_limit = json!({ "puzzle": PUZZLE, "candidates": candidates(), "limit": 1000 });

    let free = Call::text("/count?limit=1000", PUZZLE).send().await.json();
    let count = Call::json("/count", with_limit.to_string()).send().await.json();
    let solutions = Call::json("/solutions", with_limit.to_string()).send().await;
    let (lines, summary) = solutions.answers_and_summary();
    assert_eq!(summary["count"], count["count"]);
    let is_allowed =
        |solution: &str| solution.as_bytes()[1] == b'3' && b"12".contains(&solution.as_bytes()[15]);
    let free_solutions = Call::text("/solutions?limit=1000", PUZZLE).send().await.answers_and_summary().0;
    let expected: Vec<&Value> = free_solutions
        .iter()
        .map(|line| &line["solution"])
        .filter(|solution| solution.as_str().is_some_and(is_allowed))
        .collect();
    assert_eq!(free["count"], free_solutions.len());
    let mut listed: Vec<&str> = lines.iter().filter_map(|line| line["solution"].as_str()).collect();
    let mut expected: Vec<&str> = expected.into_iter().filter_map(Value::as_str).collect();
    listed.sort_unstable();
    expected.sort_unstable();
    assert_eq!(listed, expected);
    assert!(!expected.is_empty() && expected.len() < free_solutions.len());

    let first = Call::json("/solve", puzzle.to_string()).send().await.json();
    assert!(first["solution"].as_str().is_some_and(is_allowed), "{first}");
    let bare = |answer: &Value| (answer["verdict"].clone(), answer["solution"].clone());
    let by_get = Call::get(&format!("/solve?{}", query())).send().await.json();
    let by_form = Call::new(Method::POST, "/solve")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(query())
        .send()
        .await
        .json();
    let by_row = Call::json("/solve", by_row.to_string()).send().await.json();
    let batch = Call::ndjson("/solve/batch", puzzle.to_string()).send().await.answers_and_summary().0;
    for answer in [&by_get, &by_form, &by_row, &batch[0]] {
        assert_eq!(bare(answer), bare(&first), "{answer}");
    }
}

#[tokio::test]
async fn picture_shows_the_allowed_candidates() {
    let picture = async |candidates: Value| {
        Call::json("/render", json!({ "puzzle": PUZZLE, "candidates": candidates }).to_string())
            .send()
            .await
            .body
    };
    let [bare, all, some] =
        [picture(json!(false)).await, picture(json!(true)).await, picture(candidates()).await];
    assert!(bare.len() < some.len() && some.len() < all.len());
    assert_eq!(Call::get(&format!("/render?{}", query())).send().await.body, some);
}

#[tokio::test]
async fn invalid_candidates_are_refused() {
    let detail = async |call: Call| call.send().await.json()["detail"].clone();
    let body = json!({ "puzzle": PUZZLE, "candidates": { "r1c1": [2], "r9c9": [1] } }).to_string();
    assert_eq!(
        detail(Call::json("/solve", body)).await,
        "2 faults, the first: r1c1: the clue 1 is not among the candidates of its cell"
    );
    assert_eq!(
        detail(Call::get(&format!("/solve?puzzle={PUZZLE}&candidates=12"))).await,
        "candidates: must be JSON such as {\"r1c1\": [1, 2]}, or an array of rows"
    );
    let body = json!({ "puzzle": PUZZLE, "candidates": candidates(), "to": "line" }).to_string();
    let refused = Call::json("/convert", body).send().await.json();
    assert_eq!(refused["errors"][0]["code"], "not_representable");
    assert_eq!(refused["detail"], "/to: `line` cannot hold candidates");
}

#[tokio::test]
async fn example_of_the_documentation_has_one_solution() {
    let section = include_str!("../../docs/puzzles.md").split("\n## Candidates\n").nth(1).unwrap_or_default();
    let example = section.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
    let example = example.unwrap_or_default();
    let rows =
        section.split("array of rows has the same meaning: `").nth(1).and_then(|rest| rest.split('`').next());
    let rows: Value = serde_json::from_str(rows.unwrap_or_default()).expect("JSON");
    let mut by_row: Value = serde_json::from_str(example).expect("JSON");
    by_row["candidates"] = rows;
    for body in [example.to_owned(), by_row.to_string()] {
        let answer = Call::json("/count", body).send().await.json();
        assert_eq!(answer["verdict"], "unique", "{answer}");
    }
}
