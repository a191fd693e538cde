//! Connections: timeouts, limits, unread bodies and socket files.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::task::Poll;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::routing::{MethodRouter, get};
use futures_util::stream;
use quadrille::auth::fingerprint;
use quadrille::config::Config;
use quadrille::http::{HostSettings, admin_router};
use quadrille::server::{App, Listeners, run};
use quadrille::shutdown::StopSignal;
use quadrille::time::Instant;
use quadrille::transport::Listener;
use tokio::io::{AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream, UnixStream};
use tokio::sync::oneshot;
use tokio::task::yield_now;
use tokio::time::timeout;

use crate::harness::{
    HOUR_MS, TestServer, assert_metrics, config, exchange, free_permits, free_streams, get_and_close,
    get_request, metrics_text, one_thread, post_request, read_all, read_one, within_timeout,
};

/// Time limit that a test waits for.
const SOON_MS: u64 = 50;

/// Sends one byte at a time until the server answers or closes. Returns the response.
async fn trickle(stream: &mut TcpStream, bytes: &[u8]) -> String {
    let mut answer = String::new();
    let trickling = async {
        for byte in bytes {
            if stream.write_all(&[*byte]).await.is_err() {
                return;
            }
            let closed = stream.read_to_string(&mut answer);
            if timeout(Duration::from_millis(SOON_MS / 10), closed).await.is_ok() {
                return;
            }
        }
        panic!("the whole request was accepted");
    };
    within_timeout(trickling).await;
    answer
}

/// Bytes of a body that the service reads before it closes a connection.
const DRAINED_BYTES: usize = 64 << 20;

#[tokio::test]
async fn large_body_written_before_reading_gets_413() {
    let served = TestServer::start(&config());
    for bytes in [3_000_000, 8 << 20, DRAINED_BYTES] {
        let request = post_request("/solve", "content-type: text/plain\r\n", &vec![b'.'; bytes]);
        let answer = served.exchange(&request).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{bytes}: {answer}");
        assert!(answer.contains("\"code\":\"body_too_large\""));
    }
}

#[tokio::test]
async fn refusal_of_a_large_body_written_before_reading_is_received() {
    let text = "content-type: text/plain\r\n";
    let [mut keyed, mut limited] = [config(), config()];
    keyed.clients.api_keys = vec![format!("one:{}", fingerprint("key"))];
    (limited.clients.requests_per_minute, limited.clients.burst) = (1, 1);
    for (config, path, headers, status) in [
        (config(), "/nowhere", text, 404),
        (config(), "/solve", "content-encoding: br\r\ncontent-type: text/plain\r\n", 415),
        (config(), "/solve", "content-type: image/png\r\n", 415),
        (keyed, "/solve", text, 401),
        (limited, "/solve", text, 429),
    ] {
        let served = TestServer::start(&config);
        // Uses up the rate limit.
        served.exchange(&post_request("/solve", text, b"12..")).await;
        for bytes in [3_000_000, 16 << 20] {
            let answer = served.exchange(&post_request(path, headers, &vec![b'.'; bytes])).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{bytes}: {answer}");
            assert!(answer.contains("application/problem+json"), "{answer}");
        }
    }
}

#[tokio::test]
async fn chunked_body_written_before_reading_gets_413() {
    let served = TestServer::start(&config());
    let head =
        "POST /solve HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n";
    let chunk = [b"10000\r\n".as_slice(), &[b'.'; 0x10000], b"\r\n"].concat();
    let request = [head.as_bytes(), &chunk.repeat(32 << 4), b"0\r\n\r\n"].concat();
    let answer = served.exchange(&request).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}

#[tokio::test]
async fn connection_counts_for_its_client_until_its_body_is_discarded() {
    let mut config = config();
    config.http.connections_max = 2;
    config.clients.connections_share = 50;
    let served = TestServer::start(&config);
    let mut slow = served.connect().await;
    let head =
        "POST /solve HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 9000000\r\n\r\n";
    slow.write_all(head.as_bytes()).await.expect("the head is written");
    assert!(within_timeout(read_all(&mut slow)).await.starts_with("HTTP/1.1 413 "));
    let sending = tokio::spawn(async move {
        while slow.write_all(b".").await.is_ok() {
            yield_now().await;
        }
    });
    let refused = served.exchange(&get_and_close("/livez")).await;
    assert!(refused.starts_with("HTTP/1.1 429 "), "{refused}");
    sending.abort();
    within_timeout(async {
        while !served.exchange(&get_and_close("/livez")).await.ends_with("ok\n") {
            yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn connection_survives_rejected_request_with_body() {
    let served = TestServer::start(&config());
    let refused = post_request("/nowhere", "", &[b'.'; 100_000]);
    let refused = String::from_utf8(refused).expect("text").replace("connection: close\r\n", "");
    let next = post_request("/solve", "content-type: text/plain\r\naccept: text/plain\r\n", b"12..");
    let answer = served.exchange(&[refused.as_bytes(), &next].concat()).await;
    assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
    assert!(answer.ends_with("\r\n\r\n1221\n"), "{answer}");
}

#[tokio::test]
async fn response_to_a_body_that_is_not_drained_closes_the_connection() {
    let served = TestServer::start(&config());
    for (path, status, length, closes) in [
        ("/solve", 413, 7_000_000, true),
        ("/exact-cover/solve", 413, 7_000_000, true),
        ("/nowhere", 404, 7_000_000, true),
        ("/solve", 413, 2_000_000, false),
    ] {
        let mut stream = served.connect().await;
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.expect("the head is written");
        let answer = within_timeout(read_one(&mut stream)).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        assert_eq!(answer.contains("connection: close\r\n"), closes, "{length}: {answer}");
    }
}

#[tokio::test]
async fn expect_continue_with_large_body_gets_413_at_once() {
    let served = TestServer::start(&config());
    let head =
        b"POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\nexpect: 100-continue\r\n\
                 content-length: 3000000\r\n\r\n";
    let answer = served.exchange(head).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
}

#[tokio::test]
async fn incomplete_body_times_out() {
    let mut config = config();
    config.http.body_read_timeout_ms = 50;
    let served = TestServer::start(&config);
    let head = b"POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 81\r\n\r\n12";
    let answer = served.exchange(head).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("\"code\":\"request_timeout\""));
    assert!(answer.contains("connection: close"));
}

#[tokio::test]
async fn malformed_chunk_returns_400() {
    let served = TestServer::start(&config());
    let request = b"POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n\
                    transfer-encoding: chunked\r\n\r\nzz\r\n12..\r\n0\r\n\r\n";
    let answer = served.exchange(request).await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(answer.contains("\"code\":\"bad_request\""));
}

#[tokio::test]
async fn trickled_body_times_out() {
    let mut config = config();
    config.http.body_read_timeout_ms = SOON_MS;
    let served = TestServer::start(&config);
    let mut stream = served.connect().await;
    let head =
        "POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 9999\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("the request is written");
    let answer = trickle(&mut stream, &[b'.'; 9999]).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
}

/// Configuration with a short head timeout.
fn hasty() -> Config {
    let mut config = config();
    config.http.header_read_timeout_ms = SOON_MS;
    config
}

#[tokio::test]
async fn incomplete_head_times_out() {
    let served = TestServer::start(&hasty());
    for beginning in ["", "G", "GET /livez HTTP/1.1\r\nhost: loc"] {
        assert_eq!(served.exchange(beginning.as_bytes()).await, "");
    }
}

/// The paused clock advances to the next timer once the runtime is idle.
#[tokio::test(start_paused = true)]
async fn incomplete_head_is_closed_without_lingering() {
    let served = TestServer::start(&hasty());
    let mut stream = served.connect().await;
    stream.write_all(b"GET /livez HTTP/1.1\r\nhost: loc").await.expect("the bytes are written");
    let closed = timeout(Duration::from_millis(10 * SOON_MS), read_all(&mut stream)).await;
    assert_eq!(closed.expect("the connection is closed at the timeout"), "");
}

#[tokio::test]
async fn trickled_head_times_out() {
    let served = TestServer::start(&hasty());
    let head = format!("GET /livez HTTP/1.1\r\nhost: localhost\r\nx-long: {}", "x".repeat(10_000));
    assert_eq!(trickle(&mut served.connect().await, head.as_bytes()).await, "");
}

#[tokio::test]
async fn idle_connection_is_closed_after_its_own_timeout() {
    let mut config = config();
    config.http.keep_alive_timeout_ms = SOON_MS;
    let served = TestServer::start(&config);
    let answer = served.exchange(&get_request("/livez")).await;
    assert!(answer.ends_with("\r\n\r\nok\n") && !answer.contains("connection: close"), "{answer}");
}

/// The paused clock advances to the next timer once the runtime is idle.
#[tokio::test(start_paused = true)]
async fn connection_is_reused_after_the_time_limit_of_a_head() {
    let mut config = config();
    config.http.header_read_timeout_ms = SOON_MS;
    config.http.keep_alive_timeout_ms = HOUR_MS;
    let served = TestServer::start(&config);
    let mut stream = served.connect().await;
    for _ in 0..3 {
        stream.write_all(&get_request("/livez")).await.expect("the connection is open");
        assert!(read_one(&mut stream).await.ends_with("ok\n"));
        tokio::time::sleep(Duration::from_millis(HOUR_MS / 2)).await;
    }
    // Its next head is incomplete.
    stream.write_all(b"GET /livez HTT").await.expect("the connection is open");
    let closed = timeout(Duration::from_millis(10 * SOON_MS), read_all(&mut stream)).await;
    assert_eq!(closed.expect("the connection is closed at the timeout"), "");
}

/// Requests whose responses fill all buffers between server and client.
fn many_pages() -> Vec<u8> {
    get_request("/docs/swagger-ui-bundle.js").repeat(40)
}

/// Connection with a small receive buffer.
async fn connect_with_small_buffer(served: &TestServer) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    socket.connect(served.address).await.expect("the server listens")
}

#[tokio::test]
async fn stalled_reader_is_reset() {
    let mut config = config();
    config.http.write_stall_timeout_ms = SOON_MS;
    config.http.connections_max = 1;
    let served = TestServer::start(&config);
    let mut stalled = connect_with_small_buffer(&served).await;
    stalled.write_all(&many_pages()).await.expect("the request is written");
    // The only connection slot is free once the stalled connection is cut.
    assert!(served.exchange(&get_and_close("/livez")).await.ends_with("ok\n"));
    let mut rest = Vec::new();
    let cut = within_timeout(stalled.read_to_end(&mut rest)).await;
    assert_eq!(cut.expect_err("the connection is reset").kind(), std::io::ErrorKind::ConnectionReset);
}

#[tokio::test(start_paused = true)]
async fn unread_responses_pause_pipelined_requests() {
    const REQUESTS_BYTES_MAX: usize = 64 << 20;
    let served = TestServer::start(&config());
    for request in [get_request("/docs/"), b"HEAD /livez HTTP/1.1\r\nhost: a\r\n\r\n".to_vec()] {
        let stream = connect_with_small_buffer(&served).await;
        let requests = request.repeat(1000);
        let mut written = 0;
        // The paused clock advances once the runtime is idle: nothing more is read.
        while timeout(Duration::from_millis(500), stream.writable()).await.is_ok() {
            match stream.try_write(&requests) {
                Ok(bytes) => written += bytes,
                Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock),
            }
            assert!(written < REQUESTS_BYTES_MAX, "requests are read although responses are not");
            yield_now().await;
        }
    }
}

#[tokio::test]
async fn connection_limit_delays_public_but_not_admin_clients() {
    let mut config = config();
    config.http.connections_max = 2;
    let served = TestServer::start(&config);
    let mut taken = [served.connect().await, served.connect().await];
    for stream in &mut taken {
        stream.write_all(&get_request("/livez")).await.expect("the request is written");
        assert!(read_one(stream).await.ends_with("ok\n"));
    }
    let mut waiting = served.connect().await;
    waiting.write_all(&get_and_close("/livez")).await.expect("the kernel buffers the request");
    let operator = TcpStream::connect(served.admin).await.expect("the server listens");
    assert!(exchange(operator, &get_and_close("/livez")).await.ends_with("ok\n"));
    let early = waiting.try_read(&mut [0; 1]).expect_err("no response yet");
    assert_eq!(early.kind(), std::io::ErrorKind::WouldBlock);
    drop(taken);
    assert!(within_timeout(read_all(&mut waiting)).await.ends_with("ok\n"));
}

/// Open connections of one client, each of which was served.
async fn served_connections(served: &TestServer, number: usize) -> Vec<TcpStream> {
    let mut streams = Vec::new();
    for _ in 0..number {
        let mut stream = served.connect().await;
        stream.write_all(&get_request("/livez")).await.expect("the request is written");
        assert!(read_one(&mut stream).await.ends_with("ok\n"));
        streams.push(stream);
    }
    streams
}

#[tokio::test]
async fn connection_over_the_share_of_its_client_gets_429() {
    let mut config = config();
    config.http.connections_max = 4;
    let served = TestServer::start(&config);
    let taken = served_connections(&served, 3).await;
    let refused = served.exchange(&get_request("/livez")).await;
    assert!(refused.starts_with("HTTP/1.1 429 ") && refused.contains("retry-after: 1\r\n"), "{refused}");
    assert!(refused.contains("connection: close\r\n"), "{refused}");
    assert!(refused.contains("application/problem+json") && refused.contains("\"code\":\"share_exceeded\""));
    let metrics = metrics_text(&served.app);
    assert_metrics(&metrics, &["quadrille_connections_refused_total{reason=\"connections_share\"} 1"]);
    let operator = TcpStream::connect(served.admin).await.expect("the server listens");
    assert!(exchange(operator, &get_and_close("/livez")).await.ends_with("ok\n"));
    drop(taken);
    within_timeout(async {
        while !served.exchange(&get_and_close("/livez")).await.ends_with("ok\n") {
            yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn connection_shares_can_be_disabled_and_spare_trusted_proxies() {
    for (shares, trusted) in [(false, vec![]), (true, vec!["127.0.0.0/8".to_owned()])] {
        let mut config = config();
        config.http.connections_max = 4;
        config.clients.shares = shares;
        config.clients.trusted_proxies = trusted;
        let served = TestServer::start(&config);
        served_connections(&served, 4).await;
    }
}

#[tokio::test]
async fn unix_socket_file_gets_the_configured_mode() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for mode in [0o600, 0o666] {
        let path = folder.path().join(format!("{mode}.sock"));
        let _listener = Listener::unix(&path, Some(mode)).expect("a socket file");
        let file = std::fs::metadata(&path).expect("the file exists");
        assert_eq!(file.permissions().mode() & 0o777, mode);
    }
}

#[tokio::test]
async fn admin_listener_serves_health_and_version_only() {
    let served = TestServer::start(&config());
    for (path, status) in [("/livez", 200), ("/readyz", 200), ("/version", 200), ("/solve", 404), ("/", 404)]
    {
        let operator = TcpStream::connect(served.admin).await.expect("the server listens");
        let answer = exchange(operator, &get_and_close(path)).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{path}: {answer}");
    }
    assert!(served.exchange(&get_and_close("/metrics")).await.starts_with("HTTP/1.1 404 "));
}

#[tokio::test]
async fn half_closed_client_is_answered() {
    let served = TestServer::start(&config());
    for request in [post_request("/solve", "content-type: text/plain\r\n", b"12.."), get_request("/livez")] {
        let mut stream = served.connect().await;
        stream.write_all(&request).await.expect("the request is written");
        stream.shutdown().await.expect("the writing side closes");
        let answer = within_timeout(read_all(&mut stream)).await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    }
}

/// Count that only a cancellation ends.
fn hour_long_request() -> Vec<u8> {
    let path = format!("/count?limit=9007199254740991&time_ms={HOUR_MS}");
    let request = post_request(&path, "content-type: text/plain\r\n", &[b'.'; 81]);
    String::from_utf8(request).expect("text").replace("connection: close\r\n", "").into_bytes()
}

/// Input that a client may send after a request.
fn later_input() -> [Vec<u8>; 3] {
    [vec![], b"G".to_vec(), get_request("/livez").repeat(3)]
}

/// Sends `request`, waits until it holds the only permit, disconnects, and waits until the permit is free.
async fn disconnect_frees_the_permit<S: AsyncWrite + Unpin>(
    app: &App,
    mut stream: S,
    request: &[u8],
    disconnect: impl AsyncFnOnce(S) -> Option<S>,
) {
    stream.write_all(request).await.expect("the request is written");
    within_timeout(free_permits(app, 0)).await;
    let _half_open = disconnect(stream).await;
    within_timeout(free_permits(app, 1)).await;
}

#[tokio::test]
async fn disconnect_cancels_search() {
    let served = TestServer::start(&one_thread(0));
    for later in later_input() {
        let request = [hour_long_request(), later].concat();
        let stream = served.connect().await;
        disconnect_frees_the_permit(&served.app, stream, &request, async |_| None).await;
        let stream = served.connect().await;
        let reset = async |stream: TcpStream| {
            stream.set_zero_linger().expect("a socket");
            None
        };
        disconnect_frees_the_permit(&served.app, stream, &request, reset).await;
        let stream = served.connect().await;
        let half_close = async |mut stream: TcpStream| {
            stream.shutdown().await.expect("the writing side closes");
            Some(stream)
        };
        disconnect_frees_the_permit(&served.app, stream, &request, half_close).await;
    }
}

#[tokio::test]
async fn disconnect_of_unix_socket_cancels_search() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("quadrille.sock");
    let config = one_thread(0);
    let app = App::new(&config).expect("the app is built");
    let listeners = Listeners { public: Listener::unix(&path, None).expect("a socket file"), admin: None };
    let served = app.clone();
    tokio::spawn(async move { run(listeners, served, &config, std::future::pending()).await });
    for later in later_input() {
        let stream = UnixStream::connect(&path).await.expect("the server listens");
        let request = [hour_long_request(), later].concat();
        disconnect_frees_the_permit(&app, stream, &request, async |_| None).await;
    }
}

#[tokio::test]
async fn disconnect_behind_unread_batch_input_ends_the_batch() {
    let served = TestServer::start(&one_thread(0));
    let streams = served.app.dispatcher.free_streams();
    let path = format!("/count/batch?limit=9007199254740991&time_ms={HOUR_MS}");
    // The first entry does not end. More chunks than the service reads ahead, less than the kernel buffers.
    let lines = [[b'.'; 81].as_slice(), b"\n"].concat().repeat(2_000);
    let request = post_request(&path, "content-type: text/plain\r\n", &lines);
    let mut stream = served.connect().await;
    stream.write_all(&request).await.expect("the request is written");
    within_timeout(free_streams(&served.app, streams - 1)).await;
    drop(stream);
    within_timeout(free_streams(&served.app, streams)).await;
}

#[tokio::test]
async fn half_closed_client_gets_answers_to_pipelined_requests() {
    let served = TestServer::start(&config());
    let answers = served.exchange_half_closed(&get_request("/livez").repeat(3)).await;
    assert_eq!(answers.matches("HTTP/1.1 200 ").count(), 3, "{answers}");
    assert!(answers.ends_with("ok\n"), "{answers}");
}

#[tokio::test(start_paused = true)]
async fn pipelined_requests_pause_after_a_refusal() {
    const REQUESTS: u32 = 20;
    let mut config = config();
    (config.clients.requests_per_minute, config.clients.burst) = (1, 1);
    let served = TestServer::start(&config);
    let begun = Instant::now();
    let answers = served.exchange_half_closed(&get_request("/version").repeat(REQUESTS as usize)).await;
    assert_eq!(answers.matches("HTTP/1.1 429 ").count(), REQUESTS as usize - 1, "{answers}");
    // Each request but the first refused one and the one before waits for 10 ms.
    assert!(begun.elapsed() >= Duration::from_millis(10) * (REQUESTS - 2));
}

/// Returns an app with these routes only.
fn app_of(config: &Config, routes: impl IntoIterator<Item = (&'static str, MethodRouter)>) -> App {
    let app = App::new(config).expect("the app is built");
    let router =
        admin_router(&app.dispatcher, &app.jobs, app.metrics.clone(), HostSettings::default(), routes);
    App { router, ..app }
}

#[tokio::test]
async fn handler_sees_peer_address() {
    let config = config();
    let whence = get(async |ConnectInfo(peer): ConnectInfo<SocketAddr>| peer.to_string());
    let served = TestServer::start_app(&config, app_of(&config, [("/", whence)]));
    let stream = served.connect().await;
    let own = stream.local_addr().expect("connected").to_string();
    assert!(exchange(stream, &get_and_close("/")).await.ends_with(&own));
}

#[tokio::test]
async fn panic_in_response_body_closes_only_its_connection() {
    let mut config = config();
    config.http.connections_max = 2;
    let routes = [("/panics", get(panics)), ("/works", get(async || "still"))];
    let served = TestServer::start_app(&config, app_of(&config, routes));
    let mut other = served.connect().await;
    for _ in 0..5 {
        assert_eq!(served.exchange(&get_request("/panics")).await, "");
        other.write_all(&get_request("/works")).await.expect("the connection is open");
        assert!(read_one(&mut other).await.ends_with("still"));
    }
}

async fn panics() -> Body {
    Body::from_stream(stream::poll_fn(|_| -> Poll<Option<Result<Bytes, Infallible>>> { panic!("a bug") }))
}

#[tokio::test]
async fn stale_socket_file_is_replaced_and_removed_at_shutdown() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("quadrille.sock");
    // As left by a killed process.
    drop(std::os::unix::net::UnixListener::bind(&path).expect("the socket file is created"));
    let public = Listener::unix(&path, None).expect("the stale file is replaced");
    let taken = Listener::unix(&path, None).expect_err("another listener is active");
    assert_eq!(taken.kind(), std::io::ErrorKind::AddrInUse);
    assert_eq!(public.url(), format!("unix:{}", path.display()));
    let config = config();
    let app = App::new(&config).expect("the app is built");
    let (stop, stopped) = oneshot::channel();
    let running = tokio::spawn(async move {
        let signal = async { stopped.await.expect("the sender is alive") };
        run(Listeners { public, admin: None }, app, &config, signal).await;
    });
    let stream = UnixStream::connect(&path).await.expect("the server listens");
    assert!(exchange(stream, &get_and_close("/livez")).await.ends_with("ok\n"));
    stop.send(StopSignal::Interrupt).expect("the service runs");
    within_timeout(running).await.expect("the task does not panic");
    assert!(!path.exists());
    std::fs::write(&path, "precious").expect("a file");
    Listener::unix(&path, None).expect_err("only sockets are replaced");
    assert_eq!(std::fs::read_to_string(&path).expect("the file exists"), "precious");
}
