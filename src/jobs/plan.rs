//! Cuts an input into pieces.

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::{BoxStream, try_unfold};

use super::error::{JobError, JobFailure};
use super::frames::write_frame;
use super::objects::Objects;
use super::outcome::{Outcome, PieceError};
use super::output::PieceOutput;
use super::queue::{Claimed, NewPiece, PieceResult};
use super::spec::{InputContent, LineOperation, PieceSpec};
use crate::ingest::{LineBounds, LineContent, Lines};
use crate::service::{ChunkSource, InputError};

/// Bytes of the input that are read at once.
const READ_BYTES: u64 = 1 << 20;

/// Bytes after which a piece ends.
const PIECE_BYTES: u64 = 256 << 10;

/// Reads the input of a claimed plan, writes it with frames, and returns the pieces, at most `pieces_max`.
pub(super) async fn plan_lines(
    objects: &Objects,
    claimed: &Claimed,
    operation: LineOperation,
    content: InputContent,
    bounds: LineBounds,
    pieces_max: u64,
    mut framed: PieceOutput,
) -> Outcome {
    let plan = claimed.lease.epoch;
    let content = match content {
        InputContent::Text => LineContent::Text,
        InputContent::Ndjson => LineContent::Json,
    };
    let mut lines = Lines::new(Bytes::new(), read(objects.clone(), &claimed.input).await?, content, bounds);
    let mut pieces =
        Pieces { plan, entries_max: entries_max(operation), rest: Vec::new(), begin: 0, first: 0, next: 0 };
    let mut frames = Vec::new();
    while let Some(chunk) =
        lines.next().await.map_err(|_| JobError::Unavailable("reading the input failed".to_owned()))?
    {
        for number in 0..chunk.len() {
            write_frame(&chunk.entry(number), &mut frames);
            pieces.next += 1;
            pieces.end_if_full(framed.written() + frames.len() as u64);
        }
        if pieces.rest.len() as u64 > pieces_max {
            return Err(PieceError::Invalid(JobFailure::too_many_pieces(pieces_max)));
        }
        framed.write(&frames).await?;
        frames.clear();
    }
    let input_bytes = framed.finish().await?;
    pieces.end(input_bytes);
    Ok(PieceResult { input_bytes, rest: pieces.rest, ..PieceResult::default() })
}

/// Number of entries after which a piece ends, so that it takes a few seconds at most.
fn entries_max(operation: LineOperation) -> u64 {
    match operation {
        LineOperation::Solve | LineOperation::Count => 4096,
        LineOperation::Candidates | LineOperation::Canonical => 512,
        LineOperation::Rate | LineOperation::Minimal | LineOperation::ExactCoverCount => 128,
    }
}

/// Pieces of the frames so far.
struct Pieces {
    plan: u64,
    entries_max: u64,
    rest: Vec<NewPiece>,
    /// Offset of the current piece, and its first entry.
    begin: u64,
    first: u64,
    /// Number of entries so far.
    next: u64,
}

impl Pieces {
    fn end_if_full(&mut self, offset: u64) {
        if offset - self.begin >= PIECE_BYTES || self.next - self.first >= self.entries_max {
            self.end(offset);
        }
    }

    /// Ends the current piece, unless it is empty.
    fn end(&mut self, offset: u64) {
        let puzzles = self.next - self.first;
        if puzzles > 0 {
            let spec = PieceSpec::Lines { plan: self.plan, bytes: self.begin..offset, first: self.first };
            self.rest.push(NewPiece { spec, puzzles, weight: None });
            (self.begin, self.first) = (offset, self.next);
        }
    }
}

/// Reads an object from its beginning.
async fn read(
    objects: Objects,
    path: &str,
) -> Result<BoxStream<'static, Result<Bytes, InputError>>, JobError> {
    let (length, path) = (objects.length(path).await?, path.to_owned());
    let read = move |offset: u64| {
        let (objects, path) = (objects.clone(), path.clone());
        async move {
            if offset >= length {
                return Ok(None);
            }
            let end = length.min(offset + READ_BYTES);
            match objects.get(&path, offset..end).await {
                Ok(bytes) => Ok(Some((bytes, end))),
                Err(error) => {
                    tracing::warn!(%error, path, "reading the input of a job failed");
                    Err(InputError::Failed)
                }
            }
        }
    };
    Ok(try_unfold(0, read).boxed())
}
