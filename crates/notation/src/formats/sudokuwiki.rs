//! Strings of SudokuWiki: the clue, the digit or the candidates of each cell as a number.
//!
//! Version B is `S`, the size, `B` and a number in base 36 for each cell. The version before it has two digits in base 32 for each
//! cell of a 9x9. Source: <https://www.sudokuwiki.org/Sudoku_String_Definitions>.

use quadrille_sudoku::text::{LetterCase, SYMBOL_SIZE_MAX};
use quadrille_sudoku::{Digit, DigitSet, Grid, Position};

use super::constraint_reader::ConstraintReader;
use super::content::{Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report};
use super::format_faults::{FormatFaults, FormatResult};
use super::text_format::TextFormat;
use crate::formats::Format;

const FORMAT: Format = Format::Sudokuwiki;

/// Base of the numbers of version B.
const BASE: u32 = 36;

/// Base, digits per cell and size of the version before.
const OLD_BASE: u32 = 32;
const OLD_WIDTH: usize = 2;
const OLD_SIZE: usize = 9;

/// Letter of a classic puzzle, and of its version.
const CLASSIC: char = 'S';
const VERSION: char = 'B';

/// Letters of puzzles with a constraint, its name, and its type.
const CONSTRAINTS: [(char, &str, &str); 2] = [('W', "windoku", "windoku"), ('X', "diagonals", "diagonals")];

/// Letters of puzzles whose constraints are not read, their name, and the constraints in words.
const OTHERS: [(char, &str, &str); 7] = [
    ('C', "colour", "the colours of Colour Sudoku"),
    ('D', "kendoku", "KenDoku cages"),
    ('J', "jigsaw", "jigsaw regions"),
    ('K', "kenken", "KenKen cages"),
    ('L', "killer", "killer cages"),
    ('M', "killer", "killer cages and jigsaw regions"),
    ('T', "str8ts", "Str8ts"),
];

/// Minimum number of digits of a string that may be cut.
const DIGITS_MIN: usize = 16;

/// Parameter of addresses with a string.
const PARAMETER: &str = "bd=";

/// String of SudokuWiki.
pub(super) struct Sudokuwiki;

impl TextFormat for Sudokuwiki {
    const DESCRIPTION: &'static str = "\
        A string of SudokuWiki, alone or in an address: `S9B` and two characters for each cell, or 162 characters. A digit \
        that a player has placed is the only candidate of its cell.";
    const EXAMPLE: &'static str = "S4B1000003004000002";
    const HAS_ADDRESSES: bool = true;
    const MAY_BE_LONG: bool = true;
    const FAULT_RANK: Option<u8> = Some(2);

    /// Whether a text has as many digits of a number for each cell as a string of SudokuWiki, or begins like one that was cut.
    fn may_be(text: &str) -> bool {
        let (data, _) = data_of(text);
        let is_word = |data: &str| data.bytes().all(|byte| byte.is_ascii_alphanumeric());
        match versioned(data) {
            Some((kind, size, numbers)) if is_numbered(kind) => {
                is_word(data) && (numbers.len() == size * size * width(size) || numbers.len() >= DIGITS_MIN)
            }
            Some((_, size, numbers)) => {
                is_word(data) && !numbers.is_empty() && numbers.len() % (size * size) == 0
            }
            None => parse_old(data).is_some(),
        }
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        FormatFaults::collect_until_fault(report, |faults| parse(text, faults).map(Some))
    }

    /// Formats a puzzle in version B. A cell with one candidate has a digit of the player.
    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
        content.require_4x4()?;
        content.require_symbols()?;
        content.require_candidates()?;
        let size = content.size();
        let (width, all) = (width(size), DigitSet::all(size));
        let symbol = |number: u64| {
            char::from_digit(u32::try_from(number % u64::from(BASE)).unwrap_or(0), BASE).unwrap_or('0')
        };
        let mut text = format!("{CLASSIC}{}{VERSION}", symbol(size as u64).to_ascii_uppercase());
        for (index, clue) in content.cells.iter().enumerate() {
            let set = content.candidates.map_or(all, |sets| sets[index]);
            let number = match (clue, set.only()) {
                (Some(clue), _) => clue.value() as u64,
                (None, Some(only)) => (size + only.value()) as u64,
                (None, None) if set == all => 0,
                (None, None) => 2 * size as u64 + set.bits(),
            };
            let digits = (0..width).rev().map(|place| symbol(number / u64::from(BASE).pow(place as u32)));
            text.extend(digits);
        }
        Ok(text)
    }
}

/// The data of a text, which may be an address, and its offset in characters.
fn data_of(text: &str) -> (&str, usize) {
    let trimmed = text.trim();
    let skipped = text.chars().count() - text.trim_start().chars().count();
    match trimmed.split_once(PARAMETER) {
        Some((address, data)) if address.starts_with("http") => {
            let data = data.split(['&', '#']).next().unwrap_or_default();
            (data, skipped + address.chars().count() + PARAMETER.len())
        }
        _ => (trimmed, skipped),
    }
}

/// The letter, the size and the numbers of a string whose version is a letter.
fn versioned(data: &str) -> Option<(char, usize, &str)> {
    let mut chars = data.chars();
    let (kind, size, version) = (chars.next()?, chars.next()?, chars.next()?);
    let size = usize::try_from(size.to_digit(BASE)?).ok()?;
    let kind = kind.to_ascii_uppercase();
    let is_known = is_numbered(kind) || OTHERS.iter().any(|&(letter, ..)| letter == kind);
    let numbers = chars.as_str();
    let is_version =
        version.eq_ignore_ascii_case(&VERSION) || (kind != CLASSIC && version.is_ascii_alphabetic());
    (is_known && is_version && (4..=SYMBOL_SIZE_MAX).contains(&size)).then_some((kind, size, numbers))
}

/// Whether puzzles of a letter have a number for each cell, as classic ones.
fn is_numbered(kind: char) -> bool {
    kind == CLASSIC || CONSTRAINTS.iter().any(|&(letter, ..)| letter == kind)
}

/// Whether a text is a string of the version before B.
pub(super) fn is_old_sudokuwiki(text: &str) -> bool {
    parse_old(text.trim()).is_some()
}

/// Whether each cell is a decimal digit after a 0.
fn is_two_digits(data: &str) -> bool {
    data.as_bytes().chunks(OLD_WIDTH).all(|pair| matches!(pair, [b'0', b'0'..=b'9']))
}

/// Digits in base 36 of the largest number of a size: all candidates.
fn width(size: usize) -> usize {
    let largest = 2 * size as u64 + (1 << size) - 1;
    (1..).find(|&width| u64::from(BASE).pow(width) > largest).map_or(0, |width| width as usize)
}

/// The clue of a cell, and its candidates.
type CellContent = (Option<Digit>, DigitSet);

fn parse(text: &str, faults: &mut FormatFaults) -> FormatResult<ParsedText> {
    let (data, start) = data_of(text);
    let fault = |reason, offset| Box::new(FormatFault::new(FORMAT, reason).at(offset));
    let Some((kind, size, numbers)) = versioned(data) else {
        if is_two_digits(data) && parse_old(data).is_some() {
            let detail = "the text is a string of SudokuWiki, or a 9x9 with two digits for each cell: write one digit for each cell";
            return Err(fault(FormatFaultReason::Syntax(detail.to_owned()), start));
        }
        return parse_old(data).and_then(puzzle_of).ok_or_else(|| {
            let detail =
                "expected S, the size, B and a number for each cell, or two digits for each of 81 cells";
            fault(FormatFaultReason::Syntax(detail.to_owned()), start)
        });
    };
    if let Some(&(_, name, detail)) = OTHERS.iter().find(|&&(letter, ..)| letter == kind) {
        let reason = FormatFaultReason::Constraint { name: name.to_owned(), detail: detail.to_owned() };
        return Err(fault(reason, start));
    }
    let width = width(size);
    let chars: Vec<char> = numbers.chars().collect();
    if chars.len() != size * size * width {
        let detail = format!(
            "expected {} digits, {width} for each cell of size {size}, got {}",
            size * size * width,
            chars.len()
        );
        return Err(fault(FormatFaultReason::Damaged(detail), start + 3));
    }
    let mut cells = Vec::with_capacity(size * size);
    for (index, digits) in chars.chunks(width).enumerate() {
        let number = number_of(digits, BASE);
        match number.and_then(|number| content_of(number, size)) {
            Some(content) => cells.push(content),
            None => {
                let digits: String = digits.iter().collect();
                let fault =
                    FormatFault::syntax(FORMAT, format!("`{digits}` is no content of a cell of size {size}"))
                        .at(start + 3 + index * width);
                faults.push(fault.in_cell(Position::of(index, size)));
            }
        }
    }
    let no_cells = || fault(FormatFaultReason::Syntax("there are no cells".to_owned()), start);
    let is_whole = cells.len() == size * size;
    let read = puzzle_of(cells).ok_or_else(no_cells)?;
    if !is_whole {
        // There are faults already.
        return Ok(read);
    }
    let constraint = CONSTRAINTS.iter().find(|&&(letter, ..)| letter == kind);
    let mut reader = ConstraintReader::new(read, faults).ok_or_else(no_cells)?;
    if let Some((_, name, type_name)) = constraint {
        reader.add(name, type_name, []);
    }
    reader.finish().ok_or_else(no_cells)
}

fn number_of(digits: &[char], base: u32) -> Option<u64> {
    digits.iter().try_fold(0, |number: u64, digit| {
        number.checked_mul(u64::from(base))?.checked_add(u64::from(digit.to_digit(base)?))
    })
}

/// The content of a cell from its number: 0 if it is empty, a clue, a digit of the player, or candidates, one range after the other.
fn content_of(number: u64, size: usize) -> Option<CellContent> {
    let all = DigitSet::all(size);
    let value = usize::try_from(number).ok()?;
    Some(match value {
        0 => (None, all),
        _ if value <= size => (Digit::new(value), all),
        _ if value <= 2 * size => (None, DigitSet::of(Digit::new(value - size)?)),
        _ => (None, set_of(number - 2 * size as u64, size)?),
    })
}

/// The digits of bits; `None` for bits of larger digits.
fn set_of(bits: u64, size: usize) -> Option<DigitSet> {
    let digits = Digit::all(size).filter(|digit| bits >> digit.index() & 1 == 1);
    (bits >> size == 0).then(|| digits.collect())
}

/// The cells of a string of the version before B: bits of the digits, and a bit for a clue.
fn parse_old(data: &str) -> Option<Vec<CellContent>> {
    if data.len() != OLD_SIZE * OLD_SIZE * OLD_WIDTH {
        return None;
    }
    let chars: Vec<char> = data.chars().collect();
    let cell = |digits: &[char]| {
        let number = number_of(digits, OLD_BASE)?;
        let (set, is_clue) = (set_of(number >> 1, OLD_SIZE)?, number & 1 == 1);
        match (is_clue, set.only()) {
            (true, clue) => clue.map(|clue| (Some(clue), DigitSet::all(OLD_SIZE))),
            (false, _) if set.is_empty() => Some((None, DigitSet::all(OLD_SIZE))),
            (false, _) => Some((None, set)),
        }
    };
    chars.chunks(OLD_WIDTH).map(cell).collect()
}

fn puzzle_of(cells: Vec<CellContent>) -> Option<ParsedText> {
    let (clues, sets) = cells.into_iter().unzip();
    let clues = Grid::from_cells(clues)?;
    Some(ParsedText::of_clues((clues, LetterCase::default()), FORMAT).restricted(sets))
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::BoxShape;
    use quadrille_sudoku::constraints::Constraint;
    use quadrille_sudoku::text::format_line;

    use super::*;
    use crate::{TextFault, parse};

    /// A position in version B, with 81 numbers of two digits.
    const VERSION_B: &str = "S9B4s010g091803064a4c281c1i2t082q7r7v81094g520l1o1m054b074i0g024i018i04038i4nbqba048y02b70gc34306040c07b6020eb707bk01447wbeba0f0558bgc22q032qb7bfbf4ebi05067u010g02bi";
    const CLUES_B: &str = ".1.9.36......8....9.....5.7..2.1.43....4.2....64.7.2..7.1.....5....3......56.1.2.";
    /// The same in the version before: the clue 8, the digit 2 of a player, and candidates.
    const OLD: &str = "8104jk4s5e0ujalgnqhm0m0921d68mp2tgli3i413g8og18q059g3qiu11ikocac41q2okimieaei4oc0h1141o4i6mkakmk03a4q4r009jk5s0s03ks4cgsh821816s2s81116cisg803kc7cg174cceeae0h545c";

    fn read(text: &str) -> Result<ParsedText, Vec<TextFault>> {
        let mut faults = Vec::new();
        parse(text, None, &mut |fault| faults.push(fault)).ok_or(faults)
    }

    fn line(read: &ParsedText) -> String {
        format_line(read.grid.cells(), LetterCase::Upper).expect("symbols")
    }

    fn candidates(read: &ParsedText, cell: usize) -> Vec<usize> {
        let sets = read.candidates.as_ref().expect("restricted");
        sets[cell].digits().map(Digit::value).collect()
    }

    #[test]
    fn version_b_has_clues_digits_and_candidates() {
        for text in [
            VERSION_B.to_owned(),
            VERSION_B.to_lowercase(),
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={VERSION_B}&x=1"),
        ] {
            let read = read(&text).expect("valid");
            assert_eq!((read.format, line(&read)), (FORMAT, CLUES_B.to_owned()), "{text}");
            // `4s` is 172: 154 above the digits of the player, `0g` the digit 7 of the player.
            assert_eq!(candidates(&read, 0), [2, 4, 5, 8]);
            assert_eq!(candidates(&read, 2), [7]);
        }
    }

    #[test]
    fn diagonals_and_windows_are_read() {
        for (letter, expected) in [("X", "diagonals"), ("W", "windoku"), ("S", "")] {
            let read = read(&VERSION_B.replacen('S', letter, 1)).expect("valid");
            let names: Vec<&str> = read.constraints.iter().map(Constraint::type_name).collect();
            assert_eq!((line(&read), names.join(",")), (CLUES_B.to_owned(), expected.to_owned()));
        }
    }

    #[test]
    fn version_before_has_bits_of_digits() {
        for text in [OLD.to_owned(), format!("https://www.sudokuwiki.org/sudoku.htm?bd={OLD}")] {
            let read = read(&text).expect("valid");
            assert_eq!((read.format, &line(&read)[..2]), (FORMAT, "8."), "{text}");
            assert_eq!(candidates(&read, 1), [2]);
            // `jk` is 19 * 32 + 20: bits 1, 3, 4, 5 and 8 above the bit for a clue.
            assert_eq!(candidates(&read, 2), [2, 4, 5, 6, 9]);
        }
    }

    #[test]
    fn faults_name_the_cell_or_the_constraint() {
        let faults = |text: &str| match &read(text).expect_err("invalid")[..] {
            [TextFault::Format(FormatFault { format: FORMAT, offset, cell, reason })] => {
                (*offset, cell.map(|cell| cell.to_string()), reason.clone())
            }
            other => panic!("{other:?}"),
        };
        let reason = FormatFaultReason::Syntax("`zz` is no content of a cell of size 9".to_owned());
        assert_eq!(
            faults(&VERSION_B.replacen("010g", "zz0g", 1)),
            (Some(5), Some("r1c2".to_owned()), reason)
        );
        for (letter, name, detail) in [("J", "jigsaw", "jigsaw regions"), ("L", "killer", "killer cages")] {
            let reason = FormatFaultReason::Constraint { name: name.to_owned(), detail: detail.to_owned() };
            assert_eq!(faults(&VERSION_B.replacen('S', letter, 1)), (Some(0), None, reason));
        }
        // A clue of two digits, or of none.
        for wrong in [OLD.replacen("81", "a1", 1), OLD.replacen("81", "01", 1), OLD.replacen("81", "y1", 1)] {
            assert!(read(&wrong).is_err());
        }
        let mut found = Vec::new();
        for text in
            [&VERSION_B[..100], &format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", &VERSION_B[..99])]
        {
            found.clear();
            parse(text, None, &mut |fault| found.push(fault));
            assert!(
                matches!(
                    &found[..],
                    [TextFault::Format(FormatFault { reason: FormatFaultReason::Damaged(_), .. })]
                ),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn largest_numbers_of_each_size_are_written_and_read() {
        for size in 4..=SYMBOL_SIZE_MAX {
            let mut sets = vec![DigitSet::all(size); size * size];
            sets[0] = DigitSet::all(size).without(Digit::new(1).expect("a digit"));
            sets[1] = DigitSet::of(Digit::new(size).expect("a digit"));
            let mut cells = vec![None; size * size];
            cells[2] = Digit::new(size);
            let box_shape = BoxShape::usual(size);
            let content = Content {
                cells: &cells,
                candidates: Some(&sets),
                box_shape,
                rules: None,
                case: LetterCase::Upper,
            };
            let text = Sudokuwiki::format(&content).expect("symbols");
            let read = read(&text).unwrap_or_else(|faults| panic!("{faults:?}: {text}"));
            assert_eq!(read.grid.cells(), cells, "{text}");
            assert_eq!(read.candidates.as_deref(), Some(&sets[..]), "{text}");
        }
    }
}
