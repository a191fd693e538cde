//! Batch entries with the options of a query: JSON lines, text lines and array elements. Each entry is parsed or rejected
//! on its own.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille_answers::service::Answerable;
use quadrille_answers::kinds::{Count, Solve};
use quadrille_answers::faults::Refusal;
use quadrille_answers::wire::{ArrayCursor, BatchKind, BatchOptions, COUNT_MAX, EntryForm, ProblemBounds, read_entry};

fuzz_target!(|data: &[u8]| {
    let Some((&kind, rest)) = data.split_first() else { return };
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let (query, body) = rest.split_at(end);
    let query = str::from_utf8(query).unwrap_or_default();
    match kind % 2 {
        0 => check::<Solve>(kind, body, query, 2),
        _ => check::<Count>(kind, body, query, COUNT_MAX),
    }
});

fn check<A: BatchKind>(kind: u8, body: &[u8], query: &str, limit_max: u64) {
    let Ok(options) = BatchOptions::<A>::from_query(query) else { return };
    match kind / 2 % 3 {
        0 => lines(body).for_each(|line| read::<A>(EntryForm::Json, line, &options, limit_max)),
        1 => lines(body).for_each(|line| read::<A>(EntryForm::Text, line, &options, limit_max)),
        _ => {
            let Ok(mut cursor) = ArrayCursor::new::<A>(body) else { return };
            while let Some(element) = cursor.next(body) {
                read::<A>(EntryForm::Element, element.as_bytes(), &options, limit_max);
            }
        }
    }
}

fn lines(body: &[u8]) -> impl Iterator<Item = &[u8]> {
    body.split(|&byte| byte == b'\n')
}

fn read<A: BatchKind>(form: EntryForm, bytes: &[u8], options: &BatchOptions<A>, limit_max: u64) {
    match read_entry::<A>(form, bytes, None, options, ProblemBounds::MAX) {
        Ok(entry) => assert!(entry.request.question.solutions_max().get() <= limit_max),
        Err(refused) => {
            if let Refusal::Invalid(faults) = refused.refusal {
                assert!(!faults.is_empty(), "rejected without a fault");
            }
        }
    }
}
