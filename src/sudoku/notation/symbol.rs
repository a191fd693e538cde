//! Symbols of cells.
//!
//! Digits are `1` to `9`, then `A` to `Z` in either case (`A` is 10, `Z` is 35). An empty cell is one of `.`, `0`, `_`, `*`,
//! `-`, `x` or `X`, the same throughout a puzzle; from size 33, `x` and `X` are the digit 33. There is no symbol for 36: grids
//! of size 36 are written as numbers.

use crate::sudoku::model::Digit;

/// The largest size in line notation.
pub const SYMBOL_SIZE_MAX: usize = 35;

/// The symbols for an empty cell in grids of all sizes.
pub const EMPTY_SYMBOLS: [char; 5] = ['.', '0', '_', '*', '-'];

/// The symbols for an empty cell in grids whose digits do not need them.
pub const EMPTY_LETTERS: [char; 2] = ['x', 'X'];

/// The digit that [`EMPTY_LETTERS`] stand for in larger grids.
const EMPTY_LETTER_VALUE: usize = 33;

/// Case of the letters for digits from 10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LetterCase {
    /// `A` to `Z`.
    #[default]
    Upper,
    /// `a` to `z`.
    Lower,
}

/// Why a symbol is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolFault {
    /// Not a digit, and not a symbol for an empty cell.
    Unknown(char),
    /// A second symbol for empty cells in the same puzzle.
    MixedEmpty {
        /// The symbol here.
        found: char,
        /// The first symbol for an empty cell.
        first: char,
    },
    /// The digit exceeds the size of the grid.
    TooLarge {
        /// The symbol here.
        symbol: char,
        /// Its digit.
        digit: Digit,
        /// Size of the grid.
        size: usize,
    },
}

/// Parses symbols one by one. Remembers the symbol for empty cells and the letter case.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolReader {
    empty: Option<char>,
    letters: Option<LetterCase>,
}

impl SymbolReader {
    /// Parses a symbol in a grid of this size; `None` for an empty cell.
    ///
    /// # Errors
    /// [`SymbolFault`]; later symbols can still be parsed.
    pub fn read(&mut self, symbol: char, size: usize) -> Result<Option<Digit>, SymbolFault> {
        if is_empty_symbol(symbol, size) {
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

    /// Case of the letters parsed so far: `Lower` only if all were; `None` without letters.
    pub fn letter_case(&self) -> Option<LetterCase> {
        self.letters
    }
}

/// Whether a symbol is an empty cell in a grid of this size.
pub(super) fn is_empty_symbol(symbol: char, size: usize) -> bool {
    EMPTY_SYMBOLS.contains(&symbol) || (size < EMPTY_LETTER_VALUE && EMPTY_LETTERS.contains(&symbol))
}

pub(super) fn digit_of(symbol: char) -> Option<Digit> {
    if !symbol.is_ascii() {
        return None;
    }
    Digit::new(symbol.to_digit(36)? as usize)
}

/// The symbol of a digit; `None` for 36.
pub fn symbol_of(digit: Digit, case: LetterCase) -> Option<char> {
    let symbol = char::from_digit(u32::try_from(digit.value()).ok()?, 36)?;
    Some(match case {
        LetterCase::Upper => symbol.to_ascii_uppercase(),
        LetterCase::Lower => symbol,
    })
}
