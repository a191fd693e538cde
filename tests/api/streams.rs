//! Batches as streams: latency, back-pressure, cancellation and shutdown.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt};
use http_body_util::BodyExt;
use quadrille::config::Config;
use quadrille::server::App;
use quadrille::shutdown::StopSignal;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

use crate::harness::{
    Call, HOUR_MS, Reply, TestServer, config, free_permits, free_streams, one_thread, post_request, run_test,
    within_timeout,
};

const EASY: &str = "1.....3..4.....2\n";
const SOLVED: &str = "1324423124133142\n";

/// Line whose count only a cancellation or the shutdown can end.
fn endless() -> String {
    let limits = json!({ "time_ms": HOUR_MS });
    format!("{}\n", json!({ "puzzle": ".".repeat(81), "limit": 9_007_199_254_740_991_u64, "limits": limits }))
}

fn easy() -> String {
    format!("{}\n", json!({ "puzzle": EASY.trim_end() }))
}

/// Body of these pieces that then stalls.
fn unfinished(pieces: Vec<String>) -> Body {
    let pieces = stream::iter(pieces).map(|piece| Ok::<_, Infallible>(Bytes::from(piece)));
    Body::from_stream(pieces.chain(stream::pending()))
}

/// Body that the test feeds through a channel.
fn sent() -> (mpsc::UnboundedSender<Result<String, io::Error>>, Body) {
    let (sender, mut pieces) = mpsc::unbounded_channel();
    (sender, Body::from_stream(stream::poll_fn(move |context| pieces.poll_recv(context))))
}

/// Next frame of a body, as text.
async fn next(body: &mut Body) -> String {
    let frame = body.frame().await.expect("the stream has another frame").expect("the stream is complete");
    String::from_utf8(frame.into_data().expect("data").to_vec()).expect("text")
}

/// Remaining answers and summary of an NDJSON batch.
async fn rest(response: axum::response::Response) -> (Vec<Value>, Value) {
    Reply::of(response).await.answers_and_summary()
}

/// Sends the head of a chunked request.
async fn post(stream: &mut TcpStream, path: &str, headers: &str) {
    let head =
        format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n{headers}\r\n");
    stream.write_all(head.as_bytes()).await.expect("the head can be sent");
}

async fn send_chunk(stream: &mut TcpStream, piece: &str) {
    let chunk = format!("{:x}\r\n{piece}\r\n", piece.len());
    stream.write_all(chunk.as_bytes()).await.expect("a chunk can be sent");
}

/// Reads up to and including `end`.
async fn read_to(stream: &mut TcpStream, end: &str) -> String {
    let mut read = Vec::new();
    while !String::from_utf8_lossy(&read).ends_with(end) {
        let byte = stream
            .read_u8()
            .await
            .unwrap_or_else(|_| panic!("cut after {:?}", String::from_utf8_lossy(&read)));
        read.push(byte);
    }
    String::from_utf8(read).expect("text")
}

#[tokio::test]
async fn answer_arrives_before_next_line_is_sent() {
    let served = TestServer::start(&config());
    let talk = async {
        let mut stream = served.connect().await;
        post(&mut stream, "/count/batch", "content-type: text/plain\r\naccept: text/plain\r\n").await;
        for (line, answer) in [
            (EASY, "unique 1\n"),
            ("11..............\n", "none 0\n"),
            ("1", ""),
            (".....3..4.....2\n#\n", "unique 1\n"),
        ] {
            send_chunk(&mut stream, line).await;
            if !answer.is_empty() {
                read_to(&mut stream, &format!("{answer}\r\n")).await;
            }
        }
        stream.write_all(b"0\r\n\r\n").await.expect("the end can be sent");
        assert_eq!(read_to(&mut stream, "0\r\n\r\n").await, "0\r\n\r\n");
    };
    within_timeout(talk).await;
}

#[tokio::test]
async fn shutdown_summary_reaches_client_that_keeps_writing() {
    let mut served = TestServer::start(&config());
    let talk = async {
        let mut stream = served.connect().await;
        post(&mut stream, "/count/batch", "content-type: text/plain\r\n").await;
        send_chunk(&mut stream, &EASY.repeat(100)).await;
        let (mut read, mut write) = stream.into_split();
        let writing = tokio::spawn(async move {
            let piece = format!("{:x}\r\n{EASY}\r\n", EASY.len()).repeat(100);
            while write.write_all(piece.as_bytes()).await.is_ok() {}
        });
        let mut answers = String::new();
        let mut piece = vec![0; 1 << 16];
        let mut stopped = false;
        while !answers.contains("\"summary\":{") {
            let length = read.read(&mut piece).await.expect("the connection is not reset");
            assert!(length > 0, "the stream ended without its summary");
            answers.push_str(&String::from_utf8_lossy(&piece[..length]));
            if !stopped {
                served.stop(StopSignal::Interrupt);
                stopped = true;
            }
        }
        let summary = answers.split("\"summary\":").nth(1).expect("the summary is present");
        assert!(summary.contains("\"stopped_by\":\"shutdown\""), "{summary}");
        writing.abort();
    };
    within_timeout(talk).await;
}

#[tokio::test]
async fn expect_continue_is_answered_before_response() {
    let served = TestServer::start(&config());
    let talk = async {
        for (content_type, body) in [("text/plain", "12..\n"), ("application/json", "[\"12..\"]")] {
            let mut stream = served.connect().await;
            let headers =
                format!("content-type: {content_type}\r\naccept: text/plain\r\nexpect: 100-continue\r\n");
            post(&mut stream, "/solve/batch", &headers).await;
            let head = read_to(&mut stream, "\r\n\r\n").await;
            assert_eq!(head, "HTTP/1.1 100 Continue\r\n\r\n");
            send_chunk(&mut stream, body).await;
            stream.write_all(b"0\r\n\r\n").await.expect("the end can be sent");
            let answer = read_to(&mut stream, "0\r\n\r\n").await;
            assert!(
                answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("\r\n1221\n\r\n"),
                "{answer}"
            );
        }
    };
    within_timeout(talk).await;
}

/// Easy puzzles in pieces of a few kilobytes, and the number of bytes that the service has taken.
fn counted(puzzles: usize) -> (impl Stream<Item = Result<Bytes, Infallible>>, Arc<AtomicUsize>) {
    let piece = Bytes::from(EASY.repeat(200));
    let taken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&taken);
    let pieces = stream::iter(0..puzzles / 200).map(move |_| {
        counter.fetch_add(piece.len(), Ordering::Relaxed);
        Ok(piece.clone())
    });
    (pieces, taken)
}

/// Two threads and the smallest output buffer.
fn small_buffer() -> Config {
    let mut config = config();
    config.solver.threads = 2;
    config.batch.output_buffer_bytes = 65_536;
    config
}

#[test]
fn unread_output_pauses_input() {
    let mut config = small_buffer();
    config.http.body_bytes_total_max = 1 << 20;
    // Half of the share of a client, which is read ahead.
    let ahead = config.http.body_bytes_total_max * config.clients.capacity_share / 100 / 2;
    run_test(&config, async |app| {
        let (pieces, taken) = counted(200_000);
        let call = Call::text("/solve/batch", Body::from_stream(pieces)).header("accept", "text/plain");
        let mut answers = call.begin(&app).await.into_body();
        // Also the output buffer, five chunks in flight, and one unparsed piece or block.
        let block = 64 << 10;
        let bytes_max = ahead + 65_536 + 5 * 512 * EASY.len() + block;
        let mut read = 0;
        for bytes_min in [10_000, 500_000, 1_000_000] {
            while taken.load(Ordering::Relaxed) < bytes_min {
                read += next(&mut answers).await.len();
            }
            // Until the answers have reached their bound, and a block more than is held would exceed the share.
            while app.input_budget.reserved() + block <= ahead {
                yield_now().await;
            }
            // Work that gives a service without back-pressure the time to read too much.
            for _ in 0..20 {
                assert_eq!(Call::text("/solve", "12..").to(&app).await.status, 200);
            }
            let taken = taken.load(Ordering::Relaxed);
            assert!(taken <= bytes_max + read, "{taken} bytes were taken, {read} answered");
        }
        let rest = answers.collect().await.expect("the stream is complete").to_bytes();
        assert_eq!(read + rest.len(), 200_000 * SOLVED.len());
        assert_eq!(taken.load(Ordering::Relaxed), 200_000 * EASY.len());
    });
}

/// Waits until the service has read a whole batch while the client reads nothing.
async fn read_unread(app: &App, path: &str, accept: &str, (line, puzzles): (&str, usize)) {
    let piece = Bytes::from(line.repeat(400));
    let (ended, end) = oneshot::channel();
    let pieces = stream::iter(0..puzzles / 400).map(move |_| Ok::<_, Infallible>(piece.clone()));
    let pieces = pieces.chain(stream::once(async move {
        // The receiver is gone only if the test has failed.
        let _ = ended.send(());
        Ok(Bytes::new())
    }));
    let answers = Call::text(path, Body::from_stream(pieces)).header("accept", accept).begin(app).await;
    end.await.expect("the end is read");
    drop(answers);
}

#[test]
fn documented_batch_sizes_need_no_concurrent_reading() {
    let mut config = config();
    config.solver.threads = 2;
    run_test(&config, async |app| {
        let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
        for (path, accept, promised) in [
            ("/count/batch", "text/plain", 350_000),
            ("/solve/batch", "text/plain", 50_000),
            ("/count/batch", "application/x-ndjson", 8_000),
            ("/solve/batch", "application/x-ndjson", 8_000),
        ] {
            read_unread(&app, path, accept, (line, promised)).await;
        }
    });
}

#[test]
fn dropped_batch_stops_work_and_frees_permits() {
    let mut config = one_thread(0);
    config.batch.streaming_requests_max = 2;
    run_test(&config, async |app| {
        for line in [EASY.to_owned(), ".\n".to_owned()] {
            let response = Call::text("/count/batch", unfinished(vec![line])).begin(&app).await;
            assert_eq!(app.dispatcher.free_streams(), 1);
            drop(response);
            free_streams(&app, 2).await;
        }
        let body = unfinished(vec![easy(), endless().repeat(20)]);
        let mut answers = Call::ndjson("/count/batch", body).begin(&app).await.into_body();
        assert!(next(&mut answers).await.contains("unique"));
        drop(answers);
        free_streams(&app, 2).await;
        free_permits(&app, 1).await;
        assert_eq!(Call::text("/solve", "12..").to(&app).await.json()["verdict"], "unique");
    });
}

#[test]
fn endless_batches_do_not_starve_other_requests() {
    run_test(&one_thread(4), async |app| {
        let body = || unfinished(vec![easy(), endless().repeat(20)]);
        let mut batches = Vec::new();
        for _ in 0..3 {
            let mut answers = Call::ndjson("/count/batch", body()).begin(&app).await.into_body();
            assert!(next(&mut answers).await.contains("unique"));
            batches.push(answers);
        }
        for _ in 0..20 {
            let answer = Call::text(&format!("/solve?time_ms={HOUR_MS}"), EASY).to(&app).await.json();
            assert_eq!(answer["verdict"], "unique");
            assert_eq!(Call::get("/livez").to(&app).await.status, 200);
        }
        // Other batches and streams are not starved either.
        let reply =
            Call::text("/count/batch", EASY.repeat(1_000)).header("accept", "text/plain").to(&app).await;
        assert_eq!(reply.body, "unique 1\n".repeat(1_000));
        let reply = Call::text("/solutions", EASY).header("accept", "text/plain").to(&app).await;
        assert_eq!(reply.body, SOLVED);
    });
}

#[test]
fn streams_over_limit_return_503() {
    let mut config = one_thread(0);
    config.batch.streaming_requests_max = 2;
    run_test(&config, async |app| {
        let first = Call::text("/count/batch", unfinished(vec![EASY.to_owned()])).begin(&app).await;
        let second = Call::text("/solutions", EASY).begin(&app).await;
        for path in ["/count/batch", "/solve/batch", "/solutions"] {
            let refused = Call::text(path, EASY).to(&app).await;
            assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "1"), "{path}");
            assert_eq!(refused.json()["code"], "overloaded");
        }
        assert_eq!(Call::text("/solve", EASY).to(&app).await.status, 200);
        drop(second);
        free_streams(&app, 1).await;
        assert_eq!(Call::text("/solve/batch", EASY).to(&app).await.status, 200);
        drop(first);
        free_streams(&app, 2).await;
    });
}

#[test]
fn idle_input_ends_batch_after_complete_lines() {
    let mut config = one_thread(0);
    config.http.body_idle_timeout_ms = 50;
    config.http.body_read_timeout_ms = 50;
    run_test(&config, async |app| {
        let body = unfinished(vec![EASY.to_owned(), format!("{EASY}1...")]);
        let (answers, summary) = rest(Call::text("/count/batch", body).begin(&app).await).await;
        assert_eq!((answers.len(), &summary["stopped_by"]), (2, &json!("idle_timeout")));
        assert_eq!((&summary["puzzles"], &summary["unique"]), (&json!(2), &json!(2)));
        // Text has no summary: it ends without the end of the body.
        let body = unfinished(vec![EASY.to_owned()]);
        let text = Call::text("/count/batch", body).header("accept", "text/plain").begin(&app).await;
        assert!(text.into_body().collect().await.is_err());
        let nothing = Call::text("/count/batch", unfinished(Vec::new())).to(&app).await;
        assert_eq!((nothing.status.as_u16(), &nothing.json()["code"]), (408, &json!("request_timeout")));
        free_streams(&app, 16).await;
    });
}

/// Asks for a batch that is read to its end before the head of the response.
fn read_first(path: &str, body: impl Into<Body>) -> Call {
    Call::text(path, body).header("quadrille-read-first", "1")
}

#[test]
fn batch_that_is_read_first_has_its_status_after_the_whole_input() {
    let mut config = one_thread(0);
    config.http.body_bytes_total_max = 1 << 20;
    run_test(&config, async |app| {
        let (sender, body) = sent();
        for piece in [EASY.repeat(5_000), "1..".to_owned(), ".\n".to_owned(), EASY.repeat(2_000)] {
            sender.send(Ok(piece)).expect("the receiver is open");
        }
        drop(sender);
        let (answers, summary) = rest(read_first("/count/batch", body).begin(&app).await).await;
        assert_eq!((answers.len(), &summary["unique"]), (7_001, &json!(7_001)));
        // Input that fails or stops has a status, and does not begin an answer.
        let (sender, body) = sent();
        for piece in [Ok(EASY.repeat(1_000)), Err(io::Error::other("reset"))] {
            sender.send(piece).expect("the receiver is open");
        }
        assert_eq!(read_first("/count/batch", body).to(&app).await.status, 400);
        // What memory does not hold is refused, and names another way.
        let refused = read_first("/count/batch", EASY.repeat(80_000)).to(&app).await;
        let problem = refused.json();
        assert_eq!((refused.status.as_u16(), &problem["code"]), (413, &json!("body_too_large")));
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("`/uploads`")), "{problem}");
        assert_eq!(app.input_budget.reserved(), 0);
        // Without the header, such a batch is answered.
        let (answers, _) = rest(Call::text("/count/batch", EASY.repeat(80_000)).begin(&app).await).await;
        assert_eq!(answers.len(), 80_000);
        free_streams(&app, 16).await;
    });
}

/// Sends a batch of 3 MB in pieces, reads no answer before all is sent, and returns the response.
async fn send_all_first(app: &App, accept: &str) -> axum::response::Response {
    let (sender, mut pieces) = mpsc::channel(1);
    let body = stream::poll_fn(move |context| pieces.poll_recv(context)).map(Ok::<_, Infallible>);
    let call = Call::text("/count/batch", Body::from_stream(body)).header("accept", accept);
    let sending = async move {
        for _ in 0..200 {
            sender.send(EASY.repeat(1_000)).await.expect("the service reads on");
        }
    };
    tokio::join!(call.begin(app), sending).0
}

#[test]
fn client_that_sends_everything_first_gets_all_answers_within_the_budget() {
    let mut config = one_thread(0);
    config.batch.output_buffer_bytes = 1 << 12;
    run_test(&config, async |app| {
        let (answers, summary) = rest(send_all_first(&app, "*/*").await).await;
        assert_eq!((answers.len(), &summary["unique"]), (200_000, &json!(200_000)));
        assert_eq!(app.input_budget.reserved(), 0);
        free_streams(&app, 16).await;
    });
}

#[test]
fn client_that_sends_more_than_the_budget_first_is_told_so() {
    let mut config = one_thread(0);
    config.batch.output_buffer_bytes = 1 << 12;
    config.http.body_bytes_total_max = 1 << 20;
    run_test(&config, async |app| {
        let (answers, summary) = rest(send_all_first(&app, "*/*").await).await;
        assert_eq!(summary["stopped_by"], "answers_not_read");
        assert_eq!(summary["puzzles"], answers.len());
        let text = send_all_first(&app, "text/plain").await;
        assert!(text.into_body().collect().await.is_err(), "the text is incomplete");
        assert_eq!(app.input_budget.reserved(), 0);
        free_streams(&app, 16).await;
    });
}

/// Body of 65 MiB of comments after this text.
fn comments(before: &'static str) -> Body {
    let comments = stream::iter((0..1040).map(|_| format!("#{}\n", " ".repeat(65_534))));
    Body::from_stream(stream::once(async move { before.to_owned() }).chain(comments).map(Ok::<_, Infallible>))
}

#[test]
fn batch_without_an_entry_in_64_mib_ends_with_an_error() {
    run_test(&one_thread(0), async |app| {
        let (answers, summary) = rest(Call::text("/count/batch", comments(EASY)).begin(&app).await).await;
        assert_eq!((answers.len(), &answers[0]["verdict"]), (2, &json!("unique")));
        assert_eq!(
            (&answers[1]["index"], &answers[1]["error"]["code"]),
            (&json!(1), &json!("malformed_body"))
        );
        assert_eq!(answers[1]["error"]["errors"][0]["code"], "no_entry");
        let ending = ["puzzles", "unique", "errors", "stopped_by"].map(|member| summary[member].clone());
        assert_eq!(ending, [json!(2), json!(1), json!(1), json!("no_entry")]);
        let call = Call::text("/count/batch", comments("")).header("accept", "text/plain");
        let mut text = call.begin(&app).await.into_body();
        let error = next(&mut text).await;
        assert!(error.starts_with("error: the batch has 64 MiB without an entry"), "{error}");
        assert!(text.collect().await.is_err(), "the text is incomplete");
        free_streams(&app, 16).await;
    });
}

#[test]
fn broken_input_cancels_batch() {
    run_test(&one_thread(0), async |app| {
        let (sender, body) = sent();
        for piece in [Ok(EASY.repeat(1_000)), Ok("1...".to_owned()), Err(io::Error::other("reset"))] {
            sender.send(piece).expect("the receiver is open");
        }
        let response = Call::text("/count/batch", body).begin(&app).await;
        assert!(response.into_body().collect().await.is_err(), "the stream ends with an error");
        free_streams(&app, 16).await;
        let (sender, body) = sent();
        sender.send(Err(io::Error::other("reset"))).expect("the receiver is open");
        let refused = Call::text("/count/batch", body).to(&app).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (400, &json!("bad_request")));
    });
}

#[test]
fn closing_stops_input_and_answers_read_lines() {
    run_test(&one_thread(0), async |app| {
        let (sender, body) = sent();
        sender.send(Ok(easy())).expect("the receiver is open");
        let mut response = Call::ndjson("/count/batch", body).begin(&app).await;
        assert!(next(response.body_mut()).await.contains("unique"));
        app.dispatcher.close();
        let (answers, summary) = rest(response).await;
        assert_eq!(
            (answers.len(), &summary["puzzles"], &summary["stopped_by"]),
            (0, &json!(1), &json!("shutdown"))
        );
        assert!(sender.is_closed());

        // All complete lines of the first piece count as read.
        let hard = endless().replace(&HOUR_MS.to_string(), "300");
        let body = unfinished(vec![format!("{hard}{}", easy().repeat(5_000))]);
        let (answers, summary) = rest(Call::ndjson("/count/batch", body).begin(&app).await).await;
        assert_eq!(
            (answers.len(), &summary["unique"], &summary["stopped_by"]),
            (5_001, &json!(5_000), &json!("shutdown"))
        );
        assert_eq!(answers[0]["stopped_by"], "time_limit");
    });
}

#[tokio::test]
async fn batch_of_known_length_is_read_to_its_end_after_closing() {
    const LINES: usize = 20_000;
    let mut config = config();
    config.batch.output_buffer_bytes = 1 << 16;
    let served = TestServer::start(&config);
    let (mut reader, mut writer) =
        TcpStream::connect(served.address).await.expect("the server listens").into_split();
    let request =
        post_request("/count/batch", "content-type: text/plain\r\n", &EASY.repeat(LINES).into_bytes());
    let sending = tokio::spawn(async move {
        writer.write_all(&request).await.expect("the request is written");
        writer
    });
    let mut answer = vec![0];
    reader.read_exact(&mut answer).await.expect("the response begins");
    served.app.dispatcher.close();
    within_timeout(reader.read_to_end(&mut answer)).await.expect("the response ends");
    sending.await.expect("the request is written");
    let answer = String::from_utf8(answer).expect("text");
    let summary = answer.rsplit_once("\"summary\":").expect("a summary").1;
    assert!(summary.contains(&format!("\"puzzles\":{LINES},")), "{summary}");
    assert!(!summary.contains("stopped_by"), "{summary}");
}

#[test]
fn array_is_answered_to_its_end_after_closing() {
    run_test(&one_thread(0), async |app| {
        let elements = vec![json!({ "puzzle": EASY.trim_end() }); 4_000];
        app.dispatcher.close();
        let body = serde_json::to_string(&elements).expect("JSON");
        let response =
            Call::json("/count/batch", body).header("accept", "application/x-ndjson").begin(&app).await;
        let (answers, summary) = rest(response).await;
        assert_eq!((answers.len(), &summary["puzzles"]), (4_000, &json!(4_000)));
        assert_eq!(summary.get("stopped_by"), None);
    });
}

#[test]
fn summary_names_shutdown_if_all_input_was_read() {
    run_test(&one_thread(0), async |app| {
        let body = format!("{}{}", easy(), endless());
        let mut response = Call::ndjson("/count/batch", body).begin(&app).await;
        assert!(next(response.body_mut()).await.contains("unique"));
        app.dispatcher.close();
        app.dispatcher.stop();
        let (answers, summary) = rest(response).await;
        assert_eq!((answers.len(), &summary["puzzles"]), (1, &json!(2)));
        assert_eq!(answers[0]["stopped_by"], "shutdown");
        assert_eq!(summary["stopped_by"], "shutdown");
    });
}

#[test]
fn stopping_returns_partial_batch_answers() {
    run_test(&one_thread(0), async |app| {
        let body = unfinished(vec![format!("{}{}", easy(), endless().repeat(20))]);
        let mut response = Call::ndjson("/count/batch", body).begin(&app).await;
        assert!(next(response.body_mut()).await.contains("unique"));
        app.dispatcher.close();
        app.dispatcher.stop();
        let (answers, summary) = rest(response).await;
        assert_eq!(
            (answers.len(), &summary["puzzles"], &summary["stopped_by"]),
            (20, &json!(21), &json!("shutdown"))
        );
        assert!(answers.iter().all(|answer| answer["stopped_by"] == "shutdown"), "{answers:?}");
        let (_, summary) =
            rest(Call::text("/solutions?limit=1000000", ".".repeat(81)).begin(&app).await).await;
        assert_eq!(summary["stopped_by"], "shutdown");
        for (path, body) in [("/solutions?limit=1000000", ".".repeat(81)), ("/count/batch", endless())] {
            let text = Call::text(path, body).header("accept", "text/plain").begin(&app).await;
            assert!(text.into_body().collect().await.is_err(), "{path}");
        }
        free_streams(&app, 16).await;
    });
}
