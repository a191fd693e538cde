//! Puzzles of web editors as JSON: objects of f-puzzles and SudokuPad, which are no requests.

use quadrille_sudoku::notation::Format;

use crate::wire::json::Json;

/// Names of the member with the rows of cells, and the format.
const ROWS: [(&str, Format); 3] =
    [("grid", Format::Fpuzzles), ("cells", Format::Sudokupad), ("ce", Format::Sudokupad)];

/// Returns the format of a JSON object that is a puzzle of a web editor: it has rows of objects, and no `puzzle`.
pub(crate) fn editor_format(json: &Json) -> Option<Format> {
    let Json::Object(members) = json else { return None };
    let member = |name: &str| members.iter().find(|(other, _)| other == name).map(|(_, value)| value);
    if member("puzzle").is_some() {
        return None;
    }
    ROWS.into_iter().find(|(name, _)| member(name).is_some_and(has_rows_of_objects)).map(|(_, format)| format)
}

fn has_rows_of_objects(rows: &Json) -> bool {
    let Json::Array(rows) = rows else { return false };
    let is_object = |cell: &Json| matches!(cell, Json::Object(_));
    let is_row =
        |row: &Json| matches!(row, Json::Array(cells) if !cells.is_empty() && cells.iter().all(is_object));
    !rows.is_empty() && rows.iter().all(is_row)
}
