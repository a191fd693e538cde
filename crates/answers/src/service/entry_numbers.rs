//! Input of a batch without content.

use std::num::NonZeroU64;
use std::ops::Range;

use super::codec::{ChunkSource, InputError};

/// Entries that are answered one after the other by a thread.
const CHUNK_ENTRIES: u64 = 64;

/// Input of a batch without content: the numbers of its entries.
#[derive(Clone, Debug)]
pub struct EntryNumbers(Range<u64>);

impl EntryNumbers {
    /// Numbers of `count` entries, from 0.
    pub fn new(count: NonZeroU64) -> Self {
        Self(0..count.get())
    }
}

impl ChunkSource<Range<u64>> for EntryNumbers {
    async fn next(&mut self) -> Result<Option<Range<u64>>, InputError> {
        let start = self.0.start;
        self.0.start = (start + CHUNK_ENTRIES).min(self.0.end);
        Ok((start < self.0.start).then_some(start..self.0.start))
    }

    fn buffered(&mut self) -> Option<Range<u64>> {
        None
    }

    fn has_known_end(&self) -> bool {
        true
    }
}
