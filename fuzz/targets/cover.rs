//! Bodies about exact cover: JSON with names, a matrix, or Knuth's text. An accepted problem is within its bounds and reads
//! back from its text; an error describes the fault in a bounded number of bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_exact_cover::NamedProblem;
use quadrille_answers::kinds::{CoverCount};
use quadrille_answers::faults::{Fault, Refusal};
use quadrille_answers::wire::{ProblemBounds, is_json, read_json, read_text};

/// Maximum length of the detail of one fault. An error must not repeat arbitrarily many bytes of the request.
const DETAIL_BYTES_MAX: usize = 4096;

const BOUNDS: ProblemBounds = ProblemBounds { items: 16, options: 16, entries: 64 };

fuzz_target!(|body: &[u8]| {
    let read = match is_json(body, "") {
        true => read_json::<CoverCount>(body, "", BOUNDS),
        false => read_text::<CoverCount>(body, "", BOUNDS),
    };
    match read {
        Ok(request) => accepted(&request.style.notation),
        Err(Refusal::Syntax(fault)) => is_bounded(&fault),
        Err(Refusal::Invalid(faults)) => {
            assert!(!faults.is_empty(), "rejected without a fault");
            faults.listed.iter().for_each(is_bounded);
        }
    }
});

fn accepted(named: &NamedProblem) {
    let problem = named.problem();
    assert!(problem.item_count() <= BOUNDS.items);
    assert!(problem.option_count() <= BOUNDS.options);
    assert!(problem.entry_count() <= BOUNDS.entries);
    // A text without primary items has no line of items. Without secondary ones, it has no line for a skipped option.
    let has_secondary = problem.item_count() > problem.primary_count();
    if problem.primary_count() > 0 && (has_secondary || problem.skipped_options().next().is_none()) {
        let again: NamedProblem = named.to_string().parse().expect("formatted text is valid");
        assert_eq!(again, *named);
    }
}

fn is_bounded(fault: &Fault) {
    assert!(fault.detail.len() <= DETAIL_BYTES_MAX, "{}", fault.detail);
}
