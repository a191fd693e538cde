//! Tables with a puzzle per row, as data sets have them.

use super::content::{
    Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report, TextFault,
};
use super::format::Format;
use super::line::{format_line, parse_plain_line};
use crate::sudoku::model::Grid;

/// Characters between the fields of a row.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// Minimum number of cells of a puzzle: shorter fields are ids, ratings and other numbers.
pub(super) const CELLS_MIN: usize = 16;

fn fields(row: &str) -> impl Iterator<Item = &str> {
    row.split(SEPARATORS).map(|field| field.trim().trim_matches('"'))
}

/// Whether a line names the columns of a table with puzzles.
pub fn is_table_header(line: &str) -> bool {
    const PUZZLES: [&str; 8] =
        ["puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board"];
    let is_name =
        |field: &str| field.chars().all(|symbol| symbol.is_ascii_alphanumeric() || "_ -".contains(symbol));
    // Most lines have no separator.
    line.contains(SEPARATORS)
        && fields(line).all(is_name)
        && fields(line).any(|field| PUZZLES.contains(&field.to_ascii_lowercase().as_str()))
}

/// Whether the first row has several fields, one of which is a line.
pub(super) fn may_be_csv(text: &str) -> bool {
    let first = rows(text).next();
    first.is_some_and(|row| row.contains(SEPARATORS) && !puzzles_of(row).is_empty())
}

/// Rows without the header.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    let rows = text.lines().map(str::trim).filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.enumerate().filter(|(index, row)| *index > 0 || !is_table_header(row)).map(|(_, row)| row)
}

/// The longest fields that are lines, without solutions if there are others.
fn puzzles_of(row: &str) -> Vec<(Grid, super::LetterCase)> {
    let mut lines: Vec<_> =
        fields(row).filter(|field| field.len() >= CELLS_MIN).filter_map(parse_plain_line).collect();
    let longest = lines.iter().map(|(grid, _)| grid.cells().len()).max();
    lines.retain(|(grid, _)| Some(grid.cells().len()) == longest);
    let has_empty = |(grid, _): &(Grid, _)| grid.cells().iter().any(Option::is_none);
    if lines.iter().any(has_empty) {
        lines.retain(has_empty);
    }
    lines.dedup();
    lines
}

/// Parses a text in this format.
pub(super) fn parse_csv(text: &str, report: Report<'_>) -> Option<ParsedText> {
    let mut rows = rows(text);
    let first = rows.next().unwrap_or_default();
    let mut puzzles = puzzles_of(first);
    let reason = match (rows.count(), puzzles.pop()) {
        (0, Some(puzzle)) if puzzles.is_empty() => return Some(ParsedText::of_clues(puzzle, Format::Csv)),
        (0, Some(_)) => FormatFaultReason::Syntax("several fields of the row are puzzles".to_owned()),
        (0, None) => {
            FormatFaultReason::Syntax(format!("no field of the row is a line of {CELLS_MIN} or more cells"))
        }
        (others, _) => FormatFaultReason::SeveralPuzzles(others + 1),
    };
    report(TextFault::Format(FormatFault::new(Format::Csv, reason)));
    None
}

/// Formats a puzzle as a row whose solution is empty.
pub(super) fn format_csv(content: &Content<'_>) -> Result<String, NotRepresentable> {
    content.require_no_candidates()?;
    content.require_4x4()?;
    content.require_symbols()?;
    let line = format_line(content.cells, content.case).ok_or(NotRepresentable::Symbol)?;
    Ok(line + ",")
}
