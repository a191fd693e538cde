//! Games of an OpenSudoku file as batch entries, as the file arrives.

use crate::wire::Chunk;

/// Beginnings of a line with XML. Other lines that begin with `<` are puzzles with a fault.
const BEGINNINGS: [&[u8]; 4] = [b"<?xml", b"<opensudoku", b"<game", b"<!"];

/// Elements that are entries.
const GAME: &[u8] = b"game";

/// Bytes at the start of markup that tell its kind and the name `game`.
const HEAD_BYTES: usize = 9;

/// Bytes at the end of markup that may be part of its end.
const TAIL_BYTES: usize = 2;

/// Text that stands for a document without a game, and one without an end, so that their entries have these faults.
const NO_GAME: &[u8] = b"<opensudoku/>";
const NO_END: &[u8] = b"<opensudoku>";

/// Whether a line begins with XML.
pub(super) fn begins_xml(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"<") && BEGINNINGS.iter().any(|beginning| line.starts_with(beginning))
}

/// Splits XML at its elements `game`, each of which is an entry. Bounded in memory by the longest entry.
#[derive(Debug)]
pub(super) struct Games {
    bytes_max: usize,
    /// Number of open elements.
    depth: usize,
    /// Number of games in the outermost element.
    games: usize,
    /// Tag, comment or other markup that has not ended.
    markup: Vec<u8>,
    /// Line where the markup, or the text outside of all elements, begins.
    line: u64,
    /// Quote of an attribute that has not ended.
    quote: Option<u8>,
    is_too_long: bool,
    /// Text outside of all elements.
    text: Vec<u8>,
}

impl Games {
    /// Makes a splitter of entries of at most `bytes_max` bytes.
    pub(super) fn new(bytes_max: usize) -> Self {
        let (markup, text) = (Vec::new(), Vec::new());
        Self { bytes_max, depth: 0, games: 0, markup, line: 0, quote: None, is_too_long: false, text }
    }

    /// Reads the next bytes, which are in this line.
    pub(super) fn read(&mut self, bytes: &[u8], line: u64, chunk: &mut Chunk) {
        for &byte in bytes {
            match byte {
                // Line ends are line feeds, as XML reads them.
                b'\r' => {}
                b'<' if self.markup.is_empty() => {
                    self.end_text(chunk);
                    self.line = line;
                    self.markup.push(byte);
                }
                _ if !self.markup.is_empty() => self.read_markup(byte, chunk),
                _ if self.depth == 0 && self.text.len() <= self.bytes_max => {
                    self.line = line;
                    self.text.push(byte);
                }
                _ => {}
            }
        }
    }

    /// Ends a line. Returns whether the XML ended, too.
    pub(super) fn end_line(&mut self, line: u64, chunk: &mut Chunk) -> bool {
        if self.depth == 0 && self.markup.is_empty() {
            self.end_text(chunk);
            return true;
        }
        self.read(b"\n", line, chunk);
        false
    }

    /// Ends the input.
    pub(super) fn end(&mut self, chunk: &mut Chunk) {
        self.end_text(chunk);
        if self.depth > 0 || !self.markup.is_empty() {
            chunk.push(Some(self.line), Some(NO_END));
        }
    }

    /// Makes an entry of text outside of all elements, which no XML has.
    fn end_text(&mut self, chunk: &mut Chunk) {
        if !self.text.trim_ascii().is_empty() {
            let text = Some(&self.text[..]).filter(|text| text.len() <= self.bytes_max);
            chunk.push(Some(self.line), text);
        }
        self.text.clear();
    }

    fn read_markup(&mut self, byte: u8, chunk: &mut Chunk) {
        self.markup.push(byte);
        if self.markup.len() > self.bytes_max.max(HEAD_BYTES + TAIL_BYTES) {
            self.is_too_long = true;
            self.markup.drain(HEAD_BYTES..self.markup.len() - TAIL_BYTES);
        }
        let is_tag = !self.markup.starts_with(b"<!") && !self.markup.starts_with(b"<?");
        match self.quote {
            Some(quote) if byte == quote => self.quote = None,
            Some(_) => return,
            None if is_tag && matches!(byte, b'"' | b'\'') => self.quote = Some(byte),
            None => {}
        }
        let end: &[u8] = match &self.markup[..] {
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            [b'<', b'!', b'[', ..] => b"]]>",
            [b'<', b'?', ..] => b"?>",
            _ => b">",
        };
        if byte == b'>' && self.markup.ends_with(end) {
            self.end_markup(chunk);
            self.markup.clear();
            self.is_too_long = false;
        }
    }

    fn end_markup(&mut self, chunk: &mut Chunk) {
        match &self.markup[..] {
            // Comments, character data and instructions.
            [b'<', b'!', b'-' | b'[', ..] | [b'<', b'?', ..] | [] => return,
            // A document type is a fault of its own.
            [b'<', b'!', ..] => return self.push(chunk),
            [b'<', b'/', ..] => self.depth = self.depth.saturating_sub(1),
            [_, tag @ ..] => {
                let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
                let name = tag.split(is_end).next().unwrap_or_default();
                let has_end = tag.ends_with(b"/>");
                if name == GAME {
                    self.games += 1;
                    if !has_end {
                        // The entry is the start tag alone.
                        self.markup.insert(self.markup.len() - 1, b'/');
                    }
                    self.push(chunk);
                }
                self.depth += usize::from(!has_end);
            }
        }
        if self.depth == 0 {
            if self.games == 0 {
                chunk.push(Some(self.line), Some(NO_GAME));
            }
            self.games = 0;
        }
    }

    fn push(&self, chunk: &mut Chunk) {
        chunk.push(Some(self.line), Some(&self.markup[..]).filter(|_| !self.is_too_long));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_markup_takes_bounded_memory() {
        for begin in ["<!--", "<game data='", "<![CDATA[", "<opensudoku>a", "1"] {
            let (mut games, mut chunk) = (Games::new(100), Chunk::new(0));
            games.read(begin.as_bytes(), 1, &mut chunk);
            for _ in 0..1_000 {
                games.read(&[b'a'; 64], 1, &mut chunk);
            }
            assert!(games.markup.capacity() + games.text.capacity() <= 512, "{begin}");
            assert!(chunk.is_empty(), "{begin}");
        }
    }
}
