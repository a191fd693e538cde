//! Tells JSON from text by the beginning of a body.

use std::borrow::Cow;
use std::collections::BTreeMap;

use quadrille_notation::unstable::puzzle_name;
use quadrille_notation::{Format, definition, parse};
use serde::de::IgnoredAny;

use crate::wire::puzzle::list_text::parse_list;

/// Name of the member with the puzzle, and of the section of a text.
const PUZZLE: &str = "puzzle";

/// Whether a body that is not declared as JSON is JSON: it begins like JSON. If the query names the format of a text, it must be
/// an object with a puzzle.
pub fn is_json(body: &[u8], query: &str) -> bool {
    matches!(first_symbol(body), Some(b'{' | b'['))
        && named_format(query).is_none_or(|format| has_puzzle(body, format))
        && !is_list_of_other_language(body)
}

/// Whether a body is a list, but no JSON, such as one of Python with `None`.
fn is_list_of_other_language(body: &[u8]) -> bool {
    !is_json_value(body) && str::from_utf8(body).is_ok_and(|text| parse_list(text).is_some())
}

/// Whether a body is a line of JSON for each entry, not one value.
pub fn is_json_lines(body: &[u8]) -> bool {
    let mut lines =
        without_mark(body).split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let first = lines.next().filter(|_| lines.next().is_some());
    first.is_some_and(is_json_value)
}

/// Whether an entry of a file is JSON: an object, if not a puzzle of a web editor, or another JSON value. If the format of a text is named, it must be an object
/// with a puzzle.
pub fn is_json_in_file(entry: &[u8], format: Option<Format>) -> bool {
    let is_web_puzzle = || {
        let is_in =
            |format| str::from_utf8(entry).is_ok_and(|text| parse(text, Some(format), &mut |_| {}).is_some());
        Format::ALL.iter().copied().filter(|&format| may_be_json(format)).any(is_in)
    };
    match (first_symbol(entry), format) {
        (Some(b'{'), Some(format)) => has_puzzle(entry, format),
        (Some(b'{'), None) => entry.trim_ascii_end().ends_with(b"}") && !is_web_puzzle(),
        (Some(b'[' | b'"'), None) => is_json_value(entry),
        _ => false,
    }
}

/// Whether bytes are one JSON value.
pub fn is_json_value(bytes: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(without_mark(bytes)).is_ok()
}

/// Returns the first byte of a file that begins like JSON: with an object, an array or a string.
pub fn json_start(head: &[u8]) -> Option<u8> {
    first_symbol(head).filter(|first| b"{[\"".contains(first))
}

/// The format of a text that a query names.
fn named_format(query: &str) -> Option<Format> {
    let mut parameters = form_urlencoded::parse(query.as_bytes());
    parameters.find_map(|(name, value)| (name == "format").then(|| value.parse().ok()).flatten())
}

/// Whether a body is an object with a puzzle; for formats that are JSON, with the member `puzzle`.
fn has_puzzle(body: &[u8], format: Format) -> bool {
    let members = serde_json::from_slice::<BTreeMap<Cow<'_, str>, IgnoredAny>>(without_mark(body));
    let is_puzzle = |name: &str| name == PUZZLE || (!may_be_json(format) && puzzle_name(name).is_some());
    members.is_ok_and(|members| members.keys().any(|name| is_puzzle(name)))
}

/// Whether a puzzle in this format may be a JSON object.
fn may_be_json(format: Format) -> bool {
    definition(format).may_be_json()
}

/// Returns the first byte after a byte order mark and white space; `None` for a text that begins with brackets.
pub(crate) fn first_symbol(body: &[u8]) -> Option<u8> {
    let body = without_mark(body).trim_ascii();
    body.first().copied().filter(|_| !begins_with_word_in_brackets(body))
}

/// Whether a body begins with a section, such as `[Puzzle]`, or with a list of digits, such as `{12}`, and continues.
fn begins_with_word_in_brackets(body: &[u8]) -> bool {
    let (end, rest) = match body.split_first() {
        Some((b'{', rest)) => (b'}', rest),
        Some((b'[', rest)) => (b']', rest),
        _ => return false,
    };
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (word, rest) = rest.split_at(length);
    let continues = rest.len() > 1 || word.eq_ignore_ascii_case(PUZZLE.as_bytes());
    !word.is_empty() && rest.first() == Some(&end) && continues
}

fn without_mark(body: &[u8]) -> &[u8] {
    body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_brackets_is_no_json() {
        for body in ["{}", " {\"a\": 1}", "[1]", "[[1]]", "[1, 2]", "{", "\u{feff}[\"1\"]", "[null]\n"] {
            assert!(is_json(body.as_bytes(), ""), "{body}");
        }
        for body in ["[[1, None]]", "[[1 0]\n [0 1]]", "{{1, 0}, {0, 1}};", "[1., 0.]"] {
            assert!(!is_json(body.as_bytes(), ""), "{body}");
        }
        for body in ["{1} 34 . .", "[12] 3", "\u{feff}[Puzzle]\n1...", "[puzzle]", "[State]\n1...", "1", ""] {
            assert!(!is_json(body.as_bytes(), ""), "{body}");
        }
    }

    #[test]
    fn lines_of_json_are_no_single_value() {
        for body in ["[1]\n[2]", "\u{feff}\n{\"a\": 1}\r\n\n{", "\"1\"\n\"2\"\n"] {
            assert!(is_json_lines(body.as_bytes()), "{body}");
        }
        for body in ["[1]\n", "[\n1]", "[[1],\n[2]]", "", "{\n}\n{}", "[1]"] {
            assert!(!is_json_lines(body.as_bytes()), "{body}");
        }
    }

    #[test]
    fn json_with_a_named_format_has_a_puzzle() {
        let (object, other) = (r#"{"puzzle": "1", "limit": 1}"#, r#"{"size": 1, "grid": [[{}]]}"#);
        for (body, query, expected) in [
            (object, "format=line", true),
            (other, "format=fpuzzles", false),
            (r#"{"board": "1"}"#, "format=line", true),
            (other, "limit=1&format=fpuzzles", false),
            (other, "format=none", true),
            (other, "limit=1", true),
            ("[1]", "format=pencilmarks", false),
        ] {
            assert_eq!(is_json(body.as_bytes(), query), expected, "{body} {query}");
        }
    }
}
