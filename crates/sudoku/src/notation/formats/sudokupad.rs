//! SudokuPad: ids of puzzles, in an address or alone.
//!
//! `scl` and `ctc` are JSON compressed by lz-string, which may be shortened: names without quotes, empty objects left out, short
//! names for members. `scf` holds the clues of a classic 9x9.

use super::constraint_reader::{CageParts, ConstraintReader};
use super::content::{Content, FormatFaultReason, NotRepresentable, ParsedText, Report};
use super::format::Format;
use super::format_faults::{FormatFaults, FormatResult};
use super::json::Json;
use super::web::{
    Boxes, cells_of, constraint, deflated, digit_of, fault, has_others, inflated, payload_after, puzzle,
    syntax,
};
use crate::model::{BoxShape, Cell, Constraint, Digit, DigitSet};

const FORMAT: Format = Format::Sudokupad;

const CLASSIC: &str = "scf";

const PREFIXES: [&str; 3] = ["scl", "ctc", CLASSIC];

/// Minimum length of a payload: shorter texts are no puzzles.
const PAYLOAD_MIN: usize = 14;

/// Members that are no constraints, with their short names.
const DESCRIPTIONS: [&str; 15] = [
    "cells", "ce", "regions", "re", "cages", "ca", "cellSize", "cs", "id", "title", "t", "author",
    "settings", "metadata", "metaData",
];

/// Members that are drawn. They may stand for rules that the data does not have.
const DECORATIONS: [&str; 12] = [
    "lines",
    "l",
    "arrows",
    "a",
    "overlays",
    "o",
    "underlays",
    "u",
    "foglight",
    "foglink",
    "triggereffect",
    "fogofwar",
];

/// Members of `metadata` that say nothing about the rules, and beginnings of the cages that stand for them.
const METADATA: [&str; 5] = ["title", "author", "source", "solution", "msgcorrect"];

/// Rules of `metadata` that are constraints.
const RULES: [&str; 4] = ["antiknight", "antiking", "nonconsecutive", "norowcol"];

/// Symbols of `scf`: a digit, and up to five empty cells after it.
const CLASSIC_SYMBOLS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";

/// Cells of `scf`.
const CLASSIC_CELLS: usize = 81;

/// Whether a text has the data of this format, or its JSON.
pub(super) fn begins_sudokupad(text: &str) -> bool {
    if is_json(text) {
        return !text.contains("\"grid\"") && (text.contains("\"cells\"") || text.contains("ce:["));
    }
    let is_symbol = |symbol: char| symbol.is_ascii_alphanumeric() || matches!(symbol, '+' | '/' | '=' | '\\');
    payload_after(text, &PREFIXES)
        .is_some_and(|(_, payload)| payload.len() >= PAYLOAD_MIN && payload.chars().all(is_symbol))
}

fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Parses a text in this format.
pub(super) fn parse_sudokupad(text: &str, report: Report<'_>) -> Option<ParsedText> {
    FormatFaults::collect(report, |faults| parse(text, faults))
}

fn parse(text: &str, faults: &mut FormatFaults) -> Option<ParsedText> {
    if is_json(text) {
        return parse_json(text, faults);
    }
    let Some((prefix, payload)) = payload_after(text, &PREFIXES) else {
        faults.push(*syntax(FORMAT, "expected an address, an id that begins with scl, ctc or scf, or JSON"));
        return None;
    };
    if prefix == CLASSIC {
        parse_classic(&payload, faults)
    } else {
        parse_json(&faults.take(inflated(FORMAT, &payload))?, faults)
    }
}

/// Parses JSON, in full or short syntax.
fn parse_json(text: &str, faults: &mut FormatFaults) -> Option<ParsedText> {
    let json = Json::parse(text).or_else(|_| Json::parse(&with_full_syntax(text)));
    let json = json.map_err(|error| syntax(FORMAT, format!("the JSON is not valid: {error}")));
    let json = faults.take(json)?;
    let rows = json.member(&["cells", "ce"]).map(Json::elements).unwrap_or_default();
    let has_drawings = check_members(&json, faults);
    let cages = read_cages(&json, rows.len(), faults);
    let has_rules = check_metadata(&json, faults);
    let (size, cells) = cells_of(FORMAT, rows, faults)?;
    let value = |(index, cell): (usize, &&Json)| {
        let value = cell.member(&["value", "v"]).filter(|value| !value.is_void());
        value.and_then(|value| faults.take(digit_of(FORMAT, value, index, size)))
    };
    let clues = cells.iter().enumerate().map(value).collect();
    let has_marks = cells.iter().any(|cell| has_others(cell, &["value", "v"]));
    let boxes = faults.take(boxes_of(&json, size))?;
    let sets = vec![DigitSet::all(size); size * size];
    let is_decorated = has_drawings || cages.is_decorated || has_rules || has_marks;
    let read = faults.take(puzzle(FORMAT, clues, sets, boxes, is_decorated))?;
    let mut reader = ConstraintReader::new(read, faults)?;
    cages.cages.into_iter().for_each(|cage| reader.add_cage("cage", cage));
    reader.finish()
}

/// The boxes or regions, each a list of cells.
fn boxes_of(json: &Json, size: usize) -> FormatResult<Boxes> {
    let regions = json.member(&["regions", "re"]).map(Json::elements).unwrap_or_default();
    if regions.is_empty() {
        return Err(constraint(FORMAT, "puzzles without regions"));
    }
    let mut region_of = vec![None; size * size];
    for (number, region) in regions.iter().enumerate() {
        for cell in region.elements() {
            let place: Vec<Option<usize>> = cell.elements().iter().map(Json::whole).collect();
            let [Some(row), Some(column)] = place[..] else {
                return Err(syntax(FORMAT, "a cell of a region must be [row, column]"));
            };
            let slot = (row < size && column < size).then(|| row * size + column);
            match slot.and_then(|slot| region_of.get_mut(slot)) {
                Some(slot) if slot.is_none() => *slot = Some(number),
                _ => return Err(constraint(FORMAT, "regions that overlap or leave the grid")),
            }
        }
    }
    let region_of: Option<Vec<usize>> = region_of.into_iter().collect();
    let region_of = region_of.ok_or_else(|| constraint(FORMAT, "cells outside of all regions"))?;
    Boxes::from_numbers(FORMAT, &region_of, size)
}

/// Refuses members that may be constraints. Returns whether there are drawings.
fn check_members(json: &Json, faults: &mut FormatFaults) -> bool {
    let mut has_drawings = false;
    for (name, _) in json.members().iter().filter(|(_, value)| !value.is_void()) {
        if DECORATIONS.contains(&name.as_str()) {
            has_drawings = true;
        } else if !DESCRIPTIONS.contains(&name.as_str()) {
            let name: String = name.chars().take(40).collect();
            faults.push_constraint(FORMAT, format!("the constraint `{name}`"));
        }
    }
    has_drawings
}

/// Cages of a puzzle.
#[derive(Debug, Default)]
struct Cages {
    /// Cells with different digits, and their sum.
    cages: Vec<CageParts>,
    /// Whether there are cages that are only drawn, or metadata about the rules.
    is_decorated: bool,
}

/// Reads cages with different digits. Refuses those with a sum alone, because their digits may repeat or not.
fn read_cages(json: &Json, size: usize, faults: &mut FormatFaults) -> Cages {
    let mut read = Cages::default();
    for cage in json.member(&["cages", "ca"]).map(Json::elements).unwrap_or_default() {
        let cells = cage.member(&["cells", "ce"]).filter(|cells| !cells.is_void());
        let value = cage.member(&["value", "v"]);
        let Some(cells) = cells else {
            // Metadata are cages without cells, such as `title: Sunday`.
            let name = match value {
                Some(Json::String(text)) => text.split(':').next().unwrap_or_default().trim(),
                _ => "",
            };
            if let Some(rule) = RULES.iter().find(|rule| **rule == name) {
                faults.push_constraint(FORMAT, format!("the constraint `{rule}`"));
            }
            read.is_decorated |= !METADATA.contains(&name) && !RULES.contains(&name);
            continue;
        };
        let is_unit = cage.member(&["type"]) == Some(&Json::String("rowcol".to_owned()));
        let is_sum = value.is_some_and(|value| value.whole().is_some()) || cage.member(&["sum"]).is_some();
        let is_unique = cage.member(&["unique"]) == Some(&Json::Boolean(true));
        if is_unit && is_sum {
            faults.push_constraint(FORMAT, "killer cages of the type `rowcol`");
        } else if is_unit && !is_row_or_column(cells, size) {
            faults.push_constraint(FORMAT, "cages of the type `rowcol` that are no row or column");
        } else if is_unique && !is_unit {
            let cells = places_of(cells).and_then(|places| {
                let cell =
                    |(row, column)| (row < size && column < size).then(|| Cell((row * size + column) as u16));
                places.into_iter().map(cell).collect::<Option<Vec<Cell>>>()
            });
            match cells.zip(cage_sum(cage)) {
                Some(cage) => read.cages.push(cage),
                None => faults
                    .push_constraint(FORMAT, "cages with other values than a sum, or outside of the grid"),
            }
        } else if is_sum {
            faults.push_constraint(FORMAT, "killer cages that do not say whether digits may repeat");
        }
        read.is_decorated |= !is_unit && !is_unique;
    }
    read
}

/// The sum of a cage, which its value repeats, if it has one; `None` if they differ or are no number.
fn cage_sum(cage: &Json) -> Option<Option<usize>> {
    let given = [["value", "v"], ["sum", "sum"]].into_iter().filter_map(|names| cage.member(&names));
    let mut sums = given.filter(|given| !given.is_void()).map(Json::whole);
    let Some(sum) = sums.next() else { return Some(None) };
    let sum = sum?;
    sums.all(|other| other == Some(sum)).then_some(Some(sum))
}

/// Row and column of each cell, from 0.
fn places_of(cells: &Json) -> Option<Vec<(usize, usize)>> {
    let place = |cell: &Json| match cell.elements() {
        [row, column] => row.whole().zip(column.whole()),
        _ => None,
    };
    cells.elements().iter().map(place).collect()
}

/// Whether cells are all cells of one row or column, and no others.
fn is_row_or_column(cells: &Json, size: usize) -> bool {
    let Some(mut places) = places_of(cells) else { return false };
    places.sort_unstable();
    let Some(&(row, column)) = places.first() else { return false };
    let is_row = row < size && places.iter().copied().eq((0..size).map(|column| (row, column)));
    let is_column = column < size && places.iter().copied().eq((0..size).map(|row| (row, column)));
    is_row || is_column
}

/// Refuses constraints of the metadata. Returns whether there are others, such as rules in prose.
fn check_metadata(json: &Json, faults: &mut FormatFaults) -> bool {
    let Some(metadata) = json.member(&["metadata", "metaData"]) else { return false };
    let is_set = |name: &&&str| metadata.member(&[**name]).is_some_and(|value| !value.is_void());
    for name in RULES.iter().filter(is_set) {
        faults.push_constraint(FORMAT, format!("the constraint `{name}`"));
    }
    has_others(metadata, &[&METADATA[..], &RULES].concat())
}

/// Parses `scf`.
fn parse_classic(payload: &str, faults: &mut FormatFaults) -> Option<ParsedText> {
    let (clues, rest) = faults.take(classic_clues(payload))?;
    let (sets, boxes) = (vec![DigitSet::all(9); CLASSIC_CELLS], Boxes::Shape(BoxShape::usual(9)));
    let read = faults.take(puzzle(FORMAT, clues, sets, boxes, false))?;
    let mut reader = ConstraintReader::new(read, faults)?;
    match rest {
        "" => {}
        "x" => reader.add("x", "diagonals", []),
        "w" => reader.add("w", "windoku", []),
        other => {
            let rules: String = other.chars().take(40).collect();
            faults.push_constraint(FORMAT, format!("the rules `{rules}`"));
            return None;
        }
    }
    reader.finish()
}

/// The clues of `scf`, and the names of its rules.
fn classic_clues(payload: &str) -> FormatResult<(Vec<Option<Digit>>, &str)> {
    let mut clues: Vec<Option<Digit>> = Vec::with_capacity(CLASSIC_CELLS);
    let mut symbols = payload.chars();
    while clues.len() < CLASSIC_CELLS {
        let code = symbols.next().and_then(|symbol| CLASSIC_SYMBOLS.find(symbol));
        let code = code.ok_or_else(|| {
            let detail = format!("the data has {} of {CLASSIC_CELLS} cells", clues.len());
            fault(FORMAT, FormatFaultReason::Length(detail))
        })?;
        clues.push(Digit::new(code % 10));
        clues.resize(clues.len() + code / 10, None);
    }
    if clues.len() > CLASSIC_CELLS {
        let detail = format!("the data has more than {CLASSIC_CELLS} cells");
        return Err(fault(FORMAT, FormatFaultReason::Length(detail)));
    }
    Ok((clues, symbols.as_str()))
}

/// Restores the syntax of JSON: quotes, empty objects, `true`, `false` and colours.
fn with_full_syntax(text: &str) -> String {
    let quote = if text.contains('"') { '"' } else { '\'' };
    let mut json = String::with_capacity(2 * text.len());
    let mut symbols = text.chars().peekable();
    // The last symbol that is not part of a value; a blank after a value.
    let mut last = ' ';
    while let Some(symbol) = symbols.next() {
        match symbol {
            ',' | ']' => {
                if last == ',' || (last == '[' && symbol == ',') {
                    json.push_str("{}");
                }
                json.push(symbol);
                last = if symbol == ',' { ',' } else { ' ' };
            }
            '{' | '[' | ':' => {
                json.push(symbol);
                last = symbol;
            }
            '}' => {
                json.push(symbol);
                last = ' ';
            }
            _ if symbol.is_whitespace() => {}
            _ if symbol == quote => {
                json.push('"');
                copy_string(&mut symbols, quote, &mut json);
                json.push('"');
                last = ' ';
            }
            _ => {
                let mut word = String::from(symbol);
                while let Some(next) =
                    symbols.next_if(|next| !matches!(next, ',' | ':' | ']' | '}' | '[' | '{' | '\'' | '"'))
                {
                    word.push(next);
                }
                let is_name = symbols.peek() == Some(&':');
                json.push_str(&full_word(&word, is_name));
                last = ' ';
            }
        }
    }
    json
}

/// Copies a string up to its closing quote. An escaped quote becomes an apostrophe.
fn copy_string(symbols: &mut impl Iterator<Item = char>, quote: char, json: &mut String) {
    while let Some(symbol) = symbols.next() {
        match symbol {
            '\\' => match symbols.next() {
                Some('\'') => json.push('\''),
                Some(escaped) => json.extend(['\\', escaped]),
                None => return,
            },
            _ if symbol == quote => return,
            _ => json.push(symbol),
        }
    }
}

fn full_word(word: &str, is_name: bool) -> String {
    let is_colour = word.len() == 6 && word.chars().all(|symbol| symbol.is_ascii_hexdigit());
    match word {
        _ if is_name => format!("\"{word}\""),
        "t" => "true".to_owned(),
        "f" => "false".to_owned(),
        "true" | "false" | "null" => word.to_owned(),
        _ if word.parse::<f64>().is_ok() && !is_colour => word.to_owned(),
        _ => format!("\"{}\"", word.replace('\\', "")),
    }
}

/// Formats a puzzle as an address.
pub(super) fn format_sudokupad(content: &Content<'_>) -> Result<String, NotRepresentable> {
    content.require_no_candidates()?;
    content.require_constraints(|constraint| matches!(constraint, Constraint::Cage(_)))?;
    let size = content.size();
    let place = |index: usize| format!("[{},{}]", index / size, index % size);
    let places = |cells: &[Cell]| {
        let cells: Vec<String> = cells.iter().map(|cell| place(cell.index())).collect();
        format!("[{}]", cells.join(","))
    };
    let cell = |clue: &Option<Digit>| {
        clue.map_or_else(|| "{}".to_owned(), |clue| format!("{{\"value\":{}}}", clue.value()))
    };
    let row = |cells: &[Option<Digit>]| format!("[{}]", cells.iter().map(cell).collect::<Vec<_>>().join(","));
    let rows: Vec<String> = content.cells.chunks(size).map(row).collect();
    let BoxShape { width, height } = content.box_shape;
    let region = |number: usize| {
        let (top, left) = (number / (size / width) * height, number % (size / width) * width);
        let cells: Vec<String> =
            (0..size).map(|cell| format!("[{},{}]", top + cell / width, left + cell % width)).collect();
        format!("[{}]", cells.join(","))
    };
    let regions: Vec<String> = match content.regions() {
        // Without regions, the format does not say whether there are boxes.
        Some(regions) if regions.is_empty() => return Err(NotRepresentable::Regions),
        Some(regions) => regions.iter().map(|cells| places(cells)).collect(),
        None => (0..size).map(region).collect(),
    };
    let cages = content.constraints().iter().filter_map(|constraint| match constraint {
        Constraint::Cage(cage) => {
            let sum = cage.sum.map_or_else(String::new, |sum| format!(",\"value\":\"{sum}\",\"sum\":{sum}"));
            Some(format!("{{\"cells\":{},\"unique\":true{sum}}}", places(&cage.cells)))
        }
        _ => None,
    });
    let cages: Vec<String> = cages.collect();
    let cages = if cages.is_empty() { String::new() } else { format!(",\"cages\":[{}]", cages.join(",")) };
    let json = format!("{{\"cells\":[{}],\"regions\":[{}]{cages}}}", rows.join(","), regions.join(","));
    Ok(format!("https://sudokupad.app/scl{}", deflated(&json)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Position;
    use crate::notation::{FormatFault, TextFault};

    #[test]
    fn cells_of_regions_outside_of_the_grid_are_refused() {
        for place in
            [r#"["18446744073709551615","5"]"#, r#"["9223372036854775808",0]"#, "[0,2]", "[999999,0]"]
        {
            let json = format!(r#"{{"cells":[[{{}},{{}}],[{{}},{{}}]],"regions":[[{place}]]}}"#);
            let id = format!("scl{}", lz_str::compress_to_base64(&json));
            let mut faults = 0;
            assert_eq!(parse_sudokupad(&id, &mut |_| faults += 1), None, "{place}");
            assert_eq!(faults, 1, "{place}");
        }
    }

    fn faults(cells: &str, members: &str) -> Vec<FormatFault> {
        let regions = "[[0,0],[0,1]],[[1,0],[1,1]]";
        let json = format!(r#"{{"cells":[{cells}],"regions":[{regions}]{members}}}"#);
        let id = format!("scl{}", lz_str::compress_to_base64(&json));
        let mut faults = Vec::new();
        let read = parse_sudokupad(&id, &mut |fault| match fault {
            TextFault::Format(fault) => faults.push(fault),
            other => panic!("{other:?}"),
        });
        assert_eq!(read.is_none(), !faults.is_empty());
        faults
    }

    #[test]
    fn cell_without_object_is_refused() {
        for cell in ["4", "\"4\"", "null", "[]"] {
            let reason = FormatFaultReason::Syntax("a cell must be an object".to_owned());
            let fault =
                |row, column| FormatFault::new(FORMAT, reason.clone()).in_cell(Position { row, column });
            let cells = format!("[{{}},{cell}],[{cell},{{}}]");
            assert_eq!(faults(&cells, ""), [fault(1, 2), fault(2, 1)], "{cell}");
        }
    }

    #[test]
    fn cage_of_a_row_or_column_is_no_constraint() {
        let cells = "[{},{}],[{},{}]";
        let cage = |cells: &str, more: &str| {
            format!(r#","cages":[{{"type":"rowcol","unique":true,"cells":[{cells}]{more}}}]"#)
        };
        for (place, more, expected) in [
            ("[0,0],[0,1]", "", None),
            ("[1,1],[0,1]", "", None),
            ("[0,0],[1,1]", "", Some("cages of the type `rowcol` that are no row or column")),
            ("[0,0]", "", Some("cages of the type `rowcol` that are no row or column")),
            ("[0,0],[0,1],[0,1]", "", Some("cages of the type `rowcol` that are no row or column")),
            ("[0,0],[0,1]", r#","value":"3""#, Some("killer cages of the type `rowcol`")),
            ("[0,0],[0,1]", r#","sum":3"#, Some("killer cages of the type `rowcol`")),
        ] {
            let reason = |name: &str| FormatFaultReason::Constraint(name.to_owned());
            let expected = expected.map(|name| FormatFault::new(FORMAT, reason(name)));
            assert_eq!(faults(cells, &cage(place, more)), Vec::from_iter(expected), "{place} {more}");
        }
    }

    #[test]
    fn every_fault_is_reported() {
        let members = r#","global":1,"metadata":{"antiking":true,"antiknight":true}"#;
        assert_eq!(faults(r#"[{"value":0},{"value":3}],[{},{}]"#, members).len(), 5);
        let rule = FormatFaultReason::Constraint("the constraint `antiking`".to_owned());
        assert_eq!(
            faults("[{},{}],[{},{}]", r#","metaData":{"antiking":true}"#),
            [FormatFault::new(FORMAT, rule)]
        );
    }

    /// A 4x4 without clues, with these regions and further members.
    fn four(regions: &str, members: &str) -> String {
        let row = "[{},{},{},{}]";
        format!(r#"{{"cells":[{row},{row},{row},{row}],"regions":[{regions}]{members}}}"#)
    }

    const BOXES: &str = "[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]";

    /// The first and the last row, and two halves of the others.
    const JIGSAW: &str = "[[0,0],[0,1],[0,2],[0,3]],[[1,0],[1,1],[2,0],[2,1]],[[1,2],[1,3],[2,2],[2,3]],[[3,0],[3,1],[3,2],[3,3]]";

    fn read(text: &str) -> ParsedText {
        parse_sudokupad(text, &mut |fault| panic!("{text}: {fault}")).expect("no faults")
    }

    fn refusal(text: &str) -> String {
        let mut faults = Vec::new();
        assert_eq!(parse_sudokupad(text, &mut |fault| faults.push(fault.to_string())), None, "{text}");
        faults.join(", ")
    }

    #[test]
    fn cages_with_different_digits_are_read() {
        let members = r#","cages":[{"cells":[[0,0],[0,1]],"value":"3","unique":true},{"cells":[[1,0],[1,1]],"sum":7,"unique":true},
            {"cells":[[3,3]],"unique":true},{"type":"rowcol","unique":true,"cells":[[0,0],[0,1],[0,2],[0,3]]}]"#;
        let read = read(&four(BOXES, members));
        let cages: Vec<(Vec<u16>, Option<i64>)> = read
            .constraints
            .iter()
            .filter_map(|constraint| match constraint {
                Constraint::Cage(cage) => Some((cage.cells.iter().map(|cell| cell.0).collect(), cage.sum)),
                _ => None,
            })
            .collect();
        assert_eq!(cages, [(vec![0, 1], Some(3)), (vec![4, 5], Some(7)), (vec![15], None)]);
        assert!(!read.is_decorated);
    }

    #[test]
    fn doubtful_cages_are_refused() {
        for (cage, expected) in [
            (r#""value":"3""#, "killer cages that do not say whether digits may repeat"),
            (r#""value":"DR3","unique":true"#, "cages with other values than a sum"),
            (r#""value":"3","sum":4,"unique":true"#, "cages with other values than a sum"),
        ] {
            let found = refusal(&four(BOXES, &format!(r#","cages":[{{"cells":[[0,0],[0,1]],{cage}}}]"#)));
            assert!(found.contains(expected), "{cage}: {found}");
        }
        let outside = r#","cages":[{"cells":[[0,4]],"unique":true}]"#;
        assert!(refusal(&four(BOXES, outside)).contains("outside of the grid"));
    }

    #[test]
    fn regions_of_other_shapes_are_read() {
        let read = read(&four(JIGSAW, ""));
        let regions = read.regions.as_deref().expect("regions");
        assert_eq!((read.box_shape, regions.len()), (None, 4));
        assert_eq!(regions[1], [4, 5, 8, 9].map(Cell));
        let unequal = JIGSAW.replacen("[0,3]]", "[0,3],[1,0]]", 1).replacen("[[1,0],[1,1]", "[[1,1]", 1);
        assert!(refusal(&four(&unequal, "")).contains("regions that do not have 4 cells each"));
    }

    #[test]
    fn rules_of_a_classic_id_are_read() {
        let id = format!("scf{}", "W".repeat(20) + "0");
        let type_names = |id: &str| -> Vec<&'static str> {
            read(id).constraints.iter().map(Constraint::type_name).collect()
        };
        assert_eq!(type_names(&id), Vec::<&str>::new());
        assert_eq!(type_names(&(id.clone() + "x")), ["diagonals"]);
        assert_eq!(type_names(&(id.clone() + "w")), ["windoku"]);
        assert!(refusal(&(id + "xq")).contains("the rules `xq`"));
    }

    #[test]
    fn regions_and_cages_are_written_and_read_again() {
        for regions in [BOXES, JIGSAW] {
            let cages = r#","cages":[{"cells":[[0,0],[1,0]],"value":"3","unique":true},{"cells":[[3,3]],"unique":true}]"#;
            let puzzle = read(&four(regions, cages)).to_puzzle().expect("valid");
            let text = format_sudokupad(&Content::new(&puzzle).expect("a square")).expect("representable");
            assert_eq!(read(&text).to_puzzle(), Some(puzzle));
        }
        let id = format!("scf{}x", "W".repeat(20) + "0");
        let puzzle = read(&id).to_puzzle().expect("valid");
        let refused = format_sudokupad(&Content::new(&puzzle).expect("a square"));
        assert_eq!(refused, Err(NotRepresentable::Constraints(vec!["diagonals"])));
    }
}
