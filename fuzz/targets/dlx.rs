//! Exact cover problems in Knuth's text format. Parsing succeeds or reports a line; parsing inverts formatting; both
//! searches agree.
#![no_main]

use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use quadrille_exact_cover::unstable::{Links, PortfolioSearch, Search, Step};
use quadrille_exact_cover::NamedProblem;

/// Maximum number of search nodes.
const NODES: u64 = 64;

fuzz_target!(|text: &str| {
    let document = match text.parse::<NamedProblem>() {
        Ok(document) => document,
        Err(error) => {
            let lines = text.lines().count().max(1);
            assert!((1..=lines).contains(&error.line), "line {} of {lines}", error.line);
            return;
        }
    };
    if document.primary_count() > 0 {
        let again = document.to_string().parse::<NamedProblem>().expect("formatted text is valid");
        assert_eq!(again.problem(), document.problem());
    }
    let stop = AtomicBool::new(false);
    let mut portfolio = PortfolioSearch::new(document.problem());
    portfolio.set_turns(8, 4);
    let mut links = Search::new(Links::new(document.problem()));
    let mut step = Step::Solution;
    while step == Step::Solution {
        step = portfolio.count(u128::MAX, NODES - portfolio.nodes(), &stop);
    }
    // If both searches complete, their counts must be equal.
    if step == Step::Exhausted && links.count(u128::MAX, NODES, &stop) == Step::Exhausted {
        assert_eq!(portfolio.solutions(), links.solutions());
    }
});
