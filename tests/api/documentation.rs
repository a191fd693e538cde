//! Tables of the documentation that repeat what the program knows.

use std::fs;
use std::path::Path;

use quadrille::cli::{documented_pages, with_tables};

#[test]
fn tables_of_the_documentation_are_those_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in documented_pages(root).expect("a folder of pages") {
        let (text, place) = (fs::read_to_string(&page).expect("a page"), page.display());
        let written = with_tables(root, &text).unwrap_or_else(|error| panic!("{place}: {error:#}"));
        assert!(written == text, "{place}: run `cargo run -- docs`");
    }
}
