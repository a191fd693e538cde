//! Exact cover problems in Knuth's text format. Parsing succeeds or reports a line; parsing inverts formatting; both
//! searches agree.
#![no_main]

use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use quadrille::exact_cover::{AnySearch, Links, NamedProblem, Search, Step};

/// Maximum number of search nodes.
const NODES: u64 = 64;

fuzz_target!(|text: &str| {
    let document = match NamedProblem::parse(text) {
        Ok(document) => document,
        Err(error) => {
            let lines = text.lines().count().max(1);
            assert!((1..=lines).contains(&error.line), "line {} of {lines}", error.line);
            return;
        }
    };
    if document.problem.primary_count() > 0 {
        let again = NamedProblem::parse(&document.to_string()).expect("formatted text is valid");
        assert_eq!(again.problem, document.problem);
    }
    let stop = AtomicBool::new(false);
    let mut any = AnySearch::new(&document.problem);
    let mut links = Search::new(Links::new(&document.problem));
    // If both searches complete, their counts must be equal.
    let ended = |step| matches!(step, Step::Exhausted);
    if ended(any.count(u64::MAX, NODES, &stop)) && ended(links.count(u64::MAX, NODES, &stop)) {
        assert_eq!(any.solutions(), links.solutions());
    }
});
