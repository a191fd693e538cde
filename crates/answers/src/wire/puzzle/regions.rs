//! Reads the regions of a puzzle.

use quadrille_sudoku::{Cell, Layout};

use crate::faults::{FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::constraint_cells::CellReader;
use crate::wire::request::wrong_type;

/// Reads the cells of regions: symbols or numbers of cells, row by row, of which equal ones are a region; or lists of cells.
pub(crate) fn regions_from_json(
    json: &Json,
    location: &Location,
    layout: &Layout,
    faults: &mut Faults,
) -> Option<Vec<Vec<Cell>>> {
    let [size, _] = layout.extent();
    let expected =
        "a string with a symbol for each cell, an array of such rows, or an array of lists of cells";
    match json {
        Json::String(map) => map_regions(symbols(map), location, size, faults),
        Json::Array(rows) if !rows.is_empty() => {
            if let Some(symbols) = rows_of_symbols(rows, size) {
                return map_regions(symbols, location, size, faults);
            }
            let mut reader = CellReader::new(layout);
            let mut read =
                |(index, list): (usize, &Json)| reader.list(list, &location.element(index), false, faults);
            let regions: Vec<Option<Vec<Cell>>> = rows.iter().enumerate().map(&mut read).collect();
            regions.into_iter().collect()
        }
        other => {
            faults.push(|| wrong_type(other, expected).at(location));
            None
        }
    }
}

/// Symbols of cells.
fn symbols(map: &str) -> Vec<String> {
    map.chars().filter(|symbol| !symbol.is_whitespace()).map(String::from).collect()
}

/// Symbols of the cells of a map: strings of symbols, numbers, or arrays of numbers and texts. `None` for lists of cells.
fn rows_of_symbols(rows: &[Json], size: usize) -> Option<Vec<String>> {
    let cell = |json: &Json| match json {
        Json::Number(number) => Some(number.to_string()),
        Json::String(text) if is_symbol(text) => Some(text.clone()),
        _ => None,
    };
    let row = |json: &Json| -> Option<Vec<String>> {
        match json {
            Json::String(row) => Some(symbols(row)),
            Json::Array(cells) if cells.len() == size && rows.len() == size => {
                cells.iter().map(cell).collect()
            }
            Json::Number(number) if rows.len() == size * size => Some(vec![number.to_string()]),
            _ => None,
        }
    };
    let rows: Vec<Vec<String>> = rows.iter().map(row).collect::<Option<_>>()?;
    Some(rows.into_iter().flatten().collect())
}

/// Whether a text is a symbol or a number, not a cell.
fn is_symbol(text: &str) -> bool {
    text.chars().count() == 1 || text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Makes regions of the symbols of all cells.
fn map_regions(
    symbols: Vec<String>,
    location: &Location,
    size: usize,
    faults: &mut Faults,
) -> Option<Vec<Vec<Cell>>> {
    if symbols.len() != size * size {
        faults.add(FaultCode::InvalidRegions, location, || {
            format!("the map has {} symbols: it must have {}, one for each cell", symbols.len(), size * size)
        });
        return None;
    }
    let mut regions: Vec<(String, Vec<Cell>)> = Vec::new();
    for (cell, symbol) in (0..).map(Cell).zip(symbols) {
        match regions.iter_mut().find(|(other, _)| *other == symbol) {
            Some((_, cells)) => cells.push(cell),
            // More regions than cells of a row are a fault of the rules.
            None => regions.push((symbol, vec![cell])),
        }
        if regions.len() > size {
            faults.add(FaultCode::InvalidRegions, location, || {
                format!(
                    "the map has more than {size} different symbols: it must have as many as a row has cells"
                )
            });
            return None;
        }
    }
    Some(regions.into_iter().map(|(_, cells)| cells).collect())
}
