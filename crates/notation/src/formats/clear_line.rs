//! Lines that are valid in no other format.

use quadrille_sudoku::text::LetterCase;
use quadrille_sudoku::unstable::{decimal_cells, parse_plain_line};
use quadrille_sudoku::{Digit, Grid};

/// Sizes of lines that have as many symbols as a smaller puzzle in `sukaku`.
const SUKAKU_LINE_SIZES: [usize; 2] = [8, 27];

/// Parses a valid line without white space that is valid in no other format; `None` for all other texts. They need not be
/// UTF-8.
#[inline]
pub fn parse_clear_line(text: &[u8]) -> Option<(Grid, LetterCase)> {
    let plain = parse_plain_line(without_line_ends(text))?;
    plain.0.square_size().is_some_and(has_clear_size).then_some(plain)
}

/// Returns the size and the cells of a line that [`parse_clear_line`] reads, if it is in decimal digits: without the memory of
/// a grid. `None` for all other texts.
#[inline]
pub fn clear_decimal_cells(text: &[u8]) -> Option<(usize, impl ExactSizeIterator<Item = Option<Digit>>)> {
    decimal_cells(without_line_ends(text)).filter(|&(size, _)| has_clear_size(size))
}

#[inline]
fn without_line_ends(mut text: &[u8]) -> &[u8] {
    while let [line @ .., b'\r' | b'\n'] = text {
        text = line;
    }
    text
}

/// Whether a line of this size has a number of symbols that only the format `line` has.
#[inline]
fn has_clear_size(size: usize) -> bool {
    !SUKAKU_LINE_SIZES.contains(&size)
}
