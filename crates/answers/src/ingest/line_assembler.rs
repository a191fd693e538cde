//! Entries of lines.

use std::mem;
use std::sync::Arc;

use quadrille_notation::unstable::{
    is_jigsaw, is_marked, is_table_header, may_be_table_header, may_be_title,
};

use super::blocks::{Block, BlockKind, BlockLine, may_begin_block};
use super::games::{Games, begins_xml};
use super::line_content::{LineBounds, LineContent};
use super::rows::{Rows, blank_cells, is_decimal_puzzle, is_line_puzzle, width_of};
use super::titles::{TITLE_BYTES_MAX, Titles, append_line, is_no_entry, names_rule, repeats_a_mark};
use crate::wire::{Chunk, InputTable, OtherLines, TableHeader};

/// The byte order mark that some programs write at the start of a text.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The first byte of a comment in text.
const COMMENT: u8 = b'#';

/// Bytes at the start of a line that tell whether it is XML.
const XML_HEAD_BYTES: usize = 64;

/// Smallest row that is common as a puzzle by itself: a 4x4.
const ROW_PUZZLE_SYMBOLS_MIN: usize = 16;

/// Assembles entries of one or several lines, and adds them to a chunk.
#[derive(Debug)]
pub(super) struct LineAssembler {
    pub(super) bounds: LineBounds,
    content: LineContent,
    /// Beginning of an incomplete line.
    pub(super) begun: Vec<u8>,
    /// Whether that line is too long, so that its rest is dropped.
    is_too_long: bool,
    /// Whether a line that is too long is a comment.
    is_comment: bool,
    /// Index of the current line, from 0.
    line: u64,
    /// Whether there was a line that is neither blank nor a comment.
    has_content: bool,
    block: Option<Block>,
    rows: Option<Rows>,
    titles: Titles,
    /// Title that names a rule, of all entries up to the next title.
    rule_title: Option<Vec<u8>>,
    /// Complete grid of rows, which the regions of a jigsaw may follow, and the number of its first line.
    held: Option<(u64, Vec<u8>)>,
    /// The last entry, if it is a complete grid of rows, or a line; empty for others.
    last_entry: Vec<u8>,
    /// The numbers of ignored lines. `None` makes titles without a grid entries.
    pub(super) others: Option<Arc<OtherLines>>,
    /// Takes the line that names the columns of a table.
    pub(super) table: Option<Arc<InputTable>>,
    /// XML that has not ended.
    games: Option<Games>,
    pub(super) chunk: Chunk,
    /// Index of the first entry.
    first_index: u64,
}

impl LineAssembler {
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
            titles: Titles::default(),
            rule_title: None,
            held: None,
            last_entry: Vec::new(),
            others: None,
            table: None,
            games: None,
            chunk: Chunk::new(0),
            first_index: 0,
        }
    }

    /// Gives the first entry this index.
    pub(super) fn begin_at(&mut self, index: u64) {
        (self.chunk, self.first_index) = (Chunk::new(index), index);
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
        let without_return = line.strip_suffix(b"\r").unwrap_or(line);
        if self.is_usual_puzzle(without_return) {
            self.line += 1;
            self.has_content = true;
            return self.add_entry(without_return);
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
        } else if self.block.as_ref().is_none_or(|block| block.kind != BlockKind::Data) {
            self.end_block();
            if self.rows.as_mut().is_some_and(Rows::end_band) {
                self.end_rows();
            }
        }
    }

    /// Adds a line to the drawing, section or rows of which it is a part, or as an entry.
    fn add_line(&mut self, first: u8, line: &[u8]) {
        if self.is_separator(first, line) {
            self.release();
            return self.ignore(self.line);
        }
        let is_rule = self.rows.as_mut().is_some_and(|rows| rows.push_rule(self.line, line));
        if is_rule || self.is_underline(first, line) {
            return;
        }
        if self.is_in_block(first, line) {
            self.end_rows();
        } else if !self.is_row(line) {
            self.release();
            self.last_entry.clear();
            if !self.is_title(line) {
                self.end_titles(line);
                self.add_entry(line);
            }
        }
    }

    /// Whether a line is a whole 9x9 of decimal digits and dots, and no title, rows or block wait for their next line. Nearly all lines are.
    /// Such a line is no row, title, separator or header, so that these are not looked for.
    fn is_usual_puzzle(&self, line: &[u8]) -> bool {
        let is_alone = self.content == LineContent::Text
            && self.titles.is_empty()
            && self.block.is_none()
            && self.rows.is_none()
            && self.held.is_none()
            && !self.is_too_long;
        is_alone && line.len() <= self.bounds.bytes_max && is_decimal_puzzle(line)
    }

    /// Adds a line as an entry, of which the next line may be a separator.
    fn add_entry(&mut self, line: &[u8]) {
        self.last_entry.clear();
        if self.others.is_some() && self.content == LineContent::Text {
            self.last_entry.extend_from_slice(line);
        }
        self.push_entry(self.line, line);
    }

    /// Adds an entry to the chunk, together with the title that names a rule: no puzzle below it is answered without the rule.
    fn push_entry(&mut self, number: u64, text: &[u8]) {
        match &self.rule_title {
            Some(title) => self.chunk.push(Some(number), Some(&[text, b"\n", title].concat())),
            None => self.chunk.push(Some(number), Some(text)),
        }
    }

    /// Adds the grid to the chunk that no regions follow.
    fn release(&mut self) {
        if let Some((number, text)) = self.held.take() {
            self.push_entry(number, &text);
        }
    }

    /// Notes the last of the titles that names a rule. Other titles end its effect.
    fn note_titles(&mut self) {
        if let Some(title) = self.titles.rule_title() {
            self.rule_title = title;
        }
    }

    /// Adds the block, the rows and the titles to the chunk, if there are some.
    fn end_lines(&mut self) {
        self.end_block();
        self.end_rows();
        self.release();
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
        let is_header = is_first && str::from_utf8(line).is_ok_and(is_table_header);
        if is_header {
            self.begin_table(line);
        }
        is_header
    }

    /// Makes the entries that follow rows of a table.
    fn begin_table(&mut self, header: &[u8]) {
        self.chunk.set_header(Some(Arc::new(TableHeader::new(header))));
        self.table.iter().for_each(|table| table.set_header(header));
    }

    fn begins_comment(&self, first: u8) -> bool {
        self.content == LineContent::Text && first == COMMENT
    }

    /// Adds a line to the titles of the next grid. Returns whether it may be one, or the header of a table.
    fn is_title(&mut self, line: &[u8]) -> bool {
        let is_first = || self.is_before_entries() && self.titles.is_empty();
        let is_title = self.content == LineContent::Text
            && line.len() <= TITLE_BYTES_MAX
            && str::from_utf8(line).is_ok_and(|line| {
                (may_be_title(line) && !is_marked(line)) || (is_first() && may_be_table_header(line))
            });
        if !is_title {
            return false;
        }
        if self.titles.is_full() {
            self.push_titles(false);
        }
        self.titles.push(self.line, line);
        true
    }

    /// Whether the input has no entry so far.
    fn is_before_entries(&self) -> bool {
        self.chunk.next_index() == self.first_index
    }

    /// Ends the titles before a line that is no grid: a header belongs to the table, other lines are entries.
    fn end_titles(&mut self, line: &[u8]) {
        if self.titles.is_empty() {
            return;
        }
        if self.is_before_entries()
            && let Some(header) = self.titles.remove_header(line)
        {
            self.begin_table(&header);
        }
        self.push_titles(true);
    }

    /// Ignores titles that are prose or separators, and makes the others entries; all of them if the input has no entry. `has_next` is
    /// whether an entry follows.
    fn push_titles(&mut self, has_next: bool) {
        self.note_titles();
        let has_puzzles = has_next || !self.is_before_entries();
        for (number, title) in self.titles.take() {
            if self.others.is_some() && has_puzzles && is_no_entry(&title, has_next) {
                // The entries that follow have a title that names a rule; without one, it is refused.
                match names_rule(&title) {
                    true if has_next => {}
                    true => self.chunk.push(Some(number), Some(&title)),
                    false => self.ignore(number),
                }
            } else {
                self.chunk.push(Some(number), Some(&title));
            }
        }
    }

    fn ignore(&self, line: u64) {
        self.others.iter().for_each(|others| others.insert(line));
    }

    /// Adds a line that repeats a character below a title to the titles. Returns whether it is one.
    fn is_underline(&mut self, first: u8, line: &[u8]) -> bool {
        let is_underline = !self.titles.is_empty()
            && !self.titles.is_full()
            && self.block.is_none()
            && self.rows.is_none()
            && repeats_a_mark(first, line);
        if is_underline {
            self.titles.push(self.line, line);
        }
        is_underline
    }

    /// Whether a line only separates puzzles: it repeats a character that the one before it does not have.
    fn is_separator(&self, first: u8, line: &[u8]) -> bool {
        let is_after_entry = !self.last_entry.is_empty() && self.rows.is_none();
        is_after_entry && !self.last_entry.contains(&first) && repeats_a_mark(first, line)
    }

    /// Adds a line to the rows of a grid. Returns whether it may be one; if not, ends the rows before it.
    fn is_row(&mut self, line: &[u8]) -> bool {
        let width = if self.content == LineContent::Text { width_of(line) } else { None };
        if self.rows.as_ref().is_some_and(|rows| !rows.may_continue(width)) {
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
        let rows = self.rows.get_or_insert_with(|| Rows::new(width, line));
        if rows.push(self.line, line) {
            self.end_rows();
        }
        true
    }

    /// Adds the rows to the chunk, as an entry for each line or as one grid.
    fn end_rows(&mut self) {
        let Some(rows) = self.rows.take().filter(|rows| !rows.are_blank()) else { return };
        if rows.are_entries(self.bounds.has_grid_layout) {
            self.release();
            self.push_titles(true);
            for (number, line) in rows.lines().iter().filter(|(_, line)| !line.trim_ascii().is_empty()) {
                self.push_entry(*number, line);
            }
        } else if let Some(&(number, _)) = rows.lines().first() {
            if self.titles.is_empty() && self.is_jigsaw(&rows) {
                return self.release();
            }
            self.release();
            self.note_titles();
            let mut text = Vec::new();
            let first = self.titles.move_to(number, &mut text);
            let (begin, mut next) = (text.len(), number);
            for (number, line) in rows.lines() {
                append_line(&mut next, *number, line, &mut text);
            }
            text.pop();
            if rows.is_complete() {
                self.last_entry = text[begin..].to_vec();
                self.held = Some((first, text));
            } else {
                self.last_entry.clear();
                self.push_entry(first, &text);
            }
        }
    }

    /// Adds rows to the grid before them, if they are its regions. Returns whether they are.
    fn is_jigsaw(&mut self, rows: &Rows) -> bool {
        let Some((first, grid)) = self.held.as_mut().filter(|_| rows.is_complete()) else { return false };
        let mut text = grid.clone();
        text.push(b'\n');
        let mut next = *first + text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        for (number, line) in rows.lines() {
            append_line(&mut next, *number, line, &mut text);
        }
        text.pop();
        let is_jigsaw = str::from_utf8(&text).is_ok_and(is_jigsaw);
        if is_jigsaw {
            *grid = text;
        }
        is_jigsaw
    }

    /// Adds a line to a drawing or a section. Returns whether it is part of one; if not, ends the block.
    fn is_in_block(&mut self, first: u8, line: &[u8]) -> bool {
        let may_begin = || self.content == LineContent::Text && may_begin_block(first, line);
        if self.block.is_none() && !may_begin() {
            return false;
        }
        let Ok(text) = str::from_utf8(line) else {
            self.end_block();
            return false;
        };
        let part = BlockLine::new(text);
        if self.block.as_ref().is_some_and(|block| block.ends_before(&part, self.line)) {
            self.end_block();
        }
        let is_first = self.block.is_none();
        if is_first {
            let Some(kind) = part.begun_block() else { return false };
            self.begin_block(kind, line);
        }
        let bytes_max = self.bounds.bytes_max;
        if self.block.as_mut().is_some_and(|block| block.push(&part, is_first, bytes_max)) {
            self.end_block();
        }
        true
    }

    /// Begins a block with the titles before it.
    fn begin_block(&mut self, kind: BlockKind, first: &[u8]) {
        self.release();
        self.note_titles();
        let mut text = Vec::new();
        let line = match kind {
            BlockKind::Drawing => self.titles.move_to(self.line, &mut text),
            BlockKind::Section | BlockKind::Record | BlockKind::Data => {
                self.end_titles(first);
                self.line
            }
        };
        self.block = Some(Block::new(kind, line, text));
    }

    /// Adds the block to the chunk, if there is one.
    fn end_block(&mut self) {
        if let Some(Block { line, text, .. }) = self.block.take() {
            match text {
                Some(text) => self.push_entry(line, &text),
                None => self.chunk.push(Some(line), None),
            }
        }
    }
}
