//! Killers as a symbol for each cell: the sum of its cage (`1` to `9`, then letters from `A`), or an arrow (`<`, `^`, `>`, `v`) towards
//! another cell of its cage.

use std::collections::BTreeMap;

use quadrille_sudoku::{Cell, Position, size_for_cells};

use super::text_killer::{TextCage, clues_alone, syntax, with_cages};
use crate::formats::content::{ParsedText, Report};
use crate::formats::format_faults::{FormatFaults, FormatResult};

/// Smallest size: shorter texts with arrows may be anything.
const SIZE_MIN: usize = 4;

/// Value of the first letter of the other case.
const OTHER_CASE: u32 = 36;

/// Whether a text is a line of sums and arrows.
pub(super) fn is_arrow_killer(text: &str) -> bool {
    let line = text.trim();
    let is_symbol = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'<' | b'^' | b'>');
    let arrows = || line.bytes().filter(|byte| matches!(byte, b'<' | b'^' | b'>')).count();
    line.bytes().all(is_symbol)
        && size_for_cells(line.len()).is_some_and(|size| size >= SIZE_MIN)
        && 4 * arrows() >= line.len()
        && arrows() < line.len()
}

/// Parses a text in this form.
pub(super) fn parse_arrow_killer(text: &str, report: Report<'_>) -> Option<ParsedText> {
    FormatFaults::collect_until_fault(report, |faults| parse(text, faults))
}

fn parse(text: &str, faults: &mut FormatFaults) -> FormatResult<Option<ParsedText>> {
    let start = text.chars().count() - text.trim_start().chars().count();
    let symbols: Vec<char> = text.trim().chars().collect();
    let size = size_for_cells(symbols.len()).unwrap_or(0);
    let mut cages: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    for (index, cell) in (0..).map(Cell).zip(&symbols) {
        let first = first_of_cage(&symbols, index.index(), size).ok_or_else(|| {
            let detail = format!(
                "{}: the arrow `{cell}` of a killer does not lead to a sum",
                Position::of(index.index(), size)
            );
            syntax(detail, start + index.index())
        })?;
        cages.entry(first).or_default().push(index);
    }
    // Each cell has a cage, so that the sum of all is known. It tells how letters of both cases are meant.
    let expected = size * (1..=size).sum::<usize>();
    let total = |is_folded| cages.keys().map(|&first| sum_of(symbols[first], is_folded)).sum::<usize>();
    let Some(is_folded) = [false, true].into_iter().find(|&is_folded| total(is_folded) == expected) else {
        let detail = format!(
            "the sums of a killer are {} together: those of all cages of a {size}x{size} are {expected}",
            total(false)
        );
        return Err(syntax(detail, start));
    };
    let cages =
        cages.into_iter().map(|(first, cells)| TextCage::at(cells, sum_of(symbols[first], is_folded), size));
    let read = clues_alone(vec![None; symbols.len()]);
    Ok(read.and_then(|read| with_cages(read, false, cages, faults)))
}

/// The sum of a symbol. Lower-case letters are above upper-case ones unless the cases are folded.
fn sum_of(symbol: char, is_folded: bool) -> usize {
    let value = symbol.to_digit(36).unwrap_or(0);
    let value = if symbol.is_ascii_lowercase() && !is_folded { value - 10 + OTHER_CASE } else { value };
    value as usize
}

/// The cell with the sum to which the arrows lead; `None` if they leave the grid or lead in a circle.
fn first_of_cage(symbols: &[char], index: usize, size: usize) -> Option<usize> {
    let mut at = index;
    for _ in 0..=symbols.len() {
        let (row, column) = (at / size, at % size);
        let (row, column) = match symbols[at] {
            '<' => (row, column.checked_sub(1)?),
            '>' => (row, column + 1),
            '^' => (row.checked_sub(1)?, column),
            'v' => (row + 1, column),
            _ => return Some(at),
        };
        if row >= size || column >= size {
            return None;
        }
        at = row * size + column;
    }
    None
}
