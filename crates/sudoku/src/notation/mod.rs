//! Puzzles as text.
//!
//! | module | content |
//! |---|---|
//! | `symbol` | digits and empty cells as characters |
//! | `line` | one symbol per cell, row by row |
//! | `formats` | the formats of other programs, with the feature `notation` |

#[cfg(feature = "notation")]
mod formats;
mod line;
mod symbol;

#[cfg(feature = "notation")]
pub use formats::{
    CellFault, Content, Drawing, DrawingFault, Format, FormatFault, FormatFaultReason, IgnoredLines,
    NotRepresentable, PUZZLE_NAMES, ParsedText, SEPARATORS, TextFault, begins_drawing, clear_decimal_cells,
    format_drawing, format_puzzle, format_styled_drawing, has_ambiguous_rows, has_border, is_numbering,
    is_prose, is_rule, is_table_header, is_table_row, may_be_table_header, may_be_title, other_fields, parse,
    parse_clear_line, parse_drawing, parse_puzzle, parse_translated, puzzle_name, row_width, separator,
};
pub use line::{
    LineFault, append_line, format_line, parse_line, parse_plain_line, read_line, size_of_line, symbols_of,
};
pub use symbol::{
    Alphabet, EMPTY_LETTERS, EMPTY_SYMBOLS, EMPTY_WORDS, LetterCase, SYMBOL_SIZE_MAX, SymbolFault,
    SymbolReader, symbol_of,
};
