//! Pieces that answer a question about each of their entries.

use std::collections::VecDeque;

use super::frames::read_frames;
use super::outcome::PieceError;
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

/// Lines of the answers, and their verdicts.
pub(super) type Lines = (Vec<u8>, VerdictCounts);

impl LinesQuestion<'_> {
    /// Answers the framed entries, the first of which has the index `first`.
    pub(super) async fn answer(
        self,
        dispatcher: &Dispatcher,
        frames: &[u8],
        first: u64,
    ) -> Result<Lines, PieceError> {
        match self.operation {
            LineOperation::Solve => self.answer_as::<Solve>(dispatcher, frames, first).await,
            LineOperation::Count => self.answer_as::<Count>(dispatcher, frames, first).await,
            LineOperation::Rate => self.answer_as::<Rate>(dispatcher, frames, first).await,
            LineOperation::Minimal => self.answer_as::<TestMinimal>(dispatcher, frames, first).await,
            LineOperation::Canonical => self.answer_as::<FindCanonical>(dispatcher, frames, first).await,
            LineOperation::Candidates => self.answer_as::<FindCandidates>(dispatcher, frames, first).await,
            LineOperation::ExactCoverCount => self.answer_as::<CoverCount>(dispatcher, frames, first).await,
        }
    }

    async fn answer_as<K: BatchKind>(
        self,
        dispatcher: &Dispatcher,
        frames: &[u8],
        first: u64,
    ) -> Result<Lines, PieceError> {
        let options = BatchOptions::from_query::<K>(self.options)?;
        let form = match self.content {
            InputContent::Text => EntryForm::Text,
            InputContent::Ndjson => EntryForm::Json,
        };
        let codec = LineCodec::<K>::new(form, StreamFormat::Ndjson, options, self.bounds, self.request_id);
        let chunks = read_frames(frames, first, K::CHUNK_BYTES)?;
        collect_lines(dispatcher, self.client, codec, chunks).await
    }
}

/// Answers the entries of chunks that are in memory.
pub(super) async fn collect_lines<S: BatchCodec>(
    dispatcher: &Dispatcher,
    client: ClientId,
    codec: S,
    chunks: Vec<S::Chunk>,
) -> Result<Lines, PieceError> {
    let permit = dispatcher.stream_permit(client)?;
    let mut answers = dispatcher.batch(permit, codec, ReadChunks(chunks.into()));
    let mut lines = Vec::new();
    while let Some(page) = answers.next().await? {
        lines.extend_from_slice(&page);
    }
    match answers.end() {
        end if end.stopped.is_some() => Err(PieceError::Stopped),
        end => Ok((lines, end.counts)),
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
