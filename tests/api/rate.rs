//! `/rate`, `/rate/batch`, `/path` and `/techniques`.

use serde_json::{Value, json};

use crate::harness::{Call, app, without_timings};

/// A 4x4 with one solution, and one with three.
const UNIQUE: &str = "1.....3..4.....2";
const THREE: &str = "1.....3..4......";

/// A 9x9 that needs more than singles.
const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

#[tokio::test]
async fn path_leads_from_the_puzzle_to_its_solution() {
    let app = app();
    for puzzle in [UNIQUE, HARD] {
        let path = Call::text("/path", puzzle).to(&app).await.json();
        assert_eq!((&path["verdict"], &path["end"]), (&json!("unique"), &json!("solved")));
        let solution = Call::text("/solve", puzzle).to(&app).await.json()["solution"].clone();
        let solution: Vec<char> = solution.as_str().expect("a line").chars().collect();
        let size = puzzle.len().isqrt();
        let mut cells: Vec<char> = puzzle.chars().collect();
        let index = |name: &Value| {
            let (row, column) = name.as_str().and_then(|name| name[1..].split_once('c')).expect("rNcN");
            let number = |text: &str| text.parse::<usize>().expect("a number") - 1;
            number(row) * size + number(column)
        };
        for step in path["steps"].as_array().expect("steps") {
            let lists =
                [&step["placements"], &step["eliminations"]].map(|list| list.as_array().expect("a list"));
            assert!(
                lists.iter().any(|list| !list.is_empty())
                    && step["text"].as_str().is_some_and(|text| text.ends_with('.'))
            );
            for placed in lists[0] {
                cells[index(&placed["cell"])] =
                    char::from_digit(placed["digit"].as_u64().expect("a digit") as u32, 36)
                        .expect("a symbol");
            }
            for removed in lists[1] {
                let symbol = solution[index(&removed["cell"])].to_digit(36).map(u64::from);
                assert_ne!(removed["digit"].as_u64(), symbol, "{step}");
            }
        }
        assert_eq!(cells, solution);
    }
}

#[tokio::test]
async fn rating_counts_the_steps_of_the_path() {
    let app = app();
    for (puzzle, singles_suffice) in [(UNIQUE, true), (HARD, false)] {
        let rating = Call::text("/rate", puzzle).to(&app).await.json();
        let path = Call::text("/path", puzzle).to(&app).await.json();
        let steps = path["steps"].as_array().expect("steps");
        let mut total = 0;
        for (technique, count) in rating["steps"].as_object().expect("counts") {
            let of_path = steps.iter().filter(|step| step["technique"] == technique.as_str()).count() as u64;
            assert_eq!(count.as_u64(), Some(of_path), "{technique}");
            total += of_path;
        }
        assert_eq!(total, steps.len() as u64);
        assert_eq!(rating["singles_suffice"], json!(singles_suffice));
        assert!(rating["score"].as_u64() > Some(total) && rating["scale"] == "quadrille/1", "{rating}");
        let text = Call::text("/rate", puzzle).header("accept", "text/plain").to(&app).await.body;
        let line = format!("{} {} ", rating["score"], rating["level"].as_str().expect("a level"));
        assert!(text.starts_with(&line), "{text}");
    }
}

#[tokio::test]
async fn only_a_unique_solution_has_a_rating() {
    for (puzzle, verdict) in [(THREE, "multiple"), ("1..1............", "none")] {
        let rating = Call::text("/rate", puzzle).send().await.json();
        assert_eq!(rating["verdict"], verdict);
        for member in ["score", "level", "hardest", "steps", "singles_suffice"] {
            assert_eq!(rating[member], Value::Null, "{member} of {verdict}");
        }
    }
    // These steps hold for all solutions.
    let path = Call::text("/path", THREE).send().await.json();
    assert_eq!((&path["verdict"], &path["end"]), (&json!("multiple"), &json!("stuck")));
    assert_eq!(path["steps"].as_array().map(Vec::is_empty), Some(false));
}

#[tokio::test]
async fn limit_ends_a_rating_and_faults_are_refused() {
    let rating = Call::text("/rate?nodes=1", ".".repeat(81)).send().await.json();
    assert_eq!(
        without_timings(rating),
        json!({
            "verdict": "unknown",
            "score": null,
            "level": null,
            "hardest": null,
            "steps": null,
            "singles_suffice": null,
            "scale": "quadrille/1",
            "stopped_by": "node_limit",
            "conflicts": [],
            "format": "line",
            "stats": {"nodes": 1},
            "limits": {"time_ms": 5000, "nodes": 1}
        })
    );
    // The proof takes fewer nodes than the steps.
    let text = async |path: &str| {
        Call::text(path, HARD).header("accept", "text/plain").send().await.body.trim_end().to_owned()
    };
    assert_eq!(text("/rate?nodes=20").await, "unique +");
    let path = text("/path?nodes=20").await;
    assert!(path.starts_with("Hidden Single: ") && path.ends_with(". +"), "{path}");
    for path in ["/rate", "/path"] {
        assert!(!text(path).await.ends_with('+'), "{path}");
    }
    for path in ["/rate?limit=2", "/path?limit=2", "/path?counts=2"] {
        assert_eq!(Call::text(path, UNIQUE).send().await.status, 422, "{path}");
    }
}

#[tokio::test]
async fn only_a_classic_puzzle_has_an_estimate_of_the_rating_of_sudoku_explainer() {
    let rating = Call::text("/rate", HARD).send().await.json();
    let estimate = &rating["se_estimate"];
    let [value, low, high] =
        ["value", "low", "high"].map(|member| estimate[member].as_f64().expect("a number"));
    assert!(low <= value && value <= high && (2.6..9.0).contains(&value), "{estimate}");
    for (query, puzzle) in [("", UNIQUE), ("", THREE), ("?se_estimate=false", HARD)] {
        let rating = Call::text(&format!("/rate{query}"), puzzle).send().await.json();
        assert_eq!(rating.get("se_estimate"), None, "{rating}");
    }
    // A generated puzzle has the own rating only.
    let generated = Call::get("/generate?seed=1&include=rating").send().await.json();
    assert!(generated["rating"].get("score").is_some() && generated["rating"].get("se_estimate").is_none());
}

#[tokio::test]
async fn batch_has_the_ratings_in_order() {
    let body = format!("{UNIQUE}\n{THREE}\n1..\n{HARD}\n");
    let (lines, summary) = Call::text("/rate/batch", body).send().await.answers_and_summary();
    let verdicts: Vec<&Value> = lines.iter().map(|line| &line["verdict"]).collect();
    assert_eq!(verdicts, [&json!("unique"), &json!("multiple"), &json!(null), &json!("unique")]);
    assert!(lines[0]["score"].as_u64() < lines[3]["score"].as_u64(), "{lines:?}");
    assert_eq!((&summary["unique"], &summary["errors"]), (&json!(2), &json!(1)));
}

#[tokio::test]
async fn techniques_are_those_of_ratings() {
    let list = Call::get("/techniques").send().await.json();
    let techniques = list["techniques"].as_array().expect("a list");
    assert_eq!(techniques[0]["technique"], "full_house");
    let rating = Call::text("/rate", HARD).send().await.json();
    for technique in rating["steps"].as_object().expect("counts").keys() {
        assert!(techniques.iter().any(|entry| entry["technique"] == technique.as_str()), "{technique}");
    }
    assert_eq!(list["scale"], rating["scale"]);
}

#[tokio::test]
async fn techniques_have_names_in_the_language_of_the_query_or_the_client() {
    let first_name = async |uri: &str, accepted: &str| {
        let reply = Call::get(uri).header("accept-language", accepted).send().await;
        assert_eq!(reply.headers["vary"], "accept-language");
        reply.json()["techniques"][0]["name"].clone()
    };
    assert_eq!(first_name("/techniques?lang=de", "en").await, "Volles Haus");
    assert_eq!(first_name("/techniques?lang=en", "de").await, "Full House");
    assert_eq!(first_name("/techniques", "de-AT, en").await, "Volles Haus");
    assert_eq!(first_name("/techniques", "fr").await, "Full House");
    for (query, code) in [
        ("lang=xx", "out_of_range"),
        ("lang=de&lang=en", "duplicate_parameter"),
        ("langue=de", "unknown_parameter"),
    ] {
        let reply = Call::get(&format!("/techniques?{query}")).send().await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["errors"][0]["code"]),
            (422, &json!(code)),
            "{query}"
        );
    }
}
