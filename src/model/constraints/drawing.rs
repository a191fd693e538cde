//! Drawings of constraints, as shapes on the cells of a grid.

use crate::model::cell::Cell;

/// Shape that belongs to a constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// A dashed outline of cells, with a text in its first corner.
    Outline {
        /// The cells.
        cells: Vec<Cell>,
        /// The text; empty for none.
        text: String,
    },
    /// Cells with a coloured background.
    Area {
        /// The cells.
        cells: Vec<Cell>,
    },
    /// A line through the centres of cells.
    Line {
        /// The cells, in order.
        cells: Vec<Cell>,
        /// How it looks.
        style: LineStyle,
    },
    /// A filled circle at the centre of a cell.
    Bulb {
        /// The cell.
        cell: Cell,
    },
    /// An outline around the centres of cells in a line: a circle for one cell.
    Pill {
        /// The cells.
        cells: Vec<Cell>,
    },
    /// A sign between two cells.
    Sign {
        /// The cells.
        cells: [Cell; 2],
        /// How it looks.
        style: SignStyle,
        /// Its text; empty for none.
        text: String,
    },
    /// A grey square in a cell, for even digits.
    Square {
        /// The cell.
        cell: Cell,
    },
    /// A grey circle in a cell, for odd digits.
    Disc {
        /// The cell.
        cell: Cell,
    },
}

/// Look of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineStyle {
    /// Of a thermometer: wide and grey.
    Thermometer,
    /// Of a slow thermometer: as a thermometer, hollow.
    SlowThermometer,
    /// Of an arrow: thin, with a head.
    Arrow,
    /// Of a whisper: green.
    Whisper,
    /// Of a palindrome: grey.
    Palindrome,
    /// Of a diagonal: thin, from corner to corner of its cells.
    Diagonal,
    /// Of other constraints: thin and purple.
    Other,
}

/// Look of a sign between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignStyle {
    /// A white dot.
    White,
    /// A black dot.
    Black,
    /// A text without a dot.
    Text,
    /// A sign that points to the second cell, as `>` does.
    Greater,
}

/// Shapes of constraints, and sentences for the constraints without a shape.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The shapes, in the order in which they are drawn.
    pub shapes: Vec<Shape>,
    /// Rules that are not drawn, in words.
    pub captions: Vec<String>,
}

/// Maximum number of items of a list in a caption.
const LISTED_MAX: usize = 12;

/// Lists the first items, and counts the others.
pub(super) fn listed(items: impl ExactSizeIterator<Item = String>) -> String {
    let others = items.len().saturating_sub(LISTED_MAX);
    let listed: Vec<String> = items.take(LISTED_MAX).collect();
    let listed = listed.join(", ");
    if others == 0 { listed } else { format!("{listed} or {others} others") }
}
