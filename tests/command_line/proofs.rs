//! `quadrille prove` and `quadrille cover prove`, which write formula and proof into files.

use std::fs;

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::{lines, parts, run, stdout};

const UNIQUE: &str = "1.....3..4.....2";

fn path_in(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_string_lossy().into_owned()
}

fn read(path: &str) -> String {
    fs::read_to_string(path).expect("a file")
}

fn sha256(text: &str) -> String {
    format!("{:x}", Sha256::digest(text))
}

/// Names of all files in a folder.
fn names(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn formula_and_proof_are_written_by_one_run() {
    let folder = TempDir::new().expect("a folder");
    let (formula, proof) = (path_in(&folder, "F.cnf"), path_in(&folder, "P.drup"));
    fs::write(&formula, "an older file").expect("a file");
    let files = ["--formula", &formula, "--proof", &proof];
    let verdict = stdout(&[&["prove", UNIQUE], &files[..]].concat(), b"");
    assert_eq!((&*verdict, &*read(&proof)), ("unique\n", "0\n"));
    let excluded = stdout(&["formula", "--exclude", "1324423124133142", UNIQUE], b"");
    assert_eq!(read(&formula), excluded);
    let answer = run(&[&["prove", "--format", "json", UNIQUE], &files[..]].concat(), b"");
    assert_eq!(lines(&answer)[0]["formula"]["sha256"], sha256(&excluded));
    assert_eq!(names(&folder), ["F.cnf", "P.drup"]);
}

#[test]
fn one_file_leaves_the_other_text_on_standard_output() {
    let folder = TempDir::new().expect("a folder");
    let (formula, proof) = (path_in(&folder, "F.opb"), path_in(&folder, "P.pbp"));
    let printed = stdout(&["prove", "--formula", &formula, UNIQUE], b"");
    assert!(printed.starts_with("pseudo-Boolean proof version 2.0\n"), "{printed}");
    assert!(read(&formula).starts_with("* #variable= 64 "));
    stdout(&["prove", "--proof", &proof, "--proof", "veripb3", "-"], UNIQUE.as_bytes());
    assert!(read(&proof).starts_with("pseudo-Boolean proof version 3.0\n"));
}

#[test]
fn without_a_proof_no_file_is_written() {
    let folder = TempDir::new().expect("a folder");
    let (formula, proof) = (path_in(&folder, "F.cnf"), path_in(&folder, "P.drup"));
    let files = ["--formula", &formula, "--proof", &proof];
    let output = run(&[&["prove", "1.....3..4......"], &files[..]].concat(), b"");
    assert_eq!(parts(&output), (Some(1), "multiple\n", "there is no proof: no file is written\n"));
    for (arguments, expected) in [
        (&["prove", UNIQUE, UNIQUE][..], "a file is for the answer about one puzzle: give one"),
        (&["prove", "--proof", &formula, UNIQUE], "another option has the same file"),
        (&["prove", "--formula", "opb", "--proof", "drup", UNIQUE], "leave out one of them"),
    ] {
        let output = run(&[arguments, &files[..2]].concat(), b"");
        let (code, _, errors) = parts(&output);
        assert!(code != Some(0) && errors.contains(expected), "{arguments:?}: {errors}");
    }
    assert_eq!(names(&folder), <[&str; 0]>::default());
    let output = run(&["prove", UNIQUE, "--proof", "/dev/null/P.drup"], b"");
    assert!(output.status.code() == Some(1) && parts(&output).2.contains("cannot write /dev/null/P.drup"));
}

#[test]
fn proof_about_a_cover_is_written_by_one_run() {
    let folder = TempDir::new().expect("a folder");
    let problem = path_in(&folder, "problem.dlx");
    fs::write(&problem, "a b | x\na x:A\nb x:B\nb x:A\n").expect("a file");
    let (formula, proof) = (path_in(&folder, "F.opb"), path_in(&folder, "P.pbp"));
    let files = ["--formula", &formula, "--proof", &proof];
    let verdict = stdout(&[&["cover", "prove", &problem], &files[..]].concat(), b"");
    assert_eq!(verdict, "unique\n");
    let excluded = stdout(&["cover", "formula", "--to", "opb", "--exclude", "[[1, 3]]", &problem], b"");
    assert_eq!(read(&formula), excluded);
    assert!(read(&proof).ends_with("end pseudo-Boolean proof\n"));
    let output = run(&[&["cover", "prove", &problem, &problem], &files[..]].concat(), b"");
    assert!(parts(&output).2.contains("a file is for the answer about one problem: give one"));
}
