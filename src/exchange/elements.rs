//! From a JSON array to chunks of its elements.

use std::mem;
use std::vec::IntoIter;

use super::chunk::Chunk;
use crate::service::{InputError, Source};
use crate::wire::{Refusal, array_elements};

/// The elements of an array that has been read whole, in chunks.
#[derive(Debug)]
pub struct Elements(IntoIter<Chunk>);

impl Elements {
    /// The elements of a body that is a JSON array.
    ///
    /// # Errors
    /// As [`array_elements`].
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

impl Source<Chunk> for Elements {
    async fn next(&mut self) -> Result<Option<Chunk>, InputError> {
        Ok(self.0.next())
    }

    fn buffered(&mut self) -> Option<Chunk> {
        self.0.next()
    }
}
