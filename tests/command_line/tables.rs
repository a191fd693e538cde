//! Tests of `--format csv`.

use std::fs;

use crate::{parts, run, stdout};

const UNIQUE: &str = "1.....3..4.....2";
const SOLUTION: &str = "1324423124133142";

/// A table with a quoted field, a refused puzzle, and a solution that a column of the answer must not replace.
const TABLE: &str = "id,quiz,note,solution\n1,1.....3..4.....2,\"a, \"\"b\"\"\",x\n2,1.....3..4.....,,y\n3,1.....3..4......, c ,\n";

#[test]
fn columns_of_the_input_precede_columns_of_the_answer() {
    let output = run(&["solve", "--format", "csv", "-q"], TABLE.as_bytes());
    let (code, rows, messages) = parts(&output);
    assert_eq!((code, messages), (Some(1), ""));
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(
        lines[0],
        "id,quiz,note,solution,verdict,answer_solution,stopped_by,rules_not_read,warnings,error"
    );
    assert_eq!(lines[1], format!("1,{UNIQUE},\"a, \"\"b\"\"\",x,unique,{SOLUTION},,,,"));
    assert!(lines[2].starts_with("2,1.....3..4.....,,y,,,,,"), "{rows}");
    assert!(lines[2].contains("is not a symbol"), "{rows}");
    assert!(lines[3].starts_with("3,1.....3..4......, c ,,multiple,1"), "{rows}");
    assert_eq!(lines.len(), 4);
    let counted = run(&["count", "--format", "csv", "-q"], b"puzzle\n1.....3..4.....2\n1.....3..4......\n");
    let (_, counted, _) = parts(&counted);
    assert!(counted.ends_with("\n1.....3..4......,multiple,2+,false,,solution_limit,,,\n"), "{counted}");
    let again = run(&["count", "--format", "csv", "-q"], rows.as_bytes());
    let (_, rows, _) = parts(&again);
    let header = "id,quiz,note,solution,verdict,answer_solution,stopped_by,rules_not_read,warnings,error,answer_verdict,count,complete,answer_answer_solution,answer_stopped_by,answer_rules_not_read,answer_warnings,answer_error\n";
    assert!(rows.starts_with(header), "{rows}");
}

#[test]
fn every_question_has_rows() {
    for (arguments, columns, row) in [
        (&["count"][..], "verdict,count,complete,solution,stopped_by", "unique,1,true,1324423124133142,"),
        (
            &["minimal", "--reduce"],
            "is_minimal,redundant,answer_puzzle,constraints,stopped_by",
            "true,,1.....3..4.....2,",
        ),
        (&["candidates"], "verdict,candidates,stopped_by", "unique,\"[[[1],[3]"),
        (&["conflicts"], "verdict,clues,constraints,minimal,stopped_by", "solvable,,,"),
        (&["rate"], "verdict,score,level,hardest,singles_suffice,se_estimate,stopped_by", "unique,"),
        (&["hint"], "verdict,technique,text,mistakes,stopped_by", "unique,"),
        (&["path"], "verdict,end,technique,text,stopped_by", "unique,solved,"),
        (
            &["check", "--entries", ".24............."],
            "verdict,solved,solvable,wrong,overwritten,wrong_marks,contradicting,undecided,stopped_by",
            "unique,false,false,r1c2 r1c3,,,,,",
        ),
        (
            &["estimate"],
            "mean,standard_error,interval,nodes_mean,probes,seed,stopped_by",
            "1.0,0.0,\"[1.0,1.0]\",",
        ),
        (
            &["canonical"],
            "verdict,answer_puzzle,solution,automorphisms,stopped_by",
            "unique,...1.2....3.4...,1234341221434321,8,",
        ),
        (&["shuffle"], "answer_puzzle", ""),
    ] {
        let rows =
            stdout(&[arguments, &["--format", "csv", "-q"]].concat(), format!("{UNIQUE}\n").as_bytes());
        let (header, first) = rows.split_once('\n').expect("a header");
        assert_eq!(header, format!("line,puzzle,{columns},rules_not_read,warnings,error"));
        assert!(first.starts_with(&format!("1,{UNIQUE},{row}")), "{rows}");
    }
}

#[test]
fn records_and_arguments_have_lines_ids_and_puzzles() {
    let records = b"{\"id\": \"a\", \"puzzle\": \"1.....3..4.....2\", \"level\": 3}\n{\"puzzle\": 7}\n";
    let output = run(&["solve", "--format", "csv", "-q", "--keep-going"], records);
    let (code, rows, _) = parts(&output);
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(
        (code, lines[0]),
        (Some(0), "line,id,puzzle,verdict,solution,stopped_by,rules_not_read,warnings,error")
    );
    assert_eq!(lines[1], format!("1,a,{UNIQUE},unique,{SOLUTION},,,,"));
    assert!(lines[2].starts_with("2,,7,,,,,"), "{rows}");
    let rows = stdout(&["solve", "--format", "csv", UNIQUE, "1..............."], b"");
    assert!(
        rows.starts_with(&format!(
            "line,puzzle,verdict,solution,stopped_by,rules_not_read,warnings,error\n,{UNIQUE},unique,"
        )),
        "{rows}"
    );
    assert_eq!(
        stdout(&["solve", "--format", "csv", "-q"], b""),
        "line,puzzle,verdict,solution,stopped_by,rules_not_read,warnings,error\n"
    );
}

#[test]
fn long_table_keeps_its_order_and_parts_join_to_the_whole() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("table.csv");
    let rows: String = (0..5000).map(|number| format!("{number};{UNIQUE}\n")).collect();
    fs::write(&file, format!("number;puzzle\n{rows}")).expect("a file");
    let file = file.to_str().expect("UTF-8");
    let count =
        |options: &[&str]| stdout(&[&["count", "--format", "csv", "-q", file], options].concat(), b"");
    let whole = count(&[]);
    let expected: String =
        (0..5000).map(|number| format!("{number},{UNIQUE},unique,1,true,{SOLUTION},,,,\n")).collect();
    assert_eq!(
        whole,
        format!(
            "number,puzzle,verdict,count,complete,solution,stopped_by,rules_not_read,warnings,error\n{expected}"
        )
    );
    let parts: String = ["1/3", "2/3", "3/3"].map(|part| count(&["--range", part])).concat();
    assert_eq!(parts, whole);
    let output = run(&["count", "--format", "csv", file, file], b"");
    let message = "quadrille: --format csv needs one input: 2 may have different columns\n";
    assert_eq!(super::parts(&output), (Some(2), "", message));
}

#[test]
fn column_marks_puzzles_with_unread_rules() {
    let link = include_str!("../inputs/g05_fpuzzles_renban_drawn.txt").trim();
    let output = run(&["solve", "--format", "csv"], format!("{link}\n{UNIQUE}\n").as_bytes());
    let (code, rows, messages) = parts(&output);
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(
        (code, lines[0]),
        (Some(0), "line,puzzle,verdict,solution,stopped_by,rules_not_read,warnings,error")
    );
    assert!(lines[1].ends_with(",true,decorations_ignored,"), "{rows}");
    assert_eq!(lines[2], format!("2,{UNIQUE},unique,{SOLUTION},,,,"));
    let warning = "line 1: the puzzle has drawings, marks, metadata or rules in prose that were not read: it may have more rules \
                   than those applied: 1 line; the rules \"Normal sudoku rules apply. Purple lines are renbans.\"\n";
    assert!(messages.contains(warning), "{messages}");
    assert!(messages.contains("0 errors, 1 rules_not_read\n"), "{messages}");
}

#[test]
fn columns_that_are_rules_hold_in_each_file_and_part() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = |name: &str, content: &str| {
        let file = folder.path().join(name);
        fs::write(&file, content).expect("a file");
        file.display().to_string()
    };
    let jigsaw = "...3.1.....4..21,1111223322334444\n";
    let regions = path("regions.csv", &format!("puzzle,regions\n{}", jigsaw.repeat(3000)));
    let cages = path("cages.csv", &format!("cages;board\n31;{UNIQUE}\n;{UNIQUE}\n"));
    let output = run(&["solve", "--keep-going", &regions, &cages], b"");
    let (code, answers, _) = parts(&output);
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(
        (code, lines.len(), lines[0], lines[2999]),
        (Some(0), 3002, "1243413223143421", "1243413223143421")
    );
    assert!(lines[3000].contains("`cages` is a rule"), "{}", lines[3000]);
    assert_eq!(lines[3001], SOLUTION);
    let whole = stdout(&["solve", "-q", &regions], b"");
    let parts: String =
        ["1/3", "2/3", "3/3"].map(|part| stdout(&["solve", "-q", "--range", part, &regions], b"")).concat();
    assert_eq!(parts, whole);
    let converted = stdout(&["convert", "--to", "json", &regions], b"");
    assert!(converted.lines().all(|line| line.contains("\"regions\"")), "{converted}");
    let refused = run(&["convert", &cages], b"");
    assert!(crate::text(&refused.stderr).contains("line 2: `cages` is a rule"), "{refused:?}");
}

#[test]
fn file_of_clues_and_regions_is_one_puzzle() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("jigsaw.txt");
    for text in [
        "...3.1.....4..21\n1111223322334444\n",
        "...3.1.....4..211111223322334444",
        "...3\n.1..\n...4\n..21\n\naaaa\nbbcc\nbbcc\ndddd\n",
    ] {
        fs::write(&file, text).expect("a file");
        assert_eq!(
            stdout(&["solve", "-q", &file.display().to_string()], b""),
            "1243413223143421\n",
            "{text}"
        );
    }
}

#[test]
fn ignored_columns_and_solutions_that_differ_are_named() {
    let table = format!("id,puzzle,solution,level\n1,{UNIQUE},1234341221434321,2\n2,{UNIQUE},{SOLUTION},3\n");
    let output = run(&["count"], table.as_bytes());
    let (code, answers, messages) = parts(&output);
    assert_eq!((code, answers), (Some(0), "unique 1 solution_differs\nunique 1\n"));
    assert!(messages.contains("warning: ignored members and columns: id, level\n"), "{messages}");
    assert!(
        messages.contains("warning: line 2: the solution beside the puzzle is no solution"),
        "{messages}"
    );
    let rows = stdout(&["count", "--format", "csv", "-q"], table.as_bytes());
    let first = rows.lines().nth(1).unwrap_or_default();
    assert!(first.ends_with(",solution_differs,"), "{rows}");
    let record = format!("{{\"puzzle\": \"{UNIQUE}\", \"level\": 1}}\n");
    let output = run(&["count"], record.as_bytes());
    let (_, _, messages) = parts(&output);
    assert!(messages.contains("warning: ignored members and columns: level\n"), "{messages}");
}

#[test]
fn constraints_of_the_command_and_of_entries_are_joined() {
    let records = "{\"puzzle\": \"................\", \"constraints\": [{\"type\": \"diagonals\"}]}\n";
    let all = |options: &[&str], input: &str| {
        stdout(&[&["count", "-q", "--limit", "all"], options].concat(), input.as_bytes())
    };
    let knight = ["--constraints", "[{\"type\":\"anti_knight\"}]"];
    let both = ["--constraints", "[{\"type\":\"anti_knight\"},{\"type\":\"diagonals\"}]"];
    assert_eq!(all(&knight, records), all(&both, "................\n"));
    assert_ne!(all(&knight, records), all(&[], records));
    let regions = ["count", "-q", "--regions", "1122112233443344"];
    let record = "{\"puzzle\": \"................\", \"regions\": \"1111222233334444\"}\n";
    let refused = run(&regions, record.as_bytes());
    assert!(parts(&refused).1.contains("different `regions`"), "{refused:?}");
}
