//! Framed input: entries with their line numbers and lengths, so that any range of them can be read alone.
//!
//! A frame is the line number, a space, the length, a line feed, the bytes of the entry, and a line feed. The number is `-` for
//! an entry without one, and the length is `-` for an entry that was too long.

use super::error::JobError;
use crate::wire::{Chunk, EntryText};

/// Text of a number that does not exist.
const NONE: &str = "-";

/// Appends the frame of an entry.
pub(super) fn write_frame(entry: &EntryText<'_>, out: &mut Vec<u8>) {
    let number = |number: Option<u64>| number.map_or_else(|| NONE.to_owned(), |number| number.to_string());
    let length = entry.bytes.map(|bytes| bytes.len() as u64);
    out.extend_from_slice(format!("{} {}\n", number(entry.line), number(length)).as_bytes());
    out.extend_from_slice(entry.bytes.unwrap_or_default());
    out.push(b'\n');
}

/// Reads consecutive frames as chunks of at most `chunk_bytes`, which begin at the entry `first`.
pub(super) fn read_frames(mut bytes: &[u8], first: u64, chunk_bytes: usize) -> Result<Vec<Chunk>, JobError> {
    let mut chunks = vec![Chunk::new(first).with_bytes_max(chunk_bytes)];
    while !bytes.is_empty() {
        let (line, entry, rest) = read_frame(bytes).ok_or(JobError::Corrupt("input"))?;
        if let Some(last) = chunks.last_mut() {
            last.push(line, entry);
            if last.is_full() {
                let next = last.next();
                chunks.push(next);
            }
        }
        bytes = rest;
    }
    chunks.retain(|chunk| !chunk.is_empty());
    Ok(chunks)
}

/// Line number, bytes and the rest after the frame.
type Frame<'a> = (Option<u64>, Option<&'a [u8]>, &'a [u8]);

fn read_frame(bytes: &[u8]) -> Option<Frame<'_>> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let (line, length) = str::from_utf8(&bytes[..end]).ok()?.split_once(' ')?;
    let number = |text: &str| if text == NONE { Some(None) } else { text.parse().ok().map(Some) };
    let (line, length): (Option<u64>, Option<u64>) = (number(line)?, number(length)?);
    let (entry, rest) = bytes[end + 1..].split_at_checked(usize::try_from(length.unwrap_or(0)).ok()?)?;
    Some((line, length.map(|_| entry), rest.strip_prefix(b"\n")?))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::{any, proptest};

    use super::*;

    proptest! {
        #[test]
        fn frames_are_read_as_written(
            entries in vec((option::of(any::<u64>()), option::of(vec(any::<u8>(), 0..40))), 0..40),
            first in 0_u64..1000,
            chunk_bytes in 1_usize..100,
        ) {
            let mut framed = Vec::new();
            for (line, bytes) in &entries {
                write_frame(&EntryText { index: 0, line: *line, bytes: bytes.as_deref() }, &mut framed);
            }
            let chunks = read_frames(&framed, first, chunk_bytes).expect("frames");
            let read = chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|number| chunk.entry(number)));
            let read: Vec<_> = read.map(|entry| (entry.index, entry.line, entry.bytes.map(<[u8]>::to_vec))).collect();
            let expected = (first..).zip(entries).map(|(index, (line, bytes))| (index, line, bytes));
            assert_eq!(read, expected.collect::<Vec<_>>());
            if !framed.is_empty() {
                assert!(read_frames(&framed[..framed.len() - 1], first, chunk_bytes).is_err());
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..60)) {
            let _ = read_frames(&bytes, 0, 10);
        }
    }
}
