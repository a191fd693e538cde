//! `/render`

use serde_json::json;

use crate::harness::{Call, app};

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
      "detail": "3 faults, listed in `errors`",
      "errors": [
        {
          "code": "unknown_parameter",
          "detail": "`colour` is unknown: the query may have puzzle, solution, other, box, format, candidates",
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
