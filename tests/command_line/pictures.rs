//! Tests of `quadrille render` and `quadrille book`.

use std::fs;

use crate::{parts, run, stdout};

/// A 4x4 puzzle with one solution, and one with several.
const LINES: &[u8] = b"1.....3..4.....2\n1...............\n";

const UNIQUE: &str = "1.....3..4.....2";

#[test]
fn picture_of_one_puzzle_goes_to_standard_output() {
    let clues = stdout(&["render", UNIQUE], b"");
    assert!(clues.starts_with("<svg ") && clues.ends_with("</svg>\n"), "{clues}");
    assert_eq!(clues.matches("<text").count(), 4);
    assert_eq!(stdout(&["render", "--solution", UNIQUE], b"").matches("<text").count(), 16);
    assert!(stdout(&["render", "--candidates", UNIQUE], b"").matches("<text").count() > 4);
    let output = run(&["render"], LINES);
    let (code, _, message) = parts(&output);
    assert_eq!((code, message), (Some(1), "quadrille: line 2 is the second puzzle: give --output FOLDER\n"));
}

#[test]
fn picture_of_one_puzzle_goes_to_a_file() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("puzzle.svg");
    let path = file.to_str().expect("UTF-8");
    let picture = stdout(&["render", UNIQUE], b"");
    for option in ["-o", "--output"] {
        assert_eq!(stdout(&["render", option, path, UNIQUE], b""), "");
        assert_eq!(fs::read_to_string(&file).expect("a picture"), picture);
    }
    assert_eq!(stdout(&["render", "-o", "-", UNIQUE], b""), picture);
    let several = run(&["render", "-o", path], LINES);
    assert_eq!(parts(&several).2, "quadrille: line 2 is the second puzzle: give --output FOLDER\n");
    let png = run(&["render", "--png", "-o", path, UNIQUE], b"");
    assert_eq!(png.status.code(), Some(2), "{:?}", parts(&png));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "no other file is left");
}

#[test]
fn folder_gets_a_file_for_each_puzzle() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("pictures");
    let folder = path.to_str().expect("UTF-8");
    assert_eq!(stdout(&["render", "--solution", "--output", folder], LINES), "");
    let [first, second] =
        ["1.svg", "2.svg"].map(|name| fs::read_to_string(path.join(name)).expect("a picture"));
    assert!(!first.contains("#ffe2ad"), "one solution");
    assert!(second.contains("#ffe2ad"), "cells in which two solutions differ are tinted");
    assert_eq!(fs::read_dir(&path).expect("a folder").count(), 2);
    let output = run(&["render", "--output", folder], b"1..\n11..\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(parts(&output).2.starts_with("error: line 1: 3 symbols make no grid"), "{:?}", parts(&output));
    assert!(path.join("2.svg").exists());
}

#[test]
fn puzzle_without_solution_is_not_drawn_solved() {
    let output = run(&["render", "--solution", "11.............."], b"");
    let (code, _, message) = parts(&output);
    let expected = "quadrille: puzzle 1: the verdict is none: there is no solution to draw\n";
    assert_eq!((code, message), (Some(1), expected));
}

#[test]
fn png_needs_its_feature() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let output = run(&["render", "--png", "--output", folder.path().to_str().expect("UTF-8"), UNIQUE], b"");
    if quadrille::png::IS_BUILT {
        assert_eq!(output.status.code(), Some(0), "{:?}", parts(&output));
        let png = fs::read(folder.path().join("1.png")).expect("a picture");
        assert!(png.starts_with(b"\x89PNG"));
    } else {
        let (code, _, message) = parts(&output);
        assert_eq!(code, Some(2));
        assert!(message.contains("without the feature `png`"), "{message}");
    }
}

#[test]
fn book_has_puzzles_levels_and_solutions() {
    let puzzles = format!("{UNIQUE}\n{UNIQUE}\n");
    let book = stdout(&["book", "--title", "<Two> & more"], puzzles.as_bytes());
    assert!(book.starts_with("<!doctype html>") && book.ends_with("</html>\n"), "{book}");
    assert!(book.contains("<h1>&lt;Two> &amp; more</h1>") && book.contains("<h2>Solutions</h2>"), "{book}");
    assert_eq!((book.matches("<svg").count(), book.matches("<small>easy</small>").count()), (4, 2));
    let plain = stdout(&["book", "--no-solutions"], puzzles.as_bytes());
    assert_eq!((plain.matches("<svg").count(), plain.contains("Solutions")), (2, false));
}

#[test]
fn book_has_title_author_and_rules_of_a_link() {
    let link = include_str!("../inputs/g05_fpuzzles_normal_rules_only.txt");
    let book = stdout(&["book"], link.as_bytes());
    assert!(book.contains("<figcaption>1 t, a <small>"), "{book}");
    assert!(book.contains("<p>Normal sudoku rules apply.</p></figure>"), "{book}");
}

#[test]
fn book_is_written_only_as_a_whole() {
    let output = run(&["book"], LINES);
    let (code, written, message) = parts(&output);
    let expected =
        "quadrille: line 2: the verdict is multiple, not unique: a book has puzzles with one solution\n";
    assert_eq!((code, written, message), (Some(1), "", expected));
    let empty = run(&["book"], b"\n");
    assert_eq!(parts(&empty), (Some(1), "", "quadrille: the input has no puzzle to print\n"));
}

#[test]
fn drawn_path_has_a_line_for_each_step() {
    let path = stdout(&["path", "--format", "grid", UNIQUE], b"");
    let lines: Vec<&str> = path.lines().collect();
    assert_eq!(lines.len(), 12, "{path}");
    assert_eq!(lines[0], "1. Hidden Single: box 1 has only one place for 3, so r1c2 is 3.");
    assert!(lines[11].starts_with("12. Full House: "), "{path}");
    assert_eq!(stdout(&["path", UNIQUE], b"").lines().count(), 1, "a pipe gets a line for each puzzle");
    let stuck = stdout(&["path", "--format", "grid", "1.....3..4......"], b"");
    assert!(stuck.ends_with("No technique has a further step.\n"), "{stuck}");
}

#[test]
fn warnings_are_those_of_convert() {
    let text = b"Puzzle 1\n1...\n..3.\n.4..\n...2\n";
    let [rendered, converted] = ["render", "convert"].map(|command| run(&[command], text));
    let expected = "warning: ignored line 1, which holds no part of a puzzle\n";
    assert_eq!((parts(&rendered).2, parts(&converted).2), (expected, expected));
}
