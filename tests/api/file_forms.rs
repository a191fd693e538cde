//! Forms with one file (`multipart/form-data`).

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::Method;
use futures_util::{StreamExt, stream};
use quadrille::server::App;
use serde_json::json;

use crate::harness::{Call, config};

const PUZZLE: &str = "1.....3..4.....2";
const END: &str = "\r\n--cut--\r\n";

/// Beginning of a field.
fn field(name: &str, content_type: &str) -> String {
    format!("--cut\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"x\"\r\n{content_type}\r\n")
}

/// Form with a file.
fn form(content_type: &str, file: &str) -> String {
    format!("{}{file}{END}", field("file", content_type))
}

fn post(path: &str, body: impl Into<Body>) -> Call {
    Call::new(Method::POST, path).header("content-type", "multipart/form-data; boundary=cut").body(body)
}

#[tokio::test]
async fn file_is_read_as_the_body_would_be() {
    let object = json!({ "puzzle": PUZZLE, "limit": 1 }).to_string();
    let game = format!("<opensudoku><game data=\"{}\"/></opensudoku>", PUZZLE.replace('.', "0"));
    for (content_type, file, format) in [
        ("", PUZZLE, Some("line")),
        ("content-type: application/octet-stream\r\n", PUZZLE, Some("line")),
        ("content-type: image/png\r\n", PUZZLE, Some("line")),
        ("content-type: application/json\r\n", &object, Some("line")),
        ("content-type: text/plain\r\n", &object, Some("line")),
        ("content-type: text/xml\r\n", &game, Some("opensudoku")),
    ] {
        let reply = post("/solve?box=2x2", form(content_type, file)).send().await;
        assert_eq!((reply.status.as_u16(), reply.json()["format"].as_str()), (200, format), "{}", reply.body);
    }
    let text = post("/convert?to=ss", form("", PUZZLE)).header("accept", "text/plain").send().await;
    assert_eq!(text.status, 200, "{}", text.body);
    assert_eq!(post("/render", form("", PUZZLE)).send().await.header("content-type"), "image/svg+xml");
    let cover = post("/exact-cover/solve", form("", "| two items\na b\na\nb\n")).send().await;
    assert_eq!(cover.json()["verdict"], "unique", "{}", cover.body);
}

#[tokio::test]
async fn file_of_a_batch_arrives_in_frames() {
    let lines = format!("{PUZZLE}\n").repeat(2000);
    let body = form("content-type: text/plain\r\n", &lines);
    for frame_bytes in [1000, 7, body.len()] {
        let frames: Vec<_> = body.as_bytes().chunks(frame_bytes).map(Bytes::copy_from_slice).collect();
        let frames = stream::iter(frames.into_iter().map(Ok::<_, Infallible>));
        let reply = post("/count/batch", Body::from_stream(frames)).send().await;
        let (answers, summary) = reply.answers_and_summary();
        assert_eq!((answers.len(), &summary["unique"]), (2000, &json!(2000)), "{frame_bytes}");
    }
}

#[tokio::test]
async fn form_that_is_not_one_file_is_refused() {
    let two = format!("{}{PUZZLE}\r\n{}2{END}", field("file", ""), field("limit", ""));
    let uncut = format!("{}{PUZZLE}", field("file", ""));
    let long_head = format!("--cut\r\nx: {}", "x".repeat(1 << 20));
    let long_file = form("", &"1".repeat(300_000));
    for (body, status, code, detail) in [
        (two.as_str(), 400, "malformed_body", "a second field: send one file, and options in the query"),
        (&uncut, 400, "malformed_body", "the form cannot be read"),
        ("--cut--\r\n", 400, "malformed_body", "the form has no file"),
        ("nothing", 400, "malformed_body", "the form cannot be read"),
        (&long_head, 400, "malformed_body", "the form cannot be read"),
        (&form("", ""), 400, "malformed_body", "empty"),
        (&long_file, 413, "body_too_large", "262144"),
    ] {
        let reply = post("/solve", body.to_owned()).send().await;
        let problem = reply.json();
        assert_eq!((reply.status.as_u16(), &problem["code"]), (status, &json!(code)), "{}", reply.body);
        assert!(problem["detail"].as_str().is_some_and(|text| text.contains(detail)), "{}", reply.body);
    }
    let coded = post("/solve", form("", PUZZLE)).header("content-encoding", "gzip").send().await;
    assert_eq!(coded.json()["code"], "unsupported_content_encoding", "{}", coded.body);
    let unnamed = Call::new(Method::POST, "/solve").header("content-type", "multipart/form-data").body("1");
    assert_eq!(unnamed.send().await.status, 415);
    let job = post("/jobs", form("", "{}")).send().await;
    assert_eq!(job.json()["errors"][0]["code"], "missing_field", "{}", job.body);
    let (answers, summary) = post("/count/batch", two).send().await.answers_and_summary();
    assert_eq!((answers.len(), &summary["stopped_by"]), (0, &json!("input_failed")));
}

/// The parser buffers a head until its end: the buffer is bounded, however the frames come.
#[tokio::test]
async fn head_without_end_is_not_read() {
    let endless = || stream::repeat_with(|| Ok::<_, Infallible>(Bytes::from_static(&[b'x'; 4096])));
    for path in ["/solve", "/solve/batch"] {
        let reply = post(path, Body::from_stream(endless())).send().await;
        assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (400, &json!("malformed_body")), "{path}");
    }
    let start = stream::iter([Ok(Bytes::from(field("file", "")))]);
    let reply = post("/solve", Body::from_stream(start.chain(endless()))).send().await;
    assert_eq!(reply.json()["code"], "body_too_large", "{}", reply.body);
}

#[tokio::test]
async fn silent_form_ends_in_time() {
    let mut config = config();
    config.http.body_read_timeout_ms = 50;
    let app = App::new(&config).expect("the app is built");
    let silent =
        stream::iter([Ok::<_, Infallible>(Bytes::from_static(b"--cut\r\n"))]).chain(stream::pending());
    let reply = post("/solve", Body::from_stream(silent)).to(&app).await;
    assert_eq!(reply.json()["code"], "request_timeout", "{}", reply.body);
}

#[tokio::test]
async fn accept_post_names_forms() {
    let reply =
        Call::new(Method::POST, "/solve").header("content-type", "application/pdf").body("1").send().await;
    assert!(reply.header("accept-post").ends_with("multipart/form-data"), "{:?}", reply.headers);
}
