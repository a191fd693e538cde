//! Puzzles of web editors as JSON: objects of f-puzzles and SudokuPad, which are no requests.

use quadrille_notation::{Format, definition};

use crate::wire::json::Json;

/// Returns the format of a JSON object that is a puzzle of a web editor: it has rows of objects, and no `puzzle`.
pub(crate) fn editor_format(json: &Json) -> Option<Format> {
    let Json::Object(members) = json else { return None };
    let member = |name: &str| members.iter().find(|(other, _)| other == name).map(|(_, value)| value);
    if member("puzzle").is_some() {
        return None;
    }
    let has_rows = |format: &Format| {
        let mut names = definition(*format).row_members.iter();
        names.any(|name| member(name).is_some_and(has_rows_of_objects))
    };
    Format::ALL.iter().copied().find(has_rows)
}

fn has_rows_of_objects(rows: &Json) -> bool {
    let Json::Array(rows) = rows else { return false };
    let is_object = |cell: &Json| matches!(cell, Json::Object(_));
    let is_row =
        |row: &Json| matches!(row, Json::Array(cells) if !cells.is_empty() && cells.iter().all(is_object));
    !rows.is_empty() && rows.iter().all(is_row)
}
