//! Spans of the program reach a collector.
#![cfg(feature = "otlp")]
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Bound on a test that hangs. No test depends on it.
const TEST_TIMEOUT: Duration = Duration::from_secs(300);

const TRACE_ID: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Running program. Dropping it kills the process.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn quadrille(endpoint: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.env_clear().env("QUADRILLE__TELEMETRY__OTLP_ENDPOINT", endpoint);
    command.args(["--listen", "127.0.0.1:0"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Answers one request of the exporter and returns its head and body.
fn received(collector: &TcpListener) -> (String, Vec<u8>) {
    let (stream, _) = collector.accept().expect("the exporter connects");
    stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("a timeout");
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head).expect("the head arrives") > 0, "{head}");
    }
    let length =
        head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.expect("a length")];
    reader.read_exact(&mut body).expect("the body arrives");
    let answer = "HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\n\r\n";
    reader.get_mut().write_all(answer.as_bytes()).expect("the request is written");
    (head, body)
}

#[test]
fn span_continues_trace_of_client() {
    let collector = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let endpoint = format!("http://{}/", collector.local_addr().expect("bound"));
    let mut program = Program(quadrille(&endpoint).spawn().expect("it starts"));
    let mut log = BufReader::new(program.0.stdout.take().expect("the output is piped")).lines();
    let listening = log.find_map(|line| {
        let line = line.expect("the log can be read");
        let (_, rest) = line.split_once("listening on http://")?;
        Some(rest.split(' ').next().expect("an address").to_owned())
    });
    let mut stream = TcpStream::connect(listening.expect("the server listens")).expect("the server listens");
    stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("a timeout");
    let request = format!(
        "POST /count HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: text/plain\r\n\
         content-length: 4\r\ntraceparent: 00-{TRACE_ID}-00f067aa0ba902b7-01\r\ntracestate: vendor=value\r\n\r\n12.."
    );
    stream.write_all(request.as_bytes()).expect("the request is written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer arrives");
    let own = answer.lines().find_map(|line| line.strip_prefix(&format!("traceparent: 00-{TRACE_ID}-")));
    let own = own.unwrap_or_else(|| panic!("{answer}")).split('-').next().expect("an id");

    // Spans are flushed at the end of the program.
    let pid = program.0.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &pid]).status().expect("`kill` is installed").success());
    let (head, body) = received(&collector);
    assert!(head.starts_with("POST /v1/traces "), "{head}");
    assert!(contains(&body, &bytes(TRACE_ID)), "the trace");
    assert!(contains(&body, &bytes(own)), "the span that the response named");
    assert!(contains(&body, &bytes("00f067aa0ba902b7")), "its parent");
    for text in ["quadrille", "POST /count", "vendor=value", "unique", "http.response.status_code"] {
        assert!(contains(&body, text.as_bytes()), "{text}");
    }
    assert!(!contains(&body, b"12.."), "no puzzle");
    assert!(program.0.wait().expect("the process ends").success());
}

#[test]
fn invalid_endpoint_stops_start() {
    for endpoint in
        ["localhost", "localhost:4318", "https://localhost:4318", "http://localhost/?a=b", "http://", "::"]
    {
        let output = quadrille(endpoint).output().expect("the program starts");
        assert!(!output.status.success());
        let message = String::from_utf8(output.stderr).expect("text");
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
