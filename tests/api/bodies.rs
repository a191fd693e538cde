//! Budget of request bodies.

use std::time::Duration;

use axum::body::Body;
use futures_util::stream;
use quadrille::config::Config;
use quadrille::server::App;
use quadrille_answers::service::{ClientId, InputPermit};
use tokio::io::AsyncWriteExt;
use tokio::task::yield_now;

use crate::harness::{
    Call, Reply, TestServer, config, free_streams, metrics_text, run_test, spawn, wait_for_metrics,
};

/// Body that never arrives.
fn silent() -> Body {
    Body::from_stream(stream::pending::<Result<&str, std::io::Error>>())
}

fn small_budget() -> Config {
    let mut config = config();
    config.http.body_bytes_total_max = 1 << 20;
    config.clients.shares = false;
    config
}

async fn reserve(app: &App, bytes: usize) -> InputPermit {
    app.input_budget.reserve(ClientId::SHARED, bytes, Duration::ZERO).await.expect("the budget is free")
}

/// Puzzle in a body that is too long to be read without a reservation.
fn puzzle() -> Call {
    Call::text("/solve", long())
}

/// Length of that body.
const LENGTH: usize = 2000;

fn long() -> String {
    format!("{:LENGTH$}", "1.....3..4.....2")
}

/// Reserves the whole budget, and the part for small reservations.
async fn exhaust(app: &App) -> Vec<InputPermit> {
    let mut held = vec![reserve(app, 1 << 20).await];
    for _ in 0..4 {
        held.push(reserve(app, 16 << 10).await);
    }
    held
}

#[tokio::test(start_paused = true)]
async fn body_without_budget_waits_and_gets_503() {
    let app = App::new(&small_budget()).expect("composed");
    let held = exhaust(&app).await;
    for call in [puzzle(), Call::json("/count/batch", format!("[\"1.....3..4.....2\"]{:LENGTH$}", ""))] {
        let reply = call.to(&app).await;
        assert_eq!((reply.status.as_u16(), reply.header("retry-after")), (503, "1"), "{reply:?}");
        assert_eq!(reply.json()["code"], "overloaded");
    }
    assert!(metrics_text(&app).contains("quadrille_shed_total{reason=\"body_bytes_full\"} 2\n"));
    assert_eq!(Call::text("/solve", "1.....3..4.....2").to(&app).await.status, 200);
    drop(held);
    assert_eq!(puzzle().to(&app).await.status, 200);
}

#[test]
fn waiting_body_is_read_when_budget_is_free() {
    run_test(&small_budget(), async |app| {
        let held = exhaust(&app).await;
        let waiting = spawn(&app, puzzle());
        wait_for_metrics(&app, &["quadrille_http_requests_in_flight 1"]).await;
        drop(held);
        assert_eq!(waiting.await.expect("answered").status, 200);
        wait_for_metrics(&app, &["quadrille_body_reserved_bytes 0"]).await;
    });
}

#[tokio::test]
async fn small_body_has_room_beside_large_ones() {
    let app = App::new(&small_budget()).expect("composed");
    let _held = reserve(&app, 1 << 20).await;
    assert_eq!(puzzle().to(&app).await.status, 200);
    let large = Call::text("/solve", format!("{:20000}", "1.....3..4.....2"));
    let refused = large.to(&app).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "1"), "{refused:?}");
    assert_eq!(app.input_budget.reserved(), 1 << 20);
}

#[tokio::test]
async fn body_reserves_what_has_come() {
    let served = TestServer::start(&config());
    for (header, bytes) in [
        ("transfer-encoding: chunked", 4096),
        ("content-length: 200000", 4096),
        ("content-length: 1000", 1000),
    ] {
        let mut stream = served.connect().await;
        let head = format!("POST /solve HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\n{header}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.expect("the head is written");
        wait_for_metrics(&served.app, &[&format!("quadrille_body_reserved_bytes {bytes}")]).await;
        if header.contains("200000") {
            stream.write_all(&[b' '; 10_000]).await.expect("a part of the body is written");
            while served.app.input_budget.reserved() < 10_000 {
                yield_now().await;
            }
            assert!(served.app.input_budget.reserved() < 20_000);
        }
        drop(stream);
        wait_for_metrics(&served.app, &["quadrille_body_reserved_bytes 0"]).await;
    }
}

#[test]
fn array_takes_its_stream_before_its_body() {
    let mut config = config();
    config.batch.streaming_requests_max = 1;
    run_test(&config, async |app| {
        let reading = spawn(&app, Call::json("/count/batch", silent()));
        free_streams(&app, 0).await;
        let reply = Call::json("/count/batch", silent()).to(&app).await;
        assert_eq!(reply.status, 503, "{reply:?}");
        reading.abort();
        free_streams(&app, 1).await;
    });
}

/// An exact cover problem with two solutions.
const COVER: &str = "a b\na\nb\na b\n";

#[tokio::test]
async fn exact_cover_holds_its_memory_until_the_response_is_read() {
    let app = App::new(&config()).expect("composed");
    for (path, accept) in [
        ("/exact-cover/solve", "application/json"),
        ("/exact-cover/count", "application/json"),
        ("/exact-cover/count", "application/x-ndjson"),
        ("/exact-cover/solutions", "application/x-ndjson"),
        ("/exact-cover/estimate", "application/json"),
    ] {
        let response = Call::text(path, COVER).header("accept", accept).begin(&app).await;
        // Two solutions in a buffer of twice their length, and the problem.
        assert!(app.input_budget.reserved() > 4 * "[{\"option\":1,\"items\":[\"a\"]}]".len(), "{path}");
        assert_eq!(Reply::of(response).await.status, 200, "{path}");
        assert_eq!(app.input_budget.reserved(), 0, "{path}");
    }
    let response = puzzle().begin(&app).await;
    assert_eq!((response.status().as_u16(), app.input_budget.reserved()), (200, 0));
}

#[tokio::test]
async fn exact_cover_without_budget_gets_503() {
    let app = App::new(&small_budget()).expect("composed");
    let held = exhaust(&app).await;
    let before = app.input_budget.reserved();
    let reply = Call::text("/exact-cover/count", COVER).to(&app).await;
    assert_eq!((reply.status.as_u16(), reply.header("retry-after")), (503, "1"), "{reply:?}");
    assert_eq!(app.input_budget.reserved(), before);
    drop(held);
    assert_eq!(Call::text("/exact-cover/count", COVER).to(&app).await.status, 200);
}
