//! Lines of as many symbols each, which may be the rows of a grid.

use std::mem;

use memchr::{memchr, memchr3};
use quadrille_notation::unstable::{is_rule, row_width};
use quadrille_sudoku::unstable::read_line;

/// Longest line that is read as a row, in bytes: 36 symbols with white space between them.
const ROW_BYTES_MAX: usize = 144;

/// Longest row without white space: as many symbols as the largest size.
const PLAIN_ROW_BYTES_MAX: usize = 36;

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

impl Rows {
    /// Rows of this width, the first of which is this line.
    pub(super) fn new(width: usize, line: &[u8]) -> Self {
        let has_borders = line.contains(&b'|') || !line.is_ascii();
        Self { width, lines: Vec::new(), count: 0, has_borders, band: None, since_blank: 0 }
    }

    /// Whether a line of this width may be the next row.
    pub(super) fn may_continue(&self, width: Option<usize>) -> bool {
        Some(self.width) == width && Some(self.since_blank) != self.band
    }

    /// Adds a row. Returns whether it is the last one of a grid.
    pub(super) fn push(&mut self, number: u64, line: &[u8]) -> bool {
        self.lines.push((number, line.to_vec()));
        self.count += 1;
        self.since_blank += 1;
        self.is_complete()
    }

    /// Adds a rule between the rows of a grid without a frame. Returns whether the line is one.
    pub(super) fn push_rule(&mut self, number: u64, line: &[u8]) -> bool {
        let is_rule =
            self.has_borders && str::from_utf8(line).is_ok_and(|line| is_rule(line) || has_only_dashes(line));
        if is_rule {
            self.lines.push((number, line.to_vec()));
        }
        is_rule
    }

    /// Ends a band at a blank line. Returns whether the rows end there: blank lines are between bands of as many rows.
    pub(super) fn end_band(&mut self) -> bool {
        let lines = mem::take(&mut self.since_blank);
        lines > 0 && *self.band.get_or_insert(lines) != lines || !self.width.is_multiple_of(lines.max(1))
    }

    /// Whether there are as many rows as columns.
    pub(super) fn is_complete(&self) -> bool {
        self.count == self.width
    }

    /// Whether all lines are blank: cells that are blank alone are blank lines.
    pub(super) fn are_blank(&self) -> bool {
        self.lines.iter().all(|(_, line)| line.trim_ascii().is_empty())
    }

    /// Whether each line is an entry: all are puzzles, or a row is missing and none is. Otherwise the lines are one grid, so that no
    /// row is answered as a puzzle.
    pub(super) fn are_entries(&self, has_grid_layout: bool) -> bool {
        let puzzles = self.lines.iter().filter(|(_, line)| is_line_puzzle(line)).count();
        (puzzles == self.lines.len() && !(has_grid_layout && self.is_complete()))
            || (puzzles == 0 && !self.is_complete())
    }

    /// Returns number and text of each line.
    pub(super) fn lines(&self) -> &[(u64, Vec<u8>)] {
        &self.lines
    }
}

/// Returns the number of symbols of a line that may be a row.
pub(super) fn width_of(line: &[u8]) -> Option<usize> {
    let has_separator = || memchr3(b' ', b'\t', b',', line).or_else(|| memchr(b';', line)).is_some();
    let may_be_row = line.len() <= PLAIN_ROW_BYTES_MAX || (line.len() <= ROW_BYTES_MAX && has_separator());
    str::from_utf8(line).ok().filter(|_| may_be_row).and_then(row_width)
}

/// Whether a line is a 9x9, as decimal digits and dots, with at least one clue.
pub(super) fn is_decimal_puzzle(line: &[u8]) -> bool {
    let Ok(cells) = <&[u8; 81]>::try_from(line) else { return false };
    // No loop ends early, so that the compiler compares many bytes at once.
    let are_cells = cells.iter().fold(true, |are, byte| are & (byte.is_ascii_digit() | (*byte == b'.')));
    are_cells && cells.iter().fold(false, |has, byte| has | matches!(byte, b'1'..=b'9'))
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
