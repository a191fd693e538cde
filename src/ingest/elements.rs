//! Chunks of the elements of a JSON array.

use std::mem;
use std::vec::IntoIter;

use crate::service::{ChunkSource, InputError};
use crate::wire::{Chunk, Refusal, array_elements};

/// Elements of a JSON array, in chunks.
#[derive(Debug)]
pub struct Elements(IntoIter<Chunk>);

impl Elements {
    /// Splits a complete body that must be a JSON array.
    ///
    /// # Errors
    /// Those of [`array_elements`].
    pub fn of(body: &[u8]) -> Result<Self, Refusal> {
        let mut chunks = Vec::new();
        let mut chunk = Chunk::default();
        for element in array_elements(body)? {
            chunk.push(None, Some(element.as_bytes()));
            if chunk.is_full() {
                let next = Chunk::new(chunk.next_index());
                chunks.push(mem::replace(&mut chunk, next));
            }
        }
        chunks.push(chunk);
        Ok(Self(chunks.into_iter()))
    }
}

impl ChunkSource<Chunk> for Elements {
    async fn next(&mut self) -> Result<Option<Chunk>, InputError> {
        Ok(self.0.next())
    }

    fn buffered(&mut self) -> Option<Chunk> {
        self.0.next()
    }
}
