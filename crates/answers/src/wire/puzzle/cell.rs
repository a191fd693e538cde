//! Cells: elements of arrays, symbols, and their faults.

use quadrille_sudoku::Digit;
use quadrille_sudoku::text::{LetterCase, SYMBOL_SIZE_MAX, SymbolFault};
use quadrille_sudoku::unstable::{EMPTY_WORDS, SymbolReader};

use crate::faults::{Fault, FaultCode, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::notation::ElementKind;
use crate::wire::request::number::whole;

/// Reader of the elements of rows. Records their types.
#[derive(Default)]
pub(crate) struct ElementReader {
    symbols: SymbolReader,
    numbers: bool,
    texts: bool,
    digit_texts: bool,
    long_texts: bool,
    /// Number of cells read.
    cells: usize,
    /// Cells that are 0.
    zeros: Vec<usize>,
    /// Whether a cell is [blank](is_blank).
    has_blanks: bool,
}

/// Fault of an element that is not a cell.
pub(crate) enum ElementFault {
    Type,
    Number,
    TooLarge(u64),
    Symbol(SymbolFault),
    Text,
}

impl ElementReader {
    pub(crate) fn read(&mut self, element: &Json, size: usize) -> Result<Option<Digit>, ElementFault> {
        let cell = self.cells;
        self.cells += 1;
        if is_blank(element) {
            self.has_blanks = true;
            self.texts |= matches!(element, Json::String(_));
            return Ok(None);
        }
        if is_zero(element) {
            self.zeros.push(cell);
            self.texts |= matches!(element, Json::String(_));
            return Ok(None);
        }
        self.read_cell(element, size)
    }

    /// The cells with digits that begin with 0, and the first 0: if other cells are empty, and none is the largest digit of the
    /// size. Zeros are certainly no digits otherwise.
    pub(crate) fn read_from_zero(
        &self,
        cells: &[Option<Digit>],
        size: usize,
    ) -> Option<(Vec<Option<Digit>>, usize)> {
        let &first = self.zeros.first()?;
        let has_others = self.has_blanks || self.symbols.has_empty();
        if !has_others || cells.iter().flatten().any(|digit| digit.value() >= size) {
            return None;
        }
        let next = |cell: &Option<Digit>| cell.and_then(|digit| Digit::new(digit.value() + 1));
        let mut cells: Vec<Option<Digit>> = cells.iter().map(next).collect();
        for &zero in &self.zeros {
            *cells.get_mut(zero)? = Digit::new(1);
        }
        Some((cells, first))
    }

    /// Case of the letters.
    pub(crate) fn letter_case(&self) -> LetterCase {
        self.symbols.letter_case().unwrap_or_default()
    }

    fn read_cell(&mut self, element: &Json, size: usize) -> Result<Option<Digit>, ElementFault> {
        let Json::String(text) = element else {
            let digit = number(element, size)?;
            self.numbers |= digit.is_some();
            return Ok(digit);
        };
        self.texts = true;
        let mut characters = text.chars();
        let digit = match (characters.next(), characters.next()) {
            (Some(symbol), None) => self.symbols.read(symbol, size).map_err(ElementFault::Symbol)?,
            (Some('1'..='9'), Some(_))
                if text.len() < 5 && text.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                self.long_texts = true;
                let value = text.parse().unwrap_or(u64::MAX);
                Some(digit_up_to(value, size).ok_or(ElementFault::TooLarge(value))?)
            }
            _ => return Err(ElementFault::Text),
        };
        self.digit_texts |= digit.is_some();
        Ok(digit)
    }

    /// Returns the type of elements in solutions: strings if digits were strings, symbols if there were letters.
    pub(crate) fn kind(&self, size: usize) -> ElementKind {
        let strings = self.digit_texts || (self.texts && !self.numbers);
        let symbols = self.symbols.letter_case().filter(|_| size <= SYMBOL_SIZE_MAX && !self.long_texts);
        match (strings, symbols) {
            (false, _) => ElementKind::Number,
            (true, Some(_)) => ElementKind::Symbol,
            (true, None) if size <= 9 => ElementKind::Symbol,
            (true, None) => ElementKind::NumberText,
        }
    }
}

/// Whether a cell is empty without a symbol.
pub(crate) fn is_blank(element: &Json) -> bool {
    match element {
        Json::Null => true,
        Json::Number(number) => whole(number) == Some(-1),
        Json::String(text) => match text.trim_ascii() {
            "" | "none" => true,
            word => EMPTY_WORDS.contains(&word),
        },
        _ => false,
    }
}

fn is_zero(element: &Json) -> bool {
    match element {
        Json::Number(number) => whole(number) == Some(0),
        Json::String(text) => text == "0",
        _ => false,
    }
}

/// Reads a cell from a number; 0 is empty.
fn number(element: &Json, size: usize) -> Result<Option<Digit>, ElementFault> {
    match element {
        Json::Number(number) => match whole(number).and_then(|value| u64::try_from(value).ok()) {
            Some(0) => Ok(None),
            Some(value) => Ok(Some(digit_up_to(value, size).ok_or(ElementFault::TooLarge(value))?)),
            None => Err(ElementFault::Number),
        },
        _ => Err(ElementFault::Type),
    }
}

fn digit_up_to(value: u64, size: usize) -> Option<Digit> {
    usize::try_from(value).ok().and_then(Digit::new).filter(|digit| digit.value() <= size)
}

impl ElementFault {
    pub(crate) fn into_fault(self, element: &Json, size: usize) -> Fault {
        match self {
            Self::Type => element_fault(element, &Location::Body),
            Self::Number => {
                Fault::new(FaultCode::OutOfRange, format!("must be a whole number from 0 to {size}"))
            }
            Self::TooLarge(value) => Fault::new(
                FaultCode::DigitTooLarge,
                format!("{value} is more than {size}, the largest digit of this grid"),
            ),
            Self::Symbol(fault) => symbol_fault(fault),
            Self::Text => Fault::new(
                FaultCode::UnknownSymbol,
                "a string in a row holds one symbol or one decimal number, such as \"7\", \"16\", \"G\" or \".\"",
            ),
        }
    }
}

/// Fault of a 0 that may be an empty cell or the smallest digit.
pub(crate) fn zero_fault(size: usize) -> Fault {
    let detail = format!(
        "0 is an empty cell, or the smallest of the digits 0 to {}, because other cells are empty in another way: write digits \
         from 1, and one value for all empty cells",
        size - 1
    );
    Fault::new(FaultCode::MixedEmptySymbols, detail)
}

pub(crate) fn element_fault(element: &Json, location: &Location) -> Fault {
    let detail = format!(
        "{} is not a cell: write rows as arrays or strings, or all cells as whole numbers and null",
        element.kind()
    );
    Fault::new(FaultCode::WrongType, detail).at(location)
}

pub(crate) fn symbol_fault(fault: SymbolFault) -> Fault {
    let code = match fault {
        SymbolFault::MixedEmpty { .. } => FaultCode::MixedEmptySymbols,
        SymbolFault::TooLarge { .. } => FaultCode::DigitTooLarge,
        _ => FaultCode::UnknownSymbol,
    };
    Fault::new(code, fault.to_string())
}
