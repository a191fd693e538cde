//! SadMan Sudoku: a row of symbols per line, with headers or sections.

use super::content::{
    Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report, TextFault,
};
use super::drawing::CellFault;
use super::format::Format;
use super::line::{format_line, symbols_of};
use super::sdm::content_lines;
use super::symbol::{SYMBOL_SIZE_MAX, SymbolReader};
use crate::sudoku::model::{Grid, Position};

/// Section with the clues. Those with the progress of a player are ignored.
const PUZZLE: &str = "[puzzle]";

/// Lines of the puzzle: those of its section, or all if there are no sections.
fn puzzle_lines(text: &str) -> Vec<(usize, &str)> {
    let name = |line: &str| line.trim().to_ascii_lowercase();
    let is_section = |line: &str| line.trim_start().starts_with('[');
    let mut in_puzzle = !content_lines(text).any(|(_, line)| is_section(line));
    let mut lines = Vec::new();
    for (offset, line) in content_lines(text) {
        if is_section(line) {
            in_puzzle = name(line) == PUZZLE;
        } else if in_puzzle {
            lines.push((offset, line));
        }
    }
    lines
}

/// Parses a text in this format.
pub(super) fn parse_sdk(text: &str, report: Report<'_>) -> Option<ParsedText> {
    let lines = puzzle_lines(text);
    let size = lines.len();
    let mut report = |fault: FormatFault| report(TextFault::Format(fault));
    if !(1..=SYMBOL_SIZE_MAX).contains(&size) {
        let detail = format!("expected 1 to {SYMBOL_SIZE_MAX} rows, got {size}");
        report(FormatFault::new(Format::Sdk, FormatFaultReason::Length(detail)));
        return None;
    }
    let mut reader = SymbolReader::default();
    let mut cells = Vec::with_capacity(size * size);
    for (row, &(start, line)) in lines.iter().enumerate() {
        let count = symbols_of(line).count();
        if count != size {
            let detail = format!("expected {size} symbols in row {}, got {count}", row + 1);
            report(FormatFault::new(Format::Sdk, FormatFaultReason::Length(detail)).at(start));
        }
        for (column, (offset, symbol)) in symbols_of(line).enumerate().take(size) {
            match reader.read(symbol, size) {
                Ok(digit) => cells.push(digit),
                Err(fault) => {
                    let reason = FormatFaultReason::Cell(CellFault::Symbol(fault));
                    let cell = Position { row: row + 1, column: column + 1 };
                    report(FormatFault::new(Format::Sdk, reason).at(start + offset).in_cell(cell));
                }
            }
        }
    }
    let is_whole =
        cells.len() == size * size && lines.iter().all(|(_, line)| symbols_of(line).count() == size);
    let grid = Grid::from_cells(cells).filter(|_| is_whole)?;
    Some(ParsedText::of_clues((grid, reader.letter_case().unwrap_or_default()), Format::Sdk))
}

/// Formats a puzzle.
pub(super) fn format_sdk(content: &Content<'_>) -> Result<String, NotRepresentable> {
    content.require_no_candidates()?;
    content.require_symbols()?;
    let rows = content.cells.chunks(content.size()).filter_map(|row| format_line(row, content.case));
    Ok(rows.fold("[Puzzle]\n".to_owned(), |text, row| text + &row + "\n"))
}
