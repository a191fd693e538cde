//! Graceful shutdown over real connections.

use std::io::{Read, Write};
use std::time::Duration;

use quadrille::config::Config;
use quadrille::shutdown::StopSignal;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::yield_now;

use crate::harness::{
    TestServer, config, endless_request, exchange, get_and_close, get_request, post_request, read_all,
    read_one, within_timeout,
};

/// Time that no test waits for.
const AN_HOUR_MS: u64 = 3_600_000;

/// Configuration with these shutdown times.
fn ending(pre_drain_ms: u64, drain_ms: u64) -> Config {
    let mut config = config();
    config.shutdown.pre_drain_ms = pre_drain_ms;
    config.shutdown.drain_ms = drain_ms;
    config
}

/// Waits until readiness fails.
async fn unready(served: &TestServer) {
    within_timeout(async {
        while served.app.dispatcher.is_ready() {
            yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn pre_drain_serves_requests_with_connection_close() {
    let mut served = TestServer::start(&ending(AN_HOUR_MS, 0));
    let mut kept = served.connect().await;
    kept.write_all(&get_request("/livez")).await.expect("the connection is open");
    assert!(!read_one(&mut kept).await.contains("connection: close"));
    served.stop(StopSignal::Terminate);
    unready(&served).await;
    // Idle connections stay open: a request may be on its way.
    kept.write_all(&get_request("/livez")).await.expect("the connection is open");
    let last = within_timeout(read_all(&mut kept)).await;
    assert!(last.contains("connection: close") && last.ends_with("ok\n"), "{last}");
    let answer = served.exchange(&get_request("/readyz")).await;
    assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("connection: close"), "{answer}");
    let body = b"12..";
    let length = format!("content-length: {}\r\n", body.len());
    let question = format!("POST /solve HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\n{length}\r\n12..");
    let answer = served.exchange(question.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("connection: close"), "{answer}");
}

#[tokio::test]
async fn idle_connections_close_with_the_listener() {
    for (signal, pre_drain_ms) in [(StopSignal::Terminate, 1), (StopSignal::Interrupt, AN_HOUR_MS)] {
        let mut served = TestServer::start(&ending(pre_drain_ms, AN_HOUR_MS));
        let (address, mut silent, mut idle) =
            (served.address, served.connect().await, served.connect().await);
        idle.write_all(&get_request("/livez")).await.expect("the connection is open");
        assert!(read_one(&mut idle).await.ends_with("ok\n"));
        served.stop(signal);
        within_timeout(served.ended()).await;
        assert_eq!(within_timeout(read_all(&mut silent)).await, "");
        assert_eq!(within_timeout(read_all(&mut idle)).await, "");
        TcpStream::connect(address).await.expect_err("the port is closed");
    }
}

#[tokio::test]
async fn request_in_flight_completes_after_listener_closes() {
    let mut served = TestServer::start(&ending(0, AN_HOUR_MS));
    let request = post_request("/solve", "content-type: text/plain\r\naccept: text/plain\r\n", b"12..");
    let (beginning, rest) = request.split_at(request.len() - 2);
    let mut in_flight = served.connect().await;
    in_flight.write_all(beginning).await.expect("the connection is open");
    // A response on a later connection proves that this one is accepted.
    assert!(served.exchange(&get_and_close("/livez")).await.ends_with("ok\n"));
    served.stop(StopSignal::Terminate);
    within_timeout(async { while TcpStream::connect(served.address).await.is_ok() {} }).await;
    let operator = TcpStream::connect(served.admin).await.expect("the admin listener is open until the end");
    assert!(exchange(operator, &get_and_close("/readyz")).await.starts_with("HTTP/1.1 503 "));
    let answer = exchange(in_flight, rest).await;
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("\r\n\r\n1221\n"), "{answer}");
    within_timeout(served.ended()).await;
}

/// The clock is paused while the search runs, so that a slow machine has the whole grace period.
#[tokio::test(start_paused = true)]
async fn drain_timeout_returns_partial_answer() {
    let mut served = TestServer::start_without_admin(&ending(0, 50));
    let permits = served.app.dispatcher.free_permits();
    let mut runaway = served.connect().await;
    runaway.write_all(&endless_request()).await.expect("the connection is open");
    while served.app.dispatcher.free_permits() == permits {
        yield_now().await;
    }
    served.stop(StopSignal::Interrupt);
    // An interrupt starts the drain at once.
    while served.app.dispatcher.is_ready() {
        yield_now().await;
    }
    tokio::time::advance(Duration::from_millis(51)).await;
    let answer = read_all(&mut runaway).await;
    assert!(answer.contains("\"stopped_by\":\"shutdown\""), "{answer}");
    within_timeout(served.ended()).await;
}

#[tokio::test(start_paused = true)]
async fn unfinished_request_does_not_delay_shutdown() {
    let mut config = ending(1500, 10_000);
    config.http.body_read_timeout_ms = AN_HOUR_MS;
    let mut served = TestServer::start_without_admin(&config);
    let mut half = served.connect().await;
    let request = post_request("/solve", "content-type: text/plain\r\n", b"12..");
    half.write_all(&request[..request.len() - 1]).await.expect("the connection is open");
    let begin = tokio::time::sleep(Duration::from_millis(1500 + 10_000 + 1000));
    tokio::pin!(begin);
    served.stop(StopSignal::Terminate);
    tokio::select! {
        biased;
        () = served.ended() => {}
        () = &mut begin => panic!("the shutdown takes longer than pre-drain, drain and a second"),
    }
}

#[tokio::test]
async fn unfinished_head_or_body_delays_shutdown_by_its_own_timeout() {
    let mut config = ending(0, AN_HOUR_MS);
    config.http.header_read_timeout_ms = 200;
    config.http.body_read_timeout_ms = 200;
    let solve = post_request("/solve", "content-type: text/plain\r\n", b"12..");
    let batch = post_request("/solve/batch", "content-type: text/plain\r\n", b"12..\n");
    let chunked = "POST /solve/batch HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\n\
                   transfer-encoding: chunked\r\n\r\n";
    for unfinished in [&solve[..10], &solve[..solve.len() - 1], &batch[..batch.len() - 5], chunked.as_bytes()]
    {
        let mut served = TestServer::start(&config);
        let mut half = served.connect().await;
        half.write_all(unfinished).await.expect("the connection is open");
        assert!(served.exchange(&get_and_close("/livez")).await.ends_with("ok\n"));
        served.stop(StopSignal::Terminate);
        within_timeout(served.ended()).await;
    }
}

#[tokio::test]
async fn connections_in_backlog_are_served_at_shutdown() {
    let mut served = TestServer::start(&ending(0, AN_HOUR_MS));
    assert!(served.exchange(&get_and_close("/livez")).await.ends_with("ok\n"));
    let mut waiting = Vec::new();
    for _ in 0..50 {
        // Blocks the thread of the service, which cannot accept before the stop signal.
        let mut stream = std::net::TcpStream::connect(served.address).expect("the server listens");
        stream.write_all(&get_request("/livez")).expect("the request is written");
        waiting.push(stream);
    }
    served.stop(StopSignal::Interrupt);
    within_timeout(served.ended()).await;
    for mut stream in waiting {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the response is read");
        assert!(answer.ends_with("ok\n"), "{answer}");
    }
}
