//! Chunks of batch entries.

use std::ops::Range;
use std::sync::Arc;

use crate::wire::answer_kind::CHUNK_BYTES;
use crate::wire::batch::table_header::TableHeader;

/// Maximum number of entries in a chunk. Puzzles of 9x9 reach it: they take less than a millisecond to solve, and smaller chunks
/// longer, because each costs three switches between threads. Results are longer than the shortest puzzles.
const CHUNK_ENTRIES: usize = 512;

/// Consecutive entries of a batch, unparsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    text: Vec<u8>,
    entries: Vec<EntryPosition>,
    /// The index of the first entry in the batch.
    first_index: u64,
    /// Number of bytes after which the chunk is full.
    bytes_max: usize,
    /// Bytes and entries to allocate for the first entry.
    room: (usize, usize),
    /// Header of the table whose rows the entries are.
    header: Option<Arc<TableHeader>>,
}

/// Position of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EntryPosition {
    /// Line number from 1; `None` for elements of an array.
    line: Option<u64>,
    /// Range in the text; `None` for an entry that was too long.
    range: Option<Range<usize>>,
}

/// An unparsed entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryText<'a> {
    /// Index in the batch.
    pub index: u64,
    /// Line number from 1; `None` for elements of an array.
    pub line: Option<u64>,
    /// `None` for an entry that was too long.
    pub bytes: Option<&'a [u8]>,
    /// Header of the table whose row it is.
    pub header: Option<&'a TableHeader>,
}

impl Chunk {
    /// Makes an empty chunk that begins at this entry of the batch.
    pub fn new(first_index: u64) -> Self {
        let (text, entries) = (Vec::new(), Vec::new());
        Self { text, entries, first_index, bytes_max: CHUNK_BYTES, room: (0, 0), header: None }
    }

    /// Makes the entries rows of a table with this header.
    pub fn set_header(&mut self, header: Option<Arc<TableHeader>>) {
        self.header = header;
    }

    /// Makes the chunk full after this number of bytes.
    pub fn with_bytes_max(self, bytes_max: usize) -> Self {
        Self { bytes_max, ..self }
    }

    /// Makes an empty chunk that begins after this one, with the same maximum and header, and with room for as much.
    pub fn next(&self) -> Self {
        let (room, header) = ((self.text.len(), self.entries.len()), self.header.clone());
        Self { room, header, ..Self::new(self.next_index()).with_bytes_max(self.bytes_max) }
    }

    /// Appends an entry; without bytes if it was too long.
    pub fn push(&mut self, line: Option<u64>, bytes: Option<&[u8]>) {
        if self.entries.is_empty() {
            self.text.reserve(self.room.0);
            self.entries.reserve(self.room.1);
        }
        let range = bytes.map(|bytes| {
            let start = self.text.len();
            self.text.extend_from_slice(bytes);
            start..self.text.len()
        });
        self.entries.push(EntryPosition { line, range });
    }

    /// Returns a chunk of these entries, which must be consecutive.
    pub fn select(&self, numbers: impl Iterator<Item = usize>) -> Self {
        let mut selected: Option<Self> = None;
        for number in numbers {
            let EntryText { index, line, bytes, .. } = self.entry(number);
            selected.get_or_insert_with(|| Self::new(index)).push(line, bytes);
        }
        let mut selected =
            selected.unwrap_or_else(|| Self::new(self.next_index())).with_bytes_max(self.bytes_max);
        selected.header.clone_from(&self.header);
        selected
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether the next entry belongs to the next chunk.
    pub fn is_full(&self) -> bool {
        self.text.len() >= self.bytes_max || self.entries.len() >= CHUNK_ENTRIES
    }

    /// Returns the index of the first entry after this chunk.
    pub fn next_index(&self) -> u64 {
        self.first_index + self.entries.len() as u64
    }

    /// Returns an entry.
    ///
    /// # Panics
    /// If `number` is not less than [`len`](Self::len).
    pub fn entry(&self, number: usize) -> EntryText<'_> {
        let EntryPosition { line, range } = &self.entries[number];
        let bytes = range.clone().map(|range| &self.text[range]);
        let (index, header) = (self.first_index + number as u64, self.header.as_deref());
        EntryText { index, line: *line, bytes, header }
    }
}
