//! Lines of as many symbols each, which may be the rows of a grid.

use std::mem;

use memchr::{memchr, memchr3};
use quadrille_sudoku::unstable::{is_rule, read_line, row_width};

use super::LineContent;
use super::assembler::Assembler;
use super::titles::append_line;

/// Longest line that is read as a row, in bytes: 36 symbols with white space between them.
const ROW_BYTES_MAX: usize = 144;

/// Longest row without white space: as many symbols as the largest size.
const PLAIN_ROW_BYTES_MAX: usize = 36;

/// Smallest row that is common as a puzzle by itself: a 4x4.
const ROW_PUZZLE_SYMBOLS_MIN: usize = 16;

/// Minimum number of tabs of a row of blank cells.
const BLANK_CELLS_MIN: usize = 3;

/// Lines of as many symbols each, which may be the rows of a grid.
#[derive(Debug)]
pub(super) struct Rows {
    width: usize,
    /// Number and text of each line, rules among them.
    lines: Vec<(u64, Vec<u8>)>,
    /// Number of lines that are no rules.
    count: usize,
    /// Whether the rows have vertical borders.
    has_borders: bool,
    /// Lines between blank lines, if there are some.
    band: Option<usize>,
    /// Lines since the last blank line.
    since_blank: usize,
}

impl Assembler {
    /// Adds a line to the rows of a grid. Returns whether it may be one; if not, ends the rows before it.
    pub(super) fn is_row(&mut self, line: &[u8]) -> bool {
        let width = self.row_width(line);
        let continues = |rows: &Rows| Some(rows.width) == width && Some(rows.since_blank) != rows.band;
        if self.rows.as_ref().is_some_and(|rows| !continues(rows)) {
            self.end_rows();
        }
        let Some(width) = width else { return false };
        // A batch of 4x4 does not wait for a grid of 16x16.
        if !self.bounds.has_grid_layout
            && self.rows.is_none()
            && width >= ROW_PUZZLE_SYMBOLS_MIN
            && is_line_puzzle(line)
        {
            return false;
        }
        let has_borders = line.contains(&b'|') || !line.is_ascii();
        let new = || Rows { width, lines: Vec::new(), count: 0, has_borders, band: None, since_blank: 0 };
        let rows = self.rows.get_or_insert_with(new);
        rows.lines.push((self.line, line.to_vec()));
        rows.count += 1;
        rows.since_blank += 1;
        if rows.count == width {
            self.end_rows();
        }
        true
    }

    /// Adds a rule between the rows of a grid without a frame. Returns whether it is one.
    pub(super) fn is_rule_between_rows(&mut self, line: &[u8]) -> bool {
        let Some(rows) = self.rows.as_mut().filter(|rows| rows.has_borders) else { return false };
        let is_rule = str::from_utf8(line).is_ok_and(|line| is_rule(line) || has_only_dashes(line));
        if is_rule {
            rows.lines.push((self.line, line.to_vec()));
        }
        is_rule
    }

    /// Ends the rows at a blank line, unless blank lines are between bands of as many rows.
    pub(super) fn end_band(&mut self) {
        let Some(rows) = &mut self.rows else { return };
        let lines = mem::take(&mut rows.since_blank);
        if lines > 0 && *rows.band.get_or_insert(lines) != lines || !rows.width.is_multiple_of(lines.max(1)) {
            self.end_rows();
        }
    }

    fn row_width(&self, line: &[u8]) -> Option<usize> {
        let has_separator = || memchr3(b' ', b'\t', b',', line).or_else(|| memchr(b';', line)).is_some();
        let may_be_row =
            line.len() <= PLAIN_ROW_BYTES_MAX || (line.len() <= ROW_BYTES_MAX && has_separator());
        if !may_be_row || self.content != LineContent::Text {
            return None;
        }
        str::from_utf8(line).ok().and_then(row_width)
    }

    /// Adds the rows to the chunk: as entries of a line each if all are puzzles, or if a row is missing and none is. Otherwise as one
    /// grid, so that no row is answered as a puzzle.
    pub(super) fn end_rows(&mut self) {
        let Some(Rows { width, mut lines, count, .. }) = self.rows.take() else { return };
        // Blank cells alone are blank lines.
        if lines.iter().all(|(_, line)| line.trim_ascii().is_empty()) {
            return;
        }
        let puzzles = lines.iter().filter(|(_, line)| is_line_puzzle(line)).count();
        let is_complete = count == width;
        if (puzzles == lines.len() && !(self.bounds.has_grid_layout && is_complete))
            || (puzzles == 0 && !is_complete)
        {
            self.push_titles(true);
            lines.retain(|(_, line)| !line.trim_ascii().is_empty());
            for (number, line) in &lines {
                self.chunk.push(Some(*number), Some(line));
            }
        } else if let Some(&(number, _)) = lines.first() {
            let mut text = Vec::new();
            let first = self.take_titles(number, &mut text);
            let (begin, mut next) = (text.len(), number);
            for (number, line) in &lines {
                append_line(&mut next, *number, line, &mut text);
            }
            text.pop();
            self.chunk.push(Some(first), Some(&text));
            self.last_entry = if is_complete { text.split_off(begin) } else { Vec::new() };
        }
    }
}

/// The first byte of a row of blank cells with tabs between them.
pub(super) fn blank_cells(line: &[u8]) -> Option<&u8> {
    let tabs = line.iter().filter(|&&byte| byte == b'\t').count();
    let is_row = (BLANK_CELLS_MIN..PLAIN_ROW_BYTES_MAX).contains(&tabs);
    line.first().filter(|_| is_row && line.iter().all(|byte| matches!(byte, b'\t' | b' ')))
}

/// Whether a line is a rule of dashes.
fn has_only_dashes(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.bytes().all(|byte| matches!(byte, b'-' | b'|' | b'+'))
}

/// Whether a line is a puzzle by itself.
pub(super) fn is_line_puzzle(line: &[u8]) -> bool {
    str::from_utf8(line).is_ok_and(|line| read_line(line).is_some())
}
