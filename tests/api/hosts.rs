//! Names by which requests address the service.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use quadrille::config::{AdminListen, Config};
use quadrille::server::App;
use tokio::net::TcpStream;

use crate::harness::{Call, Reply, TestServer, config, exchange};

fn service(listen: &str, change: impl FnOnce(&mut Config)) -> App {
    let mut config = config();
    config.server.listen = listen.parse().expect("an address");
    change(&mut config);
    App::new(&config).expect("the app is built")
}

/// Question to this host, from this peer; `None` for a Unix socket.
async fn ask(app: &App, uri: &str, host: &str, peer: Option<&str>) -> Reply {
    let mut request = http::Request::post(uri).header("host", host).header("content-type", "text/plain");
    if let Some(peer) = peer {
        let peer: SocketAddr = peer.parse().expect("an address");
        request = request.extension(ConnectInfo(peer));
    }
    Call::of(request, "1...").to(app).await
}

#[tokio::test]
async fn loopback_listener_refuses_names_of_pages() {
    for listen in ["127.0.0.1:8080", "[::1]:0"] {
        let app = service(listen, |_| ());
        for (host, status) in [
            ("localhost:8080", 200),
            ("127.0.0.1:8080", 200),
            ("[::1]:8080", 200),
            ("sudoku.localhost", 200),
            ("evil.example", 421),
            ("evil.example:8080", 421),
            ("10.0.0.1:8080", 421),
        ] {
            for uri in ["/solve", "/v1/solve", "/jobs", "/nowhere", "/livez"] {
                let reply = ask(&app, uri, host, Some("127.0.0.1:4711")).await;
                assert_eq!(reply.status == 421, status == 421, "{uri} {host}: {}", reply.body);
            }
        }
        let refused = ask(&app, "/solve", "evil.example", Some("127.0.0.1:4711")).await.json();
        assert_eq!(refused["code"], "misdirected_request");
        assert_eq!(ask(&app, "/solve", "evil.example", None).await.status, 200, "a Unix socket");
    }
}

#[tokio::test]
async fn listed_hosts_and_trusted_proxies_are_answered() {
    let app = service("127.0.0.1:8080", |config| {
        config.http.hosts = vec!["sudoku.example".to_owned()];
        config.clients.trusted_proxies = vec!["127.0.0.2".to_owned()];
    });
    for (host, peer, status) in [
        ("sudoku.example", "127.0.0.1:4711", 200),
        ("Sudoku.Example:8443", "127.0.0.1:4711", 200),
        ("evil.example", "127.0.0.1:4711", 421),
        ("evil.example", "127.0.0.2:4711", 200),
    ] {
        assert_eq!(ask(&app, "/solve", host, Some(peer)).await.status, status, "{host} {peer}");
    }
}

#[tokio::test]
async fn other_listener_checks_hosts_if_some_are_listed() {
    let peer = Some("192.0.2.1:4711");
    let unlisted = service("0.0.0.0:8080", |_| ());
    assert_eq!(ask(&unlisted, "/solve", "evil.example", peer).await.status, 200);
    let listed = service("0.0.0.0:8080", |config| config.http.hosts = vec!["sudoku.example".to_owned()]);
    for (uri, host, status) in [
        ("/solve", "sudoku.example", 200),
        ("/solve", "localhost:8080", 200),
        ("/solve", "evil.example", 421),
        ("/solve", "10.1.2.3:8080", 421),
        // A probe knows the address only.
        ("/livez", "10.1.2.3:8080", 405),
    ] {
        assert_eq!(ask(&listed, uri, host, peer).await.status, status, "{uri} {host}");
    }
}

#[tokio::test]
async fn admin_listener_on_loopback_refuses_names_of_pages() {
    let mut config = config();
    config.admin.listen = AdminListen::At("127.0.0.1:9090".parse().expect("an address"));
    let served = TestServer::start(&config);
    for (host, status) in [("localhost:9090", "200"), ("evil.example", "421")] {
        let request = format!("GET /metrics HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        let admin = TcpStream::connect(served.admin).await.expect("the server listens");
        let answer = exchange(admin, request.as_bytes()).await;
        assert_eq!(answer.split(' ').nth(1), Some(status), "{host}: {answer}");
        let answer = served.exchange(request.replace("/metrics", "/formats").as_bytes()).await;
        assert_eq!(answer.split(' ').nth(1), Some(status), "{host}: {answer}");
    }
}
