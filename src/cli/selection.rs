//! Selection of the entries of an input that belong to a part of it.

use std::ops::Range;

use quadrille_answers::wire::Chunk;

/// Entries of a reader that belong to a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Selection {
    /// Entries that begin after the first of these numbers of lines, up to the last one.
    Lines(Range<u64>),
    /// Entries with these indices.
    Entries(Range<u64>),
}

impl Selection {
    /// Returns the entries of a chunk that belong to the part, and whether later ones may.
    pub(super) fn select(&self, chunk: &Chunk) -> (Chunk, bool) {
        let place = |number: usize| {
            let entry = chunk.entry(number);
            match self {
                // A line of a reader has a number.
                Self::Lines(lines) => (entry.line.unwrap_or(0), lines.start + 1, lines.end + 1),
                Self::Entries(entries) => (entry.index, entries.start, entries.end),
            }
        };
        let is_before_end = |number: usize| {
            let (place, _, end) = place(number);
            place < end
        };
        let is_selected = |number: &usize| {
            let (place, start, _) = place(*number);
            place >= start && is_before_end(*number)
        };
        let selected = chunk.select((0..chunk.len()).filter(is_selected));
        (selected, (0..chunk.len()).all(is_before_end))
    }
}
