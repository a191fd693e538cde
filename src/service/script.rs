//! What the pipeline of a batch does not know: where puzzles come from, how they are written, and how their answers.

use std::future::Future;

use super::limits::Limits;
use super::question::{Question, Reply};
use crate::sudoku::Answer;

/// How the puzzles of a batch are read and their answers written. Both is done on solver threads.
pub trait Script: Send + Sync + 'static {
    /// A number of entries, of which each is to hold a puzzle.
    type Chunk: Send + 'static;
    /// What is kept of an entry until its answer is written.
    type Context: Send + 'static;

    /// Whether answers contain the statistics of their search.
    fn with_stats(&self) -> bool;

    /// How many entries a chunk has.
    fn entries(&self, chunk: &Self::Chunk) -> usize;

    /// Reads an entry, which is one of those there are. Where it holds no puzzle, that is what is written.
    fn read(
        &self,
        chunk: &Self::Chunk,
        entry: usize,
        page: &mut Vec<u8>,
    ) -> Option<BatchEntry<Self::Context>>;

    /// Writes the answer to an entry. Gives it back, for the memory in it.
    fn write(&self, context: Self::Context, reply: Reply, page: &mut Vec<u8>) -> Answer;

    /// Writes that an entry could not be answered, for a bug of the service.
    fn write_failure(&self, context: Self::Context, page: &mut Vec<u8>);
}

/// An entry of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchEntry<C> {
    /// The question.
    pub question: Question,
    /// Its limits. Their time starts with the first slice of the search.
    pub limits: Limits,
    /// What is kept until the answer is written.
    pub context: C,
}

/// Where the chunks of a batch come from.
pub trait Source<C>: Send + 'static {
    /// Waits for the next chunk; `None` at the end. A call that is given up has lost nothing but what makes no entry
    /// yet.
    ///
    /// # Errors
    /// Where the input ends otherwise.
    fn next(&mut self) -> impl Future<Output = Result<Option<C>, InputError>> + Send;

    /// The next chunk of what has been read already, if that makes one.
    fn buffered(&mut self) -> Option<C>;
}

/// Why an input ends before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputError {
    /// Nothing came for too long.
    Idle,
    /// What brought it failed.
    Failed,
    /// Whoever sent it has left, and waits for no answer either.
    Gone,
}
