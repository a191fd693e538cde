//! Texts in other alphabets than the usual one: they are translated symbol by symbol, and then read like all texts.

use super::content::ParsedText;
use super::format::Format;
use super::symbol::{Alphabet, EMPTY_LETTERS, LetterCase};
use crate::sudoku::model::Grid;

/// Maximum length of a text that is tried in other alphabets. The longest drawing takes half of it.
const BYTES_MAX: usize = 1 << 14;

/// Size from which the digits of [`FromZero`](Alphabet::FromZero) need [`EMPTY_LETTERS`].
const EMPTY_LETTER_SIZE: usize = 33;

/// Smallest size whose numbers have several digits.
const NUMBER_SIZE_MIN: usize = 10;

/// Smallest size of a drawing whose symbols from 0 could be translated numbers: `10` becomes `21`.
const TRANSLATED_NUMBER_MIN: usize = 21;

/// The other alphabets that a text may have.
pub(super) fn other_alphabets(text: &str) -> Vec<Alphabet> {
    let is_empty = |symbol: char| !symbol.is_ascii_alphanumeric() || EMPTY_LETTERS.contains(&symbol);
    if text.len() <= BYTES_MAX && text.contains('0') && text.contains(is_empty) {
        vec![Alphabet::FromZero(case_of(text))]
    } else {
        Vec::new()
    }
}

/// Translates a text into the usual alphabet, and reads it. `None` if it has no such meaning for certain.
///
/// Digits from 0 are certain if other cells are empty, if the largest digit of the size does not occur, and if several
/// cells are 0, no two of them in a row, a column or a drawn box. The caller checks the other boxes.
pub(super) fn parse_in(
    alphabet: Alphabet,
    text: &str,
    parse: &dyn Fn(&str) -> Option<ParsedText>,
) -> Option<ParsedText> {
    let Alphabet::FromZero(_) = alphabet else { return None };
    let numbers = translated(text, next_number)
        .and_then(|text| parse(&text))
        .filter(|read| read.format == Format::Drawing && read.grid.square_size() >= Some(NUMBER_SIZE_MIN));
    let symbols = || {
        let size_max =
            |format| if format == Format::Drawing { TRANSLATED_NUMBER_MIN } else { EMPTY_LETTER_SIZE };
        let read = translated(text, next_symbols).and_then(|text| parse(&text))?;
        (read.grid.square_size()? < size_max(read.format)).then_some(read)
    };
    let read = numbers.or_else(symbols)?;
    let has_symbols =
        matches!(read.format, Format::Line | Format::Drawing | Format::Ss | Format::Sdm | Format::Sdk);
    (has_symbols && zeros_are_digits(&read)).then_some(ParsedText { alphabet, ..read })
}

fn case_of(text: &str) -> LetterCase {
    let is_letter = |symbol: &char| symbol.is_ascii_alphabetic() && !EMPTY_LETTERS.contains(symbol);
    let mut letters = text.chars().filter(is_letter).peekable();
    let is_lower = letters.peek().is_some() && letters.all(|letter| letter.is_ascii_lowercase());
    if is_lower { LetterCase::Lower } else { LetterCase::Upper }
}

/// Translates the words of a text: letters and digits without other characters between them. Comments and the names of sections
/// are kept. `None` if a word has no translation.
fn translated(text: &str, translate: fn(&str) -> Option<String>) -> Option<String> {
    let mut translation = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with(['#', '[']) {
            translation.push_str(line);
            continue;
        }
        let mut rest = line;
        while let Some(start) = rest.find(|symbol: char| symbol.is_ascii_alphanumeric()) {
            let end = rest[start..].find(|symbol: char| !symbol.is_ascii_alphanumeric());
            let end = end.map_or(rest.len(), |length| start + length);
            translation.push_str(&rest[..start]);
            translation.push_str(&translate(&rest[start..end])?);
            rest = &rest[end..];
        }
        translation.push_str(rest);
    }
    Some(translation)
}

fn next_number(word: &str) -> Option<String> {
    let is_number = word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    let number: usize = word.parse().ok().filter(|_| is_number)?;
    Some((number + 1).to_string())
}

fn next_symbols(word: &str) -> Option<String> {
    let next = |symbol: char| match symbol {
        'x' | 'X' => Some(symbol),
        _ => char::from_digit(symbol.to_digit(36)? + 1, 36),
    };
    word.chars().map(next).collect()
}

/// Whether the digit 1, which was written as 0, is a digit for certain.
fn zeros_are_digits(read: &ParsedText) -> bool {
    let Some(size) = read.grid.square_size() else { return false };
    let box_of =
        |row: usize, column: usize| read.box_shape.map(|shape| (row / shape.height, column / shape.width));
    let zeros: Vec<(usize, usize)> = smallest(&read.grid).map(|cell| (cell / size, cell % size)).collect();
    let meet = |&(row, column): &(usize, usize), &(other_row, other_column): &(usize, usize)| {
        let in_box = box_of(row, column).is_some_and(|one| Some(one) == box_of(other_row, other_column));
        row == other_row || column == other_column || in_box
    };
    let no_two_meet = (1..zeros.len()).all(|k| !zeros[..k].iter().any(|zero| meet(zero, &zeros[k])));
    // No two of them in a row: there are not more than rows.
    (2..=size).contains(&zeros.len()) && no_two_meet && read.grid.cells().iter().any(Option::is_none)
}

/// The cells with the smallest digit.
fn smallest(grid: &Grid) -> impl Iterator<Item = usize> + '_ {
    grid.filled().filter(|(_, digit)| digit.index() == 0).map(|(cell, _)| cell.index())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::model::Digit;
    use crate::sudoku::notation::{TextFault, parse};

    const HEX: &str = include_str!("../../../tests/inputs/f13_hex16_dots.txt");

    fn read(text: &str) -> Result<ParsedText, Vec<TextFault>> {
        let mut faults = Vec::new();
        parse(text, None, &mut |fault| faults.push(fault)).ok_or(faults)
    }

    fn symbols(read: &ParsedText) -> String {
        let symbol = |cell: &Option<Digit>| cell.and_then(|digit| read.alphabet.symbol(digit)).unwrap_or('.');
        read.grid.cells().iter().map(symbol).collect()
    }

    #[test]
    fn symbols_from_zero_are_read() {
        let line: String = HEX.split_whitespace().collect();
        for (text, case) in [
            (HEX.to_owned(), LetterCase::Upper),
            (line.clone(), LetterCase::Upper),
            (HEX.to_lowercase(), LetterCase::Lower),
            (HEX.replace('.', "-"), LetterCase::Upper),
            (HEX.replace('.', "x"), LetterCase::Upper),
            (format!("[Puzzle]\n{HEX}"), LetterCase::Upper),
            (format!("# 0 1 2 Z\n{line}"), LetterCase::Upper),
            (HEX.chars().flat_map(|symbol| [symbol, ' ']).collect(), LetterCase::Upper),
        ] {
            let read = read(&text).expect("certain");
            assert_eq!(read.alphabet, Alphabet::FromZero(case), "{text}");
            assert_eq!(symbols(&read).to_uppercase(), line, "{text}");
        }
        let small = read("0 . . .\n. . 2 .\n. 3 . .\n. . . 0").expect("certain");
        assert_eq!(symbols(&small), "0.....2..3.....0");
        let blank = read("|0| | | |\n| | |2| |\n| |3| | |\n| | | |0|").expect("certain");
        assert_eq!(blank.grid, small.grid);
    }

    #[test]
    fn numbers_from_zero_are_read() {
        let line: String = HEX.split_whitespace().collect();
        let number = |symbol: char| symbol.to_digit(16).map_or(".".to_owned(), |value| value.to_string());
        let numbers: Vec<String> = line.chars().map(number).collect();
        let rows: Vec<String> = numbers.chunks(16).map(|row| row.join(" ")).collect();
        let read = read(&rows.join("\n")).expect("certain");
        assert_eq!((read.alphabet, symbols(&read)), (Alphabet::FromZero(LetterCase::Upper), line));
    }

    #[test]
    fn zeros_that_may_be_empty_are_refused() {
        for text in [
            // A single zero, two zeros in a row, a column or a drawn box, the largest digit.
            "0.....2..3......",
            "00....2..3......",
            "0...0.2..3......",
            "|0 .|. .|\n|. 0|. .|\n|---|---|\n|. .|2 .|\n|. .|. 3|",
            "0.....4..3.....0",
            "|0| | | |\n| | |2| |\n| |3| | |\n| | | | |",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        // All empty cells are zeros.
        assert_eq!(read("0120").expect("a line").alphabet, Alphabet::FromOne(LetterCase::Upper));
    }
}
