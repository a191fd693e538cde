//! Span export of the program to a collector.
#![cfg(feature = "otlp")]
#![expect(clippy::expect_used, reason = "tests fail by panicking")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Bound on each wait, far above what a test needs.
const TIMEOUT: Duration = Duration::from_secs(30);

const TRACE_ID: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Child process, killed on drop.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        // Fails if the process has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn quadrille(endpoint: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.env_clear().env("QUADRILLE__TELEMETRY__OTLP_ENDPOINT", endpoint);
    // Not the jobs of a service that was started in this folder.
    command.args(["--listen", "127.0.0.1:0"]).env("QUADRILLE__JOBS__DATABASE", "off");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Accepts one request of the exporter. Returns its head and body.
fn receive(collector: &TcpListener) -> (String, Vec<u8>) {
    let (stream, _) = collector.accept().expect("a connection of the exporter");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head).expect("a request head") > 0, "{head}");
    }
    let length =
        head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.expect("a content length")];
    reader.read_exact(&mut body).expect("a request body");
    let response = "HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\n\r\n";
    reader.get_mut().write_all(response.as_bytes()).expect("a complete write");
    (head, body)
}

#[test]
fn span_is_exported_in_client_trace() {
    let collector = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let endpoint = format!("http://{}/", collector.local_addr().expect("a bound socket"));
    let mut program = Program(quadrille(&endpoint).spawn().expect("the program starts"));
    let mut log = BufReader::new(program.0.stdout.take().expect("a piped stdout")).lines();
    let listening = log.find_map(|line| {
        let line = line.expect("a readable log");
        let (_, rest) = line.split_once("listening on http://")?;
        Some(rest.split(' ').next().expect("an address").to_owned())
    });
    let mut stream = TcpStream::connect(listening.expect("a listening address")).expect("a connection");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    let request = format!(
        "POST /count HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: text/plain\r\n\
         content-length: 4\r\ntraceparent: 00-{TRACE_ID}-00f067aa0ba902b7-01\r\ntracestate: vendor=value\r\n\r\n12.."
    );
    stream.write_all(request.as_bytes()).expect("a complete write");
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("a response");
    let own = response.lines().find_map(|line| line.strip_prefix(&format!("traceparent: 00-{TRACE_ID}-")));
    let own = own.unwrap_or_else(|| panic!("{response}")).split('-').next().expect("an id");

    // Shutdown flushes the last spans.
    let pid = program.0.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &pid]).status().expect("kill runs").success());
    let (head, body) = receive(&collector);
    assert!(head.starts_with("POST /v1/traces "), "{head}");
    assert!(contains(&body, &bytes(TRACE_ID)), "trace id");
    assert!(contains(&body, &bytes(own)), "span of the response header");
    assert!(contains(&body, &bytes("00f067aa0ba902b7")), "parent span");
    for text in ["quadrille", "POST /count", "vendor=value", "unique", "http.response.status_code"] {
        assert!(contains(&body, text.as_bytes()), "{text}");
    }
    assert!(!contains(&body, b"12.."), "puzzle text must not be exported");
    assert!(program.0.wait().expect("an exit status").success());
}

#[test]
fn invalid_endpoint_prevents_start() {
    for endpoint in
        ["localhost", "localhost:4318", "https://localhost:4318", "http://localhost/?a=b", "http://", "::"]
    {
        let output = quadrille(endpoint).output().expect("the program starts");
        assert!(!output.status.success());
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(message.contains("telemetry.otlp_endpoint") && message.contains(endpoint), "{message}");
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
    pairs.collect::<Result<_, _>>().expect("hexadecimal digits")
}

fn contains(body: &[u8], part: &[u8]) -> bool {
    body.windows(part.len()).any(|window| window == part)
}
