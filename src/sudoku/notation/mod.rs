//! Puzzles as text: one file per format, and [`parse`], which detects the format.
//!
//! | module | content |
//! |---|---|
//! | `symbol` | digits and empty cells as characters |
//! | `line` | one symbol per cell, row by row |
//! | `drawing` | one line of text per row, with or without borders |
//! | `format` | [`Format`]: the registry of formats, and detection |
//!
//! A text that two formats read differently is a fault.

mod drawing;
mod format;
mod line;
mod symbol;

pub use drawing::{
    CellFault, Drawing, DrawingFault, begins_drawing, format_drawing, format_styled_drawing, has_border,
    is_rule, parse_drawing,
};
pub use format::{Format, ParsedText, TextFault, parse};
pub use line::{LineFault, append_line, format_line, parse_line, parse_plain_line, size_of_line, symbols_of};
pub use symbol::{
    EMPTY_LETTERS, EMPTY_SYMBOLS, LetterCase, SYMBOL_SIZE_MAX, SymbolFault, SymbolReader, symbol_of,
};
