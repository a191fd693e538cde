//! Some entries of a batch.

use std::ops::Range;

/// The most bytes of entries in a chunk, but for the last entry: some hundred puzzles of 9x9, which take less than a
/// millisecond.
pub(super) const CHUNK_BYTES: usize = 32 << 10;

/// The most entries in a chunk: answers are longer than the shortest puzzles.
pub(super) const CHUNK_ENTRIES: usize = 512;

/// Entries of a batch that stand behind each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    text: Vec<u8>,
    entries: Vec<Entry>,
    /// The index of the first entry in the batch.
    first_index: u64,
}

/// Where an entry is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    /// The line, counted from 1, where there are lines.
    line: Option<u64>,
    /// The bytes; `None` where there were too many.
    range: Option<Range<usize>>,
}

/// An entry of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EntryText<'a> {
    pub(super) index: u64,
    pub(super) line: Option<u64>,
    /// `None` where there were too many.
    pub(super) bytes: Option<&'a [u8]>,
}

impl Chunk {
    pub(super) fn new(first_index: u64) -> Self {
        Self { first_index, ..Self::default() }
    }

    /// Adds an entry.
    pub(super) fn push(&mut self, line: Option<u64>, bytes: Option<&[u8]>) {
        let range = bytes.map(|bytes| {
            let start = self.text.len();
            self.text.extend_from_slice(bytes);
            start..self.text.len()
        });
        self.entries.push(Entry { line, range });
    }

    /// How many entries there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn is_full(&self) -> bool {
        self.text.len() >= CHUNK_BYTES || self.entries.len() >= CHUNK_ENTRIES
    }

    /// The index of the first entry behind this chunk.
    pub(super) fn next_index(&self) -> u64 {
        self.first_index + self.entries.len() as u64
    }

    /// An entry, of those there are.
    pub(super) fn entry(&self, number: usize) -> EntryText<'_> {
        let Entry { line, range } = &self.entries[number];
        let bytes = range.clone().map(|range| &self.text[range]);
        EntryText { index: self.first_index + number as u64, line: *line, bytes }
    }
}
