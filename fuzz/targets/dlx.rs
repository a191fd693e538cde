//! Knuth's text of an exact cover problem: a text is a problem or has a fault in one of its lines, a problem comes back
//! from the text written for it, and both searches take it.
#![no_main]

use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use quadrille::exact_cover::{AnySearch, NamedProblem, Links, Search, Step};

/// What is visited of the search.
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
        let again = NamedProblem::parse(&document.to_string()).expect("its own text");
        assert_eq!(again.problem, document.problem);
    }
    let stop = AtomicBool::new(false);
    let mut any = AnySearch::new(&document.problem);
    let mut links = Search::new(Links::new(&document.problem));
    // To the end, where it comes soon: both then say the same.
    let ended = |step| matches!(step, Step::Exhausted);
    if ended(any.count(u64::MAX, NODES, &stop)) && ended(links.count(u64::MAX, NODES, &stop)) {
        assert_eq!(any.solutions(), links.solutions());
    }
});
