//! Codec of the command line that draws grids.

use std::fmt::Write;

use crate::service::{BatchCodec, BatchEntry, Reply};
use crate::sudoku::notation::format_styled_drawing;
use crate::sudoku::{Answer, BoxShape, Grid, HouseKind, Picture, Puzzle, Solution, Verdict};
use crate::wire::{BatchKind, Chunk, EntryContext, LineCodec};

/// How grids are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PictureStyle {
    /// As text.
    Plain,
    /// As text with bold clues.
    Coloured,
    /// As SVG.
    Svg,
}

/// Draws answers with a solution; the others are lines of text.
pub(super) struct PictureCodec<K> {
    lines: LineCodec<K>,
    style: PictureStyle,
}

impl<K> PictureCodec<K> {
    /// Makes a codec. `lines` reads the entries, and writes answers without a solution.
    pub(super) fn new(lines: LineCodec<K>, style: PictureStyle) -> Self {
        Self { lines, style }
    }
}

impl<K: BatchKind<Subject = Puzzle>> BatchCodec for PictureCodec<K> {
    type Subject = Puzzle;
    type Chunk = Chunk;
    type Context = (EntryContext, Puzzle);

    fn with_stats(&self) -> bool {
        self.lines.with_stats()
    }

    fn entries(&self, chunk: &Chunk) -> usize {
        self.lines.entries(chunk)
    }

    fn read(&self, chunk: &Chunk, entry: usize, page: &mut Vec<u8>) -> Option<BatchEntry<Self::Context>> {
        let BatchEntry { question, limits, context } = self.lines.read(chunk, entry, page)?;
        let context = (context, question.subject.clone());
        Some(BatchEntry { question, limits, context })
    }

    fn encode(&self, (context, puzzle): Self::Context, reply: Reply, page: &mut Vec<u8>) -> Answer {
        let witnesses = reply.answer.verdict.witnesses();
        let Some(solution) = witnesses.first().map(Solution::grid) else {
            return self.lines.encode(context, reply, page);
        };
        let mut text = match self.style {
            PictureStyle::Svg => {
                let (solution, other) =
                    (Some(solution.clone()), witnesses.get(1).map(|other| other.grid().clone()));
                Picture { puzzle, solution, other, candidates: false }.to_string()
            }
            style => drawing(&puzzle, solution, style),
        };
        if self.style != PictureStyle::Svg && !matches!(reply.answer.verdict, Verdict::Unique(_)) {
            let count = reply.answer.count;
            let more = if reply.answer.is_complete() { "" } else { " or more" };
            // Writing to memory cannot fail.
            let _ = writeln!(text, "{count}{more} solutions");
        }
        page.extend_from_slice(text.as_bytes());
        reply.answer
    }

    fn encode_failure(&self, (context, _): Self::Context, page: &mut Vec<u8>) {
        self.lines.encode_failure(context, page);
    }
}

/// Draws a solution; the clues of the puzzle are bold.
fn drawing(puzzle: &Puzzle, solution: &Grid, style: PictureStyle) -> String {
    let is_clue = |index: usize| puzzle.clues().cells().get(index).is_some_and(Option::is_some);
    format_styled_drawing(solution.cells(), box_shape(puzzle), |index, text| {
        if style == PictureStyle::Coloured && is_clue(index) {
            format!("\x1b[1m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    })
}

/// Width and height of the first box.
fn box_shape(puzzle: &Puzzle) -> BoxShape {
    let layout = puzzle.rules().layout();
    let first = layout.houses().find(|house| house.name.kind == HouseKind::Box);
    let cells = first.map(|house| house.cells).unwrap_or_default();
    let positions = || cells.iter().map(|&cell| layout.position(cell));
    BoxShape {
        width: positions().map(|position| position.column).max().unwrap_or(1),
        height: positions().map(|position| position.row).max().unwrap_or(1),
    }
}
