//! Entries of lines.

use std::mem;
use std::sync::Arc;

use quadrille_sudoku::unstable::is_table_header;

use super::blocks::Block;
use super::rows::{Rows, blank_cells};
use super::{LineBounds, LineContent};
use crate::ingest::games::{Games, begins_xml};
use crate::wire::{Chunk, OtherLines};

/// The byte order mark that some programs write at the start of a text.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The first byte of a comment in text.
const COMMENT: u8 = b'#';

/// Bytes at the start of a line that tell whether it is XML.
const XML_HEAD_BYTES: usize = 64;

/// Assembles entries of one or several lines, and adds them to a chunk.
#[derive(Debug)]
pub(super) struct Assembler {
    pub(super) bounds: LineBounds,
    pub(super) content: LineContent,
    /// Beginning of an incomplete line.
    pub(super) begun: Vec<u8>,
    /// Whether that line is too long, so that its rest is dropped.
    is_too_long: bool,
    /// Whether a line that is too long is a comment.
    is_comment: bool,
    /// Index of the current line, from 0.
    pub(super) line: u64,
    /// Whether there was a line that is neither blank nor a comment.
    has_content: bool,
    pub(super) block: Option<Block>,
    pub(super) rows: Option<Rows>,
    /// Numbers and texts of lines that belong to the next grid, if one follows, or the header of a table.
    pub(super) titles: Vec<(u64, Vec<u8>)>,
    /// The last entry, if it is a complete grid of rows, or a line; empty for others.
    pub(super) last_entry: Vec<u8>,
    /// The numbers of ignored lines. `None` makes titles without a grid entries.
    pub(super) others: Option<Arc<OtherLines>>,
    /// XML that has not ended.
    games: Option<Games>,
    pub(super) chunk: Chunk,
    /// Index of the first entry.
    pub(super) first_index: u64,
}

impl Assembler {
    pub(super) fn new(content: LineContent, bounds: LineBounds) -> Self {
        Self {
            bounds,
            content,
            begun: Vec::new(),
            is_too_long: false,
            is_comment: false,
            line: 0,
            has_content: false,
            block: None,
            rows: None,
            titles: Vec::new(),
            last_entry: Vec::new(),
            others: None,
            games: None,
            chunk: Chunk::new(0),
            first_index: 0,
        }
    }

    /// Gives the first entry this index.
    pub(super) fn begin_at(&mut self, index: u64) {
        (self.chunk, self.first_index) = (Chunk::new(index), index);
    }

    /// Makes chunks full after this number of bytes.
    pub(super) fn set_chunk_bytes(&mut self, bytes_max: usize) {
        self.chunk = self.chunk.next().with_bytes_max(bytes_max);
    }

    /// Reads the rest of a line.
    pub(super) fn read_line(&mut self, rest: &[u8]) {
        if self.begun.is_empty() && !self.is_too_long {
            self.end_line(rest);
        } else {
            self.keep(rest);
            self.end_begun();
        }
    }

    /// Reads the end of the input.
    pub(super) fn end(&mut self) {
        if self.is_too_long || !self.begun.is_empty() {
            self.end_begun();
        }
        self.end_lines();
        if let Some(mut games) = self.games.take() {
            games.end(&mut self.chunk);
        }
    }

    /// Appends to the incomplete line.
    pub(super) fn keep(&mut self, part: &[u8]) {
        if let Some(games) = &mut self.games {
            return games.read(part, self.line + 1, &mut self.chunk);
        }
        // A file may have all games in one line, which is longer than an entry.
        if self.begun.len() < XML_HEAD_BYTES && !self.is_too_long {
            let head: Vec<u8> = self.begun.iter().chain(part).take(XML_HEAD_BYTES).copied().collect();
            if self.begins_xml(&head) {
                let begun = mem::take(&mut self.begun);
                return self.read_xml(&[&begun, part].concat());
            }
        }
        // Four bytes more, for a carriage return and a byte order mark. The exact check is at the end of the line.
        if !self.is_too_long && self.begun.len() + part.len() > self.bounds.bytes_max + 4 {
            self.is_too_long = true;
            let head: Vec<u8> = self.begun.iter().chain(part).take(4).copied().collect();
            self.is_comment =
                self.without_mark(&head).first().is_some_and(|&first| self.begins_comment(first));
        }
        if self.is_too_long {
            self.begun.clear();
        } else {
            self.begun.extend_from_slice(part);
        }
    }

    fn begins_xml(&self, line: &[u8]) -> bool {
        self.content == LineContent::Text && begins_xml(self.without_mark(line))
    }

    /// Reads the beginning of a line that is XML.
    fn read_xml(&mut self, line: &[u8]) {
        self.has_content = true;
        self.end_lines();
        let line = self.without_mark(line);
        let games = self.games.insert(Games::new(self.bounds.bytes_max));
        games.read(line, self.line + 1, &mut self.chunk);
    }

    /// Ends a line of XML, of which this is the rest.
    fn end_xml_line(&mut self, rest: &[u8]) {
        self.line += 1;
        if let Some(games) = &mut self.games {
            games.read(rest, self.line, &mut self.chunk);
            if games.end_line(self.line, &mut self.chunk) {
                self.games = None;
            }
        }
    }

    /// Ends the incomplete line.
    fn end_begun(&mut self) {
        let begun = mem::take(&mut self.begun);
        self.end_line(&begun);
        self.begun = begun;
        self.begun.clear();
    }

    /// Adds a line to the chunk, unless it is blank or a comment.
    fn end_line(&mut self, line: &[u8]) {
        if self.games.is_some() {
            return self.end_xml_line(line);
        }
        if self.begins_xml(&line[..line.len().min(XML_HEAD_BYTES)]) {
            self.read_xml(line);
            return self.end_xml_line(b"");
        }
        let line = self.without_mark(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        self.line += 1;
        if mem::take(&mut self.is_too_long) || line.len() > self.bounds.bytes_max {
            let is_comment = line.first().is_some_and(|&first| self.begins_comment(first));
            if !mem::take(&mut self.is_comment) && !is_comment {
                self.has_content = true;
                self.end_lines();
                self.chunk.push(Some(self.line), None);
            }
        } else if let Some(&first) = line.trim_ascii_start().first().or_else(|| blank_cells(line)) {
            if !self.begins_comment(first) && !self.is_header(line) {
                self.add_line(first, line);
            }
        } else {
            self.end_block();
            self.end_band();
        }
    }

    /// Adds a line to the drawing, section or rows of which it is a part, or as an entry.
    fn add_line(&mut self, first: u8, line: &[u8]) {
        if self.is_separator(first, line) {
            return self.ignore(self.line);
        }
        if self.is_rule_between_rows(line) || self.is_underline(first, line) {
            return;
        }
        if self.is_in_block(first, line) {
            self.end_rows();
        } else if !self.is_row(line) {
            self.last_entry.clear();
            if !self.is_title(line) {
                self.end_titles(line);
                if self.others.is_some() && self.content == LineContent::Text {
                    self.last_entry.extend_from_slice(line);
                }
                self.chunk.push(Some(self.line), Some(line));
            }
        }
    }

    /// Adds the block, the rows and the titles to the chunk, if there are some.
    fn end_lines(&mut self) {
        self.end_block();
        self.end_rows();
        self.push_titles(false);
    }

    /// Removes the byte order mark from the first line.
    fn without_mark<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        let rest = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| self.line == 0);
        rest.unwrap_or(line)
    }

    /// Whether this is the first line with content and names the columns of a table.
    fn is_header(&mut self, line: &[u8]) -> bool {
        let is_first = !mem::replace(&mut self.has_content, true) && self.content == LineContent::Text;
        is_first && str::from_utf8(line).is_ok_and(is_table_header)
    }

    fn begins_comment(&self, first: u8) -> bool {
        self.content == LineContent::Text && first == COMMENT
    }
}
