//! Text of a picture: escaped, and wrapped into lines.

use std::fmt::{self, Formatter, Write};

/// Writes text of an element. Characters that XML forbids become U+FFFD.
pub(super) fn write_escaped(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    for character in text.chars() {
        match character {
            '&' => f.write_str("&amp;")?,
            '<' => f.write_str("&lt;")?,
            '>' => f.write_str("&gt;")?,
            '\t' | '\n' => f.write_char(character)?,
            '\0'..' ' | '\u{7f}' | '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER)?,
            _ => f.write_char(character)?,
        }
    }
    Ok(())
}

/// Breaks a text between words into lines of at most `width` characters. A longer word has a line of its own.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two  three four", 9), ["one two", "three", "four"]);
        assert_eq!(wrapped("one unbreakable two", 5), ["one", "unbreakable", "two"]);
        assert!(wrapped(" ", 5).is_empty());
    }
}
