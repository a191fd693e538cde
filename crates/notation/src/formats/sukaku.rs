//! Sukaku: one symbol per candidate, cell by cell.

use quadrille_sudoku::text::{SYMBOL_SIZE_MAX, symbol_of};
use quadrille_sudoku::unstable::{SymbolReader, digit_of, is_empty_symbol, symbols_of};
use quadrille_sudoku::{Digit, DigitSet, Grid, Position};

use super::content::{
    Content, FormatFault, FormatFaultReason, NotRepresentable, ParsedText, Report, TextFault,
};
use super::drawn::CellFault;
use super::hodoku::Hodoku;
use super::text_format::TextFormat;
use crate::formats::Format;

/// One symbol per candidate, cell by cell.
pub(super) struct Sukaku;

impl TextFormat for Sukaku {
    const DESCRIPTION: &'static str = "\
        The allowed digits of each cell: n*n*n symbols, each digit in its place, or an empty symbol if the cell does not \
        allow it. A cell that allows one digit is a clue.";
    const EXAMPLE: &'static str = "1...12341234123412341234..3.12341234...412341234123412341234.2..";

    fn may_be(text: &str) -> bool {
        !Hodoku::may_be(text) && is_nearly_sukaku(text)
    }

    fn parse(text: &str, report: Report<'_>) -> Option<ParsedText> {
        let Some(size) = size_of_sukaku(text) else {
            let detail = format!(
                "{} symbols make no grid: size n has n*n*n, such as 64 (4x4) or 729 (9x9)",
                symbols_of(text).count()
            );
            report(FormatFault::length(Format::Sukaku, detail).into());
            return None;
        };
        let mut reader = SymbolReader::default();
        let mut sets = vec![DigitSet::default(); size * size];
        let mut is_valid = true;
        for (index, (offset, symbol)) in symbols_of(text).enumerate() {
            let (cell, place) = (index / size, index % size + 1);
            let fault = match reader.read(symbol, size) {
                Ok(None) => continue,
                Ok(Some(digit)) if digit.value() == place => {
                    sets[cell].extend([digit]);
                    continue;
                }
                Ok(Some(_)) => {
                    let detail =
                        format!("symbol {place} of a cell is the digit {place} or empty, not `{symbol}`");
                    FormatFaultReason::Syntax(detail)
                }
                Err(fault) => FormatFaultReason::Cell(CellFault::Symbol(fault)),
            };
            is_valid = false;
            let fault = FormatFault::new(Format::Sukaku, fault).at(offset).in_cell(Position::of(cell, size));
            report(TextFault::Format(fault));
        }
        let clues = Grid::from_cells(sets.iter().map(|set| set.only()).collect()).filter(|_| is_valid)?;
        let case = reader.letter_case().unwrap_or_default();
        Some(ParsedText::of_clues((clues, case), Format::Sukaku).restricted(sets))
    }

    fn format(content: &Content<'_>) -> Result<String, NotRepresentable> {
        content.require_symbols()?;
        let size = content.size();
        let mut text = String::with_capacity(size.pow(3));
        for (index, clue) in content.cells.iter().enumerate() {
            let set = match clue {
                Some(clue) => DigitSet::of(*clue),
                None => content.candidates.map_or(DigitSet::all(size), |sets| sets[index]),
            };
            for digit in Digit::all(size) {
                let symbol = symbol_of(digit, content.case).filter(|_| set.contains(digit));
                text.push(symbol.unwrap_or('.'));
            }
        }
        Ok(text)
    }
}

/// The size of a grid with as many candidates as the text has symbols.
pub(super) fn size_of_sukaku(text: &str) -> Option<usize> {
    let count = symbols_of(text).count();
    (1..=SYMBOL_SIZE_MAX).find(|size| size.pow(3) == count)
}

/// Whether most digits of a text with the right number of symbols are in their places, and are enough for half of the cells. Such
/// a text is meant as this format, even if it is a valid line.
pub(super) fn is_nearly_sukaku(text: &str) -> bool {
    let Some(size) = size_of_sukaku(text).filter(|&size| size > 1) else { return false };
    let digits = || {
        let places = symbols_of(text).zip((1..=size).cycle());
        let filled = places.filter(|((_, symbol), _)| !is_empty_symbol(*symbol, size));
        filled.filter_map(|((_, symbol), place)| digit_of(symbol).map(|digit| (digit.value(), place)))
    };
    let in_place = digits().filter(|(digit, place)| digit == place).count();
    in_place >= size * size / 2 && in_place * 4 > digits().count() * 3
}
