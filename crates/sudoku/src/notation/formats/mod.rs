//! Formats of other programs, one file each, and [`parse`], which detects the format.
//!
//! | module | content |
//! |---|---|
//! | `layout` | how the symbols of a text are laid out in its lines |
//! | `drawing` | one line of text per row, with or without borders |
//! | `format` | [`Format`]: the names of the formats |
//! | `puzzle_names` | usual names of the puzzle in records and tables |
//! | `content` | puzzles as read and as written, and faults |
//! | `format_faults` | all faults of a text in a format |
//! | `fields` | fields of the rows of a table, and words of a line |
//! | `ss`, `sdm`, `sdk`, `csv`, `solo`, `pencilmarks`, `sukaku`, `hodoku`, `opensudoku`, `fpuzzles`, `sudokupad`, `sudokuwiki`, `quasigroup` | one format each |
//! | `constraint_reader`, `fpuzzles_constraints` | constraints as read, and those of f-puzzles as written |
//! | `lz_string`, `json`, `web` | bounded decompression, JSON without serde, and the parts that web editors share |
//! | `page_link` | the checksum of links of the page at `/` |
//! | `other_lines` | titles, footers and other lines beside a grid |
//! | `translation` | texts whose digits have other symbols than the usual ones |
//! | `possible_formats` | formats that a text may have, by its look |
//! | `registry` | [`parse`] and [`format_puzzle`] for every format, and detection |
//!
//! A text that two formats read differently is a fault.

mod constraint_reader;
mod content;
mod csv;
mod drawing;
mod fields;
mod format;
mod format_faults;
mod fpuzzles;
mod fpuzzles_constraints;
mod hodoku;
mod json;
mod layout;
mod lz_string;
mod opensudoku;
mod other_lines;
mod page_link;
mod pencilmarks;
mod possible_formats;
mod puzzle_names;
mod quasigroup;
mod registry;
mod sdk;
mod sdm;
mod solo;
mod ss;
mod sudokupad;
mod sudokuwiki;
mod sukaku;
mod translation;
mod web;

pub(super) use super::{line, symbol};

pub use content::{
    Content, FormatFault, FormatFaultReason, IgnoredLines, NotRepresentable, ParsedText, TextFault,
};
pub use csv::{is_table_header, is_table_row, may_be_table_header, other_fields};
pub use drawing::{
    CellFault, Drawing, DrawingFault, begins_drawing, format_drawing, format_styled_drawing, has_border,
    is_rule, parse_drawing,
};
pub use fields::SEPARATORS;
pub use format::Format;
pub use layout::{has_ambiguous_rows, row_width};
pub use other_lines::{is_numbering, is_prose, may_be_title, separator};
pub use puzzle_names::{PUZZLE_NAMES, puzzle_name};
pub use registry::{
    clear_decimal_cells, format_puzzle, parse, parse_clear_line, parse_puzzle, parse_translated,
};
