//! Texts that are written once: their size and hash, and the text itself unless it is too long.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// Literals that a slice writes: one to three milliseconds.
pub(crate) const LITERALS_PER_SLICE: usize = 1 << 16;

/// Bytes that are hashed at once.
const BUFFER_BYTES: usize = 16 << 10;

/// A text, or its size and hash alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenText {
    /// Number of lines.
    pub lines: u64,
    /// Number of bytes.
    pub bytes: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
    /// The text; `None` if it is longer than wanted.
    pub text: Option<String>,
}

/// Writer of a [`WrittenText`].
#[derive(Debug)]
pub(crate) struct TextWriter {
    hash: Sha256,
    lines: u64,
    bytes: u64,
    bytes_max: usize,
    /// End of the text, which is hashed and kept next.
    buffer: String,
    text: Option<String>,
}

impl TextWriter {
    /// Keeps up to so many bytes. The text has memory for `expected` bytes from the start.
    pub(crate) fn new(bytes_max: usize, expected: usize) -> Self {
        let text = Some(String::with_capacity(expected));
        Self { hash: Sha256::new(), lines: 0, bytes: 0, bytes_max, buffer: String::new(), text }
    }

    /// Ends the text.
    pub(crate) fn finish(mut self) -> WrittenText {
        self.flush();
        let Self { hash, lines, bytes, text, .. } = self;
        WrittenText { lines, bytes, sha256: format!("{:x}", hash.finalize()), text }
    }

    fn flush(&mut self) {
        self.hash.update(&self.buffer);
        self.lines += self.buffer.bytes().filter(|&byte| byte == b'\n').count() as u64;
        self.bytes += self.buffer.len() as u64;
        self.text = self.text.take().filter(|text| text.len() + self.buffer.len() <= self.bytes_max);
        if let Some(text) = &mut self.text {
            text.push_str(&self.buffer);
        }
        self.buffer.clear();
    }
}

impl fmt::Write for TextWriter {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.buffer.push_str(part);
        if self.buffer.len() >= BUFFER_BYTES {
            self.flush();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[test]
    fn text_is_kept_up_to_the_maximum_and_hashed_beyond_it() {
        let written = |bytes_max| {
            let mut writer = TextWriter::new(bytes_max, 0);
            writeln!(writer, "abc").expect("a writer in memory");
            writer.finish()
        };
        let kept = written(4);
        // The hash of "abc\n", by sha256sum.
        let sha256 = "edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb";
        let (lines, bytes) = (1, 4);
        let text = Some("abc\n".to_owned());
        assert_eq!(kept, WrittenText { lines, bytes, sha256: sha256.to_owned(), text });
        assert_eq!(written(3), WrittenText { text: None, ..kept });
    }

    #[test]
    fn long_text_is_hashed_in_parts() {
        let line = "0123456789abcde\n";
        let lines = 2 * BUFFER_BYTES / line.len() + 1;
        let mut writer = TextWriter::new(usize::MAX, 0);
        (0..lines).for_each(|_| writer.write_str(line).expect("a writer in memory"));
        let text = line.repeat(lines);
        let sha256 = format!("{:x}", Sha256::digest(&text));
        let (lines, bytes) = (lines as u64, text.len() as u64);
        assert_eq!(writer.finish(), WrittenText { lines, bytes, sha256, text: Some(text) });
    }
}
