//! f-puzzles: JSON compressed by lz-string, in an address or alone.

use super::constraint_reader::ConstraintReader;
use super::content::{Content, NotRepresentable, ParsedText, Report};
use super::format::Format;
use super::format_faults::{FormatFaults, FormatResult};
use super::fpuzzles_constraints::{MemberKind, constraint_members, member_kind, read_constraints};
use super::json::Json;
use super::web::{
    Boxes, box_of, cells_of, constraint, deflated, digit_of, has_others, inflated, payload_after, puzzle,
    syntax,
};
use crate::model::{BoxShape, Digit, DigitSet, Position};

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
const DECORATIONS: [&str; 11] = [
    "ruleset",
    "line",
    "rectangle",
    "circle",
    "text",
    "customElements",
    "metadata",
    "fogofwar",
    "foglight",
    "foglink",
    "triggereffect",
];

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
    FormatFaults::collect(report, |faults| parse(text, faults))
}

fn parse(text: &str, faults: &mut FormatFaults) -> Option<ParsedText> {
    let json = faults.take(json_of(text))?;
    let is_decorated = check_constraints(&json, faults);
    let rows = json.member(&["grid"]).map(Json::elements).unwrap_or_default();
    if json.member(&["size"]).is_some_and(|named| named.whole() != Some(rows.len())) {
        faults.push(*syntax(FORMAT, format!("`size` is not the number of rows, {}", rows.len())));
    }
    let (size, cells) = cells_of(FORMAT, rows, faults)?;
    let mut clues = Vec::with_capacity(cells.len());
    let mut sets = Vec::with_capacity(cells.len());
    for (index, cell) in cells.iter().enumerate() {
        let is_given = faults.take(is_given(cell, index, size)).unwrap_or(false);
        let value = cell.member(&["value"]).filter(|value| is_given && !value.is_void());
        clues.push(value.and_then(|value| faults.take(digit_of(FORMAT, value, index, size))));
        let marks = cell.member(&["givenPencilMarks"]).map(Json::elements).unwrap_or_default();
        let set: DigitSet =
            marks.iter().filter_map(|mark| faults.take(digit_of(FORMAT, mark, index, size))).collect();
        sets.push(if marks.is_empty() || value.is_some() { DigitSet::all(size) } else { set });
    }
    let boxes = faults.take(boxes_of(&cells, size))?;
    let has_drawings = cells.iter().any(|cell| has_others(cell, &CELL));
    let read = faults.take(puzzle(FORMAT, clues, sets, boxes, is_decorated || has_drawings))?;
    let mut reader = ConstraintReader::new(read, faults)?;
    read_constraints(&json, &mut reader);
    reader.finish()
}

fn json_of(text: &str) -> FormatResult<Json> {
    let payload = payload(text)
        .ok_or_else(|| syntax(FORMAT, "expected an address with `load=`, `fpuzzles...` or JSON"))?;
    let json = if payload.starts_with('{') { payload } else { inflated(FORMAT, &payload)? };
    Json::parse(&json).map_err(|error| syntax(FORMAT, format!("the JSON is not valid: {error}")))
}

/// Whether the value of a cell is a clue.
fn is_given(cell: &Json, index: usize, size: usize) -> FormatResult<bool> {
    match cell.member(&["given"]) {
        None => Ok(false),
        Some(Json::Boolean(is_given)) => Ok(*is_given),
        Some(_) => {
            let fault = syntax(FORMAT, "`given` must be true or false");
            Err(Box::new(fault.in_cell(Position::of(index, size))))
        }
    }
}

/// The boxes or regions. A cell without the member belongs to its usual box, a cell with -1 or null to no region.
fn boxes_of(cells: &[&Json], size: usize) -> FormatResult<Boxes> {
    let usual = BoxShape::usual(size);
    if cells.iter().all(|cell| cell.member(&["region"]).is_none()) {
        return Ok(Boxes::Hidden);
    }
    let number = |(index, cell): (usize, &&Json)| match cell.member(&["region"]) {
        None => Ok(Some(box_of(index, usual))),
        Some(Json::Null | Json::Number(-1.0)) => Ok(None),
        Some(region) => match region.whole() {
            Some(number) => Ok(Some(number)),
            None => {
                let fault = syntax(FORMAT, "`region` must be a number, or null");
                Err(Box::new(fault.in_cell(Position::of(index, size))))
            }
        },
    };
    let numbers: Vec<Option<usize>> = cells.iter().enumerate().map(number).collect::<FormatResult<_>>()?;
    if numbers.iter().all(Option::is_none) {
        return Ok(Boxes::Regions(Vec::new()));
    }
    let numbers: Option<Vec<usize>> = numbers.into_iter().collect();
    let numbers = numbers.ok_or_else(|| constraint(FORMAT, "cells outside of all regions"))?;
    Boxes::from_numbers(FORMAT, &numbers, size)
}

/// Refuses constraints that are not read, by their names. Returns whether there are decorations.
fn check_constraints(json: &Json, faults: &mut FormatFaults) -> bool {
    let mut is_decorated = false;
    for (name, value) in json.members().iter().filter(|(_, value)| !value.is_void()) {
        if DESCRIPTIONS.contains(&name.as_str()) {
            continue;
        }
        match member_kind(name, value) {
            MemberKind::Constraint => {}
            MemberKind::Decoration => is_decorated = true,
            MemberKind::Unknown if DECORATIONS.contains(&name.as_str()) => is_decorated = true,
            MemberKind::Unknown => {
                let name: String = name.chars().take(40).collect();
                faults.push_constraint(FORMAT, format!("the constraint `{name}`"));
            }
        }
    }
    is_decorated
}

/// Formats a puzzle as an address.
pub(super) fn format_fpuzzles(content: &Content<'_>) -> Result<String, NotRepresentable> {
    content.require_candidates()?;
    let size = content.size();
    let constraints = content.rules.map(constraint_members).transpose();
    let constraints = constraints.map_err(NotRepresentable::Constraints)?.unwrap_or_default();
    let region_of = region_numbers(content);
    let mut json = format!("{{\"size\":{size},\"grid\":[");
    for (index, clue) in content.cells.iter().enumerate() {
        json.push_str(match (index, index % size) {
            (0, _) => "[",
            (_, 0) => "],[",
            _ => ",",
        });
        json.push_str(&cell(index, *clue, content, &region_of[index]));
    }
    json.push_str("]]");
    for member in constraints {
        json.push(',');
        json.push_str(&member);
    }
    json.push('}');
    Ok(format!("https://www.f-puzzles.com/?load={}", deflated(&json)))
}

/// The number of the region of each cell, or `null` in a grid without boxes; empty for the usual box.
fn region_numbers(content: &Content<'_>) -> Vec<String> {
    let (size, shape) = (content.size(), content.box_shape);
    match content.regions() {
        Some(regions) => {
            let mut numbers = vec!["null".to_owned(); content.cells.len()];
            for (number, cells) in regions.iter().enumerate() {
                for cell in cells {
                    numbers[cell.index()] = number.to_string();
                }
            }
            numbers
        }
        None if shape == BoxShape::usual(size) => vec![String::new(); content.cells.len()],
        None => (0..content.cells.len()).map(|cell| box_of(cell, shape).to_string()).collect(),
    }
}

fn cell(index: usize, clue: Option<Digit>, content: &Content<'_>, region: &str) -> String {
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
    if !region.is_empty() {
        members.push(format!("\"region\":{region}"));
    }
    format!("{{{}}}", members.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{CellFault, FormatFault, FormatFaultReason, TextFault};

    fn faults(json: &str) -> Vec<FormatFault> {
        let mut faults = Vec::new();
        let mut report = |fault| match fault {
            TextFault::Format(fault) => faults.push(fault),
            other => panic!("{other:?}"),
        };
        assert_eq!(parse_fpuzzles(json, &mut report), None, "{json}");
        faults
    }

    #[test]
    fn every_fault_of_the_cells_is_reported() {
        let row = "[{},{}]";
        let in_cell =
            |reason, row, column| FormatFault::new(FORMAT, reason).in_cell(Position { row, column });
        let no_object = || FormatFaultReason::Syntax("a cell must be an object".to_owned());
        let no_boolean = || FormatFaultReason::Syntax("`given` must be true or false".to_owned());
        let zero = FormatFaultReason::Cell(CellFault::Zero { size: 2 });
        for (cells, expected) in [
            ("[1,0]", vec![in_cell(no_object(), 1, 1), in_cell(no_object(), 1, 2)]),
            ("[null,{}]", vec![in_cell(no_object(), 1, 1)]),
            (
                r#"[{"value":1,"given":1},{"value":1,"given":"true"}]"#,
                vec![in_cell(no_boolean(), 1, 1), in_cell(no_boolean(), 1, 2)],
            ),
            (
                r#"[{"value":0,"given":true},{"givenPencilMarks":[1,0]}]"#,
                vec![in_cell(zero.clone(), 1, 1), in_cell(zero, 1, 2)],
            ),
        ] {
            assert_eq!(faults(&format!("{{\"grid\":[{cells},{row}]}}")), expected, "{cells}");
        }
        let found = faults(&format!("{{\"grid\":[{row},{row}],\"size\":3,\"a\":1,\"b\":1}}"));
        assert_eq!(found.len(), 3, "{found:?}");
    }
}
