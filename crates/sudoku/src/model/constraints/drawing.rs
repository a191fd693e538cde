//! Drawings of constraints, as shapes on the cells of a grid.

use crate::model::cell::{Cell, Position};

/// Shape that belongs to a constraint.
#[derive(Clone, Debug, PartialEq)]
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
    /// An outline around the centres of cells in a line: a circle for one cell.
    Pill {
        /// The cells.
        cells: Vec<Cell>,
    },
    /// A text in a white circle, at the corner that four cells share or in the middle of fewer cells.
    Knot {
        /// The cells.
        cells: Vec<Cell>,
        /// The text.
        text: String,
    },
    /// A white diamond in a cell.
    Diamond {
        /// The cell.
        cell: Cell,
        /// Colour of its edge, as in SVG.
        colour: &'static str,
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
    /// A text beside the grid.
    Outside {
        /// The place, in a row or a column next to the first or the last one; 0 is before the first one.
        place: Position,
        /// The text.
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineStyle {
    /// Its colour, as in SVG.
    pub colour: &'static str,
    /// Its width.
    pub width: LineWidth,
    /// Its ends.
    pub ends: LineEnds,
}

impl LineStyle {
    pub(crate) const fn new(colour: &'static str, width: LineWidth, ends: LineEnds) -> Self {
        Self { colour, width, ends }
    }
}

/// Width of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineWidth {
    /// This share of the side of a cell.
    OfCell(f64),
    /// The same for cells of any size, in units of the picture.
    Thin(f64),
}

/// Ends of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineEnds {
    /// Round ends at the centres of the first and the last cell.
    Plain,
    /// A filled circle at the first cell.
    Bulb,
    /// As [`Bulb`](Self::Bulb), and line and circle are hollow.
    HollowBulb,
    /// The corners of the first and the last cell, which only diagonal lines have.
    Corners,
    /// The head of an arrow at the last cell.
    Head,
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The shapes, in the order in which they are drawn.
    pub shapes: Vec<Shape>,
    /// Rules that are not drawn, in words.
    pub captions: Vec<String>,
}

/// Maximum number of items of a list in a caption.
const LISTED_MAX: usize = 12;

/// Lists the first items, and counts the others.
pub(crate) fn listed(items: impl ExactSizeIterator<Item = String>) -> String {
    let others = items.len().saturating_sub(LISTED_MAX);
    let listed: Vec<String> = items.take(LISTED_MAX).collect();
    let listed = listed.join(", ");
    if others == 0 { listed } else { format!("{listed} or {others} others") }
}
