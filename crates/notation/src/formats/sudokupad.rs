//! SudokuPad: ids of puzzles, in an address or alone.
//!
//! `scl` and `ctc` are JSON compressed by lz-string, which may be shortened: names without quotes, empty objects left out, short
//! names for members. `scf` holds the clues of a classic 9x9.

use std::mem;

use quadrille_sudoku::constraints::Constraint;
use quadrille_sudoku::{BoxShape, Cell, Digit, DigitSet};

use super::constraint_reader::ConstraintReader;
use super::content::{Content, NotRepresentable, ParsedText, Report};
use super::format_faults::{FormatFaults, FormatResult, short};
use super::json::{JsonFault, WebJson};
use super::metadata::Metadata;
use super::sudokupad_cages::read_cages;
use super::sudokupad_guesses::guess_constraints;
use super::sudokupad_syntax::with_full_syntax;
use super::text_format::TextFormat;
use super::web::{
    Boxes, cells_of, constraint, damaged, deflated, digit_of, inflated, payload_after, puzzle, syntax,
};
use crate::formats::Format;

const FORMAT: Format = Format::Sudokupad;

const CLASSIC: &str = "scf";

const PREFIXES: [&str; 3] = ["scl", "ctc", CLASSIC];

/// Beginning of every compressed object.
const OBJECT: &str = "N4I";

/// Minimum length of other payloads: shorter texts are no puzzles.
const PAYLOAD_MIN: usize = 14;

/// Members of the grid, with their short names.
const GRID: [&str; 8] = ["cells", "ce", "regions", "re", "cages", "ca", "cellSize", "cs"];

/// Members that are drawn, with what each of their elements is. They may stand for rules that the data does not have.
const DRAWINGS: [(&str, &str); 10] = [
    ("lines", "line"),
    ("l", "line"),
    ("arrows", "arrow"),
    ("a", "arrow"),
    ("foglight", "fog"),
    ("foglink", "fog"),
    ("fogofwar", "fog"),
    ("triggereffect", "effect"),
    ("svg", "image"),
    ("images", "image"),
];

/// Members with drawings of any kind.
const LAYERS: [&str; 4] = ["overlays", "o", "underlays", "u"];

/// Members of a cell that are read.
const CELL: [&str; 3] = ["value", "v", "given"];

/// Members of a cell that give it a colour.
const COLOURS: [&str; 5] = ["c", "color", "colour", "backgroundColor", "c2"];

/// Symbols of `scf`: a digit, and up to five empty cells after it.
const CLASSIC_SYMBOLS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";

/// Cells of `scf`.
const CLASSIC_CELLS: usize = 81;

/// Id of SudokuPad.
pub(super) struct Sudokupad;

impl TextFormat for Sudokupad {
    const DESCRIPTION: &'static str = "\
        A link of SudokuPad, or its id: an id that begins with `scl`, `ctc` or `scf`, alone or in an address. Regions and cages are read and \
        written; other constraints are rejected by name. Drawings and prose give a warning.";
    const EXAMPLE: &'static str = "https://sudokupad.app/sclN4IgxgpgNlDOIC4DaTQDcCGUCuFEEYBfAGmBLNMIF1jVzyRMc8EBmemu0xrXRAFnqVOFUQyZ8EAJmo0QAJwgBzAJYB7AHbxkKAAzFdnffk74Dp4ic5J9Uo8VYW7tM4%2BtTztDydqtPSPytaJA9nEIdOPzC%2FNypCIA";
    const ROW_MEMBERS: &'static [&'static str] = &["cells", "ce"];
    const HOLDS_VARIANTS: bool = true;
    const HAS_ADDRESSES: bool = true;
    const MAY_BE_LONG: bool = true;
    const FAULT_RANK: Option<u8> = Some(5);

    /// Whether a text has the data of this format, or its JSON.
    fn may_be(text: &str) -> bool {
        if is_json(text) {
            return !text.contains("\"grid\"") && (text.contains("\"cells\"") || text.contains("ce:["));
        }
        let is_symbol = |symbol: char| {
            symbol.is_ascii_alphanumeric() || matches!(symbol, '+' | '/' | '=' | '\\' | '-' | '_' | '$')
        };
        payload_after(text, &PREFIXES).is_some_and(|(_, payload)| {
            // The end of a link may be damaged.
            payload.starts_with(OBJECT) || (payload.len() >= PAYLOAD_MIN && payload.chars().all(is_symbol))
        })
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        FormatFaults::collect(report, |faults| parse(text, faults))
    }

    /// Formats a puzzle as an address.
    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
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
        let row =
            |cells: &[Option<Digit>]| format!("[{}]", cells.iter().map(cell).collect::<Vec<_>>().join(","));
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
                let sum =
                    cage.sum.map_or_else(String::new, |sum| format!(",\"value\":\"{sum}\",\"sum\":{sum}"));
                Some(format!("{{\"cells\":{},\"unique\":true{sum}}}", places(&cage.cells)))
            }
            _ => None,
        });
        let cages: Vec<String> = cages.collect();
        let cages =
            if cages.is_empty() { String::new() } else { format!(",\"cages\":[{}]", cages.join(",")) };
        let json = format!("{{\"cells\":[{}],\"regions\":[{}]{cages}}}", rows.join(","), regions.join(","));
        Ok(format!("https://sudokupad.app/scl{}", deflated(&json)))
    }
}

fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

fn parse(text: &str, faults: &mut FormatFaults) -> Option<ParsedText> {
    if is_json(text) {
        let json =
            parse_json(text).map_err(|error| syntax(FORMAT, format!("the JSON is not valid: {error}")));
        return read_json(&faults.take(json)?, faults);
    }
    let Some((prefix, payload)) = payload_after(text, &PREFIXES) else {
        faults.push(*syntax(FORMAT, "expected an address, an id that begins with scl, ctc or scf, or JSON"));
        return None;
    };
    if prefix == CLASSIC {
        parse_classic(&payload, faults)
    } else {
        read_json(&faults.take(inflated(FORMAT, &payload, parse_json))?, faults)
    }
}

/// Parses JSON, in full or short syntax.
fn parse_json(text: &str) -> Result<WebJson, JsonFault> {
    WebJson::parse(text).or_else(|fault| WebJson::parse(&with_full_syntax(text)).map_err(|_| fault))
}

/// Reads the object of a puzzle.
fn read_json(json: &WebJson, faults: &mut FormatFaults) -> Option<ParsedText> {
    let mut metadata = Metadata::default();
    read_members(json, &mut metadata, faults);
    let rows = json.member(&["cells", "ce"]).map(WebJson::elements).unwrap_or_default();
    let cages = read_cages(json, rows.len(), &mut metadata, faults);
    let (size, cells) = cells_of(FORMAT, rows, faults)?;
    let value = |(index, cell): (usize, &&WebJson)| {
        let is_given = cell.member(&["given"]) != Some(&WebJson::Boolean(false));
        let value = cell.member(&["value", "v"]).filter(|value| is_given && !value.is_void());
        value.and_then(|value| faults.take(digit_of(FORMAT, value, index, size)))
    };
    let clues = cells.iter().enumerate().map(value).collect();
    cells.iter().for_each(|cell| metadata.describe_cell(cell, &CELL, &COLOURS));
    let boxes = faults.take(boxes_of(json, size))?;
    let sets = vec![DigitSet::all(size); size * size];
    let read = faults.take(puzzle(FORMAT, clues, sets, boxes))?;
    let mut reader = ConstraintReader::new(read, faults)?;
    let solution = metadata.solution(size);
    reader.describe(mem::take(&mut metadata.description), solution);
    metadata.add_flags(&[], &mut reader);
    guess_constraints(json, &mut reader);
    cages.into_iter().for_each(|cage| cage.add_to(&mut reader));
    reader.finish()
}

/// Describes the drawings of a puzzle, and refuses members that may be constraints.
fn read_members(json: &WebJson, metadata: &mut Metadata, faults: &mut FormatFaults) {
    for (name, value) in json.members().iter().filter(|(_, value)| !value.is_void()) {
        let name = name.as_str();
        if GRID.contains(&name) {
            continue;
        }
        if let Some((_, kind)) = DRAWINGS.iter().find(|(other, _)| *other == name) {
            metadata.description.add_drawings(kind, value.elements().len().max(1));
        } else if LAYERS.contains(&name) {
            value.elements().iter().for_each(|drawing| {
                metadata.description.add_drawings(kind_of(drawing), 1);
            });
        } else if ["metadata", "metaData"].contains(&name) {
            value.members().iter().for_each(|(name, value)| metadata.read_or_name(name, value));
        } else if name == "settings" {
            value.members().iter().for_each(|(name, value)| {
                // Other settings are those of the program.
                metadata.read_flag(name, value);
            });
        } else if ["global", "globals"].contains(&name) {
            read_global(name, value, metadata, faults);
        } else {
            metadata.read_or_refuse(FORMAT, name, value, faults);
        }
    }
}

/// Reads a list of names of rules, or one name.
fn read_global(name: &str, value: &WebJson, metadata: &mut Metadata, faults: &mut FormatFaults) {
    let names = if value.elements().is_empty() { std::slice::from_ref(value) } else { value.elements() };
    for rule in names {
        match rule {
            WebJson::String(rule) if metadata.read_flag(rule, &WebJson::Boolean(true)) => {}
            WebJson::String(rule) => faults.push_named(FORMAT, rule),
            _ => faults.push_named(FORMAT, name),
        }
    }
}

/// What a drawing of a layer is.
fn kind_of(drawing: &WebJson) -> &'static str {
    let has = |names: &[&str]| drawing.member(names).is_some_and(|value| !value.is_void());
    match () {
        () if has(&["text", "te"]) => "text",
        () if has(&["rounded", "r"]) => "circle",
        () => "rectangle",
    }
}

/// The boxes or regions, each a list of cells.
fn boxes_of(json: &WebJson, size: usize) -> FormatResult<Boxes> {
    let regions = json.member(&["regions", "re"]).map(WebJson::elements).unwrap_or_default();
    if regions.is_empty() {
        return Err(constraint(FORMAT, "regions", "puzzles without regions"));
    }
    let mut region_of = vec![None; size * size];
    for (number, region) in regions.iter().enumerate() {
        for cell in region.elements() {
            let place: Vec<Option<usize>> = cell.elements().iter().map(WebJson::whole).collect();
            let [Some(row), Some(column)] = place[..] else {
                return Err(syntax(FORMAT, "a cell of a region must be [row, column]"));
            };
            let slot = (row < size && column < size).then(|| row * size + column);
            match slot.and_then(|slot| region_of.get_mut(slot)) {
                Some(slot) if slot.is_none() => *slot = Some(number),
                _ => return Err(constraint(FORMAT, "regions", "regions that overlap or leave the grid")),
            }
        }
    }
    let region_of: Option<Vec<usize>> = region_of.into_iter().collect();
    let region_of = region_of.ok_or_else(|| constraint(FORMAT, "regions", "cells outside of all regions"))?;
    Boxes::from_numbers(FORMAT, &region_of, size)
}

/// Parses `scf`.
fn parse_classic(payload: &str, faults: &mut FormatFaults) -> Option<ParsedText> {
    let (clues, rest) = faults.take(classic_clues(payload))?;
    let (sets, boxes) = (vec![DigitSet::all(9); CLASSIC_CELLS], Boxes::Shape(BoxShape::usual(9)));
    let read = faults.take(puzzle(FORMAT, clues, sets, boxes))?;
    let mut reader = ConstraintReader::new(read, faults)?;
    match rest {
        "" => {}
        "x" => reader.add("x", "diagonals", []),
        "w" => reader.add("w", "windoku", []),
        other => {
            faults.push_constraint(FORMAT, other, format!("the rules `{}`", short(other)));
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
        let code =
            code.ok_or_else(|| damaged(FORMAT, format!("it has {} of {CLASSIC_CELLS} cells", clues.len())))?;
        clues.push(Digit::new(code % 10));
        clues.resize(clues.len() + code / 10, None);
    }
    if clues.len() > CLASSIC_CELLS {
        return Err(damaged(FORMAT, format!("it has more than {CLASSIC_CELLS} cells")));
    }
    Ok((clues, symbols.as_str()))
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::Position;

    use super::*;
    use crate::formats::description::GuessedConstraint;
    use crate::{FormatFault, FormatFaultReason, TextFault};

    #[test]
    fn cells_of_regions_outside_of_the_grid_are_refused() {
        for place in
            [r#"["18446744073709551615","5"]"#, r#"["9223372036854775808",0]"#, "[0,2]", "[999999,0]"]
        {
            let json = format!(r#"{{"cells":[[{{}},{{}}],[{{}},{{}}]],"regions":[[{place}]]}}"#);
            let id = format!("scl{}", lz_str::compress_to_base64(&json));
            let mut faults = 0;
            assert_eq!(Sudokupad::parse(&id, &mut |_| faults += 1), None, "{place}");
            assert_eq!(faults, 1, "{place}");
        }
    }

    fn faults(cells: &str, members: &str) -> Vec<FormatFault> {
        let regions = "[[0,0],[0,1]],[[1,0],[1,1]]";
        let json = format!(r#"{{"cells":[{cells}],"regions":[{regions}]{members}}}"#);
        let id = format!("scl{}", lz_str::compress_to_base64(&json));
        let mut faults = Vec::new();
        let read = Sudokupad::parse(&id, &mut |fault| match fault {
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
            let reason = |detail: &str| FormatFaultReason::Constraint {
                name: "cage".to_owned(),
                detail: detail.to_owned(),
            };
            let expected = expected.map(|name| FormatFault::new(FORMAT, reason(name)));
            assert_eq!(faults(cells, &cage(place, more)), Vec::from_iter(expected), "{place} {more}");
        }
    }

    #[test]
    fn every_fault_is_reported() {
        let members = r#","global":1,"thermos":[[]],"metadata":{"norowcol":true}"#;
        assert_eq!(faults(r#"[{"value":0},{"value":3}],[{},{}]"#, members).len(), 5);
        let rule = FormatFaultReason::Constraint {
            name: "norowcol".to_owned(),
            detail: "the constraint `norowcol`".to_owned(),
        };
        assert_eq!(
            faults("[{},{}],[{},{}]", r#","metaData":{"norowcol":true}"#),
            [FormatFault::new(FORMAT, rule)]
        );
    }

    #[test]
    fn flags_are_read_wherever_they_stand() {
        for members in [
            r#","metadata":{"antiknight":true,"AntiKing":1,"non-consecutive":"true"}"#,
            r#","cages":[{"value":"antiknight: true"},{"value":"antiking: yes"},{"value":"nonconsecutive: 1"}]"#,
            r#","global":["antiknight","antiking","nonconsecutive"]"#,
            r#","antiknight":true,"antiking":true,"nonconsecutive":true"#,
            r#","settings":{"antiknight":true,"windoku":false,"antiking":1,"nonconsecutive":true,"dark":true}"#,
        ] {
            let read = read(&four(BOXES, members));
            let names: Vec<&str> = read.constraints.iter().map(Constraint::type_name).collect();
            assert_eq!(names, ["anti_knight", "anti_king", "non_consecutive"], "{members}");
            assert_eq!(read.description, None, "{members}");
        }
    }

    #[test]
    fn members_that_are_no_rules_are_ignored() {
        for members in [
            r#","vd":["abcdefghijk"],"videos":["abcdefghijk"],"duration":3"#,
            r#","watch":"https://example.org/a","links":["x"],"metadata":{"source":"A","videos":["x"]}"#,
            r#","settings":{"a":true},"cages":[{"value":"source: A"},{"cells":[[0,0]],"hidden":true}]"#,
        ] {
            assert_eq!(read(&four(BOXES, members)).description, None, "{members}");
        }
    }

    #[test]
    fn drawings_and_prose_are_described() {
        let members = r#","title":"T","metadata":{"author":"A","rules":["Normal sudoku rules apply.","Odd."],"hint":"x"},
            "lines":[{},{}],"arrows":[{}],"overlays":[{"text":"3"},{"rounded":true}],"underlays":[{"width":1}],
            "cages":[{"cells":[[0,0]],"value":"a"},{"cells":[[0,1],[1,1]]}]"#;
        let read = read(&four(BOXES, members));
        let description = read.description.expect("a description");
        let drawings: Vec<String> =
            description.drawings.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        assert_eq!(drawings.join(", "), "1 arrow, 2 cage, 1 circle, 2 line, 1 rectangle, 1 text");
        assert_eq!(description.unread_rules(), Some("Normal sudoku rules apply.\nOdd."));
        assert_eq!((description.title.as_deref(), description.author.as_deref()), (Some("T"), Some("A")));
        assert_eq!(description.members, ["hint"]);
    }

    /// The guessed constraints of a 4x4 with these members: drawing, type, cells and their value.
    fn guesses(members: &str) -> Vec<String> {
        let read = read(&four(BOXES, members));
        assert_eq!(read.constraints, [], "{members}");
        let guess = |guess: &GuessedConstraint| {
            let (constraint, values) = (&guess.constraint, guess.constraint.values());
            let cells: Vec<String> =
                constraint.cells().iter().map(|cell| Position::of(cell.index(), 4).to_string()).collect();
            let value = values.number("value").or(values.number("difference"));
            let value = value.map_or_else(String::new, |value| format!(" {value}"));
            format!("{}: {} {}{value}", guess.drawing, constraint.type_name(), cells.join(" "))
        };
        read.description.map_or_else(Vec::new, |description| description.guesses.iter().map(guess).collect())
    }

    #[test]
    fn lines_of_known_colours_and_shapes_are_guessed() {
        let line = |colour: &str, points: &str| {
            format!(r##"{{"color":"{colour}","thickness":9,"wayPoints":[{points}]}}"##)
        };
        let straight = "[0.5,0.5],[0.5,3.5],[1.5,2.5]";
        for (colour, meaning) in [
            ("#67f067ff", "whisper r1c1 r1c2 r1c3 r1c4 r2c3 2"),
            ("#ffa600", "whisper r1c1 r1c2 r1c3 r1c4 r2c3 4"),
            ("#fcaf", "entropic r1c1 r1c2 r1c3 r1c4 r2c3"),
            ("#2ECBFF", "region_sum_line r1c1 r1c2 r1c3 r1c4 r2c3"),
            ("#bbbbbb", "palindrome r1c1 r1c2 r1c3 r1c4 r2c3"),
        ] {
            let lines = format!(r##","lines":[{{}},{}]"##, line(colour, straight));
            assert_eq!(guesses(&lines), [format!("line 2: {meaning}")]);
        }
        for lines in [
            line("#123456", straight),
            line("red", straight),
            // Not in the middle of cells, outside of the grid, and no path of a king.
            line("#67f067", "[0.5,1],[0.5,3]"),
            line("#67f067", "[0.5,0.5],[0.5,4.5]"),
            line("#67f067", "[0.5,0.5],[1.5,2.5]"),
            line("#67f067", "[0.5,0.5],[1e300,2.5]"),
            line("#67f067", ""),
        ] {
            assert_eq!(guesses(&format!(r##","lines":[{lines}]"##)), [""; 0], "{lines}");
        }
    }

    #[test]
    fn thermometers_and_arrows_are_guessed_by_their_circles() {
        let circle =
            r##"{"center":[0.5,0.5],"width":0.8,"height":0.8,"rounded":true,"backgroundColor":"#ccc"}"##;
        let lines = r##""lines":[{"color":"#cccccc","wayPoints":[[2.5,2.5],[0.5,0.5]]},{"color":"#f067f0","wayPoints":[[0.5,1.5],[1.5,1.5]]}]"##;
        assert_eq!(
            guesses(&format!(r#","underlays":[{circle}],{lines}"#)),
            ["line 1: thermometer r1c1 r2c2 r3c3", "line 2: renban r1c2 r2c2"]
        );
        let arrows = r#""a":[{"wp":[[0.7,0.8],[1.5,1.5],[2.5,1.5]]},{"wp":[[2.5,2.5],[3.5,3.5]]}]"#;
        assert_eq!(guesses(&format!(r#","o":[{circle}],{arrows}"#)), ["arrow 1: arrow r1c1 r2c2 r3c2"]);
    }

    #[test]
    fn drawn_cages_are_guessed() {
        let cages = r#"{"cells":[[0,0],[1,1]]},{"cells":[[0,0],[1,0]],"unique":false},{"cells":[[0,0],[1,0]],"value":"x"},{"cells":[[0,0],[9,0]]}"#;
        assert_eq!(guesses(&format!(r#","cages":[{cages}]"#)), ["cage 1: cage r1c1 r2c2"]);
    }

    #[test]
    fn dots_on_sides_are_guessed_by_their_colours() {
        let dot = |middle: &str, colour: &str, text: &str| {
            format!(
                r##"{{"center":[{middle}],"width":0.3,"height":0.3,"rounded":true,"backgroundColor":"{colour}","text":"{text}"}}"##
            )
        };
        let dots = [
            dot("0.5,1", "#FFFFFF", ""),
            dot("1,2.5", "#000000ff", "3"),
            dot("1,1", "#fff", ""),
            dot("0.5,4", "#fff", ""),
            dot("0.5,2", "#f00", ""),
            dot("0.5,3", "#fff", "x"),
        ];
        assert_eq!(
            guesses(&format!(r#","overlays":[{}]"#, dots.join(","))),
            ["overlay 1: difference r1c1 r1c2 1", "overlay 2: ratio r1c3 r2c3 3"]
        );
    }

    #[test]
    fn solution_of_the_text_is_checked() {
        let clue = |members: &str| four(BOXES, members).replacen("{}", r#"{"value":1}"#, 1);
        for (solution, differs) in [
            ("1324423124133142", false),
            ("13.4????........", false),
            ("2314423124133142", true),
            ("1124423124133142", true),
            ("132442312413314", true),
        ] {
            for members in [
                format!(r#","metadata":{{"solution":"{solution}"}}"#),
                format!(r#","cages":[{{"value":"solution: {solution}"}}]"#),
            ] {
                let description = read(&clue(&members)).description;
                assert_eq!(description.is_some_and(|read| read.solution_differs), differs, "{members}");
            }
        }
        let cage =
            r#","cages":[{"cells":[[0,1],[0,2]],"value":"6"}],"metadata":{"solution":"1324423124133142"}"#;
        let found = refusal(&clue(cage));
        assert!(found.contains("its own solution breaks its constraint `cage` of r1c2, r1c3"), "{found}");
        let flag = r#","metadata":{"antiking":true,"solution":"1324423124133142"}"#;
        assert!(refusal(&clue(flag)).contains("breaks its constraint `antiking`"));
    }

    #[test]
    fn payload_may_have_another_alphabet_and_line_ends() {
        // Titles of many symbols, so that one payload has both of the symbols that differ.
        let payload = |k: usize| {
            let title = format!("{:x}{:o}{}", k * 2_654_435_761, k * 40_503, k * 7_919);
            lz_str::compress_to_base64(&four(BOXES, &format!(r#","metadata":{{"title":"{title}"}}"#)))
        };
        let payload = (0..1000).map(payload).find(|payload| payload.contains('+') && payload.contains('/'));
        let payload = payload.expect("one of them has both");
        let expected = read(&format!("scl{payload}"));
        let plain = payload.trim_end_matches('=');
        for payload in [
            plain.replace('+', "-").replace('/', "_"),
            plain.replace('/', "-"),
            plain.replace('+', " "),
            plain.replace('+', "%2B").replace('/', "%2F"),
        ] {
            assert_eq!(read(&format!("https://sudokupad.app/scl{payload}")), expected, "{payload}");
        }
    }

    #[test]
    fn cut_payload_is_damaged() {
        let payload = lz_str::compress_to_base64(&four(BOXES, ""));
        let payload = payload.trim_end_matches('=');
        for length in (20..payload.len() - 1).step_by(7) {
            let found = refusal(&format!("scl{}", &payload[..length]));
            assert!(found.contains("the link is damaged"), "{length}: {found}");
        }
        assert!(refusal(&format!("scf{}", "W".repeat(14))).contains("it has 56 of 81 cells"));
    }

    #[test]
    fn grid_that_is_no_square_is_named() {
        let row = "[{},{},{}]";
        let found = refusal(&format!(r#"{{"cells":[{row},{row}]}}"#));
        assert!(found.contains("not supported: grids of 2 rows and 3 columns"), "{found}");
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
        Sudokupad::parse(text, &mut |fault| panic!("{text}: {fault}")).expect("no faults")
    }

    fn refusal(text: &str) -> String {
        let mut faults = Vec::new();
        assert_eq!(Sudokupad::parse(text, &mut |fault| faults.push(fault.to_string())), None, "{text}");
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
        assert!(!read.has_unread_rules());
    }

    #[test]
    fn doubtful_cages_are_refused() {
        for (cage, expected) in [
            (r#""value":"DR3","unique":true"#, "cages with other values than a sum"),
            (r#""value":"3","sum":4,"unique":true"#, "cages with other values than a sum"),
        ] {
            let found = refusal(&four(BOXES, &format!(r#","cages":[{{"cells":[[0,0],[0,1]],{cage}}}]"#)));
            assert!(found.contains(expected), "{cage}: {found}");
        }
        let outside = r#","cages":[{"cells":[[0,4]],"unique":true}]"#;
        assert!(refusal(&four(BOXES, outside)).contains("outside of the grid"));
        let found = refusal(&four(BOXES, r#","cages":[{"cells":[[0,1],[0,2],[1,2]],"value":"7"}]"#));
        assert!(found.contains("it does not say whether digits may repeat: r1c2, r1c3, r2c3"), "{found}");
    }

    #[test]
    fn cages_in_a_house_need_no_word_about_repeats() {
        let members = r#","cages":[{"cells":[[0,0],[0,3]],"value":"3"},{"cells":[[1,0],[0,1]],"sum":7},{"cells":[[3,3]],"value":4},
            {"cells":[[0,1],[0,2],[1,2]],"sum":7,"unique":false}]"#;
        let read = read(&four(BOXES, members));
        let names: Vec<&str> = read.constraints.iter().map(Constraint::type_name).collect();
        assert_eq!(names, ["cage", "cage", "cage", "sum"]);
        assert!(!read.has_unread_rules());
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
            let text = Sudokupad::format(&Content::new(&puzzle).expect("a square")).expect("representable");
            assert_eq!(read(&text).to_puzzle(), Some(puzzle));
        }
        let id = format!("scf{}x", "W".repeat(20) + "0");
        let puzzle = read(&id).to_puzzle().expect("valid");
        let refused = Sudokupad::format(&Content::new(&puzzle).expect("a square"));
        assert_eq!(refused, Err(NotRepresentable::Constraints(vec!["diagonals"])));
    }
}
