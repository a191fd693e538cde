//! Drawn grids: a line of text per row, with or without borders.
//!
//! `lines` tells rules from rows, `rows` splits rows into cells, `parse` reads the cells, `format` draws a grid.

mod format;
mod lines;
mod parse;
mod rows;

pub use format::format_styled_drawing;
pub(super) use format::{draw, format_drawing};
pub(super) use lines::is_vertical;
pub use lines::{begins_drawing, has_border, is_rule};
pub use parse::{CellFault, DrawingFault};
pub(super) use parse::{Token, TokenGrid, digit_of_number, parse_drawing, parse_tokens};
