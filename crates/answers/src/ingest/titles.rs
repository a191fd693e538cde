//! Titles before a grid, and headers of tables.

use std::iter;
use std::mem;

use quadrille_notation::unstable::{is_numbering, is_prose, is_table_row, may_be_table_header, separator};

use super::rows::is_line_puzzle;
use crate::wire::rule_in_words;

/// Maximum number of titles before a grid.
const TITLES_MAX: usize = 16;

/// Longest title, or header of a table, in bytes.
pub(super) const TITLE_BYTES_MAX: usize = 1 << 10;

/// Numbers and texts of lines that belong to the next grid, if one follows, or the header of a table.
#[derive(Debug, Default)]
pub(super) struct Titles(Vec<(u64, Vec<u8>)>);

impl Titles {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there are as many titles as a grid may have.
    pub(super) fn is_full(&self) -> bool {
        self.0.len() == TITLES_MAX
    }

    pub(super) fn push(&mut self, number: u64, line: &[u8]) {
        self.0.push((number, line.to_vec()));
    }

    /// Removes and returns the last line, if it is the header of a table that begins with `line`.
    pub(super) fn remove_header(&mut self, line: &[u8]) -> Option<Vec<u8>> {
        let is_table = str::from_utf8(line).is_ok_and(is_table_row);
        let is_header = |title: &str| match is_table {
            true => may_be_table_header(title),
            false => is_line_puzzle(line) && is_name(title) && !names_rule(title.as_bytes()),
        };
        self.0.pop_if(|(_, title)| str::from_utf8(title).is_ok_and(is_header)).map(|(_, header)| header)
    }

    /// Returns the last line that names a rule, or that there is none, if a line is prose; `None` if no line is.
    pub(super) fn rule_title(&self) -> Option<Option<Vec<u8>>> {
        let text = |title: &[u8]| str::from_utf8(title).is_ok_and(is_prose);
        let has_prose = self.0.iter().any(|(_, title)| text(title));
        let named = self.0.iter().rev().find(|(_, title)| names_rule(title));
        has_prose.then(|| named.map(|(_, title)| title.clone()))
    }

    /// Removes all lines.
    pub(super) fn take(&mut self) -> Vec<(u64, Vec<u8>)> {
        mem::take(&mut self.0)
    }

    /// Moves the lines to the text of an entry, before this line. Returns the number of the first line of the entry.
    pub(super) fn move_to(&mut self, line: u64, text: &mut Vec<u8>) -> u64 {
        let titles = self.take();
        let first = titles.first().map_or(line, |(number, _)| *number);
        let mut next = first;
        for (number, title) in titles {
            append_line(&mut next, number, &title, text);
        }
        text.extend(iter::repeat_n(b'\n', usize::try_from(line - next).unwrap_or_default()));
        first
    }
}

/// Whether a title is prose or a separator, or the number of the entry that follows, if `has_next`.
pub(super) fn is_no_entry(title: &[u8], has_next: bool) -> bool {
    let is_other =
        |title: &str| is_prose(title) || separator(title).is_some() || (has_next && is_numbering(title));
    str::from_utf8(title).is_ok_and(is_other)
}

/// Whether a title names a rule.
pub(super) fn names_rule(title: &[u8]) -> bool {
    str::from_utf8(title).is_ok_and(|title| is_prose(title) && rule_in_words(title).is_some())
}

/// Whether a line repeats a mark.
pub(super) fn repeats_a_mark(first: u8, line: &[u8]) -> bool {
    first.is_ascii_punctuation() && str::from_utf8(line).is_ok_and(|line| separator(line).is_some())
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
