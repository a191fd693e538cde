//! `/render`

use serde_json::{Value, json};

use crate::harness::{Call, Reply, app};

const PUZZLE: &str = "1.....3..4......";

#[tokio::test]
async fn picture_is_svg_without_active_content() {
    let reply = Call::get(&format!("/render?puzzle={PUZZLE}&solution=1324423124133142")).send().await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "image/svg+xml"));
    assert!(reply.header("content-security-policy").starts_with("default-src 'none'"));
    assert!(reply.body.starts_with("<svg ") && reply.body.ends_with("</svg>\n"), "{}", reply.body);
    for active in ["<script", "<style", "href", "style=", " on"] {
        assert!(!reply.body.contains(active), "{active}: {}", reply.body);
    }
    assert_eq!(reply.body.matches("<text").count(), 16);
}

#[tokio::test]
async fn query_json_and_text_give_the_same_picture() {
    let app = app();
    let by_query = Call::get(&format!("/render?puzzle={PUZZLE}&candidates=true")).to(&app).await;
    let by_text = Call::text("/render?candidates=true", PUZZLE).to(&app).await;
    let rows = json!([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 0]]);
    let body = json!({ "puzzle": rows, "candidates": true }).to_string();
    let by_json = Call::json("/render", body).to(&app).await;
    assert_eq!(by_query.status, 200);
    assert_eq!((&by_query.body, &by_query.body), (&by_text.body, &by_json.body));
}

#[tokio::test]
async fn picture_holds_its_memory_until_it_is_read() {
    let app = app();
    let body = json!({ "puzzle": vec![0; 36 * 36], "candidates": true }).to_string();
    let unread = Call::json("/render", body).begin(&app).await;
    let reserved = app.input_budget.reserved();
    let read = Reply::of(unread).await;
    assert_eq!((read.status.as_u16(), reserved, app.input_budget.reserved()), (200, read.body.len(), 0));
    assert!(reserved > 100_000);
    let by_query = Call::get(&format!("/render?candidates=true&puzzle={}", ".".repeat(25 * 25)));
    let unread = by_query.begin(&app).await;
    assert_eq!(unread.status(), 200);
    assert!(app.input_budget.reserved() > 100_000);
}

#[tokio::test]
async fn known_picture_is_not_sent_again() {
    let app = app();
    let uri = format!("/render?puzzle={PUZZLE}");
    let first = Call::get(&uri).to(&app).await;
    assert_eq!(first.header("cache-control"), "public, max-age=86400");
    let known = Call::get(&uri).header("if-none-match", first.header("etag")).to(&app).await;
    assert_eq!((known.status.as_u16(), &*known.body, known.header("etag")), (304, "", first.header("etag")));
    let other = Call::get(&format!("{uri}&candidates=true")).to(&app).await;
    assert_ne!(other.header("etag"), first.header("etag"));
}

#[tokio::test]
async fn every_size_is_drawn_and_faults_are_listed() {
    let app = app();
    for size in [1_usize, 4, 6, 9, 12, 16, 25, 36] {
        let body = json!({ "puzzle": vec![0; size * size], "candidates": true }).to_string();
        let reply = Call::json("/render", body).to(&app).await;
        let title = format!("<title>Sudoku {size}x{size} with 0 clues</title>");
        assert!(reply.body.contains(&title), "{}", reply.body);
    }
    let reply = Call::get("/render?puzzle=12..&solution=1&other=w&colour=red").to(&app).await;
    insta::assert_snapshot!(reply.snapshot(), @r#"
    422 application/problem+json
    {
      "code": "invalid_question",
      "detail": "3 faults, the first: colour: `colour` is unknown: the query may have puzzle, solution, other, box, format, layout, candidates, step, constraints, regions, boxes, grids",
      "errors": [
        {
          "code": "unknown_parameter",
          "detail": "`colour` is unknown: the query may have puzzle, solution, other, box, format, layout, candidates, step, constraints, regions, boxes, grids",
          "parameter": "colour"
        },
        {
          "code": "puzzle_length",
          "detail": "has 1 cells, but the puzzle has 4",
          "parameter": "solution"
        },
        {
          "cell": "r1c1",
          "code": "digit_too_large",
          "detail": "`w` is 32, more than 1, the largest digit of this grid",
          "offset": 0,
          "parameter": "other"
        }
      ],
      "instance": "urn:quadrille:request:test",
      "status": 422,
      "title": "Invalid request",
      "type": "/problems/invalid_question"
    }
    "#);
}

/// A puzzle whose first steps are chains.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[tokio::test]
async fn steps_of_hint_and_path_are_drawn_with_their_text() {
    let app = app();
    let hint = Call::json("/hint", json!({ "puzzle": PUZZLE }).to_string()).to(&app).await.json();
    let mut cases = vec![(PUZZLE, hint["step"].clone())];
    for puzzle in [PUZZLE, HARD] {
        let path = Call::json("/path", json!({ "puzzle": puzzle }).to_string()).to(&app).await.json();
        let steps = path["steps"].as_array().expect("an array").clone();
        cases.extend(steps.into_iter().map(|step| (puzzle, step)));
    }
    for (puzzle, step) in cases {
        let body = json!({ "puzzle": puzzle, "step": step }).to_string();
        let reply = Call::json("/render", body).to(&app).await;
        let text = step["text"].as_str().expect("a text");
        assert_eq!(reply.status, 200, "{}", reply.body);
        assert!(reply.body.contains(&format!("<title>{text}</title>")), "{text}: {}", reply.body);
        let links = step["links"].as_array().expect("an array");
        assert_eq!(reply.body.contains("<circle"), !links.is_empty(), "{text}: {}", reply.body);
        let dashed = links.iter().filter(|link| link["strong"] == json!(false)).count();
        assert_eq!(reply.body.matches("<path stroke-dasharray=\"5 4\"").count(), dashed, "{text}");
    }
}

#[tokio::test]
async fn step_of_a_player_leaves_out_the_candidates_that_entries_exclude() {
    let app = app();
    let body = json!({ "puzzle": PUZZLE, "solution": ".3..............", "step": { "cells": ["r1c3"] } });
    let reply = Call::json("/render", body.to_string()).to(&app).await;
    assert!(reply.body.contains(r#"<text y="14" x="110">2</text>"#), "{}", reply.body);
    let body = json!({ "puzzle": PUZZLE, "candidates": false, "step": { "cells": ["r1c3"] } });
    let reply = Call::json("/render", body.to_string()).to(&app).await;
    assert_eq!(reply.body.matches("<text").count(), 3, "{}", reply.body);
}

#[tokio::test]
async fn step_is_given_in_the_query_and_escaped() {
    let app = app();
    let step = json!({ "name": "</title><script>&\u{0}", "houses": ["row 1"], "technique": null });
    let query: String = form_urlencoded::byte_serialize(step.to_string().as_bytes()).collect();
    let reply = Call::get(&format!("/render?puzzle={PUZZLE}&step={query}")).to(&app).await;
    let title = "<title>&lt;/title&gt;&lt;script&gt;&amp;\u{fffd}</title>";
    assert!(reply.body.contains(title), "{}", reply.body);
    let body = json!({ "puzzle": PUZZLE, "step": step }).to_string();
    assert_eq!(Call::json("/render", body).to(&app).await.body, reply.body);
}

/// Returns code and location of the faults of a step.
async fn faults(step: Value) -> Vec<String> {
    let body = json!({ "puzzle": PUZZLE, "step": step }).to_string();
    let reply = Call::json("/render", body).send().await;
    assert_eq!(reply.status, 422, "{}", reply.body);
    let problem = reply.json();
    let faults = problem["errors"].as_array().expect("an array");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    faults.iter().map(|fault| format!("{} {}", text(&fault["code"]), text(&fault["pointer"]))).collect()
}

#[tokio::test]
async fn every_fault_of_a_step_has_a_pointer() {
    let end = json!({ "cells": ["r1c1"], "digit": 1 });
    for (step, expected) in [
        (json!([]), vec!["wrong_type /step"]),
        (
            json!({ "colour": 1, "house": [] }),
            vec!["unknown_field /step/colour", "unknown_field /step/house"],
        ),
        (
            json!({ "text": 1, "name": [], "technique": {} }),
            vec!["wrong_type /step/technique", "wrong_type /step/name", "wrong_type /step/text"],
        ),
        (
            json!({ "digits": [5, 0], "houses": ["row 5", "Row 1", 1], "covers": {} }),
            vec![
                "out_of_range /step/digits/0",
                "out_of_range /step/digits/1",
                "out_of_range /step/houses/0",
                "out_of_range /step/houses/1",
                "wrong_type /step/houses/2",
                "wrong_type /step/covers",
            ],
        ),
        (
            json!({ "cells": ["r5c1", "r1c1"], "fins": [null], "groups": [{ "cells": ["x"], "digits": [9] }, {}, 1] }),
            vec![
                "out_of_range /step/cells/0",
                "wrong_type /step/fins/0",
                "out_of_range /step/groups/0/digits/0",
                "out_of_range /step/groups/0/cells/0",
                "missing_field /step/groups/1",
                "wrong_type /step/groups/2",
            ],
        ),
        (
            json!({ "placements": [{ "cell": "r1c1" }, { "digit": 1 }], "eliminations": [{ "cell": "r1c1", "digit": 5 }] }),
            vec![
                "missing_field /step/placements/0",
                "missing_field /step/placements/1",
                "out_of_range /step/eliminations/0/digit",
            ],
        ),
        (
            json!({ "links": [{ "from": end, "to": end }, { "from": end, "strong": 1 }, { "to": {}, "strong": true }] }),
            vec![
                "missing_field /step/links/0",
                "missing_field /step/links/1",
                "wrong_type /step/links/1/strong",
                "missing_field /step/links/2",
                "missing_field /step/links/2/to",
                "missing_field /step/links/2/to",
            ],
        ),
    ] {
        assert_eq!(faults(step.clone()).await, expected, "{step}");
    }
    let reply = Call::get(&format!("/render?puzzle={PUZZLE}&step=next")).send().await;
    assert_eq!(reply.json()["errors"][0]["detail"], r#"must be JSON such as {"cells": ["r1c1"]}, an object"#);
}

/// Programs without the feature refuse `format=png`, and ignore that a client prefers PNG.
#[tokio::test]
async fn png_needs_its_feature() {
    let app = app();
    let uri = format!("/render?puzzle={PUZZLE}");
    let accepting = || Call::get(&uri).header("accept", "image/png, image/svg+xml;q=0.5");
    let asking = || Call::get(&format!("{uri}&format=png"));
    let posting = || Call::json("/render", json!({ "puzzle": PUZZLE, "format": "png" }).to_string());
    // Their bodies may be no text.
    let [accepted, asked, posted] =
        [accepting().begin(&app).await, asking().begin(&app).await, posting().begin(&app).await];
    let types = [&accepted, &asked, &posted].map(|response| response.headers()["content-type"].clone());
    if quadrille::png::IS_BUILT {
        assert_eq!(types, ["image/png"; 3]);
        assert_eq!(accepted.headers()["etag"], asked.headers()["etag"]);
        let large = json!({ "puzzle": vec![0; 36 * 36], "candidates": true, "format": "png" }).to_string();
        let large = Call::json("/render", large).to(&app).await;
        assert_eq!((large.status.as_u16(), &large.json()["code"]), (422, &json!("invalid_question")));
    } else {
        assert_eq!(types, ["image/svg+xml", "application/problem+json", "application/problem+json"]);
        let detail = asking().to(&app).await.json()["detail"].clone();
        assert!(detail.as_str().is_some_and(|detail| detail.contains("feature `png`")), "{detail}");
    }
    assert_eq!(accepted.headers()["vary"], "accept");
    let svg = Call::get(&format!("{uri}&format=svg")).header("accept", "image/png").to(&app).await;
    assert_eq!(svg.header("content-type"), "image/svg+xml");
    let both = Call::get(&format!("{uri}&format=sdk")).send().await;
    assert_eq!(both.status, 422, "the name of another format is that of the puzzle");
}
