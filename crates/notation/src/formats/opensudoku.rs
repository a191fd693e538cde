//! OpenSudoku: XML with a puzzle in the attribute `data` of an element `game`.
//!
//! The data is a line, or the saved game of a player, which is also read alone, as the app copies it. The reader expands no entities, reads nothing but the text, and rejects
//! document types.

use std::collections::HashSet;

use quadrille_sudoku::text::{LetterCase, format_line, parse_line};
use quadrille_sudoku::{Digit, Grid, Position};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::content::{
    Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report, TextFault,
};
use super::drawn::CellFault;
use super::fields::with_offsets;
use super::format_faults::{FormatFaults, FormatResult};
use super::text_format::TextFormat;
use crate::formats::Format;

const FORMAT: Format = Format::Opensudoku;

/// Name of the elements with puzzles, and of the attribute.
const GAME: &str = "game";
const DATA: &str = "data";

/// Beginning of a saved game, before its version.
const VERSION: &str = "version:";

/// Quotes around the value of an attribute.
const QUOTES: [char; 2] = ['"', '\''];

/// References to the line feed between the version and the cells, which XML does not keep otherwise.
const LINE_ENDS: [&str; 6] = ["&#13;", "&#xD;", "&#xd;", "&#10;", "&#xA;", "&#xa;"];

/// Size of the grids of saved games.
const SAVED_SIZE: usize = 9;

/// XML of the app OpenSudoku.
pub(super) struct Opensudoku;

impl TextFormat for Opensudoku {
    const DESCRIPTION: &'static str = "\
        XML of the app OpenSudoku: one element `game`, whose `data` is a line or a saved game; or a saved game alone. \
        Several games are a batch. Document types are rejected.";
    const EXAMPLE: &'static str = r#"<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
  <name>Quadrille</name>
  <game data="1000003004000002" />
</opensudoku>
"#;
    const FRAME: (&'static str, &'static str) = (
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n  <name>Quadrille</name>\n",
        "</opensudoku>\n",
    );
    const MAY_BE_LONG: bool = true;
    const FAULT_RANK: Option<u8> = Some(3);

    /// Whether a text begins like XML or a saved game.
    fn may_be(text: &str) -> bool {
        text.trim_start().starts_with('<') || text.trim_start().starts_with(VERSION)
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        let game = match text.trim_start().starts_with(VERSION) {
            true => Game { data: text.to_owned(), offset: 0 },
            false => only_game(text).map_err(|fault| report(TextFault::Format(*fault))).ok()?,
        };
        let Game { data, offset: start } = &game;
        if data.trim_start().starts_with(VERSION) {
            return FormatFaults::collect_until_fault(report, |faults| parse_saved(&game, faults).map(Some));
        }
        let read = parse_line(data, &mut |fault| report(TextFault::Line(fault.moved_by(*start))))?;
        Some(ParsedText::of_clues(read, FORMAT))
    }

    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
        content.require_no_candidates()?;
        content.require_symbols()?;
        let line = format_line(content.cells, content.case).ok_or(NotRepresentable::Symbol)?;
        let data = line.replace('.', "0");
        let (head, tail) = Self::FRAME;
        Ok(format!("{head}  <game data=\"{data}\" />\n{tail}"))
    }
}

/// Element `game` of a text.
struct Game {
    /// The attribute `data`, without expanded references.
    data: String,
    /// Offset of the data in characters.
    offset: usize,
}

/// Returns the only game of a text.
fn only_game(text: &str) -> FormatResult<Game> {
    let mut reader = Reader::from_str(text);
    let mut games = Vec::new();
    let characters = |bytes: usize| text.get(..bytes).unwrap_or(text).chars().count();
    let syntax =
        |detail: &str, bytes: usize| Box::new(FormatFault::syntax(FORMAT, detail).at(characters(bytes)));
    let (mut depth, mut has_root) = (0_usize, false);
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader
            .read_event()
            .map_err(|error| syntax(&error.to_string(), reader.error_position() as usize))?;
        match &event {
            Event::Start(element) | Event::Empty(element) => {
                if depth == 0 && has_root {
                    return Err(syntax("there are several root elements", start));
                }
                has_root = true;
                depth += usize::from(matches!(event, Event::Start(_)));
                let source = text.get(start..reader.buffer_position() as usize).unwrap_or_default();
                let data = data_of(element, source).map_err(|detail| syntax(&detail, start))?;
                if element.name().as_ref() == GAME {
                    let (data, within) =
                        data.ok_or_else(|| syntax("the element `game` has no `data`", start))?;
                    games.push((data, start + within));
                }
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::DocType(_) => return Err(syntax("a document type is not allowed", start)),
            Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) if depth == 0 => {
                let end = reader.buffer_position() as usize;
                if text.get(start..end).is_none_or(|outside| !outside.trim().is_empty()) {
                    return Err(syntax("there is text outside of the root element", start));
                }
            }
            Event::Eof if depth > 0 => return Err(syntax("an element has no end", start)),
            Event::Eof => break,
            _ => {}
        }
    }
    let count = games.len();
    match games.pop() {
        Some((data, start)) if count == 1 => Ok(Game { data, offset: characters(start) }),
        Some(_) => Err(Box::new(FormatFault::new(FORMAT, FormatFaultReason::SeveralPuzzles(count)))),
        None => Err(syntax("there is no element `game` with `data`", 0)),
    }
}

/// The attribute `data` of an element, and its offset in the `source` of the element in bytes. Equal names are refused here,
/// because the check of the reader takes quadratic time.
fn data_of(element: &BytesStart<'_>, source: &str) -> Result<Option<(String, usize)>, String> {
    let mut names = HashSet::new();
    let mut data = None;
    let mut end = 1 + element.name().as_ref().len();
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let name = attribute.key.as_ref();
        if !names.insert(name.to_owned()) {
            return Err(format!("the attribute `{}` stands twice in an element", shortened(name)));
        }
        let quote = source.get(end..).and_then(|rest| rest.find(QUOTES)).unwrap_or(0);
        let value = end + quote + 1;
        end = value + attribute.value.len() + 1;
        if name == DATA {
            data = Some((attribute.value.into_owned(), value));
        }
    }
    Ok(data)
}

/// Parses a saved game: `version: N`, a line feed, and for each cell its value, notes and whether the player can edit it, with `|`
/// after each field. Clues are the values that the player cannot edit. Wrong cells are added to `faults`; other faults end the
/// parsing.
fn parse_saved(Game { data, offset }: &Game, faults: &mut FormatFaults) -> FormatResult<ParsedText> {
    let at = |rest: &str| offset + data[..data.len() - rest.len()].chars().count();
    let fault = |reason, offset| Box::new(FormatFault::new(FORMAT, reason).at(offset));
    let version = data.trim_start().strip_prefix(VERSION).unwrap_or(data).trim_start();
    let digits = version.bytes().take_while(u8::is_ascii_digit).count();
    let (number, cells) = version.split_at(digits);
    let Some(fields_per_cell) = fields_per_cell(number) else {
        let detail = format!("a saved game has version 1 to 5, not `{}`", shortened(number));
        return Err(fault(FormatFaultReason::Syntax(detail), at(version)));
    };
    let cells =
        LINE_ENDS.iter().fold(cells.trim_start(), |cells, end| cells.strip_prefix(end).unwrap_or(cells));
    let fields = fields(cells);
    let expected = SAVED_SIZE * SAVED_SIZE * fields_per_cell;
    if fields.len() != expected {
        let detail = format!(
            "a saved game of version {number} has {expected} fields, {fields_per_cell} per cell, not {}",
            fields.len()
        );
        return Err(fault(FormatFaultReason::Length(detail), at(cells)));
    }
    let mut clues = Vec::with_capacity(SAVED_SIZE * SAVED_SIZE);
    let mut has_entries = false;
    let first = at(cells);
    for (index, cell) in fields.chunks(fields_per_cell).enumerate() {
        let (start, value) = cell[0];
        let (_, editable) = cell[fields_per_cell - 1];
        let in_cell = |reason| {
            let fault = FormatFault::new(FORMAT, reason).at(first + start);
            fault.in_cell(Position::of(index, SAVED_SIZE))
        };
        let (Ok(value), "0" | "1") = (value.parse::<usize>(), editable) else {
            let detail = "a cell begins with its value and ends with 0 or 1, such as `5|0|0|`";
            faults.push(in_cell(FormatFaultReason::Syntax(detail.to_owned())));
            clues.push(None);
            continue;
        };
        if value > SAVED_SIZE {
            let reason = CellFault::NumberTooLarge { number: value, size: SAVED_SIZE };
            faults.push(in_cell(FormatFaultReason::Cell(reason)));
        }
        let is_entry = editable == "1";
        has_entries |= is_entry && value > 0;
        clues.push(Digit::new(value).filter(|_| !is_entry));
    }
    if has_entries && clues.iter().all(Option::is_none) {
        let detail = "the saved game has entries of a player, but no clues";
        return Err(fault(FormatFaultReason::Syntax(detail.to_owned()), at(cells)));
    }
    let grid = Grid::from_cells(clues);
    let grid =
        grid.ok_or_else(|| fault(FormatFaultReason::Syntax("there are no cells".to_owned()), *offset))?;
    Ok(ParsedText::of_clues((grid, LetterCase::default()), FORMAT))
}

/// Number of fields of a cell in a version of saved games. Later versions have more notes, and a colour.
fn fields_per_cell(version: &str) -> Option<usize> {
    match version {
        "1" | "2" | "3" => Some(3),
        "4" => Some(4),
        "5" => Some(5),
        _ => None,
    }
}

/// Splits cells into their fields, with offsets in characters. Version 2 may have two `|` after the notes.
fn fields(cells: &str) -> Vec<(usize, &str)> {
    let fields = with_offsets(cells.split('|'), 0).map(|(start, field)| (start, field.trim()));
    fields.filter(|(_, field)| !field.is_empty()).collect()
}

fn shortened(text: &str) -> String {
    text.chars().take(8).collect()
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::text::LineFault;

    use super::*;

    /// A solved 9x9 in which every third cell is a clue, every third an entry, and every third has notes.
    fn saved(version: usize, line_end: &str) -> String {
        let cell = |index: usize| {
            let value = (index / 9 * 3 + index / 27 + index) % 9 + 1;
            let notes = match (version, index % 3) {
                (1, 2) => "1,9,",
                (1, _) => "-",
                (2.., 2) => "257",
                _ => "0",
            };
            let (value, editable) = [(value, 0), (value, 1), (0, 1)][index % 3];
            let more = match version {
                2 if notes != "0" => "|",
                4 => "0|",
                5 => "0|7|",
                _ => "",
            };
            format!("{value}|{notes}|{more}{editable}|")
        };
        format!("version: {version}{line_end}{}", (0..81).map(cell).collect::<String>())
    }

    fn parsed(data: &str) -> Result<String, Vec<TextFault>> {
        let mut faults = Vec::new();
        let text =
            format!("<opensudoku version=\"2\"><game state=\"1\" data=\"{data}\" note=\"\"/></opensudoku>");
        let read = Opensudoku::parse(&text, &mut |fault| faults.push(fault));
        read.and_then(|read| format_line(read.grid.cells(), read.alphabet.case())).ok_or(faults)
    }

    #[test]
    fn saved_game_has_the_clues_of_its_puzzle() {
        let clues: String = (0..81)
            .map(|k| if k % 3 == 0 { char::from(b'1' + ((k / 9 * 3 + k / 27 + k) % 9) as u8) } else { '.' })
            .collect();
        for version in 1..=5 {
            for line_end in ["&#10;", "&#xA;", "\n", "&#13;&#10;", " "] {
                assert_eq!(parsed(&saved(version, line_end)).as_ref(), Ok(&clues), "{version} {line_end:?}");
            }
        }
        for version in 1..=5 {
            let text = format!(" {}\n", saved(version, "\n"));
            let read = Opensudoku::parse(&text, &mut |fault| panic!("{fault:?}")).expect("valid");
            assert_eq!(format_line(read.grid.cells(), read.alphabet.case()).as_ref(), Some(&clues), "{text}");
        }
        let empty = saved(3, "\n").replace("|0|0|", "|0|1|");
        assert_eq!(parsed(&without_values(&empty)), Ok(".".repeat(81)));
    }

    /// Removes all values.
    fn without_values(data: &str) -> String {
        let (head, cells) = data.split_once('\n').expect("a version");
        let fields: Vec<&str> = cells.split('|').collect();
        let cells: String =
            fields.chunks_exact(3).map(|cell| format!("0|{}|{}|", cell[1], cell[2])).collect();
        format!("{head}\n{cells}")
    }

    #[test]
    fn faults_of_a_saved_game_have_a_place() {
        let valid = saved(3, "&#10;");
        let first = "version: 3&#10;1|0|0|";
        let reason = |data: &str| match parsed(data).expect_err("invalid").as_slice() {
            [TextFault::Format(FormatFault { offset: Some(offset), cell, reason, .. })] => {
                (*offset, cell.map(|cell| cell.to_string()), reason.clone())
            }
            other => panic!("{other:?}"),
        };
        let start = "<opensudoku version=\"2\"><game state=\"1\" data=\"".len();
        let syntax = |detail: &str| FormatFaultReason::Syntax(detail.to_owned());
        let grammar = syntax("a cell begins with its value and ends with 0 or 1, such as `5|0|0|`");
        for (data, expected) in [
            (
                valid.replace("version: 3", "version: 6"),
                (start + 9, None, syntax("a saved game has version 1 to 5, not `6`")),
            ),
            (
                valid.replacen("0|", "", 1),
                (
                    start + 15,
                    None,
                    FormatFaultReason::Length(
                        "a saved game of version 3 has 243 fields, 3 per cell, not 242".to_owned(),
                    ),
                ),
            ),
            (
                valid.replacen(first, "version: 3&#10;1|0|2|", 1),
                (start + 15, Some("r1c1".to_owned()), grammar.clone()),
            ),
            (valid.replacen("|0|0|2|", "|0|0|x|", 1), (start + 21, Some("r1c2".to_owned()), grammar)),
            (
                valid.replacen(first, "version: 3&#10;12|0|0|", 1),
                (
                    start + 15,
                    Some("r1c1".to_owned()),
                    FormatFaultReason::Cell(CellFault::NumberTooLarge { number: 12, size: 9 }),
                ),
            ),
            (
                valid.replace("|0|0|", "|0|1|"),
                (start + 15, None, syntax("the saved game has entries of a player, but no clues")),
            ),
        ] {
            assert_eq!(reason(&data), expected, "{data:.60}");
        }
    }

    #[test]
    fn offset_of_a_fault_is_in_the_data() {
        for attributes in ["note=\"1..?\" ", "data-1='1..?' a=\"=\" b = 'data=\"1..?'\n  "] {
            let head = format!("<?xml version=\"1.0\"?><a>\u{e9}<game {attributes}data = '");
            let mut faults = Vec::new();
            Opensudoku::parse(&format!("{head}1..?'/></a>"), &mut |fault| faults.push(fault));
            let expected = head.chars().count() + 3;
            assert!(
                matches!(faults[..], [TextFault::Line(LineFault::Symbol { offset, .. })] if offset == expected),
                "{attributes}: {faults:?}"
            );
        }
    }

    #[test]
    fn xml_has_one_root_and_attributes_of_different_names() {
        let game = "<game data=\"1.....3..4.....2\"/>";
        let read = |text: &str| {
            let mut faults = Vec::new();
            Opensudoku::parse(text, &mut |fault| faults.push(fault)).ok_or(faults)
        };
        for text in [format!("<!-- a --> <b>{game} c</b>\n<!-- d -->\n"), game.to_owned()] {
            assert!(read(&text).is_ok(), "{text}");
        }
        let twice = |name: &str| format!("the attribute `{name}` stands twice in an element");
        let (roots, outside) =
            ("there are several root elements", "there is text outside of the root element");
        for (text, detail, offset) in [
            (format!("{game}<b/>"), roots.to_owned(), game.len()),
            (format!("<b/><c>{game}</c>"), roots.to_owned(), 4),
            (format!("<b>{game}</b> c"), outside.to_owned(), game.len() + 7),
            (format!("<b>{game}</b>&lt;"), outside.to_owned(), game.len() + 7),
            (format!("<b>{game}</b><![CDATA[c]]>"), outside.to_owned(), game.len() + 7),
            (format!("<b>{}</b>", game.replace("/>", " data=\"\"/>")), twice("data"), 3),
            (format!("<b c='' c=''>{game}</b>"), twice("c"), 0),
        ] {
            let fault = TextFault::Format(FormatFault::syntax(FORMAT, detail).at(offset));
            assert_eq!(read(&text), Err(vec![fault]), "{text}");
        }
    }

    #[test]
    fn every_wrong_cell_of_a_saved_game_is_reported() {
        let data = saved(3, "&#10;").replacen("|0|0|2|", "|0|0|x|", 1).replacen("|0|1|0|", "|0|1|10|", 1);
        assert_eq!(parsed(&data).expect_err("faults").len(), 2, "{data}");
    }

    #[test]
    fn elements_and_attributes_of_a_long_text_are_read_once() {
        let attributes: String = (0..100_000).map(|k| format!(" a{k}=\"\"")).collect();
        let nested = format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000));
        let data = "1.....3..4.....2";
        let text = format!("<b>{nested}<game{attributes} data=\"{data}\"/></b>");
        let read = Opensudoku::parse(&text, &mut |fault| panic!("{fault:?}")).expect("valid");
        assert_eq!(format_line(read.grid.cells(), read.alphabet.case()).as_deref(), Some(data));
    }
}
