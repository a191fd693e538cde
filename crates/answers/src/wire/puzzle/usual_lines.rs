//! Reads lines that are whole puzzles in their only notation.

use quadrille_notation::Format;
use quadrille_notation::unstable::{clear_decimal_cells, parse_clear_line};
use quadrille_sudoku::text::LetterCase;
use quadrille_sudoku::{BoxShape, Puzzle, Rules};

use crate::wire::puzzle::grids::grids_of_square;
use crate::wire::puzzle::notation::{GridNotation, Notation};
use crate::wire::puzzle::options::Reading;

/// How the lines of a batch are read that are whole puzzles in their only notation.
#[derive(Clone, Copy, Debug)]
pub struct UsualLines {
    box_shape: Option<BoxShape>,
}

impl UsualLines {
    /// Returns how such lines are read; `None` if the options give them another meaning.
    pub(crate) fn new(reading: &Reading<'_>) -> Option<Self> {
        let is_line = reading.format.is_none_or(|format| format == Format::Line);
        let box_shape = reading.box_shape.copied();
        let is_plain = reading.candidates.is_none()
            && reading.variant_location().is_none()
            && reading.box_shape.of_batch().is_none();
        (is_line && is_plain).then_some(Self { box_shape })
    }

    /// Overwrites a puzzle with the one in `line`, in the same memory, if the line has only decimal digits, empty cells and no white
    /// space. Otherwise returns `None` and leaves any valid puzzle.
    #[inline(always)]
    pub(crate) fn replace(self, puzzle: &mut Puzzle, line: &[u8]) -> Option<Notation> {
        let (size, cells) = clear_decimal_cells(line)?;
        puzzle.replace(self.rules(size)?, cells).ok()?;
        Some(Notation::new(GridNotation::Line(LetterCase::default().into())))
    }

    /// Returns the rules of a size; `None` if the box does not fit.
    fn rules(self, size: usize) -> Option<Rules> {
        Rules::plain(size, self.box_shape.unwrap_or_else(|| BoxShape::usual(size))).ok()
    }
}

/// Reads a valid line without white space; `None` for all other texts. Allocates only the cells of the puzzle.
pub(crate) fn from_plain_line(text: &str, reading: &Reading<'_>) -> Option<(Puzzle, Notation)> {
    let (grid, case) = parse_clear_line(text.as_bytes())?;
    // A line of several grids has other rules.
    if grids_of_square(&grid).is_some() {
        return None;
    }
    let rules = UsualLines::new(reading)?.rules(grid.square_size()?)?;
    Some((Puzzle::new(rules, grid).ok()?, Notation::new(GridNotation::Line(case.into()))))
}
