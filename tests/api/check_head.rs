//! Malformed request heads. Each gets at most one response: a second one would answer a smuggled request.

use serde_json::{Value, json};

use crate::harness::{
    CapturedLog, TestServer, assert_metrics, config, get_and_close, get_request, metrics_text,
};

/// Request with these header lines and body, followed by a second request.
fn question(headers: &str, body: &str) -> String {
    format!(
        "POST /count HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n{headers}\r\n\r\n{body}\
         GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n"
    )
}

fn get(head: &str) -> String {
    format!("{head}\r\n\r\nGET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n")
}

/// Statuses of all responses.
fn statuses(answers: &str) -> Vec<&str> {
    let followed = answers.split("HTTP/1.1 ").skip(1).filter_map(|answer| answer.get(..3));
    // A problem detail may contain `HTTP/1.1`.
    followed.filter(|status| status.bytes().all(|byte| byte.is_ascii_digit())).collect()
}

#[tokio::test]
async fn ambiguous_framing_returns_one_response() {
    let served = TestServer::start(&config());
    for (headers, body) in [
        ("content-length: 4\r\ntransfer-encoding: chunked", "0\r\n\r\n"),
        ("transfer-encoding: chunked\r\ncontent-length: 4", "0\r\n\r\n"),
    ] {
        let answers = served.exchange_half_closed(question(headers, body).as_bytes()).await;
        assert_eq!(statuses(&answers), ["400"], "{headers}: {answers}");
        assert!(answers.contains("connection: close"), "{headers}: {answers}");
    }
    for (headers, body) in [
        ("content-length: 4\r\ncontent-length: 5", "12.."),
        ("content-length: 4, 5", "12.."),
        ("content-length: +4", "12.."),
        ("content-length: -1", "12.."),
        ("content-length: 0x4", "12.."),
        ("content-length: ", "12.."),
        ("transfer-encoding: gzip", "4\r\n12..\r\n0\r\n\r\n"),
        ("transfer-encoding: chunked, gzip", "4\r\n12..\r\n0\r\n\r\n"),
        ("transfer-encoding: gzip, chunked", "4\r\n12..\r\n0\r\n\r\n"),
        ("transfer-encoding: xchunked", "4\r\n12..\r\n0\r\n\r\n"),
        ("transfer-encoding: chunked\r\ntransfer-encoding: identity", "4\r\n12..\r\n0\r\n\r\n"),
        ("transfer-encoding: chunked", "10000000000000004\r\n12..\r\n0\r\n\r\n"),
        ("transfer-encoding: chunked", "FFFFFFFFFFFFFFFFFFFF\r\n12..\r\n0\r\n\r\n"),
        ("transfer-encoding: chunked", "-4\r\n12..\r\n0\r\n\r\n"),
        ("transfer-encoding: chunked", "4 4\r\n12..\r\n0\r\n\r\n"),
    ] {
        let answers = served.exchange_half_closed(question(headers, body).as_bytes()).await;
        assert_eq!(statuses(&answers), ["400"], "{headers} {body}: {answers}");
    }
}

#[tokio::test]
async fn malformed_head_returns_400_and_closes() {
    let served = TestServer::start(&config());
    for head in [
        "GET /livez HTTP/1.1\r\nhost: localhost\r\nx-folded: a\r\n b",
        "GET /livez HTTP/1.1\r\nhost : localhost",
        "GET /livez HTTP/1.1\r\nhost: localhost\r\nx-bare: a\rb",
        "GET /livez HTTP/1.1\r\nhost: localhost\r\nx-null: a\0b",
        "GET /livez HTTP/1.1\r\nhost: localhost\r\n: nameless",
        "GET /livez HTTP/1.1\r\nhost: localhost\r\nno colon",
        "GET /livez HTTP/1.1\r\n host: localhost",
        "GET /livez HTTP/3.0\r\nhost: localhost",
        "GET /livez\0 HTTP/1.1\r\nhost: localhost",
        "GET /li vez HTTP/1.1\r\nhost: localhost",
        "GET /livez",
        "G\u{e9}T /livez HTTP/1.1\r\nhost: localhost",
        "POST /count HTTP/1.0\r\ntransfer-encoding: chunked",
    ] {
        let answers = served.exchange_half_closed(get(head).as_bytes()).await;
        assert_eq!(statuses(&answers), ["400"], "{head:?}: {answers}");
    }
}

#[tokio::test]
async fn other_protocol_is_closed() {
    let served = TestServer::start(&config());
    let client_hello = b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03random bytes and ciphers";
    assert_eq!(statuses(&served.exchange_half_closed(client_hello).await), ["400"]);
    assert_eq!(statuses(&served.exchange_half_closed(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await), ["400"]);
}

#[tokio::test]
async fn parser_refusal_is_counted_logged_and_gets_problem_body() {
    let log = CapturedLog::start();
    let served = TestServer::start(&config());
    let head = |line: &str| get(&format!("GET /livez HTTP/1.1\r\nhost: localhost\r\n{line}")).into_bytes();
    let cases: [(Vec<u8>, &str, &str); 7] = [
        (head(&"x-any: b\r\n".repeat(100)), "431", "head_too_large"),
        (head(&format!("x-long: {}", "b".repeat(20_000))), "431", "head_too_large"),
        (head("content-length: 18446744073709551615"), "413", "body_too_large"),
        (head("Content-Length: 99999999999999999999"), "413", "body_too_large"),
        (head("content-length: -1"), "400", "bad_request"),
        (b"GET /\xff\xfe HTTP/1.1\r\nhost: localhost\r\n\r\n".to_vec(), "400", "bad_request"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), "400", "bad_request"),
    ];
    for (request, status, expected) in &cases {
        let answer = served.exchange(request).await;
        assert_eq!((statuses(&answer), code(&answer)), (vec![*status], (*expected).to_owned()), "{answer}");
        for header in
            ["connection: close", "cache-control: no-store", "x-content-type-options: nosniff", "date: "]
        {
            assert!(answer.contains(&format!("\r\n{header}")), "{header}: {answer}");
        }
    }
    assert_metrics(
        &metrics_text(&served.app),
        &[
            "quadrille_connections_refused_total{reason=\"head_too_large\"} 2",
            "quadrille_connections_refused_total{reason=\"body_too_large\"} 2",
            "quadrille_connections_refused_total{reason=\"malformed\"} 3",
            "quadrille_http_refusals_total{code=\"head_too_large\"} 2",
        ],
    );
    let lines = log.lines();
    let line = lines.iter().find(|line| line["message"] == "refused a request before routing");
    let line = line.unwrap_or_else(|| panic!("no line: {}", log.text()));
    assert_eq!((&line["level"], &line["peer"]), (&json!("INFO"), &json!("127.0.0.1")));
    assert_eq!((&line["reason"], &line["status"]), (&json!("head_too_large"), &json!(431)));
}

#[tokio::test]
async fn parser_refusal_follows_earlier_responses() {
    let served = TestServer::start(&config());
    let requests = [get_request("/livez"), get_request("/version"), b"bad\r\n\r\n".to_vec()].concat();
    let answers = served.exchange(&requests).await;
    assert_eq!(statuses(&answers), ["200", "200", "400"], "{answers}");
    let last = answers.rsplit_once("HTTP/1.1 400 ").expect("a refusal").1;
    assert_eq!(code(last), "bad_request");
}

#[tokio::test]
async fn request_without_single_host_returns_400() {
    let served = TestServer::start(&config());
    for head in [
        "GET /livez HTTP/1.1",
        "GET /livez HTTP/1.1\r\nhost: localhost\r\nhost: localhost",
        "GET /livez HTTP/1.1\r\nhost: a, b",
        "GET /livez HTTP/1.1\r\nhost: user@localhost",
    ] {
        let answers = served.exchange_half_closed(get(head).as_bytes()).await;
        assert_eq!(statuses(&answers), ["400"], "{head}: {answers}");
        assert_eq!(code(&answers), "bad_request", "{head}");
    }
    let old = "GET /livez HTTP/1.0\r\n\r\n";
    assert!(served.exchange_half_closed(old.as_bytes()).await.ends_with("ok\n"));
    let absolute = "GET http://localhost/livez HTTP/1.1\r\nhost: localhost\r\n\r\n";
    assert!(served.exchange_half_closed(absolute.as_bytes()).await.ends_with("ok\n"));
}

/// Problem code of the last response.
fn code(answers: &str) -> String {
    let (head, body) = answers.split_once("\r\n\r\n").expect("a head and a body");
    assert!(head.contains("application/problem+json") && head.contains("x-request-id: "), "{answers}");
    let problem: Value = serde_json::from_str(body).expect("JSON");
    problem["code"].as_str().expect("text").to_owned()
}

#[tokio::test]
async fn rejected_head_is_answered_despite_unread_body() {
    let served = TestServer::start(&config());
    let head = "POST /solve HTTP/1.1\r\ncontent-length: 3000000\r\n\r\n";
    let request = [head.as_bytes(), &vec![b'.'; 3_000_000]].concat();
    let answer = served.exchange_half_closed(&request).await;
    assert_eq!((statuses(&answer), code(&answer)), (vec!["400"], "bad_request".to_owned()));
}

#[tokio::test]
async fn head_over_limit_returns_431() {
    let served = TestServer::start(&config());
    let lines = |count: usize| format!("GET /livez HTTP/1.1\r\nhost: a{}", "\r\nx-any: b".repeat(count - 1));
    let answer = served.exchange_half_closed(get(&lines(65)).as_bytes()).await;
    assert_eq!((statuses(&answer), code(&answer)), (vec!["431"], "head_too_large".to_owned()));
    assert_eq!(statuses(&served.exchange_half_closed(get(&lines(64)).as_bytes()).await), ["200", "200"]);
    for head in [
        lines(101),
        format!("GET /livez HTTP/1.1\r\nhost: a\r\nx-long: {}", "b".repeat(16 << 10)),
        format!("GET /livez HTTP/1.1\r\nhost: a\r\nx-long: {}", "b".repeat(3 << 18)),
        format!("GET /{} HTTP/1.1\r\nhost: a", "b".repeat(70_000)),
    ] {
        let answers = served.exchange_half_closed(get(&head).as_bytes()).await;
        assert_eq!(statuses(&answers), ["431"], "{} bytes: {answers}", head.len());
    }
}

#[tokio::test]
async fn unknown_methods_and_paths_return_problems() {
    let served = TestServer::start(&config());
    for (head, status) in [
        ("TRACE /solve HTTP/1.1", "405"),
        ("DELETE /livez HTTP/1.1", "405"),
        ("GET /../../etc/passwd HTTP/1.1", "404"),
        ("GET /docs/../../etc/passwd HTTP/1.1", "404"),
        ("GET /docs/%2e%2e/%2e%2e/etc/passwd HTTP/1.1", "404"),
        ("OPTIONS * HTTP/1.1", "404"),
    ] {
        let request = format!("{head}\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let answer = served.exchange_half_closed(request.as_bytes()).await;
        assert_eq!(statuses(&answer), [status], "{head}: {answer}");
        assert_eq!(answer.contains("\r\nallow: "), status == "405", "{head}: {answer}");
        assert!(!answer.contains("root:"), "{head}: {answer}");
    }
    let head = served.exchange_half_closed(&[b"HEAD", &get_and_close("/livez")[3..]].concat()).await;
    assert!(head.starts_with("HTTP/1.1 200 ") && head.ends_with("\r\n\r\n"), "{head}");
    assert!(head.contains("content-length: 3") && !head.contains("\r\nserver: "), "{head}");
}
