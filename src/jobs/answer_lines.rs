//! Pieces that answer a question about each of their entries.

use std::collections::VecDeque;

use super::frames::read_frames;
use super::outcome::PieceError;
use super::output::PieceOutput;
use super::spec::{InputContent, LineOperation};
use crate::service::{BatchCodec, ChunkSource, ClientId, Dispatcher, InputError, VerdictCounts};
use crate::wire::{
    BatchKind, BatchOptions, Count, CoverCount, EntryBounds, EntryForm, FindCandidates, FindCanonical,
    LineCodec, Rate, Solve, StreamFormat, TestMinimal,
};

/// Question about the entries of a piece.
#[derive(Clone, Debug)]
pub(super) struct LinesQuestion<'a> {
    pub(super) operation: LineOperation,
    pub(super) options: &'a str,
    pub(super) content: InputContent,
    pub(super) bounds: EntryBounds,
    /// Named by the errors of entries.
    pub(super) request_id: String,
    pub(super) client: ClientId,
}

impl LinesQuestion<'_> {
    /// Answers the framed entries, the first of which has the index `first`, and writes the lines. Returns their verdicts.
    pub(super) async fn answer(
        self,
        dispatcher: &Dispatcher,
        frames: &[u8],
        first: u64,
        output: &mut PieceOutput,
    ) -> Result<VerdictCounts, PieceError> {
        match self.operation {
            LineOperation::Solve => self.answer_as::<Solve>(dispatcher, frames, first, output).await,
            LineOperation::Count => self.answer_as::<Count>(dispatcher, frames, first, output).await,
            LineOperation::Rate => self.answer_as::<Rate>(dispatcher, frames, first, output).await,
            LineOperation::Minimal => self.answer_as::<TestMinimal>(dispatcher, frames, first, output).await,
            LineOperation::Canonical => {
                self.answer_as::<FindCanonical>(dispatcher, frames, first, output).await
            }
            LineOperation::Candidates => {
                self.answer_as::<FindCandidates>(dispatcher, frames, first, output).await
            }
            LineOperation::ExactCoverCount => {
                self.answer_as::<CoverCount>(dispatcher, frames, first, output).await
            }
        }
    }

    async fn answer_as<K: BatchKind>(
        self,
        dispatcher: &Dispatcher,
        frames: &[u8],
        first: u64,
        output: &mut PieceOutput,
    ) -> Result<VerdictCounts, PieceError> {
        let options = BatchOptions::from_query::<K>(self.options)?;
        let form = match self.content {
            InputContent::Text => EntryForm::Text,
            InputContent::Ndjson => EntryForm::Json,
        };
        let codec = LineCodec::<K>::new(form, StreamFormat::Ndjson, options, self.bounds, self.request_id);
        let chunks = read_frames(frames, first, K::CHUNK_BYTES)?;
        write_answers(dispatcher, self.client, codec, chunks, output).await
    }
}

/// Answers the entries of chunks that are in memory, and writes the lines as they come. Returns their verdicts.
pub(super) async fn write_answers<S: BatchCodec>(
    dispatcher: &Dispatcher,
    client: ClientId,
    codec: S,
    chunks: Vec<S::Chunk>,
    output: &mut PieceOutput,
) -> Result<VerdictCounts, PieceError> {
    let permit = dispatcher.stream_permit(client)?;
    let mut answers = dispatcher.batch(permit, codec, ReadChunks(chunks.into()));
    while let Some(page) = answers.next().await? {
        output.write(&page).await?;
    }
    match answers.end() {
        end if end.stopped.is_some() => Err(PieceError::Stopped),
        end => Ok(end.counts),
    }
}

/// Chunks that are in memory.
struct ReadChunks<C>(VecDeque<C>);

impl<C: Send + 'static> ChunkSource<C> for ReadChunks<C> {
    async fn next(&mut self) -> Result<Option<C>, InputError> {
        Ok(self.0.pop_front())
    }

    fn buffered(&mut self) -> Option<C> {
        self.0.pop_front()
    }

    fn has_known_end(&self) -> bool {
        true
    }
}
