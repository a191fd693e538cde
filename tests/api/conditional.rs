//! Conditional requests and `cache-control`.

use axum::http::Method;
use quadrille::auth::fingerprint;
use quadrille::config::Config;
use quadrille::server::App;
use serde_json::json;

use crate::harness::{Call, Reply, app, config};

const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn configured(change: impl FnOnce(&mut Config)) -> App {
    let mut config = config();
    change(&mut config);
    App::new(&config).expect("the app is built")
}

#[tokio::test]
async fn get_returns_result_without_stats() {
    insta::assert_snapshot!(Call::get("/solve?puzzle=1.....3..4.....2&limit=2").send().await.snapshot(), @r#"
    200 application/json
    {
      "conflicts": [],
      "format": "line",
      "solution": "1324423124133142",
      "stopped_by": null,
      "verdict": "unique"
    }
    "#);
    insta::assert_snapshot!(Call::get("/count?puzzle=1.....3..4......&limit=9").send().await.snapshot(), @r#"
    200 application/json
    {
      "complete": true,
      "conflicts": [],
      "count": 3,
      "differing_cells": [
        "r3c1",
        "r3c4",
        "r4c1",
        "r4c4"
      ],
      "format": "line",
      "solution": null,
      "stopped_by": null,
      "verdict": "multiple",
      "witnesses": [
        "1324423124133142",
        "1324423134122143"
      ]
    }
    "#);
}

#[tokio::test]
async fn get_and_post_return_same_result() {
    let app = app();
    for (path, options) in [
        ("/solve", ""),
        ("/solve", "limit=2"),
        ("/count", ""),
        ("/count", "nodes=3&limit=7"),
        ("/candidates", "counts=2"),
        ("/minimal", "reduce=true"),
        ("/conflicts", ""),
        ("/rate", "time_ms=60000"),
        ("/hint", "reveal=house&time_ms=60000"),
        ("/path", "time_ms=60000"),
        ("/check", ""),
        ("/estimate", "probes=9"),
        ("/canonical", ""),
        ("/shuffle", "seed=7"),
    ] {
        for puzzle in [CLASSIC, INKALA, "11..", "123456.............................."] {
            let mut by_body = Call::text(&format!("{path}?{options}"), puzzle).to(&app).await.json();
            let by_body = by_body.as_object_mut().expect("an object");
            assert!(by_body.remove("stats").is_some() && by_body.remove("limits").is_some());
            let by_query = Call::get(&format!("{path}?puzzle={puzzle}&{options}")).to(&app).await.json();
            assert_eq!(by_query.as_object(), Some(&*by_body), "{path} {puzzle} {options}");
        }
    }
}

#[tokio::test]
async fn get_and_post_return_same_text() {
    let app = app();
    let text = async |uri: &str| Call::get(uri).header("accept", "text/plain").to(&app).await.snapshot();
    assert_eq!(text(&format!("/count?puzzle={INKALA}")).await, "200 text/plain; charset=utf-8\nunique 1\n");
    assert_eq!(text("/solve?puzzle=11..").await, "200 text/plain; charset=utf-8\nnone\n");
}

#[tokio::test]
async fn invalid_query_names_parameter() {
    insta::assert_snapshot!(Call::get("/solve?puzzle=1w..&limit=3").send().await.snapshot(), @r#"
    422 application/problem+json
    {
      "code": "invalid_question",
      "detail": "2 faults, the first: limit: must be a whole number from 1 to 2, in decimal digits without leading zeros",
      "errors": [
        {
          "code": "out_of_range",
          "detail": "must be a whole number from 1 to 2, in decimal digits without leading zeros",
          "parameter": "limit"
        },
        {
          "cell": "r1c2",
          "code": "digit_too_large",
          "detail": "`w` is 32, more than 2, the largest digit of this grid",
          "offset": 1,
          "parameter": "puzzle"
        }
      ],
      "instance": "urn:quadrille:request:test",
      "status": 422,
      "title": "Invalid request",
      "type": "/problems/invalid_question"
    }
    "#);
    insta::assert_snapshot!(Call::get("/count").send().await.snapshot(), @r#"
    422 application/problem+json
    {
      "code": "invalid_question",
      "detail": "puzzle: missing or empty: give a puzzle",
      "errors": [
        {
          "code": "missing_parameter",
          "detail": "missing or empty: give a puzzle",
          "parameter": "puzzle"
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
async fn complete_answer_is_cacheable_and_limited_is_not() {
    let app = app();
    let kept = Call::get(&format!("/solve?puzzle={CLASSIC}")).to(&app).await;
    assert_eq!(kept.header("cache-control"), "public, max-age=86400");
    assert_eq!(kept.header("vary"), "accept");
    let tag = kept.header("etag");
    assert!(tag.starts_with('"') && tag.ends_with('"') && tag.len() == 34, "{tag}");
    for uri in
        [format!("/count?nodes=1&puzzle={INKALA}"), format!("/count?nodes=1&puzzle={}", ".".repeat(81))]
    {
        let limited = Call::get(&uri).to(&app).await;
        assert_eq!(limited.json()["stopped_by"], "node_limit");
        assert_eq!((limited.header("cache-control"), limited.header("etag")), ("no-store", ""));
    }
    let refused = Call::get("/solve?puzzle=w").to(&app).await;
    assert_eq!((refused.header("cache-control"), refused.header("etag")), ("no-store", ""));
    // Responses to POST are not cacheable.
    let posted = Call::text("/solve", CLASSIC).to(&app).await;
    assert_eq!((posted.header("cache-control"), posted.header("etag")), ("", ""));
}

#[tokio::test]
async fn max_age_is_configurable_and_private_with_keys() {
    let app = configured(|config| config.http.cache_max_age_s = 60);
    assert_eq!(Call::get("/solve?puzzle=1").to(&app).await.header("cache-control"), "public, max-age=60");
    let key = "a key";
    let app = configured(|config| config.clients.api_keys = vec![format!("one:{}", fingerprint(key))]);
    let reply = Call::get("/solve?puzzle=1").header("x-api-key", key).to(&app).await;
    assert_eq!(reply.header("cache-control"), "private, max-age=86400");
}

#[tokio::test]
async fn etag_depends_on_representation_only() {
    let app = app();
    let uri = format!("/count?puzzle={INKALA}");
    let first = Call::get(&uri).to(&app).await;
    let again = Call::get(&uri).to(&app).await;
    assert_eq!((first.header("etag"), &first.body), (again.header("etag"), &again.body));
    let text = Call::get(&uri).header("accept", "text/plain").to(&app).await;
    assert_ne!(text.header("etag"), first.header("etag"));
    let solve = Call::get(&format!("/solve?puzzle={INKALA}")).to(&app).await;
    assert_ne!(solve.header("etag"), first.header("etag"));
}

#[tokio::test]
async fn query_has_entries_and_marks_of_a_player() {
    let uri = "/check?puzzle=1.....3..4.....2&entries=12...............&marks=%7B%22r1c3%22:[1]%7D";
    let reply = Call::get(&uri.replace("12...............", "12..............")).send().await.json();
    assert_eq!((&reply["wrong"], &reply["wrong_marks"]), (&json!(["r1c2"]), &json!(["r1c3"])), "{reply}");
    let refused = Call::get(uri).send().await.json();
    assert_eq!(refused["errors"][0]["parameter"], "entries", "{refused}");
}

#[tokio::test]
async fn matching_etag_returns_304() {
    for path in ["/solve", "/hint"] {
        check_304(path).await;
    }
}

async fn check_304(path: &str) {
    let app = app();
    let uri = format!("{path}?puzzle={CLASSIC}");
    let full = Call::get(&uri).to(&app).await;
    let tag = full.header("etag");
    let ask = async |known: &str| Call::get(&uri).header("if-none-match", known).to(&app).await;
    for known in [tag, "*", &format!("\"other\", {tag}"), &format!("W/{tag}")] {
        let reply: Reply = ask(known).await;
        assert_eq!((reply.status.as_u16(), reply.body.as_str()), (304, ""), "{known}");
        assert_eq!(reply.header("etag"), tag);
        assert_eq!(reply.header("cache-control"), "public, max-age=86400");
        assert_eq!((reply.header("vary"), reply.header("content-type")), (full.header("vary"), ""));
    }
    for known in ["\"other\"", "nonsense", ""] {
        assert_eq!(ask(known).await.status, 200, "{known}");
    }
    // A limited answer is sent in full despite `if-none-match: *`.
    let uri = format!("/count?nodes=1&puzzle={INKALA}");
    assert_eq!(Call::get(&uri).header("if-none-match", "*").to(&app).await.status, 200);
}

#[tokio::test]
async fn head_returns_headers_of_get() {
    let app = app();
    let uri = format!("/count?puzzle={CLASSIC}");
    let get = Call::get(&uri).to(&app).await;
    let head = Call::new(Method::HEAD, &uri).to(&app).await;
    assert_eq!((head.status.as_u16(), head.body.as_str()), (200, ""));
    for name in ["etag", "cache-control", "content-type", "vary"] {
        assert_eq!(head.header(name), get.header(name), "{name}");
    }
    assert_eq!(head.header("content-length"), get.body.len().to_string());
    let known = Call::new(Method::HEAD, &uri).header("if-none-match", get.header("etag")).to(&app).await;
    assert_eq!(known.status, 304);
}
