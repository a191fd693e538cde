//! Tells requests that are cheap to read for certain from all others.
//!
//! The cost of a request does not show in its length: `6x6:` and a few letters are a 36x36 in the format `solo`, a constraint of one word
//! holds for all cells, and a link expands. So this is a list of what is cheap, not of what is costly. What it does not know is read on a
//! solver thread, in the turn of its client.

use quadrille_notation::unstable::{clear_decimal_cells, puzzle_name};

use crate::wire::puzzle::input::PUZZLE;

/// Longest small request: the body and the query together.
pub const SMALL_REQUEST_BYTES_MAX: usize = 1024;

/// Longest value that is no puzzle.
const VALUE_BYTES_MAX: usize = 24;

/// Member with limits, the only one that is an object.
const LIMITS: &str = "limits";

/// Member and parameter with the entries of a player, which are written as a puzzle is.
const ENTRIES: &str = "entries";

/// Options whose values are a word or a number, and make nothing larger that must be read.
const OPTIONS: [&str; 11] =
    ["language", "level", "limit", "nodes", "order", "reveal", "seed", "skip", "stats", "threads", "time_ms"];

/// Whether a request is certainly cheap to read: its puzzles are lines of decimal digits, up to 9x9, and its other values are short
/// options. The request may be invalid. Takes linear time.
pub fn is_small_request(body: &[u8], query: &str) -> bool {
    body.len() + query.len() <= SMALL_REQUEST_BYTES_MAX
        && are_small_parameters(query.as_bytes())
        && is_small_body(body)
}

fn is_small_body(body: &[u8]) -> bool {
    let body = body.trim_ascii();
    match body.first() {
        None => true,
        Some(b'{') => is_small_object(body),
        Some(_) => is_small_puzzle(body) || (body.contains(&b'=') && are_small_parameters(body)),
    }
}

/// Whether a text is a puzzle up to 9x9 as one line.
fn is_small_puzzle(text: &[u8]) -> bool {
    clear_decimal_cells(text).is_some()
}

fn is_puzzle_name(name: &str) -> bool {
    // The usual name is found without a list.
    name == PUZZLE || name == ENTRIES || puzzle_name(name).is_some()
}

/// Whether the parameters of a query or a form are small, and have no escapes.
fn are_small_parameters(parameters: &[u8]) -> bool {
    parameters.split(|&byte| byte == b'&').filter(|parameter| !parameter.is_empty()).all(|parameter| {
        let mut halves = parameter.splitn(2, |&byte| byte == b'=');
        let (name, value) = (halves.next().unwrap_or_default(), halves.next().unwrap_or_default());
        is_small_member(name, value)
    })
}

/// Whether a member or parameter is known, and its value is small.
fn is_small_member(name: &[u8], value: &[u8]) -> bool {
    let Ok(name) = str::from_utf8(name) else { return false };
    if OPTIONS.contains(&name) {
        is_short_word(value)
    } else {
        is_puzzle_name(name) && is_small_puzzle(value)
    }
}

fn is_short_word(value: &[u8]) -> bool {
    value.len() <= VALUE_BYTES_MAX
        && value.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}

/// Whether an object of JSON is small: its members are, and none needs an escape.
fn is_small_object(json: &[u8]) -> bool {
    let mut rest = RemainingBytes(json);
    rest.skip_object(false).is_some() && rest.0.trim_ascii_start().is_empty()
}

/// The rest of a JSON text. Its methods return `None` unless they read something small.
struct RemainingBytes<'a>(&'a [u8]);

impl<'a> RemainingBytes<'a> {
    /// Skips an object. `is_limits` tells that of limits.
    fn skip_object(&mut self, is_limits: bool) -> Option<()> {
        self.skip(b'{')?;
        if self.skip(b'}').is_some() {
            return Some(());
        }
        loop {
            let name = self.string()?;
            self.skip(b':')?;
            if name == LIMITS.as_bytes() && !is_limits {
                self.skip_object(true)?;
            } else {
                let value = self.string().or_else(|| self.scalar())?;
                is_small_member(name, value).then_some(())?;
            }
            if self.skip(b',').is_none() {
                return self.skip(b'}');
            }
        }
    }

    /// Skips white space and this byte; nothing if another byte follows.
    fn skip(&mut self, byte: u8) -> Option<()> {
        self.0 = self.0.trim_ascii_start().strip_prefix(&[byte])?;
        Some(())
    }

    /// Reads a string without an escape.
    fn string(&mut self) -> Option<&'a [u8]> {
        self.skip(b'"')?;
        let end = self.0.iter().position(|&byte| byte == b'"')?;
        let (text, rest) = self.0.split_at_checked(end)?;
        self.0 = rest.get(1..)?;
        (!text.contains(&b'\\')).then_some(text)
    }

    /// Reads a number or a word.
    fn scalar(&mut self) -> Option<&'a [u8]> {
        let text = self.0.trim_ascii_start();
        let is_end =
            |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b'}' | b'{' | b'[' | b'"');
        let length = text.iter().position(is_end).filter(|&length| length > 0)?;
        let (scalar, rest) = text.split_at_checked(length)?;
        self.0 = rest;
        Some(scalar)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn line_up_to_9x9_with_short_options_is_small() {
        for body in [
            LINE.to_owned(),
            format!("{LINE}\r\n"),
            "1.....3..4.....2".to_owned(),
            format!("{{\"puzzle\": \"{LINE}\"}}"),
            format!(
                "{{\"limit\":2,\"stats\":true, \"puzzle\":\"{LINE}\",\n\"limits\":{{\"time_ms\":10,\"nodes\":1}}}}\n"
            ),
            format!("{{\"board\":\"{LINE}\",\"entries\":\"{LINE}\"}}"),
            "{}".to_owned(),
            String::new(),
            format!("puzzle={LINE}&limit=2&order=random"),
        ] {
            assert!(is_small_request(body.as_bytes(), ""), "{body}");
            assert!(is_small_request(body.as_bytes(), "limit=2&time_ms=100"), "{body}");
            assert!(!is_small_request(body.as_bytes(), "constraints=%5B%5D"), "{body}");
        }
        assert!(is_small_request(b"", &format!("puzzle={LINE}&seed=18446744073709551615")));
    }

    #[test]
    fn what_may_grow_is_not_small() {
        let solo = format!("6x6:{}v", "z".repeat(49));
        for body in [
            solo.clone(),
            format!("{{\"puzzle\":\"{solo}\"}}"),
            format!("puzzle={solo}"),
            ".".repeat(256),
            ".".repeat(64),
            format!("{{\"puzzle\":\"{LINE}\",\"constraints\":[{{\"type\":\"anti_knight\"}}]}}"),
            format!("{{\"puzzle\":\"{LINE}\",\"anti_knight\":true}}"),
            format!("{{\"puzzle\":\"{LINE}\",\"regions\":\"{LINE}\"}}"),
            format!("{{\"puzzle\":\"{LINE}\",\"boxes\":false}}"),
            format!("{{\"puzzle\":\"{LINE}\",\"candidates\":{{}}}}"),
            format!("{{\"puzzle\":\"{LINE}\",\"format\":\"solo\"}}"),
            format!("{{\"p\\u0075zzle\":\"{solo}\"}}"),
            format!("{{\"puzzle\":\"{LINE}\",\"limits\":{{\"limits\":{{}}}}}}"),
            format!("{{\"puzzle\":\"{LINE}\"}}}}"),
            format!("{{\"puzzle\":\"{LINE}\"}}{{"),
            format!("{{\"puzzle\":\"{LINE}\""),
            "{\"limit\":[1]}".to_owned(),
            "{\"limit\":1234567890123456789012345}".to_owned(),
            "{\"puzzle\":[[1,0],[0,0]]}".to_owned(),
            "[[1,2],[2,1]]".to_owned(),
            "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QFd0BDMAawjTkQEciA7AFQgHsIyQaA"
                .to_owned(),
            format!("{LINE}\n{LINE}"),
            format!("puzzle={LINE}&rules=anti_knight"),
            format!("puzzle={LINE}&limit=%31"),
            "{\"difficulty\":\"hard\"}".to_owned(),
            "\u{feff}{}".to_owned(),
        ] {
            assert!(!is_small_request(body.as_bytes(), ""), "{body}");
        }
        let line = format!("{{\"puzzle\":\"{LINE}\"{:1000}}}", "");
        assert!(!is_small_request(line.as_bytes(), ""), "too long with its blanks");
        let query = "limit=2&".repeat(SMALL_REQUEST_BYTES_MAX / 8);
        assert!(is_small_request(b"", &query) && !is_small_request(b"1", &query));
    }
}
