//! Cuts an input into pieces.
//!
//! A plan reads the whole input, but inserts only the first pieces. The piece between them that plans further ones inserts the next: no
//! transaction is long, and a job has few rows, however many pieces.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::{BoxStream, try_unfold};
use quadrille_answers::ingest::{LineBounds, LineContent, Lines};
use quadrille_answers::kinds::BatchOperation;
use quadrille_answers::service::{ChunkSource, InputError};
use quadrille_answers::wire::InputTable;

use super::outcome::{PieceError, PieceOutcome};
use super::output::PieceOutput;
use crate::error::{JobError, JobFailure};
use crate::queue::{Claimed, NewPiece, PieceResult, Planned};
use crate::spec::{InputContent, PieceSpec};
use crate::store::{Frames, Objects, frame_length, framed_path, write_frame, write_header};

/// Difference of the numbers of two planned pieces: what a piece leaves gets numbers between them.
pub(crate) const STEP: u64 = 8192;

/// Number of pieces that are inserted at once.
pub(super) const AHEAD: usize = 256;

/// Bytes of the input that are read at once.
const READ_BYTES: u64 = 1 << 20;

/// Bytes after which a piece ends.
const PIECE_BYTES: u64 = 256 << 10;

/// Length of a frame from which its entry may be a grid larger than 16x16, whose search takes much memory. Cells have at least a byte each.
const LONG_BYTES: u64 = 289;

/// Numbers the first pieces of a plan, after the piece `last`. If there are others, `further` makes the piece that plans them, from the
/// number of the last piece; it is inserted among the first ones.
pub(super) fn numbered(
    last: u64,
    pieces: Vec<(PieceSpec, u64)>,
    further: Option<impl FnOnce(u64) -> PieceSpec>,
) -> Vec<NewPiece> {
    let numbers = (last / STEP + 1..).map(|number| number * STEP);
    let mut rest: Vec<NewPiece> = (numbers.zip(pieces))
        .map(|(no, (spec, puzzles))| NewPiece { no: Some(no), spec, puzzles, weight: None })
        .collect();
    if let Some(further) = further {
        let last = rest.last().and_then(|piece| piece.no).unwrap_or(last);
        // It is claimed while others are left, so that no thread waits for it.
        let middle = rest.get(rest.len() / 2).and_then(|piece| piece.no).unwrap_or(last);
        rest.push(NewPiece { no: Some(middle - 1), spec: further(last), puzzles: 0, weight: None });
    }
    rest
}

/// Reads the input of a claimed plan, writes it with frames, and returns the first pieces of at most `pieces_max`.
pub(super) async fn plan_lines(
    objects: &Objects,
    claimed: &Claimed,
    operation: BatchOperation,
    content: InputContent,
    bounds: LineBounds,
    pieces_max: u64,
    mut framed: PieceOutput,
) -> PieceOutcome {
    let content = match content {
        InputContent::Text => LineContent::Text,
        InputContent::Ndjson => LineContent::Json,
    };
    let (table, input) = (Arc::new(InputTable::default()), read(objects.clone(), &claimed.input).await?);
    let mut lines = Lines::new(Bytes::new(), input, content, bounds).with_table(Arc::clone(&table));
    let mut pieces = PlannedPieces::new(operation, claimed.lease.epoch, 0, 0);
    let mut frames = Vec::new();
    while let Some(chunk) =
        lines.next().await.map_err(|_| JobError::Unavailable("reading the input failed".to_owned()))?
    {
        if let Some(header) = table.header().filter(|_| framed.written() == 0) {
            write_header(header, &mut frames);
            pieces.begin = frames.len() as u64;
        }
        for number in 0..chunk.len() {
            write_frame(&chunk.entry(number), &mut frames);
            pieces.push(framed.written() + frames.len() as u64);
        }
        if pieces.number > pieces_max {
            return Err(PieceError::Invalid(JobFailure::too_many_pieces(pieces_max)));
        }
        framed.write(&frames).await?;
        frames.clear();
    }
    let input_bytes = framed.finish().await?;
    pieces.end(input_bytes);
    let planned = Some(Planned { pieces: pieces.number, puzzles: pieces.next });
    Ok(PieceResult { input_bytes, planned, rest: pieces.numbered(0, input_bytes), ..PieceResult::default() })
}

/// Returns the next pieces of a framed input from an offset on, at which the entry `first` begins. `last` is the number of the last
/// piece before.
pub(super) async fn plan_further_lines(
    objects: &Objects,
    claimed: &Claimed,
    operation: BatchOperation,
    plan: u64,
    bytes: Range<u64>,
    first: u64,
    last: u64,
) -> PieceOutcome {
    let path = framed_path(claimed.lease.job, plan);
    let mut pieces = PlannedPieces::new(operation, plan, bytes.start, first);
    let (mut buffer, mut offset, mut read_to) = (Vec::new(), bytes.start, bytes.start);
    while pieces.left.is_none() && offset < bytes.end {
        let mut used = 0;
        while let Some(length) = frame_length(&buffer[used..])? {
            used += length;
            pieces.push(offset + used as u64);
        }
        buffer.drain(..used);
        offset += used as u64;
        if read_to < bytes.end {
            let end = bytes.end.min(read_to + READ_BYTES);
            buffer.extend_from_slice(&objects.get(&path, read_to..end).await?);
            read_to = end;
        } else if used == 0 {
            return Err(JobError::Corrupt("input").into());
        }
    }
    pieces.end(bytes.end);
    let planned = Some(Planned::default());
    Ok(PieceResult { planned, rest: pieces.numbered(last, bytes.end), ..PieceResult::default() })
}

/// Number of pieces of a rest: threads that have nothing to do take some.
pub(super) const PARTS: u64 = 2;

/// Divides the unanswered entries of the piece `no` into up to [`PARTS`] pieces. `bytes` is the range of the piece in the framed input, and
/// `left` begins at its first unanswered entry.
pub(super) fn rest_of_lines(
    no: u64,
    plan: u64,
    bytes: &Range<u64>,
    mut left: Frames,
) -> Result<PieceResult, JobError> {
    let (begun, mut rest) = (left.next(), Vec::new());
    let entries = left.clone().skip(u64::MAX)?;
    for puzzles in [entries.div_ceil(PARTS), entries / PARTS] {
        let (first, begin) = (left.next(), left.read_bytes());
        let has_long = left.longest(puzzles)? >= LONG_BYTES;
        if left.skip(puzzles)? > 0 {
            let bytes = bytes.start + begin..bytes.start + left.read_bytes();
            let spec = PieceSpec::Lines { plan, bytes, first, is_spaced: true, has_long };
            rest.push(NewPiece { no: Some(no + 1 + first - begun), spec, puzzles, weight: None });
        }
    }
    Ok(PieceResult { puzzles_left: entries, rest, ..PieceResult::default() })
}

/// Pieces of the frames so far.
struct PlannedPieces {
    plan: u64,
    entries_max: u64,
    /// The first ones, with their numbers of puzzles.
    first_pieces: Vec<(PieceSpec, u64)>,
    /// Where those begin that are not among the first ones: the offset, and the index of the entry.
    left: Option<(u64, u64)>,
    /// Offset of the current piece, and its first entry.
    begin: u64,
    first: u64,
    /// End of the last frame, and whether the current piece has a long one.
    end: u64,
    has_long: bool,
    /// Number of entries so far, and of pieces.
    next: u64,
    number: u64,
}

impl PlannedPieces {
    fn new(operation: BatchOperation, plan: u64, begin: u64, first: u64) -> Self {
        let entries_max = operation.piece_entries();
        Self {
            plan,
            entries_max,
            first_pieces: Vec::new(),
            left: None,
            begin,
            first,
            end: begin,
            has_long: false,
            next: first,
            number: 0,
        }
    }

    /// Adds an entry, whose frame ends at the offset.
    fn push(&mut self, offset: u64) {
        self.next += 1;
        self.has_long |= offset - self.end >= LONG_BYTES;
        self.end = offset;
        if offset - self.begin >= PIECE_BYTES || self.next - self.first >= self.entries_max {
            self.end(offset);
        }
    }

    /// Ends the current piece, unless it is empty.
    fn end(&mut self, offset: u64) {
        let puzzles = self.next - self.first;
        if puzzles == 0 {
            return;
        }
        if self.first_pieces.len() < AHEAD {
            let (plan, bytes, first) = (self.plan, self.begin..offset, self.first);
            let spec = PieceSpec::Lines { plan, bytes, first, is_spaced: true, has_long: self.has_long };
            self.first_pieces.push((spec, puzzles));
        } else {
            self.left.get_or_insert((self.begin, self.first));
        }
        self.number += 1;
        (self.begin, self.first, self.has_long) = (offset, self.next, false);
    }

    /// Returns the pieces with their numbers, after the number of the last one before. `end` is the length of the framed input.
    fn numbered(self, last: u64, end: u64) -> Vec<NewPiece> {
        let plan = self.plan;
        let further = self
            .left
            .map(|(begin, first)| move |no| PieceSpec::FurtherLines { plan, bytes: begin..end, first, no });
        numbered(last, self.first_pieces, further)
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

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, proptest};
    use quadrille_answers::wire::EntryText;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Pieces that end after some entries, again and again.
        #[test]
        fn numbers_of_pieces_have_the_order_of_their_entries(
            entries in 1..300_u64, answered in vec(1..40_u64, 1..9),
        ) {
            let mut framed = Vec::new();
            for _ in 0..entries {
                write_frame(&EntryText { index: 0, line: None, bytes: Some(b"x"), header: None }, &mut framed);
            }
            let (bytes, mut answered) = (Bytes::from(framed), answered.into_iter().cycle());
            let bytes_of_all = 0..bytes.len() as u64;
            let all =
                PieceSpec::Lines { plan: 1, bytes: bytes_of_all, first: 0, is_spaced: true, has_long: false };
            let mut waiting = numbered(0, vec![(all, entries)], None::<fn(u64) -> PieceSpec>);
            let mut done = Vec::new();
            while let Some(piece) = waiting.pop() {
                let (Some(no), PieceSpec::Lines { plan, bytes: range, first, .. }) = (piece.no, piece.spec) else {
                    panic!("another piece");
                };
                let mut left = Frames::new(bytes.slice(range.start as usize..range.end as usize), first);
                let answered = left.skip(answered.next().expect("endless")).expect("frames");
                done.push((no, first, answered));
                let result = rest_of_lines(no, plan, &range, left).expect("frames");
                prop_assert_eq!(result.puzzles_left, piece.puzzles - answered);
                prop_assert_eq!(result.planned(), Planned { pieces: result.rest.len() as u64, puzzles: 0 });
                waiting.extend(result.rest);
            }
            done.sort_unstable();
            prop_assert!(done.is_sorted_by(|a, b| a.0 < b.0), "numbers are unique");
            prop_assert!(done.last().is_some_and(|last| last.0 < 2 * STEP - 1));
            let mut next = 0;
            for (_, first, answered) in done {
                prop_assert_eq!(first, next);
                next += answered;
            }
            prop_assert_eq!(next, entries);
        }
    }

    #[test]
    fn pieces_of_large_grids_are_known() {
        for (size, is_long) in [(81, false), (256, false), (289, true), (625, true)] {
            let (mut framed, mut pieces) = (Vec::new(), PlannedPieces::new(BatchOperation::Solve, 1, 0, 0));
            for bytes in ["1".repeat(81), ".".repeat(size)] {
                write_frame(
                    &EntryText { index: 0, line: Some(99_999), bytes: Some(bytes.as_bytes()), header: None },
                    &mut framed,
                );
                pieces.push(framed.len() as u64);
            }
            pieces.end(framed.len() as u64);
            let bytes = 0..framed.len() as u64;
            let rest = rest_of_lines(1, 1, &bytes, Frames::new(framed.into(), 0)).expect("frames").rest;
            let planned = pieces.numbered(0, bytes.end);
            let has_long = |pieces: &[NewPiece]| -> Vec<bool> {
                pieces
                    .iter()
                    .map(|piece| matches!(piece.spec, PieceSpec::Lines { has_long: true, .. }))
                    .collect()
            };
            assert_eq!(
                (has_long(&planned), has_long(&rest)),
                (vec![is_long], vec![false, is_long]),
                "{size}"
            );
        }
    }
}
