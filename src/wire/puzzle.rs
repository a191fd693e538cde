//! The forms in which a puzzle may come.

use super::cell::{ElementFault, ElementReader, element_fault, number, symbol_fault};
use super::fault::{Fault, FaultCode, Faults, Place};
use super::json::Json;
use super::notation::Notation;
use crate::sudoku::notation::{LineFault, SYMBOL_SIZE_MAX, SymbolReader, parse_line};
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
