//! Bodies of `/solve`, `/count` and `/solutions`; the first byte selects the endpoint and the format. An accepted request
//! is within the documented limits; an error describes the fault in a bounded number of bytes.
#![no_main]

use std::num::NonZeroU64;

use libfuzzer_sys::fuzz_target;
use quadrille_answers::service::Question;
use quadrille_sudoku::{Puzzle, SIZE_MAX};
use quadrille_answers::kinds::{Count, Solutions, Solve};
use quadrille_answers::faults::Refusal;
use quadrille_answers::wire::{COUNT_MAX, Notation, ProblemBounds, QuestionKind, read_json, read_text};

/// Maximum length of the detail of one fault. An error must not repeat arbitrarily many bytes of the request.
const DETAIL_BYTES_MAX: usize = 4096;

/// Maximum `limit` of `/solutions`.
const SOLUTIONS_MAX: u64 = 1_000_000;

fuzz_target!(|data: &[u8]| {
    let Some((&kind, rest)) = data.split_first() else { return };
    // The query ends at the first line break, and the body follows.
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let (query, body) = rest.split_at(end);
    let query = str::from_utf8(query).unwrap_or_default();
    match kind % 3 {
        0 => check::<Solve>(kind, body, query, 2, |question| single(&question.question)),
        1 => check::<Count>(kind, body, query, COUNT_MAX, single),
        _ => check::<Solutions>(kind, body, query, SOLUTIONS_MAX, |question| {
            (&question.subject, question.limit)
        }),
    }
});

fn single(question: &Question) -> (&Puzzle, NonZeroU64) {
    (&question.subject, question.solutions_max)
}

fn check<K: QuestionKind<Notation = Notation>>(
    kind: u8,
    body: &[u8],
    query: &str,
    limit_max: u64,
    parts: fn(&K::Question) -> (&Puzzle, NonZeroU64),
) {
    let read = match kind / 3 % 2 {
        0 => read_json::<K>(body, query, ProblemBounds::MAX),
        _ => read_text::<K>(body, query, ProblemBounds::MAX),
    };
    match read {
        Ok(request) => {
            let (puzzle, limit) = parts(&request.question);
            assert!(limit.get() <= limit_max);
            accepted(puzzle, request.style.notation);
        }
        Err(Refusal::Syntax(fault)) => assert!(fault.detail.len() <= DETAIL_BYTES_MAX, "{}", fault.detail),
        Err(Refusal::Invalid(faults)) => assert!(!faults.is_empty(), "rejected without a fault"),
    }
}

fn accepted(puzzle: &Puzzle, notation: Notation) {
    let size = puzzle.rules().digit_count();
    assert!((1..=SIZE_MAX).contains(&size));
    assert_eq!(puzzle.clues().cells().len(), size * size);
    let mut line = Vec::new();
    notation.write_line(puzzle.clues(), &mut line);
    assert!(str::from_utf8(&line).is_ok(), "a line is not UTF-8");
}
