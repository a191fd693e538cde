//! Fields of the rows of a table, and words of a line.

use std::cell::RefCell;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};
use quadrille_sudoku::SIZE_MAX;

/// Characters between the fields of a row.
pub const SEPARATORS: [char; 3] = [',', ';', '\t'];

thread_local! {
    /// A reader of rows for each of the [`SEPARATORS`]: to build one takes longer than to read a row, and a copy is not built.
    static READERS: RefCell<[Reader; 3]> = RefCell::new(SEPARATORS.map(|separator| {
        ReaderBuilder::new().delimiter(separator as u8).comment(Some(b'#')).build()
    }));
}

/// Maximum number of fields of a row that are read: more than a grid has cells.
pub(super) const FIELDS_MAX: usize = 2 * SIZE_MAX * SIZE_MAX;

/// Field of a row or word of a line, without quotes and white space around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextField {
    pub(super) text: String,
    /// Offset in the text of the table, in characters.
    pub(super) offset: usize,
}

/// Splits a text into the fields of its rows, up to the first row with more than [`FIELDS_MAX`]. A quoted field may have separators and line ends. Blank lines and comments are left
/// out.
pub(super) fn table_rows(text: &str) -> Vec<Vec<TextField>> {
    rows_while(text, |_| true)
}

/// The first [`table_rows`]: enough of them to tell whether there is a header, and whether there are as many rows as fields in the first.
pub(super) fn first_rows(text: &str) -> Vec<Vec<TextField>> {
    rows_while(text, |rows| rows.first().is_none_or(|first| rows.len() < first.len() + 3))
}

/// Splits a text into rows, after each of which `needs_more` tells whether to go on.
fn rows_while(text: &str, needs_more: impl Fn(&[Vec<TextField>]) -> bool) -> Vec<Vec<TextField>> {
    READERS.with_borrow_mut(|readers| {
        let reader = &mut readers[separator(text)];
        reader.reset();
        read_rows(text, reader, needs_more)
    })
}

fn read_rows(
    text: &str,
    reader: &mut Reader,
    needs_more: impl Fn(&[Vec<TextField>]) -> bool,
) -> Vec<Vec<TextField>> {
    // No field is longer than the text.
    let mut unescaped = vec![0; text.len()];
    let (mut rows, mut row) = (Vec::new(), Vec::new());
    let (mut position, mut offset) = (0, 0);
    loop {
        let rest = &text[position..];
        // The reader ends the last row at the empty input after the text.
        let (result, read, written) = reader.read_field(rest.as_bytes(), &mut unescaped);
        let (read, mut written) = (&rest[..read], written);
        let mut result = result;
        position += read.len();
        if result == ReadFieldResult::InputEmpty {
            let (last, _, more) = reader.read_field(b"", &mut unescaped[written..]);
            (result, written) = (last, written + more);
        }
        if let ReadFieldResult::Field { record_end } = result {
            let before = skipped(read, row.is_empty());
            row.push(TextField {
                text: String::from_utf8_lossy(&unescaped[..written]).trim().to_owned(),
                offset: offset + read[..before].chars().count(),
            });
            let is_too_long = row.len() > FIELDS_MAX;
            if record_end || is_too_long {
                let ended: Vec<TextField> = std::mem::take(&mut row);
                if ended.len() > 1 || ended.iter().any(|field| !field.text.is_empty()) {
                    rows.push(ended);
                    if is_too_long || !needs_more(&rows) {
                        break;
                    }
                }
            }
        } else {
            break;
        }
        offset += read.chars().count();
    }
    rows
}

/// Number of bytes before the content of a field: blank lines and comments before the first one of a row, white space, and a quote.
fn skipped(read: &str, is_first: bool) -> usize {
    let mut rest = read;
    while is_first && (rest.starts_with(['\r', '\n']) || (rest.starts_with('#') && rest.contains('\n'))) {
        rest = if rest.starts_with('#') {
            rest.split_once('\n').map_or("", |(_, rest)| rest)
        } else {
            &rest[1..]
        };
    }
    let rest = rest.trim_start_matches([' ', '"']);
    read.len() - rest.len()
}

/// Index of the separator that the first row has most often.
fn separator(text: &str) -> usize {
    let is_content = |line: &&str| !line.trim_matches(' ').is_empty() && !line.starts_with('#');
    let first = text.lines().find(is_content).unwrap_or_default();
    let count = |&index: &usize| first.matches(SEPARATORS[index]).count();
    // Of several, the first one.
    (0..SEPARATORS.len()).rev().max_by_key(count).unwrap_or(0)
}

/// Parts of a text that are one character apart, with their offsets in characters. The first one begins at `start`.
pub(super) fn with_offsets<'a>(
    parts: impl Iterator<Item = &'a str>,
    start: usize,
) -> impl Iterator<Item = (usize, &'a str)> {
    parts.scan(start, |next, part| {
        let offset = *next;
        *next += part.chars().count() + 1;
        Some((offset, part))
    })
}

/// Splits a line into its words: parts between white space, separators, quotes, `:`, `=`, and parentheses.
pub(super) fn words(line: &str) -> Vec<TextField> {
    let is_between = |symbol: char| {
        symbol.is_whitespace() || matches!(symbol, ',' | ';' | ':' | '=' | '"' | '\'' | '(' | ')' | '[' | ']')
    };
    let mut words: Vec<TextField> = Vec::new();
    let mut is_open = false;
    for (offset, symbol) in line.chars().enumerate() {
        if is_between(symbol) {
            is_open = false;
            continue;
        }
        match words.last_mut().filter(|_| is_open) {
            Some(word) => word.text.push(symbol),
            None => words.push(TextField { text: symbol.to_string(), offset }),
        }
        is_open = true;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<Vec<(String, usize)>> {
        let row = |row: Vec<TextField>| row.into_iter().map(|field| (field.text, field.offset)).collect();
        table_rows(text).into_iter().map(row).collect()
    }

    #[test]
    fn fields_have_their_offsets() {
        let field = |text: &str, offset| (text.to_owned(), offset);
        for (text, rows) in [
            ("a,b", vec![vec![field("a", 0), field("b", 2)]]),
            ("# c\r\n\r\n a ;\"b;\n\"\n", vec![vec![field("a", 8), field("b;", 12)]]),
            ("é\tb\n\t\n", vec![vec![field("é", 0), field("b", 2)], vec![field("", 4), field("", 5)]]),
            ("\"a\"\"b\",,c", vec![vec![field("a\"b", 1), field("", 7), field("c", 8)]]),
            ("1,2;3;4", vec![vec![field("1,2", 0), field("3", 4), field("4", 6)]]),
            ("", vec![]),
            ("\n \n", vec![]),
        ] {
            assert_eq!(split(text), rows, "{text:?}");
        }
    }

    #[test]
    fn words_are_separated_by_marks_that_no_line_has() {
        let found: Vec<_> =
            words("1: .2.3  ED=1.5 # a").into_iter().map(|word| (word.text, word.offset)).collect();
        let word = |text: &str, offset| (text.to_owned(), offset);
        assert_eq!(
            found,
            [word("1", 0), word(".2.3", 3), word("ED", 9), word("1.5", 12), word("#", 16), word("a", 18)]
        );
    }
}
