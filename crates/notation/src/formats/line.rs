//! A line: one symbol per cell, row by row, with white space anywhere or with spaces as empty cells.

use quadrille_sudoku::text::{LetterCase, SYMBOL_SIZE_MAX, format_line, parse_line};
use quadrille_sudoku::unstable::{SymbolReader, read_line};
use quadrille_sudoku::{Grid, size_for_cells};

use super::content::{Content, NotRepresentable, ParsedText, Report, TextFault};
use super::text_format::TextFormat;
use crate::formats::Format;

/// One symbol per cell, row by row.
pub(super) struct Line;

impl TextFormat for Line {
    const DESCRIPTION: &'static str = "\
        One symbol per cell, row by row; white space is ignored. In a text of n*n characters without other symbols for \
        empty cells, a space is an empty cell.";
    const EXAMPLE: &'static str = "1.....3..4.....2";
    const HOLDS_SOLUTIONS: bool = true;
    const HAS_SYMBOLS: bool = true;

    fn may_be(text: &str) -> bool {
        !text.contains([',', ';'])
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        let read = match (read_line(text), parse_spaced_line(text)) {
            (Some((ignored, _)), Some((cells, _))) => {
                report(TextFault::AmbiguousSpaces {
                    ignored: ignored.square_size().unwrap_or(0),
                    cells: cells.square_size().unwrap_or(0),
                });
                return None;
            }
            (Some(read), None) | (None, Some(read)) => read,
            (None, None) => {
                parse_line(text, &mut |fault| report(TextFault::Line(fault)));
                return None;
            }
        };
        Some(ParsedText::of_clues(read, Format::Line))
    }

    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
        content.require_no_candidates()?;
        content.require_symbols()?;
        format_line(content.cells, content.case).ok_or(NotRepresentable::Symbol)
    }
}

/// [`Line::parse`] without faults.
pub(super) fn read_lined(text: &str) -> Option<ParsedText> {
    match (read_line(text), parse_spaced_line(text)) {
        (Some(read), None) | (None, Some(read)) => Some(ParsedText::of_clues(read, Format::Line)),
        _ => None,
    }
}

/// Parses a line in which a space is an empty cell; `None` if it has other symbols for empty cells, other white space, or no
/// inner space.
fn parse_spaced_line(line: &str) -> Option<(Grid, LetterCase)> {
    let line = line.trim_matches(['\r', '\n']);
    let size = size_for_cells(line.len())
        .filter(|&size| size <= SYMBOL_SIZE_MAX && line.trim_ascii().contains(' '))?;
    let mut reader = SymbolReader::default();
    let read = |symbol| match symbol {
        ' ' => Some(None),
        _ => reader.read(symbol, size).ok().filter(Option::is_some),
    };
    let cells = line.chars().map(read).collect::<Option<Vec<_>>>()?;
    let case = reader.letter_case().unwrap_or_default();
    Grid::from_cells(cells).map(|grid| (grid, case))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_is_an_empty_cell_only_in_lines_without_others() {
        let expected = read_line("1..4..........3.").expect("a line");
        assert_eq!(parse_spaced_line("1  4          3 \r\n"), Some(expected));
        for line in ["1  4  .       3 ", "1  4\t         3 ", "1  5          3 ", "1  4         3 ", "1   "] {
            assert_eq!(parse_spaced_line(line), None, "{line}");
        }
    }
}
