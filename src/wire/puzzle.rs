//! The forms in which a puzzle may come.

use super::fault::{Fault, FaultCode, Faults, Place};
use super::json::Json;
use super::notation::{ElementKind, Notation};
use crate::sudoku::notation::{
    LetterCase, LineFault, SYMBOL_SIZE_MAX, SymbolFault, SymbolReader, parse_line,
};
use crate::sudoku::{Digit, Grid, Position, SIZE_MAX, size_of};

/// Reads a puzzle from the member `puzzle`.
pub(super) fn puzzle_from_json(json: &Json, faults: &mut Faults) -> Option<(Grid, Notation)> {
    let place = Place::Pointer("/puzzle".to_owned());
    match json {
        Json::String(line) => puzzle_from_line(line, &place, faults),
        Json::Array(elements) => match elements.first() {
            Some(Json::Array(_)) => puzzle_from_rows(elements, &place, faults),
            Some(Json::String(_)) => puzzle_from_lines(elements, &place, faults),
            Some(Json::Number(_) | Json::Null) => puzzle_from_flat(elements, &place, faults),
            Some(Json::Bool(_) | Json::Object(_)) => {
                faults.push(|| element_fault(&elements[0], &place.element(0)));
                None
            }
            None => {
                faults.push(|| Fault::new(FaultCode::PuzzleLength, "the array is empty").at(&place));
                None
            }
        },
        other => {
            faults.push(|| {
                let detail = format!("must be a string or an array, not {}", other.kind());
                Fault::new(FaultCode::WrongType, detail).at(&place)
            });
            None
        }
    }
}

/// Reads a puzzle from one string: one symbol a cell, white space ignored.
pub(super) fn puzzle_from_line(line: &str, place: &Place, faults: &mut Faults) -> Option<(Grid, Notation)> {
    let parsed = parse_line(line, &mut |fault| {
        faults.push(|| match fault {
            LineFault::Length { symbols } => length_fault(symbols, "symbol").at(place),
            LineFault::Symbol { offset, cell, fault } => {
                let fault = symbol_fault(fault).at(place).at_offset(offset);
                match cell {
                    Some(cell) => fault.in_cell(cell),
                    None => fault,
                }
            }
        });
    });
    parsed.map(|(grid, case)| (grid, Notation::Line(case)))
}

/// Reads an array of strings, one a row.
fn puzzle_from_lines(rows: &[Json], place: &Place, faults: &mut Faults) -> Option<(Grid, Notation)> {
    let size = rows_size(rows, place, faults)?;
    if size > SYMBOL_SIZE_MAX {
        faults.push(|| length_fault(size * size, "symbol").at(place));
        return None;
    }
    let mut cells = Vec::with_capacity(size * size);
    let mut reader = SymbolReader::default();
    for (row, json) in rows.iter().enumerate() {
        let place = place.element(row);
        let Json::String(line) = json else {
            faults.push(|| {
                let detail = format!("must be a string like the row before, not {}", json.kind());
                Fault::new(FaultCode::WrongType, detail).at(&place)
            });
            continue;
        };
        let mut column = 0;
        for (offset, symbol) in line.chars().enumerate().filter(|(_, symbol)| !symbol.is_ascii_whitespace()) {
            match reader.read(symbol, size) {
                Ok(digit) => cells.push(digit),
                Err(fault) => faults.push(|| {
                    let fault = symbol_fault(fault).at(&place).at_offset(offset);
                    in_cell_of_row(fault, row, column, size)
                }),
            }
            column += 1;
        }
        check_row_length(row, column, size, &place, faults);
    }
    let case = reader.letter_case().unwrap_or_default();
    grid_if_sound(cells, faults).map(|grid| (grid, Notation::Lines(case)))
}

/// Reads an array of arrays, one a row.
fn puzzle_from_rows(rows: &[Json], place: &Place, faults: &mut Faults) -> Option<(Grid, Notation)> {
    let size = rows_size(rows, place, faults)?;
    let mut cells = Vec::with_capacity(size * size);
    let mut reader = ElementReader::default();
    for (row, json) in rows.iter().enumerate() {
        let place = place.element(row);
        let Json::Array(elements) = json else {
            faults.push(|| {
                let detail = format!("must be an array like the row before, not {}", json.kind());
                Fault::new(FaultCode::WrongType, detail).at(&place)
            });
            continue;
        };
        for (column, element) in elements.iter().enumerate() {
            match reader.read(element, size) {
                Ok(digit) => cells.push(digit),
                Err(fault) => faults.push(|| {
                    let fault = fault.into_fault(element, size).at(&place.element(column));
                    in_cell_of_row(fault, row, column, size)
                }),
            }
        }
        check_row_length(row, elements.len(), size, &place, faults);
    }
    let kind = reader.kind(size);
    grid_if_sound(cells, faults).map(|grid| (grid, Notation::Rows(kind)))
}

/// Reads an array of numbers along the rows.
fn puzzle_from_flat(elements: &[Json], place: &Place, faults: &mut Faults) -> Option<(Grid, Notation)> {
    let size = size_of(elements.len());
    if size.is_none() {
        faults.push(|| length_fault(elements.len(), "element").at(place));
    }
    let mut cells = Vec::with_capacity(if size.is_some() { elements.len() } else { 0 });
    for (index, element) in elements.iter().enumerate() {
        let digit = match element {
            Json::Number(_) | Json::Null => number(element, size.unwrap_or(SIZE_MAX)),
            _ => Err(ElementFault::Type),
        };
        match digit {
            Ok(digit) if size.is_some() => cells.push(digit),
            Ok(_) => {}
            Err(fault) => faults.push(|| {
                let fault = fault.into_fault(element, size.unwrap_or(SIZE_MAX)).at(&place.element(index));
                match size {
                    Some(size) => fault.in_cell(Position::of(index, size)),
                    None => fault,
                }
            }),
        }
    }
    grid_if_sound(cells, faults).map(|grid| (grid, Notation::Flat))
}

/// The size that this many rows give, or a fault.
fn rows_size(rows: &[Json], place: &Place, faults: &mut Faults) -> Option<usize> {
    if rows.len() > SIZE_MAX {
        faults.push(|| {
            let detail = format!("{} rows are too many: sizes go from 1 to {SIZE_MAX}", rows.len());
            Fault::new(FaultCode::PuzzleLength, detail).at(place)
        });
        return None;
    }
    Some(rows.len())
}

fn check_row_length(row: usize, length: usize, size: usize, place: &Place, faults: &mut Faults) {
    if length != size {
        faults.push(|| {
            let detail =
                format!("row {} has length {length}: {size} rows make every row {size} cells long", row + 1);
            Fault::new(FaultCode::RowLength, detail).at(place)
        });
    }
}

/// Names the cell of a fault, where a row is not so long that there is none.
fn in_cell_of_row(fault: Fault, row: usize, column: usize, size: usize) -> Fault {
    if column < size { fault.in_cell(Position { row: row + 1, column: column + 1 }) } else { fault }
}

fn grid_if_sound(cells: Vec<Option<Digit>>, faults: &Faults) -> Option<Grid> {
    if faults.is_empty() { Grid::from_cells(cells) } else { None }
}

/// Reads the elements of rows, and remembers how they are written.
#[derive(Default)]
struct ElementReader {
    symbols: SymbolReader,
    numbers: bool,
    texts: bool,
    digit_texts: bool,
    long_texts: bool,
}

/// Why an element is no cell.
enum ElementFault {
    Type,
    Number,
    TooLarge(u64),
    Symbol(SymbolFault),
    Text,
}

impl ElementReader {
    fn read(&mut self, element: &Json, size: usize) -> Result<Option<Digit>, ElementFault> {
        let Json::String(text) = element else {
            let digit = number(element, size)?;
            self.numbers |= digit.is_some();
            return Ok(digit);
        };
        self.texts = true;
        let mut characters = text.chars();
        let digit = match (characters.next(), characters.next()) {
            (Some(symbol), None) => self.symbols.read(symbol, size).map_err(ElementFault::Symbol)?,
            (Some('1'..='9'), Some(_)) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.long_texts = true;
                let value = text.parse().unwrap_or(u64::MAX);
                Some(digit_up_to(value, size).ok_or(ElementFault::TooLarge(value))?)
            }
            _ => return Err(ElementFault::Text),
        };
        self.digit_texts |= digit.is_some();
        Ok(digit)
    }

    /// Strings come back where digits came as strings, symbols where letters came.
    fn kind(&self, size: usize) -> ElementKind {
        let strings = self.digit_texts || (self.texts && !self.numbers);
        let symbols = self.symbols.letter_case().filter(|_| size <= SYMBOL_SIZE_MAX && !self.long_texts);
        match (strings, symbols) {
            (false, _) => ElementKind::Number,
            (true, Some(case)) => ElementKind::Symbol(case),
            (true, None) if size <= 9 => ElementKind::Symbol(LetterCase::default()),
            (true, None) => ElementKind::NumberText,
        }
    }
}

/// A cell as a number; 0 and null are empty.
fn number(element: &Json, size: usize) -> Result<Option<Digit>, ElementFault> {
    match element {
        Json::Null => Ok(None),
        Json::Number(number) => match number.as_u64() {
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
    fn into_fault(self, element: &Json, size: usize) -> Fault {
        match self {
            Self::Type => element_fault(element, &Place::Body),
            Self::Number => Fault::new(
                FaultCode::OutOfRange,
                format!("must be a whole number from 0 to {size}, without fraction or exponent"),
            ),
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

fn element_fault(element: &Json, place: &Place) -> Fault {
    let detail = format!(
        "{} is no cell: write rows as arrays or strings, or all cells as whole numbers and null",
        element.kind()
    );
    Fault::new(FaultCode::WrongType, detail).at(place)
}

fn symbol_fault(fault: SymbolFault) -> Fault {
    match fault {
        SymbolFault::Unknown(symbol) => Fault::new(
            FaultCode::UnknownSymbol,
            format!(
                "{} is no symbol: digits are 1-9 and A-Z, empty cells one of . 0 _ * -",
                shown_symbol(symbol)
            ),
        ),
        SymbolFault::MixedEmpty { found, first } => Fault::new(
            FaultCode::MixedEmptySymbols,
            format!("`{found}` is empty, but so is `{first}` before it: use one of them throughout"),
        ),
        SymbolFault::TooLarge { symbol, digit, size } => Fault::new(
            FaultCode::DigitTooLarge,
            format!("`{symbol}` is {}, more than {size}, the largest digit of this grid", digit.value()),
        ),
    }
}

/// A symbol that can be seen, and its code point.
fn shown_symbol(symbol: char) -> String {
    let code = u32::from(symbol);
    if symbol.is_control() { format!("U+{code:04X}") } else { format!("`{symbol}` (U+{code:04X})") }
}

fn length_fault(count: usize, what: &str) -> Fault {
    let plural = if count == 1 { "" } else { "s" };
    let found = format!("{count} {what}{plural}");
    let detail = if count == SIZE_MAX * SIZE_MAX {
        format!("{found}: digits of a 36x36 have no symbols; write it as an array of numbers")
    } else {
        let below = count.isqrt().clamp(1, SYMBOL_SIZE_MAX - 1);
        let above = below + 1;
        format!(
            "{found} make no grid: a grid of size n has n*n, such as {} ({below}x{below}) or {} ({above}x{above})",
            below * below,
            above * above
        )
    };
    Fault::new(FaultCode::PuzzleLength, detail)
}
