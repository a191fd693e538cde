//! What is logged and counted of a request, and its place in a trace.

use axum::body::Body;
use axum::http::{Method, Request};
use http_body_util::BodyExt;
use quadrille::http::metrics_routes;
use quadrille::server::App;
use serde_json::Value;
use tower::ServiceExt;

use crate::limits::free_streams;
use crate::log::Log;
use crate::service::{Call, app};

const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

async fn metrics(app: &App) -> String {
    let request = Request::get("/metrics").body(Body::empty()).expect("a request");
    let response =
        metrics_routes(app.metrics.clone()).oneshot(request).await.expect("the router never fails");
    assert_eq!(response.status(), 200);
    let content_type = &response.headers()["content-type"];
    assert_eq!(content_type, "application/openmetrics-text; version=1.0.0; charset=utf-8");
    let body = response.into_body().collect().await.expect("a body");
    String::from_utf8(body.to_bytes().to_vec()).expect("text")
}

#[track_caller]
fn assert_says(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.lines().any(|written| written == *line), "{line} is not in\n{text}");
    }
}

#[tokio::test]
async fn a_request_is_one_event_that_says_what_it_came_to() {
    let log = Log::begin();
    let reply = Call::text("/solve?limit=2", "12..").header("traceparent", PARENT).send().await;
    let line = log.only_line();
    let span = &line["span"];
    assert_eq!(
        (&span["id"], &span["method"], &span["route"]),
        (&"test".into(), &"POST".into(), &"/solve".into())
    );
    assert_eq!((&line["message"], &line["level"]), (&"answered".into(), &"INFO".into()));
    assert_eq!(
        (&line["status"], &line["verdict"], &line["nodes"]),
        (&200.into(), &"unique".into(), &0.into())
    );
    assert_eq!((&line["bytes_in"], &line["bytes_out"]), (&4.into(), &reply.body.len().into()));
    assert_eq!(line["trace_id"], "4bf92f3577b34da6a3ce929d0e0e4736");
    let stats = &reply.json()["stats"];
    assert_eq!((&line["queue_us"], &line["solve_us"]), (&stats["queue_us"], &stats["solve_us"]));
    assert!(line["elapsed_us"].as_u64() >= line["solve_us"].as_u64(), "{line}");
    assert_eq!(
        (&line["code"], &line["stopped_by"], &line["puzzles"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
}

#[tokio::test]
async fn what_stopped_a_search_is_in_the_event_in_the_word_of_the_answer() {
    let log = Log::begin();
    let reply = Call::text("/count?limit=3", ".".repeat(81)).send().await;
    let line = log.only_line();
    assert_eq!((&line["verdict"], &line["stopped_by"]), (&"multiple".into(), &"solution_limit".into()));
    assert_eq!(line["nodes"], reply.json()["stats"]["nodes"]);
}

#[tokio::test]
async fn a_refusal_is_one_event_with_its_code() {
    let log = Log::begin();
    Call::text("/solve", "1!..").send().await;
    let line = log.only_line();
    assert_eq!((&line["status"], &line["code"]), (&422.into(), &"invalid_question".into()));
    assert_eq!((&line["verdict"], &line["trace_id"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn a_batch_is_one_event_at_its_end() {
    let log = Log::begin();
    let app = app();
    let reply = Call::text("/count/batch", "12..\n1!..\n11..\n....\n").to(&app).await;
    let line = log.info_line();
    assert_eq!((&line["message"], &line["span"]["route"]), (&"answered".into(), &"/count/batch".into()));
    assert_eq!((&line["puzzles"], &line["errors"]), (&4.into(), &1.into()));
    assert_eq!((&line["bytes_in"], &line["bytes_out"]), (&20.into(), &reply.body.len().into()));
    // The last thread lets go of the batch a moment after the last answer has left.
    free_streams(&app, 16).await;
    assert_says(
        &metrics(&app).await,
        &[
            "quadrille_batch_puzzles_total 3",
            "quadrille_batch_errors_total 1",
            r#"quadrille_verdicts_total{verdict="unique"} 1"#,
            r#"quadrille_verdicts_total{verdict="none"} 1"#,
            r#"quadrille_verdicts_total{verdict="multiple"} 1"#,
            "quadrille_solve_seconds_count 0",
            "quadrille_streams 0",
            r#"quadrille_http_requests_total{route="/count/batch",method="POST",status="200"} 1"#,
        ],
    );
}

#[tokio::test]
async fn a_stream_of_solutions_is_one_event_that_says_what_it_came_to() {
    let log = Log::begin();
    let app = app();
    Call::text("/solutions?limit=2", "....").to(&app).await;
    let line = log.info_line();
    assert_eq!((&line["verdict"], &line["stopped_by"]), (&Value::Null, &"solution_limit".into()));
    assert_eq!(line["puzzles"], Value::Null);
    let counted = [r#"quadrille_stopped_total{by="solution_limit"} 1"#, "quadrille_solve_seconds_count 1"];
    assert_says(&metrics(&app).await, &counted);
}

#[tokio::test]
async fn nothing_of_a_puzzle_is_logged_wherever_it_stands() {
    let puzzle = "1234341221434...";
    for call in [
        Call::text("/solve", puzzle),
        Call::json("/count", format!(r#"{{"puzzle":"{puzzle}"}}"#)),
        Call::json("/count", format!(r#"{{"puzzle":"{puzzle}!"}}"#)),
        Call::text(&format!("/solve?puzzle={puzzle}"), ""),
        Call::text("/solve/batch", format!("{puzzle}\n{puzzle}!\n")),
        Call::get(&format!("/solve/{puzzle}")),
        Call::get("/livez").header("x-api-key", puzzle).header("authorization", puzzle),
        Call::get("/livez").header("cookie", puzzle).header("tracestate", puzzle),
    ] {
        let log = Log::begin();
        call.send().await;
        log.info_line();
        assert!(!log.text().contains("12343412"), "{}", log.text());
    }
}

#[tokio::test]
async fn nothing_that_a_client_sends_breaks_or_forges_a_line() {
    let app = app();
    let forged = r#"x","status":200,"message":"forged"#;
    for (method, uri) in [
        ("GET", "/nowhere/%0a%0d{\"level\":\"ERROR\"}"),
        ("GET", "/solve?%0a"),
        ("FORGED", "/solve"),
        ("TRACE", "/nowhere"),
    ] {
        for id in [forged, "a b", "\t", "{}", "é", &"x".repeat(5_000)] {
            let log = Log::begin();
            let method = Method::from_bytes(method.as_bytes()).expect("a method");
            let request = Request::builder()
                .method(method)
                .uri(uri)
                .header("host", "localhost")
                .header("x-request-id", id)
                .header("traceparent", id)
                .header("tracestate", id)
                .body(Body::empty())
                .expect("a request");
            let response = app.router.clone().oneshot(request).await.expect("the router never fails");
            drop(response);
            let line = log.only_line();
            assert_eq!(line["span"]["id"].as_str().map(str::len), Some(36), "{line}");
            assert!(log.text().len() < 500, "{line}");
            for word in ["forged", "FORGED", "xxx", "nowhere", "%0a"] {
                assert!(!log.text().contains(word), "{line}");
            }
        }
    }
}

#[tokio::test]
async fn metrics_count_requests_by_route_method_and_status() {
    let app = app();
    for _ in 0..3 {
        Call::text("/solve", "12..").to(&app).await;
    }
    Call::text("/solve", "1!..").to(&app).await;
    Call::get("/solve/batch").to(&app).await;
    Call::new(Method::HEAD, "/livez").to(&app).await;
    Call::get("/nowhere").to(&app).await;
    assert_says(
        &metrics(&app).await,
        &[
            r#"quadrille_http_requests_total{route="/solve",method="POST",status="200"} 3"#,
            r#"quadrille_http_requests_total{route="/solve",method="POST",status="422"} 1"#,
            r#"quadrille_http_requests_total{route="/solve/batch",method="GET",status="405"} 1"#,
            r#"quadrille_http_requests_total{route="/livez",method="HEAD",status="200"} 1"#,
            r#"quadrille_http_requests_total{route="unmatched",method="GET",status="404"} 1"#,
            r#"quadrille_http_request_duration_seconds_count{route="/solve",method="POST",status_class="2xx"} 3"#,
            r#"quadrille_http_request_duration_seconds_count{route="/solve",method="POST",status_class="4xx"} 1"#,
            r#"quadrille_http_refusals_total{code="invalid_question"} 1"#,
            r#"quadrille_http_refusals_total{code="method_not_allowed"} 1"#,
            r#"quadrille_http_refusals_total{code="not_found"} 1"#,
            "quadrille_http_request_bytes_total 16",
            "quadrille_http_requests_cancelled_total 0",
            "quadrille_http_requests_in_flight 0",
            r#"quadrille_verdicts_total{verdict="solvable"} 3"#,
            r#"quadrille_verdicts_total{verdict="unknown"} 0"#,
            r#"quadrille_stopped_total{by="solution_limit"} 3"#,
            "quadrille_solve_seconds_count 3",
            "quadrille_queue_wait_seconds_count 3",
            r#"quadrille_solve_nodes_bucket{le="0.0"} 3"#,
            &format!(r#"quadrille_build_info{{version="{}"}} 1"#, env!("CARGO_PKG_VERSION")),
        ],
    );
}

#[tokio::test]
async fn ten_thousand_paths_and_methods_add_no_more_than_a_few_series() {
    let app = app();
    let series = async || metrics(&app).await.lines().filter(|line| !line.starts_with('#')).count();
    Call::get("/nowhere").to(&app).await;
    Call::new(Method::from_bytes(b"M0").expect("a method"), "/nowhere").to(&app).await;
    let few = series().await;
    for number in 0..10_000_u32 {
        // Knuth's multiplicative hash, so that no two are alike.
        let path = format!("/{:08x}/{number}?q={number}", number.wrapping_mul(2_654_435_761));
        let method = if number % 2 == 0 { "GET".to_owned() } else { format!("M{number}") };
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        assert_eq!(Call::new(method, &path).to(&app).await.status, 404);
    }
    assert_eq!(series().await, few);
    let text = metrics(&app).await;
    assert_says(
        &text,
        &[r#"quadrille_http_requests_total{route="unmatched",method="other",status="404"} 5001"#],
    );
}

#[tokio::test]
async fn the_metrics_are_not_on_the_public_listener() {
    assert_eq!(Call::get("/metrics").send().await.status, 404);
}

#[tokio::test]
async fn a_trace_goes_on_in_the_response() {
    let reply = Call::get("/livez").header("traceparent", PARENT).send().await;
    let own = reply.header("traceparent");
    assert_eq!((&own[..36], &own[52..]), (&PARENT[..36], "-01"), "{own}");
    assert_ne!(own[36..52], PARENT[36..52], "the span is our own");
}

#[tokio::test]
async fn an_unreadable_parent_is_replaced_by_a_trace_that_begins_here() {
    for parent in ["", "00-nothing", &PARENT.to_uppercase(), &format!("{PARENT}-more")] {
        let reply = Call::get("/livez").header("traceparent", parent).send().await;
        let own = reply.header("traceparent");
        assert_eq!(own.len(), PARENT.len(), "{own}");
        assert_ne!(own[..36], PARENT[..36]);
    }
    let two = Call::get("/livez").header("traceparent", PARENT).header("traceparent", PARENT).send().await;
    assert_ne!(two.header("traceparent")[..36], PARENT[..36]);
}

#[tokio::test]
async fn a_request_outside_of_any_trace_stays_there() {
    assert_eq!(Call::get("/livez").header("tracestate", "a=b").send().await.header("traceparent"), "");
}
