//! Chunks of the elements of a JSON array.

use std::mem;
use std::ops::Deref;
use std::sync::Arc;

use crate::faults::Refusal;
use crate::service::{ChunkSource, InputError};
use crate::wire::{ArrayCursor, Chunk, InputTable, RequestKind};

/// Elements of a complete JSON array, split when their chunk is requested: an index of many small elements would take
/// more memory than the array.
#[derive(Debug)]
pub struct Elements<B> {
    body: B,
    cursor: ArrayCursor,
    /// The next chunk, which is empty.
    next: Chunk,
    /// Takes the columns of the input.
    table: Option<Arc<InputTable>>,
}

impl<B: Deref<Target = [u8]>> Elements<B> {
    /// Checks a complete body, which must be a JSON array.
    ///
    /// # Errors
    /// Those of [`ArrayCursor::new`].
    pub fn new<K: RequestKind>(body: B) -> Result<Self, Refusal> {
        let cursor = ArrayCursor::new::<K>(&body)?;
        Ok(Self { body, cursor, next: Chunk::new(0), table: None })
    }

    /// Returns the body if it is one puzzle.
    ///
    /// # Errors
    /// The elements, if it is not.
    pub fn into_puzzle(self) -> Result<B, Self> {
        if self.cursor.is_puzzle() { Ok(self.body) } else { Err(self) }
    }

    /// Gives the first element this index.
    pub fn from_index(mut self, index: u64) -> Self {
        self.next = Chunk::new(index);
        self
    }

    /// Notes the first entry there, before the first chunk.
    pub fn with_table(self, table: Arc<InputTable>) -> Self {
        Self { table: Some(table), ..self }
    }

    /// Makes chunks full after this number of bytes.
    pub fn with_chunk_bytes(self, bytes_max: usize) -> Self {
        Self { next: self.next.with_bytes_max(bytes_max), ..self }
    }

    fn chunk(&mut self) -> Option<Chunk> {
        while !self.next.is_full() {
            let Some(element) = self.cursor.next(&self.body) else { break };
            self.next.push(None, Some(element.as_bytes()));
        }
        if let Some(table) = self.table.as_ref().filter(|_| !self.next.is_empty()) {
            table.begin(self.next.entry(0).bytes);
        }
        let following = self.next.next();
        let chunk = mem::replace(&mut self.next, following);
        (!chunk.is_empty()).then_some(chunk)
    }
}

impl<B: Deref<Target = [u8]> + Send + 'static> ChunkSource<Chunk> for Elements<B> {
    async fn next(&mut self) -> Result<Option<Chunk>, InputError> {
        Ok(self.chunk())
    }

    fn buffered(&mut self) -> Option<Chunk> {
        self.chunk()
    }

    fn has_known_end(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::proptest;
    use proptest::sample::select;

    use super::*;
    use crate::kinds::solve::Solve;

    /// Texts of all elements.
    fn split(body: &str) -> Vec<String> {
        let mut elements = Elements::new::<Solve>(body.as_bytes()).expect("a JSON array");
        let chunks: Vec<Chunk> = std::iter::from_fn(|| elements.chunk()).collect();
        let entries = chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|number| chunk.entry(number)));
        let indexed = (0..).zip(entries).map(|(index, entry)| {
            assert_eq!((entry.index, entry.line), (index, None));
            String::from_utf8(entry.bytes.expect("an element").to_vec()).expect("text")
        });
        indexed.collect()
    }

    proptest! {
        #[test]
        fn elements_are_split_at_top_level_commas(
            elements in vec(
                select(vec!["0", "1e999", "null", "[]", "[[1, 2], \"]\"]", "{\"a\": [1,2]}", "\",]\"", "\"\\\"[\""]),
                0..2_000
            ),
            blank in select(vec!["", " ", "\n\t"]),
            mark in select(vec!["", "\u{feff}"]),
        ) {
            let separator = format!("{blank},{blank}");
            let body = format!("{mark}{blank}[{blank}{}{blank}]{blank}", elements.join(&separator));
            assert_eq!(split(&body), elements);
        }
    }

    #[test]
    fn body_that_is_no_array_is_rejected() {
        for body in ["", "0", "{}", "[", "[0", "[0,]", "[0 0]", "[]]", "[0]0", "[,]"] {
            assert!(Elements::new::<Solve>(body.as_bytes()).is_err(), "{body}");
        }
    }
}
