//! Batch entries with the options of a query: JSON lines, text lines and array elements. Each entry is parsed or rejected
//! on its own.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille::wire::{
    ArrayCursor, BatchKind, BatchOptions, Count, EntryForm, ProblemBounds, Refusal, Solve, read_entry,
};

fuzz_target!(|data: &[u8]| {
    let Some((&kind, rest)) = data.split_first() else { return };
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(0);
    let (query, body) = rest.split_at(end);
    let query = str::from_utf8(query).unwrap_or_default();
    match kind % 2 {
        0 => check::<Solve>(kind, body, query),
        _ => check::<Count>(kind, body, query),
    }
});

fn check<A: BatchKind>(kind: u8, body: &[u8], query: &str) {
    let Ok(options) = BatchOptions::from_query::<A>(query) else { return };
    match kind / 2 % 3 {
        0 => body.split(|&byte| byte == b'\n').for_each(|line| read::<A>(EntryForm::Json, line, &options)),
        1 => body.split(|&byte| byte == b'\n').for_each(|line| read::<A>(EntryForm::Text, line, &options)),
        _ => {
            let Ok(mut cursor) = ArrayCursor::of(body) else { return };
            while let Some(element) = cursor.next(body) {
                read::<A>(EntryForm::Element, element.as_bytes(), &options);
            }
        }
    }
}

fn read<A: BatchKind>(form: EntryForm, bytes: &[u8], options: &BatchOptions) {
    match read_entry::<A>(form, bytes, options, ProblemBounds::MAX) {
        Ok(entry) => assert!(entry.request.question.solutions_max.get() <= A::LIMIT_MAX),
        Err(refused) => {
            if let Refusal::Invalid(faults) = refused.refusal {
                assert!(!faults.is_empty(), "rejected without a fault");
            }
        }
    }
}
