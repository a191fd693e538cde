//! Reader of the corpus, shared by all tests.
//!
//! A line of `corpus/*.txt` is `puzzle:count` or `puzzle:count:solution`, with the solution if it is the only one.
//! Blank lines and lines that start with `#` are skipped.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

use std::fs;
use std::path::{Path, PathBuf};

/// A puzzle of the corpus.
pub struct Case {
    /// File name and line number, for failure messages.
    pub location: String,
    pub puzzle: String,
    /// Exact number of solutions.
    pub count: u64,
    pub solution: Option<String>,
}

/// The folder of the corpus.
pub fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// The files of the corpus, by name.
pub fn files() -> Vec<String> {
    let entries = fs::read_dir(directory()).expect("the corpus is readable");
    let names = entries.map(|entry| entry.expect("the corpus is readable").file_name());
    let mut files: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    files.retain(|name| name.ends_with(".txt"));
    files.sort();
    files
}

/// All cases, file by file.
pub fn cases() -> Vec<Case> {
    files().iter().flat_map(|file| cases_of(file)).collect()
}

/// The cases of one file, such as `known.txt`.
pub fn cases_of(file: &str) -> Vec<Case> {
    let text = fs::read_to_string(directory().join(file)).expect("the corpus is readable");
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| case(line, format!("{file}:{number}")))
        .collect()
}

fn case(line: &str, location: String) -> Case {
    let mut fields = line.split(':').map(str::to_owned);
    let (puzzle, count, solution) = (fields.next(), fields.next(), fields.next());
    assert!(fields.next().is_none(), "{location}: too many fields");
    let count = count.and_then(|count| count.parse().ok());
    assert!(count.is_some(), "{location}: no count");
    Case { location, puzzle: puzzle.unwrap_or_default(), count: count.unwrap_or_default(), solution }
}
