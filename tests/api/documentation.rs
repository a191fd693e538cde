//! Tables of the documentation that repeat what the program knows.

use std::fs;
use std::path::Path;

use quadrille::cli::{documented_pages, with_tables};

use crate::harness::Call;

#[test]
fn tables_of_the_documentation_are_those_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in documented_pages(root).expect("a folder of pages") {
        let (text, place) = (fs::read_to_string(&page).expect("a page"), page.display());
        let written = with_tables(root, &text).unwrap_or_else(|error| panic!("{place}: {error:#}"));
        assert!(written == text, "{place}: run `cargo run -- docs`");
    }
}

const UNIQUE: &str = "1.....3..4.....2";
const MULTIPLE: &str = "1.....3..4......";
const NONE: &str = "11..............";

/// A path and a body, if it has one, and a member of the answer if it is JSON.
type Example = (&'static str, &'static str, &'static str);

/// Calls for each row of the README on what the service answers.
const CAPABILITIES: [(&str, &[Example]); 7] = [
    (
        "one puzzle",
        &[
            ("/solve", UNIQUE, "solution"),
            ("/count?limit=all", MULTIPLE, "count"),
            ("/solutions", MULTIPLE, "results"),
            ("/candidates", MULTIPLE, "candidates"),
            ("/estimate", MULTIPLE, "mean"),
        ],
    ),
    ("its clues", &[("/minimal?reduce=true", UNIQUE, "puzzle"), ("/conflicts", NONE, "clues")]),
    (
        "a player",
        &[
            ("/check?entries=13..............", UNIQUE, "wrong"),
            ("/hint", UNIQUE, "step"),
            ("/path", UNIQUE, "steps"),
            ("/rate", UNIQUE, "level"),
        ],
    ),
    (
        "generated puzzles",
        &[
            ("/generate?size=4&difficulty=easy&symmetry=rotate180&clues=4..12", "", "puzzle"),
            ("/generate?size=4&pattern=1111111111111111&techniques=full_house", "", "puzzle"),
        ],
    ),
    ("equivalence", &[("/canonical", UNIQUE, "automorphisms"), ("/shuffle", UNIQUE, "puzzle")]),
    ("other forms", &[("/convert?to=fpuzzles", UNIQUE, "puzzle"), ("/render", UNIQUE, "")]),
    (
        "many puzzles",
        &[
            ("/solve/batch", UNIQUE, ""),
            ("/count/batch", UNIQUE, ""),
            ("/candidates/batch", UNIQUE, ""),
            ("/minimal/batch", UNIQUE, ""),
            ("/rate/batch", UNIQUE, ""),
            ("/canonical/batch", UNIQUE, ""),
            ("/shuffle/batch", UNIQUE, ""),
        ],
    ),
];

#[tokio::test]
async fn capabilities_of_the_readme_are_answered() {
    let readme = include_str!("../../README.md");
    let section = readme.split_once("\n## What it answers\n").expect("a section").1;
    let rows = section.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let rows = rows.map_while(|line| line.strip_prefix("| ")?.split(" | ").next());
    assert_eq!(rows.collect::<Vec<_>>(), CAPABILITIES.map(|(row, _)| row));
    for (path, body, member) in CAPABILITIES.iter().flat_map(|(_, calls)| *calls) {
        let call = if body.is_empty() { Call::get(path) } else { Call::text(path, *body) };
        let reply = call.send().await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        assert!(member.is_empty() || !reply.json()[member].is_null(), "{path}: {}", reply.body);
    }
}
