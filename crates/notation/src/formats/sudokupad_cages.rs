//! Cages of SudokuPad: constraints, drawings, and metadata.

use quadrille_sudoku::Cell;
use quadrille_sudoku::constraints::FieldValue;

use super::constraint_reader::ConstraintReader;
use super::format_faults::FormatFaults;
use super::json::WebJson;
use super::metadata::Metadata;
use crate::formats::Format;

const FORMAT: Format = Format::Sudokupad;

/// Name of a cage in faults.
const CAGE: &str = "cage";

/// A cage that is a constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EditorCage {
    cells: Vec<Cell>,
    sum: Option<usize>,
    /// Whether digits may repeat, if the cage says it.
    is_unique: Option<bool>,
}

impl EditorCage {
    /// Adds the constraint. Refuses a cage that does not say whether digits may repeat, unless they cannot because a house has all of its cells.
    pub(super) fn add_to(self, reader: &mut ConstraintReader<'_>) {
        let Self { cells, sum, is_unique } = self;
        match is_unique {
            Some(true) => reader.add_cage(CAGE, (cells, sum)),
            _ if reader.is_in_house(&cells) => reader.add_cage(CAGE, (cells, sum)),
            Some(false) => {
                let sum = sum.map(|sum| ("sum", FieldValue::Number(sum as i64)));
                reader.add(CAGE, "sum", [("cells", FieldValue::Cells(cells))].into_iter().chain(sum));
            }
            None => {
                let detail = "no house has all of its cells, and it does not say whether digits may repeat";
                reader.refuse_cells(CAGE, &cells, detail);
            }
        }
    }
}

/// Reads the cages of a grid of this size. Those that are metadata or only drawn describe the puzzle.
pub(super) fn read_cages(
    json: &WebJson,
    size: usize,
    metadata: &mut Metadata,
    faults: &mut FormatFaults,
) -> Vec<EditorCage> {
    let mut cages = Vec::new();
    for cage in json.member(&["cages", "ca"]).map(WebJson::elements).unwrap_or_default() {
        let cells = cage.member(&["cells", "ce"]).filter(|cells| !cells.is_void());
        let value = cage.member(&["value", "v"]).filter(|value| !value.is_void());
        let Some(cells) = cells else {
            describe(value, metadata);
            continue;
        };
        let text = if let Some(WebJson::String(text)) = value { text } else { "" };
        if metadata.read_known_text(text) {
            continue;
        }
        let is_unit = cage.member(&["type"]) == Some(&WebJson::String("rowcol".to_owned()));
        let has_sum = cage.member(&["sum"]).is_some_and(|sum| !sum.is_void());
        let is_sum = has_sum || value.is_some_and(|value| value.whole().is_some());
        let is_unique = match cage.member(&["unique"]) {
            Some(WebJson::Boolean(is_unique)) => Some(*is_unique),
            _ => None,
        };
        if is_unit && is_sum {
            faults.push_constraint(FORMAT, CAGE, "killer cages of the type `rowcol`");
        } else if is_unit && !is_row_or_column(cells, size) {
            faults.push_constraint(FORMAT, CAGE, "cages of the type `rowcol` that are no row or column");
        } else if !is_unit && (is_sum || is_unique == Some(true)) {
            match cells_of(cells, size).zip(cage_sum(cage)) {
                Some((cells, sum)) => cages.push(EditorCage { cells, sum, is_unique }),
                None => faults.push_constraint(
                    FORMAT,
                    CAGE,
                    "cages with other values than a sum, or outside of the grid",
                ),
            }
        } else if !is_unit {
            let is_hidden = cage.member(&["hidden"]) == Some(&WebJson::Boolean(true));
            metadata.description.add_drawings(CAGE, (value.is_some() || !is_hidden).into());
        }
    }
    cages
}

/// Reads a cage without cells, which is metadata such as `title: Sunday`.
fn describe(value: Option<&WebJson>, metadata: &mut Metadata) {
    match value {
        Some(WebJson::String(text)) if metadata.read_text(text) => {}
        Some(WebJson::String(text)) => metadata.description.add_member(text),
        Some(_) => metadata.description.add_member(CAGE),
        None => {}
    }
}

/// The sum of a cage, which its value repeats, if it has one; `None` if they differ or are no number.
fn cage_sum(cage: &WebJson) -> Option<Option<usize>> {
    let given = [["value", "v"], ["sum", "sum"]].into_iter().filter_map(|names| cage.member(&names));
    let mut sums = given.filter(|given| !given.is_void()).map(WebJson::whole);
    let Some(sum) = sums.next() else { return Some(None) };
    let sum = sum?;
    sums.all(|other| other == Some(sum)).then_some(Some(sum))
}

/// Row and column of each cell, from 0.
fn places_of(cells: &WebJson) -> Option<Vec<(usize, usize)>> {
    let place = |cell: &WebJson| match cell.elements() {
        [row, column] => row.whole().zip(column.whole()),
        _ => None,
    };
    cells.elements().iter().map(place).collect()
}

/// The cells of a cage that is only drawn: without a sum, other text or a word about repeats.
pub(super) fn drawn_cells(cage: &WebJson, size: usize) -> Option<Vec<Cell>> {
    let is_given = |names: &[&str]| cage.member(names).is_some_and(|value| !value.is_void());
    let may_repeat = cage.member(&["unique"]) == Some(&WebJson::Boolean(false));
    let is_other = ["sum", "unique", "type", "hidden"].iter().any(|name| is_given(&[name]));
    let is_empty = !(may_repeat || is_other || is_given(&["value", "v"]));
    cells_of(cage.member(&["cells", "ce"]).filter(|_| is_empty)?, size)
}

/// The cells of a cage, if they are in the grid.
fn cells_of(cells: &WebJson, size: usize) -> Option<Vec<Cell>> {
    let cell = |(row, column)| (row < size && column < size).then(|| Cell((row * size + column) as u16));
    places_of(cells)?.into_iter().map(cell).collect()
}

/// Whether cells are all cells of one row or column, and no others.
fn is_row_or_column(cells: &WebJson, size: usize) -> bool {
    let Some(mut places) = places_of(cells) else { return false };
    places.sort_unstable();
    let Some(&(row, column)) = places.first() else { return false };
    let is_row = row < size && places.iter().copied().eq((0..size).map(|column| (row, column)));
    let is_column = column < size && places.iter().copied().eq((0..size).map(|row| (row, column)));
    is_row || is_column
}
