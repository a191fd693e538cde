//! The reader of a marked text.

use super::ampl::{begins_ampl, begins_ampl_line, parse_ampl};
use super::arrow_killer::{is_arrow_killer, parse_arrow_killer};
use super::asp_facts::{begins_facts, parse_asp_facts};
use super::cage_letters::{may_be_cage_letters, parse_cage_letters};
use super::coordinates::without_coordinates;
use super::model_data::{begins_data_line, begins_model_data, parse_model_data};
use super::numbered_killer::{begins_numbered_killer, parse_numbered_killer};
use super::refused::{is_refused, refuse};
use super::sumocue::{begins_sumocue, parse_sumocue};
use crate::formats::Format;
use crate::formats::content::{FormatFault, FormatFaultReason, ParsedText, Report};
use crate::formats::hodoku::{Hodoku, begins_position};
use crate::formats::possible_formats::is_short;
use crate::formats::quasigroup::{begins_quasigroup, parse_quasigroup};
use crate::formats::text_format::TextFormat as _;

/// Reads a text, or reports its faults.
pub(in crate::formats) type TextReader = fn(&str, Report<'_>) -> Option<ParsedText>;

/// Tells whether a text has a mark, and reads it.
type MarkedReader = (fn(&str) -> bool, TextReader);

/// Texts of one line.
const LINES: [MarkedReader; 4] = [
    (begins_numbered_killer, parse_numbered_killer),
    (begins_sumocue, parse_sumocue),
    (begins_position, Hodoku::parse),
    (is_arrow_killer, parse_arrow_killer),
];

/// Texts of one or several lines. Each has one of the marks at most.
const TEXTS: [MarkedReader; 4] = [
    (begins_model_data, parse_model_data),
    (begins_ampl, parse_ampl),
    (begins_facts, parse_asp_facts),
    (may_be_cage_letters, parse_cage_letters),
];

/// The reader of a marked text; `None` for all other texts. A text whose format is named is not refused as no puzzle, or as several.
pub(in crate::formats) fn marked_reader(text: &str, format: Option<Format>) -> Option<TextReader> {
    if !matches!(format, None | Some(Format::Line)) {
        return None;
    }
    // Bounded by its own size.
    if begins_quasigroup(text) {
        return Some(parse_quasigroup);
    }
    if !is_short(text) {
        return None;
    }
    let find = |readers: &[MarkedReader]| {
        readers.iter().find(|(is_marked, _)| is_marked(text)).map(|&(_, read)| read)
    };
    match count_lines(text) {
        1 if find(&LINES).is_some() => find(&LINES),
        lines if lines > 1 && format.is_none() && are_marked_lines(text) => Some(refuse_several),
        _ if format.is_none() && is_refused(text) => Some(refuse),
        _ => find(&TEXTS),
    }
}

/// Number of lines that are not blank.
fn count_lines(text: &str) -> usize {
    text.lines().filter(|line| !line.trim().is_empty()).count()
}

/// Whether each line is a marked one by itself.
fn are_marked_lines(text: &str) -> bool {
    let is_marked = |line: &str| LINES.iter().any(|(is_marked, _)| is_marked(line));
    text.lines().filter(|line| !line.trim().is_empty()).all(is_marked)
}

fn refuse_several(text: &str, report: Report<'_>) -> Option<ParsedText> {
    let reason = FormatFaultReason::SeveralPuzzles(count_lines(text));
    report(FormatFault::new(Format::Line, reason).into());
    None
}

/// Whether a text is marked as one puzzle of another program, of one or several lines, or as no puzzle.
pub fn is_marked(text: &str) -> bool {
    marked_reader(text, None).is_some() && !(count_lines(text) > 1 && are_marked_lines(text))
}

/// Whether several lines are one puzzle for certain: a killer of letters and their sums, or a board with names of its rows and columns.
pub fn are_lines_of_one_puzzle(text: &str) -> bool {
    is_short(text) && (may_be_cage_letters(text) || without_coordinates(text).is_some())
}

/// Whether a line begins the data of a model, which go on in the next lines.
pub fn begins_data(line: &str) -> bool {
    is_short(line) && (begins_ampl_line(line) || begins_facts(line) || begins_data_line(line))
}
