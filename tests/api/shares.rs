//! Shares of clients.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use futures_util::{StreamExt, stream};
use quadrille::auth::fingerprint;
use quadrille::config::Config;
use quadrille::server::App;
use serde_json::json;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;

use crate::harness::{
    Call, HOUR_MS, Reply, TestServer, endless_count, endless_request, exchange, free_permits,
    free_slow_permits, free_streams, metrics_text, one_thread, post_request, run_test, spawn,
    wait_for_metrics, with_slow_queue,
};

const ONE: &str = "192.0.2.1:80";
const OTHER: &str = "192.0.2.2:80";

/// Slow queue for four questions and four streams: the share of a client is three.
fn shared() -> Config {
    let mut config = with_slow_queue(2, 4);
    config.clients.shares = true;
    config.batch.streaming_requests_max = 4;
    config
}

fn from_peer(call: Call, peer: &str) -> Call {
    let peer: SocketAddr = peer.parse().expect("an address and port");
    call.extension(ConnectInfo(peer))
}

/// Batch whose input never ends.
fn open_batch() -> Call {
    let pieces = stream::iter(["12..\n"]).map(Ok::<_, std::io::Error>);
    Call::text("/count/batch", Body::from_stream(pieces.chain(stream::pending())))
}

fn endless() -> Call {
    endless_count(&json!({ "time_ms": HOUR_MS }))
}

/// Asks endless questions in the name of this client until only `free` slow permits are free.
async fn ask_endless(app: &App, client: impl Fn(Call) -> Call, number: usize, free: usize) -> Vec<Asked> {
    let asked = (0..number).map(|_| Asked(spawn(app, client(endless())))).collect();
    free_slow_permits(app, free).await;
    asked
}

/// Question that is cancelled when it is dropped.
struct Asked(JoinHandle<Reply>);

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn assert_share_exceeded(reply: &Reply) {
    assert_eq!(reply.status, 429, "{reply:?}");
    // The expected time depends on how long earlier work took.
    let seconds: u64 = reply.header("retry-after").parse().expect("whole seconds");
    assert!((1..=60).contains(&seconds), "{seconds}");
    assert_eq!(reply.json()["code"], "share_exceeded");
}

#[test]
fn client_over_its_share_of_streams_gets_429() {
    run_test(&shared(), async |app| {
        let mut open = Vec::new();
        for _ in 0..3 {
            open.push(from_peer(open_batch(), ONE).begin(&app).await);
        }
        for path in ["/solve/batch", "/count/batch", "/solutions"] {
            assert_share_exceeded(&from_peer(Call::text(path, "1..."), ONE).to(&app).await);
        }
        let array = || Call::json("/count/batch", r#"["12.."]"#);
        let refused = from_peer(array(), ONE).to(&app).await;
        insta::assert_snapshot!(refused.snapshot(), @r#"
        429 application/problem+json
        {
          "code": "share_exceeded",
          "detail": "this client has its share (clients.capacity_share) of batches and solution streams; retry after some of them have ended",
          "errors": [],
          "instance": "urn:quadrille:request:test",
          "status": 429,
          "title": "Client share exceeded",
          "type": "/problems/share_exceeded"
        }
        "#);
        assert_eq!(from_peer(Call::text("/solve", "12.."), ONE).to(&app).await.status, 200);
        assert_eq!(from_peer(array(), OTHER).to(&app).await.status, 200);
        let text = metrics_text(&app);
        assert!(text.contains("quadrille_shed_total{reason=\"streams_share\"} 4\n"), "{text}");
        assert!(text.contains("quadrille_client_share_used{resource=\"streams\"} 3\n"), "{text}");
        open.push(from_peer(open_batch(), OTHER).begin(&app).await);
        // The service is full for everybody.
        for peer in [ONE, OTHER] {
            assert_eq!(from_peer(array(), peer).to(&app).await.status, 503);
        }
        open.swap_remove(0);
        free_streams(&app, 1).await;
        assert_eq!(from_peer(array(), ONE).to(&app).await.status, 200);
    });
}

#[test]
fn client_over_its_share_of_hard_questions_gets_429() {
    run_test(&shared(), async |app| {
        let one = |call| from_peer(call, ONE);
        let mut asked = ask_endless(&app, one, 3, 1).await;
        assert_share_exceeded(&one(endless()).to(&app).await);
        assert_eq!(one(Call::text("/solve", "12..")).to(&app).await.status, 200);
        let other = ask_endless(&app, |call| from_peer(call, OTHER), 1, 0).await;
        wait_for_metrics(
            &app,
            &[
                r#"quadrille_shed_total{reason="slow_queue_share"} 1"#,
                r#"quadrille_shed_total{reason="slow_queue_full"} 0"#,
                r#"quadrille_client_share_used{resource="slow_queue"} 3"#,
            ],
        )
        .await;
        assert_eq!(from_peer(endless(), OTHER).to(&app).await.status, 503);
        drop(other);
        asked.pop();
        free_slow_permits(&app, 2).await;
        asked.extend(ask_endless(&app, one, 1, 1).await);
        drop(asked);
        free_slow_permits(&app, 4).await;
        wait_for_metrics(&app, &[r#"quadrille_client_share_used{resource="slow_queue"} 0"#]).await;
    });
}

#[test]
fn client_over_its_share_of_the_queue_gets_429() {
    // One on the thread and three that wait: the share of a client is three.
    let mut config = one_thread(3);
    config.clients.shares = true;
    run_test(&config, async |app| {
        let ask = |peer| Asked(spawn(&app, from_peer(endless(), peer)));
        let asked = [(); 3].map(|()| ask(ONE));
        free_permits(&app, 1).await;
        let refused = from_peer(endless(), ONE).to(&app).await;
        assert_share_exceeded(&refused);
        assert_eq!(
            refused.json()["detail"],
            "this client has its share (clients.capacity_share) of waiting questions; retry after some of them have ended"
        );
        // Deduced without a thread.
        assert_eq!(from_peer(Call::text("/solve", "12.."), ONE).to(&app).await.status, 200);
        let other = ask(OTHER);
        free_permits(&app, 0).await;
        for peer in [ONE, OTHER] {
            assert_eq!(from_peer(endless(), peer).to(&app).await.status, 503);
        }
        wait_for_metrics(
            &app,
            &[
                r#"quadrille_shed_total{reason="queue_share"} 1"#,
                r#"quadrille_shed_total{reason="queue_full"} 2"#,
                r#"quadrille_client_share_used{resource="queue"} 3"#,
            ],
        )
        .await;
        drop((asked, other));
        free_permits(&app, 4).await;
    });
}

#[test]
fn client_over_its_share_of_large_questions_gets_429() {
    let mut config = shared();
    config.solver.slow_queue_large_max = 2;
    run_test(&config, async |app| {
        let uri = format!("/count?limit=9007199254740991&time_ms={HOUR_MS}");
        let large = |peer| from_peer(Call::text(&uri, ".".repeat(625)), peer);
        let first = Asked(spawn(&app, large(ONE)));
        free_slow_permits(&app, 3).await;
        assert_share_exceeded(&large(ONE).to(&app).await);
        let other = Asked(spawn(&app, large(OTHER)));
        free_slow_permits(&app, 2).await;
        drop((first, other));
        free_slow_permits(&app, 4).await;
    });
}

#[tokio::test(start_paused = true)]
async fn client_over_its_share_of_body_bytes_gets_429() {
    let mut config = shared();
    config.http.body_bytes_total_max = 1 << 20;
    let app = App::new(&config).expect("the app is built");
    // Its first bytes, then nothing.
    let stalled = || {
        let begin = stream::iter([Ok::<_, std::io::Error>(" ".repeat(262_000))]);
        Call::json("/solve", Body::from_stream(begin.chain(stream::pending())))
    };
    let reading: Vec<_> = (0..3).map(|_| spawn(&app, from_peer(stalled(), ONE))).collect();
    wait_for_metrics(&app, &[r#"quadrille_client_share_used{resource="body_bytes"} 786000"#]).await;
    let long = || Call::text("/solve", format!("{:2000}", "12.."));
    assert_share_exceeded(&from_peer(long(), ONE).to(&app).await);
    assert_eq!(from_peer(long(), OTHER).to(&app).await.status, 200);
    // Short enough to need no reservation.
    assert_eq!(from_peer(Call::text("/solve", "12.."), ONE).to(&app).await.status, 200);
    for request in reading {
        assert_eq!(request.await.expect("the task does not panic").status, 408);
    }
    assert_eq!(from_peer(long(), ONE).to(&app).await.status, 200);
}

#[test]
fn client_is_ipv4_address_or_ipv6_network_behind_trusted_proxies() {
    let mut config = shared();
    config.clients.trusted_proxies = vec!["10.0.0.0/8".into()];
    run_test(&config, async |app| {
        let forwarded = |chain: &'static str| {
            move |call: Call| from_peer(call.header("x-forwarded-for", chain), "10.0.0.1:80")
        };
        for (one, same, other) in [
            ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:db8:0:2::1"),
            ("192.0.2.1", "198.51.100.7, 192.0.2.1, 10.0.0.2", "192.0.2.2"),
        ] {
            let asked = ask_endless(&app, forwarded(one), 3, 1).await;
            assert_share_exceeded(&forwarded(same)(endless()).to(&app).await);
            let others = ask_endless(&app, forwarded(other), 1, 0).await;
            drop((asked, others));
            free_slow_permits(&app, 4).await;
        }
    });
}

#[test]
fn client_is_its_api_key_if_keys_are_required() {
    let mut config = shared();
    config.clients.api_keys =
        ["one", "two"].map(|key| format!("{key}:{}", fingerprint(key))).into_iter().collect();
    run_test(&config, async |app| {
        let keyed =
            |key: &'static str, peer| move |call: Call| from_peer(call.header("x-api-key", key), peer);
        let asked = ask_endless(&app, keyed("one", ONE), 3, 1).await;
        assert_share_exceeded(&keyed("one", OTHER)(endless()).to(&app).await);
        let others = ask_endless(&app, keyed("two", ONE), 1, 0).await;
        drop((asked, others));
        free_slow_permits(&app, 4).await;
    });
}

#[test]
fn one_client_gets_everything_without_shares() {
    let mut config = shared();
    config.clients.shares = false;
    run_test(&config, async |app| {
        let asked = ask_endless(&app, |call| from_peer(call, ONE), 4, 0).await;
        assert_eq!(from_peer(endless(), ONE).to(&app).await.status, 503);
        drop(asked);
        free_slow_permits(&app, 4).await;
    });
    run_test(&one_thread(3), async |app| {
        let asked = [(); 4].map(|()| Asked(spawn(&app, from_peer(endless(), ONE))));
        free_permits(&app, 0).await;
        assert_eq!(from_peer(endless(), ONE).to(&app).await.status, 503);
        drop(asked);
        free_permits(&app, 4).await;
    });
}

#[tokio::test]
async fn loopback_addresses_are_clients_of_their_own() {
    let served = TestServer::start(&shared());
    let connect = async |address: &str| {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(address.parse().expect("an address")).expect("all of 127/8 is this machine");
        socket.connect(served.address).await.expect("the server listens")
    };
    let one: Vec<TcpStream> = {
        let mut streams = Vec::new();
        for _ in 0..3 {
            let mut stream = connect("127.0.0.1:0").await;
            tokio::io::AsyncWriteExt::write_all(&mut stream, &endless_request()).await.expect("written");
            streams.push(stream);
        }
        streams
    };
    free_slow_permits(&served.app, 1).await;
    let refused = exchange(connect("127.0.0.1:0").await, &endless_request()).await;
    assert!(refused.starts_with("HTTP/1.1 429 "), "{refused}");
    let hard = "/count?limit=9007199254740991&time_ms=100";
    let hard = post_request(hard, "content-type: text/plain\r\n", &[b'.'; 81]);
    let answered = exchange(connect("127.0.0.2:0").await, &hard).await;
    assert!(answered.starts_with("HTTP/1.1 200 "), "{answered}");
    drop(one);
}
