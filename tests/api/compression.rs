//! Compressed request bodies, and compressed responses.

use std::io::{Read, Write};

use axum::body::Body;
use axum::http::Method;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use futures_util::stream;
use http_body_util::BodyExt;
use quadrille::server::App;
use serde_json::json;
use zstd::stream::raw::CParameter;

use crate::harness::{Call, Reply, TestServer, app, config, metrics_text, run_test, spawn, wait_for_metrics};

const PUZZLE: &str = "1.....3..4.....2";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).expect("memory")
}

/// Encodings and the bytes in them.
fn encoded(bytes: &[u8]) -> [(&'static str, Vec<u8>); 2] {
    [("gzip", gzip(bytes)), ("zstd", zstd(bytes))]
}

async fn post(app: &App, path: &str, content_type: &str, encoding: &str, body: impl Into<Body>) -> Reply {
    let call = Call::new(Method::POST, path).header("content-type", content_type);
    call.header("content-encoding", encoding).body(body).to(app).await
}

#[tokio::test]
async fn compressed_body_is_decoded() {
    let app = app();
    let json = json!({ "puzzle": PUZZLE }).to_string();
    let array = json!([PUZZLE, { "puzzle": PUZZLE }]).to_string();
    let lines = format!("{PUZZLE}\n").repeat(3_000);
    for (path, content_type, body, found) in [
        ("/solve", "application/json", &json, "\"unique\""),
        ("/solve", "application/x-www-form-urlencoded", &json, "\"unique\""),
        ("/count", "text/plain", &PUZZLE.to_owned(), "\"count\":1"),
        ("/count/batch", "application/json", &array, "\"unique\":2"),
        ("/count/batch", "text/plain", &array, "\"unique\":2"),
        ("/count/batch", "text/plain", &lines, "\"unique\":3000"),
    ] {
        for (encoding, bytes) in encoded(body.as_bytes()) {
            let reply = post(&app, path, content_type, encoding, bytes).await;
            assert!(reply.status == 200 && reply.body.contains(found), "{path} {encoding}: {}", reply.body);
        }
    }
    let members = [gzip(b"1...\n"), gzip(b"1...\n")].concat();
    let reply = post(&app, "/count/batch", "text/plain", "gzip", members).await;
    assert_eq!(reply.answers_and_summary().1["puzzles"], 2);
    assert!(metrics_text(&app).contains("quadrille_body_reserved_bytes 0\n"));
}

#[tokio::test]
async fn size_limit_holds_after_decompression() {
    let app = app();
    let blanks = vec![b' '; 300_000];
    for (path, content_type) in [("/solve", "text/plain"), ("/count/batch", "application/json")] {
        for (encoding, bytes) in encoded(&blanks) {
            assert!(bytes.len() < 1000);
            let reply = post(&app, path, content_type, encoding, bytes).await;
            assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (413, &json!("body_too_large")));
        }
    }
}

#[tokio::test]
async fn invalid_compression_is_rejected() {
    let app = app();
    for (encoding, bytes) in encoded(PUZZLE.as_bytes()) {
        let half = bytes[..bytes.len() / 2].to_vec();
        for body in [half, b"plain text".to_vec()] {
            let reply = post(&app, "/solve", "text/plain", encoding, body).await;
            assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (400, &json!("bad_request")));
        }
    }
    for encoding in ["br", "gzip, gzip", "deflate"] {
        let reply = post(&app, "/solve", "text/plain", encoding, "1").await;
        assert_eq!((reply.status.as_u16(), reply.header("accept-encoding")), (415, "gzip, zstd"));
    }
    assert_eq!(post(&app, "/solve", "text/plain", "identity", "1").await.status, 200);
}

#[tokio::test]
async fn zstd_window_above_8_mib_is_rejected() {
    let body = |window_log: u32| {
        let mut encoder = zstd::stream::Encoder::new(Vec::new(), 1).expect("memory");
        encoder.set_parameter(CParameter::WindowLog(window_log)).expect("a window");
        encoder.write_all(PUZZLE.as_bytes()).expect("memory");
        encoder.finish().expect("memory")
    };
    let app = app();
    assert_eq!(post(&app, "/solve", "text/plain", "zstd", body(23)).await.status, 200);
    assert_eq!(post(&app, "/solve", "text/plain", "zstd", body(27)).await.status, 400);
}

#[tokio::test]
async fn batch_ends_where_its_compression_is_invalid() {
    let bytes = [gzip(b"1...\n1..\n"), b"plain text".to_vec()].concat();
    let reply = post(&app(), "/count/batch", "text/plain", "gzip", bytes).await;
    let (answers, summary) = reply.answers_and_summary();
    assert_eq!((answers.len(), &summary["stopped_by"]), (2, &json!("input_failed")));
}

#[tokio::test]
async fn text_batch_whose_compression_or_form_is_cut_says_so_after_its_status() {
    let served = TestServer::start(&config());
    let line = format!("{PUZZLE}\n");
    let mut cut = gzip(line.as_bytes());
    cut.truncate(cut.len() - 4);
    let head = "--b\r\ncontent-disposition: form-data; name=\"f\"; filename=\"f\"\r\n\r\n";
    // A shorter one is refused as a whole.
    let form = head.to_owned() + &line.repeat(10_000);
    for (headers, body) in [
        ("content-type: text/plain\r\ncontent-encoding: gzip", cut),
        ("content-type: multipart/form-data; boundary=b", form.into_bytes()),
    ] {
        let head = format!(
            "POST /solve/batch HTTP/1.1\r\nhost: a\r\naccept: text/plain\r\n{headers}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let request = [head.as_bytes(), &body].concat();
        let answer = served.exchange(&request).await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{headers}: {answer}");
        assert!(answer.contains("1324423124133142\n"), "{headers}: {answer}");
        assert!(answer.contains("# stopped: input_failed\n"), "{headers}: {answer}");
        assert!(!answer.ends_with("\r\n0\r\n\r\n"), "{headers}: the text has no end: {answer}");
    }
}

#[test]
fn compressed_batch_reserves_its_decoder() {
    run_test(&config(), async |app| {
        for (encoding, bytes) in [("gzip", 64 << 10), ("zstd", (8 << 20) + (512 << 10))] {
            let silent = Body::from_stream(stream::pending::<Result<&str, std::io::Error>>());
            let call = Call::text("/count/batch", silent).header("content-encoding", encoding);
            let reading = spawn(&app, call);
            wait_for_metrics(&app, &[&format!("quadrille_body_reserved_bytes {bytes}")]).await;
            reading.abort();
            wait_for_metrics(&app, &["quadrille_body_reserved_bytes 0"]).await;
        }
    });
}

#[tokio::test]
async fn openapi_document_is_compressed_if_accepted() {
    let app = app();
    for path in ["/openapi.json", "/openapi.yaml"] {
        let plain = Call::get(path).to(&app).await;
        assert_eq!((plain.header("content-encoding"), plain.header("vary")), ("", "accept-encoding"));
        let response = Call::get(path).header("accept-encoding", "br, gzip").begin(&app).await;
        assert_eq!(response.headers()["content-encoding"], "gzip");
        let bytes = response.into_body().collect().await.expect("the body is complete").to_bytes();
        assert!(bytes.len() * 5 < plain.body.len(), "{}", bytes.len());
        let mut text = String::new();
        GzDecoder::new(&*bytes).read_to_string(&mut text).expect("compressed text");
        assert_eq!(text, plain.body);
    }
    let accepting = Call::text("/count/batch", "1...\n").header("accept-encoding", "gzip").to(&app).await;
    assert_eq!(accepting.header("content-encoding"), "", "streams are not compressed");
}
