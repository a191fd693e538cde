//! Deadline headers of clients and gateways.

use quadrille::server::App;
use serde_json::{Value, json};

use crate::harness::{Call, Reply, app, config};

const HEADER: &str = "x-request-timeout-ms";

/// Contradiction, which needs no solver thread: no time passes.
fn question(uri: &str) -> Call {
    Call::text(uri, "11..")
}

fn time_ms(reply: &Reply) -> Value {
    reply.json()["limits"]["time_ms"].clone()
}

#[tokio::test(start_paused = true)]
async fn deadline_header_only_shortens_time_limit() {
    let app = app();
    for (uri, header, expected) in [
        ("/solve", "1000", 900),
        ("/count", "1000", 900),
        ("/solve?time_ms=300", "1000", 300),
        ("/solve?time_ms=30000", "1000", 900),
        ("/solve", "60000", 5000),
        ("/solve", "20", 10),
        ("/solve", "1", 1),
    ] {
        let reply = question(uri).header(HEADER, header).to(&app).await;
        assert_eq!(time_ms(&reply), expected, "{uri} {header}");
    }
    let body = json!({ "puzzle": "11..", "limits": { "time_ms": 2000 } }).to_string();
    let reply = Call::json("/solve", body).header(HEADER, "500").to(&app).await;
    assert_eq!(time_ms(&reply), 400);
}

#[tokio::test]
async fn search_ends_before_gateway_deadline() {
    let body = json!({ "puzzle": ".".repeat(81), "limit": 9_007_199_254_740_991_u64 }).to_string();
    let answer = Call::json("/count", body).header(HEADER, "200").send().await.json();
    assert_eq!(answer["stopped_by"], "time_limit");
    let stream = Call::text("/solutions?limit=1000000", ".".repeat(81)).header(HEADER, "200").send().await;
    let summary = stream.body.lines().last().unwrap_or_default();
    assert!(summary.contains("\"stopped_by\":\"time_limit\""), "{summary}");
}

#[tokio::test]
async fn invalid_deadline_header_returns_400() {
    let app = app();
    insta::assert_snapshot!(question("/solve").header(HEADER, "5s").to(&app).await.snapshot(), @r#"
    400 application/problem+json
    {
      "code": "bad_request",
      "detail": "the header x-request-timeout-ms must appear once, with a whole number of milliseconds from 1 to 9007199254740991",
      "errors": [],
      "instance": "urn:quadrille:request:test",
      "status": 400,
      "title": "Bad request",
      "type": "/problems/bad_request"
    }
    "#);
    for bad in ["", "0", "-5", "1.5", "1e3", "9007199254740992", "10 000"] {
        for uri in ["/solve", "/count", "/solutions"] {
            let reply = question(uri).header(HEADER, bad).to(&app).await;
            assert_eq!(reply.status, 400, "{bad}");
            assert!(reply.json()["detail"].to_string().contains(HEADER), "{bad}: {}", reply.body);
        }
    }
    assert_eq!(question("/solve").header(HEADER, "5").header(HEADER, "5").to(&app).await.status, 400);
    // Health ignores the header.
    assert_eq!(Call::get("/livez").header(HEADER, "5s").to(&app).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn deadline_header_is_configurable() {
    let mut config = config();
    config.http.deadline_header = "X-Envoy-Expected-Rq-Timeout-Ms".to_owned();
    config.http.deadline_margin_ms = 5;
    let app = App::new(&config).expect("the app is built");
    let reply = question("/solve").header("x-envoy-expected-rq-timeout-ms", "1000").to(&app).await;
    assert_eq!(time_ms(&reply), 995);
    assert_eq!(time_ms(&question("/solve").header(HEADER, "1000").to(&app).await), 5000);
    config.http.deadline_header = String::new();
    let app = App::new(&config).expect("the app is built");
    assert_eq!(time_ms(&question("/solve").header(HEADER, "soon").to(&app).await), 5000);
}
