//! The service under test on real sockets, and the bytes that go over them.

use std::net::SocketAddr;
use std::time::Duration;

use quadrille::config::Config;
use quadrille::server::{App, Listeners, run};
use quadrille::shutdown::StopSignal;
use quadrille::transport::Listener;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// No test waits longer than this; it is far more than any of them needs.
const PATIENCE: Duration = Duration::from_secs(20);

/// A service on real sockets, until its end is asked for and has come.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    pub(crate) admin: SocketAddr,
    pub(crate) app: App,
    stop: Option<oneshot::Sender<StopSignal>>,
    running: JoinHandle<()>,
}

impl Served {
    pub(crate) fn start(config: &Config) -> Self {
        Self::start_app(config, App::new(config).expect("composed"))
    }

    pub(crate) fn start_app(config: &Config, app: App) -> Self {
        let (public, address) = tcp();
        let (admin, admin_address) = tcp();
        let (stop, stopped) = oneshot::channel();
        let (config, served) = (config.clone(), app.clone());
        let running = tokio::spawn(async move {
            // Where the test does not stop the service, it serves as long as the test lasts.
            let asked = async { stopped.await.unwrap_or(StopSignal::Interrupt) };
            run(Listeners { public, admin: Some(admin) }, served, &config, asked).await;
        });
        Self { address, admin: admin_address, app, stop: Some(stop), running }
    }

    /// Asks the service to stop.
    pub(crate) fn stop(&mut self, signal: StopSignal) {
        self.stop.take().expect("it is asked once").send(signal).expect("it runs");
    }

    /// Completes when the service has stopped.
    pub(crate) async fn ended(&mut self) {
        (&mut self.running).await.expect("it does not panic");
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.expect("it listens")
    }

    /// Writes a whole request, then reads until the server closes.
    pub(crate) async fn exchange(&self, request: &[u8]) -> String {
        exchange(self.connect().await, request).await
    }
}

fn tcp() -> (Listener, SocketAddr) {
    let listener = Listener::tcp(([127, 0, 0, 1], 0).into()).expect("a free port");
    let url = listener.url();
    let address = url.trim_start_matches("http://").parse().expect("an address");
    (listener, address)
}

/// Writes a whole request, then reads until the server closes.
pub(crate) async fn exchange(mut stream: impl AsyncRead + AsyncWrite + Unpin, request: &[u8]) -> String {
    in_time(async {
        stream.write_all(request).await.expect("everything can be written");
        read_all(&mut stream).await
    })
    .await
}

pub(crate) async fn read_all(stream: &mut (impl AsyncRead + Unpin)) -> String {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("the answer is not reset away");
    String::from_utf8(answer).expect("text")
}

/// Reads a response with a body of known length, after which the connection goes on.
pub(crate) async fn read_one(stream: &mut TcpStream) -> String {
    in_time(async {
        let mut answer = String::new();
        loop {
            let mut bytes = [0; 4096];
            let read = stream.read(&mut bytes).await.expect("an answer arrives");
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

pub(crate) async fn in_time<T>(future: impl Future<Output = T>) -> T {
    timeout(PATIENCE, future).await.expect("in time")
}

pub(crate) fn post(path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// A request after which the connection can go on.
pub(crate) fn ask(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").into_bytes()
}

/// A count that ends with its limits only, the last request of its connection.
pub(crate) fn endless() -> Vec<u8> {
    let path = "/count?limit=9007199254740991&time_ms=30000";
    post(path, "content-type: text/plain\r\n", &[b'.'; 81])
}

/// A request after which the connection is closed.
pub(crate) fn ask_last(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").into_bytes()
}
