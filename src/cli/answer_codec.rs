//! Codec of the command line: answers for standard output, and messages for standard error.

use std::fmt::Write;
use std::mem;

use parking_lot::Mutex;

use crate::service::{BatchCodec, BatchEnd, BatchEntry, Reply};
use crate::sudoku::notation::format_styled_drawing;
use crate::sudoku::{Answer, BoxShape, Grid, HouseKind, Picture, Puzzle, Solution, Verdict};
use crate::wire::{BatchKind, Chunk, EntryContext, LineCodec};

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerStyle {
    /// A line of text.
    Line,
    /// A line of JSON.
    Json,
    /// Solutions are drawn as text; other answers are lines.
    Drawing,
    /// Solutions are drawn as text with bold clues; other answers are lines.
    ColouredDrawing,
    /// Solutions are SVG documents; other answers are messages.
    Svg,
}

/// Encodes the answers of a command.
pub(super) struct AnswerCodec<K> {
    lines: LineCodec<K>,
    style: AnswerStyle,
    /// Lines for standard error that have not been taken.
    messages: Mutex<Vec<u8>>,
}

impl<K: BatchKind> AnswerCodec<K> {
    /// Makes a codec. `lines` reads the entries, and writes answers that are lines.
    pub(super) fn new(lines: LineCodec<K>, style: AnswerStyle) -> Self {
        Self { lines, style, messages: Mutex::default() }
    }

    /// Returns the end of the output.
    pub(super) fn summary(&self, end: &BatchEnd) -> Vec<u8> {
        match self.style {
            AnswerStyle::Line | AnswerStyle::Json => self.lines.summary(end),
            AnswerStyle::Drawing | AnswerStyle::ColouredDrawing | AnswerStyle::Svg => Vec::new(),
        }
    }

    /// Takes the lines for standard error: warnings, unless answers contain them, and answers that have no place among pictures.
    pub(super) fn take_messages(&self) -> Vec<u8> {
        mem::take(&mut self.messages.lock())
    }

    fn warn(&self, context: &EntryContext) {
        let warnings = context.warnings();
        if self.style != AnswerStyle::Json && !warnings.is_empty() {
            let mut messages = self.messages.lock();
            for warning in warnings {
                messages.extend_from_slice(warning.as_bytes());
                messages.push(b'\n');
            }
        }
    }

    /// Calls `write` with the page, or with the messages if pages have only pictures.
    fn write_line<T>(&self, page: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        match self.style {
            AnswerStyle::Svg => write(&mut self.messages.lock()),
            _ => write(page),
        }
    }
}

impl<K: BatchKind<Subject = Puzzle>> BatchCodec for AnswerCodec<K> {
    type Subject = Puzzle;
    type Chunk = Chunk;
    /// With the puzzle, if it is drawn.
    type Context = (EntryContext, Option<Puzzle>);

    fn with_stats(&self) -> bool {
        self.lines.with_stats()
    }

    fn entries(&self, chunk: &Chunk) -> usize {
        self.lines.entries(chunk)
    }

    fn read(&self, chunk: &Chunk, entry: usize, page: &mut Vec<u8>) -> Option<BatchEntry<Self::Context>> {
        let read = self.write_line(page, |page| self.lines.read(chunk, entry, page));
        let BatchEntry { question, limits, context } = read?;
        self.warn(&context);
        let is_drawn = !matches!(self.style, AnswerStyle::Line | AnswerStyle::Json);
        let context = (context, is_drawn.then(|| question.subject.clone()));
        Some(BatchEntry { question, limits, context })
    }

    fn encode(&self, (context, puzzle): Self::Context, reply: Reply, page: &mut Vec<u8>) -> Answer {
        let witnesses = reply.answer.verdict.witnesses();
        let (Some(solution), Some(puzzle)) = (witnesses.first().map(Solution::grid), puzzle) else {
            return self.write_line(page, |page| {
                if self.style == AnswerStyle::Svg {
                    page.extend_from_slice(context.place().as_bytes());
                }
                self.lines.encode(context, reply, page)
            });
        };
        let text = match self.style {
            AnswerStyle::Svg => {
                let (solution, other) =
                    (Some(solution.clone()), witnesses.get(1).map(|other| other.grid().clone()));
                Picture { puzzle, solution, other, candidates: false }.to_string()
            }
            style => {
                let mut text = drawing(&puzzle, solution, style == AnswerStyle::ColouredDrawing);
                if !matches!(reply.answer.verdict, Verdict::Unique(_)) {
                    let count = reply.answer.count;
                    let more = if reply.answer.is_complete() { "" } else { " or more" };
                    // Writing to memory cannot fail.
                    let _ = writeln!(text, "{count}{more} solutions");
                }
                text
            }
        };
        page.extend_from_slice(text.as_bytes());
        reply.answer
    }

    fn encode_failure(&self, (context, _): Self::Context, page: &mut Vec<u8>) {
        self.write_line(page, |page| self.lines.encode_failure(context, page));
    }
}

/// Draws a solution, with bold clues if it has colours.
fn drawing(puzzle: &Puzzle, solution: &Grid, has_colours: bool) -> String {
    let is_clue = |index: usize| puzzle.clues().cells().get(index).is_some_and(Option::is_some);
    format_styled_drawing(solution.cells(), box_shape(puzzle), |index, text| {
        if has_colours && is_clue(index) { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
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
