//! f-puzzles: JSON compressed by lz-string, in an address or alone.

use std::mem;

use quadrille_sudoku::{BoxShape, Digit, DigitSet, Position};

use super::constraint_reader::ConstraintReader;
use super::content::{Content, NotRepresentable, ParsedText, Report};
use super::format_faults::{FormatFaults, FormatResult};
use super::fpuzzles_constraints::{MemberKind, constraint_members, member_kind, read_constraints};
use super::json::WebJson;
use super::metadata::Metadata;
use super::own_solution::OwnSolution;
use super::text_format::TextFormat;
use super::web::{
    Boxes, box_of, cells_of, constraint, deflated, digit_of, inflated, payload_after, puzzle, syntax,
};
use crate::formats::Format;

const FORMAT: Format = Format::Fpuzzles;

/// Beginning of every compressed object.
const OBJECT: &str = "N4Ig";

/// What the data begins with: names that SudokuPad gives it, or a compressed object.
const PREFIXES: [&str; 3] = ["fpuzzles", "fpuz", OBJECT];

/// Members of the grid, and settings of the editor.
const GRID: [&str; 7] = [
    "size",
    "grid",
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "highlightconflicts",
    "disableditems",
];

/// Members that are drawn, with what each of their elements is. They may stand for rules that the data does not have.
const DRAWINGS: [(&str, &str); 9] = [
    ("circle", "circle"),
    ("customElements", "custom element"),
    ("fogofwar", "fog"),
    ("foglight", "fog"),
    ("foglink", "fog"),
    ("line", "line"),
    ("rectangle", "rectangle"),
    ("text", "text"),
    ("triggereffect", "effect"),
];

/// Cages of the look alone, some of which are metadata.
const CAGE: &str = "cage";

/// Values of cages that are lights in a fog.
const LIGHTS: [&str; 2] = ["FOW", "FOGLIGHT"];

/// Members of cells: those that are read, and marks of a player.
const CELL: [&str; 6] =
    ["value", "given", "region", "givenPencilMarks", "centerPencilMarks", "cornerPencilMarks"];

/// Members of cells that give them a colour.
const COLOURS: [&str; 4] = ["c", "cArray", "highlight", "highlightArray"];

/// Data of the editor f-puzzles.
pub(super) struct Fpuzzles;

impl TextFormat for Fpuzzles {
    const DESCRIPTION: &'static str = "\
        A link of f-puzzles, or its JSON: compressed by lz-string in an address with `load=`, after `fpuzzles` or `fpuz`, or alone. \
        Constraints are read and written; unsupported constraints are rejected by name. Drawings and prose give a warning.";
    const EXAMPLE: &'static str = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3lwC6yQv34hSlagGZ6jFu04xxIsb0nkqCFOgWt4HboMFqB5iVO3wATPKYGjKoUK5A%3D%3D%3D";
    const ROW_MEMBERS: &'static [&'static str] = &["grid"];
    const HOLDS_VARIANTS: bool = true;
    const HAS_ADDRESSES: bool = true;
    const MAY_BE_LONG: bool = true;
    const FAULT_RANK: Option<u8> = Some(4);

    /// Whether a text has the data of this format.
    fn may_be(text: &str) -> bool {
        payload(text).is_some()
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        FormatFaults::collect(report, |faults| parse(text, faults))
    }

    /// Formats a puzzle as an address.
    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
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

fn parse(text: &str, faults: &mut FormatFaults) -> Option<ParsedText> {
    let json = faults.take(json_of(text))?;
    let mut metadata = Metadata::default();
    read_members(&json, &mut metadata, faults);
    let rows = json.member(&["grid"]).map(WebJson::elements).unwrap_or_default();
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
        let marks = cell.member(&["givenPencilMarks"]).map(WebJson::elements).unwrap_or_default();
        let set: DigitSet =
            marks.iter().filter_map(|mark| faults.take(digit_of(FORMAT, mark, index, size))).collect();
        sets.push(if marks.is_empty() || value.is_some() { DigitSet::all(size) } else { set });
    }
    let boxes = faults.take(boxes_of(&cells, size))?;
    cells.iter().for_each(|cell| metadata.describe_cell(cell, &CELL, &COLOURS));
    let read = faults.take(puzzle(FORMAT, clues, sets, boxes))?;
    let solution = metadata.solution(size).or_else(|| entered_solution(&cells, &read));
    let mut reader = ConstraintReader::new(read, faults)?;
    reader.describe(mem::take(&mut metadata.description), solution);
    read_constraints(&json, &mut reader);
    let members = json
        .members()
        .iter()
        .filter(|(name, value)| !value.is_void() && member_kind(name, value) == MemberKind::Constraint);
    let members: Vec<&str> = members.map(|(name, _)| name.as_str()).collect();
    metadata.add_flags(&members, &mut reader);
    reader.finish()
}

fn json_of(text: &str) -> FormatResult<WebJson> {
    let payload = payload(text)
        .ok_or_else(|| syntax(FORMAT, "expected an address with `load=`, `fpuzzles...` or JSON"))?;
    if payload.starts_with('{') {
        return WebJson::parse(&payload)
            .map_err(|error| syntax(FORMAT, format!("the JSON is not valid: {error}")));
    }
    inflated(FORMAT, &payload, WebJson::parse)
}

/// Whether the value of a cell is a clue.
fn is_given(cell: &WebJson, index: usize, size: usize) -> FormatResult<bool> {
    match cell.member(&["given"]) {
        None => Ok(false),
        Some(WebJson::Boolean(is_given)) => Ok(*is_given),
        Some(_) => {
            let fault = syntax(FORMAT, "`given` must be true or false");
            Err(Box::new(fault.in_cell(Position::of(index, size))))
        }
    }
}

/// The boxes or regions. A cell without the member belongs to its usual box, a cell with -1 or null to no region.
fn boxes_of(cells: &[&WebJson], size: usize) -> FormatResult<Boxes> {
    let usual = BoxShape::usual(size);
    if cells.iter().all(|cell| cell.member(&["region"]).is_none()) {
        return Ok(Boxes::Hidden);
    }
    let number = |(index, cell): (usize, &&WebJson)| match cell.member(&["region"]) {
        None => Ok(Some(box_of(index, usual))),
        Some(WebJson::Null | WebJson::Number(-1.0)) => Ok(None),
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
    let numbers = numbers.ok_or_else(|| constraint(FORMAT, "regions", "cells outside of all regions"))?;
    Boxes::from_numbers(FORMAT, &numbers, size)
}

/// Describes the drawings of a puzzle, and refuses constraints that are not read, by their names.
fn read_members(json: &WebJson, metadata: &mut Metadata, faults: &mut FormatFaults) {
    for (name, value) in json.members().iter().filter(|(_, value)| !value.is_void()) {
        let name = name.as_str();
        let kind = member_kind(name, value);
        if GRID.contains(&name) || kind == MemberKind::Constraint {
            continue;
        }
        if let Some((_, kind)) = DRAWINGS.iter().find(|(other, _)| *other == name) {
            metadata.description.add_drawings(kind, drawing_count(value));
        } else if name == "metadata" {
            value.members().iter().for_each(|(name, value)| metadata.read_or_name(name, value));
        } else if name == CAGE && kind == MemberKind::Decoration {
            value.elements().iter().for_each(|cage| describe_cage(cage, metadata));
        } else if kind == MemberKind::Decoration {
            metadata.description.add_drawings(name, value.elements().len());
        } else {
            metadata.read_or_refuse(FORMAT, name, value, faults);
        }
    }
}

/// Number of the drawings of a member, which may have several lines in an entry.
fn drawing_count(value: &WebJson) -> usize {
    let count = |entry: &WebJson| entry.member(&["lines"]).map_or(1, |lines| lines.elements().len().max(1));
    value.elements().iter().map(count).sum::<usize>().max(1)
}

/// Describes a cage that is drawn, or metadata such as `rules: ...`.
fn describe_cage(cage: &WebJson, metadata: &mut Metadata) {
    let text = match cage.member(&["value"]) {
        Some(WebJson::String(text)) => text.trim(),
        _ => "",
    };
    let has_cells = cage.member(&["cells"]).is_some_and(|cells| !cells.is_void());
    let is_metadata = if has_cells { metadata.read_known_text(text) } else { metadata.read_text(text) };
    if !is_metadata {
        metadata.description.add_drawings(if LIGHTS.contains(&text) { "fog" } else { CAGE }, 1);
    }
}

/// The digits that were entered into all cells, if they are not all clues.
fn entered_solution(cells: &[&WebJson], read: &ParsedText) -> Option<OwnSolution> {
    if read.grid.cells().iter().all(Option::is_some) {
        return None;
    }
    let values: Option<Vec<WebJson>> = cells.iter().map(|cell| cell.member(&["value"]).cloned()).collect();
    match OwnSolution::read(&WebJson::Array(values?), read.grid.square_size()?)? {
        OwnSolution::Cells(grid) if grid.cells().iter().all(Option::is_some) => {
            Some(OwnSolution::Entered(grid))
        }
        _ => None,
    }
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
        let digits: Vec<String> = set.digits().map(|digit| digit.value().to_string()).collect();
        members.push(format!("\"givenPencilMarks\":[{}]", digits.join(",")));
    }
    if !region.is_empty() {
        members.push(format!("\"region\":{region}"));
    }
    format!("{{{}}}", members.join(","))
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::constraints::Constraint;

    use super::*;
    use crate::{CellFault, FormatFault, FormatFaultReason, TextFault};

    fn faults(json: &str) -> Vec<FormatFault> {
        let mut faults = Vec::new();
        let mut report = |fault| match fault {
            TextFault::Format(fault) => faults.push(fault),
            other => panic!("{other:?}"),
        };
        assert_eq!(Fpuzzles::parse(json, &mut report), None, "{json}");
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
        let found = faults(&format!("{{\"grid\":[{row},{row}],\"size\":3,\"a\":[1],\"b\":true}}"));
        assert_eq!(found.len(), 3, "{found:?}");
    }
    fn read(members: &str) -> ParsedText {
        let row = "[{},{},{},{}]";
        let json = format!(
            r#"{{"size":4,"grid":[[{{"value":1,"given":true}},{{}},{{}},{{}}],{row},{row},{row}]{members}}}"#
        );
        Fpuzzles::parse(&json, &mut |fault| panic!("{members}: {fault}")).expect("no faults")
    }

    #[test]
    fn usual_rules_need_no_warning() {
        let plain = read(
            r#","title":" T ","author":"A","ruleset":"Normal sudoku rules apply.","successMessage":"x""#,
        );
        assert!(!plain.has_unread_rules());
        let description = plain.description.expect("a description");
        assert_eq!((description.title.as_deref(), description.author.as_deref()), (Some("T"), Some("A")));
        assert_eq!(description.rules.as_deref(), Some("Normal sudoku rules apply."));
        assert!(read(r#","ruleset":"Normal sudoku rules apply. Odd.""#).has_unread_rules());
    }

    #[test]
    fn drawings_and_metadata_are_described() {
        let members = r#","line":[{"lines":[["R1C1","R1C2"],["R2C1","R2C2"]]}],"text":[{"cells":["R1C1"],"value":"a"}],
            "cage":[{"cells":["R1C1"],"value":"FOW"},{"cells":["R1C1"],"value":"rules: odd"},{"value":"antiking: true"},
            {"cells":["R1C1"],"value":"b"}],"sandwichsum":[{"cell":"R0C1","value":""}],"disabledlogic":["x"],"tool":"y""#;
        let read = read(members);
        assert_eq!(read.constraints.iter().map(Constraint::type_name).collect::<Vec<_>>(), ["anti_king"]);
        let description = read.description.expect("a description");
        let drawings: Vec<String> =
            description.drawings.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        assert_eq!(drawings.join(", "), "1 cage, 1 fog, 2 line, 1 sandwichsum, 1 text");
        assert_eq!(
            (description.unread_rules(), &*description.members),
            (Some("odd"), &["tool".to_owned()][..])
        );
    }

    #[test]
    fn solution_of_the_text_is_checked() {
        let differs = |members: &str| read(members).description.is_some_and(|read| read.solution_differs);
        assert!(!differs(r#","solution":[1,3,2,4,4,2,3,1,2,4,1,3,3,1,4,2]"#));
        assert!(!differs(r#","solution":[1,null,2,4]"#.replace("4]", "4,4,2,3,1,2,4,1,3,3,1,4,2]").as_str()));
        assert!(differs(r#","solution":[2,3,1,4,4,2,3,1,1,4,2,3,3,1,4,2]"#));
        let broken = r#"{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],
            "killercage":[{"cells":["R1C2","R2C2"],"value":"8"}],"solution":["1","3","2","4","4","2","3","1","2","4","1","3","3","1","4","2"]}"#;
        let found = faults(broken);
        assert!(
            matches!(&found[..], [FormatFault { reason: FormatFaultReason::BrokenByOwnSolution { name, .. }, .. }] if name == "killercage"),
            "{found:?}"
        );
    }

    #[test]
    fn entered_digits_are_compared_as_the_solution() {
        let grid = |last: u8| {
            let digits = [1, 3, 2, 4, 4, 2, 3, 1, 2, 4, 1, 3, 3, 1, 4, last];
            let cell =
                |(index, digit): (usize, &u8)| format!("{{\"value\":{digit},\"given\":{}}}", index == 0);
            let cells: Vec<String> = digits.iter().enumerate().map(cell).collect();
            let rows: Vec<String> = cells.chunks(4).map(|row| format!("[{}]", row.join(","))).collect();
            let text = format!("{{\"grid\":[{}]}}", rows.join(","));
            Fpuzzles::parse(&text, &mut |fault| panic!("{fault}")).expect("no faults")
        };
        assert!(!grid(2).has_unread_rules());
        assert!(grid(3).description.is_some_and(|description| description.solution_differs));
    }
}
