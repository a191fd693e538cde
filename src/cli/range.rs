//! Part of a file, so that array jobs share it.
//!
//! A part has the entries that begin in its share of the bytes. The rest of the file is read only where that is needed: before
//! the share, enough to find where entries begin.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::iter;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result};
use bytes::Bytes;
use futures_util::{FutureExt, stream};
use memchr::{memchr, memchr_iter};
use quadrille_answers::ingest::{LineBounds, LineContent, Lines};
use quadrille_answers::service::{ChunkSource, InputError};
use quadrille_notation::unstable::{is_table_header, may_be_table_header};

use super::decompress::Coding;
use super::input::{Input, InputOptions, Reader};
use super::selection::Selection;
use super::usage::usage;

/// Maximum number of parts.
const PARTS_MAX: u64 = 1_000_000;

/// Number of bytes per read.
const BLOCK_BYTES: usize = 256 << 10;

/// Maximum length of a line end and a byte order mark, besides the bytes of a line.
const LINE_MARGIN_BYTES: usize = 16;

/// Part `number` of `parts`, from 1; written as `3/8`. `0/8` is the last part, so that indices from 0 name each part once, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputRange {
    number: u64,
    parts: u64,
}

impl InputRange {
    /// Share of a length. The shares of all parts are disjoint, in order and together everything.
    fn share(self, length: u64) -> Range<u64> {
        let end = |number| (u128::from(length) * u128::from(number) / u128::from(self.parts)) as u64;
        end(self.number - 1)..end(self.number)
    }

    /// Name of the part in the name of a file: `003-of-128`.
    pub(super) fn file_name(self) -> String {
        let Self { number, parts } = self;
        format!("{number:0width$}-of-{parts}", width = parts.to_string().len())
    }
}

impl FromStr for InputRange {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number =
            |text: &str| text.parse::<u64>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        let numbers = text.split_once('/').and_then(|(part, parts)| Some((number(part)?, number(parts)?)));
        numbers
            .filter(|(number, parts)| (1..=PARTS_MAX).contains(parts) && number <= parts)
            .map(|(number, parts)| Self { number: if number == 0 { parts } else { number }, parts })
            .ok_or("expected a part and the number of parts, such as 1/8 to 8/8, and at most 1000000 parts")
    }
}

/// Part of a file that was opened.
pub(super) struct OpenPart {
    /// The input; `None` if the part is empty.
    pub(super) input: Option<Input>,
    /// Lines of the file before those that are read.
    pub(super) lines_before: LineCount,
}

/// Number of lines of a file before an offset, which is counted when it is needed.
pub(super) struct LineCount {
    path: PathBuf,
    offset: u64,
    count: OnceLock<Option<u64>>,
}

impl LineCount {
    /// Returns the number; `None` if the file cannot be read any more.
    pub(super) fn get(&self) -> Option<u64> {
        let count = || count_line_ends(&mut File::open(&self.path)?, 0..self.offset);
        *self.count.get_or_init(|| if self.offset == 0 { Some(0) } else { count().ok() })
    }
}

/// How the entries of a file are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct RangeOptions {
    pub(super) input: InputOptions,
    pub(super) bounds: LineBounds,
    /// Whether answers contain the index of their entry, so that all entries before must be counted.
    pub(super) has_indices: bool,
}

impl InputRange {
    /// Opens this part of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or its length is unknown.
    pub(super) fn open(self, path: &Path, options: RangeOptions) -> Result<OpenPart> {
        let name = path.display().to_string();
        let failed = || format!("cannot read {name}");
        let mut file = File::open(path).with_context(failed)?;
        let reader = Reader::of_file(name.clone(), file.try_clone().with_context(failed)?);
        let Some(length) = reader.length else {
            return Err(usage(format!("--range needs a file, and {name} is none")));
        };
        if let Some(coding) = coding(&mut file).with_context(failed)? {
            let coding = coding.name();
            return Err(usage(format!(
                "--range needs a file that is not compressed, and {name} is compressed with {coding}: decompress it"
            )));
        }
        let before = |offset| LineCount { path: path.to_owned(), offset, count: OnceLock::new() };
        let content = match Input::detect(reader, options.input)? {
            input @ Input::Puzzle(_) => {
                let input = Some(input).filter(|_| !self.share(1).is_empty());
                return Ok(OpenPart { input, lines_before: before(0) });
            }
            Input::Array(_) => {
                let detail =
                    format!("--range needs lines, and {name} is one JSON array: write an element per line");
                return Err(usage(detail));
            }
            Input::Lines(_, content) | Input::Part(_, content, _) => content,
        };
        let (start, end, selection) =
            self.select(&mut file, length, content, options).with_context(failed)?;
        file.seek(SeekFrom::Start(start)).with_context(failed)?;
        let bytes = end - start;
        let reader = Reader { name, source: Box::new(file.take(bytes)), is_file: true, length: Some(bytes) };
        Ok(OpenPart { input: Some(Input::Part(reader, content, selection)), lines_before: before(start) })
    }

    /// Returns the bytes to read, and which of their entries belong to this part.
    fn select(
        self,
        file: &mut File,
        length: u64,
        content: LineContent,
        options: RangeOptions,
    ) -> io::Result<(u64, u64, Selection)> {
        if content == LineContent::Text && has_xml(file)? {
            let entries = count_entries(file, options.bounds)?;
            return Ok((0, length, Selection::Entries(self.share(entries))));
        }
        let share = self.share(length);
        // An entry of several lines that ends in the share begins after this offset.
        let margin = 2 * (options.bounds.bytes_max + LINE_MARGIN_BYTES) as u64;
        // The header says what the columns of all rows are.
        let is_read_from_start = options.has_indices || content == LineContent::Text && has_header(file)?;
        let start =
            if is_read_from_start { 0 } else { line_start(file, share.start.saturating_sub(margin))? };
        let first = count_line_starts(file, start, start..share.start)?;
        let last = first + count_line_starts(file, start, share.start.max(start)..share.end)?;
        let end = share.end.saturating_add(margin).clamp(start, length);
        Ok((start, end, Selection::Lines(first..last)))
    }
}

/// Returns the compression of a file.
fn coding(file: &mut File) -> io::Result<Option<Coding>> {
    let mut start = Vec::new();
    file.take(BLOCK_BYTES as u64).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(Coding::of_start(&start))
}

/// Whether the beginning of a file has a line that begins like XML, whose entries are not lines.
fn has_xml(file: &mut File) -> io::Result<bool> {
    let mut head = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(BLOCK_BYTES as u64).read_to_end(&mut head)?;
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head);
    Ok(head.split(|&byte| byte == b'\n').any(|line| line.trim_ascii_start().starts_with(b"<")))
}

/// Whether a file begins with the header of a table.
fn has_header(file: &mut File) -> io::Result<bool> {
    let mut head = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.take(BLOCK_BYTES as u64).read_to_end(&mut head)?;
    let head = String::from_utf8_lossy(head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head));
    let first = head.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    Ok(first.is_some_and(|line| is_table_header(line) || may_be_table_header(line)))
}

/// Counts the entries of a file of text.
fn count_entries(file: &File, bounds: LineBounds) -> io::Result<u64> {
    let mut file = file.try_clone()?;
    file.seek(SeekFrom::Start(0))?;
    let (failures, failed) = channel();
    let blocks = iter::from_fn(move || match read_block(&mut file) {
        Ok(block) => (!block.is_empty()).then(|| Ok(Bytes::from(block))),
        Err(error) => {
            // The receiver lives longer than the iterator.
            let _ = failures.send(error);
            Some(Err(InputError::Failed))
        }
    });
    let lines = Lines::new(Bytes::new(), stream::iter(blocks), LineContent::Text, bounds);
    let mut lines = lines.with_others(Arc::default());
    let mut entries = 0;
    // A block is read at once, so that no call waits.
    while let Some(Ok(Some(chunk))) = lines.next().now_or_never() {
        entries = chunk.next_index();
    }
    failed.try_recv().map_or(Ok(entries), Err)
}

/// Returns the offset of the first line that begins at or after `offset`; the length of the file if there is none.
fn line_start(file: &mut File, offset: u64) -> io::Result<u64> {
    let Some(mut position) = offset.checked_sub(1) else { return Ok(0) };
    file.seek(SeekFrom::Start(position))?;
    loop {
        let block = read_block(file)?;
        if let Some(end) = memchr(b'\n', &block) {
            return Ok(position + end as u64 + 1);
        }
        if block.is_empty() {
            return Ok(position);
        }
        position += block.len() as u64;
    }
}

/// Counts the lines that begin at these offsets. A line begins at `start`.
fn count_line_starts(file: &mut File, start: u64, offsets: Range<u64>) -> io::Result<u64> {
    if offsets.is_empty() {
        return Ok(0);
    }
    let at_start = u64::from(offsets.start == start);
    let ends = count_line_ends(file, offsets.start.saturating_sub(1 - at_start)..offsets.end - 1)?;
    Ok(at_start + ends)
}

/// Counts the line feeds at these offsets.
fn count_line_ends(file: &mut File, offsets: Range<u64>) -> io::Result<u64> {
    file.seek(SeekFrom::Start(offsets.start))?;
    let (mut left, mut count) = (offsets.end.saturating_sub(offsets.start), 0);
    while left > 0 {
        let mut block = read_block(file)?;
        if block.is_empty() {
            break;
        }
        block.truncate(usize::try_from(left).unwrap_or(usize::MAX));
        left -= block.len() as u64;
        count += memchr_iter(b'\n', &block).count() as u64;
    }
    Ok(count)
}

/// Reads the next bytes; none at the end.
fn read_block(file: &mut File) -> io::Result<Vec<u8>> {
    let mut block = vec![0; BLOCK_BYTES];
    loop {
        match file.read(&mut block) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => {
                block.truncate(read?);
                return Ok(block);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_everything_in_order() {
        for (length, parts) in [(0, 3), (1, 4), (10, 3), (1_000, 7), (u64::MAX, 1_000_000)] {
            let mut end = 0;
            for number in 1..=parts.min(2_000) {
                let share = InputRange { number, parts }.share(length);
                assert_eq!(share.start, end);
                end = share.end;
            }
            assert_eq!(InputRange { number: parts, parts }.share(length).end, length);
        }
    }

    #[test]
    fn range_is_a_part_and_a_number_of_parts() {
        let range: InputRange = "3/128".parse().expect("valid");
        assert_eq!(range.file_name(), "003-of-128");
        assert_eq!("0/4".parse::<InputRange>(), "4/4".parse());
        for text in ["", "1", "0/0", "5/4", "1/0", "a/4", "+1/4", "1/4/4", "1/1000001", "-1/4", " 1/4"] {
            assert!(text.parse::<InputRange>().is_err(), "{text}");
        }
    }
}
