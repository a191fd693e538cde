//! One log event per request, without puzzles or keys.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Method, Request};
use quadrille::auth::fingerprint;
use quadrille::server::App;
use serde_json::Value;
use tower::ServiceExt;

use crate::harness::{Call, CapturedLog, app, assert_metrics, config, metrics_text};

const PARENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

#[tokio::test]
async fn request_logs_one_event_with_its_result() {
    let log = CapturedLog::start();
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
async fn limited_search_logs_stopped_by() {
    let log = CapturedLog::start();
    let reply = Call::text("/count?limit=3", ".".repeat(81)).send().await;
    let line = log.only_line();
    assert_eq!((&line["verdict"], &line["stopped_by"]), (&"multiple".into(), &"solution_limit".into()));
    assert_eq!(line["nodes"], reply.json()["stats"]["nodes"]);
}

#[tokio::test]
async fn problem_logs_one_event_with_its_code() {
    let log = CapturedLog::start();
    Call::text("/solve", "1!..").send().await;
    let line = log.only_line();
    assert_eq!((&line["status"], &line["code"]), (&422.into(), &"invalid_question".into()));
    assert_eq!((&line["verdict"], &line["trace_id"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn batch_logs_one_event_at_its_end() {
    let log = CapturedLog::start();
    let app = app();
    let reply = Call::text("/count/batch", "12..\n1!..\n11..\n....\n").to(&app).await;
    let line = log.info_line();
    assert_eq!((&line["message"], &line["span"]["route"]), (&"answered".into(), &"/count/batch".into()));
    assert_eq!((&line["puzzles"], &line["errors"]), (&4.into(), &1.into()));
    assert_eq!((&line["bytes_in"], &line["bytes_out"]), (&20.into(), &reply.body.len().into()));
    assert_metrics(
        &metrics_text(&app),
        &[
            r#"quadrille_batch_puzzles_total{subject="puzzle"} 3"#,
            r#"quadrille_batch_errors_total{subject="puzzle"} 1"#,
            r#"quadrille_verdicts_total{subject="puzzle",verdict="unique"} 1"#,
            r#"quadrille_verdicts_total{subject="puzzle",verdict="none"} 1"#,
            r#"quadrille_verdicts_total{subject="puzzle",verdict="multiple"} 1"#,
            r#"quadrille_solve_seconds_count{subject="puzzle"} 0"#,
            "quadrille_streams 0",
            r#"quadrille_http_requests_total{route="/count/batch",method="POST",status="200"} 1"#,
        ],
    );
}

#[tokio::test]
async fn exact_cover_is_counted_and_logged_as_such() {
    const COVER: &str = "a b\na\nb\na b\n";
    for (path, [verdicts, in_batch, single]) in [
        ("solve", [1, 0, 1]),
        ("count", [1, 0, 1]),
        ("solutions", [0, 0, 1]),
        ("estimate", [0, 0, 1]),
        ("count/batch", [1, 1, 0]),
    ] {
        let log = CapturedLog::start();
        let app = app();
        let body = if path == "count/batch" { format!("{COVER:?}\n") } else { COVER.to_owned() };
        let reply = Call::text(&format!("/exact-cover/{path}"), body).to(&app).await;
        assert_eq!(
            (reply.status.as_u16(), &log.info_line()["subject"]),
            (200, &"exact_cover".into()),
            "{path}"
        );
        assert_metrics(
            &metrics_text(&app),
            &[
                &format!(
                    r#"quadrille_verdicts_total{{subject="exact_cover",verdict="multiple"}} {verdicts}"#
                ),
                &format!(r#"quadrille_batch_puzzles_total{{subject="exact_cover"}} {in_batch}"#),
                &format!(r#"quadrille_solve_seconds_count{{subject="exact_cover"}} {single}"#),
                r#"quadrille_solve_seconds_count{subject="puzzle"} 0"#,
                r#"quadrille_verdicts_total{subject="puzzle",verdict="multiple"} 0"#,
            ],
        );
    }
}

#[tokio::test]
async fn solutions_stream_logs_one_event_with_its_result() {
    let log = CapturedLog::start();
    let app = app();
    Call::text("/solutions?limit=2", "....").to(&app).await;
    let line = log.info_line();
    assert_eq!((&line["verdict"], &line["stopped_by"]), (&Value::Null, &"solution_limit".into()));
    assert_eq!(line["puzzles"], Value::Null);
    let counted = [
        r#"quadrille_stopped_total{subject="puzzle",by="solution_limit"} 1"#,
        r#"quadrille_solve_seconds_count{subject="puzzle"} 1"#,
    ];
    assert_metrics(&metrics_text(&app), &counted);
}

#[tokio::test]
async fn probes_and_scrapes_of_the_admin_listener_are_logged_if_they_fail() {
    let app = app();
    let admin = App { router: app.admin_router.clone(), ..app };
    let log = CapturedLog::start();
    for path in ["/livez", "/readyz", "/version", "/metrics"] {
        assert_eq!(Call::get(path).to(&admin).await.status, 200, "{path}");
    }
    let is_shown = |line: &Value| line["level"] != "DEBUG" && line["level"] != "TRACE";
    assert!(!log.lines().iter().any(is_shown), "{}", log.text());
    Call::get("/nowhere").to(&admin).await;
    assert_eq!(log.info_line()["status"], 404);
}

#[tokio::test]
async fn puzzle_is_never_logged() {
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
        let log = CapturedLog::start();
        call.send().await;
        log.info_line();
        assert!(!log.text().contains("12343412"), "{}", log.text());
    }
}

#[tokio::test]
async fn hostile_input_cannot_forge_log_line() {
    let app = app();
    let forged = r#"x","status":200,"message":"forged"#;
    for (method, uri) in [
        ("GET", "/nowhere/%0a%0d{\"level\":\"ERROR\"}"),
        ("GET", "/solve?%0a"),
        ("FORGED", "/solve"),
        ("TRACE", "/nowhere"),
    ] {
        for id in [forged, "a b", "\t", "{}", "é", &"x".repeat(5_000)] {
            let log = CapturedLog::start();
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

/// Question of this peer, forwarded for another address, with a key.
fn forwarded(peer: &str, key: &str) -> Call {
    let peer: SocketAddr = peer.parse().expect("an address and port");
    let call = Call::text("/solve", "1...").extension(ConnectInfo(peer));
    call.header("x-forwarded-for", "203.0.113.7").header("x-api-key", key)
}

#[tokio::test]
async fn request_event_names_client_and_key() {
    let log = CapturedLog::start();
    let mut config = config();
    config.clients.api_keys = vec![format!("shop:{}", fingerprint("secret"))];
    config.clients.trusted_proxies = vec!["10.0.0.0/8".to_owned()];
    let app = App::new(&config).expect("the app is built");
    for (call, client, key) in [
        (forwarded("10.0.0.1:80", "secret"), "203.0.113.7", Value::from("shop")),
        (forwarded("10.0.0.1:80", "wrong"), "203.0.113.7", Value::Null),
        (forwarded("[2001:db8::1]:80", "secret"), "2001:db8::1", Value::from("shop")),
        (forwarded("[::ffff:192.0.2.1]:80", "secret"), "192.0.2.1", Value::from("shop")),
        (Call::text("/solve", "1..."), "unix", Value::Null),
    ] {
        call.to(&app).await;
        let lines = log.lines();
        let last = lines.iter().rfind(|line| line["message"] == "answered").expect("a request event");
        assert_eq!((&last["client"], &last["key"]), (&client.into(), &key), "{last}");
    }
    assert!(!log.text().contains("secret"), "{}", log.text());
}

#[tokio::test]
async fn forwarding_header_of_untrusted_peer_is_logged_once() {
    let log = CapturedLog::start();
    let mut config = config();
    config.clients.trusted_proxies = vec!["10.0.0.0/8".to_owned()];
    let app = App::new(&config).expect("the app is built");
    for peer in ["10.0.0.1:80", "192.0.2.1:80", "192.0.2.2:80", "192.0.2.1:80"] {
        forwarded(peer, "").to(&app).await;
    }
    let lines = log.lines();
    let warnings: Vec<_> = lines.iter().filter(|line| line["level"] == "WARN").collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(warnings[0]["peer"], "192.0.2.1");
}
