//! Tells a JSON array that is one puzzle from an array of puzzles.

use quadrille_sudoku::SIZE_MAX;
use quadrille_sudoku::unstable::symbols_of;

use crate::faults::{Fault, FaultCode, Faults, Location, Refusal};
use crate::wire::json::Json;
use crate::wire::puzzle::cage_list::is_cage_list;
use crate::wire::puzzle::read::puzzle_from_json;

/// Minimum number of cells of a puzzle that is recognized without its name, `puzzle`.
const CELLS_MIN: usize = 16;

/// Minimum number of rows of a grid with faults.
const ROWS_MIN: usize = 4;

/// What an array may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayMeaning {
    /// One puzzle, valid or with faults.
    Puzzle,
    /// A puzzle per element.
    Puzzles,
    /// One puzzle, or a puzzle per element: 16 rows of 16 numbers from 1 to 4.
    Either,
    /// Neither, as a whole.
    Unclear,
}

/// Returns what an array may be. Strings that are all puzzles are puzzles, as lines of text are.
pub(crate) fn array_meaning(elements: &Json) -> ArrayMeaning {
    let Json::Array(list) = elements else { return ArrayMeaning::Unclear };
    if list.is_empty() || list.len() > SIZE_MAX * SIZE_MAX {
        return ArrayMeaning::Unclear;
    }
    if is_cage_list(list) {
        return ArrayMeaning::Puzzle;
    }
    let is_text = |element: &Json| matches!(element, Json::String(_));
    if list.iter().all(|element| is_text(element) && cells(element).is_some()) {
        return ArrayMeaning::Puzzles;
    }
    let is_puzzle = |json: &Json| cells(json).is_some_and(|cells| cells >= CELLS_MIN);
    match (is_puzzle(elements), list.iter().all(is_puzzle)) {
        (true, true) => ArrayMeaning::Either,
        (false, true) => ArrayMeaning::Puzzles,
        (true, false) => ArrayMeaning::Puzzle,
        (false, false) if is_nearly_puzzle(list) => ArrayMeaning::Puzzle,
        (false, false) => ArrayMeaning::Unclear,
    }
}

/// Number of cells of a valid puzzle.
fn cells(json: &Json) -> Option<usize> {
    let read = puzzle_from_json(json, &Location::root(), None, &mut Faults::default())?;
    Some(read.grid.cells().len())
}

/// Whether an array is a grid with faults: rows of about as many cells, or nothing but numbers.
fn is_nearly_puzzle(list: &[Json]) -> bool {
    let is_number = |element: &Json| matches!(element, Json::Number(_) | Json::Null);
    if list.len() >= CELLS_MIN - 1 && list.iter().all(is_number) {
        return true;
    }
    let is_cell = |element: &Json| !matches!(element, Json::Array(_) | Json::Object(_));
    let length = |row: &Json| match row {
        Json::Array(row) if row.iter().all(is_cell) => Some(row.len()),
        Json::String(row) => Some(symbols_of(row).count()),
        _ => None,
    };
    (ROWS_MIN..=SIZE_MAX).contains(&list.len())
        && list.iter().all(|row| length(row).is_some_and(|length| length.abs_diff(list.len()) <= 1))
}

/// Whether the body of a request about one puzzle is the puzzle itself.
///
/// # Errors
/// [`Refusal`]: it is, or may be, an array of several.
pub(crate) fn is_bare_puzzle(body: &Json) -> Result<bool, Refusal> {
    if let Json::String(text) = body {
        return Ok(symbols_of(text).count() >= CELLS_MIN);
    }
    match array_meaning(body) {
        ArrayMeaning::Puzzle => Ok(true),
        ArrayMeaning::Either => Err(either("send the grid as `puzzle` of an object")),
        _ if is_list(body) => Err(several_puzzles(body).into()),
        ArrayMeaning::Puzzles | ArrayMeaning::Unclear => Ok(false),
    }
}

/// Whether a value is an array of puzzles or requests.
pub(crate) fn is_list(json: &Json) -> bool {
    let is_object = |element: &Json| matches!(element, Json::Object(_));
    let has_requests = matches!(json, Json::Array(list) if !list.is_empty() && list.iter().all(is_object));
    has_requests || array_meaning(json) == ArrayMeaning::Puzzles
}

/// The fault of an array of puzzles where one is expected.
pub(crate) fn several_puzzles(array: &Json) -> Fault {
    let detail = match array {
        Json::Array(elements) if elements.len() > 1 => format!(
            "an array of {} puzzles, but one is expected: send each by itself, or the array as `application/json` to a path that \
             ends in `/batch`",
            elements.len()
        ),
        _ => "an array around one puzzle: leave out its brackets".to_owned(),
    };
    Fault::new(FaultCode::SeveralPuzzles, detail).at(&Location::root())
}

/// The refusal of lines of JSON where one value is expected.
pub(crate) fn several_lines() -> Refusal {
    let detail = "several lines of JSON, but one puzzle is expected: send each by itself, or all as `application/x-ndjson` to a path \
                  that ends in `/batch`";
    Refusal::from(Fault::new(FaultCode::SeveralPuzzles, detail).at(&Location::root()))
}

/// The refusal of an array with two meanings.
pub(crate) fn either(one: &str) -> Refusal {
    let detail = format!(
        "the array is one grid, or a puzzle per element: {one}, or write each puzzle as a string or as an array of rows"
    );
    Refusal::from(Fault::new(FaultCode::AmbiguousFormat, detail).at(&Location::root()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(json: &serde_json::Value) -> ArrayMeaning {
        array_meaning(&Json::parse(&json.to_string()).expect("JSON"))
    }

    #[test]
    fn shape_tells_one_grid_from_several() {
        use serde_json::json;
        let rows = json!([[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]);
        let flat = json!([1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2]);
        let line = "1.....3..4.....2";
        let short = json!([[1, 0, 0, 0], [0, 0, 3], [0, 4, 0, 0], [0, 0, 0, 2]]);
        let wrong = json!([[1, 0, 0, 0], [0, 0, 7, 0], [0, 4, 0, 0], [0, 0, 0, 2]]);
        for one in [
            rows.clone(),
            flat.clone(),
            json!(["1...", "..3.", ".4..", "...2"]),
            json!(["+--+--+", "|1.|..|", "|..|3.|", "+--+--+", "|.4|..|", "|..|.2|", "+--+--+"]),
            json!([["1", "", "", ""], ["", "", "3", ""], ["", "4", "", ""], ["", "", "", "2"]]),
            json!(vec![vec![0; 9]; 9]),
            json!(vec![[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16]; 16]),
            short,
            wrong,
            json!(vec![0; 80]),
        ] {
            assert_eq!(meaning(&one), ArrayMeaning::Puzzle, "{one}");
        }
        for several in [
            json!([rows, rows]),
            json!([flat]),
            json!([flat, rows, line]),
            json!([line]),
            json!(vec![line; 16]),
            json!(["1...", "..2.", ".1..", "...2"]),
            json!([["1...", "..3.", ".4..", "...2"], line]),
        ] {
            assert_eq!(meaning(&several), ArrayMeaning::Puzzles, "{several}");
        }
        assert_eq!(meaning(&json!(vec![vec![0; 16]; 16])), ArrayMeaning::Either);
        for other in [json!([]), json!([null]), json!([[1]]), json!([{"puzzle": line}]), json!([line, 5])] {
            assert_eq!(meaning(&other), ArrayMeaning::Unclear, "{other}");
        }
    }
}
