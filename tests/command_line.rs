//! Tests of `quadrille solve`, `quadrille count` and `quadrille convert`.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

#[path = "command_line/first_tries.rs"]
mod first_tries;
#[path = "command_line/jobs.rs"]
mod jobs;
#[path = "command_line/kit.rs"]
mod kit;
#[path = "command_line/other_programs.rs"]
mod other_programs;
#[path = "command_line/pictures.rs"]
mod pictures;
#[path = "command_line/proofs.rs"]
mod proofs;
#[path = "command_line/sets.rs"]
mod sets;
#[path = "command_line/tables.rs"]
mod tables;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use quadrille::version::{COMMIT, VERSION, VERSION_AND_COMMIT};
use quadrille_notation::Format;
use quadrille_testing::corpus::cases_of;
use serde_json::Value;

/// Two 4x4 puzzles, with one solution and with three, and an invalid line.
const LINES: &str = "# from the Sunday paper\n1.....3..4.....2\n\n1.....3..4......\n1..\n";

/// Output of `quadrille count` for [`LINES`].
const VERDICTS: &str = "unique 1\nmultiple 2+\nerror: line 5: 3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)\n";

fn quadrille(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.args(arguments).env_clear();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program with this input, which must fit into a pipe.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = quadrille(arguments).spawn().expect("program starts");
    // Fails if the program rejects its arguments and does not read.
    let _ = child.stdin.take().expect("pipe").write_all(input);
    child.wait_with_output().expect("process ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Returns the exit code, standard output and standard error.
fn parts(output: &Output) -> (Option<i32>, &str, &str) {
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Runs the program successfully; returns standard output.
fn stdout(arguments: &[&str], input: &[u8]) -> String {
    let output = run(arguments, input);
    let (code, answers, summary) = parts(&output);
    assert_eq!(code, Some(0), "{summary}");
    answers.to_owned()
}

/// Parses standard output as NDJSON. The last line is the summary.
fn lines(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn puzzles_are_read_from_standard_input_or_a_file() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("puzzles.txt");
    fs::write(&file, LINES).expect("file is written");
    let file = file.display().to_string();
    let count = |inputs: &[&str], input: &[u8]| stdout(&[&["count", "--keep-going"], inputs].concat(), input);
    assert_eq!(count(&[], LINES.as_bytes()), VERDICTS);
    assert_eq!(count(&["-"], LINES.as_bytes()), VERDICTS);
    assert_eq!(count(&[&file], b""), VERDICTS);
    assert_eq!(count(&[&file], b"1\n"), VERDICTS);
    assert_eq!(count(&[&file, "-", "12.."], b"1\n"), format!("{VERDICTS}unique 1\nunique 1\n"));
    assert_eq!(stdout(&["solve"], b"\xef\xbb\xbf1.....3..4.....2\r\n.\r\n1"), "1324423124133142\n1\n1\n");
    assert_eq!(stdout(&["solve"], b""), "");
}

#[test]
fn summary_is_written_to_standard_error() {
    for (command, counts) in [
        ("count", "0 none, 1 unique, 1 multiple, 0 solvable, 0 unknown, 1 errors\n"),
        ("solve", "0 none, 1 unique, 1 multiple, 0 solvable, 0 unknown, 1 errors\n"),
    ] {
        let output = run(&[command], LINES.as_bytes());
        let (_, _, summary) = parts(&output);
        assert!(summary.starts_with("3 puzzles in ") && summary.ends_with(counts), "{summary}");
        assert_eq!(summary.lines().count(), 1);
    }
}

#[test]
fn ndjson_is_accepted_and_returned() {
    let output = run(&["count", "--format", "ndjson"], LINES.as_bytes());
    let answers = lines(&output);
    assert_eq!(
        (answers.len(), &answers[0]["verdict"], &answers[0]["count"]),
        (4, &"unique".into(), &1.into())
    );
    assert_eq!((&answers[2]["line"], &answers[2]["error"]["code"]), (&5.into(), &"invalid_question".into()));
    assert_eq!((&answers[3]["summary"]["puzzles"], &answers[3]["summary"]["errors"]), (&3.into(), &1.into()));
    assert!(answers[0].get("stats").is_none());

    let requests = b"{\"puzzle\":\"1.....3..4......\",\"limit\":9,\"id\":\"a\"}\nno\n{\"puzzle\":[[0]]}\n";
    let output = run(&["count", "--input", "ndjson", "--format", "ndjson", "--stats"], requests);
    let answers = lines(&output);
    assert_eq!((&answers[0]["id"], &answers[0]["count"]), (&"a".into(), &3.into()));
    assert_eq!((&answers[1]["index"], &answers[1]["line"]), (&1.into(), &2.into()));
    assert_eq!(answers[2]["solution"], serde_json::json!([[1]]));
    assert!(answers[0]["stats"]["nodes"].is_u64());
    let answers = stdout(&["solve", "--input", "ndjson", "--keep-going"], requests);
    assert!(answers.starts_with("error: line 1: /limit: ") && answers.ends_with("\n1\n"), "{answers}");
}

#[test]
fn options_have_the_meaning_of_query_parameters() {
    assert_eq!(stdout(&["count", "--limit", "9"], b"1.....3..4......"), "multiple 3\n");
    assert_eq!(stdout(&["solve"], b"1.....3..4......"), "1324423124133142 multiple\n");
    assert_eq!(stdout(&["solve", "--limit", "2"], b"1.....3..4.....2"), "1324423124133142 unique\n");
    let six = b"12345...............................";
    assert_ne!(stdout(&["solve", "--box", "2x3"], six), stdout(&["solve"], six));
    let empty = ".".repeat(81);
    assert_eq!(stdout(&["count", "--limit", "all"], b"1.....3..4......"), "multiple 3\n");
    let limit = ["count", "--limit", "9007199254740991"];
    for option in [["--time-ms", "20"], ["--nodes", "100"]] {
        let answer = stdout(&[&limit[..], &option[..]].concat(), empty.as_bytes());
        assert!(answer.starts_with("multiple ") && answer.ends_with("+\n"), "{answer}");
    }
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let puzzles: String =
        cases_of("generated_6x6.txt").iter().map(|case| case.puzzle.clone() + "\n").collect();
    let one = stdout(&["count", "--limit", "200", "--threads", "1"], puzzles.as_bytes());
    for threads in ["2", "7", "64"] {
        assert_eq!(stdout(&["count", "--limit", "200", "--threads", threads], puzzles.as_bytes()), one);
    }
}

#[test]
fn invalid_option_is_named_and_no_puzzle_is_read() {
    for (arguments, name) in [
        (&["count", "--limit", "0"][..], "--limit"),
        (&["count", "--limit", "9007199254740992"], "--limit"),
        (&["solve", "--limit", "3"], "--limit"),
        (&["solve", "--box", "3"], "--box"),
        (&["solve", "--box", "0x3"], "--box"),
        (&["count", "--time-ms", "0"], "--time-ms"),
        (&["count", "--nodes", "0"], "--nodes"),
        (&["count", "--limit", "many"], "--limit"),
        (&["count", "--threads", "0"], "--threads"),
        (&["count", "--threads", "1025"], "--threads"),
        (&["count", "--format", "xml"], "--format"),
        (&["count", "--input", "xml"], "--input"),
        (&["count", "one.txt", "two.txt"], "two.txt"),
    ] {
        let output = run(arguments, b"1\n");
        let (code, answers, message) = parts(&output);
        assert!(code.is_some_and(|code| code == 1 || code == 2), "{arguments:?}");
        assert_eq!(answers, "", "{arguments:?}");
        assert!(message.contains(name), "{arguments:?}: {message}");
    }
}

#[test]
fn unreadable_file_is_named() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path().display().to_string();
    for path in ["/nowhere/puzzles.txt", &folder] {
        let output = run(&["count", path], b"");
        let (code, answers, message) = parts(&output);
        assert_eq!((code, answers), (Some(1), ""));
        assert!(message.contains(path), "{message}");
    }
}

#[test]
fn argument_that_is_no_file_is_explained_as_a_puzzle() {
    for (puzzle, fault) in [
        ("53..", "as a puzzle: r1c1: `5` is 5"),
        ("53..", "(and 1 more)"),
        (&".".repeat(268), "as a puzzle: 268 symbols make no grid"),
    ] {
        let output = run(&["solve", puzzle], b"");
        let (code, _, message) = parts(&output);
        assert_eq!(code, Some(1));
        assert!(message.contains(fault), "{message}");
    }
}

#[test]
fn invalid_puzzle_fails_the_run_except_with_keep_going() {
    let code = |arguments: &[&str], input: &str| run(arguments, input.as_bytes()).status.code();
    assert_eq!(code(&["count"], LINES), Some(1));
    assert_eq!(code(&["count", "--keep-going"], LINES), Some(0));
    assert_eq!(code(&["count"], "11..\n# none\n12..\n"), Some(0));
    let output = run(&["count"], LINES.as_bytes());
    assert_eq!(text(&output.stdout), VERDICTS, "the exit code does not change the answers");
}

#[test]
fn other_verdict_than_expected_fails_the_run() {
    let count = |verdict: &str, extra: &[&str]| {
        let output = run(&[&["count", "-q", "--expect", verdict], extra].concat(), LINES.as_bytes());
        let (code, answers, messages) = parts(&output);
        assert_eq!(answers, VERDICTS, "the answers do not change");
        (code, messages.to_owned())
    };
    let message = "error: line 4: the verdict is multiple, not unique\n".to_owned();
    assert_eq!(count("unique", &[]), (Some(1), message.clone()));
    assert_eq!(count("unique", &["--keep-going"]), (Some(1), message));
    let messages =
        "error: line 2: the verdict is unique, not none\nerror: line 4: the verdict is multiple, not none\n";
    assert_eq!(count("none", &["--threads", "1"]), (Some(1), messages.to_owned()));

    let code = |input: &[u8]| run(&["count", "--expect", "unique", "--keep-going"], input).status.code();
    assert_eq!(code(b"1.....3..4.....2\n1..\n"), Some(0));
    assert_eq!(code(b""), Some(0));
    let output = run(&["count", "--expect", "unique", "1.....3..4......"], b"");
    assert_eq!(parts(&output), (Some(1), "multiple 2+\n", "error: the verdict is multiple, not unique\n"));
    let output = run(&["count", "--expect", "multiple", "1.....3..4......"], b"");
    assert_eq!(parts(&output), (Some(0), "multiple 2+\n", ""));
}

/// Drawing of `1.....3..4.....2`, and its rows without borders.
const DRAWING: &str = "+-----+-----+\n| 1 . | . . |\n| . . | 3 . |\n+-----+-----+\n| . 4 | . . |\n| . . | . 2 |\n+-----+-----+\n";
const ROWS: &str = "# from the Sunday paper\n1...\n..3.\n.4..\n...2\n";

#[test]
fn puzzle_is_an_argument() {
    let output = run(&["solve", "1.....3..4.....2"], b"");
    assert_eq!(parts(&output), (Some(0), "1324423124133142\n", ""));
    assert_eq!(stdout(&["count", DRAWING, "1.....3..4......"], b""), "unique 1\nmultiple 2+\n");
    let output = run(&["solve", "1.....3..4....."], b"");
    let (code, answers, message) = parts(&output);
    assert_eq!((code, answers), (Some(1), ""));
    assert!(message.contains("as a puzzle: expected 16 cells for a 4x4, got 15"), "{message}");
}

#[test]
fn puzzle_that_is_also_a_file_is_refused() {
    let folder = tempfile::tempdir().expect("temporary folder");
    fs::write(folder.path().join("12.."), "1\n").expect("file is written");
    let solve = |argument: &str| {
        let output = quadrille(&["solve", argument]).current_dir(&folder).output().expect("process ends");
        (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let (code, answers, message) = solve("12..");
    assert_eq!((code, &*answers), (Some(1), ""));
    assert!(message.contains("write ./12.. for the file"), "{message}");
    assert_eq!(solve("./12..").1, "1\n");
}

#[test]
fn file_of_rows_is_one_puzzle() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("file is written");
        path.display().to_string()
    };
    for grid in
        [DRAWING, ROWS, "1   \n  3 \n 4  \n   2\n", "1 . | . .\n. . | 3 .\n----+----\n. 4 | . .\n. . | . 2"]
    {
        let file = write("grid.txt", grid);
        assert_eq!(stdout(&["solve", &file], b""), "1324423124133142\n", "{grid}");
        assert_eq!(stdout(&["solve", "--grid"], grid.as_bytes()), "1324423124133142\n", "{grid}");
    }
    // The first line of a pipe is no puzzle.
    for grid in [DRAWING, "2...\n..3.\n.4..\n...2\n", "1.|..\n..|3.\n--+--\n.4|..\n..|.2\n"] {
        assert_eq!(
            stdout(&["count"], grid.replacen("2...", "4...", 1).as_bytes()).lines().count(),
            1,
            "{grid}"
        );
    }
    let twice = write("twice.txt", &format!("{DRAWING}\n{DRAWING}1.....3..4......"));
    assert_eq!(stdout(&["count", &twice], b""), "unique 1\nunique 1\nmultiple 2+\n");
    // Each line is a puzzle by itself.
    let small = write("small.txt", "1...\n..2.\n.1..\n...2\n");
    assert_eq!(stdout(&["count", &small], b"").lines().count(), 4);
    assert_eq!(stdout(&["count", "--grid", &small], b"").lines().count(), 1);
    let short = write("short.txt", "53..7.\n6..19\n.98...\n8...6.\n4..8.3\n7...2.\n");
    let output = run(&["solve", &short], b"");
    assert_eq!(text(&output.stdout), "error: line 2, column 1: expected 6 cells in row 2, got 5\n");
    let doubtful = write("doubtful.txt", "1 . . 34\n. . 3 .\n. 24 . .\n. . . 2\n");
    let output = run(&["solve", &doubtful], b"");
    assert!(text(&output.stdout).starts_with("error: r1c4, line 1, column 7: `34` is a list"), "{output:?}");
    assert_eq!(stdout(&["count", "--from", "pencilmarks", &doubtful], b""), "multiple 2+\n");
    let faulty = write("faulty.txt", &ROWS.replace('3', "!"));
    let output = run(&["solve", &faulty], b"");
    assert!(text(&output.stdout).starts_with("error: r2c3, line 3, column 3: "), "{}", text(&output.stdout));
    assert_eq!(output.status.code(), Some(1));
}

/// Returns standard output and standard error of `quadrille convert`.
fn converted(input: &str) -> (String, String) {
    let output = run(&["convert"], input.as_bytes());
    let (_, puzzles, messages) = parts(&output);
    (puzzles.to_owned(), messages.to_owned())
}

#[test]
fn document_of_opensudoku_has_one_fault_or_its_games() {
    let game = "<game data=\"1.....3..4.....2\"/>";
    let line = "1.....3..4.....2\n";
    let document = |head: &str, content: &str, end: &str| {
        format!("<?xml version=\"1.0\"?>\n{head}<opensudoku>\n{content}\n{end}\n")
    };
    let end = "</opensudoku>";
    let doctype = document("<!DOCTYPE a [<!ENTITY x \"1\">]>\n", game, end);
    let open = document("", game, "");
    let symbol = document("", &game.replace('3', "?"), end);
    for (text, place) in
        [(&doctype, "line 2, column 1: "), (&open, "line 5, column 1: "), (&symbol, "r2c3, line 3, column ")]
    {
        let (puzzles, messages) = converted(text);
        assert_eq!((&*puzzles, messages.lines().count()), ("", 1), "{messages}");
        assert!(messages.starts_with(&format!("error: {place}")), "{messages}");
    }
    let long = document("", &format!("{}{game}", "<name/>\n".repeat(100)), end);
    let large = document("", &format!("{}{game}", "<name/>\n".repeat(10_000)), end);
    for text in [&document("", game, end), &long, &large] {
        assert_eq!(converted(text), (line.to_owned(), String::new()));
    }
    let faulty = game.replace('3', "?");
    let (puzzles, messages) = converted(&document("", &format!("{game}\n{faulty}\n{game}"), end));
    assert_eq!((&*puzzles, messages.lines().count()), (&*line.repeat(2), 1));
    assert!(messages.starts_with("error: line 4: r2c3: `?`"), "{messages}");
    let collection = document("", &vec![game; 2000].join("\n"), end);
    assert_eq!(stdout(&["count", "-q"], collection.as_bytes()), "unique 1\n".repeat(2000));
}

#[test]
fn rows_of_a_section_are_one_puzzle() {
    let valid = "#A Somebody\n[Puzzle]\n1...\n..3.\n.4..\n...2\n\n[State]\n1...\n..3.\n.4..\n...2\n";
    assert_eq!(converted(valid), ("1.....3..4.....2\n".to_owned(), String::new()));
    let fault = "error: line 6, column 1: expected 4 symbols in row 4, got 3\n";
    assert_eq!(converted(&valid.replacen("...2", "...", 1)), (String::new(), fault.to_owned()));
    let headers = "#A Somebody\n4...\n..3.\n.2..\n...1\n";
    for text in [valid, headers] {
        let answers = lines(&run(&["count", "--format", "ndjson"], text.as_bytes()));
        assert_eq!((answers.len(), &answers[0]["format"]), (2, &"sdk".into()), "{text}");
    }
}

#[test]
fn text_in_utf_16_is_named() {
    let units = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    for input in [units("\u{feff}1...\n1...\n"), units("1...\n1...\n")] {
        let output = run(&["count"], &input);
        assert_eq!(text(&output.stdout), "");
        assert!(text(&output.stderr).contains("standard input is UTF-16: save it as UTF-8"));
    }
}

#[test]
fn standard_input_that_is_a_file_is_read_like_a_file() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("grid.txt");
    // The first row is a puzzle by itself, a 3x3.
    let grid =
        ".......1.\n4........\n.2.......\n....5.4.7\n..8...3..\n..1.9....\n3..4..2..\n.5.1.....\n...8.6...\n";
    fs::write(&path, grid).expect("file is written");
    let solution = "693784512487512936125963874932651487568247391741398625319475268856129743274836159\n";
    assert_eq!(stdout(&["solve", &path.display().to_string()], b""), solution);
    for arguments in [&["solve", "-"][..], &["solve"]] {
        let file = fs::File::open(&path).expect("file is opened");
        let output = quadrille(arguments).stdin(file).output().expect("process ends");
        assert_eq!(parts(&output), (Some(0), solution, ""));
    }
    assert_eq!(stdout(&["solve", "--grid"], grid.as_bytes()), solution);
}

#[test]
fn drawing_without_a_border_among_other_puzzles_is_explained() {
    let output = run(&["count"], b"1.....3..4.....2\n1 . | . .\n. . | 3 .\n");
    let error = |line: usize| {
        format!(
            "error: line {line}: expected a line of text for each row, got one line; a drawing among other puzzles must \
             begin with a border, such as `+---+`; `--grid` reads the file as one puzzle\n"
        )
    };
    assert_eq!(text(&output.stdout), format!("unique 1\n{}{}", error(2), error(3)));
    let output = run(&["convert"], b"1.....3..4.....2\n1 . | . .\n. . | 3 .\n");
    assert_eq!(parts(&output), (Some(1), "1.....3..4.....2\n", &*format!("{}{}", error(2), error(3))));
}

#[test]
fn solutions_are_drawn_on_request() {
    let drawn = "+-----+-----+\n| 1 3 | 2 4 |\n| 4 2 | 3 1 |\n+-----+-----+\n| 2 4 | 1 3 |\n| 3 1 | 4 2 |\n+-----+-----+\n";
    assert_eq!(stdout(&["solve", "--format", "grid", "1.....3..4.....2"], b""), drawn);
    let several = stdout(&["solve", "--format", "grid", "1.....3..4......"], b"");
    assert_eq!(several, format!("{drawn}2 or more solutions\n"));
    assert_eq!(stdout(&["solve", "--format", "grid", "11.............."], b""), "none\n");
    let svg = stdout(&["solve", "--format", "svg", "1.....3..4.....2"], b"");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
}

#[test]
fn hints_are_drawn_with_entries_and_marks() {
    let line = br#"{"puzzle": "1.....3..4.....2", "entries": ".3..............", "marks": {"r1c3": [2, 4]}}"#;
    let svg = stdout(&["hint", "-q", "--input", "ndjson", "--format", "svg"], line);
    assert!(
        svg.contains("<title>Hidden Single: box 1 has only one place for 4, so r2c1 is 4.</title>"),
        "{svg}"
    );
    assert!(svg.contains(r#"<text x="60" y="28">3</text>"#), "{svg}");
    assert!(svg.contains("<text y=\"14\" x=\"110\">2</text>\n<text y=\"34\" x=\"110\">4</text>"), "{svg}");
    let blurred = br#"{"puzzle": "1.....3..4.....2", "reveal": "house"}"#;
    assert_eq!(stdout(&["hint", "-q", "--input", "ndjson", "--format", "svg"], blurred), "");
}

#[test]
fn entries_are_checked_on_the_command_line() {
    let puzzle = "1.....3..4.....2";
    let check = |arguments: &[&str]| stdout(&[&["check", "-q", puzzle], arguments].concat(), b"");
    let empty = run(&["check", puzzle], b"");
    let (code, answers, message) = parts(&empty);
    assert_eq!((code, answers), (Some(2), ""));
    assert!(message.contains("nothing to check: give --entries or --marks"), "{message}");
    assert_eq!(check(&["--entries", ".3.............."]), "solvable\n");
    assert_eq!(check(&["--entries", "1324423124133142"]), "solved\n");
    let marks = ["--entries", ".34.............", "--marks", "{\"r2c1\": [1, 2]}"];
    assert_eq!(check(&marks), "unsolvable wrong r1c3 wrong_marks r2c1\n");
    let games = r#"{"puzzle": "1.....3..4.....2", "entries": ".3.............."}
{"puzzle": "1.....3..4.....2", "entries": "2..............."}
"#;
    let checked = stdout(&["check", "-q", "--input", "ndjson", "-"], games.as_bytes());
    assert_eq!(checked, "solvable\nunsolvable overwritten r1c1\n");
    let invalid = run(&["check", puzzle, "--entries", "1.."], b"");
    assert!(text(&invalid.stdout).starts_with("error: entries: 3 symbols make no grid"));
}

#[test]
fn estimates_and_canonical_forms_are_written_in_order() {
    let puzzles = b"1.....3..4.....2\n11..............\n";
    let exact = "solutions 1.0 +- 0.0, nodes 1.0 +- 0.0\nsolutions 0.0 +- 0.0, nodes 1.0 +- 0.0\n";
    assert_eq!(stdout(&["estimate", "-q", "--probes", "5", "--seed", "2"], puzzles), exact);
    assert_eq!(stdout(&["canonical", "-q"], puzzles), "...1.2....3.4... 1234341221434321\nnone\n");
    let output = run(&["canonical", &".".repeat(100)], b"");
    assert!(text(&output.stdout).starts_with("error: canonical forms are for grids of up to 9x9"));
}

#[test]
fn shuffled_puzzles_are_written_in_order() {
    let puzzles = b"1.....3..4.....2\n.4....3..1.....2\n";
    let shuffled = stdout(&["shuffle", "-q", "--seed", "7"], puzzles);
    assert_ne!(shuffled, stdout(&["shuffle", "-q"], puzzles));
    let canonical = |lines: &str| stdout(&["canonical", "-q"], lines.as_bytes());
    assert_eq!(canonical(&shuffled), canonical(str::from_utf8(puzzles).expect("text")));
}

#[test]
fn candidates_are_found_in_the_order_of_the_puzzles() {
    let line = "1 3 24 24 4 2 3 1 23 4 1 23 23 1 24 234";
    assert_eq!(
        stdout(&["candidates", "-q", "-"], b"1.....3..4......\n11..............\n"),
        format!("{line}\nnone\n")
    );
    let grid = stdout(&["candidates", "--format", "grid", "1.....3..4......", "11.............."], b"");
    let drawn = "\
+---------+---------+
| 1   {3} | 24  24  |
| {4} {2} | 3   {1} |
+---------+---------+
| 23  4   | {1} 23  |
| 23  {1} | 24  234 |
+---------+---------+
";
    assert_eq!(grid, format!("{drawn}none\n"));
    assert_eq!(stdout(&["solve", drawn], b""), "1324423124133142 multiple\n");
    let output = run(&["candidates", "--format", "json", "--counts", "2", "1.....3..4......"], b"");
    assert_eq!(lines(&output)[0]["counts"][3][3], serde_json::json!([1, 1, 1]));
    let svg = stdout(&["candidates", "--format", "svg", "1.....3..4......"], b"");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    let invalid = run(&["candidates", "--format", "json", "--counts", "1", "1.....3..4......"], b"");
    assert!(text(&invalid.stderr).contains("--counts: must be a whole number from 2 to 10000"));
    let without_counts = run(&["candidates", "--counts", "2", "1.....3..4......"], b"");
    assert_eq!(without_counts.status.code(), Some(2));
    assert!(text(&without_counts.stderr).contains("--counts needs --format json"));
}

#[test]
fn redundant_and_contradicting_clues_are_found_in_the_order_of_the_puzzles() {
    let puzzles = b"1.....3..4.....2\n1.2...3..4.....2\n11..............\n";
    assert_eq!(stdout(&["minimal", "-q"], puzzles), "minimal\nredundant r1c3\nminimal\n");
    let reduced = stdout(&["minimal", "-q", "--reduce", "--seed", "3", "1.2...3..4.....2"], b"");
    assert_eq!(reduced, "1.....3..4.....2\n");
    let drawn = stdout(&["minimal", "--reduce", "--format", "grid", "1.2...3..4.....2"], b"");
    assert_eq!(
        drawn,
        "+-----+-----+\n| 1 . | . . |\n| . . | 3 . |\n+-----+-----+\n| . 4 | . . |\n| . . | . 2 |\n+-----+-----+\n"
    );
    let output = run(&["minimal"], puzzles);
    assert!(text(&output.stderr).contains("3 answered, 0 unknown, 0 errors"), "{}", text(&output.stderr));
    assert_eq!(stdout(&["conflicts", "-q"], puzzles), "solvable\nsolvable\nnone r1c1 r1c2\n");
}

#[test]
fn puzzles_are_rated_and_explained_in_order() {
    let rated = stdout(&["rate", "-q", "-"], b"1.....3..4.....2\n1.....3..4......\n");
    let lines: Vec<&str> = rated.lines().collect();
    assert!(lines[0].ends_with(" easy Hidden Single") && lines[1] == "multiple", "{rated}");
    let hint = stdout(
        &["hint", "-q", "--entries", "13..............", "--reveal", "house", "1.....3..4.....2"],
        b"",
    );
    assert_eq!(hint, "box 1\n");
    assert_eq!(
        stdout(&["path", "-q", "1324423124133.42"], b""),
        "Full House: r4c2 is the last empty cell of row 4, so r4c2 is 1.\n"
    );
}

#[test]
fn faults_have_the_line_of_the_input() {
    let input = format!("1.....3..4.....2\n\n{}# a\n{{\n", DRAWING.replace('3', "?"));
    let output = run(&["count", "-q"], input.as_bytes());
    let answers: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(answers[1].starts_with("error: r2c3, line 5, column 9: `?`"), "{answers:?}");
    assert!(answers[2].starts_with("error: line 11: r1c1: `{`"), "{answers:?}");
    assert_eq!((answers.len(), text(&output.stderr)), (3, ""));
    let objects = b"{\"puzzle\": \"1\"}\n{\"puzzle\": 1,}\n\n{\"puzzle\": \"1...\\n?...\\n....\\n....\"}\n";
    let output = run(&["count", "-q", "--input", "ndjson"], objects);
    let answers: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(answers[1], "error: line 2: trailing comma at column 14");
    assert!(answers[2].starts_with("error: line 4: r2c1, line 2, column 1: `?`"), "{answers:?}");
}

#[test]
fn games_of_a_file_are_puzzles() {
    let game = |data: &str| format!("<game state=\"0\" data=\"{data}\"/>");
    let games = game("1000003004000002") + &game("1000003004000000");
    let text = format!("<?xml version=\"1.0\"?>\n<opensudoku>\n<name>A</name>\n{games}</opensudoku>\n");
    for text in [text.replace('\n', ""), text] {
        assert_eq!(stdout(&["count"], text.as_bytes()), "unique 1\nmultiple 2+\n", "{text}");
        assert_eq!(stdout(&["convert"], text.as_bytes()), "1.....3..4.....2\n1.....3..4......\n", "{text}");
    }
}

#[test]
fn pictures_have_errors_on_standard_error() {
    let input = format!("1.....3..4.....2\n1..\n11..............\n{DRAWING}");
    let output = run(&["solve", "-q", "--format", "svg"], input.as_bytes());
    let (code, pictures, messages) = parts(&output);
    let documents: Vec<&str> = pictures.split_inclusive("</svg>\n").collect();
    assert_eq!((code, documents.len()), (Some(1), 2));
    assert!(documents.iter().all(|document| document.starts_with("<svg ")), "{pictures}");
    let error =
        "error: line 2: 3 symbols make no grid: a grid of size n has n*n, such as 1 (1x1) or 4 (2x2)\n";
    let mut messages: Vec<&str> = messages.split_inclusive('\n').collect();
    messages.sort_unstable();
    assert_eq!(messages, [error, "line 3: none\n"]);
}

#[test]
fn warnings_are_written_to_standard_error() {
    let json = "{\"size\":1,\"grid\":[[{}]],\"ruleset\":\"Digits are odd.\"}";
    let puzzle = lz_str::compress_to_base64(json);
    let warning = "the puzzle has drawings, marks, metadata or rules in prose that were not read: it may have more rules than \
                   those applied: the rules \"Digits are odd.\"\n";
    let input = format!("1\n{puzzle}\n");
    for (arguments, answers) in [
        (&["solve", "-q"][..], "1\n1 rules_not_read\n"),
        (&["count", "-q"], "unique 1\nunique 1 rules_not_read\n"),
        (&["solve", "-q", "--format", "grid"], "+---+\n| 1 |\n+---+\n+---+\n| 1 |\n+---+\n"),
        (&["convert"], "1\n.\n"),
        (&["convert", "-q"], "1\n.\n"),
    ] {
        let output = run(arguments, input.as_bytes());
        assert_eq!(
            parts(&output),
            (Some(0), answers, &*format!("warning: line 2: {warning}")),
            "{arguments:?}"
        );
    }
    let output = run(&["solve", &puzzle], b"");
    assert_eq!(parts(&output), (Some(0), "1 rules_not_read\n", &*format!("warning: {warning}")));
    let output = run(&["solve", "-q", "--format", "json"], input.as_bytes());
    assert_eq!(
        (&lines(&output)[1]["warnings"], text(&output.stderr)),
        (&serde_json::json!(["decorations_ignored"]), "")
    );
}

#[test]
fn quiet_run_writes_no_summary() {
    let output = run(&["count", "-q", "--keep-going"], LINES.as_bytes());
    assert_eq!(parts(&output), (Some(0), VERDICTS, ""));
}

#[test]
fn version_names_the_commit_if_the_build_knew_it() {
    for option in ["--version", "-V"] {
        let version = stdout(&[option], b"");
        assert_eq!(version.trim_end(), format!("quadrille {VERSION_AND_COMMIT}"));
        assert!(version.contains(COMMIT.unwrap_or(VERSION)));
    }
}

#[test]
fn completion_scripts_name_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell], b"");
        for word in ["serve", "healthcheck", "no-progress"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn manual_has_a_page_per_command() {
    let page = stdout(&["man"], b"");
    assert!(
        page.contains(".SH NAME\nquadrille \\- Solve Sudoku") && page.contains("quadrille\\-solve(1)"),
        "{page}"
    );
    let folder = tempfile::tempdir().expect("temporary folder");
    let folder = folder.path().join("share/man1");
    let written = stdout(&["man", "--dir", &folder.display().to_string()], b"");
    assert_eq!(written, "");
    assert_eq!(fs::read_to_string(folder.join("quadrille.1")).expect("page"), page);
    let commands_in = |command: &[&str]| {
        let help = stdout(&[command, &["--help"]].concat(), b"");
        let commands =
            help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        // The description of a command may go on in lines that are indented further.
        let first_lines = commands.filter(|line| !line.starts_with("   "));
        let names = first_lines.map(|line| line.split_whitespace().next().expect("name").to_owned());
        names.filter(|name| name != "help").collect::<Vec<_>>()
    };
    let groups: [&[&str]; 4] = [&["cover"], &["job"], &["job", "submit"], &["job", "admin"]];
    let name = |group: &[&str], command: String| format!("{}-{command}", group.join("-"));
    let nested: Vec<String> = groups
        .into_iter()
        .flat_map(|group| commands_in(group).into_iter().map(move |command| name(group, command)))
        .collect();
    assert!(nested.contains(&"cover-from-sudoku".to_owned()), "{nested:?}");
    assert!(nested.contains(&"job-submit-count".to_owned()), "{nested:?}");
    let mut pages = 1;
    for name in commands_in(&[]).iter().chain(&nested) {
        let page = fs::read_to_string(folder.join(format!("quadrille-{name}.1"))).expect(name);
        assert!(page.contains(&format!("quadrille\\-{}", name.replace('-', "\\-"))), "{page}");
        pages += 1;
    }
    assert_eq!(fs::read_dir(&folder).expect("folder").count(), pages);
}

#[test]
fn puzzles_are_converted() {
    assert_eq!(stdout(&["convert", "--to", "drawing", "1.....3..4.....2"], b""), DRAWING);
    assert_eq!(
        stdout(&["convert"], format!("{DRAWING}\n{DRAWING}").as_bytes()),
        "1.....3..4.....2\n".repeat(2)
    );
    let output = run(&["convert"], LINES.as_bytes());
    let (code, lines, message) = parts(&output);
    assert_eq!((code, lines), (Some(1), "1.....3..4.....2\n1.....3..4......\n"));
    assert!(message.starts_with("error: line 5: 3 symbols"), "{message}");
}

#[test]
fn converted_collection_is_read_back_in_every_format() {
    let puzzles = "1.....3..4.....2\n1.....3..4......\n";
    for format in Format::ALL.iter().copied().map(Format::name).collect::<Vec<_>>() {
        let file = stdout(&["convert", "--to", format], puzzles.as_bytes());
        assert_eq!(stdout(&["convert"], file.as_bytes()), puzzles, "{format}: {file}");
    }
    assert_eq!(stdout(&["convert", "--to", "opensudoku"], b""), "");
}

#[test]
fn all_solutions_of_a_puzzle_are_listed() {
    const ALL: [&str; 3] = ["1324423124133142\n", "1324423134122143\n", "1342423124133124\n"];
    let puzzle = "1.....3..4......";
    for (options, expected, summary) in [
        (&[][..], &ALL[..], "3 solutions in "),
        (&["--skip", "1"], &ALL[1..], "2 solutions after the first 1 in "),
        (&["--skip", "3"], &[], "0 solutions after the first 3 in "),
        (&["--limit", "2"], &ALL[..2], "2 solutions in "),
        (&["--limit", "1", "--skip", "1"], &ALL[1..2], "1 solutions after the first 1 in "),
    ] {
        let output = run(&[&["solutions", puzzle], options].concat(), b"");
        let (code, solutions, message) = parts(&output);
        assert_eq!((code, solutions), (Some(0), &*expected.concat()), "{options:?}");
        let end = if options.contains(&"--limit") { "there may be others\n" } else { ": no others\n" };
        assert!(message.starts_with(summary) && message.ends_with(end), "{options:?}: {message}");
    }
    let output = run(&["solutions", "-q"], format!("{puzzle}\n").as_bytes());
    assert_eq!(parts(&output), (Some(0), &*ALL.concat(), ""));
    let output = run(&["solutions", "-q", "11.............."], b"");
    assert_eq!(parts(&output), (Some(0), "", ""));
    let output = run(&["solutions", "--format", "json", "--limit", "3", "-"], DRAWING.as_bytes());
    let lines = lines(&output);
    assert_eq!((&lines[0]["index"], lines[0]["solution"].is_string()), (&0.into(), true), "{lines:?}");
    assert_eq!(lines[1]["summary"]["complete"], true, "{lines:?}");
}

#[test]
fn solutions_obey_the_rules_of_the_options() {
    let puzzle = "................";
    let listed = |options: &[&str]| {
        let output = run(&[&["solutions", "-q", puzzle], options].concat(), b"");
        let (code, solutions, message) = parts(&output);
        assert_eq!((code, message), (Some(0), ""), "{options:?}");
        solutions.lines().count()
    };
    let cage = r#"[{"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 3}]"#;
    let counted = stdout(&["count", "--limit", "all", "--constraints", cage, puzzle], b"");
    assert_eq!(counted, format!("multiple {}\n", listed(&["--constraints", cage])));
    assert_eq!(listed(&["--boxes", "false"]), 576);
    // In quotes, as the help shows it.
    for regions in ["1122112233443344", r#""1122112233443344""#, "[[1,1,2,2],[1,1,2,2],[3,3,4,4],[3,3,4,4]]"]
    {
        assert_eq!(listed(&["--regions", regions]), 288, "{regions}");
    }
    assert!(listed(&["--candidates", r#"{"r1c1": [1]}"#]) < 288);
    let output = run(&["solutions", "--constraints", r#"[{"type": "chaosline"}]"#, puzzle], b"");
    assert!(
        parts(&output).2.contains("there is no type of constraint named `chaosline`: the types are"),
        "{output:?}"
    );
}

#[test]
fn commands_without_constraints_say_which_questions_have_them() {
    let sentence = "this question does not support constraints: `solve`, `count`, `solutions`, ";
    for command in ["shuffle", "guesses", "canonical", "subset"] {
        let output = run(&[command, "--constraints", r#"[{"type": "anti_king"}]"#, "1.....3..4.....2"], b"");
        // Most commands refuse each entry, in its line.
        let (code, answers, messages) = parts(&output);
        let message = format!("{answers}{messages}");
        assert!(code != Some(0) && message.contains(sentence), "{command}: {message}");
        assert!(!message.contains("did you mean") && !message.contains("/solve"), "{command}: {message}");
    }
    let output = run(&["generate", "--constraints", "[]"], b"");
    assert!(parts(&output).2.contains(&format!("--constraints: {sentence}")), "{output:?}");
    let help = stdout(&["canonical", "--help"], b"");
    assert!(!help.contains("--constraints"), "{help}");
}

#[test]
fn list_of_solutions_has_no_maximum() {
    let many = run(&["solutions", "--box", "2x2", "................"], b"");
    let (code, solutions, message) = parts(&many);
    assert_eq!((code, solutions.lines().count()), (Some(0), 288), "{message}");
    // More than a request may list.
    let output = run(&["solutions", "--limit", "1000001", "--nodes", "1", &".".repeat(81)], b"");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn incomplete_list_of_solutions_is_a_failure() {
    let empty = ".".repeat(81);
    let cover = stdout(&["cover", "from-sudoku", &empty], b"");
    for (arguments, input) in [(["solutions", &empty], ""), (["cover", "solutions"], &*cover)] {
        let arguments = [&arguments[..], if input.is_empty() { &[] } else { &["-"] }].concat();
        let limits = ["--nodes", "70", "--limit", "1000000", "--quiet"];
        let output = run(&[&arguments[..], &limits].concat(), input.as_bytes());
        let (code, _, message) = parts(&output);
        assert_eq!(code, Some(1), "{message}");
        assert!(message.contains(": incomplete: the node limit is reached, see --nodes\n"), "{message}");
        let json = ["--nodes", "70", "--limit", "1000000", "--format", "json"];
        let output = run(&[&arguments[..], &json].concat(), input.as_bytes());
        let lines = lines(&output);
        let summary = &lines.last().expect("a summary")["summary"];
        assert_eq!((&summary["complete"], &summary["stopped_by"]), (&false.into(), &"node_limit".into()));
    }
}

#[test]
fn solutions_are_written_as_they_are_found() {
    let mut child = quadrille(&["solutions", &".".repeat(81)]).spawn().expect("program starts");
    let mut solutions = BufReader::new(child.stdout.take().expect("pipe")).lines();
    for _ in 0..2 {
        assert_eq!(solutions.next().expect("a line").expect("UTF-8").len(), 81);
    }
    drop(solutions);
    let output = child.wait_with_output().expect("process ends");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

#[test]
fn faults_of_a_puzzle_whose_solutions_are_asked_are_listed() {
    for (input, fault) in [
        ("1.....3..4.....2\n1.....3..4.....2\n", "-: the text has several puzzles: give one of them\n"),
        ("\n", "-: the input is empty\n"),
        (
            "1..5\n..3.\n.4..\n...2\n",
            "-: r1c4, line 1, column 4: `5` is 5, more than 4, the largest digit of this grid\n",
        ),
    ] {
        assert_eq!(parts(&run(&["solutions"], input.as_bytes())), (Some(1), "", fault));
    }
    assert_eq!(run(&["solutions", "--limit", "0", "1"], b"").status.code(), Some(2));
}

/// Exact cover problem with colours, which has one solution.
const COVER: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";

#[test]
fn exact_cover_problems_are_answered() {
    assert_eq!(stdout(&["cover", "solve", "-"], COVER.as_bytes()), "2 4\n");
    assert_eq!(stdout(&["cover", "count", "-"], COVER.as_bytes()), "unique 1\n");
    let output = run(&["cover", "solutions", "-"], COVER.as_bytes());
    let (code, solutions, summary) = parts(&output);
    assert_eq!((code, solutions), (Some(0), "2 4\n"));
    assert!(summary.starts_with("1 solutions in ") && summary.ends_with(": no others\n"), "{summary}");
    for command in ["solve", "count", "solutions", "estimate"] {
        assert_eq!(run(&["cover", command, "-q", "-"], COVER.as_bytes()).stderr, b"");
    }
    let matrix = br#"{"matrix": [[1, 0], [0, 1], [1, 1]], "limit": 9}"#;
    assert_eq!(stdout(&["cover", "count", "-"], matrix), "multiple 2\n");
    let json = stdout(&["cover", "count", "--format", "json", "-"], matrix);
    let answer: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&answer["count"], &answer["witnesses"][0][0]["option"]), (&2.into(), &1.into()));
    let estimate = stdout(&["cover", "estimate", "--probes", "10", "-"], COVER.as_bytes());
    assert!(estimate.starts_with("solutions "), "{estimate}");
}

#[test]
fn exact_cover_option_without_primary_item_is_skipped_with_a_warning() {
    let file = "tests/inputs/f03_option_without_primary.dlx";
    let warning = format!(
        "{file}: warning: options without a primary item are skipped, because no solution has them: 3\n"
    );
    for (command, answer) in [("solve", "2 4\n"), ("count", "unique 1\n"), ("solutions", "2 4\n")] {
        let output = run(&["cover", command, "-q", file], b"");
        assert_eq!(parts(&output), (Some(0), answer, warning.as_str()));
        // JSON contains it.
        let output = run(&["cover", command, "-q", "--format", "json", file], b"");
        let (code, json, errors) = parts(&output);
        assert_eq!((code, errors), (Some(0), ""));
        assert!(json.contains(r#""warnings":["options_skipped"],"skipped_options":[3]"#), "{json}");
    }
    let boolean = "tests/inputs/f17_boolean_matrix.json";
    assert_eq!(stdout(&["cover", "solve", boolean], b""), "1 2\n");
}

#[test]
fn several_threads_count_the_same_solutions() {
    // Latin squares of size 5: each row and column has each digit once, and each cell one digit.
    let names = |kind: char| (0..25).map(|index| format!("{kind}{index} ")).collect::<String>();
    let mut latin = format!("{}{}{}\n", names('c'), names('r'), names('k'));
    for (cell, digit) in (0..25).flat_map(|cell| (0..5).map(move |digit| (cell, digit))) {
        let (row, column) = (cell / 5, cell % 5);
        latin += &format!("c{cell} r{} k{}\n", 5 * row + digit, 5 * column + digit);
    }
    for threads in ["1", "2", "5"] {
        let count = ["cover", "count", "--limit", "1000000", "--threads", threads, "-"];
        assert_eq!(stdout(&count, latin.as_bytes()), "multiple 161280\n");
    }
    let list = |threads| {
        let list = ["cover", "solutions", "--limit", "20000", "--threads", threads, "-"];
        stdout(&list, latin.as_bytes())
    };
    assert!(list("3") == list("1"), "other solutions");
    let output = run(&["cover", "count", "--threads", "0", "-"], b"a\n");
    let (code, _, errors) = parts(&output);
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("threads: ") && errors.contains("from 1 to 1024"), "{errors}");
}

#[test]
fn faults_of_an_exact_cover_problem_are_listed() {
    let output = run(&["cover", "solve", "-"], b"a b | x\na c\nb:red\n");
    let (code, answers, faults) = parts(&output);
    let expected = "-: line 2, column 3: item `c` is unknown: the line of items does not name it\n\
                    -: line 3, column 1: item `b` is primary and cannot have a colour\n";
    assert_eq!((code, answers, faults), (Some(1), "", expected));
    let output = run(&["cover", "from-sudoku", "-"], b"1..5\n..3.\n.6..\n...2\n");
    let (code, problem, faults) = parts(&output);
    let expected = "-: r1c4, line 1, column 4: `5` is 5, more than 4, the largest digit of this grid\n\
                    -: r3c2, line 3, column 2: `6` is 6, more than 4, the largest digit of this grid\n";
    assert_eq!((code, problem, faults), (Some(1), "", expected));
}

#[test]
fn unreadable_exact_cover_problem_does_not_end_the_command() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (first, missing, empty, last) = (path("a"), path("b"), path("c"), path("d"));
    fs::write(&first, COVER).expect("file is written");
    fs::write(&empty, "\u{feff} \n").expect("file is written");
    fs::write(&last, "a\na\na\n").expect("file is written");
    let output = run(&["cover", "count", &first, &missing, &empty, &last], b"");
    let (code, answers, faults) = parts(&output);
    assert_eq!((code, answers), (Some(1), "unique 1\nmultiple 2+\n"));
    let lines: Vec<&str> = faults.lines().collect();
    assert_eq!(lines.len(), 2, "{faults}");
    assert!(lines[0].starts_with(&format!("{missing}: cannot be read: ")), "{faults}");
    assert_eq!(lines[1], format!("{empty}: the input is empty"));
}

#[test]
fn faults_of_exact_cover_commands_speak_of_inputs() {
    let output = run(&["cover", "from-sudoku", "-"], b"1.....3..4.....2\n1.....3..4.....2\n");
    let expected = "-: the text has several puzzles: give one of them\n";
    assert_eq!(parts(&output), (Some(1), "", expected));
    let output = run(&["cover", "from-sudoku", "-"], b"\n");
    assert_eq!(parts(&output), (Some(1), "", "-: the input is empty\n"));
    let output = run(&["cover", "estimate", "--limit", "3", "-"], COVER.as_bytes());
    let (code, answers, faults) = parts(&output);
    assert_eq!((code, answers), (Some(2), ""));
    assert!(faults.contains("unexpected argument '--limit'"), "{faults}");
}

#[test]
fn sudoku_is_written_as_an_exact_cover_problem_with_the_same_solutions() {
    let cover = stdout(&["cover", "from-sudoku", "1.....3..4......"], b"");
    assert_eq!(stdout(&["cover", "count", "--limit", "9", "-"], cover.as_bytes()), "multiple 3\n");
    let empty = stdout(&["cover", "from-sudoku", &".".repeat(81)], b"");
    let words = |line: &str| line.split(' ').count();
    assert_eq!((empty.lines().count(), empty.lines().next().map(words)), (1 + 729, Some(324)));
    assert_eq!(empty.lines().skip(1).map(words).sum::<usize>(), 2916);
}

/// Returns a text compressed with gzip, and with zstd.
fn compressed(text: &[u8]) -> [Vec<u8>; 2] {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text).expect("memory");
    [gzip.finish().expect("memory"), zstd::encode_all(text, 1).expect("memory")]
}

#[test]
fn compressed_inputs_are_answered_like_their_text() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("input.txt");
    let name = file.display().to_string();
    let rows = "1...\n..3.\n.4..\n...2\n";
    let matrix = r#"{"matrix": [[1, 0], [0, 1], [1, 1]], "limit": 9}"#;
    for (command, input) in [
        (&["count", "-q", "--keep-going"][..], LINES),
        (&["count", "-q"], rows),
        (&["solve", "-q", "--grid"], DRAWING),
        (&["solve", "-q", "--input", "ndjson"], "{\"puzzle\": \"1.....3..4.....2\"}\n"),
        (&["convert"], "\u{feff}1.....3..4.....2\n"),
        (&["convert", "--from", "sdm", "--to", "drawing"], ""),
        (&["solutions", "-q"], rows),
        (&["cover", "count"], COVER),
        (&["cover", "count"], matrix),
        (&["cover", "from-sudoku"], DRAWING),
        (&["generate", "-q", "--seed", "1", "--pattern"], DRAWING),
    ] {
        let mut expected = None;
        for bytes in [input.as_bytes().to_vec()].into_iter().chain(compressed(input.as_bytes())) {
            fs::write(&file, &bytes).expect("file is written");
            let of_file = run(&[command, &[&name]].concat(), b"");
            assert_eq!(parts(&of_file).0, Some(0), "{command:?}: {}", text(&of_file.stderr));
            assert_eq!(
                expected.get_or_insert_with(|| of_file.stdout.clone()),
                &of_file.stdout,
                "{command:?}"
            );
            if command[0] != "generate" {
                let of_pipe = run(&[command, &["-"]].concat(), &bytes);
                assert_eq!(
                    (&of_pipe.stdout, &of_pipe.stderr),
                    (&of_file.stdout, &of_file.stderr),
                    "{command:?}"
                );
            }
        }
    }
}

#[test]
fn name_of_a_file_does_not_tell_whether_it_is_compressed() {
    let folder = tempfile::tempdir().expect("temporary folder");
    for name in ["puzzles.gz", "puzzles.zst"] {
        let file = folder.path().join(name);
        fs::write(&file, "1.....3..4.....2\n").expect("file is written");
        assert_eq!(stdout(&["count", &file.display().to_string()], b""), "unique 1\n");
    }
}

#[test]
fn compressed_input_without_its_end_is_an_error() {
    // The end of the data belongs to the last line, which is a puzzle also without its end.
    let puzzles = (0..20_000).map(|index| format!("{index:016b}\n").replace('0', "."));
    let puzzles: String = puzzles.collect();
    for (whole, coding) in compressed(puzzles.as_bytes()).into_iter().zip(["gzip", "zstd"]) {
        for cut in [whole.len() - 1, whole.len() / 2] {
            let folder = tempfile::tempdir().expect("temporary folder");
            let file = folder.path().join("puzzles");
            fs::write(&file, &whole[..cut]).expect("file is written");
            let name = file.display().to_string();
            let fault =
                format!("quadrille: cannot read {name}: its {coding} data ends early: the end is missing\n");
            for command in [&["convert"][..], &["count", "-q", "--limit", "1"]] {
                let output = run(&[command, &[&name]].concat(), b"");
                assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), &*fault), "{command:?}");
                let lines = text(&output.stdout);
                assert!(lines.is_empty() || lines.ends_with('\n'), "{command:?}");
            }
            for command in [&["solutions"][..], &["cover", "count"]] {
                let output = run(&[command, &[&name]].concat(), b"");
                let message = text(&output.stderr);
                assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]), "{message}");
                assert!(message.contains(": its ") || message.contains("is longer than a grid"), "{message}");
            }
        }
    }
}

#[test]
fn decompressed_lines_are_as_bounded_as_lines_of_text() {
    let long = [&b"1\n"[..], &vec![b'.'; 32 << 20], b"\n1\n"].concat();
    for bytes in compressed(&long) {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = folder.path().join("puzzles");
        fs::write(&file, &bytes).expect("file is written");
        let name = file.display().to_string();
        let output = run(&["count", "-q", "--keep-going", &name], b"");
        let lines: Vec<&str> = text(&output.stdout).lines().collect();
        assert_eq!((lines.len(), lines[0], lines[2]), (3, "unique 1", "unique 1"), "{lines:?}");
        assert!(lines[1].starts_with("error: line 2: "), "{lines:?}");
        let output = run(&["solve", "--grid", &name], b"");
        assert_eq!(text(&output.stderr), format!("quadrille: {name} is longer than a grid: 65536 bytes\n"));
        let output = run(&["count", "--range", "1/2", &name], b"");
        let message = text(&output.stderr);
        assert!(message.contains("--range needs a file that is not compressed"), "{message}");
    }
}

/// Starts the program with an open input.
/// Standard output of `command` for each part of a file, joined.
fn of_parts(command: &[&str], file: &str, parts: usize) -> String {
    let part = |number: usize| {
        let range = format!("{number}/{parts}");
        stdout(&[command, &["--keep-going", "--range", &range, file]].concat(), b"")
    };
    (1..=parts).map(part).collect()
}

/// Text in all notations of several puzzles, beside comments, blank and invalid lines.
fn mixed_text() -> String {
    let drawing = "+--+--+\n|1.|..|\n|..|3.|\n+--+--+\n|.4|..|\n|..|.2|\n+--+--+\n";
    let section = "[Puzzle]\n1...\n..3.\n.4..\n...2\n\n";
    format!("\u{feff}{LINES}{drawing}\n1.....3..4.....2\r\n{section}{drawing}\n??\n{section}1.....3..4.....2")
}

#[test]
fn outputs_of_parts_are_that_of_the_file() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    // Longer than what is read before a part to find its first entry.
    let padding = format!("# {}\n", "-".repeat(1_000));
    let long: String = (0..500).map(|_| format!("{padding}1.....3..4.....2\n")).collect();
    let games = "<opensudoku>\n<game data=\"1.....3..4.....2\"/><game data=\"1\"/>\n<game\ndata=\"?\"/></opensudoku>\n";
    for (name, text, parts) in [
        ("mixed.txt", mixed_text(), vec![1, 2, 3, 7, 60]),
        ("long.txt", format!("{long}{}\n{long}", mixed_text()), vec![9]),
        ("games.txt", games.to_owned(), vec![1, 2, 5]),
        ("one.txt", "1...\n..3.\n.4..\n...2\n".to_owned(), vec![1, 3]),
        ("empty.txt", String::new(), vec![2]),
    ] {
        let file = path(name);
        fs::write(&file, text).expect("file is written");
        let whole = stdout(&["count", "--keep-going", "--format", "line", &file], b"");
        let json = stdout(&["solve", "--keep-going", "--format", "json", &file], b"");
        let json: String =
            json.split_inclusive('\n').filter(|line| !line.contains("\"type\":\"summary\"")).collect();
        for parts in parts {
            assert_eq!(of_parts(&["count"], &file, parts), whole, "{name} in {parts} parts");
            assert_eq!(
                of_parts(&["solve", "--format", "json"], &file, parts),
                json,
                "{name} in {parts} parts"
            );
        }
    }
    let file = path("puzzles.ndjson");
    let lines = "{\"puzzle\":\"1.....3..4.....2\",\"id\":1}\n\n{\"puzzle\":\"1\"}\n{\"puzzle\":\"?\"}\n#\n";
    fs::write(&file, lines).expect("file is written");
    let command = ["canonical", "--input", "ndjson"];
    let whole = stdout(&[&command[..], &["--keep-going", &file]].concat(), b"");
    assert_eq!(of_parts(&command, &file, 4), whole);
}

#[test]
fn complete_part_is_not_answered_again() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let (file, output) = (folder.path().join("puzzles.txt"), folder.path().join("answers"));
    fs::write(&file, LINES).expect("file is written");
    let (file, directory) = (file.display().to_string(), output.display().to_string());
    let names = || {
        let entries = fs::read_dir(&output).expect("folder").map(|entry| entry.expect("entry").file_name());
        let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    };
    let part = |range: &str, options: &[&str]| {
        run(&[&["count", "--range", range, "--output", &directory, &file], options].concat(), b"")
    };
    // The last part has the invalid line: without --keep-going, it is not complete.
    assert_eq!(part("2/2", &[]).status.code(), Some(1));
    assert_eq!(names(), [""; 0]);
    for number in 1..=10 {
        let ended = part(&format!("{number}/10"), &["--keep-going", "-q"]);
        assert_eq!(parts(&ended), (Some(0), "", ""));
    }
    let expected: Vec<String> =
        (1..=10).map(|number| format!("puzzles.txt.count.{number:02}-of-10.txt")).collect();
    assert_eq!(names(), expected);
    let joined: String =
        names().iter().map(|name| fs::read_to_string(output.join(name)).expect("file")).collect();
    assert_eq!(joined, VERDICTS);

    fs::write(output.join(&names()[2]), "kept").expect("file is written");
    let ended = part("3/10", &["--keep-going"]);
    let message = format!("{directory}/puzzles.txt.count.03-of-10.txt is complete\n");
    assert_eq!(parts(&ended), (Some(0), "", message.as_str()));
    assert_eq!(fs::read_to_string(output.join(&names()[2])).expect("file"), "kept");
    assert_eq!(part("1/10", &["--keep-going", "-q", "--format", "json"]).status.code(), Some(0));
    assert!(names().contains(&"puzzles.txt.count.01-of-10.ndjson".to_owned()));
}

#[test]
fn part_of_anything_but_a_file_is_refused() {
    for (arguments, fault) in [
        (&["solve", "--range", "1/2"][..], "<PUZZLE|FILE>"),
        (&["solve", "--range", "1/2", "-"], "cannot read -"),
        (&["solve", "--range", "1/2", "1.....3..4.....2"], "cannot read 1.....3..4.....2"),
        (&["solve", "--range", "1/2", "a", "b"], "--range needs one file"),
        (&["solve", "--range", "1/2", "/"], "--range needs a file, and / is none"),
        (&["solve", "--range", "3/2", "a"], "expected a part and the number of parts, such as 1/8 to 8/8"),
    ] {
        let output = run(arguments, b"");
        let (code, answers, message) = parts(&output);
        assert!(code != Some(0) && answers.is_empty() && message.contains(fault), "{arguments:?}: {message}");
    }
}

fn begin(arguments: &[&str]) -> (Child, std::process::ChildStdin, BufReader<std::process::ChildStdout>) {
    let mut child = quadrille(arguments).spawn().expect("program starts");
    let input = child.stdin.take().expect("pipe");
    let output = BufReader::new(child.stdout.take().expect("pipe"));
    (child, input, output)
}

#[test]
fn answer_is_written_before_the_next_line_is_read() {
    let (mut child, mut input, mut output) = begin(&["count"]);
    for (line, answer) in [
        ("1.....3..4.....2\n", "unique 1\n"),
        ("11..............\n", "none 0\n"),
        ("................\n", "multiple 2\n"),
    ] {
        input.write_all(line.as_bytes()).expect("line is written");
        let mut read = String::new();
        output.read_line(&mut read).expect("line is read");
        assert_eq!(read.trim_end_matches(['+', '\n']), answer.trim_end());
    }
    drop(input);
    assert!(child.wait().expect("process ends").success());
}

#[test]
fn closed_output_ends_the_program_without_a_message() {
    let (mut child, mut input, mut output) = begin(&["solve"]);
    let mut read = String::new();
    input.write_all(b"1.....3..4.....2\n").expect("line is written");
    output.read_line(&mut read).expect("line is read");
    drop(output);
    // The program may end before it has read all of this.
    let lines = "1.....3..4.....2\n".repeat(1_000);
    while input.write_all(lines.as_bytes()).is_ok() {}
    let mut message = String::new();
    child.stderr.take().expect("pipe").read_to_string(&mut message).expect("UTF-8");
    assert_eq!((child.wait().expect("process ends").code(), &*message), (Some(0), ""));
}

#[test]
fn closed_output_ends_a_document_without_a_message() {
    for arguments in [&["openapi"][..], &["completions", "bash"], &["man"], &["config"]] {
        let mut child = quadrille(arguments).spawn().expect("program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("process ends");
        assert_eq!(parts(&output), (Some(0), "", ""), "{arguments:?}");
    }
}

/// Options of `generate` for small puzzles.
const SMALL: [&str; 5] = ["generate", "--size", "6", "--seed", "5"];

#[test]
fn generated_puzzles_do_not_depend_on_the_number_of_threads() {
    let generated = |options: &[&str]| stdout(&[&SMALL[..], options].concat(), b"");
    let one = generated(&["--count", "150", "--minimal", "--threads", "1"]);
    assert_eq!(one.lines().count(), 150);
    for threads in ["2", "7"] {
        assert_eq!(generated(&["--count", "150", "--minimal", "--threads", threads]), one);
    }
    // Puzzle 64 begins the second chunk.
    let single = stdout(&["generate", "--size", "6", "--seed", "69", "--minimal"], b"");
    assert_eq!(one.lines().nth(64), Some(single.trim_end()));
    let verdicts = stdout(&["count", "-q"], one.as_bytes());
    assert!(verdicts.lines().all(|verdict| verdict == "unique 1"), "{verdicts}");
}

#[test]
fn generated_puzzles_have_the_wished_parts() {
    let output = run(&[&SMALL[..], &["--include", "solution,rating", "--format", "json"]].concat(), b"");
    let answers = lines(&output);
    assert_eq!((answers.len(), &answers[0]["seed"]), (2, &5.into()));
    let puzzle = answers[0]["puzzle"].as_str().expect("a line");
    assert_eq!(
        stdout(&["solve"], puzzle.as_bytes()).trim_end(),
        answers[0]["solution"].as_str().expect("a line")
    );
    assert!(answers[0]["rating"]["level"].is_string() && answers[1]["summary"]["unique"] == 1);
    assert!(text(&output.stderr).starts_with("seed 5: 1 of 1 puzzles in "), "{}", text(&output.stderr));
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("pattern.txt");
    fs::write(&file, "11..\n..11\n1111\n....\n").expect("file is written");
    let file = file.display().to_string();
    let from_file = stdout(&["generate", "-q", "--seed", "1", "--pattern", &file], b"");
    assert_eq!(from_file, stdout(&["generate", "--seed", "1", "--pattern", "11....111111...."], b""));
    assert!(from_file.chars().skip(2).take(2).all(|symbol| symbol == '.'), "{from_file}");
}

#[test]
fn each_of_several_grids_is_answered() {
    let grids = include_str!("inputs/f01_four_grids_blank_line.txt");
    let lines = include_str!("inputs/f18_sixteen_lines_of_4x4.txt");
    let table = include_str!("inputs/f04_five_columns_five_lines.csv");
    let words = include_str!("inputs/f07_key_puzzle_rating.txt");
    let list = include_str!("inputs/f09_python_list.txt");
    let footer = include_str!("inputs/f14_simple_sudoku_footer.txt");
    let header = include_str!("inputs/f16_unknown_header.csv");
    for (input, count) in
        [(grids, 4), (lines, 16), (table, 4), (words, 4), (list, 1), (footer, 1), (header, 3)]
    {
        for output in [run(&["count"], input.as_bytes()), run(&["count", input], b"")] {
            let (code, verdicts, _) = parts(&output);
            assert_eq!((code, verdicts), (Some(0), &*"unique 1\n".repeat(count)), "{input}");
        }
    }
    let warning = text(&run(&["count", "-q"], footer.as_bytes()).stderr).to_owned();
    assert_eq!(warning, "warning: ignored lines 14, 15, which hold no part of a puzzle\n");
    let one = run(&["count", "--grid"], lines.as_bytes());
    assert_eq!(parts(&one).1, "none 0\n");
    let refused = run(&["count", "--grid"], grids.as_bytes());
    let message = parts(&refused).1;
    assert!(message.contains("without `--grid`") && !message.contains("batch"), "{message}");
}

#[test]
fn generation_without_a_puzzle_fails_and_faults_are_named() {
    let output = run(&["generate", "--clues", "18", "--attempts", "3", "--count", "2", "--seed", "1"], b"");
    let (code, puzzles, summary) = parts(&output);
    assert_eq!((code, puzzles), (Some(1), "no puzzle in 3 attempts\nno puzzle in 3 attempts\n"));
    assert!(summary.contains("\nseed 1: 0 of 2 puzzles in "), "{summary}");
    for (option, value, fault) in [
        ("--difficulty", "tough", "difficulty: must be a level"),
        ("--clues", "9..8", "clues: the range of clues is empty"),
        ("--symmetry", "round", "symmetry: must be one of none, rotate180"),
        ("--techniques", "-x_win", "techniques: `x_win` is not a technique: did you mean `x_wing`?"),
        ("--size", "37", "size: must be a whole number from 1 to 36"),
    ] {
        let output = run(&["generate", option, value], b"");
        let (code, _, message) = parts(&output);
        assert!(code == Some(2) && message.contains(fault), "{message}");
    }
    let output = run(&["generate", "--difficulty", "foo", "--clues", "99", "--symmetry", "bar"], b"");
    let mut lines: Vec<_> =
        text(&output.stderr).lines().map(|line| line.split(": ").next().expect("a part")).collect();
    lines.sort_unstable();
    assert_eq!(lines, ["  --clues", "  --difficulty", "  --symmetry", "quadrille"]);
    let output = run(&["generate", "--count", "2", "--seed", "9007199254740991"], b"");
    assert!(text(&output.stderr).starts_with("quadrille: --seed: must be at most 9007199254740990"));
}

#[test]
fn closed_output_ends_a_generation_quietly() {
    let mut child =
        quadrille(&[&SMALL[..], &["--count", "100000000"]].concat()).spawn().expect("program starts");
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("pipe"));
    reader.read_line(&mut first).expect("a puzzle");
    drop(reader);
    let output = child.wait_with_output().expect("process ends");
    assert_eq!((first.trim_end().len(), output.status.code(), text(&output.stderr)), (36, Some(0), ""));
}

const RECORDS: &str = include_str!("inputs/f11_dataset_with_solution.jsonl");

/// Solutions of `RECORDS`.
fn record_solutions() -> String {
    let record = |line| serde_json::from_str::<Value>(line).expect("JSON");
    RECORDS.lines().map(|line| record(line)["solution"].as_str().expect("text").to_owned() + "\n").collect()
}

#[test]
fn json_is_detected_in_files_and_standard_input() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let array = format!("[{}]", RECORDS.trim_end().replace('\n', ",\n"));
    let pretty: Value = serde_json::from_str(&array).expect("JSON");
    let pretty = serde_json::to_string_pretty(&pretty).expect("JSON");
    let long = format!("[{}{}]", "{\"puzzle\": \"1\"},\n".repeat(5_000), &array[1..array.len() - 1]);
    for (name, content) in [
        ("a.jsonl", RECORDS),
        ("b.jsonl", RECORDS.trim_end()),
        ("c.json", &array),
        ("d.json", &pretty),
        ("e.txt", &format!("\u{feff}\n{}", RECORDS.replace('\n', "\r\n"))),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, content).expect("file is written");
        let file = file.display().to_string();
        let output = run(&["solve", &file], b"");
        let (code, answers, summary) = parts(&output);
        assert_eq!((code, answers), (Some(0), &*record_solutions()), "{name} {summary}");
        assert!(summary.ends_with("0 errors, 4 other members ignored\n"), "{name}: {summary}");
        assert_eq!(stdout(&["solve", "-q"], content.as_bytes()), record_solutions(), "{name}");
        let json = lines(&run(&["solve", "--format", "json", &file], b""));
        assert_eq!(
            (&json[1]["id"], &json[2]["summary"]["ignored_members"]),
            (&1.into(), &4.into()),
            "{name}"
        );
    }
    let file = folder.path().join("long.json");
    fs::write(&file, &long).expect("file is written");
    let answers = stdout(&["solve", "-q", &file.display().to_string()], b"");
    assert_eq!((answers.lines().count(), answers.ends_with(&record_solutions())), (5_002, true));
}

#[test]
fn titles_beside_puzzles_are_ignored_and_named() {
    let text = b"My puzzles:\n1.....3..4.....2\n\nThat is all\n";
    let output = run(&["count", "-q"], text);
    let (code, answers, warning) = parts(&output);
    assert_eq!((code, answers), (Some(0), "unique 1\n"));
    assert_eq!(warning, "warning: ignored lines 1, 4, which hold no part of a puzzle\n");
    let converted = run(&["convert", "--to", "line"], text);
    assert_eq!(parts(&converted), (Some(0), "1.....3..4.....2\n", warning));
}

#[test]
fn keep_repeats_other_columns() {
    let table = b"id,puzzle,level\n7,1.....3..4.....2,easy\n";
    assert_eq!(stdout(&["count", "-q", "--keep"], table), "unique 1\t7\teasy\n");
    assert_eq!(stdout(&["count", "-q"], table), "unique 1\n");
}

#[test]
fn json_text_and_arguments_mix() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = |name: &str, content: &str| {
        let file = folder.path().join(name);
        fs::write(&file, content).expect("file is written");
        file.display().to_string()
    };
    let rows = include_str!("inputs/f15_minus_one_blanks.json");
    let one = path("one.json", rows);
    let pretty = path("pretty.json", &format!("{{\n{}\n", rows.trim_start_matches('{')));
    let text = path("a.txt", "1.....3..4.....2\n1.....3..4......\n");
    let options = path("b.jsonl", "{\"puzzle\": \"1.....3..4......\", \"limit\": 9}\n\"1.....3..4......\"\n");
    let batch = path("batch.json", include_str!("inputs/f10_batch_of_arrays.json"));
    let array = "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]";
    let inputs = ["count", "-q", &one, &text, &options, &text, &pretty, array, rows, &batch];
    let [unique, three, two] = ["unique 1\n", "multiple 3\n", "multiple 2+\n"];
    let expected =
        [unique, unique, two, three, two, unique, two, unique, unique, unique, unique, unique].concat();
    assert_eq!(stdout(&inputs, b""), expected);
    assert_eq!(stdout(&["solve", "-q", array], b""), "1324423124133142\n");
    assert_eq!(stdout(&["convert", &one, &batch, "--to", "line"], b""), "1.....3..4.....2\n".repeat(3));
    assert_eq!(stdout(&["convert"], RECORDS.as_bytes()).lines().count(), 2);
    assert!(stdout(&["cover", "from-sudoku", &one], b"").contains("r1c1"));
    assert_eq!(stdout(&["count", "-q", &one, "--range", "1/1"], b""), unique);
    assert_eq!(stdout(&["count", "-q", "--range", "2/2", &options], b""), two);
    let output = run(&["count", "--range", "1/2", &batch], b"");
    assert!(parts(&output).2.contains("is one JSON array: write an element per line"));
}

#[test]
fn text_that_begins_like_json_is_text() {
    let quoted = "\"1.....3..4.....2\",\"1324423124133142\"\n\"1.....3..4......\",\"1324423124133142\"\n";
    assert_eq!(stdout(&["count", "-q"], quoted.as_bytes()), "unique 1\nmultiple 2+\n");
    let section = "[Puzzle]\n1...\n..3.\n.4..\n...2\n";
    assert_eq!(stdout(&["count", "-q"], section.as_bytes()), "unique 1\n");
    let web = stdout(&["convert", "--to", "fpuzzles", "1.....3..4.....2"], b"");
    assert_eq!(stdout(&["count", "-q"], web.as_bytes()), "unique 1\n");
    let output = run(&["count", "-q", "--input", "text"], RECORDS.as_bytes());
    assert_eq!(parts(&output).0, Some(1));
}

#[test]
fn json_with_two_meanings_or_a_fault_is_refused() {
    let rows = serde_json::json!(vec![vec![0; 16]; 16]).to_string();
    let output = run(&["count"], rows.as_bytes());
    assert!(parts(&output).2.contains("the array is one grid, or a puzzle per element"), "{output:?}");
    let output = run(&["count", "-q"], b"{\"puzzle\":\n \"1.....3..4.....2\",\n}");
    let (code, answers, _) = parts(&output);
    assert_eq!((code, answers.starts_with("error: trailing comma at line 3")), (Some(1), true), "{answers}");
    let output = run(&["count", "-q"], b"{\"puzzle\": \"1...\", \"limti\": 3}\n");
    assert!(parts(&output).1.contains("did you mean `limit`?"), "{output:?}");
}
