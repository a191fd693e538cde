//! `/hint`.

use serde_json::{Value, json};

use crate::harness::{Call, app};

/// A 4x4 with one solution, and one with three.
const UNIQUE: &str = "1.....3..4.....2";
const THREE: &str = "1.....3..4......";

/// A 9x9 that needs more than singles.
const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

async fn hint(body: Value) -> Value {
    Call::json("/hint", body.to_string()).send().await.json()
}

#[tokio::test]
async fn hints_with_their_effects_lead_along_the_path() {
    let app = app();
    let path = Call::text("/path", HARD).to(&app).await.json();
    let mut entries = serde_json::Map::new();
    // Marks hold what the eliminations of earlier steps have left.
    let mut marks: Vec<Vec<Vec<u64>>> = vec![vec![(1..=9).collect(); 9]; 9];
    let index = |name: &str| -> (usize, usize) {
        let (row, column) = name[1..].split_once('c').expect("rNcN");
        let number = |text: &str| text.parse::<usize>().expect("a number") - 1;
        (number(row), number(column))
    };
    for step in path["steps"].as_array().expect("steps").iter().take(40) {
        let grid: Vec<Vec<u64>> = (0..9)
            .map(|row| {
                let cell = |column: usize| entries.get(&format!("r{}c{}", row + 1, column + 1));
                (0..9).map(|column| cell(column).and_then(Value::as_u64).unwrap_or(0)).collect()
            })
            .collect();
        let body = json!({ "puzzle": HARD, "entries": grid, "marks": marks });
        let hint = Call::json("/hint", body.to_string()).to(&app).await.json();
        for member in ["technique", "text", "houses", "cells", "placements", "eliminations", "links"] {
            assert_eq!(hint["step"][member], step[member], "{member} of {}", step["text"]);
        }
        for placed in step["placements"].as_array().expect("a list") {
            entries.insert(placed["cell"].as_str().expect("a cell").to_owned(), placed["digit"].clone());
        }
        for removed in step["eliminations"].as_array().expect("a list") {
            let (row, column) = index(removed["cell"].as_str().expect("a cell"));
            marks[row][column].retain(|digit| removed["digit"] != *digit);
        }
    }
}

#[tokio::test]
async fn houses_of_latin_squares_are_lines() {
    for (width, height) in [(1, 5), (5, 1)] {
        let body = json!({"puzzle": "...5.42...1......4.15..1.", "box": {"width": width, "height": height}});
        let step = &hint(body.clone()).await["step"];
        assert!(!step.to_string().contains("box"), "{step}");
        // A single in a line has the score 7.
        let rating = Call::json("/rate", body.to_string()).send().await.json();
        assert!(rating["score"].as_u64() >= Some(7), "{rating}");
    }
}

#[tokio::test]
async fn hint_shows_as_much_as_asked_for() {
    let shown =
        async |reveal: Value| hint(json!({ "puzzle": UNIQUE, "reveal": reveal })).await["step"].clone();
    assert_eq!(shown(json!("house")).await, json!({ "houses": ["box 1"] }));
    assert_eq!(
        shown(json!("technique")).await,
        json!({ "houses": ["box 1"], "technique": "hidden_single", "name": "Hidden Single" })
    );
    assert_eq!(shown(json!("all")).await, shown(Value::Null).await);
    assert_eq!(shown(json!("all")).await["placements"], json!([{ "cell": "r1c2", "digit": 3 }]));
    for (query, line) in [
        ("reveal=house", "box 1\n"),
        ("reveal=technique", "Hidden Single: box 1\n"),
        ("", "Hidden Single: box 1 has only one place for 3, so r1c2 is 3.\n"),
        ("reveal=house&lang=de", "Block 1\n"),
        ("reveal=technique&lang=de", "Versteckter Einer: Block 1\n"),
    ] {
        let call = Call::text(&format!("/hint?{query}"), UNIQUE).header("accept", "text/plain");
        assert_eq!(call.send().await.body, line);
    }
}

#[tokio::test]
async fn mistakes_come_before_a_hint() {
    let wrong = hint(json!({ "puzzle": UNIQUE, "entries": "14.............." })).await;
    assert_eq!((&wrong["step"], &wrong["mistakes"]), (&Value::Null, &json!(["r1c2"])));
    let wrong = hint(json!({ "puzzle": UNIQUE, "marks": { "r1c2": [4] } })).await;
    assert_eq!((&wrong["step"], &wrong["mistakes"]), (&Value::Null, &json!(["r1c2"])));
    let single = hint(json!({ "puzzle": UNIQUE, "entries": "13.............." })).await;
    assert_eq!((single["step"].is_object(), &single["mistakes"]), (true, &json!([])));
    let marked = hint(json!({ "puzzle": THREE, "marks": { "r1c3": [4] } })).await;
    assert_eq!((&marked["verdict"], marked["step"].is_object()), (&json!("multiple"), true));
    for (entries, mistake) in
        [("11..............", "r1c2"), ("2...............", "r1c1"), ("12..............", "r1c2")]
    {
        let wrong = hint(json!({ "puzzle": THREE, "entries": entries })).await;
        assert_eq!((&wrong["step"], &wrong["mistakes"]), (&Value::Null, &json!([mistake])), "{entries}");
    }
    let none = hint(json!({ "puzzle": "1..1............" })).await;
    assert_eq!((&none["verdict"], &none["step"]), (&json!("none"), &Value::Null));
}

#[tokio::test]
async fn solved_puzzle_has_no_hint_and_faults_are_refused() {
    let solved = hint(json!({ "puzzle": UNIQUE, "entries": "1324423124133142" })).await;
    assert_eq!((&solved["verdict"], &solved["step"]), (&json!("unique"), &Value::Null));
    for body in [
        json!({ "puzzle": UNIQUE, "entries": "1." }),
        json!({ "puzzle": UNIQUE, "reveal": "nothing" }),
        json!({ "puzzle": UNIQUE, "reveal": 1 }),
        json!({ "puzzle": UNIQUE, "marks": { "r9c9": [1] } }),
        json!({ "puzzle": UNIQUE, "limit": 2 }),
    ] {
        let reply = Call::json("/hint", body.to_string()).send().await;
        assert_eq!(reply.status, 422, "{body}");
    }
    let digit = json!({ "puzzle": UNIQUE, "entries": "19.............." });
    let detail = Call::json("/hint", digit.to_string()).send().await.json()["errors"][0]["detail"].clone();
    assert!(detail.as_str().is_some_and(|detail| detail.ends_with("grid (in `entries`)")), "{detail}");
}

/// Fills a template with its values.
fn filled(step: &Value) -> String {
    let values = step["values"].as_object().expect("an object");
    values.iter().fold(step["template"].as_str().expect("a template").to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{name}}}"), value.as_str().expect("a text"))
    })
}

#[tokio::test]
async fn sentence_is_its_template_with_its_values_in_each_language() {
    for (lang, template, text) in [
        (
            "en",
            "{technique}: {house} has only one place for {digit}, so {effect}.",
            "Hidden Single: box 1 has only one place for 3, so r1c2 is 3.",
        ),
        (
            "de",
            "{technique}: {house} hat nur noch einen Platz für {digit}, also gilt: {effect}.",
            "Versteckter Einer: Block 1 hat nur noch einen Platz für 3, also gilt: r1c2 ist 3.",
        ),
    ] {
        let step = hint(json!({ "puzzle": UNIQUE, "lang": lang })).await["step"].clone();
        assert_eq!((&step["template"], &step["text"]), (&json!(template), &json!(text)));
        let path = Call::text(&format!("/path?lang={lang}"), HARD).send().await.json();
        for step in path["steps"].as_array().expect("steps").iter().chain([&step]) {
            assert_eq!(step["text"], filled(step));
        }
    }
}

#[tokio::test]
async fn language_is_the_one_named_or_the_preferred_one() {
    let named = async |target: &str, preferred: &str| {
        let call = Call::text(target, UNIQUE).header("accept-language", preferred);
        call.send().await
    };
    for (target, preferred, name) in [
        ("/hint", "fr, de-AT;q=0.8, en;q=0.5", "Versteckter Einer"),
        ("/hint?lang=en", "de", "Hidden Single"),
        ("/hint", "fr", "Hidden Single"),
        ("/hint?lang=de&reveal=technique", "en", "Versteckter Einer"),
    ] {
        let reply = named(target, preferred).await;
        assert_eq!(reply.headers["vary"], "accept, accept-language");
        assert_eq!(reply.json()["step"]["name"], name, "{target} {preferred}");
    }
    let by_query = Call::get(&format!("/hint?puzzle={UNIQUE}")).header("accept-language", "de").send().await;
    assert_eq!(by_query.json()["step"]["name"], "Versteckter Einer");
    assert_eq!(Call::text("/rate", UNIQUE).send().await.headers["vary"], "accept");
    let unknown = Call::text("/hint?lang=xx", UNIQUE).send().await;
    assert_eq!(unknown.status, 422);
    assert!(unknown.body.contains("lang: must be en or de"), "{}", unknown.body);
}
