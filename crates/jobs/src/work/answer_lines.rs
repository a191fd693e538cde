//! Pieces that answer a question about each of their entries.

use std::marker::PhantomData;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use quadrille_answers::kinds::{BatchOperation, BatchVisitor};
use quadrille_answers::service::{BatchCodec, ChunkSource, ClientId, Dispatcher, InputError, VerdictCounts};
use quadrille_answers::wire::{BatchKind, BatchOptions, EntryBounds, EntryForm, LineCodec, StreamFormat};
use tokio::time::sleep;

use super::outcome::PieceError;
use super::output::PieceOutput;
use super::result_lines::{BothFormats, FormatSplitter};
use crate::error::JobError;
use crate::spec::InputContent;
use crate::stop::StopToken;
use crate::store::Frames;

/// Number of answered entries for each entry that a chunk may have.
const PACE: u64 = 8;

/// Bytes of text after which a piece begins no further entry, because it holds them until its end.
const TEXT_BYTES: usize = 512 << 10;

/// Question about the entries of a piece.
#[derive(Clone, Debug)]
pub(super) struct LinesQuestion<'a> {
    pub(super) operation: BatchOperation,
    pub(super) options: &'a str,
    pub(super) content: InputContent,
    pub(super) bounds: EntryBounds,
    /// Named by the errors of entries.
    pub(super) request_id: String,
    pub(super) client: ClientId,
    /// Time after which it begins no further entry, and leaves the others to other pieces.
    pub(super) time_max: Option<Duration>,
}

impl LinesQuestion<'_> {
    /// Answers framed entries, and writes the lines. Returns their verdicts and their number.
    pub(super) async fn answer(
        self,
        dispatcher: &Dispatcher,
        frames: Frames,
        displace: &StopToken,
        output: &mut PieceOutput,
    ) -> Result<Answered, PieceError> {
        self.operation.visit(AnswerEntries { question: self, dispatcher, frames, displace, output }).await
    }

    async fn answer_as<K: BatchKind>(
        self,
        dispatcher: &Dispatcher,
        mut frames: Frames,
        displace: &StopToken,
        output: &mut PieceOutput,
    ) -> Result<Answered, PieceError> {
        let options = BatchOptions::<K>::from_query(self.options)?;
        let form = match self.content {
            InputContent::Text => EntryForm::Text,
            InputContent::Ndjson => EntryForm::Json,
        };
        let codec =
            |format| LineCodec::<K>::new(form, format, options.clone(), self.bounds, self.request_id.clone());
        // The entries have the numbers of their lines in the input.
        let text = codec(StreamFormat::Text).with_line_numbers(|| Some(0));
        let codec = BothFormats { json: codec(StreamFormat::Ndjson), text };
        let next = move |entries_max| {
            let chunk = frames.next_chunk(K::CHUNK_BYTES, entries_max)?;
            Ok(chunk.map(|chunk| {
                let entries = chunk.len() as u64;
                (chunk, entries)
            }))
        };
        write_answers(dispatcher, self.client, codec, next, self.time_max, displace, output).await
    }
}

/// Answers the entries as questions of their kind.
struct AnswerEntries<'a, 'b> {
    question: LinesQuestion<'a>,
    dispatcher: &'b Dispatcher,
    frames: Frames,
    displace: &'b StopToken,
    output: &'b mut PieceOutput,
}

impl<'b, 'a: 'b> BatchVisitor for AnswerEntries<'a, 'b> {
    type Output = BoxFuture<'b, Result<Answered, PieceError>>;

    fn visit<K: BatchKind>(self) -> Self::Output {
        let Self { question, dispatcher, frames, displace, output } = self;
        Box::pin(question.answer_as::<K>(dispatcher, frames, displace, output))
    }
}

/// What a piece has answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Answered {
    /// Verdicts of its entries.
    pub(super) verdicts: VerdictCounts,
    /// Number of its entries, from the first one on.
    pub(super) entries: u64,
}

/// Answers the entries of chunks that are in memory, and writes the lines as they come. After a time it begins no
/// further chunk. Neither does it after much text. If it is displaced, it stops searching: entries without a line begin again.
///
/// `next` returns the next chunk of at most some entries, with their number.
pub(super) async fn write_answers<S: BatchCodec>(
    dispatcher: &Dispatcher,
    client: ClientId,
    codec: BothFormats<S>,
    next: impl FnMut(usize) -> Result<Option<(S::Chunk, u64)>, JobError> + Send + 'static,
    time_max: Option<Duration>,
    displace: &StopToken,
    output: &mut PieceOutput,
) -> Result<Answered, PieceError> {
    let permit = dispatcher.stream_permit(client)?;
    let pace = Arc::new(Pace::default());
    let source = PacedChunks { next, pace: Arc::clone(&pace), chunk: PhantomData };
    let mut answers = dispatcher.batch(permit, codec, source);
    let mut splitter = FormatSplitter::default();
    let mut time = pin!(sleep(time_max.unwrap_or(Duration::MAX)));
    loop {
        let page = tokio::select! {
            biased;
            page = answers.next() => page?,
            // Only a piece with a time has free numbers after its own, which the pieces of its rest need.
            () = displace.stopped(), if time_max.is_some() => {
                let verdicts = answers.counts();
                return match verdicts.puzzles() {
                    0 => Err(PieceError::Stopped),
                    entries => Ok(Answered { verdicts, entries }),
                };
            }
            () = &mut time, if time_max.is_some() && !pace.is_over.load(Ordering::Relaxed) => {
                pace.is_over.store(true, Ordering::Relaxed);
                continue;
            }
        };
        let Some(page) = page else { break };
        pace.answered.store(answers.counts().puzzles(), Ordering::Relaxed);
        output.write_lines(&splitter.split(&page)).await?;
        if time_max.is_some() && output.text_bytes() >= TEXT_BYTES {
            pace.is_over.store(true, Ordering::Relaxed);
        }
    }
    if pace.is_corrupt.load(Ordering::Relaxed) {
        return Err(JobError::Corrupt("input").into());
    }
    match answers.end() {
        end if end.stopped.is_some() => Err(PieceError::Stopped),
        end => Ok(Answered { verdicts: end.counts, entries: pace.begun.load(Ordering::Relaxed) }),
    }
}

/// Progress of a piece, which the reader of its chunks and the writer of its answers share.
#[derive(Debug, Default)]
struct Pace {
    /// Number of entries whose answers are written.
    answered: AtomicU64,
    /// Number of entries that were begun.
    begun: AtomicU64,
    /// Whether no further entry is begun.
    is_over: AtomicBool,
    /// Whether the framed input cannot be read.
    is_corrupt: AtomicBool,
}

/// Chunks that are in memory. A chunk has one entry at first, and later an eighth of the number of answered entries: entries that take long
/// are begun one by one, so that the piece ends soon after its time.
struct PacedChunks<N, C> {
    next: N,
    pace: Arc<Pace>,
    chunk: PhantomData<fn() -> C>,
}

impl<C, N> ChunkSource<C> for PacedChunks<N, C>
where
    C: Send + 'static,
    N: FnMut(usize) -> Result<Option<(C, u64)>, JobError> + Send + 'static,
{
    async fn next(&mut self) -> Result<Option<C>, InputError> {
        Ok(self.buffered())
    }

    fn buffered(&mut self) -> Option<C> {
        if self.pace.is_over.load(Ordering::Relaxed) && self.pace.begun.load(Ordering::Relaxed) > 0 {
            return None;
        }
        let answered = self.pace.answered.load(Ordering::Relaxed);
        let entries_max = usize::try_from(answered / PACE).unwrap_or(usize::MAX).max(1);
        match (self.next)(entries_max) {
            Ok(Some((chunk, entries))) => {
                self.pace.begun.fetch_add(entries, Ordering::Relaxed);
                Some(chunk)
            }
            Ok(None) => None,
            Err(_) => {
                self.pace.is_corrupt.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    fn has_known_end(&self) -> bool {
        true
    }
}
