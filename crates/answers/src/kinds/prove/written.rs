//! Texts that are written once: their size and hash, and the text itself unless it is too long.

use std::fmt;

use sha2::{Digest as _, Sha256};

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

impl WrittenText {
    /// Keeps what `write` writes, up to so many bytes. The text has memory for `expected` bytes from the start.
    pub(crate) fn new(
        bytes_max: usize,
        expected: usize,
        write: impl FnOnce(&mut TextWriter) -> fmt::Result,
    ) -> Self {
        let text = Some(String::with_capacity(expected));
        let mut writer = TextWriter { hash: Sha256::new(), lines: 0, bytes: 0, bytes_max, text };
        // Writing to memory cannot fail.
        let _ = write(&mut writer);
        let TextWriter { hash, lines, bytes, text, .. } = writer;
        Self { lines, bytes, sha256: format!("{:x}", hash.finalize()), text }
    }
}

/// Writer of a [`WrittenText`].
pub(crate) struct TextWriter {
    hash: Sha256,
    lines: u64,
    bytes: u64,
    bytes_max: usize,
    text: Option<String>,
}

impl fmt::Write for TextWriter {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.hash.update(part);
        self.lines += part.bytes().filter(|&byte| byte == b'\n').count() as u64;
        self.bytes += part.len() as u64;
        self.text = self.text.take().filter(|text| text.len() + part.len() <= self.bytes_max);
        if let Some(text) = &mut self.text {
            text.push_str(part);
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
        let written = |bytes_max| WrittenText::new(bytes_max, 0, |out| writeln!(out, "abc"));
        let kept = written(4);
        // The hash of "abc\n", by sha256sum.
        let sha256 = "edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb";
        let (lines, bytes) = (1, 4);
        let text = Some("abc\n".to_owned());
        assert_eq!(kept, WrittenText { lines, bytes, sha256: sha256.to_owned(), text });
        assert_eq!(written(3), WrittenText { text: None, ..kept });
    }
}
