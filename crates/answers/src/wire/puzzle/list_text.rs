//! Lists as other programs write them, as JSON.
//!
//! Python, NumPy, C and JavaScript write a grid as lists in lists: `[[5, None, 3], ...]`, `[[5 0 3]\n [...]]`, `{{5, 0, 3}, ...};`.

use std::iter::Peekable;
use std::str::CharIndices;

use serde_json::Number;

use crate::wire::json::Json;

/// Maximum depth of lists: rows and columns of cells in cages.
const DEPTH_MAX: usize = 4;

/// Parses a text that is one list; `None` for all other texts.
///
/// A name or declaration may stand before the list, as in `int grid[9][9] = {...};` and `array([...], dtype=int8)`. Words such as
/// `None`, and quoted texts, are strings.
pub(crate) fn parse_list(text: &str) -> Option<Json> {
    let mut rest = text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    // A block of code in Markdown.
    if let Some((_, code)) = rest.strip_prefix("```").and_then(|code| code.split_once('\n')) {
        rest = code.trim_end_matches('`').trim();
    }
    // Most texts are no lists.
    if !rest.ends_with([']', '}', ')', ';', ',']) {
        return None;
    }
    if let Some((_, value)) = rest.split_once('=').filter(|(name, _)| is_declaration(name)) {
        rest = value.trim_start();
    }
    if let Some((_, arguments)) = rest.split_once('(').filter(|(name, _)| is_path(name)) {
        rest = arguments.trim_start();
    }
    if rest.starts_with("new ") {
        rest = &rest[rest.find('{')?..];
    }
    if !rest.starts_with(['[', '{', '(']) {
        return None;
    }
    let mut reader = ListTextReader { text: rest, chars: rest.char_indices().peekable() };
    let list = reader.list(1)?;
    is_end(&rest[reader.position()..]).then_some(list)
}

/// Whether a text before `=` declares a variable.
fn is_declaration(text: &str) -> bool {
    text.contains(|symbol: char| symbol.is_ascii_alphabetic())
        && text.chars().all(|symbol| {
            symbol.is_ascii_alphanumeric()
                || matches!(symbol, '_' | '[' | ']' | '<' | '>' | ':' | ';' | ',' | ' ' | '*' | '&')
        })
}

/// Whether a text is the name of a function, such as `np.array`.
fn is_path(text: &str) -> bool {
    text.starts_with(|symbol: char| symbol.is_ascii_alphabetic())
        && text.chars().all(|symbol| symbol.is_ascii_alphanumeric() || matches!(symbol, '_' | '.'))
}

/// Whether a text may follow a list: further arguments, and the ends of a call and a statement.
fn is_end(text: &str) -> bool {
    text.chars().all(|symbol| {
        symbol.is_ascii_alphanumeric()
            || symbol.is_ascii_whitespace()
            || matches!(symbol, '_' | '.' | ',' | '=' | '(' | ')' | ';' | '\'')
    }) && (text.trim_start().is_empty() || text.trim_start().starts_with([',', ')', ';']))
}

struct ListTextReader<'a> {
    text: &'a str,
    chars: Peekable<CharIndices<'a>>,
}

impl ListTextReader<'_> {
    fn position(&mut self) -> usize {
        self.chars.peek().map_or(self.text.len(), |&(position, _)| position)
    }

    /// Reads a list from its opening bracket.
    fn list(&mut self, depth: usize) -> Option<Json> {
        let close = match self.chars.next()?.1 {
            '[' => ']',
            '{' => '}',
            '(' => ')',
            _ => return None,
        };
        let mut elements = Vec::new();
        loop {
            self.skip_blanks();
            let &(_, symbol) = self.chars.peek()?;
            match symbol {
                _ if symbol == close => {
                    self.chars.next();
                    return Some(Json::Array(elements));
                }
                '[' | '{' | '(' if depth < DEPTH_MAX => elements.push(self.list(depth + 1)?),
                '"' | '\'' => elements.push(self.quoted()?),
                _ => elements.push(self.word()?),
            }
            self.skip_blanks();
            if self.chars.peek()?.1 == ',' {
                self.chars.next();
            }
        }
    }

    fn skip_blanks(&mut self) {
        while self.chars.next_if(|(_, symbol)| symbol.is_ascii_whitespace()).is_some() {}
    }

    /// Reads a text up to its closing quote.
    fn quoted(&mut self) -> Option<Json> {
        let (start, quote) = self.chars.next()?;
        let (end, _) = self.chars.find(|&(_, symbol)| symbol == quote)?;
        Some(Json::String(self.text[start + 1..end].to_owned()))
    }

    /// Reads a number, or a word such as `None`, as a string.
    fn word(&mut self) -> Option<Json> {
        let is_end = |symbol: char| {
            symbol.is_ascii_whitespace()
                || matches!(symbol, ',' | '[' | ']' | '{' | '}' | '(' | ')' | '"' | '\'')
        };
        let start = self.position();
        while self.chars.next_if(|&(_, symbol)| !is_end(symbol)).is_some() {}
        let word = &self.text[start..self.position()];
        let is_cell = |symbol: char| {
            symbol.is_ascii_alphanumeric() || matches!(symbol, '_' | '.' | '*' | '?' | '+' | '-')
        };
        // NumPy writes floats as `5.`.
        let number = word.strip_suffix('.').filter(|digits| !digits.is_empty()).unwrap_or(word);
        match number.parse::<Number>() {
            _ if word.is_empty() || !word.chars().all(is_cell) => None,
            Ok(number) => Some(Json::Number(number)),
            Err(_) => Some(Json::String(word.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_other_languages_are_json() {
        for (text, expected) in [
            ("[[1, 0], [None, 2]]", r#"[[1,0],["None",2]]"#),
            ("[[1 0]\n [0 2]]\n", "[[1,0],[0,2]]"),
            ("[[1. 0.]\n [0. 2.]]", "[[1,0],[0,2]]"),
            ("array([[1, 0],\n       [0, 2]], dtype=int8)", "[[1,0],[0,2]]"),
            ("grid = np.array([[1, 0], [0, 2]])", "[[1,0],[0,2]]"),
            ("int grid[2][2] = {\n  {1, 0},\n  {0, 2},\n};\n", "[[1,0],[0,2]]"),
            ("let board: [[u8; 2]; 2] = [[1, 0], [0, 2]];", "[[1,0],[0,2]]"),
            ("int[][] board = new int[][] {{1, 0}, {0, 2}};", "[[1,0],[0,2]]"),
            ("const board = [['1', '.'], ['.', '2']];", r#"[["1","."],[".","2"]]"#),
            ("((1, 0), (0, 2))", "[[1,0],[0,2]]"),
            ("[1, _, ., 2]", r#"[1,"_",".",2]"#),
            ("['1...', \"...2\"]", r#"["1...","...2"]"#),
            ("\u{feff}[-1]", "[-1]"),
            ("```python\ngrid = [1]\n```\n", "[1]"),
            ("[[1, 2], [3]], [[4]]", "null"),
            ("[1, 2", "null"),
            ("[1, 2)", "null"),
            ("[[7, [[1, 1], [2, 1]]]]", "[[7,[[1,1],[2,1]]]]"),
            ("[(7, [(1, 1), (2, 1)])]", "[[7,[[1,1],[2,1]]]]"),
            ("[[[[[1]]]]]", "null"),
            ("[Puzzle]\n1...", "null"),
            ("12]", "null"),
            ("{12} 34 . .", "null"),
            (r#"{"size": 9}"#, "null"),
            ("", "null"),
        ] {
            let json = parse_list(text).unwrap_or(Json::Null);
            assert_eq!(json.to_string(), expected, "{text}");
        }
    }
}
