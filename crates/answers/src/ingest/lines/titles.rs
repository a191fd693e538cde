//! Titles before a grid, headers of tables, and lines between puzzles.

use std::iter;
use std::mem;

use quadrille_sudoku::unstable::{
    is_numbering, is_prose, is_table_row, may_be_table_header, may_be_title, separator,
};

use super::LineContent;
use super::assembler::Assembler;
use super::rows::is_line_puzzle;

/// Maximum number of titles before a grid.
const TITLES_MAX: usize = 16;

/// Longest title, or header of a table, in bytes.
pub(super) const TITLE_BYTES_MAX: usize = 1 << 10;

impl Assembler {
    /// Adds a line to the titles of the next grid. Returns whether it may be one, or the header of a table.
    pub(super) fn is_title(&mut self, line: &[u8]) -> bool {
        let is_first = || self.chunk.next_index() == self.first_index && self.titles.is_empty();
        let is_title = self.content == LineContent::Text
            && line.len() <= TITLE_BYTES_MAX
            && str::from_utf8(line)
                .is_ok_and(|line| may_be_title(line) || (is_first() && may_be_table_header(line)));
        if !is_title {
            return false;
        }
        if self.titles.len() == TITLES_MAX {
            self.push_titles(false);
        }
        self.titles.push((self.line, line.to_vec()));
        true
    }

    /// Ends the titles before a line that is no grid: a header belongs to the table, other lines are entries.
    pub(super) fn end_titles(&mut self, line: &[u8]) {
        if self.titles.is_empty() {
            return;
        }
        if self.chunk.next_index() == self.first_index {
            let is_table = str::from_utf8(line).is_ok_and(is_table_row);
            let is_header = |title: &str| match is_table {
                true => may_be_table_header(title),
                false => is_line_puzzle(line) && is_name(title),
            };
            self.titles.pop_if(|(_, title)| str::from_utf8(title).is_ok_and(is_header));
        }
        self.push_titles(true);
    }

    /// Ignores titles that are prose or separators, and makes the others entries; all of them if the input has no entry. `has_next` is
    /// whether an entry follows.
    pub(super) fn push_titles(&mut self, has_next: bool) {
        let has_puzzles = has_next || self.chunk.next_index() > self.first_index;
        let is_other =
            |title: &str| is_prose(title) || separator(title).is_some() || (has_next && is_numbering(title));
        for (number, title) in mem::take(&mut self.titles) {
            if self.others.is_some() && has_puzzles && str::from_utf8(&title).is_ok_and(is_other) {
                self.ignore(number);
            } else {
                self.chunk.push(Some(number), Some(&title));
            }
        }
    }

    pub(super) fn ignore(&self, line: u64) {
        self.others.iter().for_each(|others| others.insert(line));
    }

    /// Adds a line that repeats a character below a title to the titles. Returns whether it is one.
    pub(super) fn is_underline(&mut self, first: u8, line: &[u8]) -> bool {
        let is_underline = (1..TITLES_MAX).contains(&self.titles.len())
            && self.block.is_none()
            && self.repeats_a_mark(first, line);
        if is_underline {
            self.titles.push((self.line, line.to_vec()));
        }
        is_underline
    }

    /// Moves the titles before this line to the text of an entry. Returns the number of the first line of the entry.
    pub(super) fn take_titles(&mut self, line: u64, text: &mut Vec<u8>) -> u64 {
        let titles = mem::take(&mut self.titles);
        let first = titles.first().map_or(line, |(number, _)| *number);
        let mut next = first;
        for (number, title) in titles {
            append_line(&mut next, number, &title, text);
        }
        text.extend(iter::repeat_n(b'\n', usize::try_from(line - next).unwrap_or_default()));
        first
    }

    /// Whether a line only separates puzzles: it repeats a character that the one before it does not have.
    pub(super) fn is_separator(&self, first: u8, line: &[u8]) -> bool {
        !self.last_entry.is_empty() && !self.last_entry.contains(&first) && self.repeats_a_mark(first, line)
    }

    /// Whether a line repeats a mark, and is no row of a grid.
    fn repeats_a_mark(&self, first: u8, line: &[u8]) -> bool {
        first.is_ascii_punctuation()
            && self.rows.is_none()
            && str::from_utf8(line).is_ok_and(|line| separator(line).is_some())
    }
}

/// Appends a line, after a blank one for each line between `next` and its number.
pub(super) fn append_line(next: &mut u64, number: u64, line: &[u8], text: &mut Vec<u8>) {
    text.extend(iter::repeat_n(b'\n', usize::try_from(number - *next).unwrap_or_default()));
    text.extend_from_slice(line);
    text.push(b'\n');
    *next = number + 1;
}

/// Whether a line is the name of the only column of a table.
fn is_name(line: &str) -> bool {
    line.trim().chars().all(|symbol| symbol.is_alphanumeric() || symbol == '_')
        && line.chars().any(char::is_alphabetic)
}
