//! What only shows over a real connection.

use std::time::Duration;

use quadrille::config::Config;
use quadrille::server::{App, run};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::service::config;

/// No test waits longer than this; it is far more than any of them needs.
const PATIENCE: Duration = Duration::from_secs(20);

/// Serves on a free port until the returned sender is used or dropped.
pub(crate) async fn serve(config: &Config) -> (std::net::SocketAddr, oneshot::Sender<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("bound");
    let (stop, stopped) = oneshot::channel();
    let app = App::new(config).expect("composed");
    let drain = config.shutdown.drain();
    tokio::spawn(run(listener, app, drain, async {
        let _ = stopped.await;
    }));
    (address, stop)
}

/// Writes a whole request, then reads until the server closes.
async fn exchange(address: std::net::SocketAddr, request: &[u8]) -> String {
    let exchange = async {
        let mut stream = TcpStream::connect(address).await.expect("it listens");
        stream.write_all(request).await.expect("everything can be written");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("the answer is not reset away");
        String::from_utf8(answer).expect("text")
    };
    timeout(PATIENCE, exchange).await.expect("in time")
}

fn post(path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

#[tokio::test]
async fn a_client_that_writes_three_megabytes_before_it_reads_gets_its_413() {
    let (address, _stop) = serve(&config()).await;
    let body = vec![b'.'; 3_000_000];
    let answer = exchange(address, &post("/solve", "content-type: text/plain\r\n", &body)).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(answer.contains("\"code\":\"body_too_large\""));
}

#[tokio::test]
async fn so_does_one_whose_body_goes_nowhere() {
    let (address, _stop) = serve(&config()).await;
    let body = vec![b'.'; 3_000_000];
    let nowhere = exchange(address, &post("/nowhere", "content-type: text/plain\r\n", &body)).await;
    assert!(nowhere.starts_with("HTTP/1.1 404 "), "{nowhere}");
    let compressed = exchange(address, &post("/solve", "content-encoding: gzip\r\n", &body)).await;
    assert!(compressed.starts_with("HTTP/1.1 415 "), "{compressed}");
}

#[tokio::test]
async fn a_connection_goes_on_after_a_refusal_whose_body_was_drained() {
    let (address, _stop) = serve(&config()).await;
    let refused = post("/nowhere", "", &[b'.'; 100_000]);
    let refused = String::from_utf8(refused).expect("text").replace("connection: close\r\n", "");
    let next = post("/solve", "content-type: text/plain\r\naccept: text/plain\r\n", b"12..");
    let answer = exchange(address, &[refused.as_bytes(), &next].concat()).await;
    assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
    assert!(answer.ends_with("\r\n\r\n1221\n"), "{answer}");
}

#[tokio::test]
async fn a_client_that_waits_for_100_continue_is_refused_without_being_asked_for_its_body() {
    let (address, _stop) = serve(&config()).await;
    let head =
        b"POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\nexpect: 100-continue\r\n\
                 content-length: 3000000\r\n\r\n";
    let answer = exchange(address, head).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}

#[tokio::test]
async fn a_body_that_does_not_arrive_in_time_is_refused() {
    let mut config = config();
    config.http.body_read_ms = 50;
    let (address, _stop) = serve(&config).await;
    let head = b"POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 81\r\n\r\n12";
    let answer = exchange(address, head).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("\"code\":\"request_timeout\""));
    assert!(answer.contains("connection: close"));
}

#[tokio::test]
async fn a_body_framed_wrongly_is_refused() {
    let (address, _stop) = serve(&config()).await;
    let request = b"POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n\
                    transfer-encoding: chunked\r\n\r\nzz\r\n12..\r\n0\r\n\r\n";
    let answer = exchange(address, request).await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(answer.contains("\"code\":\"bad_request\""));
}
