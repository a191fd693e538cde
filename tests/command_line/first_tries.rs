//! Tests of the arguments that people try first.

use std::fs;

use crate::{lines, parts, run, stdout, text};

const PUZZLE: &str = "1.....3..4.....2";
const SOLUTION: &str = "1324423124133142\n";

#[test]
fn puzzle_alone_is_solved() {
    assert_eq!(stdout(&[PUZZLE], b""), SOLUTION);
    assert_eq!(lines(&run(&[PUZZLE, "--json"], b""))[0]["verdict"], "unique");
}

#[test]
fn file_alone_is_solved_or_named() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("puzzles.txt");
    fs::write(&file, PUZZLE).expect("file is written");
    assert_eq!(stdout(&[file.to_str().expect("UTF-8")], b""), SOLUTION);
    for name in ["nofile.txt", "folder/nofile"] {
        let output = run(&[name], b"");
        assert_eq!(parts(&output), (Some(2), "", &*format!("quadrille: no such file: {name}\n")));
    }
    assert!(text(&run(&["solv", PUZZLE], b"").stderr).contains("similar subcommand"));
}

#[test]
fn version_has_a_command_and_short_options() {
    let version = stdout(&["--version"], b"");
    for arguments in [["version"], ["-v"], ["-V"]] {
        assert_eq!(stdout(&arguments, b""), version, "{arguments:?}");
    }
}

#[test]
fn json_is_a_format() {
    for command in ["solve", "count", "rate", "path"] {
        let short = lines(&run(&[command, "--json", PUZZLE], b""));
        let long = lines(&run(&[command, "--format", "json", PUZZLE], b""));
        assert_eq!(short[0], long[0], "{command}");
    }
    assert_eq!(lines(&run(&["solutions", "--json", PUZZLE], b""))[0]["index"], 0);
    assert_eq!(lines(&run(&["generate", "--json", "--size", "4"], b""))[0]["index"], 0);
    let record = stdout(&["convert", "--json", PUZZLE], b"");
    assert_eq!(record, stdout(&["convert", "--to", "json", PUZZLE], b""));
    let both = run(&["solve", "--json", "--format", "line", PUZZLE], b"");
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn answers_are_written_to_a_file() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("answers.txt");
    let path = file.to_str().expect("UTF-8");
    for (arguments, answer) in [
        (&["solve", PUZZLE][..], SOLUTION),
        (&["count", PUZZLE], "unique 1\n"),
        (&["solutions", PUZZLE], SOLUTION),
        (&["convert", "--to", "line", PUZZLE], "1.....3..4.....2\n"),
        (&["generate", "--size", "4", "--seed", "1"], ""),
        (&["book", PUZZLE], ""),
    ] {
        for option in ["-o", "--output"] {
            assert_eq!(stdout(&[arguments, &[option, path]].concat(), b""), "", "{arguments:?}");
            let written = fs::read_to_string(&file).expect("a file");
            let expected = if answer.is_empty() { stdout(arguments, b"") } else { answer.to_owned() };
            assert_eq!(written, expected, "{arguments:?}");
            assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "no other file is left");
        }
    }
    assert_eq!(stdout(&["solve", PUZZLE, "-o", "-"], b""), SOLUTION);
    // As with a redirection, answers to other entries are kept.
    let failed = run(&["count", "-o", path], format!("{PUZZLE}\n1..\n").as_bytes());
    assert_eq!(failed.status.code(), Some(1));
    assert!(fs::read_to_string(&file).expect("a file").starts_with("unique 1\nerror: "));
    let refused = run(&["count", "-o", folder.path().to_str().expect("UTF-8"), PUZZLE], b"");
    assert!(text(&refused.stderr).contains("cannot write"), "{}", text(&refused.stderr));
}

#[test]
fn wishes_for_puzzles_have_short_forms() {
    let generate = |arguments: &[&str]| {
        stdout(&[&["generate", "--seed", "1", "-q", "--include", "rating"], arguments].concat(), b"")
    };
    let hard = generate(&["--difficulty", "hard"]);
    for arguments in [
        &["hard"][..],
        &["Hard"],
        &["--level", "hard"],
        &["--hard"],
        &["--difficulty", "Hard"],
        &["hard", "1"],
    ] {
        assert_eq!(generate(arguments), hard, "{arguments:?}");
    }
    assert_eq!(generate(&["5", "--size", "4x4"]), generate(&["-n", "5", "--size", "4"]));
    let drawn = stdout(&["generate", "--size", "4", "--seed", "1", "-q", "--format", "grid"], b"");
    let line = stdout(&["generate", "--size", "4", "--seed", "1", "-q"], b"");
    assert_eq!(drawn, stdout(&["show", line.trim()], b""));
    let box_size = ["generate", "--box", "2x3", "--seed", "1", "-q"];
    let line = stdout(&box_size, b"");
    let drawn = stdout(&[&box_size[..], &["--format", "grid"]].concat(), b"");
    assert_eq!(drawn, stdout(&["show", "--box", "2x3", line.trim()], b""));
    for arguments in [&["hard", "easy"][..], &["5", "6"], &["0"], &["harder"]] {
        let output = run(&[&["generate"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn commands_have_usual_names() {
    for (alias, command) in [
        ("grade", "rate"),
        ("steps", "path"),
        ("explain", "path"),
        ("verify", "count"),
        ("unique", "count"),
        ("all", "solutions"),
        ("print", "show"),
    ] {
        assert_eq!(stdout(&[alias, PUZZLE], b""), stdout(&[command, PUZZLE], b""), "{alias}");
    }
    assert_eq!(stdout(&["show", PUZZLE], b""), stdout(&["convert", "--to", "drawing", PUZZLE], b""));
    assert_eq!(stdout(&["completion", "bash"], b""), stdout(&["completions", "bash"], b""));
    let help = stdout(&["--help"], b"");
    for alias in ["grade", "steps, explain", "verify, unique", "print", "all", "server", "completion", "-v"] {
        assert!(help.contains(&format!(": {alias}]")), "{alias}: {help}");
    }
}

#[test]
fn name_of_a_missing_file_is_no_puzzle() {
    for name in ["puzzles.txt", "missing.csv.gz", "puzzles", "folder/puzzles"] {
        let output = run(&["solve", name], b"");
        assert_eq!(parts(&output), (Some(1), "", &*format!("quadrille: no such file: {name}\n")));
    }
    let puzzle = run(&["solve", "1.....3..4.....9"], b"");
    assert!(!text(&puzzle.stderr).contains("no such file"), "{}", text(&puzzle.stderr));
    for short in ["1.....3..4.....", "1 . . . / . . 3 . / . 4 . . / . . ."] {
        let short = run(&["solve", short], b"");
        assert!(text(&short.stderr).contains("as a puzzle"), "{}", text(&short.stderr));
    }
}

#[test]
fn words_of_other_programs_get_the_own_word() {
    for (arguments, advice) in [
        (&["solve", "--puzzle", PUZZLE][..], "tip: puzzles and files are given without an option"),
        (&["solve", "--pretty", PUZZLE], "tip: '--format grid' draws the answer"),
        (&["count", "--timeout=5", PUZZLE], "tip: '--time-ms' is the time limit"),
        (&["count", "-j", "2", PUZZLE], "tip: '--threads' is the number of threads"),
        (&["serve", "--host", "0.0.0.0"], "tip: '--listen 0.0.0.0:8080'"),
        (&["validate", PUZZLE], "a similar subcommand exists: 'count'"),
        (&["draw", PUZZLE], "a similar subcommand exists: 'render'"),
        (&["count", "--limits", "3", PUZZLE], "a similar argument exists: '--limit'"),
    ] {
        let output = run(arguments, b"");
        let message = text(&output.stderr);
        assert!(output.status.code() == Some(2) && message.contains(advice), "{arguments:?}: {message}");
    }
    let unknown = run(&["solve", "--nothing", PUZZLE], b"");
    assert!(!text(&unknown.stderr).contains("tip:"), "{}", text(&unknown.stderr));
    let csv = stdout(&["convert", "--to", "csv", PUZZLE], b"");
    assert_eq!(stdout(&["convert", "--format", "csv", PUZZLE], b""), csv);
    assert_eq!(stdout(&["-"], PUZZLE.as_bytes()), SOLUTION);
}

#[test]
fn wrong_arguments_end_with_two() {
    for arguments in [
        &["solve", "--time-ms", "0", PUZZLE][..],
        &["solve", "--limit", "3", PUZZLE],
        &["count", "--limit", "1", "--all", PUZZLE],
        &["count", "--range", "1/2", "a", "b"],
        &["generate", "--seed", "9007199254740991", "-n", "2"],
        &["healthcheck", "https://localhost"],
        &["solve", "--format", "yaml", PUZZLE],
        &["count", ""],
        &["show", " "],
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// Sends SIGINT to a program, reads the rest of its output, and returns its exit code and standard error.
#[cfg(unix)]
fn interrupt(child: std::process::Child, mut output: impl std::io::Read) -> (Option<i32>, String) {
    let pid = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-s", "INT", &pid]).status();
    assert!(sent.expect("`kill` is installed").success());
    output.read_to_end(&mut Vec::new()).expect("the output is read");
    let output = child.wait_with_output().expect("process ends");
    (output.status.code(), text(&output.stderr).to_owned())
}

#[cfg(unix)]
#[test]
fn interrupted_list_says_how_far_it_came() {
    use std::io::{BufRead as _, BufReader};

    let mut child = crate::quadrille(&["solutions", &".".repeat(81)]).spawn().expect("program starts");
    let mut output = BufReader::new(child.stdout.take().expect("pipe"));
    output.read_line(&mut String::new()).expect("a solution");
    let (code, message) = interrupt(child, output);
    assert!(code == Some(1) && message.contains("incomplete: interrupted"), "{code:?} {message}");
}

#[cfg(unix)]
#[test]
fn interrupted_batch_ends_with_a_summary_and_leaves_no_other_file() {
    use std::io::{BufRead as _, BufReader, Write as _};

    let mut child = crate::quadrille(&["count"]).spawn().expect("program starts");
    let mut input = child.stdin.take().expect("pipe");
    writeln!(input, "{PUZZLE}").expect("a puzzle is sent");
    let mut output = BufReader::new(child.stdout.take().expect("pipe"));
    let mut answer = String::new();
    output.read_line(&mut answer).expect("an answer");
    assert_eq!(answer, "unique 1\n");
    let (code, summary) = interrupt(child, output);
    assert!(code == Some(130) && summary.starts_with("interrupted: 1 puzzles in "), "{code:?} {summary}");
}

#[cfg(unix)]
#[test]
fn interrupted_conversion_leaves_no_file() {
    use std::io::Write as _;

    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("puzzles.txt");
    let path = file.to_str().expect("UTF-8");
    let mut child = crate::quadrille(&["convert", "-o", path]).spawn().expect("program starts");
    let mut input = child.stdin.take().expect("pipe");
    let output = child.stdout.take().expect("pipe");
    // Its warning shows that the file was begun and that signals are received.
    writeln!(input, "{PUZZLE}\n1..").expect("puzzles are sent");
    let mut messages = std::io::BufReader::new(child.stderr.take().expect("pipe"));
    std::io::BufRead::read_line(&mut messages, &mut String::new()).expect("a fault");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
    let (code, _) = interrupt(child, output);
    assert_eq!((code, fs::read_dir(&folder).expect("a folder").count()), (Some(130), 0));
}

/// Runs the program on a terminal until it has shown `expected`, and then presses Ctrl-C.
#[cfg(target_os = "linux")]
fn shown_on_terminal(arguments: &str, expected: &str) {
    use std::io::{Read as _, Write as _};
    use std::process::{Command, Stdio};

    let line = format!("{} {arguments} >/dev/null", env!("CARGO_BIN_EXE_quadrille"));
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &line, "/dev/null"]);
    let mut child =
        script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("`script` is installed");
    let (mut keys, mut screen) = (child.stdin.take().expect("pipe"), child.stdout.take().expect("pipe"));
    let (mut shown, mut piece) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&shown).contains(expected) {
        let length = screen.read(&mut piece).expect("the screen is read");
        assert!(length > 0, "{}", String::from_utf8_lossy(&shown));
        shown.extend_from_slice(&piece[..length]);
    }
    keys.write_all(b"\x03").expect("Ctrl-C is pressed");
    screen.read_to_end(&mut shown).expect("the screen is read");
    child.wait().expect("the program ends");
}

#[cfg(target_os = "linux")]
#[test]
fn long_search_shows_progress_on_a_terminal() {
    let empty = ".".repeat(81);
    let problem = tempfile::NamedTempFile::new().expect("temporary file");
    fs::write(&problem, stdout(&["cover", "from-sudoku", &empty], b"")).expect("file is written");
    shown_on_terminal(&format!("count --limit all --time-ms 3600000 {empty}"), " solutions so far, ");
    shown_on_terminal(
        &format!("cover count --limit all {}", problem.path().display()),
        " solutions so far, ",
    );
    shown_on_terminal(
        "generate 3 --size 9 --clues 17 --attempts 1000000 --time-ms 3600000",
        "0 of 3 puzzles, ",
    );
}

#[test]
fn puzzle_that_does_not_exist_is_reported_once() {
    let arguments = ["generate", "-n", "2", "--size", "4", "--difficulty", "medium", "--attempts", "20"];
    let output = run(&arguments, b"");
    let (code, _, message) = parts(&output);
    assert_eq!((code, message.matches("was not found").count()), (Some(1), 1), "{message}");
}
