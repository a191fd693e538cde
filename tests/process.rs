//! The program as a process: start, responses, drain, invalid settings. With signals of Unix.
#![cfg(unix)]
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use quadrille::auth::fingerprint;

/// Bound on a test that hangs. No test depends on it.
const TEST_TIMEOUT: Duration = Duration::from_secs(300);

const THREADS: &str = "QUADRILLE__SOLVER__THREADS";
const PRE_DRAIN_MS: &str = "QUADRILLE__SHUTDOWN__PRE_DRAIN_MS";
const DRAIN_MS: &str = "QUADRILLE__SHUTDOWN__DRAIN_MS";
const TIME_MS_MAX: &str = "QUADRILLE__SOLVER__TIME_MS_MAX";
const QUEUE_WAIT_MS_MAX: &str = "QUADRILLE__SOLVER__QUEUE_WAIT_MS_MAX";
const BODY_READ_MS: &str = "QUADRILLE__HTTP__BODY_READ_TIMEOUT_MS";
const LOG_FILTER: &str = "QUADRILLE__LOG__FILTER";

/// The program, without a pre-drain delay.
fn quadrille() -> Command {
    set_up(Command::new(env!("CARGO_BIN_EXE_quadrille")))
}

fn set_up(mut command: Command) -> Command {
    command
        .env_clear()
        .env(PRE_DRAIN_MS, "0")
        .env(TIME_MS_MAX, "3600000")
        .env(QUEUE_WAIT_MS_MAX, "3600000")
        // Not the jobs of a service that was started in this folder.
        .env("QUADRILLE__JOBS__DATABASE", "off")
        // A test that polls would fill the pipe of the log, and the service would wait for its reader.
        .env(LOG_FILTER, "info,quadrille::http=warn")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The program with a limit of `count` file descriptors.
fn quadrille_with_descriptors(count: usize) -> Command {
    let mut command = Command::new("sh");
    let script = format!("ulimit -n {count} && exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_quadrille")]);
    set_up(command)
}

/// Running program. Dropping it kills the process.
struct Service {
    child: Child,
    address: SocketAddr,
    admin: SocketAddr,
    log: BufReader<ChildStdout>,
    logged: String,
}

impl Service {
    fn start(command: &mut Command) -> Self {
        let addresses = ["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"];
        let mut child = command.args(addresses).spawn().expect("the program starts");
        let mut log = BufReader::new(child.stdout.take().expect("the output is piped"));
        let mut logged = String::new();
        let address = logged_address("listening on http://", &mut log, &mut logged);
        let admin = logged_address("admin listening on http://", &mut log, &mut logged);
        Self { child, address, admin, log, logged }
    }

    /// Starts a worker, which has an admin listener alone.
    fn start_worker(command: &mut Command) -> Self {
        let mut child =
            command.args(["work", "--admin-listen", "127.0.0.1:0"]).spawn().expect("the program starts");
        let mut log = BufReader::new(child.stdout.take().expect("the output is piped"));
        let mut logged = String::new();
        let admin = logged_address("admin listening on http://", &mut log, &mut logged);
        Self { child, address: admin, admin, log, logged }
    }

    fn connect(&self) -> TcpStream {
        connect(self.address)
    }

    /// Sends a request without reading the response.
    fn send(&self, method: &str, path: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        let head = format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
        let entity = format!("content-type: text/plain\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        stream.write_all((head + &entity).as_bytes()).expect("the request is written");
        stream
    }

    fn request(&self, method: &str, path: &str, body: &str) -> String {
        answer(self.send(method, path, body))
    }

    /// Creates a job. Returns the response.
    fn create_job(&self, body: &str) -> String {
        let mut stream = self.connect();
        let length = body.len();
        let request = format!(
            "POST /jobs HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("the request is written");
        answer(stream)
    }

    /// Sends a GET request to the admin listener.
    fn admin_get(&self, path: &str) -> String {
        let mut stream = connect(self.admin);
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("the request is written");
        answer(stream)
    }

    /// Starts a count that only its time limit or the shutdown can end, and waits until it is searched.
    fn occupy(&self) -> TcpStream {
        let path = "/count?limit=9007199254740991&time_ms=3600000";
        let endless = self.send("POST", path, &".".repeat(81));
        while !self.admin_get("/metrics").lines().any(|line| line == "quadrille_slow_queue_searches 1") {}
        endless
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let status = Command::new("kill").args(["-s", name, &pid]).status().expect("`kill` is installed");
        assert!(status.success());
    }

    /// Reads the log up to the line with `words`.
    fn read_log_to(&mut self, words: &str) {
        let start = self.logged.len();
        while !self.logged[start..].contains(words) {
            let read = self.log.read_line(&mut self.logged).expect("the log is readable");
            assert!(read > 0, "the program ended: {}", self.logged);
        }
    }

    /// Waits for the end. Returns the exit code and the whole log.
    fn wait(mut self) -> (Option<i32>, String) {
        let mut logged = std::mem::take(&mut self.logged);
        // The log ends with the process.
        self.log.read_to_string(&mut logged).expect("the log is readable");
        let status = self.child.wait().expect("the process ends");
        (status.code(), logged)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads the log up to `words` and returns the address that follows them.
fn logged_address(words: &str, log: &mut impl BufRead, logged: &mut String) -> SocketAddr {
    loop {
        let start = logged.len();
        let read = log.read_line(logged).expect("the log is readable");
        assert!(read > 0, "the program ended: {logged}");
        if let Some((_, rest)) = logged[start..].split_once(words) {
            let end = rest.find(|c: char| !(c.is_ascii_digit() || ".:".contains(c))).unwrap_or(rest.len());
            return rest[..end].parse().expect("an address");
        }
    }
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(TEST_TIMEOUT)).expect("the timeout is set");
    stream
}

/// Reads until the server closes the connection.
fn answer(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("a response arrives");
    answer
}

fn failed(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    assert!(output.stdout.is_empty(), "nothing was opened or served: {output:?}");
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Starts the service with standard output in a pipe whose reader is returned.
fn start_with_log_pipe() -> (Child, SocketAddr, SocketAddr, BufReader<io::PipeReader>) {
    let (reader, writer) = io::pipe().expect("a pipe");
    let errors = writer.try_clone().expect("a second writer");
    let mut command = quadrille();
    // A line for each request.
    command.env(LOG_FILTER, "info").stdout(writer).stderr(errors);
    let child = command
        .args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"])
        .spawn()
        .expect("the program starts");
    // The writers of this process.
    drop(command);
    let (mut log, mut logged) = (BufReader::new(reader), String::new());
    let address = logged_address("listening on http://", &mut log, &mut logged);
    let admin = logged_address("admin listening on http://", &mut log, &mut logged);
    (child, address, admin, log)
}

/// Sends requests on one connection, and reads the answers.
fn ask(address: SocketAddr, path: &str, times: usize) -> String {
    let mut stream = connect(address);
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").repeat(times - 1);
    let last = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    let mut sender = stream.try_clone().expect("a second handle");
    let mut answers = String::new();
    thread::scope(|scope| {
        scope
            .spawn(move || sender.write_all((request + &last).as_bytes()).expect("the requests are written"));
        stream.read_to_string(&mut answers).expect("all answers");
    });
    answers
}

#[test]
fn log_that_nobody_reads_stops_nothing() {
    let (mut child, address, admin, mut log) = start_with_log_pipe();
    // More lines than the pipe and the queue hold.
    let answers = ask(address, "/nope", 20_000);
    assert_eq!(answers.matches("HTTP/1.1 404").count(), 20_000);
    assert!(ask(admin, "/livez", 1).starts_with("HTTP/1.1 200"));
    let metrics = ask(admin, "/metrics", 1);
    let lost = metrics.lines().find_map(|line| line.strip_prefix("quadrille_log_lines_lost_total "));
    assert!(lost.is_some_and(|lost| lost != "0"), "{metrics}");
    // The log goes on when it is read, and says what is missing.
    let mut line = String::new();
    while !line.contains("log lines were lost") {
        line.clear();
        assert!(log.read_line(&mut line).expect("the log is readable") > 0, "the program ended");
    }
    // Stuck again, the program still obeys.
    ask(address, "/nope", 20_000);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &pid]).status().expect("`kill` is installed").success());
    assert!(child.wait().expect("the process ends").success());
}

#[test]
fn log_whose_reader_has_gone_stops_nothing() {
    let (mut child, address, admin, log) = start_with_log_pipe();
    drop(log);
    assert_eq!(ask(address, "/nope", 100).matches("HTTP/1.1 404").count(), 100);
    assert!(
        ask(admin, "/metrics", 1).lines().any(|line| line.starts_with("quadrille_log_lines_lost_total "))
    );
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &pid]).status().expect("`kill` is installed").success());
    assert!(child.wait().expect("the process ends").success());
}

#[test]
fn settings_that_do_nothing_and_refused_origins_are_logged() {
    let mut command = quadrille();
    command.env("QUADRILLE_SOLVER_THREADS", "2").env("QUADRILLE__HTTP__HOSTS", "a.example,sudoku.example");
    let service = Service::start(&mut command);
    let call = |origin: &str| {
        let mut stream = service.connect();
        let head = format!(
            "GET /version HTTP/1.1\r\nhost: sudoku.example\r\nconnection: close\r\norigin: {origin}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("the request is written");
        answer(stream)
    };
    for origin in ["https://a.example", "https://a.example", "https://sudoku.example"] {
        assert!(call(origin).starts_with("HTTP/1.1 200"));
    }
    service.signal("TERM");
    let (_, log) = service.wait();
    assert!(
        log.contains("QUADRILLE_SOLVER_THREADS is ignored: did you mean QUADRILLE__SOLVER__THREADS?"),
        "{log}"
    );
    let refused: Vec<&str> = log.lines().filter(|line| line.contains("server.cors_origins")).collect();
    assert!(matches!(refused[..], [line] if line.contains("origin=\"https://a.example\"")), "{log}");
}

#[test]
fn sigterm_stops_program_with_success() {
    let service = Service::start(&mut quadrille());
    assert!(service.request("GET", "/livez", "").ends_with("\r\n\r\nok\n"));
    let answer = service.request("POST", "/count", "12..");
    assert!(answer.contains("\"verdict\":\"unique\""), "{answer}");
    service.signal("TERM");
    let (code, log) = service.wait();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("SIGTERM") && log.contains("stopped"), "{log}");
}

#[test]
fn drain_timeout_returns_partial_answer() {
    for signal in ["TERM", "INT"] {
        let service = Service::start(quadrille().env(THREADS, "1").env(DRAIN_MS, "50"));
        let endless = service.occupy();
        service.signal(signal);
        let answer = answer(endless);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        assert!(answer.contains("\"stopped_by\":\"shutdown\""), "{answer}");
        let (code, log) = service.wait();
        assert_eq!(code, Some(0), "{log}");
    }
}

#[test]
fn second_signal_stops_program_at_once() {
    let service = Service::start(quadrille().env(THREADS, "1").env(DRAIN_MS, "600000"));
    let endless = service.occupy();
    service.signal("TERM");
    // A closed listener proves that the first signal has been handled.
    while TcpStream::connect(service.address).is_ok() {}
    service.signal("TERM");
    let (code, log) = service.wait();
    assert_eq!(code, Some(0), "{log}");
    drop(endless);
}

#[test]
fn pre_drain_serves_requests_until_second_signal() {
    let service = Service::start(quadrille().env(PRE_DRAIN_MS, "600000"));
    let get = |path: &str| service.request("GET", path, "");
    service.signal("TERM");
    while get("/readyz").starts_with("HTTP/1.1 200 ") {}
    assert!(get("/readyz").starts_with("HTTP/1.1 503 "));
    assert!(get("/livez").ends_with("ok\n"));
    assert!(service.request("POST", "/count", "12..").contains("\"verdict\":\"unique\""));
    service.signal("TERM");
    let (code, log) = service.wait();
    assert_eq!(code, Some(0), "{log}");
}

#[test]
fn sigint_skips_pre_drain() {
    let service = Service::start(quadrille().env(PRE_DRAIN_MS, "600000"));
    service.signal("INT");
    let (code, log) = service.wait();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("SIGINT"), "{log}");
}

/// `tests/api/shutdown.rs` proves the bound on a paused clock. Here only the drain can end the process.
#[test]
fn drain_timeout_ends_running_search_and_unfinished_request() {
    let settings = [(DRAIN_MS, "300"), (THREADS, "1"), (BODY_READ_MS, "600000")];
    let service = Service::start(quadrille().envs(settings));
    let endless = service.occupy();
    let mut half = service.connect();
    half.write_all(
        b"POST /solve HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\n1",
    )
    .expect("the request is written");
    service.signal("TERM");
    let (code, log) = service.wait();
    assert_eq!(code, Some(0), "{log}");
    assert!(answer(endless).contains("\"stopped_by\":\"shutdown\""));
}

#[test]
fn few_descriptors_reduce_connections_and_keep_admin_listener() {
    // 8 of the 136 descriptors remain for public connections.
    let service = Service::start(&mut quadrille_with_descriptors(136));
    let taken: Vec<TcpStream> = (0..100).map(|_| service.connect()).collect();
    assert!(service.admin_get("/livez").ends_with("ok\n"));
    drop(taken);
    assert!(service.request("GET", "/livez", "").ends_with("ok\n"));
    service.signal("TERM");
    let (code, log) = service.wait();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("http.connections_max"), "{log}");
    assert!(!log.contains("cannot be accepted"), "it was never short of descriptors: {log}");
}

#[test]
fn unix_socket_serves_and_passes_healthcheck() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("quadrille.sock");
    let listen = format!("unix:{}", path.display());
    let mut child = quadrille().args(["--listen", &listen]).spawn().expect("the program starts");
    let mut log = BufReader::new(child.stdout.take().expect("the output is piped"));
    let mut logged = String::new();
    while !logged.contains(&format!("listening on {listen}")) {
        assert!(log.read_line(&mut logged).expect("the log is readable") > 0, "{logged}");
    }
    let output = quadrille().args(["healthcheck", &listen]).output().expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &pid]).status().expect("`kill` is installed").success());
    assert!(child.wait().expect("the process ends").success());
    assert!(!path.exists());
}

#[test]
fn request_log_lines_have_id_and_no_puzzle() {
    for format in ["text", "json"] {
        let service = Service::start(quadrille().env(LOG_FILTER, "info").args(["--log-format", format]));
        let mut stream = service.connect();
        let request = "POST /solve?limit=2 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx-request-id: the-id\r\n\
                       content-type: text/plain\r\ncontent-length: 16\r\n\r\n1234341221434...";
        stream.write_all(request.as_bytes()).expect("the request is written");
        assert!(answer(stream).contains("x-request-id: the-id"));
        service.signal("TERM");
        let (_, log) = service.wait();
        let begin =
            log.lines().position(|line| line.contains("admin listening")).expect("the event is logged") + 1;
        let end =
            log.lines().position(|line| line.contains("stop signal received")).expect("the event is logged");
        let lines: Vec<&str> = log.lines().take(end).skip(begin).collect();
        assert!(!lines.is_empty(), "{log}");
        for line in lines {
            assert!(line.contains("the-id"), "{line}");
            assert!(!line.contains("1234341221434"), "{line}");
            assert!(line.contains("200") && line.contains("/solve"), "{line}");
            assert!(format == "text" || serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn long_batch_uses_less_than_64_mebibytes() {
    const PUZZLES: usize = 200_000;
    let service = Service::start(quadrille().env(THREADS, "2"));
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let head = "POST /count/batch HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept: text/plain\r\n";
    let entity = format!("content-type: text/plain\r\ncontent-length: {}\r\n\r\n", PUZZLES * line.len());
    let stream = service.connect();
    let mut writer = stream.try_clone().expect("two ends");
    let body = line.repeat(1_000);
    let answer = thread::scope(|scope| {
        scope.spawn(move || {
            writer.write_all((head.to_owned() + &entity).as_bytes()).expect("the head is written");
            for _ in 0..PUZZLES / 1_000 {
                writer.write_all(body.as_bytes()).expect("the service reads the body");
            }
        });
        answer(stream)
    });
    assert_eq!(answer.matches("unique 1\n").count(), PUZZLES);
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", service.child.id())).expect("the service runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("peak memory is reported");
    let kibibytes: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(kibibytes < 64 << 10, "{kibibytes} KiB");
}

#[test]
fn invalid_setting_stops_start_with_its_key() {
    for (variable, value, key) in [
        ("QUADRILLE__SOLVER__THREADS", "many", "solver.threads"),
        ("QUADRILLE__SOLVER__THREADS", "-1", "solver.threads"),
        ("QUADRILLE__SOLVER__THRAEDS", "1", "solver.thraeds"),
        ("QUADRILLE__HTTP__BODY_BYTES_MAX", "1", "http.body_bytes_max"),
        ("QUADRILLE__HTTP__HEADER_READ_TIMEOUT_MS", "0", "http.header_read_timeout_ms"),
        ("QUADRILLE__HTTP__CONNECTIONS_MAX", "1.5", "http.connections_max"),
        (LOG_FILTER, "quadrille=loud", "log.filter"),
        (LOG_FILTER, "inof", "log.filter"),
        ("QUADRILLE__LOG__FORMAT", "xml", "log.format"),
        ("QUADRILLE__TELEMETRY__OTLP_ENDPOINT", "nowhere", "telemetry.otlp_endpoint"),
        ("QUADRILLE__SERVER__CORS_ORIGINS", "example.org", "server.cors_origins"),
    ] {
        for command in ["serve", "config"] {
            let output = quadrille().arg(command).env(variable, value).output().expect("the program starts");
            let message = failed(&output);
            assert!(message.contains(key), "{command}, {key}: {message}");
        }
    }
    for (flag, key) in [("--listen", "server.listen"), ("--admin-listen", "admin.listen")] {
        let output = quadrille().args([flag, "nowhere"]).output().expect("the program starts");
        assert!(failed(&output).contains(key));
    }
    let output = quadrille().args(["--config", "/nowhere/at.toml"]).output().expect("the program starts");
    assert!(failed(&output).contains("/nowhere/at.toml"));
}

#[test]
fn sighup_reloads_keys_and_invalid_settings_change_nothing() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let file = folder.path().join("settings.toml");
    let write = |keys: &[&str]| {
        let keys: Vec<_> = keys.iter().map(|key| format!("app:{}", fingerprint(key))).collect();
        std::fs::write(&file, format!("[clients]\napi_keys = {keys:?}\n")).expect("the file is written");
    };
    write(&["one"]);
    let mut service = Service::start(quadrille().arg("--config").arg(&file));
    let statuses = |service: &Service| {
        ["one", "two"].map(|key| {
            let path = "/solve?puzzle=1...";
            let mut stream = service.connect();
            let request =
                format!("GET {path} HTTP/1.1\r\nhost: a\r\nx-api-key: {key}\r\nconnection: close\r\n\r\n");
            stream.write_all(request.as_bytes()).expect("the request is written");
            answer(stream).split(' ').nth(1).expect("a status").to_owned()
        })
    };
    assert_eq!(statuses(&service), ["200", "401"]);
    write(&["two"]);
    service.signal("HUP");
    service.read_log_to("clients reloaded");
    assert_eq!(statuses(&service), ["401", "200"]);
    write(&["one", "one"]);
    service.signal("HUP");
    service.read_log_to("reload failed");
    assert!(service.logged.contains("entries 1 and 2 have the same hash"), "{}", service.logged);
    assert_eq!(statuses(&service), ["401", "200"]);
    service.signal("TERM");
    assert_eq!(service.wait().0, Some(0));
}

/// The program with jobs in a folder.
fn with_jobs_in(folder: &Path) -> Command {
    let mut command = quadrille();
    set_jobs_in(&mut command, folder);
    command
}

fn set_jobs_in(command: &mut Command, folder: &Path) {
    command
        .env("QUADRILLE__JOBS__DATABASE", format!("sqlite:{}/jobs.db", folder.display()))
        .env("QUADRILLE__JOBS__STORE", format!("file:{}/objects", folder.display()));
}

/// Permissions of a file or folder, and of all in it.
fn permissions(path: &Path) -> Vec<(PathBuf, u32)> {
    // A file may be removed meanwhile.
    let Ok(metadata) = path.metadata() else { return Vec::new() };
    let mut found = vec![(path.to_owned(), metadata.permissions().mode() & 0o777)];
    if metadata.is_dir() {
        let entries = path.read_dir().into_iter().flatten().flatten();
        found.extend(entries.flat_map(|entry| permissions(&entry.path())));
    }
    found
}

#[test]
fn files_of_jobs_are_private_whatever_the_umask() {
    for umask in ["000", "022", "777"] {
        let folder = tempfile::tempdir().expect("temporary directory");
        let mut command = Command::new("sh");
        let script = format!("umask {umask} && exec \"$0\" \"$@\"");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_quadrille")]);
        let mut command = set_up(command);
        set_jobs_in(&mut command, folder.path());
        let service = Service::start(&mut command);
        let created = service.request("POST", "/uploads", "................\n");
        assert!(created.starts_with("HTTP/1.1 201 "), "{created}");
        let (_, id) = created.split_once("location: uploads/").expect("an address");
        let (id, _) = id.split_once("\r\n").expect("a header");
        let created =
            service.create_job(&format!("{{\"operation\": \"solve\", \"input\": {{\"upload\": \"{id}\"}}}}"));
        assert!(created.starts_with("HTTP/1.1 202 "), "{created}");
        let (_, path) = created.split_once("location: ").expect("an address");
        let (path, _) = path.split_once("\r\n").expect("a header");
        assert!(service.request("GET", &format!("/{path}/events"), "").contains("event: end"));
        let found: Vec<(PathBuf, u32)> = ["jobs.db", "jobs.db-wal", "jobs.db-shm", "objects"]
            .map(|name| permissions(&folder.path().join(name)))
            .concat();
        assert!(found.len() >= 8, "{found:?}");
        for (path, mode) in found {
            assert_eq!(mode, if path.is_dir() { 0o700 } else { 0o600 }, "{umask} {}", path.display());
        }
    }
}

#[test]
fn worker_runs_jobs_of_a_service_that_runs_none() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let service = Service::start(with_jobs_in(folder.path()).env("QUADRILLE__JOBS__WORKER", "false"));
    let created = service.create_job(r#"{"operation": "count", "puzzle": "................"}"#);
    assert!(created.starts_with("HTTP/1.1 202 "), "{created}");
    let (_, path) = created.split_once("location: ").expect("an address");
    let (path, _) = path.split_once("\r\n").expect("a header");
    let events = service.send("GET", &format!("/{path}/events"), "");
    let mut worker = Service::start_worker(&mut with_jobs_in(folder.path()));
    worker.read_log_to("running pieces of jobs");
    let events = answer(events);
    assert!(events.contains("event: end") && events.contains("\"count\":\"288\""), "{events}");
    assert!(worker.admin_get("/readyz").starts_with("HTTP/1.1 200 "));
    assert!(worker.admin_get("/metrics").contains("\nquadrille_job_pieces_total{event=\"done\"} "));
    assert!(worker.request("POST", "/solve", "12..").starts_with("HTTP/1.1 404 "));
    worker.signal("TERM");
    let (code, log) = worker.wait();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("giving pieces back") && log.contains("stopped"), "{log}");
}

#[test]
fn start_warns_if_no_job_can_be_stored() {
    let folder = tempfile::tempdir().expect("temporary directory");
    for (database, warnings) in [(folder.path().join("missing"), 1), (folder.path().to_owned(), 0)] {
        let service = Service::start(&mut with_jobs_in(&database));
        service.signal("TERM");
        let (code, log) = service.wait();
        assert_eq!((code, log.matches("jobs are off").count()), (Some(0), warnings), "{log}");
        assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
    }
}

#[test]
fn worker_without_jobs_does_not_start() {
    let output = quadrille().arg("work").env("QUADRILLE__JOBS__DATABASE", "off").output();
    let message = String::from_utf8(output.expect("the program starts").stderr).expect("text");
    assert_eq!(message, "quadrille: jobs.database: jobs are off, and a worker does nothing else\n");
}

#[test]
fn password_of_the_database_is_not_printed() {
    let database = "postgres://me:se:cret@127.0.0.1:1/jobs";
    let output = quadrille().arg("config").env("QUADRILLE__JOBS__DATABASE", database).output();
    let output = output.expect("the program starts");
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    assert!(printed.contains("postgres://me:***@127.0.0.1:1/jobs"), "{printed}");
    assert!(!printed.contains("cret"), "{printed}");
}

#[test]
fn port_in_use_stops_start() {
    let service = Service::start(&mut quadrille());
    let address = service.address.to_string();
    let output = quadrille().args(["--listen", &address]).output().expect("the program starts");
    assert!(!output.status.success());
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.contains("server.listen") && message.contains(&address), "{message}");
}

#[test]
fn healthcheck_reports_liveness() {
    let service = Service::start(&mut quadrille());
    let url = format!("http://{}/livez", service.address);
    let output = quadrille().args(["healthcheck", &url]).output().expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    let (public, admin) = (service.address.to_string(), service.admin.to_string());
    for [listen, admin] in [[&public[..], ""], ["127.0.0.1:1", &admin]] {
        let mut command = quadrille();
        command.arg("healthcheck").env("QUADRILLE__SERVER__LISTEN", listen);
        if !admin.is_empty() {
            command.env("QUADRILLE__ADMIN__LISTEN", admin);
        }
        let output = command.output().expect("the program starts");
        assert!(output.status.success(), "{output:?}");
    }
    let missing = format!("http://{}/nowhere", service.address);
    let output = quadrille().args(["healthcheck", &missing]).output().expect("the program starts");
    assert!(failed(&output).contains("404"));
    service.signal("TERM");
    service.wait();
    let output = quadrille().args(["healthcheck", &url]).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(failed(&output).contains("did not respond"));
    for url in ["https://localhost/livez", "localhost", "::"] {
        let output = quadrille().args(["healthcheck", url]).output().expect("the program starts");
        assert!(failed(&output).contains(url));
    }
}

#[test]
fn openapi_and_config_commands_print() {
    let stdout = |arguments: &[&str]| {
        let mut command = quadrille();
        let output = command.args(arguments).env("PORT", "7").output().expect("the program starts");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml"));
    assert_eq!(stdout(&["openapi"]), committed.expect("the document is committed"));
    assert!(serde_json::from_str::<serde_json::Value>(&stdout(&["openapi", "--format", "json"])).is_ok());
    let simple = quadrille::http::simple_document().expect("an OpenAPI document");
    assert_eq!(
        stdout(&["openapi", "--profile", "simple"]),
        quadrille::http::to_yaml(&simple).expect("the document is serializable")
    );
    let settings: toml::Table = stdout(&["config"]).parse().expect("TOML");
    assert_eq!(settings["server"]["listen"].as_str(), Some("127.0.0.1:7"));
    assert!(settings["solver"]["threads"].as_integer().is_some_and(|threads| threads >= 1));
}

#[test]
fn container_settings_are_valid() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/config/container.toml");
    let output = quadrille().args(["config", "--config", file]).output().expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    let settings = String::from_utf8(output.stdout).expect("text");
    let settings: toml::Table = settings.parse().expect("TOML");
    assert_eq!(settings["server"]["listen"].as_str(), Some("0.0.0.0:8080"));
    assert_eq!(settings["admin"]["listen"].as_str(), Some("0.0.0.0:9090"));
    assert_eq!(settings["log"]["format"].as_str(), Some("json"));
    // `docker stop` kills after 10 seconds.
    let ms = |key: &str| settings["shutdown"][key].as_integer().expect("a number");
    assert!(ms("pre_drain_ms") + ms("drain_ms") + 1000 < 10_000);
}

#[test]
fn metrics_are_served_on_admin_listener_only() {
    let service = Service::start(&mut quadrille());
    assert!(service.request("POST", "/solve", "12..").starts_with("HTTP/1.1 200 "));
    let metrics = service.admin_get("/metrics");
    for line in [
        "HTTP/1.1 200 OK",
        r#"quadrille_http_requests_total{route="/solve",method="POST",status="200"} 1"#,
        "quadrille_queue_length 0",
        "# EOF",
    ] {
        assert!(metrics.lines().any(|written| written == line), "{line} is not in\n{metrics}");
    }
    assert!(service.request("GET", "/metrics", "").starts_with("HTTP/1.1 404 "));
}
