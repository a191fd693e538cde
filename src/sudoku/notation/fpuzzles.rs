//! f-puzzles: JSON compressed by lz-string, in an address or alone.

use super::content::{Content, NotRepresentable, ParsedText, Report, TextFault};
use super::format::Format;
use super::json::Json;
use super::web::{
    FormatResult, box_of, constraint, deflated, digit_of, has_others, inflated, payload_after, puzzle,
    shape_of_regions, size_of, syntax,
};
use crate::sudoku::model::{BoxShape, Digit, DigitSet};

const FORMAT: Format = Format::Fpuzzles;

/// Beginning of every compressed object.
const OBJECT: &str = "N4Ig";

/// What the data begins with: names that SudokuPad gives it, or a compressed object.
const PREFIXES: [&str; 3] = ["fpuzzles", "fpuz", OBJECT];

/// Members that are no constraints: descriptions, and settings of the editor.
const DESCRIPTIONS: [&str; 12] = [
    "size",
    "grid",
    "title",
    "author",
    "solution",
    "successMessage",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "highlightconflicts",
    "disableditems",
    "id",
];

/// Members that are drawn, or prose. They may stand for rules that the data does not have.
const DECORATIONS: [&str; 8] =
    ["ruleset", "line", "rectangle", "circle", "text", "cage", "customElements", "metadata"];

/// Members of cells: those that are read, and marks of a player.
const CELL: [&str; 6] =
    ["value", "given", "region", "givenPencilMarks", "centerPencilMarks", "cornerPencilMarks"];

/// Whether a text has the data of this format.
pub(super) fn begins_fpuzzles(text: &str) -> bool {
    payload(text).is_some()
}

/// The compressed object of a text, or JSON with a grid.
fn payload(text: &str) -> Option<String> {
    let text = text.trim();
    if text.starts_with('{') {
        return text.contains("\"grid\"").then(|| text.to_owned());
    }
    let (prefix, payload) = payload_after(text, &PREFIXES)?;
    Some(if prefix == OBJECT { format!("{OBJECT}{payload}") } else { payload })
        .filter(|payload| payload.len() > OBJECT.len())
}

/// Parses a text in this format.
pub(super) fn parse_fpuzzles(text: &str, report: Report<'_>) -> Option<ParsedText> {
    parse(text).map_err(|fault| report(TextFault::Format(*fault))).ok()
}

fn parse(text: &str) -> FormatResult<ParsedText> {
    let payload = payload(text)
        .ok_or_else(|| syntax(FORMAT, "expected an address with `load=`, `fpuzzles...` or JSON"))?;
    let json = if payload.starts_with('{') { payload } else { inflated(FORMAT, &payload)? };
    let json =
        Json::parse(&json).map_err(|error| syntax(FORMAT, format!("the JSON is not valid: {error}")))?;
    let is_decorated = check_constraints(&json)?;
    let rows = json.member(&["grid"]).map(Json::elements).unwrap_or_default();
    let size = size_of(FORMAT, rows)?;
    if json.member(&["size"]).is_some_and(|named| named.whole() != Some(size)) {
        return Err(syntax(FORMAT, format!("`size` is not the number of rows, {size}")));
    }
    let cells: Vec<&Json> = rows.iter().flat_map(Json::elements).collect();
    let mut clues = Vec::with_capacity(cells.len());
    let mut sets = Vec::with_capacity(cells.len());
    for (index, cell) in cells.iter().enumerate() {
        let is_given = cell.member(&["given"]) == Some(&Json::Boolean(true));
        let value = cell.member(&["value"]).filter(|value| is_given && !value.is_void());
        clues.push(value.map(|value| digit_of(FORMAT, value, index, size)).transpose()?);
        let marks = cell.member(&["givenPencilMarks"]).map(Json::elements).unwrap_or_default();
        let digits = marks.iter().map(|mark| digit_of(FORMAT, mark, index, size));
        let set = digits.collect::<FormatResult<DigitSet>>()?;
        sets.push(if marks.is_empty() || value.is_some() { DigitSet::all(size) } else { set });
    }
    let regions: Vec<Option<usize>> = regions_of(&cells, size)?;
    let box_shape = match regions.iter().copied().collect::<Option<Vec<usize>>>() {
        Some(regions) => Some(shape_of_regions(FORMAT, &regions, size)?),
        None => None,
    };
    let has_drawings = cells.iter().any(|cell| has_others(cell, &CELL));
    puzzle(FORMAT, clues, sets, box_shape, is_decorated || has_drawings)
}

/// The region of each cell. A cell without one belongs to its usual box; if no cell has one, none is shown.
fn regions_of(cells: &[&Json], size: usize) -> FormatResult<Vec<Option<usize>>> {
    let usual = BoxShape::usual(size);
    let region = |cell: &Json| cell.member(&["region"]).cloned();
    if cells.iter().all(|cell| region(cell).is_none()) {
        return Ok(vec![None; cells.len()]);
    }
    let number = |(index, cell): (usize, &&Json)| match region(cell) {
        None => Ok(Some(box_of(index, usual))),
        Some(region) => match region.whole() {
            Some(number) => Ok(Some(number)),
            None => Err(constraint(FORMAT, "cells outside of all regions")),
        },
    };
    cells.iter().enumerate().map(number).collect()
}

/// Refuses constraints by their names. Returns whether there are decorations.
fn check_constraints(json: &Json) -> FormatResult<bool> {
    let mut is_decorated = false;
    for (name, _) in json.members().iter().filter(|(_, value)| !value.is_void()) {
        if DECORATIONS.contains(&name.as_str()) {
            is_decorated = true;
        } else if !DESCRIPTIONS.contains(&name.as_str()) {
            return Err(constraint(
                FORMAT,
                format!("the constraint `{}`", name.chars().take(40).collect::<String>()),
            ));
        }
    }
    Ok(is_decorated)
}

/// Formats a puzzle as an address.
pub(super) fn format_fpuzzles(content: &Content<'_>) -> Result<String, NotRepresentable> {
    content.require_candidates()?;
    let size = content.size();
    let mut json = format!("{{\"size\":{size},\"grid\":[");
    for (index, clue) in content.cells.iter().enumerate() {
        json.push_str(match (index, index % size) {
            (0, _) => "[",
            (_, 0) => "],[",
            _ => ",",
        });
        json.push_str(&cell(index, *clue, content));
    }
    json.push_str("]]}");
    Ok(format!("https://www.f-puzzles.com/?load={}", deflated(&json)))
}

fn cell(index: usize, clue: Option<Digit>, content: &Content<'_>) -> String {
    let size = content.size();
    let mut members = Vec::new();
    if let Some(clue) = clue {
        members.push(format!("\"value\":{},\"given\":true", clue.value()));
    } else if let Some(set) =
        content.candidates.map(|sets| sets[index]).filter(|set| *set != DigitSet::all(size))
    {
        let digits: Vec<String> = Digit::all(size)
            .filter(|&digit| set.contains(digit))
            .map(|digit| digit.value().to_string())
            .collect();
        members.push(format!("\"givenPencilMarks\":[{}]", digits.join(",")));
    }
    if content.box_shape != BoxShape::usual(size) {
        members.push(format!("\"region\":{}", box_of(index, content.box_shape)));
    }
    format!("{{{}}}", members.join(","))
}
