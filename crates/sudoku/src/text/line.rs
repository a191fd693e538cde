//! Line notation: one symbol per cell, row by row.

use std::fmt;

use thiserror::Error;

use super::symbol::{EMPTY_SYMBOLS, LetterCase, SYMBOL_SIZE_MAX, SymbolFault, SymbolReader};
use crate::model::{Digit, Grid, Position, SIZE_MAX, size_for_cells};

/// A fault in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineFault {
    /// The number of symbols is not the square of a size from 1 to [`SYMBOL_SIZE_MAX`].
    Length {
        /// Number of symbols, without white space.
        symbols: usize,
    },
    /// A symbol is invalid.
    Symbol {
        /// Offset in characters from the start of the line, with white space.
        offset: usize,
        /// The cell; `None` if the length is wrong.
        cell: Option<Position>,
        /// The fault.
        fault: SymbolFault,
    },
}

impl LineFault {
    /// The fault of a line that begins at this offset of a longer text.
    #[must_use]
    pub fn moved_by(self, start: usize) -> Self {
        match self {
            Self::Symbol { offset, cell, fault } => Self::Symbol { offset: start + offset, cell, fault },
            Self::Length { .. } => self,
        }
    }
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { symbols } if *symbols > SYMBOL_SIZE_MAX * SYMBOL_SIZE_MAX => write!(
                f,
                "{symbols} symbols make no grid: the largest is {SYMBOL_SIZE_MAX}x{SYMBOL_SIZE_MAX}, with {} symbols, or a \
                 {SIZE_MAX}x{SIZE_MAX} of {} numbers with spaces between them",
                SYMBOL_SIZE_MAX * SYMBOL_SIZE_MAX,
                SIZE_MAX * SIZE_MAX
            ),
            Self::Length { symbols } => {
                let below = symbols.isqrt().clamp(1, SYMBOL_SIZE_MAX - 1);
                let above = below + 1;
                write!(
                    f,
                    "{symbols} symbols make no grid: a grid of size n has n*n, such as {} ({below}x{below}) or {} \
                     ({above}x{above})",
                    below * below,
                    above * above
                )
            }
            Self::Symbol { cell: Some(cell), fault, .. } => write!(f, "{cell}: {fault}"),
            Self::Symbol { offset, cell: None, fault } => write!(f, "character {}: {fault}", offset + 1),
        }
    }
}

/// Symbols of the largest grid, and of some cells too many.
const SYMBOLS_MAX: usize = 2 * SYMBOL_SIZE_MAX * SYMBOL_SIZE_MAX;

/// Maximum number of faults of a line with more symbols.
const LONG_FAULTS_MAX: usize = 100;

/// The size of a square grid of numbers with white space between them; `None` for symbols.
///
/// A grid of symbols is not in groups of one and two that are as many as the cells of another grid, except on purpose.
pub fn size_of_numbers(text: &str) -> Option<usize> {
    let mut numbers = text.split_ascii_whitespace();
    if numbers.clone().any(|number| number.len() > 2) {
        return None;
    }
    let size = size_for_cells(numbers.clone().count()).filter(|&size| size > 9)?;
    (size > SYMBOL_SIZE_MAX || numbers.any(|number| number.len() == 2)).then_some(size)
}

/// All characters of a line except ASCII white space, with their offsets in characters.
pub fn symbols_of(line: &str) -> impl Iterator<Item = (usize, char)> + Clone {
    line.chars().enumerate().filter(|(_, symbol)| !symbol.is_ascii_whitespace())
}

/// The grid size for the number of symbols in a line, valid or not.
pub fn size_of_line(line: &str) -> Option<usize> {
    size_of_symbols(symbols_of(line).count())
}

fn size_of_symbols(count: usize) -> Option<usize> {
    size_for_cells(count).filter(|&size| size <= SYMBOL_SIZE_MAX)
}

/// Meaning of each byte. High byte: the digit, 0 for an empty cell, or [`NO_SYMBOL`]. Low byte: a bit for the letter case
/// or for the symbol of an empty cell.
static SYMBOLS: [u16; 256] = symbols_by_byte();

/// A byte that is not a symbol: white space, an invalid character, or part of a multi-byte character.
const NO_SYMBOL: u16 = u8::MAX as u16;

/// Bit of upper-case letters.
const UPPER: u16 = 1 << 7;

/// Bit of lower-case letters.
const LOWER: u16 = 1 << 6;

/// Bits of the symbols for an empty cell.
const EMPTY: u16 = (1 << EMPTY_SYMBOLS.len()) - 1;

const fn symbols_by_byte() -> [u16; 256] {
    let mut symbols = [NO_SYMBOL << 8; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if let Some(value) = (byte as char).to_digit(36) {
            let case = if byte.is_ascii_uppercase() {
                UPPER
            } else if byte.is_ascii_lowercase() {
                LOWER
            } else {
                0
            };
            symbols[byte as usize] = (value as u16) << 8 | case;
        }
        byte += 1;
    }
    let mut k = 0;
    while k < EMPTY_SYMBOLS.len() {
        symbols[EMPTY_SYMBOLS[k] as usize] = 1 << k;
        k += 1;
    }
    symbols
}

/// The largest size without letters.
const DECIMAL_SIZE_MAX: usize = 9;

/// Size and cells of a line of the digits 1 to the size and one of the symbols for empty cells; `None` for all other lines.
pub fn decimal_cells(line: &[u8]) -> Option<(usize, impl ExactSizeIterator<Item = Option<Digit>>)> {
    let size = size_of_symbols(line.len()).filter(|&size| size <= DECIMAL_SIZE_MAX)?;
    // All conditions compare bytes with bytes, and none ends a loop early, so that the compiler vectorises both.
    let largest = size as u8;
    let is_digit = |byte: u8| byte.wrapping_sub(b'1') < largest;
    let empty = line.iter().copied().find(|&byte| !is_digit(byte)).unwrap_or(b'.');
    if !EMPTY_SYMBOLS.contains(&char::from(empty)) {
        return None;
    }
    let is_sound = line.iter().fold(true, |is_sound, &byte| is_sound & (is_digit(byte) | (byte == empty)));
    let cell = |&byte: &u8| {
        let value = usize::from(byte.wrapping_sub(b'0'));
        Digit::new(if value <= DECIMAL_SIZE_MAX { value } else { 0 })
    };
    is_sound.then(|| (size, line.iter().map(cell)))
}

/// Fast path of [`parse_line`] for lines without white space and faults; `None` for most others.
pub fn parse_plain_line(line: &[u8]) -> Option<(Grid, LetterCase)> {
    if let Some((_, cells)) = decimal_cells(line) {
        return Grid::from_cells(cells.collect()).map(|grid| (grid, LetterCase::Upper));
    }
    let size = size_of_symbols(line.len())?;
    let (mut largest, mut seen) = (0, 0);
    // No branch on empty cells: it would be unpredictable.
    let read = |byte: u8| {
        let symbol = SYMBOLS[usize::from(byte)];
        largest = largest.max(symbol);
        seen |= symbol;
        Digit::new(usize::from(symbol >> 8))
    };
    let cells = line.iter().copied().map(read).collect();
    if usize::from(largest >> 8) > size || (seen & EMPTY).count_ones() > 1 {
        return None;
    }
    let case = if seen & (UPPER | LOWER) == LOWER { LetterCase::Lower } else { LetterCase::Upper };
    Grid::from_cells(cells).map(|grid| (grid, case))
}

/// [`parse_line`] without faults: gives up at the first one.
pub fn read_line(line: &str) -> Option<(Grid, LetterCase)> {
    let plain = parse_plain_line(line.as_bytes());
    // Most texts that are no puzzle have more symbols, or fewer.
    let may_be = || {
        let symbols = symbols_of(line).take(SYMBOL_SIZE_MAX * SYMBOL_SIZE_MAX + 1);
        size_of_symbols(symbols.count()).is_some()
    };
    plain.or_else(|| may_be().then(|| parse_with_faults(line, &mut |_| {})).flatten())
}

/// Parses a line; ASCII white space is ignored. Returns the grid and its letter case, or calls `report` for every fault
/// and returns `None`.
pub fn parse_line(line: &str, report: &mut dyn FnMut(LineFault)) -> Option<(Grid, LetterCase)> {
    parse_plain_line(line.as_bytes()).or_else(|| parse_with_faults(line, report))
}

/// [`parse_line`] for every line: checks each character and continues after a fault. A line that is much too long has its first
/// faults only.
fn parse_with_faults(line: &str, report: &mut dyn FnMut(LineFault)) -> Option<(Grid, LetterCase)> {
    let symbols = symbols_of(line);
    let count = symbols.clone().count();
    let size = size_of_symbols(count);
    let mut is_valid = size.is_some();
    // A character that is no symbol explains a wrong length.
    let is_unknown = |symbol| {
        matches!(SymbolReader::default().read(symbol, SYMBOL_SIZE_MAX), Err(SymbolFault::Unknown(_)))
    };
    let has_unknown = size.is_none() && symbols.clone().any(|(_, symbol)| is_unknown(symbol));
    let length = LineFault::Length { symbols: count };
    if !is_valid && !has_unknown {
        report(length);
    }
    let mut reader = SymbolReader::default();
    let mut cells = Vec::with_capacity(if is_valid { count } else { 0 });
    let mut faults = 0;
    for (index, (offset, symbol)) in symbols.enumerate() {
        if size.is_none() && index > SYMBOLS_MAX && faults > LONG_FAULTS_MAX {
            break;
        }
        match reader.read(symbol, size.unwrap_or(SYMBOL_SIZE_MAX)) {
            Ok(digit) if is_valid => cells.push(digit),
            Ok(_) => {}
            Err(fault) => {
                is_valid = false;
                let cell = size.map(|size| Position::of(index, size));
                report(LineFault::Symbol { offset, cell, fault });
                faults += 1;
            }
        }
    }
    if has_unknown {
        report(length);
    }
    if !is_valid {
        return None;
    }
    let case = reader.letter_case().unwrap_or_default();
    Grid::from_cells(cells).map(|grid| (grid, case))
}

/// Formats cells as a line, with `.` for an empty cell; `None` if a digit has no symbol.
pub fn format_line(cells: &[Option<Digit>], case: LetterCase) -> Option<String> {
    let mut line = Vec::with_capacity(cells.len());
    if !append_line(cells, case, &mut line) {
        return None;
    }
    String::from_utf8(line).ok()
}

/// Appends the output of [`format_line`]. If a digit has no symbol, appends nothing and returns `false`.
pub fn append_line(cells: &[Option<Digit>], case: LetterCase, out: &mut Vec<u8>) -> bool {
    let values = cells.iter().map(|digit| digit.map_or(0, Digit::value) as u8);
    if usize::from(values.clone().fold(0, u8::max)) > SYMBOL_SIZE_MAX {
        return false;
    }
    let first_letter = match case {
        LetterCase::Upper => b'A',
        LetterCase::Lower => b'a',
    };
    let start = out.len();
    out.resize(start + cells.len(), 0);
    for (symbol, value) in out[start..].iter_mut().zip(values) {
        // Choices between values, which the compiler vectorises.
        let zero = if value <= DECIMAL_SIZE_MAX as u8 { b'0' } else { first_letter - 10 };
        *symbol = if value == 0 { b'.' } else { zero + value };
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::symbol::{EMPTY_LETTERS, digit_of, symbol_of};

    fn faults(line: &str) -> Vec<LineFault> {
        let mut faults = Vec::new();
        assert_eq!(parse_line(line, &mut |fault| faults.push(fault)), None);
        faults
    }

    fn parsed(line: &str) -> (Grid, LetterCase) {
        parse_line(line, &mut |fault| panic!("{fault:?}")).expect("no fault was reported")
    }

    #[test]
    fn symbols_are_1_to_z_in_either_case() {
        let symbols = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        for (digit, symbol) in Digit::all(SYMBOL_SIZE_MAX).zip(symbols.chars()) {
            assert_eq!(digit_of(symbol), Some(digit));
            assert_eq!(digit_of(symbol.to_ascii_lowercase()), Some(digit));
            assert_eq!(symbol_of(digit, LetterCase::Upper), Some(symbol));
        }
        assert_eq!(Digit::new(36).and_then(|digit| symbol_of(digit, LetterCase::Upper)), None);
    }

    #[test]
    fn line_has_the_symbol_of_each_digit() {
        for case in [LetterCase::Upper, LetterCase::Lower] {
            let digits = || Digit::all(SYMBOL_SIZE_MAX);
            let cells: Vec<_> = std::iter::once(None).chain(digits().map(Some)).collect();
            let symbols = digits().filter_map(|digit| symbol_of(digit, case));
            let expected: String = std::iter::once('.').chain(symbols).collect();
            assert_eq!(format_line(&cells, case), Some(expected));
        }
    }

    #[test]
    fn digit_without_symbol_appends_nothing() {
        let mut cells = vec![Digit::new(1); 4];
        let mut out = b"kept".to_vec();
        assert!(append_line(&cells, LetterCase::Upper, &mut out));
        assert_eq!(out, b"kept1111");
        cells[2] = Digit::new(36);
        assert!(!append_line(&cells, LetterCase::Upper, &mut out));
        assert_eq!(out, b"kept1111");
        assert_eq!(format_line(&cells, LetterCase::Upper), None);
    }

    #[test]
    fn white_space_is_ignored_and_empty_symbols_are_equivalent() {
        let (expected, _) = parsed("1..4..........3.");
        for empty in EMPTY_SYMBOLS.into_iter().chain(EMPTY_LETTERS) {
            let line = "\t1..4 ....\r\n....\x0c..3.\n".replace('.', &empty.to_string());
            assert_eq!(parsed(&line).0, expected);
        }
        assert_eq!(format_line(expected.cells(), LetterCase::Upper).as_deref(), Some("1..4..........3."));
    }

    #[test]
    fn x_is_an_empty_cell_up_to_size_32() {
        for (size, empty) in [(32, true), (33, false)] {
            let line = "x".repeat(size * size);
            assert_eq!(parsed(&line).0.largest().is_none(), empty, "{size}");
        }
    }

    #[test]
    fn letter_case_is_lower_only_if_all_letters_are() {
        let line = |letters: &str| format!("{letters}{}", ".".repeat(256 - letters.len()));
        assert_eq!(parsed(&line("agc")).1, LetterCase::Lower);
        assert_eq!(parsed(&line("aGc")).1, LetterCase::Upper);
        assert_eq!(parsed(&line("12")).1, LetterCase::Upper);
    }

    #[test]
    fn every_fault_is_reported_with_offset_and_cell() {
        let cell = |row, column| Some(Position { row, column });
        assert_eq!(
            faults("1 w..\n..-.5...\u{ff11}..."),
            [
                LineFault::Symbol {
                    offset: 2,
                    cell: cell(1, 2),
                    fault: SymbolFault::TooLarge {
                        symbol: 'w',
                        digit: Digit::new(32).expect("w is 32"),
                        size: 4
                    }
                },
                LineFault::Symbol {
                    offset: 8,
                    cell: cell(2, 3),
                    fault: SymbolFault::MixedEmpty { found: '-', first: '.' }
                },
                LineFault::Symbol {
                    offset: 10,
                    cell: cell(3, 1),
                    fault: SymbolFault::TooLarge {
                        symbol: '5',
                        digit: Digit::new(5).expect("a digit"),
                        size: 4
                    }
                },
                LineFault::Symbol { offset: 14, cell: cell(4, 1), fault: SymbolFault::Unknown('\u{ff11}') },
            ]
        );
    }

    #[test]
    fn wrong_length_is_reported_after_unknown_symbols() {
        assert_eq!(faults(""), [LineFault::Length { symbols: 0 }]);
        assert_eq!(
            faults("1\0"),
            [
                LineFault::Symbol { offset: 1, cell: None, fault: SymbolFault::Unknown('\0') },
                LineFault::Length { symbols: 2 }
            ]
        );
        assert_eq!(faults(&".".repeat(1296)), [LineFault::Length { symbols: 1296 }]);
    }
}
