//! OpenSudoku: XML with a puzzle in the attribute `data` of an element `game`.
//!
//! The reader expands no entities, reads nothing but the text, and rejects document types.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::content::{
    Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report, TextFault,
};
use super::format::Format;
use super::line::{LineFault, format_line, parse_line};

const FORMAT: Format = Format::Opensudoku;

/// Name of the elements with puzzles, and of the attribute.
const GAME: &str = "game";
const DATA: &str = "data";

/// Whether a text begins like XML.
pub(super) fn begins_opensudoku(text: &str) -> bool {
    text.trim_start().starts_with('<')
}

/// Parses a text in this format.
pub(super) fn parse_opensudoku(text: &str, report: Report<'_>) -> Option<ParsedText> {
    match only_game(text) {
        Ok((data, start)) => {
            let moved = |fault| match fault {
                LineFault::Symbol { offset, cell, fault } => {
                    LineFault::Symbol { offset: start + offset, cell, fault }
                }
                other => other,
            };
            let read = parse_line(&data, &mut |fault| report(TextFault::Line(moved(fault))))?;
            Some(ParsedText::of_clues(read, FORMAT))
        }
        Err(fault) => {
            report(TextFault::Format(*fault));
            None
        }
    }
}

/// The data of the only game, and its offset in characters.
fn only_game(text: &str) -> Result<(String, usize), Box<FormatFault>> {
    let mut reader = Reader::from_str(text);
    let mut games = Vec::new();
    let characters = |bytes: u64| text.get(..bytes as usize).unwrap_or(text).chars().count();
    let syntax = |detail: String, bytes: u64| {
        Box::new(FormatFault::new(FORMAT, FormatFaultReason::Syntax(detail)).at(characters(bytes)))
    };
    let mut depth = 0_usize;
    loop {
        let start = reader.buffer_position();
        let event =
            reader.read_event().map_err(|error| syntax(error.to_string(), reader.error_position()))?;
        match &event {
            Event::Start(element) | Event::Empty(element) => {
                depth += usize::from(matches!(event, Event::Start(_)));
                if element.name().as_ref() == GAME {
                    games.push((data_of(element).map_err(|detail| syntax(detail, start))?, start));
                }
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::DocType(_) => return Err(syntax("a document type is not allowed".to_owned(), start)),
            Event::Eof if depth > 0 => return Err(syntax("an element has no end".to_owned(), start)),
            Event::Eof => break,
            _ => {}
        }
    }
    let count = games.len();
    match games.pop() {
        Some((data, start)) if count == 1 => {
            // The data stands in the element as it is: it has no escapes.
            let element = text.get(start as usize..).unwrap_or_default();
            let within = element.find(&data).map_or(0, |at| element[..at].chars().count());
            Ok((data, characters(start) + within))
        }
        Some(_) => Err(Box::new(FormatFault::new(FORMAT, FormatFaultReason::SeveralPuzzles(count)))),
        None => Err(syntax("there is no element `game` with `data`".to_owned(), 0)),
    }
}

/// The attribute `data`. Equal names are not looked for: that would be quadratic.
fn data_of(element: &BytesStart<'_>) -> Result<String, String> {
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| error.to_string())?;
        if attribute.key.as_ref() == DATA {
            return Ok(attribute.value.into_owned());
        }
    }
    Err("the element `game` has no `data`".to_owned())
}

/// Formats a puzzle.
pub(super) fn format_opensudoku(content: &Content<'_>) -> Result<String, NotRepresentable> {
    content.clues_only()?;
    content.has_symbols()?;
    let line = format_line(content.cells, content.case).ok_or(NotRepresentable::Symbol)?;
    let data = line.replace('.', "0");
    Ok(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n  <name>Quadrille</name>\n  <game data=\"{data}\" />\n</opensudoku>\n"
    ))
}
