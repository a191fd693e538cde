//! Framed input: entries with their line numbers and lengths, so that any range of them can be read alone.
//!
//! A frame is the line number, a space, the length, a line feed, the bytes of the entry, and a line feed. The number is `-` for
//! an entry without one, and the length is `-` for an entry that was too long. The line that names the columns of a table has a frame
//! before all entries, with the word `header` instead of the number; no range has it.

use std::sync::Arc;

use bytes::Bytes;
use quadrille_answers::wire::{Chunk, EntryText, TableHeader};

use crate::error::JobError;

/// Beginning of the frame of the line that names the columns.
const HEADER: &str = "header ";

/// Bytes at the start of framed input among which the whole header is: a longer line is none.
pub(crate) const HEADER_BYTES: u64 = 8 << 10;

/// Text of a number that does not exist.
const NONE: &str = "-";

/// Appends the frame of an entry.
pub(crate) fn write_frame(entry: &EntryText<'_>, out: &mut Vec<u8>) {
    let number = |number: Option<u64>| number.map_or_else(|| NONE.to_owned(), |number| number.to_string());
    let length = entry.bytes.map(|bytes| bytes.len() as u64);
    out.extend_from_slice(format!("{} {}\n", number(entry.line), number(length)).as_bytes());
    out.extend_from_slice(entry.bytes.unwrap_or_default());
    out.push(b'\n');
}

/// Appends the frame of the line that names the columns.
pub(crate) fn write_header(line: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(format!("{HEADER}{}\n", line.len()).as_bytes());
    out.extend_from_slice(line);
    out.push(b'\n');
}

/// Returns the line that names the columns, if these bytes begin with its frame and have all of it.
pub(crate) fn read_header(bytes: &[u8]) -> Option<&[u8]> {
    let rest = bytes.strip_prefix(HEADER.as_bytes())?;
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let length: usize = str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
    rest[end + 1..].get(..length)
}

/// Framed entries that are in memory, which are read from the first one on.
#[derive(Clone, Debug)]
pub(crate) struct Frames {
    bytes: Bytes,
    offset: usize,
    /// Index of the next entry.
    next: u64,
    /// Header of the table whose rows the entries are.
    header: Option<Arc<TableHeader>>,
}

impl Frames {
    /// Reads frames, the first of which has the index `first`.
    pub(crate) fn new(bytes: Bytes, first: u64) -> Self {
        Self { bytes, offset: 0, next: first, header: None }
    }

    /// Makes the entries rows of a table with this header.
    pub(crate) fn with_header(self, header: Option<Arc<TableHeader>>) -> Self {
        Self { header, ..self }
    }

    /// Returns the next chunk, of at most `chunk_bytes` and `entries_max` entries; `None` at the end.
    pub(crate) fn next_chunk(
        &mut self,
        chunk_bytes: usize,
        entries_max: usize,
    ) -> Result<Option<Chunk>, JobError> {
        let mut chunk = Chunk::new(self.next).with_bytes_max(chunk_bytes);
        chunk.set_header(self.header.clone());
        while self.offset < self.bytes.len() && chunk.len() < entries_max && !chunk.is_full() {
            let bytes = &self.bytes[self.offset..];
            let (line, entry, rest) = read_frame(bytes).ok_or(JobError::Corrupt("input"))?;
            chunk.push(line, entry);
            self.offset += bytes.len() - rest.len();
        }
        self.next += chunk.len() as u64;
        Ok((!chunk.is_empty()).then_some(chunk))
    }

    /// Returns the length of the longest of the next frames; 0 at the end.
    pub(crate) fn longest(&self, frames: u64) -> Result<u64, JobError> {
        let (mut offset, mut longest) = (self.offset, 0);
        for _ in 0..frames {
            let Some(length) = frame_length(&self.bytes[offset..])? else { break };
            offset += length;
            longest = longest.max(length as u64);
        }
        Ok(longest)
    }

    /// Skips entries. Returns fewer if the end is reached.
    pub(crate) fn skip(&mut self, entries: u64) -> Result<u64, JobError> {
        let mut skipped = 0;
        while skipped < entries
            && let Some(length) = frame_length(&self.bytes[self.offset..])?
        {
            self.offset += length;
            skipped += 1;
        }
        self.next += skipped;
        Ok(skipped)
    }

    /// Index of the next entry.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// Bytes of the frames that were read.
    pub(crate) fn read_bytes(&self) -> u64 {
        self.offset as u64
    }
}

/// Returns the length of the first frame; `None` if it is incomplete.
pub(crate) fn frame_length(bytes: &[u8]) -> Result<Option<usize>, JobError> {
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return Ok(None) };
    let (_, length) = read_head(&bytes[..end]).ok_or(JobError::Corrupt("input"))?;
    let length = length.unwrap_or(0).checked_add(end + 2).ok_or(JobError::Corrupt("input"))?;
    Ok((length <= bytes.len()).then_some(length))
}

/// Line number, bytes and the rest after the frame.
type Frame<'a> = (Option<u64>, Option<&'a [u8]>, &'a [u8]);

fn read_frame(bytes: &[u8]) -> Option<Frame<'_>> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (line, length) = read_head(&bytes[..end])?;
    let (entry, rest) = bytes[end + 1..].split_at_checked(length.unwrap_or(0))?;
    Some((line, length.map(|_| entry), rest.strip_prefix(b"\n")?))
}

/// Reads the line number and the length of an entry.
fn read_head(head: &[u8]) -> Option<(Option<u64>, Option<usize>)> {
    let (line, length) = str::from_utf8(head).ok()?.split_once(' ')?;
    let number = |text: &str| if text == NONE { Some(None) } else { text.parse().ok().map(Some) };
    let (line, length): (Option<u64>, Option<u64>) = (number(line)?, number(length)?);
    Some((line, length.map(usize::try_from).transpose().ok()?))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::{any, proptest};

    use super::*;

    #[test]
    fn header_is_read_as_written() {
        let mut framed = Vec::new();
        write_header(b"id,puzzle", &mut framed);
        assert_eq!(read_header(&framed), Some(&b"id,puzzle"[..]));
        assert_eq!(read_header(&framed[..framed.len() - 2]), None);
        framed.clear();
        write_frame(
            &EntryText { index: 0, line: Some(1), bytes: Some(b"header 1"), header: None },
            &mut framed,
        );
        assert_eq!(read_header(&framed), None);
    }

    proptest! {
        #[test]
        fn frames_are_read_as_written(
            entries in vec((option::of(any::<u64>()), option::of(vec(any::<u8>(), 0..40))), 0..40),
            first in 0_u64..1000,
            chunk_bytes in 1_usize..100,
            (entries_max, skipped) in (1_usize..9, 0_u64..50),
        ) {
            let mut framed = Vec::new();
            for (line, bytes) in &entries {
                write_frame(&EntryText { index: 0, line: *line, bytes: bytes.as_deref(), header: None }, &mut framed);
            }
            let all = |bytes: &[u8]| {
                let (mut frames, mut chunks) = (Frames::new(Bytes::copy_from_slice(bytes), first), Vec::new());
                while let Some(chunk) = frames.next_chunk(chunk_bytes, entries_max)? {
                    assert!(chunk.len() <= entries_max);
                    chunks.push(chunk);
                }
                Ok::<_, JobError>(chunks)
            };
            let chunks = all(&framed).expect("frames");
            let read = chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|number| chunk.entry(number)));
            let read: Vec<_> = read.map(|entry| (entry.index, entry.line, entry.bytes.map(<[u8]>::to_vec))).collect();
            let expected = (first..).zip(entries).map(|(index, (line, bytes))| (index, line, bytes));
            let expected: Vec<_> = expected.collect();
            if !framed.is_empty() {
                assert!(all(&framed[..framed.len() - 1]).is_err());
            }
            let mut frames = Frames::new(Bytes::from(framed), first);
            assert_eq!(frames.skip(skipped).expect("frames"), skipped.min(expected.len() as u64));
            let next = frames.next_chunk(chunk_bytes, 1).expect("frames").map(|chunk| chunk.entry(0).index);
            assert_eq!(next, expected.get(skipped as usize).map(|entry| entry.0));
            assert_eq!(read, expected);
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..60)) {
            let mut frames = Frames::new(Bytes::from(bytes), 0);
            while let Ok(Some(_)) = frames.next_chunk(10, 3) {}
        }
    }
}
