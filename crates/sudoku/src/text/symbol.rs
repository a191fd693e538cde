//! Symbols of cells.
//!
//! Digits are `1` to `9`, then `A` to `Z` in either case (`A` is 10, `Z` is 35). An empty cell is one of `.`, `0`, `_`, `*`,
//! `-`, `x` or `X`, the same throughout a puzzle; from size 33, `x` and `X` are the digit 33. There is no symbol for 36: grids
//! of size 36 are written as numbers.

use std::fmt;

use thiserror::Error;

use crate::model::Digit;

/// The largest size in line notation.
pub const SYMBOL_SIZE_MAX: usize = 35;

/// The symbols for an empty cell in grids of all sizes.
pub const EMPTY_SYMBOLS: [char; 5] = ['.', '0', '_', '*', '-'];

/// The symbols for an empty cell in grids whose digits do not need them.
pub const EMPTY_LETTERS: [char; 2] = ['x', 'X'];

/// The words for an empty cell that has a field or an element of its own, as other programs write them.
pub const EMPTY_WORDS: [&str; 6] = ["-1", "?", "None", "null", "NaN", "nan"];

/// The digit that [`EMPTY_LETTERS`] stand for in larger grids.
const EMPTY_LETTER_VALUE: usize = 33;

/// Character that stands for an empty cell without a symbol.
const BLANK: char = ' ';

/// Case of the letters for digits from 10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LetterCase {
    /// `A` to `Z`.
    #[default]
    Upper,
    /// `a` to `z`.
    Lower,
}

/// Symbols of the digits of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// `1` to `9`, then letters from `A`.
    FromOne(LetterCase),
    /// `0` to `9`, then letters from `A`: `0` is a digit, not an empty cell.
    FromZero(LetterCase),
    /// Letters from `A`: `A` is 1.
    Letters(LetterCase),
    /// Two decimal digits for each cell, from `01`; `00` is an empty cell.
    TwoDigits,
}

impl From<LetterCase> for Alphabet {
    fn from(case: LetterCase) -> Self {
        Self::FromOne(case)
    }
}

impl Alphabet {
    /// Case of the letters.
    pub const fn case(self) -> LetterCase {
        match self {
            Self::FromOne(case) | Self::FromZero(case) | Self::Letters(case) => case,
            Self::TwoDigits => LetterCase::Upper,
        }
    }

    /// The number that stands for the smallest digit.
    pub const fn lowest(self) -> usize {
        match self {
            Self::FromZero(_) => 0,
            Self::FromOne(_) | Self::Letters(_) | Self::TwoDigits => 1,
        }
    }

    /// Whether the digits have the usual symbols, in either case.
    pub const fn is_usual(self) -> bool {
        matches!(self, Self::FromOne(_))
    }

    /// Whether `0` is a digit.
    pub const fn begins_with_zero(self) -> bool {
        self.lowest() == 0
    }

    /// Translates a text whose symbols have [`FromOne`](Self::FromOne). Keeps the names of sections, such as `[Puzzle]`.
    pub fn translate(self, text: &str) -> String {
        if self.is_usual() {
            return text.to_owned();
        }
        let translate = |line: &str| -> String {
            if line.starts_with('[') {
                return line.to_owned();
            }
            let translate = |symbol| match (self, digit_of(symbol)) {
                (_, None) => symbol.to_string(),
                (Self::TwoDigits, Some(digit)) => format!("{:02}", digit.value()),
                (_, Some(digit)) => self.symbol(digit).unwrap_or(symbol).to_string(),
            };
            line.chars().map(translate).collect()
        };
        text.split_inclusive('\n').map(translate).collect()
    }

    /// The number that stands for a digit.
    pub fn value(self, digit: Digit) -> usize {
        self.lowest() + digit.index()
    }

    /// The text of a cell in a drawing, instead of its usual one, with the same width.
    pub fn drawn(self, cell: Option<Digit>, usual: &str) -> String {
        let text = match (self, cell) {
            (_, None) => usual.to_owned(),
            (Self::Letters(_), Some(digit)) => self.symbol(digit).map(String::from).unwrap_or_default(),
            (_, Some(digit)) => self.value(digit).to_string(),
        };
        format!("{text:>width$}", width = usual.len())
    }

    /// The symbol of a digit; `None` if it has none.
    pub fn symbol(self, digit: Digit) -> Option<char> {
        match self {
            Self::FromOne(case) => symbol_of(digit, case),
            Self::TwoDigits => symbol_of(digit, LetterCase::Upper),
            // `A` is 10 in the usual alphabet.
            Self::Letters(case) => Digit::new(digit.value() + 9).and_then(|digit| symbol_of(digit, case)),
            Self::FromZero(case) => match Digit::new(digit.index()) {
                Some(previous) => symbol_of(previous, case),
                None => Some('0'),
            },
        }
    }
}

/// Why a symbol is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
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
    /// Not a number of a grid of numbers, and not an empty cell.
    Number {
        /// Size of the grid.
        size: usize,
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

impl fmt::Display for SymbolFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unknown(symbol) => {
                write_symbol(f, symbol)?;
                f.write_str(" is not a symbol: digits are 1-9 and A-Z, empty cells one of . 0 _ * - x")
            }
            Self::MixedEmpty { found: zero @ '0', first: other }
            | Self::MixedEmpty { found: other, first: zero @ '0' } => {
                let other = if other == BLANK { "blank".to_owned() } else { format!("`{other}`") };
                write!(
                    f,
                    "`{zero}` is an empty cell, or the smallest digit, because other cells are {other}: write digits from 1, \
                     and the same symbol for all empty cells"
                )
            }
            Self::MixedEmpty { found, first } => write!(
                f,
                "`{found}` is an empty cell, but an earlier one is `{first}`: use the same symbol for all"
            ),
            Self::Number { size } => {
                write!(f, "not a number from 1 to {size}; an empty cell is 0 or `.`")
            }
            Self::TooLarge { symbol, digit, size } => {
                write!(f, "`{symbol}` is {digit}, more than {size}, the largest digit of this grid")
            }
        }
    }
}

/// Writes a symbol in quotes, if it is printable, and its code point.
fn write_symbol(f: &mut fmt::Formatter<'_>, symbol: char) -> fmt::Result {
    let code = u32::from(symbol);
    if symbol.is_control() { write!(f, "U+{code:04X}") } else { write!(f, "`{symbol}` (U+{code:04X})") }
}

/// Parses symbols one by one. Remembers the symbol for empty cells and the letter case.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolReader {
    empty: Option<char>,
    has_blanks: bool,
    letters: Option<LetterCase>,
}

impl SymbolReader {
    /// Parses a symbol in a grid of this size; `None` for an empty cell.
    ///
    /// # Errors
    /// [`SymbolFault`]; later symbols can still be parsed.
    pub fn read(&mut self, symbol: char, size: usize) -> Result<Option<Digit>, SymbolFault> {
        if is_empty_symbol(symbol, size) {
            let first =
                if symbol == '0' && self.has_blanks { BLANK } else { *self.empty.get_or_insert(symbol) };
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

    /// Parses an empty cell without a symbol; `None`. Beside it, `0` may be a digit.
    ///
    /// # Errors
    /// [`SymbolFault::MixedEmpty`] if earlier cells are `0`.
    pub fn read_blank(&mut self) -> Result<Option<Digit>, SymbolFault> {
        self.has_blanks = true;
        match self.empty {
            Some('0') => Err(SymbolFault::MixedEmpty { found: BLANK, first: '0' }),
            _ => Ok(None),
        }
    }

    /// Whether a symbol for an empty cell was parsed.
    pub fn has_empty(&self) -> bool {
        self.empty.is_some()
    }

    /// Case of the letters parsed so far: `Lower` only if all were; `None` without letters.
    pub fn letter_case(&self) -> Option<LetterCase> {
        self.letters
    }
}

/// Whether a symbol is an empty cell in a grid of this size.
pub fn is_empty_symbol(symbol: char, size: usize) -> bool {
    EMPTY_SYMBOLS.contains(&symbol) || (size < EMPTY_LETTER_VALUE && EMPTY_LETTERS.contains(&symbol))
}

/// The digit of a symbol; `None` for all other characters.
pub fn digit_of(symbol: char) -> Option<Digit> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_of_both_alphabets_are_one_apart() {
        for digit in Digit::all(35) {
            for case in [LetterCase::Upper, LetterCase::Lower] {
                let next = Digit::new(digit.value() + 1).expect("a digit");
                assert_eq!(Alphabet::FromZero(case).symbol(next), Alphabet::FromOne(case).symbol(digit));
                assert_eq!(Alphabet::FromZero(case).value(digit), digit.index());
            }
        }
        assert_eq!(
            Digit::new(1).and_then(|digit| Alphabet::FromZero(LetterCase::Upper).symbol(digit)),
            Some('0')
        );
    }
}
