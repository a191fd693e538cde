//! Tests of the codec of batches, with kinds of question.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::kinds::count::Count;
use crate::kinds::rate::Rate;
use crate::service::{Answerable as _, Reusable};
use crate::service::{BatchCodec, BatchEntry, LimitsPolicy};
use crate::wire::answer_kind::BatchKind;
use crate::wire::batch::chunk::Chunk;
use crate::wire::batch::entry::EntryForm;
use crate::wire::batch::line_codec::*;
use crate::wire::batch::options::BatchOptions;
use crate::wire::question::read_text;
use crate::wire::stream::format::StreamFormat;
use quadrille_exact_cover::ProblemBounds;

/// Lines of several sizes and formats, valid or not; `None` for one that is too long.
const LINES: [Option<&str>; 14] = [
    Some("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
    Some("530070000600195000098000060800060003400803001700020006060000280000419005000080079"),
    Some("5...............................................................................5\r"),
    Some("5300700006001950000980000608000600034008030017000200060600002800004190050000800.9"),
    Some("1..4..........3."),
    Some("..........1........2.......6........"),
    Some("1..4..........5."),
    Some("1 . . 4 . . . . . . . . . . 3 ."),
    Some("................................................................"),
    Some(
        "................................................................................................................................................................................................................................................................",
    ),
    Some(
        "a..............................................................................................................................................................................................................................................................1",
    ),
    Some("1234 34 1234 1 1234 1234 1234 1234 1234 1234 1234 1234 1234 1234 3 1234"),
    Some("\u{fffd}"),
    None,
];

fn codec<K: BatchKind>(query: &str, format: StreamFormat) -> LineCodec<K> {
    let policy = LimitsPolicy {
        time_default: Duration::from_secs(1),
        time_max: Duration::from_secs(2),
        nodes_max: None,
        threads_max: NonZeroUsize::MIN,
    };
    let bounds = EntryBounds {
        explained_errors_max: u64::MAX,
        line_bytes_max: 1000,
        policy,
        problem: ProblemBounds::MAX,
    };
    let options = BatchOptions::from_query(query).expect("valid options");
    LineCodec::new(EntryForm::Text, format, options, bounds, String::new())
}

#[test]
fn entry_decoded_into_a_used_slot_equals_the_same_decoded_alone() {
    let mut chunk = Chunk::new(7);
    (1..).zip(LINES).for_each(|(line, bytes)| chunk.push(Some(line), bytes.map(str::as_bytes)));
    for query in ["", "limit=3&time_ms=20", "box=3x2", "box=2x3", "box=1x4", "format=line", "format=sukaku"] {
        let codec = codec::<Count>(query, StreamFormat::Text);
        let alone: Vec<_> = (0..LINES.len())
            .map(|entry| {
                let (mut slot, mut page) = (None, Vec::new());
                codec.read(&chunk, entry, &mut slot, &mut page);
                (slot, page)
            })
            .collect();
        assert!(alone.iter().any(|(slot, _)| slot.is_some()), "{query}");
        assert!(alone.iter().all(|(slot, page)| slot.is_some() == page.is_empty()), "{query}");
        // The search of another batch, whose puzzle has other boxes than any here.
        let other = read_text::<Count>("......".repeat(6).as_bytes(), "box=6x1", ProblemBounds::MAX);
        let other = other.expect("a puzzle").question;
        for (first, second) in
            (0..LINES.len()).flat_map(|first| (0..LINES.len()).map(move |second| (first, second)))
        {
            for is_searched in [false, true] {
                let (mut slot, mut page) = (alone[first].0.clone(), Vec::new());
                if let Some(BatchEntry { question, .. }) = slot.as_mut().filter(|_| is_searched) {
                    Reusable::restart(&mut other.clone().search(), question);
                }
                codec.read(&chunk, second, &mut slot, &mut page);
                let (expected, error) = &alone[second];
                assert_eq!(format!("{slot:?}"), format!("{expected:?}"), "{query} {first} {second}");
                assert_eq!(&page, error, "{query} {first} {second}");
            }
        }
    }
}

#[test]
fn rating_as_text_has_no_estimate() {
    let mut chunk = Chunk::new(0);
    chunk.push(Some(1), LINES[0].map(str::as_bytes));
    for (query, format, expected) in [
        ("", StreamFormat::Text, false),
        ("se_estimate=true", StreamFormat::Text, false),
        ("", StreamFormat::Ndjson, true),
        ("", StreamFormat::Csv, true),
        ("se_estimate=false", StreamFormat::Ndjson, false),
    ] {
        let mut slot = None;
        codec::<Rate>(query, format).read(&chunk, 0, &mut slot, &mut Vec::new());
        let question: BatchEntry<_, _> = slot.expect("a puzzle");
        assert_eq!(question.question.with_se_estimate, expected, "{query} {format:?}");
    }
}
