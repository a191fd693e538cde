//! Entries of several lines that have a beginning and an end: drawings, sections, rows of tables, and data of models.

use memchr::{memchr, memchr2, memchr3};
use quadrille_notation::unstable::{
    SEPARATORS, begins_data, begins_drawing, has_border, is_marked, is_prose, is_rule,
};

use super::titles::TITLE_BYTES_MAX;

/// The line before the rows of a puzzle in SadMan Sudoku.
const SECTION: &str = "[puzzle]";

/// Maximum number of lines of a row of a table: a line and a rule for each of 36 rows.
const RECORD_LINES_MAX: u64 = 80;

/// Kind of an entry of several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// Drawn grid, up to a line without a border.
    Drawing,
    /// Rows below `[Puzzle]`, up to a blank line.
    Section,
    /// Row of a table, up to the end of its quoted fields.
    Record,
    /// Data of a model, up to the end of the input.
    Data,
}

/// Incomplete entry of several lines.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    /// Number of its first line.
    pub(super) line: u64,
    /// All lines so far; `None` if they are too long.
    pub(super) text: Option<Vec<u8>>,
    has_rows: bool,
    ends_with_rule: bool,
    /// Whether the grid has ended, and a footer follows.
    has_footer: bool,
}

/// Line that may be a part of a block.
pub(super) struct BlockLine<'a> {
    text: &'a str,
    is_rule: bool,
    is_section: bool,
    is_prose: bool,
}

impl<'a> BlockLine<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let (is_rule, is_section) = (is_rule(text), begins_section(text));
        let is_prose = !is_section && text.len() <= TITLE_BYTES_MAX && is_prose(text) && !is_marked(text);
        Self { text, is_rule, is_section, is_prose }
    }

    /// Returns the kind of the block that begins with the line; `None` if none does.
    pub(super) fn begun_block(&self) -> Option<BlockKind> {
        match self.text {
            _ if self.is_section => Some(BlockKind::Section),
            text if begins_drawing(text) && !self.is_prose => Some(BlockKind::Drawing),
            text if has_open_field(text, false) && text.contains(SEPARATORS) => Some(BlockKind::Record),
            text if begins_data(text) => Some(BlockKind::Data),
            _ => None,
        }
    }
}

impl Block {
    /// Begins a block. `text` has the titles before it.
    pub(super) fn new(kind: BlockKind, line: u64, text: Vec<u8>) -> Self {
        let (has_rows, ends_with_rule, has_footer) = (false, false, false);
        Self { kind, line, text: Some(text), has_rows, ends_with_rule, has_footer }
    }

    /// Whether the block has ended before a line with this number. After the last rule of a drawing, a second one begins the next
    /// drawing.
    pub(super) fn ends_before(&self, line: &BlockLine<'_>, number: u64) -> bool {
        match self.kind {
            BlockKind::Drawing if line.is_prose => !self.has_rows,
            BlockKind::Drawing => {
                !has_border(line.text)
                    || self.has_footer
                    || (line.is_rule && self.ends_with_rule && self.has_rows)
            }
            BlockKind::Section => line.is_section,
            BlockKind::Data => false,
            BlockKind::Record => number - self.line > RECORD_LINES_MAX,
        }
    }

    /// Adds a line; its text only up to this length. Returns whether it is the last one. `is_first` is whether the block begins with it.
    pub(super) fn push(&mut self, line: &BlockLine<'_>, is_first: bool, bytes_max: usize) -> bool {
        self.has_footer |= self.kind == BlockKind::Drawing && line.is_prose;
        self.has_rows |= !line.is_rule;
        self.ends_with_rule = line.is_rule;
        self.text = self.text.take().filter(|text| text.len() + line.text.len() < bytes_max);
        if let Some(text) = &mut self.text {
            text.extend_from_slice(line.text.as_bytes());
            text.push(b'\n');
        }
        self.kind == BlockKind::Record && !has_open_field(line.text, !is_first)
    }
}

/// Whether a line may begin a block, by the first byte that is not white space. Nearly all lines do not.
pub(super) fn may_begin_block(first: u8, line: &[u8]) -> bool {
    match first {
        b'|' | b'+' | b'=' | b':' | b'\'' | b'[' => true,
        _ if memchr(b'"', line).is_some() => true,
        b'a'..=b'z' | b'A'..=b'Z' => memchr3(b'=', b'(', b':', line).is_some() || line.contains(&b' '),
        b',' => line.trim_ascii_start().starts_with(b",--"),
        b'-' | b'_' => memchr2(b'|', b'+', line).is_some(),
        b'.' => line.trim_ascii_start().starts_with(b".--"),
        b'*' => line.trim_ascii_start().starts_with(b"*--"),
        // The first byte of box-drawing characters.
        _ => first == 0xe2,
    }
}

/// Whether a quoted field is open at the end of a line. `is_open` is whether one is open at its beginning.
fn has_open_field(line: &str, mut is_open: bool) -> bool {
    let Some((before, _)) = line.rsplit_once('"') else { return is_open };
    // A quote within a field without quotes is a symbol. Two quotes within a quoted field close it and open it again.
    let mut may_open = true;
    for part in before.split('"') {
        let part = part.trim_end_matches(' ');
        may_open = is_open || part.ends_with(SEPARATORS) || (part.is_empty() && may_open);
        is_open = !is_open && may_open;
    }
    is_open
}

/// Whether a line is followed by the rows of a puzzle.
pub fn begins_section(line: &str) -> bool {
    line.trim().eq_ignore_ascii_case(SECTION)
}
