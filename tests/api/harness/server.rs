//! The service on real sockets, and raw HTTP requests for it.

use std::net::SocketAddr;

use quadrille::config::Config;
use quadrille::server::{App, Listeners, run};
use quadrille::shutdown::StopSignal;
use quadrille::transport::Listener;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::within_timeout;

/// Running service on loopback sockets.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) admin: SocketAddr,
    pub(crate) app: App,
    stop: Option<oneshot::Sender<StopSignal>>,
    running: JoinHandle<()>,
}

impl TestServer {
    pub(crate) fn start(config: &Config) -> Self {
        Self::start_app(config, App::new(config).expect("composed"))
    }

    pub(crate) fn start_app(config: &Config, app: App) -> Self {
        let (admin, address) = tcp();
        Self::listen(config, app, Some(admin), address)
    }

    /// Without an admin listener, whose thread has a clock of its own: for tests that pause the time.
    pub(crate) fn start_without_admin(config: &Config) -> Self {
        let nowhere = ([127, 0, 0, 1], 0).into();
        Self::listen(config, App::new(config).expect("composed"), None, nowhere)
    }

    fn listen(config: &Config, app: App, admin: Option<Listener>, admin_address: SocketAddr) -> Self {
        let (public, address) = tcp();
        let (stop, stopped) = oneshot::channel();
        let (config, served) = (config.clone(), app.clone());
        let running = tokio::spawn(async move {
            // The sender is dropped at the end of the test.
            let stop_signal = async { stopped.await.unwrap_or(StopSignal::Interrupt) };
            run(Listeners { public, admin }, served, &config, stop_signal).await;
        });
        Self { address, admin: admin_address, app, stop: Some(stop), running }
    }

    /// Sends a stop signal.
    pub(crate) fn stop(&mut self, signal: StopSignal) {
        self.stop.take().expect("`stop` is called once").send(signal).expect("the service runs");
    }

    /// Waits until the service has stopped.
    pub(crate) async fn ended(&mut self) {
        (&mut self.running).await.expect("the service does not panic");
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.expect("the server listens")
    }

    /// Sends a request and reads until the server closes the connection.
    pub(crate) async fn exchange(&self, request: &[u8]) -> String {
        exchange(self.connect().await, request).await
    }

    /// Sends a request, closes the writing side, and reads until the server closes the connection.
    pub(crate) async fn exchange_half_closed(&self, request: &[u8]) -> String {
        let mut stream = self.connect().await;
        within_timeout(async {
            stream.write_all(request).await.expect("the request is written");
            stream.shutdown().await.expect("the writing side closes");
            read_all(&mut stream).await
        })
        .await
    }
}

fn tcp() -> (Listener, SocketAddr) {
    let listener = Listener::tcp(([127, 0, 0, 1], 0).into()).expect("a free port");
    let url = listener.url();
    let address = url.trim_start_matches("http://").parse().expect("an address");
    (listener, address)
}

/// Sends a request and reads until the server closes the connection.
pub(crate) async fn exchange(mut stream: impl AsyncRead + AsyncWrite + Unpin, request: &[u8]) -> String {
    within_timeout(async {
        stream.write_all(request).await.expect("the request is written");
        read_all(&mut stream).await
    })
    .await
}

/// Reads until the server closes the connection.
pub(crate) async fn read_all(stream: &mut (impl AsyncRead + Unpin)) -> String {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("the connection is not reset");
    String::from_utf8(answer).expect("text")
}

/// Reads one response with a `content-length`. The connection stays open.
pub(crate) async fn read_one(stream: &mut TcpStream) -> String {
    within_timeout(async {
        let mut answer = String::new();
        loop {
            let mut bytes = [0; 4096];
            let read = stream.read(&mut bytes).await.expect("a response arrives");
            assert_ne!(read, 0, "the connection was closed: {answer}");
            answer += std::str::from_utf8(&bytes[..read]).expect("text");
            let Some((head, body)) = answer.split_once("\r\n\r\n") else { continue };
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if length.is_none_or(|length| length == body.len().to_string()) {
                return answer;
            }
        }
    })
    .await
}

/// POST request that closes the connection.
pub(crate) fn post_request(path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// GET request on a persistent connection.
pub(crate) fn get_request(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").into_bytes()
}

/// Count that only its limits or a cancellation can end. Closes the connection.
pub(crate) fn endless_request() -> Vec<u8> {
    let path = "/count?limit=9007199254740991&time_ms=30000";
    post_request(path, "content-type: text/plain\r\n", &[b'.'; 81])
}

/// GET request that closes the connection.
pub(crate) fn get_and_close(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").into_bytes()
}
