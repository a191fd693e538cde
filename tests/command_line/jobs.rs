//! `quadrille job` against a running service.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::mem;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Output};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use quadrille::auth::fingerprint;
use serde_json::Value;
use tempfile::TempDir;

use super::{parts, quadrille, run, stdout, text};

/// Entries of a batch: a puzzle with one solution, one with several, one without, and an invalid one.
const ENTRIES: &str = "1.....3..4.....2\n1.....3..4......\n11..............\n1.2...3..4.....2\n1..\n";

/// Bytes of a response that the proxy passes before it cuts the connection.
const BYTES_BEFORE_CUT: usize = 100;

/// Service with jobs in a folder. Dropping it kills the process.
struct Service {
    child: Child,
    /// Without `http://`.
    address: String,
    _log: BufReader<ChildStdout>,
    _folder: TempDir,
}

impl Service {
    fn start() -> Self {
        Self::with_settings("")
    }

    /// Starts the service with these settings, in TOML.
    fn with_settings(settings: &str) -> Self {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = file_of(&folder, "config.toml", settings.as_bytes());
        let mut command = quadrille(&["--listen", "127.0.0.1:0", "--config", &file]);
        command
            .current_dir(folder.path())
            // Nothing reads the pipe of the log after the start.
            .env("QUADRILLE__LOG__FILTER", "error,quadrille::server=info")
            .env("QUADRILLE__JOBS__THREADS", "1")
            .env("QUADRILLE__SOLVER__TIME_MS_MAX", "3600000")
            .env("QUADRILLE__BATCH__TIME_MS_DEFAULT", "3600000");
        let mut child = command.spawn().expect("program starts");
        let mut log = BufReader::new(child.stdout.take().expect("pipe"));
        let mut line = String::new();
        let marker = "listening on http://";
        while !line.contains(marker) {
            line.clear();
            assert!(log.read_line(&mut line).expect("readable log") > 0, "the service ended");
        }
        let address = line.split(marker).nth(1).and_then(|rest| rest.split_whitespace().next());
        Self { child, address: address.expect("an address").to_owned(), _log: log, _folder: folder }
    }

    fn job(&self, arguments: &[&str], input: &[u8]) -> Output {
        job_at(&self.address, arguments, input)
    }

    /// Runs a command successfully; returns standard output.
    fn output(&self, arguments: &[&str], input: &[u8]) -> String {
        let output = self.job(arguments, input);
        let (code, answers, messages) = parts(&output);
        assert_eq!(code, Some(0), "{messages}");
        answers.to_owned()
    }

    fn status(&self, id: &str) -> Value {
        serde_json::from_str(&self.output(&["status", "--json", id], b"")).expect("JSON")
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Fails if it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn job_at(address: &str, arguments: &[&str], input: &[u8]) -> Output {
    run(&[&["job", "--url", &format!("http://{address}")], arguments].concat(), input)
}

#[test]
fn count_of_one_puzzle_or_problem_is_written() {
    let service = Service::start();
    let count = ["submit", "count", "--wait", "--puzzle", "................"];
    assert_eq!(service.output(&count, b""), "288\n");
    // A count at its limit is a lower bound.
    for (format, expected) in [
        ("json", "{\"complete\":false,\"count\":\"100\"}\n"),
        ("csv", "count,complete\n100+,false\n"),
        ("line", "100+\n"),
    ] {
        let limited = service.job(&[&count[..], &["--limit", "100", "--format", format]].concat(), b"");
        let (code, output, message) = parts(&limited);
        assert_eq!((code, output), (Some(0), expected), "{format}");
        assert!(message.trim_end().ends_with("succeeded: 100+ solutions"), "{message}");
    }
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("problem");
    for problem in
        ["| a comment\na | x\na\na x:1\na x:2\n", r#"{"primary": ["a"], "options": [["a"], ["a"], ["a"]]}"#]
    {
        fs::write(&file, problem).expect("file is written");
        let file = file.display().to_string();
        let cover = ["submit", "exact-cover-count", "--wait", "-q", "--problem", &file];
        let output = service.job(&cover, b"");
        assert_eq!(parts(&output), (Some(0), "3\n", ""));
    }
}

#[test]
fn solutions_of_one_puzzle_or_problem_are_written() {
    let service = Service::start();
    let all = ["submit", "solutions", "--wait", "--puzzle", "................"];
    let mut lines: Vec<String> = service.output(&all, b"").lines().map(str::to_owned).collect();
    lines.sort();
    lines.dedup();
    assert_eq!((lines.len(), lines[0].len()), (288, 16));
    let limited = service.output(&[&all[..], &["--limit", "3", "--format", "json"]].concat(), b"");
    assert_eq!(
        limited.lines().filter(|line| line.starts_with(r#"{"type":"result","solution":""#)).count(),
        3
    );
    let folder = tempfile::tempdir().expect("temporary folder");
    // Rules are options, or members of the file.
    let cage = r#"[{"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 3}]"#;
    let with_cage = service.output(&[&all[..], &["--constraints", cage]].concat(), b"").lines().count();
    assert!(0 < with_cage && with_cage < 288, "{with_cage}");
    let json = format!(r#"{{"puzzle": "................", "constraints": {cage}}}"#);
    let file = file_of(&folder, "killer.json", json.as_bytes());
    let of_file = ["submit", "solutions", "--wait", "--puzzle", &file];
    assert_eq!(service.output(&of_file, b"").lines().count(), with_cage);
    let count = ["submit", "count", "--wait", "-q", "--puzzle", &file];
    assert_eq!(service.output(&count, b"").trim_end(), with_cage.to_string());
    let count = ["submit", "count", "--wait", "-q", "--constraints", cage, "--puzzle", "................"];
    assert_eq!(service.output(&count, b"").trim_end(), with_cage.to_string());
    let twice = service.job(&[&of_file[..], &["--constraints", cage]].concat(), b"");
    assert!(parts(&twice).2.contains("`constraints` is in the file and an option"), "{twice:?}");
    let too_large = r#"[{"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 8}]"#;
    let prove = ["submit", "prove", "--claim", "none", "--wait", "--constraints", too_large];
    let proof = service.output(&[&prove[..], &["--puzzle", "................"]].concat(), b"");
    assert!(!proof.is_empty());
    let latin = [&all[..], &["--boxes", "false", "-q"]].concat();
    assert_eq!(service.output(&latin, b"").lines().count(), 576);
    let file = file_of(&folder, "problem", b"a b\na\na\nb\n");
    let cover = ["submit", "exact-cover-solutions", "--wait", "-q", "--problem", &file];
    let output = service.output(&cover, b"");
    let mut lines: Vec<&str> = output.lines().collect();
    lines.sort();
    assert_eq!(lines, ["1 3", "2 3"]);
}

#[test]
fn rules_are_options_of_every_job_whose_question_has_them() {
    let nowhere = ["job", "--url", "unix:/missing/socket", "submit"];
    for operation in ["solve", "count", "candidates", "minimal", "solutions", "prove"] {
        let puzzle: &[&str] = match operation {
            "count" | "solutions" | "prove" => &["--puzzle", "................"],
            _ => &[],
        };
        for rule in [
            ["--constraints", r#"[{"type": "anti_king"}]"#],
            ["--regions", "1122112233443344"],
            ["--boxes", "false"],
        ] {
            let output = run(&[&nowhere[..], &[operation], &rule, puzzle].concat(), b"................\n");
            let (code, _, message) = parts(&output);
            assert!(code == Some(1) && message.contains("cannot reach"), "{operation} {rule:?}: {message}");
        }
    }
}

#[test]
fn help_says_what_each_job_does() {
    let output = run(&["job", "submit", "--help"], b"");
    let (_, help, _) = parts(&output);
    for title in ["List all solutions of one puzzle", "Prove the number of solutions of one puzzle"] {
        assert!(help.contains(title), "{title}: {help}");
    }
    assert!(!help.contains("How a puzzle is read"), "{help}");
}

/// Writes a file and returns its path.
fn file_of(folder: &TempDir, name: &str, bytes: &[u8]) -> String {
    let file = folder.path().join(name);
    fs::write(&file, bytes).expect("file is written");
    file.display().to_string()
}

#[test]
fn results_are_those_of_the_batch_commands() {
    let service = Service::start();
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = file_of(&folder, "puzzles.txt", ENTRIES.as_bytes());
    for command in [
        &["solve"][..],
        &["solve", "--limit", "2"],
        &["count", "--limit", "2"],
        &["rate"],
        &["minimal"],
        &["minimal", "--reduce"],
        &["canonical"],
        &["shuffle", "--seed", "7"],
        &["candidates"],
    ] {
        let submit = [&["submit"], command, &["--wait", "--keep-going", &file]].concat();
        let own = [command, &["--keep-going", "-q", &file]].concat();
        assert_eq!(service.output(&submit, b""), stdout(&own, b""), "{command:?}");
    }
    let invalid = service.job(&["submit", "solve", "--wait"], ENTRIES.as_bytes());
    let (code, solutions, messages) = parts(&invalid);
    assert_eq!((code, solutions.lines().count()), (Some(1), 5));
    assert!(messages.ends_with(" succeeded: 5 of 5 puzzles, 1 errors\n"), "{messages}");
}

#[test]
fn results_are_rows_with_the_columns_of_the_input() {
    let service = Service::start();
    let folder = tempfile::tempdir().expect("temporary folder");
    let rows: String = (0..900).map(|number| format!("{number},1.....3..4.....2,\"a, b\"\n")).collect();
    let table = format!("number,puzzle,note\n{rows}900,1..,x\n");
    let file = file_of(&folder, "table.csv", table.as_bytes());
    let submit = ["submit", "count", "--wait", "--format", "csv", "--keep-going", "-q", &file];
    let found = service.output(&submit, b"");
    let own = run(&["count", "--format", "csv", "--keep-going", "-q", &file], b"");
    assert_eq!(found, text(&own.stdout));
    assert_eq!(
        found.lines().next(),
        Some("number,puzzle,note,verdict,count,complete,solution,stopped_by,rules_not_read,warnings,error")
    );
    assert_eq!(found.lines().count(), 902);
    let generate = ["submit", "generate", "--size", "4", "--seed", "7", "--wait", "--format", "csv"];
    let generated = service.output(&generate, b"");
    assert!(
        generated.starts_with("puzzle,seed,clues,solution,score,level,stopped_by,error\n"),
        "{generated}"
    );
    let solutions = ["submit", "solutions", "--puzzle", "1.....3..4......", "--wait", "--format", "csv"];
    assert_eq!(service.output(&solutions, b"").lines().count(), 4);
    let counted = ["submit", "count", "--puzzle", "1.....3..4......", "--wait", "--format", "csv"];
    assert_eq!(service.output(&counted, b""), "count,complete\n3,true\n");
}

#[test]
fn files_are_jobs_of_their_own() {
    let service = Service::start();
    let folder = tempfile::tempdir().expect("temporary folder");
    let plain = file_of(&folder, "a.txt", ENTRIES.as_bytes());
    let zstd = zstd::encode_all(ENTRIES.as_bytes(), 0).expect("compressed");
    let zstd = file_of(&folder, "b", &zstd);
    let json = file_of(&folder, "c", b"{\"puzzle\": \"................\", \"id\": 7}\n");
    let ids = service.output(&["submit", "solve", &plain, &zstd], b"");
    let results = |id: &str| service.output(&["results", "--wait", "--keep-going", id], b"");
    let [first, second] = ids.lines().collect::<Vec<_>>()[..] else { panic!("{ids}") };
    assert_ne!(first, second);
    assert_eq!(results(first), results(second));
    let submit = ["submit", "count", "--input", "ndjson", "--wait", "--format", "json", &json];
    let line: Value = serde_json::from_str(&service.output(&submit, b"")).expect("JSON");
    assert_eq!((&line["id"], &line["verdict"]), (&7.into(), &"multiple".into()));
    let covers = b"{\"primary\": [\"a\"], \"options\": [[\"a\"], [\"a\"]]}\n";
    assert_eq!(
        service.output(&["submit", "exact-cover-count", "--limit", "5", "--wait"], covers),
        "multiple 2\n"
    );
    let empty = service.job(&["submit", "solve"], b"");
    let (code, _, message) = parts(&empty);
    assert_eq!(code, Some(1));
    assert!(message.ends_with(" responded with 400: the body is empty\n"), "{message}");
}

#[test]
fn job_is_submitted_followed_and_removed() {
    let service = Service::start();
    let generate = ["submit", "generate", "--count", "3", "--size", "4", "--seed", "7", "--box", "2x2"];
    let id =
        service.output(&[&generate[..], &["--include", "solution,rating", "--ttl-s", "3600"]].concat(), b"");
    let id = id.trim_end();
    let puzzles = service.output(&["results", "--wait", id], b"");
    let own = run(&[&generate[1..], &["--include", "solution,rating", "-q"]].concat(), b"");
    assert_eq!(puzzles, text(&own.stdout));
    let job = service.status(id);
    assert_eq!((&job["state"], &job["puzzles"]["done"]), (&"succeeded".into(), &3.into()));
    let line = service.output(&["status", id], b"");
    assert_eq!(line, format!("{id}  succeeded   generate           100 %  3 of 3 puzzles\n"));

    let cancelled = service.job(&["cancel", id], b"");
    let message = format!("the job {id} has ended; --remove removes it and its results\n");
    assert_eq!(parts(&cancelled), (Some(1), "", &*message));
    assert_eq!(service.output(&["cancel", "--remove", id], b""), format!("{id}  removed\n"));
    let removed = service.job(&["results", id], b"");
    let message = format!("quadrille: http://{} responded with 404: no such job", service.address);
    let (code, results, error) = parts(&removed);
    assert_eq!((code, results), (Some(1), ""));
    assert!(error.starts_with(&message), "{error}");
}

#[test]
fn failed_job_is_retried_and_fails_again() {
    let service = Service::start();
    // Two options for each of 130 items: the count exceeds 128 bits.
    let items: Vec<String> = (0..130).map(|item| format!("i{item}")).collect();
    let options: String = items.iter().map(|item| format!("{item}\n{item}\n")).collect();
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = file_of(&folder, "problem.dlx", format!("{}\n{options}", items.join(" ")).as_bytes());
    let id = service.output(&["submit", "exact-cover-count", "--problem", &file], b"");
    let id = id.trim_end();
    assert_eq!(service.job(&["results", "--wait", id], b"").status.code(), Some(1));
    let revision = |job: Value| job["revision"].as_u64();
    let before = revision(service.status(id));
    let retried = service.output(&["retry", id], b"");
    assert!(retried.starts_with(id), "{retried}");
    assert_eq!(service.job(&["results", "--wait", id], b"").status.code(), Some(1));
    let after = service.status(id);
    assert_eq!(after["state"], "failed");
    assert!(revision(after) > before);
}

#[test]
fn operator_sees_and_pauses_the_queue() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let url = format!("unix:{}", folder.path().join("admin.sock").display());
    let service = Service::with_settings(&format!("[admin]\nlisten = {url:?}"));
    let admin = |arguments: &[&str]| {
        let output = run(&[&["job", "admin", "--admin-url", &url], arguments].concat(), b"");
        let (code, lines, messages) = parts(&output);
        assert_eq!(code, Some(0), "{messages}");
        (lines.to_owned(), messages.to_owned())
    };
    let submit = ["submit", "count", "--puzzle", "................"];
    // Afterwards, the service listens.
    assert_eq!(service.output(&[&submit[..], &["--wait", "-q"]].concat(), b""), "288\n");
    assert_eq!(admin(&["pause"]).0, "the queue is paused\n");
    let id = service.output(&submit, b"");
    let id = id.trim_end();
    let (jobs, message) = admin(&["jobs"]);
    assert_eq!((jobs.lines().count(), &*message), (2, "the queue is paused\n"));
    let words: Vec<&str> = jobs.split_whitespace().take(7).collect();
    assert_eq!(words, [&id[..12], "queued", "count", "0", "of", "0", "pieces"]);
    assert!(!jobs.contains(id), "{jobs}");
    let listed: Value =
        serde_json::from_str(&admin(&["jobs", "--state", "queued", "--json"]).0).expect("JSON");
    assert_eq!(listed["job"], id[..12]);
    assert_eq!(admin(&["resume"]).0, "the queue goes on\n");
    assert_eq!(service.output(&["results", "--wait", "-q", id], b""), "288\n");
    let (workers, _) = admin(&["workers"]);
    assert!(workers.lines().count() == 1 && workers.contains("1 threads"), "{workers}");
}

#[test]
fn cancelled_job_keeps_its_count_and_fails() {
    let service = Service::start();
    let empty = ".".repeat(625);
    let submit = || service.output(&["submit", "count", "--puzzle", &empty], b"").trim_end().to_owned();
    let id = submit();
    assert_eq!(service.output(&["cancel", &id], b""), format!("{id}  cancelled\n"));
    let output = service.job(&["results", "--wait", &id], b"");
    let (code, count, message) = parts(&output);
    assert_eq!(code, Some(1));
    let found = count.trim_end().strip_suffix('+').expect("a lower bound");
    assert!(found.parse::<u128>().is_ok(), "{count}");
    assert_eq!(message.trim_end(), format!("{id} cancelled: {found}+ solutions"));
    let retried = service.job(&["retry", &id], b"");
    let (code, _, message) = parts(&retried);
    assert_eq!(code, Some(1));
    assert!(message.contains("responded with 409: the job is `cancelled`"), "{message}");
    let running = submit();
    assert_eq!(service.output(&["cancel", "--remove", &running], b""), format!("{running}  removed\n"));
    assert_eq!(service.job(&["status", &running], b"").status.code(), Some(1));
}

#[test]
fn jobs_of_a_key_are_listed() {
    let keys = format!("[clients]\napi_keys = [\"app:{}\"]\n", fingerprint("secret"));
    let service = Service::with_settings(&keys);
    let with_key = |arguments: &[&str]| service.output(&[arguments, &["--key", "secret"]].concat(), b"");
    assert_eq!(with_key(&["list"]), "");
    let count = ["submit", "count", "--puzzle", "................"];
    let ids = [with_key(&count), with_key(&count)];
    let [first, second] = ids.each_ref().map(|id| id.trim_end());
    with_key(&["results", "--wait", first]);
    with_key(&["results", "--wait", second]);
    let list = with_key(&["list", "--state", "succeeded"]);
    let listed: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(listed, [second, first]);
    assert_eq!(with_key(&["list", "--state", "failed"]), "");
    let json: Value =
        serde_json::from_str(with_key(&["list", "--json"]).lines().next().expect("a job")).expect("JSON");
    assert_eq!(json["id"], second);

    let url = format!("http://{}", service.address);
    let refusal = |arguments: &[&str]| {
        let output = service.job(arguments, b"");
        assert_eq!(output.status.code(), Some(1));
        text(&output.stderr).to_owned()
    };
    assert_eq!(
        refusal(&["status", first]),
        format!("quadrille: {url} needs an API key: give --key, or the variable QUADRILLE_API_KEY\n")
    );
    assert_eq!(
        refusal(&["status", first, "--key", "wrong"]),
        format!("quadrille: {url} does not accept the API key\n")
    );
}

#[test]
fn refusals_name_the_cause() {
    let service = Service::with_settings("[jobs]\ndatabase = \"\"\n");
    let url = format!("http://{}", service.address);
    let refusal = |address: &str, arguments: &[&str]| {
        let output = job_at(address, arguments, b"");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
        text(&output.stderr).to_owned()
    };
    let count = ["submit", "count", "--puzzle", "................"];
    let off = format!(
        "quadrille: {url} responded with 404: this service has no jobs: jobs.database turns them off\n"
    );
    assert_eq!(refusal(&service.address, &count), off);
    let list = "quadrille: the service has no jobs, or requires no API keys: then it lists none\n";
    assert_eq!(refusal(&service.address, &["list"]), list);
    // A port that was free a moment ago.
    let closed = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
    let unreachable = refusal(&closed.to_string(), &count);
    assert!(unreachable.starts_with(&format!("quadrille: cannot reach http://{closed}: ")), "{unreachable}");

    for (arguments, message) in [
        (&["--key", "a\nb", "list"][..], "the API key has characters"),
        (&["submit", "count", "--puzzle", "no puzzle"], "cannot read no puzzle"),
        (&["submit", "exact-cover-count", "--problem", "missing"], "cannot read missing"),
        (&["submit", "solve", "missing.txt"], "cannot read missing.txt"),
    ] {
        let output = run(&[&["job"], arguments].concat(), b"");
        let (code, answers, error) = parts(&output);
        assert_eq!((code, answers), (Some(1), ""), "{error}");
        assert!(error.contains(message), "{error}");
    }
    for (arguments, message) in [
        (&["--url", "https://localhost", "list"][..], "https is not supported"),
        (&["--url", "localhost:8080", "list"], "does not begin with http://"),
        (&["submit", "generate", "--box", "3"], "--box: `3` is not a size such as 3x2"),
    ] {
        let output = run(&[&["job"], arguments].concat(), b"");
        let (code, answers, error) = parts(&output);
        assert_eq!((code, answers), (Some(2), ""), "{error}");
        assert!(error.contains(message), "{error}");
    }
    for arguments in [
        &["job"][..],
        &["job", "status"],
        &["job", "status", "not-an-id"],
        &["job", "submit"],
        &["job", "submit", "count", "--puzzle", "1", "puzzles.txt"],
        &["job", "list", "--state", "gone"],
    ] {
        assert_eq!(run(arguments, b"").status.code(), Some(2), "{arguments:?}");
    }
}

/// Starts a proxy to this address that cuts the connection of the first response with results. Returns its address and the
/// heads of requests for results.
#[expect(clippy::disallowed_methods, reason = "the proxy runs beside the test")]
fn cutting_proxy(target: String) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let (heads, requests) = channel();
    thread::spawn(move || {
        let mut is_first = true;
        for client in listener.incoming() {
            let mut client = client.expect("a connection");
            let head = read_head(&client);
            let mut server = TcpStream::connect(&target).expect("the service");
            let closing = head.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
            server.write_all(closing.as_bytes()).expect("the request is written");
            let mut answer = read_head(&server).into_bytes();
            if head.contains("/results ") {
                heads.send(head).expect("the test runs");
                if mem::take(&mut is_first) {
                    let mut body = [0; BYTES_BEFORE_CUT];
                    server.read_exact(&mut body).expect("a body");
                    answer.extend_from_slice(&body);
                    client.write_all(&answer).expect("the answer is written");
                    continue;
                }
            }
            server.read_to_end(&mut answer).expect("the answer ends");
            client.write_all(&answer).expect("the answer is written");
        }
    });
    (address, requests)
}

/// Reads up to the empty line after the headers.
fn read_head(mut stream: &TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).expect("readable") > 0 {
        head.push(byte[0]);
    }
    String::from_utf8(head).expect("text")
}

#[test]
fn results_continue_after_a_broken_connection() {
    let service = Service::start();
    let generate = ["submit", "generate", "--count", "20", "--size", "4", "--seed", "7", "--wait"];
    let puzzles = service.output(&generate, b"");
    let id = service.output(&generate[..generate.len() - 1], b"");
    let id = id.trim_end();
    service.output(&["results", "--wait", id], b"");
    let (address, requests) = cutting_proxy(service.address.clone());
    let output = job_at(&address, &["results", id], b"");
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(0), &*puzzles),
        "{}",
        text(&output.stderr)
    );
    let ranges = requests.try_iter().map(|head| head.to_lowercase().contains("range: bytes="));
    assert_eq!(ranges.collect::<Vec<_>>(), [false, true]);
}
