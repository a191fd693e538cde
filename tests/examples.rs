//! The examples print one line of JSON with the fields of `benches/README.md`, and true counts.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

use std::fs;

use quadrille_testing::corpus::cases_of;
use quadrille_testing::examples::{output, run};
use serde_json::Value;
use tempfile::TempDir;

/// Report of a run, and its fields in order.
fn report(name: &str, arguments: &[&str]) -> (Value, Vec<String>) {
    let text = output(name, arguments);
    assert_eq!(text.lines().count(), 1, "{text}");
    let report: Value = serde_json::from_str(&text).expect("the report is JSON");
    let mut fields: Vec<String> =
        report.as_object().expect("the report is an object").keys().cloned().collect();
    fields.sort_by_key(|field| text.find(&format!("\"{field}\":")));
    (report, fields)
}

/// Message and exit code of a failed run.
fn failure(name: &str, arguments: &[&str]) -> (String, Option<i32>) {
    let output = run(name, arguments);
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

/// File in a temporary directory.
struct TempFile {
    _folder: TempDir,
    path: String,
}

fn temp_file(text: &str) -> TempFile {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("file.txt");
    fs::write(&file, text).expect("a file can be written");
    TempFile { path: file.display().to_string(), _folder: folder }
}

/// Puzzles of a corpus file, one per line, and the number without, with one, and with more solutions.
fn corpus(file: &str) -> (String, [u64; 3]) {
    let mut lines = String::from("# Blank lines and comments are skipped.\n\n");
    let mut counts = [0; 3];
    for case in cases_of(file) {
        lines += &case.puzzle;
        lines += "\n";
        counts[case.count.min(2) as usize] += 1;
    }
    (lines, counts)
}

const THROUGHPUT_FIELDS: [&str; 10] = [
    "file",
    "puzzles",
    "limit",
    "none",
    "unique",
    "multiple",
    "unknown",
    "us_per_puzzle",
    "nodes_per_puzzle",
    "searched",
];

#[test]
fn throughput_counts_verdicts_of_one_pass() {
    for file in ["classic_9x9.txt", "generated_6x6.txt", "generated_16x16.txt"] {
        let (lines, [none, unique, multiple]) = corpus(file);
        let file = temp_file(&lines);
        let (report, fields) = report("throughput", &[&file.path, "--repeat", "2"]);
        assert_eq!(fields, THROUGHPUT_FIELDS);
        assert_eq!(report["file"], file.path);
        assert_eq!(report["puzzles"], none + unique + multiple);
        assert_eq!(report["limit"], 2);
        assert_eq!(
            [&report["none"], &report["unique"], &report["multiple"], &report["unknown"]],
            [none, unique, multiple, 0]
        );
        assert!(report["us_per_puzzle"].as_f64().is_some_and(|time| time > 0.0), "{report}");
        let nodes = report["nodes_per_puzzle"].as_f64().expect("a number");
        let searched = report["searched"].as_u64().expect("a number");
        assert!(searched <= none + unique + multiple && (searched > 0) == (nodes > 0.0), "{report}");
    }
}

#[test]
fn throughput_with_limit_1_counts_unproved_puzzles_as_unknown() {
    let (lines, [none, unique, multiple]) = corpus("generated_4x4.txt");
    let file = temp_file(&lines);
    let (report, _) = report("throughput", &[&file.path, "--limit", "1"]);
    assert_eq!(report["none"], none);
    assert_eq!(report["multiple"], 0);
    // A puzzle that the rules solve is proved unique at once.
    let proved = report["unique"].as_u64().expect("a number");
    assert!(0 < proved && proved <= unique, "{report}");
    assert_eq!(report["unknown"], unique - proved + multiple);
}

#[test]
fn throughput_stops_puzzle_at_time_limit() {
    // The empty grid has too many solutions to count.
    let file = temp_file(&".".repeat(81));
    let limit = u64::MAX.to_string();
    let (report, _) = report("throughput", &[&file.path, "--limit", &limit, "--time-ms", "1"]);
    assert_eq!([&report["multiple"], &report["puzzles"], &report["searched"]], [1, 1, 1]);
}

#[test]
fn throughput_names_file_and_line_of_invalid_puzzle() {
    let file = temp_file("# A comment\n1...\n\n12.\n");
    let (said, code) = failure("throughput", &[&file.path]);
    assert!(said.contains(&format!("{}:4: invalid puzzle: 3 symbols", file.path)), "{said}");
    assert_eq!(code, Some(1));
}

#[test]
fn cover_counts_items_options_and_solutions() {
    // One solution colours x R, the other B.
    let file = temp_file("| Two solutions\na b | x\na x:R\na b x:B\nb x:R\nb x:B\n");
    let (report, fields) = report("cover", &[&file.path]);
    assert_eq!(fields, ["file", "items", "options", "solutions", "ms", "nodes", "updates"]);
    assert_eq!(report["file"], file.path);
    assert_eq!([&report["items"], &report["options"], &report["solutions"]], [3, 4, 2]);
    assert!(report["ms"].as_f64().is_some_and(|time| time >= 0.0), "{report}");
    assert!(report["nodes"].as_u64() > Some(0) && report["updates"].is_u64(), "{report}");
}

#[test]
fn cover_stops_at_limit() {
    let file = temp_file("a b\na\nb\na b\n");
    let (report, _) = report("cover", &[&file.path, "--limit", "1"]);
    assert_eq!(report["solutions"], 1);
}

#[test]
fn cover_counts_the_same_in_threads() {
    // Permutations of five things.
    let items: Vec<String> = (0..5).flat_map(|n| [format!("t{n}"), format!("p{n}")]).collect();
    let options = (0..25).map(|n| format!("t{} p{}\n", n / 5, n % 5)).collect::<String>();
    let file = temp_file(&format!("{}\n{options}", items.join(" ")));
    for (arguments, solutions) in [(vec![], 120), (vec!["--limit", "30"], 30)] {
        let (report, _) =
            report("cover", &[&[file.path.as_str(), "--threads", "3"], &arguments[..]].concat());
        assert_eq!(report["solutions"], solutions);
    }
}

#[test]
fn cover_names_file_and_line_of_invalid_option() {
    let file = temp_file("a b\na\nc\n");
    let (said, code) = failure("cover", &[&file.path]);
    assert!(said.contains(&file.path) && said.contains("line 3, column 1: "), "{said}");
    assert_eq!(code, Some(1));
}

#[test]
fn missing_file_and_bad_arguments_have_distinct_exit_codes() {
    for name in ["throughput", "cover"] {
        let (said, code) = failure(name, &["no such file"]);
        assert!(said.contains("cannot read no such file"), "{said}");
        assert_eq!(code, Some(1));
        assert_eq!(failure(name, &[]).1, Some(2));
        assert_eq!(failure(name, &["file", "--limit", "0"]).1, Some(2));
    }
}
