//! SadMan Sudoku: a row of symbols per line, with headers or sections.

use quadrille_sudoku::text::{SYMBOL_SIZE_MAX, format_line};
use quadrille_sudoku::unstable::{SymbolReader, symbols_of};
use quadrille_sudoku::{Grid, Position};

use super::content::{Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report};
use super::drawn::{CellFault, has_border};
use super::format_faults::FormatFaults;
use super::sdm::{content_lines, has_comments};
use super::text_format::TextFormat;
use crate::formats::Format;

/// Section with the clues. Those with the progress of a player are ignored.
const PUZZLE: &str = "[puzzle]";

/// SadMan Sudoku: rows of symbols, with headers or sections.
pub(super) struct Sdk;

impl TextFormat for Sdk {
    const DESCRIPTION: &'static str = "\
        SadMan Sudoku (`.sdk`): a row of symbols per line, after headers such as `#A` or in a section `[Puzzle]`; other \
        sections are ignored.";
    const EXAMPLE: &'static str = "[Puzzle]\n1...\n..3.\n.4..\n...2\n";
    const HOLDS_SOLUTIONS: bool = true;
    const HAS_COMMENTS: bool = true;
    const HAS_SYMBOLS: bool = true;
    const FAULT_RANK: Option<u8> = Some(7);

    fn may_be(text: &str) -> bool {
        has_sections(text) || (has_comments(text) && has_plain_rows(text))
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        let mut puzzles = puzzle_lines(text);
        let count = puzzles.len();
        let lines = puzzles.pop().unwrap_or_default();
        FormatFaults::collect(report, |faults| {
            if count > 1 {
                faults.push(FormatFault::new(Format::Sdk, FormatFaultReason::SeveralPuzzles(count)));
                return None;
            }
            parse_rows(&lines, faults)
        })
    }

    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
        content.require_no_candidates()?;
        content.require_symbols()?;
        let rows = content.cells.chunks(content.size()).filter_map(|row| format_line(row, content.case));
        Ok(rows.fold("[Puzzle]\n".to_owned(), |text, row| text + &row + "\n"))
    }
}

/// Whether a section has the clues.
pub(super) fn has_sections(text: &str) -> bool {
    text.lines().any(|line| line.trim().eq_ignore_ascii_case(PUZZLE))
}

/// Whether there are several lines without borders, not counting comments.
fn has_plain_rows(text: &str) -> bool {
    content_lines(text).take(2).count() == 2 && !content_lines(text).any(|(_, line)| has_border(line))
}

/// Lines of each puzzle: the lines of each section, or all if there are no sections.
fn puzzle_lines(text: &str) -> Vec<Vec<(usize, &str)>> {
    let name = |line: &str| line.trim().to_ascii_lowercase();
    let is_section = |line: &str| line.trim_start().starts_with('[');
    let mut in_puzzle = !content_lines(text).any(|(_, line)| is_section(line));
    let mut puzzles = if in_puzzle { vec![Vec::new()] } else { Vec::new() };
    for (offset, line) in content_lines(text) {
        if is_section(line) {
            in_puzzle = name(line) == PUZZLE;
            puzzles.extend(in_puzzle.then(Vec::new));
        } else if let Some(puzzle) = puzzles.last_mut().filter(|_| in_puzzle) {
            puzzle.push((offset, line));
        }
    }
    puzzles
}

fn parse_rows(lines: &[(usize, &str)], faults: &mut FormatFaults) -> Option<ParsedText> {
    let rows = lines.len();
    let length = |detail| FormatFault::length(Format::Sdk, detail);
    if !(1..=SYMBOL_SIZE_MAX).contains(&rows) {
        faults.push(length(format!("expected 1 to {SYMBOL_SIZE_MAX} rows, got {rows}")));
        return None;
    }
    let size = usual_length(lines);
    if size != rows {
        faults.push(length(format!("expected {size} rows of {size} cells, got {rows}")));
    }
    if size > SYMBOL_SIZE_MAX {
        return None;
    }
    let mut reader = SymbolReader::default();
    let mut cells = Vec::with_capacity(rows * size);
    for (row, &(start, line)) in (1..).zip(lines) {
        let count = symbols_of(line).count();
        if count != size {
            faults.push(length(format!("expected {size} symbols in row {row}, got {count}")).at(start));
        }
        for (column, (offset, symbol)) in (1..).zip(symbols_of(line)).take(size) {
            match reader.read(symbol, size.min(SYMBOL_SIZE_MAX)) {
                Ok(digit) => cells.push(digit),
                Err(fault) => {
                    let (fault, cell) = (CellFault::Symbol(fault), Position { row, column });
                    faults.push_cell(Format::Sdk, fault, start + offset, cell);
                }
            }
        }
    }
    let grid = Grid::from_cells(cells)?;
    Some(ParsedText::of_clues((grid, reader.letter_case().unwrap_or_default()), Format::Sdk))
}

/// The most frequent length of the rows. Of several, the number of rows, or the longest one.
fn usual_length(lines: &[(usize, &str)]) -> usize {
    let lengths: Vec<usize> = lines.iter().map(|(_, line)| symbols_of(line).count()).collect();
    let frequency = |length: usize| lengths.iter().filter(|&&other| other == length).count();
    let rank = |&length: &usize| (frequency(length), length == lines.len(), length);
    lengths.iter().copied().max_by_key(rank).unwrap_or(0)
}
