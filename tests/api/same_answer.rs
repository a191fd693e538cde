//! The same puzzle has the same answer through every interface.

use std::io::Write;
use std::process::Command;

use quadrille::server::App;
use quadrille_testing::corpus::{Case, cases};
use serde_json::{Value, json};

use crate::harness::{Call, config};

/// More solutions than any puzzle of the corpus has.
const LIMIT: usize = 501;

/// Time limit that no puzzle reaches.
const TIME_MS: u64 = 30_000;

fn app_with(threads: usize) -> App {
    let mut config = config();
    config.solver.threads = threads;
    // The whole corpus fits into one array.
    config.http.body_bytes_max = 1 << 20;
    App::new(&config).expect("the app is built")
}

/// Answer without its stats and its place in a batch.
fn bare(mut answer: Value) -> Value {
    let members = answer.as_object_mut().expect("an object");
    for name in ["type", "index", "line", "stats"] {
        members.remove(name);
    }
    answer
}

fn query(limit: usize) -> String {
    format!("limit={limit}&time_ms={TIME_MS}")
}

/// Answers to single requests.
async fn singly(app: &App, path: &str, limit: usize, puzzles: &[String]) -> Vec<Value> {
    let mut answers = Vec::new();
    for puzzle in puzzles {
        let reply = Call::text(&format!("{path}?{}", query(limit)), puzzle.clone()).to(app).await;
        answers.push(bare(reply.json()));
    }
    answers
}

/// Answers to the three forms of a batch.
async fn in_batches(app: &App, path: &str, limit: usize, puzzles: &[String]) -> [Vec<Value>; 3] {
    let uri = format!("{path}/batch?{}", query(limit));
    let text = puzzles.join("\n");
    let ndjson =
        puzzles.iter().map(|puzzle| json!({ "puzzle": puzzle }).to_string() + "\n").collect::<String>();
    let array = json!(puzzles).to_string();
    let mut answers = Vec::new();
    for call in [Call::text(&uri, text), Call::ndjson(&uri, ndjson), Call::json(&uri, array)] {
        let (lines, summary) = call.to(app).await.answers_and_summary();
        assert_eq!((&summary["puzzles"], &summary["errors"]), (&json!(puzzles.len()), &json!(0)));
        answers.push(lines.into_iter().map(bare).collect());
    }
    answers.try_into().expect("three forms")
}

/// Answers of the command line.
fn by_command(command: &str, limit: usize, threads: usize, puzzles: &[String]) -> Vec<Value> {
    let mut file = tempfile::NamedTempFile::new().expect("a file can be made");
    file.write_all(puzzles.join("\n").as_bytes()).expect("a file can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_quadrille"))
        .args([
            command,
            "--format",
            "ndjson",
            "--limit",
            &limit.to_string(),
            "--time-ms",
            &TIME_MS.to_string(),
        ])
        .args(["--threads", &threads.to_string()])
        .arg(file.path())
        .env_clear()
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.pop().expect("a summary")["summary"]["puzzles"], puzzles.len());
    lines.into_iter().map(bare).collect()
}

/// Compares the answers of two interfaces.
fn agree(way: &str, puzzles: &[String], answers: &[Value], expected: &[Value]) {
    assert_eq!(answers.len(), expected.len(), "{way}");
    for ((puzzle, answer), expected) in puzzles.iter().zip(answers).zip(expected) {
        assert_eq!(answer, expected, "{way}: {puzzle}");
    }
}

#[tokio::test]
async fn all_interfaces_count_the_same() {
    let corpus = cases();
    let puzzles: Vec<String> = corpus.iter().map(|case| case.puzzle.clone()).collect();
    let expected = singly(&app_with(1), "/count", LIMIT, &puzzles).await;
    for (case, answer) in corpus.iter().zip(&expected) {
        let found = (&answer["count"], &answer["complete"]);
        assert_eq!(found, (&json!(case.count), &json!(true)), "{}", case.location);
    }
    for threads in [1, 4] {
        let app = app_with(threads);
        for (way, answers) in
            ["text", "NDJSON", "array"].iter().zip(in_batches(&app, "/count", LIMIT, &puzzles).await)
        {
            agree(&format!("{way}, {threads} threads"), &puzzles, &answers, &expected);
        }
        let answers = by_command("count", LIMIT, threads, &puzzles);
        agree(&format!("command line, {threads} threads"), &puzzles, &answers, &expected);
    }
}

#[tokio::test]
async fn all_interfaces_solve_the_same() {
    let puzzles: Vec<String> = cases().into_iter().map(|case| case.puzzle).collect();
    for limit in [1, 2] {
        let expected = singly(&app_with(2), "/solve", limit, &puzzles).await;
        for threads in [1, 3] {
            let app = app_with(threads);
            for answers in in_batches(&app, "/solve", limit, &puzzles).await {
                agree(&format!("batch, {threads} threads"), &puzzles, &answers, &expected);
            }
            agree("command line", &puzzles, &by_command("solve", limit, threads, &puzzles), &expected);
        }
    }
}

#[tokio::test]
async fn solutions_agree_with_count_and_witnesses() {
    let app = app_with(2);
    for Case { puzzle, count, .. } in cases() {
        let reply = Call::text(&format!("/count?{}", query(LIMIT)), puzzle.clone()).to(&app).await.json();
        let uri = format!("/solutions?{}", query(LIMIT));
        let (lines, summary) = Call::text(&uri, puzzle.clone()).to(&app).await.answers_and_summary();
        let solutions: Vec<&Value> = lines.iter().map(|line| &line["solution"]).collect();
        assert_eq!((solutions.len() as u64, &summary["complete"]), (count, &json!(true)), "{puzzle}");
        for witness in reply["witnesses"].as_array().expect("witnesses") {
            assert!(solutions.contains(&witness), "{puzzle}: {witness}");
        }
    }
}
