//! Entries of several lines that have a beginning and an end: drawings, sections, and rows of tables.

use memchr::{memchr, memchr2};
use quadrille_sudoku::unstable::{SEPARATORS, begins_drawing, has_border, is_prose, is_rule};

use super::LineContent;
use super::assembler::Assembler;
use super::titles::TITLE_BYTES_MAX;

/// The line before the rows of a puzzle in SadMan Sudoku.
const SECTION: &str = "[puzzle]";

/// Maximum number of lines of a row of a table: a line and a rule for each of 36 rows.
const RECORD_LINES_MAX: u64 = 80;

/// Kind of an entry of several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlockKind {
    /// Drawn grid, up to a line without a border.
    Drawing,
    /// Rows below `[Puzzle]`, up to a blank line.
    Section,
    /// Row of a table, up to the end of its quoted fields.
    Record,
}

/// Incomplete entry of several lines.
#[derive(Debug)]
pub(super) struct Block {
    kind: BlockKind,
    /// Number of its first line.
    line: u64,
    /// All lines so far; `None` if they are too long.
    text: Option<Vec<u8>>,
    has_rows: bool,
    ends_with_rule: bool,
    /// Whether the grid has ended, and a footer follows.
    has_footer: bool,
}

impl Assembler {
    /// Adds a line to a drawing or a section. Returns whether it is part of one; if not, ends the block.
    pub(super) fn is_in_block(&mut self, first: u8, line: &[u8]) -> bool {
        if self.block.is_none() && !self.may_begin_block(first, line) {
            return false;
        }
        let Ok(text) = str::from_utf8(line) else {
            self.end_block();
            return false;
        };
        let (is_rule, is_section) = (is_rule(text), begins_section(text));
        let is_prose = !is_section && text.len() <= TITLE_BYTES_MAX && is_prose(text);
        // After the last rule of a drawing, a second one begins the next drawing.
        if self.block.as_ref().is_some_and(|block| match block.kind {
            BlockKind::Drawing if is_prose => !block.has_rows,
            BlockKind::Drawing => {
                !has_border(text) || block.has_footer || (is_rule && block.ends_with_rule && block.has_rows)
            }
            BlockKind::Section => is_section,
            BlockKind::Record => self.line - block.line > RECORD_LINES_MAX,
        }) {
            self.end_block();
        }
        let is_record = self.block.as_ref().is_some_and(|block| block.kind == BlockKind::Record);
        let is_open = has_open_field(text, is_record);
        let kind = match &self.block {
            Some(block) => block.kind,
            None if is_section => BlockKind::Section,
            None if begins_drawing(text) && !is_prose => BlockKind::Drawing,
            None if is_open && text.contains(SEPARATORS) => BlockKind::Record,
            None => return false,
        };
        if self.block.is_none() {
            self.begin_block(kind, line);
        }
        let bytes_max = self.bounds.bytes_max;
        let Some(block) = &mut self.block else { return false };
        block.has_footer |= kind == BlockKind::Drawing && is_prose;
        block.has_rows |= !is_rule;
        block.ends_with_rule = is_rule;
        block.text = block.text.take().filter(|text| text.len() + line.len() < bytes_max);
        if let Some(text) = &mut block.text {
            text.extend_from_slice(line);
            text.push(b'\n');
        }
        if kind == BlockKind::Record && !is_open {
            self.end_block();
        }
        true
    }

    /// Begins a block with the titles before it.
    fn begin_block(&mut self, kind: BlockKind, first: &[u8]) {
        let mut text = Vec::new();
        let line = match kind {
            BlockKind::Drawing => self.take_titles(self.line, &mut text),
            BlockKind::Section | BlockKind::Record => {
                self.end_titles(first);
                self.line
            }
        };
        let (has_rows, ends_with_rule, has_footer) = (false, false, false);
        self.block = Some(Block { kind, line, text: Some(text), has_rows, ends_with_rule, has_footer });
    }

    /// Whether a line may begin a block, by the first byte that is not white space. Nearly all lines do not.
    fn may_begin_block(&self, first: u8, line: &[u8]) -> bool {
        self.content == LineContent::Text
            && match first {
                b'|' | b'+' | b'=' | b':' | b'\'' | b'[' => true,
                _ if memchr(b'"', line).is_some() => true,
                b'-' | b'_' => memchr2(b'|', b'+', line).is_some(),
                b'.' => line.trim_ascii_start().starts_with(b".--"),
                b'*' => line.trim_ascii_start().starts_with(b"*--"),
                // The first byte of box-drawing characters.
                _ => first == 0xe2,
            }
    }

    /// Adds the block to the chunk, if there is one.
    pub(super) fn end_block(&mut self) {
        if let Some(Block { line, text, .. }) = self.block.take() {
            self.chunk.push(Some(line), text.as_deref());
        }
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
