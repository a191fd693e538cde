//! Texts in other alphabets than the usual one: they are translated symbol by symbol, and then read like all texts.

use quadrille_sudoku::Grid;
use quadrille_sudoku::text::{Alphabet, LetterCase};
use quadrille_sudoku::unstable::{EMPTY_LETTERS, EMPTY_SYMBOLS};

use super::content::ParsedText;
use super::registry::definition;
use super::sudokuwiki::is_old_sudokuwiki;
use crate::formats::Format;

/// Maximum length of a text that is tried in other alphabets. The longest drawing takes half of it.
const BYTES_MAX: usize = 1 << 14;

/// Maximum number of letters and digits of such a text: two for each cell of the largest grid, and some titles.
const SYMBOLS_MAX: usize = 1 << 12;

/// Quotes around rows, and a line end within them.
const QUOTES: [char; 2] = ['"', '\''];
const ESCAPED_LINE_END: &str = "\\n";

/// Size from which the digits of [`FromZero`](Alphabet::FromZero) need [`EMPTY_LETTERS`].
const EMPTY_LETTER_SIZE: usize = 33;

/// Smallest size whose numbers have several digits.
const NUMBER_SIZE_MIN: usize = 10;

/// Smallest size of a drawing whose symbols from 0 could be translated numbers: `10` becomes `21`.
const TRANSLATED_NUMBER_MIN: usize = 21;

/// The other alphabets that a text may have.
pub(super) fn other_alphabets(text: &str) -> Vec<Alphabet> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric();
    if text.len() > BYTES_MAX || text.bytes().filter(|&byte| is_word(byte)).count() > SYMBOLS_MAX {
        return Vec::new();
    }
    let is_empty = |symbol: char| !symbol.is_ascii_alphanumeric() || EMPTY_LETTERS.contains(&symbol);
    let has_zero_and_empty = text.contains('0') && text.contains(is_empty);
    let symbols = || text.lines().filter(|line| !is_kept(line)).flat_map(str::chars);
    let has_digits = symbols().any(|symbol| matches!(symbol, '1'..='9'));
    let has_letters = symbols().any(|symbol| symbol.is_ascii_alphabetic());
    let case = case_of(text);
    let others = [
        (has_zero_and_empty, Alphabet::FromZero(case)),
        (has_letters && !has_digits, Alphabet::Letters(case)),
        (has_digits && !has_letters, Alphabet::TwoDigits),
    ];
    others.into_iter().filter_map(|(may_be, alphabet)| may_be.then_some(alphabet)).collect()
}

/// Translates a text into the usual alphabet, and reads it. `None` if it has no such meaning for certain. The text is not valid
/// in the usual alphabet.
pub(super) fn parse_in(
    alphabet: Alphabet,
    text: &str,
    parse: &dyn Fn(&str) -> Option<ParsedText>,
) -> Option<ParsedText> {
    let read = match alphabet {
        Alphabet::FromOne(_) => None,
        Alphabet::FromZero(_) => parse_from_zero(text, parse),
        Alphabet::Letters(_) => parse_letters(text, parse),
        Alphabet::TwoDigits => parse_two_digits(text, parse),
    };
    let read = read.filter(|read| definition(read.format).has_symbols)?;
    let format = if alphabet == Alphabet::TwoDigits { Format::Line } else { read.format };
    Some(ParsedText { alphabet, format, ..read })
}

/// Digits from 0: certain if other cells are empty, if the largest digit of the size does not occur, and if several cells are 0, no
/// two of them in a row, a column or a drawn box. If no boxes are drawn, the caller must check them.
fn parse_from_zero(text: &str, parse: &dyn Fn(&str) -> Option<ParsedText>) -> Option<ParsedText> {
    let numbers = translated(text, next_number)
        .and_then(|text| parse(&text))
        .filter(|read| read.format == Format::Drawing && read.grid.square_size() >= Some(NUMBER_SIZE_MIN));
    let symbols = || {
        let size_max =
            |format| if format == Format::Drawing { TRANSLATED_NUMBER_MIN } else { EMPTY_LETTER_SIZE };
        let read = translated(text, next_symbols).and_then(|text| parse(&text))?;
        (read.grid.square_size()? < size_max(read.format)).then_some(read)
    };
    numbers.or_else(symbols).filter(zeros_are_digits)
}

/// Letters alone: certain if there are several, in a grid of size 4 or more. From size 24, `X` is a letter or an empty cell.
fn parse_letters(text: &str, parse: &dyn Fn(&str) -> Option<ParsedText>) -> Option<ParsedText> {
    let read = |translate| translated(text, translate).and_then(|text| parse(&text));
    let read = match (read(letters), read(letters_without_x)) {
        (Some(one), Some(other)) => Some(one).filter(|one| one.grid == other.grid),
        (one, other) => one.or(other),
    };
    read.filter(has_several_digits)
}

/// Rows of a text that consists of strings in quotes, as in source code, with separators between them; `None` for all other texts.
pub(super) fn quoted_rows(text: &str) -> Option<String> {
    let mut rows = String::new();
    let mut rest = text.trim();
    let mut count = 0;
    if text.len() > BYTES_MAX || !rest.contains(QUOTES) {
        return None;
    }
    while let Some(start) = rest.find(QUOTES) {
        let (between, quoted) = rest.split_at(start);
        let quote = quoted.chars().next()?;
        let (row, after) = quoted[1..].split_once(quote)?;
        if !between.chars().all(is_separator) {
            return None;
        }
        rows.push_str(row.strip_suffix(ESCAPED_LINE_END).unwrap_or(row));
        rows.push('\n');
        count += 1;
        rest = after;
    }
    (count > 1 && rest.chars().all(is_separator)).then_some(rows)
}

fn is_separator(symbol: char) -> bool {
    symbol.is_whitespace() || matches!(symbol, ',' | ';' | '+' | '(' | ')' | '[' | ']' | '{' | '}')
}

/// Two decimal digits for each cell: certain unless the text is also a string of SudokuWiki.
fn parse_two_digits(text: &str, parse: &dyn Fn(&str) -> Option<ParsedText>) -> Option<ParsedText> {
    let read = pairs(text).and_then(|text| parse(&text))?;
    Some(read).filter(|read| has_several_digits(read) && !is_old_sudokuwiki(text))
}

/// Whether there are different digits in a grid of size 4 or more: a few symbols may be anything.
fn has_several_digits(read: &ParsedText) -> bool {
    let mut digits = read.grid.filled().map(|(_, digit)| digit);
    let first = digits.next();
    read.grid.square_size() >= Some(4) && digits.any(|digit| Some(digit) != first)
}

/// Whether a line is a comment or the name of a section, which have no symbols.
fn is_kept(line: &str) -> bool {
    line.trim_start().starts_with(['#', '['])
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
        if is_kept(line) {
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

/// Translates letters; an empty cell may be `0`.
fn letters(word: &str) -> Option<String> {
    let letter = |symbol: char| match symbol {
        '0' => Some('0'),
        _ if symbol.is_ascii_alphabetic() => char::from_digit(symbol.to_digit(36)? - 9, 36),
        _ => None,
    };
    word.chars().map(letter).collect()
}

/// [`letters`] without `x` and `X`, which are empty cells.
fn letters_without_x(word: &str) -> Option<String> {
    let letter = |symbol: char| {
        if EMPTY_LETTERS.contains(&symbol) { Some(symbol.to_string()) } else { letters(&symbol.to_string()) }
    };
    word.chars().map(letter).collect()
}

/// Translates two symbols for each cell into one. Separators do not stand within them. `None` if two symbols are neither a number of
/// the usual alphabet nor equal symbols of an empty cell.
fn pairs(text: &str) -> Option<String> {
    let mut translation = String::with_capacity(text.len() / 2);
    for line in text.lines().filter(|line| !is_kept(line)) {
        for word in line.split([' ', '\t', ',', ';']) {
            let symbols: Vec<char> = word.chars().collect();
            for pair in symbols.chunks(2) {
                let &[first, second] = pair else { return None };
                let symbol = match (first.to_digit(10), second.to_digit(10)) {
                    (Some(0), Some(0)) => '.',
                    (Some(tens), Some(ones)) => char::from_digit(10 * tens + ones, 36)?,
                    _ if first == second && EMPTY_SYMBOLS.contains(&first) => '.',
                    _ => return None,
                };
                translation.push(symbol);
            }
        }
        translation.push('\n');
    }
    Some(translation)
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
    use quadrille_sudoku::Digit;

    use super::*;
    use crate::{TextFault, parse};

    const HEX: &str = include_str!("../../../../tests/inputs/f13_hex16_dots.txt");

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

    /// A 16x16 with all digits, and with empty cells.
    fn large(symbol: impl Fn(usize) -> String, empty: &str) -> Vec<String> {
        let digit = |row: usize, column: usize| (row * 4 + row / 4 + column) % 16 + 1;
        let cell = |row: usize, column: usize| {
            if (row + column).is_multiple_of(3) { symbol(digit(row, column)) } else { empty.to_owned() }
        };
        (0..16).map(|row| (0..16).map(|column| cell(row, column)).collect()).collect()
    }

    fn letter(digit: usize) -> String {
        char::from(b'A' + digit as u8 - 1).to_string()
    }

    #[test]
    fn letters_are_read() {
        let usual = |digit: usize| {
            char::from_digit(digit as u32, 36).map_or_else(String::new, |symbol| symbol.to_string())
        };
        let expected = read(&large(usual, ".").concat()).expect("a line").grid;
        for empty in [".", "-", "0", "x"] {
            let rows = large(letter, empty);
            for text in [rows.concat(), rows.join("\n"), format!("# a 1\n{}", rows.join("\n"))] {
                let read = read(&text).expect("certain");
                assert_eq!(
                    (read.alphabet, &read.grid),
                    (Alphabet::Letters(LetterCase::Upper), &expected),
                    "{text}"
                );
                let lower = self::read(&text.to_lowercase()).expect("certain");
                assert_eq!((lower.alphabet, &lower.grid), (Alphabet::Letters(LetterCase::Lower), &expected));
            }
        }
        let small = read("AB..\n..CD\n....\nDCBA").expect("certain");
        assert_eq!(
            (small.alphabet, symbols(&small)),
            (Alphabet::Letters(LetterCase::Upper), "AB....CD....DCBA".to_owned())
        );
        let classic = format!("ABCDEFGHI{}", ".".repeat(72));
        assert_eq!(symbols(&read(&classic).expect("certain")), classic);
        // All digits of a 25x25, with `X`.
        let row = "ABCDEFGHIJKLMNOPQRSTUVWXY";
        let huge = format!("{row}{}", ".".repeat(600));
        assert_eq!(symbols(&read(&huge).expect("certain")), huge);
    }

    #[test]
    fn letters_with_two_meanings_keep_the_usual_one_or_are_refused() {
        // Digits from 10 of a 16x16.
        let usual = format!("ABCDEFG{}", ".".repeat(249));
        assert_eq!(read(&usual).expect("a line").alphabet, Alphabet::FromOne(LetterCase::Upper));
        for text in [
            // `X` is the digit 24 or an empty cell.
            format!("ABCDEFGHIJKLMNOPQRSTUVW{}", "X".repeat(602)),
            // A decimal digit, a letter that is too large, a single letter.
            format!("ABCDEFGH1{}", ".".repeat(72)),
            format!("ABCDEFGHJ{}", ".".repeat(72)),
            format!("H{}", ".".repeat(15)),
            "AB".to_owned() + "BA",
        ] {
            assert!(read(&text).is_err(), "{text}");
        }
    }

    #[test]
    fn two_digits_for_each_cell_are_read() {
        let number = |digit: usize| format!("{digit:02}");
        let usual = |digit: usize| {
            char::from_digit(digit as u32, 36).map_or_else(String::new, |symbol| symbol.to_string())
        };
        let expected = read(&large(usual, ".").concat()).expect("a line").grid;
        for empty in ["00", "..", "--"] {
            let rows = large(number, empty);
            let spaced = |row: &String| {
                row.as_bytes().chunks(2).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
            };
            let spaced_rows: Vec<String> = rows.iter().map(spaced).collect();
            for text in [
                rows.concat(),
                rows.join("\r\n"),
                spaced_rows.join(" "),
                spaced_rows.join(" ").replace(' ', ","),
            ] {
                let read = read(&text).unwrap_or_else(|faults| panic!("{faults:?}: {text}"));
                assert_eq!((read.alphabet, &read.grid), (Alphabet::TwoDigits, &expected), "{text}");
            }
        }
        let classic = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let pairs: String =
            classic.chars().map(|symbol| format!("0{}", symbol.to_digit(10).unwrap_or(0))).collect();
        let read = read(&pairs).expect("certain");
        assert_eq!((read.alphabet, symbols(&read)), (Alphabet::TwoDigits, classic.to_owned()));
        assert_eq!(Alphabet::TwoDigits.translate("12G"), "010216");
    }

    #[test]
    fn rows_in_quotes_are_read() {
        let rows = ["1...", "..3.", ".4..", "...2"];
        let join = |begin: &str, end: &str, between: &str| {
            rows.map(|row| format!("{begin}{row}{end}")).join(between)
        };
        for text in [
            join("\"", "\"", ",\n"),
            join("'", "',", "\n"),
            join("\"", "\"", "\n"),
            join("    \"", "\\n\"", " +\n"),
            format!("[{}]", join("'", "'", ", ")),
            format!("{{\n{}}};", join("\"", "\"", ",\n")),
        ] {
            assert_eq!(
                symbols(&read(&text).unwrap_or_else(|faults| panic!("{faults:?}: {text}"))),
                rows.concat(),
                "{text}"
            );
        }
        for text in ["\"1...\", a \"..3.\"", "\"1...\" \"..3.", "\"1.....3..4.....2"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn pairs_that_are_a_string_of_sudokuwiki_are_refused() {
        let pairs = format!("0305{}", "00".repeat(79));
        assert!(read(&pairs).is_err());
        // `07` is no cell of SudokuWiki.
        assert_eq!(read(&pairs.replacen("05", "07", 1)).expect("certain").alphabet, Alphabet::TwoDigits);
    }
}
