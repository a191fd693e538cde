//! The symbols in which people write a grid.
//!
//! One symbol a cell: `1` to `9`, then `A` to `Z` in either case (`A` is 10, `Z` is 35), and for an empty cell
//! one of `.`, `0`, `_`, `*` or `-`, the same throughout a puzzle. Size 36 has no 36th symbol, so its grids are
//! written as numbers.

use super::geometry::Position;
use super::grid::{Digit, Grid, size_for_cells};

/// The largest size that can be written with one symbol a cell.
pub const SYMBOL_SIZE_MAX: usize = 35;

/// The symbols for an empty cell.
pub const EMPTY_SYMBOLS: [char; 5] = ['.', '0', '_', '*', '-'];

/// The case of the letters that stand for digits from 10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LetterCase {
    /// `A` to `Z`.
    #[default]
    Upper,
    /// `a` to `z`.
    Lower,
}

/// Why a symbol cannot stand where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolFault {
    /// No digit and no empty cell is written so.
    Unknown(char),
    /// An empty cell was written in another way before.
    MixedEmpty {
        /// The symbol here.
        found: char,
        /// The symbol used first.
        first: char,
    },
    /// The digit is larger than the grid.
    TooLarge {
        /// The symbol here.
        symbol: char,
        /// The digit it stands for.
        digit: Digit,
        /// The size of the grid.
        size: usize,
    },
}

/// Reads symbols one by one, and remembers how the puzzle writes them.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolReader {
    empty: Option<char>,
    letters: Option<LetterCase>,
}

impl SymbolReader {
    /// The digit that a symbol stands for in a grid of this size, or `None` for an empty cell.
    ///
    /// # Errors
    /// The [`SymbolFault`]; reading can go on behind it.
    pub fn read(&mut self, symbol: char, size: usize) -> Result<Option<Digit>, SymbolFault> {
        if EMPTY_SYMBOLS.contains(&symbol) {
            let first = *self.empty.get_or_insert(symbol);
            return if first == symbol {
                Ok(None)
            } else {
                Err(SymbolFault::MixedEmpty { found: symbol, first })
            };
        }
        let digit = digit_of(symbol).ok_or(SymbolFault::Unknown(symbol))?;
        if digit.value() > size {
            return Err(SymbolFault::TooLarge { symbol, digit, size });
        }
        if symbol.is_ascii_uppercase() {
            self.letters = Some(LetterCase::Upper);
        } else if symbol.is_ascii_lowercase() {
            self.letters.get_or_insert(LetterCase::Lower);
        }
        Ok(Some(digit))
    }

    /// The case of the letters read: lower only where all were.
    pub fn letter_case(&self) -> Option<LetterCase> {
        self.letters
    }
}

fn digit_of(symbol: char) -> Option<Digit> {
    if !symbol.is_ascii() {
        return None;
    }
    Digit::new(symbol.to_digit(36)? as usize)
}

/// The symbol for a digit, or `None` for 36, which has none.
pub fn symbol_of(digit: Digit, case: LetterCase) -> Option<char> {
    let symbol = char::from_digit(u32::try_from(digit.value()).ok()?, 36)?;
    Some(match case {
        LetterCase::Upper => symbol.to_ascii_uppercase(),
        LetterCase::Lower => symbol,
    })
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// The symbols make no square of a size from 1 to [`SYMBOL_SIZE_MAX`].
    Length {
        /// How many symbols there are, white space aside.
        symbols: usize,
    },
    /// A symbol that cannot stand where it stands.
    Symbol {
        /// Where, in characters from the start of the line, white space included.
        offset: usize,
        /// The cell, where the length tells which one it is.
        cell: Option<Position>,
        /// What is wrong with it.
        fault: SymbolFault,
    },
}

/// The symbols of a line, which are all but ASCII white space, with their offsets in characters.
pub fn symbols_of(line: &str) -> impl Iterator<Item = (usize, char)> + Clone {
    line.chars().enumerate().filter(|(_, symbol)| !symbol.is_ascii_whitespace())
}

/// The size of the grid that a line has symbols for, whatever these are.
pub fn size_of_line(line: &str) -> Option<usize> {
    size_of_symbols(symbols_of(line).count())
}

fn size_of_symbols(count: usize) -> Option<usize> {
    size_for_cells(count).filter(|&size| size <= SYMBOL_SIZE_MAX)
}

/// What each byte of a line stands for: above, the digit, 0 for an empty cell, or [`CAREFUL`]; below, the ways of
/// writing that it is one of, a bit each.
static PLAIN_SYMBOLS: [u16; 256] = plain_symbols();

/// A byte that is no symbol: white space, a fault, or part of a longer character.
const CAREFUL: u16 = u8::MAX as u16;

/// Letters in upper case.
const UPPER: u16 = 1 << 7;

/// Letters in lower case.
const LOWER: u16 = 1 << 6;

/// The symbols for an empty cell, a bit each.
const EMPTY: u16 = (1 << EMPTY_SYMBOLS.len()) - 1;

const fn plain_symbols() -> [u16; 256] {
    let mut symbols = [CAREFUL << 8; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if let Some(value) = (byte as char).to_digit(36) {
            let way = if byte.is_ascii_uppercase() {
                UPPER
            } else if byte.is_ascii_lowercase() {
                LOWER
            } else {
                0
            };
            symbols[byte as usize] = (value as u16) << 8 | way;
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

/// Reads a line that is nothing but symbols and has no fault, as nearly all have: [`parse_line`], byte by byte.
fn parse_plain(line: &str) -> Option<(Grid, LetterCase)> {
    let size = size_of_symbols(line.len())?;
    let (mut largest, mut ways) = (0, 0);
    // Without a branch: nobody could predict which cells are empty.
    let read = |byte: u8| {
        let symbol = PLAIN_SYMBOLS[usize::from(byte)];
        largest = largest.max(symbol);
        ways |= symbol;
        Digit::new(usize::from(symbol >> 8))
    };
    let cells = line.bytes().map(read).collect();
    if usize::from(largest >> 8) > size || (ways & EMPTY).count_ones() > 1 {
        return None;
    }
    let case = if ways & (UPPER | LOWER) == LOWER { LetterCase::Lower } else { LetterCase::Upper };
    Grid::from_cells(cells).map(|grid| (grid, case))
}

/// Reads a grid written as one symbol a cell along the rows; ASCII white space is ignored. Calls `report` for
/// every fault, and gives the grid, with the case of its letters, where there is none.
pub fn parse_line(line: &str, report: &mut dyn FnMut(LineFault)) -> Option<(Grid, LetterCase)> {
    parse_plain(line).or_else(|| parse_carefully(line, report))
}

/// [`parse_line`] for every line: looks at each character, and goes on behind a fault.
fn parse_carefully(line: &str, report: &mut dyn FnMut(LineFault)) -> Option<(Grid, LetterCase)> {
    let symbols = symbols_of(line);
    let count = symbols.clone().count();
    let size = size_of_symbols(count);
    let mut sound = size.is_some();
    if !sound {
        report(LineFault::Length { symbols: count });
    }
    let mut reader = SymbolReader::default();
    let mut cells = Vec::with_capacity(if sound { count } else { 0 });
    for (index, (offset, symbol)) in symbols.enumerate() {
        match reader.read(symbol, size.unwrap_or(SYMBOL_SIZE_MAX)) {
            Ok(digit) if sound => cells.push(digit),
            Ok(_) => {}
            Err(fault) => {
                sound = false;
                let cell = size.map(|size| Position::of(index, size));
                report(LineFault::Symbol { offset, cell, fault });
            }
        }
    }
    if !sound {
        return None;
    }
    let case = reader.letter_case().unwrap_or_default();
    Grid::from_cells(cells).map(|grid| (grid, case))
}

/// Writes a grid as one symbol a cell along the rows, `.` for an empty cell; `None` where a digit has no symbol.
pub fn format_line(cells: &[Option<Digit>], case: LetterCase) -> Option<String> {
    cells.iter().map(|digit| digit.map_or(Some('.'), |digit| symbol_of(digit, case))).collect()
}

/// Appends what [`format_line`] writes. Where a digit has no symbol, nothing is appended and the answer is `false`.
pub fn append_line(cells: &[Option<Digit>], case: LetterCase, out: &mut Vec<u8>) -> bool {
    if cells.iter().flatten().any(|digit| digit.value() > SYMBOL_SIZE_MAX) {
        return false;
    }
    let symbols = match case {
        LetterCase::Upper => b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        LetterCase::Lower => b".123456789abcdefghijklmnopqrstuvwxyz",
    };
    out.extend(cells.iter().map(|digit| symbols[digit.map_or(0, Digit::value)]));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(line: &str) -> Vec<LineFault> {
        let mut faults = Vec::new();
        assert_eq!(parse_line(line, &mut |fault| faults.push(fault)), None);
        faults
    }

    fn parsed(line: &str) -> (Grid, LetterCase) {
        parse_line(line, &mut |fault| panic!("{fault:?}")).expect("no fault was reported")
    }

    #[test]
    fn symbols_go_from_1_to_z_in_either_case() {
        let symbols = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        for (digit, symbol) in Digit::all(SYMBOL_SIZE_MAX).zip(symbols.chars()) {
            assert_eq!(digit_of(symbol), Some(digit));
            assert_eq!(digit_of(symbol.to_ascii_lowercase()), Some(digit));
            assert_eq!(symbol_of(digit, LetterCase::Upper), Some(symbol));
        }
        assert_eq!(Digit::new(36).and_then(|digit| symbol_of(digit, LetterCase::Upper)), None);
    }

    #[test]
    fn white_space_is_ignored_and_every_empty_symbol_reads_alike() {
        let (expected, _) = parsed("1..4..........3.");
        for empty in EMPTY_SYMBOLS {
            let line = "\t1..4 ....\r\n....\x0c..3.\n".replace('.', &empty.to_string());
            assert_eq!(parsed(&line).0, expected);
        }
        assert_eq!(format_line(expected.cells(), LetterCase::Upper).as_deref(), Some("1..4..........3."));
    }

    #[test]
    fn letters_are_lower_case_only_where_all_are() {
        let line = |letters: &str| format!("{letters}{}", ".".repeat(256 - letters.len()));
        assert_eq!(parsed(&line("agc")).1, LetterCase::Lower);
        assert_eq!(parsed(&line("aGc")).1, LetterCase::Upper);
        assert_eq!(parsed(&line("12")).1, LetterCase::Upper);
    }

    #[test]
    fn every_fault_is_reported_with_offset_and_cell() {
        let cell = |row, column| Some(Position { row, column });
        assert_eq!(
            faults("1 x..\n..-.5...\u{ff11}..."),
            [
                LineFault::Symbol {
                    offset: 2,
                    cell: cell(1, 2),
                    fault: SymbolFault::TooLarge {
                        symbol: 'x',
                        digit: Digit::new(33).expect("x is 33"),
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
    fn a_length_that_is_no_square_is_reported_beside_the_symbols() {
        assert_eq!(faults(""), [LineFault::Length { symbols: 0 }]);
        assert_eq!(
            faults("1\0"),
            [
                LineFault::Length { symbols: 2 },
                LineFault::Symbol { offset: 1, cell: None, fault: SymbolFault::Unknown('\0') }
            ]
        );
        assert_eq!(faults(&".".repeat(1296)), [LineFault::Length { symbols: 1296 }]);
    }
}
