//! Reads puzzles in each of the JSON and text forms.

use super::cell::{ElementFault, ElementReader, element_fault, number, symbol_fault};
use super::fault::{Fault, FaultCode, Faults, Location};
use super::json::Json;
use super::notation::Notation;
use crate::sudoku::notation::{
    LineFault, SYMBOL_SIZE_MAX, SymbolReader, parse_line, size_of_line, symbols_of,
};
use crate::sudoku::{Digit, Grid, Position, SIZE_MAX, size_for_cells};

/// Returns the size that follows from the number of cells or rows, even if they have faults.
pub(super) fn size_from_json(json: &Json) -> Option<usize> {
    match json {
        Json::String(line) => size_of_line(line),
        Json::Array(elements) => match elements.first()? {
            Json::Array(_) | Json::String(_) => Some(elements.len()).filter(|size| *size <= SIZE_MAX),
            _ => size_for_cells(elements.len()),
        },
        _ => None,
    }
}

/// Reads a puzzle from a member of a request.
pub(super) fn puzzle_from_json(
    json: &Json,
    location: &Location,
    faults: &mut Faults,
) -> Option<(Grid, Notation)> {
    match json {
        Json::String(line) => puzzle_from_line(line, location, faults),
        Json::Array(elements) => match elements.first() {
            Some(Json::Array(_)) => puzzle_from_rows(elements, location, faults),
            Some(Json::String(_)) => puzzle_from_lines(elements, location, faults),
            Some(Json::Number(_) | Json::Null) => puzzle_from_flat(elements, location, faults),
            Some(Json::Bool(_) | Json::Object(_)) => {
                faults.push(|| element_fault(&elements[0], &location.element(0)));
                None
            }
            None => {
                faults.push(|| {
                    let detail = "the array is empty: write n rows, or n*n numbers";
                    Fault::new(FaultCode::PuzzleLength, detail).at(location)
                });
                None
            }
        },
        other => {
            faults.push(|| {
                let detail = format!("must be a string or an array, not {}", other.kind());
                Fault::new(FaultCode::WrongType, detail).at(location)
            });
            None
        }
    }
}

/// Reads a string: one symbol per cell, white space ignored.
pub(super) fn puzzle_from_line(
    line: &str,
    location: &Location,
    faults: &mut Faults,
) -> Option<(Grid, Notation)> {
    let parsed = parse_line(line, &mut |fault| {
        faults.push(|| match fault {
            LineFault::Length { symbols } => length_fault(symbols, "symbol", SYMBOL_SIZE_MAX).at(location),
            LineFault::Symbol { offset, cell, fault } => {
                let fault = symbol_fault(fault).at(location).at_offset(offset);
                match cell {
                    Some(cell) => fault.in_cell(cell),
                    None => fault,
                }
            }
        });
    });
    parsed.map(|(grid, case)| (grid, Notation::Line(case)))
}

/// Reads an array of strings, one per row.
fn puzzle_from_lines(rows: &[Json], location: &Location, faults: &mut Faults) -> Option<(Grid, Notation)> {
    let size = rows_size(rows, location, faults)?;
    if size > SYMBOL_SIZE_MAX {
        faults.push(|| length_fault(size * size, "symbol", SYMBOL_SIZE_MAX).at(location));
        return None;
    }
    let mut cells = Vec::with_capacity(size * size);
    let mut reader = SymbolReader::default();
    for (row, json) in rows.iter().enumerate() {
        let location = location.element(row);
        let Json::String(line) = json else {
            faults.push(|| {
                let detail = format!("must be a string like the row before, not {}", json.kind());
                Fault::new(FaultCode::WrongType, detail).at(&location)
            });
            continue;
        };
        let symbols = symbols_of(line);
        let largest = largest_digit(row, symbols.clone().count(), size, &location, faults);
        for (column, (offset, symbol)) in symbols.enumerate() {
            match reader.read(symbol, largest) {
                Ok(digit) => cells.push(digit),
                Err(fault) => faults.push(|| {
                    let fault = symbol_fault(fault).at(&location).at_offset(offset);
                    in_cell_of_row(fault, row, column, size)
                }),
            }
        }
    }
    let case = reader.letter_case().unwrap_or_default();
    grid_if_sound(cells, faults).map(|grid| (grid, Notation::Lines(case)))
}

/// Reads an array of arrays, one per row.
fn puzzle_from_rows(rows: &[Json], location: &Location, faults: &mut Faults) -> Option<(Grid, Notation)> {
    let size = rows_size(rows, location, faults)?;
    let mut cells = Vec::with_capacity(size * size);
    let mut reader = ElementReader::default();
    for (row, json) in rows.iter().enumerate() {
        let location = location.element(row);
        let Json::Array(elements) = json else {
            faults.push(|| {
                let detail = format!("must be an array like the row before, not {}", json.kind());
                Fault::new(FaultCode::WrongType, detail).at(&location)
            });
            continue;
        };
        let largest = largest_digit(row, elements.len(), size, &location, faults);
        for (column, element) in elements.iter().enumerate() {
            match reader.read(element, largest) {
                Ok(digit) => cells.push(digit),
                Err(fault) => faults.push(|| {
                    let fault = fault.into_fault(element, largest).at(&location.element(column));
                    in_cell_of_row(fault, row, column, size)
                }),
            }
        }
    }
    let kind = reader.kind(size);
    grid_if_sound(cells, faults).map(|grid| (grid, Notation::Rows(kind)))
}

/// Reads an array of numbers along the rows.
fn puzzle_from_flat(elements: &[Json], location: &Location, faults: &mut Faults) -> Option<(Grid, Notation)> {
    let size = size_for_cells(elements.len());
    if size.is_none() {
        faults.push(|| length_fault(elements.len(), "element", SIZE_MAX).at(location));
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
                let fault = fault.into_fault(element, size.unwrap_or(SIZE_MAX)).at(&location.element(index));
                match size {
                    Some(size) => fault.in_cell(Position::of(index, size)),
                    None => fault,
                }
            }),
        }
    }
    grid_if_sound(cells, faults).map(|grid| (grid, Notation::Flat))
}

/// Returns the size that follows from the number of rows, or pushes a fault.
fn rows_size(rows: &[Json], location: &Location, faults: &mut Faults) -> Option<usize> {
    if rows.len() > SIZE_MAX {
        faults.push(|| {
            let detail = format!("{} rows are too many: sizes go from 1 to {SIZE_MAX}", rows.len());
            Fault::new(FaultCode::PuzzleLength, detail).at(location)
        });
        return None;
    }
    Some(rows.len())
}

/// Returns the largest digit of a row. A wrong length is a fault; any digit is then allowed, because the size may be
/// wrong.
fn largest_digit(row: usize, length: usize, size: usize, location: &Location, faults: &mut Faults) -> usize {
    if length == size {
        return size;
    }
    faults.push(|| {
        let row = row + 1;
        let rows = if size == 1 { "1 row makes" } else { &format!("{size} rows make") };
        let detail = if size == 1 && size_for_cells(length).is_some() {
            format!("row 1 has length {length}: write a whole puzzle in one string or row without the array around it")
        } else {
            format!("row {row} has length {length}: {rows} every row {size} long")
        };
        Fault::new(FaultCode::RowLength, detail).at(location)
    });
    SIZE_MAX
}

/// Adds the cell to a fault, unless the row is too long to have it.
fn in_cell_of_row(fault: Fault, row: usize, column: usize, size: usize) -> Fault {
    if column < size { fault.in_cell(Position { row: row + 1, column: column + 1 }) } else { fault }
}

fn grid_if_sound(cells: Vec<Option<Digit>>, faults: &Faults) -> Option<Grid> {
    if faults.is_empty() { Grid::from_cells(cells) } else { None }
}

/// The fault of a number of cells that is not that of a grid. Grids of `what` have sizes up to `size_max`.
fn length_fault(count: usize, what: &str, size_max: usize) -> Fault {
    let plural = if count == 1 { "" } else { "s" };
    let found = format!("{count} {what}{plural}");
    let detail = if size_max < SIZE_MAX && size_for_cells(count) == Some(SIZE_MAX) {
        format!("{found} make a 36x36, whose largest digit has no symbol: write it as an array of numbers")
    } else if count > size_max * size_max {
        format!("{found} are too many: sizes go from 1 to {SIZE_MAX}, written as {what}s up to {size_max}")
    } else {
        let below = count.isqrt().clamp(1, size_max - 1);
        let above = below + 1;
        format!(
            "{found} make no grid: a grid of size n has n*n, such as {} ({below}x{below}) or {} ({above}x{above})",
            below * below,
            above * above
        )
    };
    Fault::new(FaultCode::PuzzleLength, detail)
}
