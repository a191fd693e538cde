//! Formats of other programs, one file each, and [`parse`], which detects the format.
//!
//! A new format is a file with a [`TextFormat`](text_format::TextFormat), its `mod` here, and a line in the list below.
//!
//! | module | content |
//! |---|---|
//! | `line`, `ss`, `drawing`, `sdm`, `sdk`, `csv`, `solo`, `pencilmarks`, `sukaku`, `hodoku`, `opensudoku`, `fpuzzles`, `sudokupad`, `sudokuwiki` | one format each |
//! | `text_format`, `registry` | what a format says of itself, and the formats by their names |
//! | `detection`, `possible_formats` | [`parse`]; the formats that a text may have, by its look |
//! | `clear_line` | lines that are valid in no other format |
//! | `layout`, `drawn` | how the symbols of a text are laid out in its lines; grids with a line of text per row, with or without borders |
//! | `puzzle_names` | usual names of the puzzle in records and tables |
//! | `content` | puzzles as read and as written, and faults |
//! | `description`, `usual_rules` | title, author, rules in prose and drawings of a text |
//! | `own_solution` | the solution that a text holds beside its puzzle |
//! | `format_faults` | all faults of a text in a format |
//! | `fields` | fields of the rows of a table, and words of a line |
//! | `constraint_reader`, `fpuzzles_constraints` | constraints as read, and those of f-puzzles as written |
//! | `metadata`, `sudokupad_cages`, `sudokupad_syntax` | metadata of web editors, and parts of the data of SudokuPad |
//! | `region_map`, `jigsaw` | maps of regions, and jigsaws as two blocks |
//! | `lz_string`, `json`, `web` | bounded decompression, JSON without serde, and the parts that web editors share |
//! | `addresses` | links as they were wrapped and escaped, and addresses without data of an editor |
//! | `marked`, `quasigroup` | texts of other programs that are certain by their marks, and read as lines |
//! | `page_link` | the checksum of links of the page at `/` |
//! | `other_lines` | titles, footers and other lines beside a grid |
//! | `translation` | texts whose digits have other symbols than the usual ones |
//!
//! A text that two formats read differently is a fault.

mod addresses;
mod clear_line;
mod constraint_reader;
mod content;
mod csv;
mod description;
mod detection;
mod drawing;
mod drawn;
mod fields;
mod format_faults;
mod fpuzzles;
mod fpuzzles_constraints;
mod hodoku;
mod jigsaw;
mod json;
mod layout;
mod line;
mod lz_string;
mod marked;
mod metadata;
mod opensudoku;
mod other_lines;
mod own_solution;
mod page_link;
mod pencilmarks;
mod possible_formats;
mod puzzle_names;
mod quasigroup;
mod region_map;
mod registry;
mod sdk;
mod sdm;
mod solo;
mod ss;
mod sudokupad;
mod sudokupad_cages;
mod sudokupad_syntax;
mod sudokuwiki;
mod sukaku;
mod text_format;
mod translation;
mod usual_rules;
mod web;

pub use clear_line::{clear_decimal_cells, parse_clear_line};
pub use content::{
    Content, FormatFault, FormatFaultReason, IgnoredLines, NotRepresentable, ParsedText, TextFault,
};
pub use csv::{OtherField, is_table_header, is_table_row, may_be_table_header, other_fields, table_names};
pub use description::Description;
pub use detection::{parse, parse_puzzle, parse_translated};
pub use drawn::{
    CellFault, DrawingFault, DrawnGrid, begins_drawing, format_drawing, format_styled_drawing, has_border,
    is_rule, parse_drawing,
};
pub use fields::SEPARATORS;
pub use jigsaw::is_jigsaw;
pub use layout::{has_ambiguous_rows, row_width};
pub use marked::{are_lines_of_one_puzzle, begins_data, is_marked, sum_fault};
pub use other_lines::{is_numbering, is_prose, may_be_title, separator};
pub use puzzle_names::{PUZZLE_NAMES, is_solution_name, letters_of_name, puzzle_name};
pub use region_map::RegionMap;
pub use registry::{FormatDefinition, definition, format_puzzle};

/// Lists the formats for another macro: the module of each, whose name is also that of the format, and its type.
///
/// This is the order of detection: if several formats read the same puzzle in a text, the first one counts.
macro_rules! with_formats {
    ($macro:ident) => {
        $macro! {
            line: Line,
            ss: Ss,
            drawing: Drawing,
            sdm: Sdm,
            sdk: Sdk,
            csv: Csv,
            solo: Solo,
            pencilmarks: Pencilmarks,
            sukaku: Sukaku,
            hodoku: Hodoku,
            opensudoku: Opensudoku,
            fpuzzles: Fpuzzles,
            sudokupad: Sudokupad,
            sudokuwiki: Sudokuwiki,
        }
    };
}
use with_formats;

macro_rules! format_enum {
    ($($name:ident: $Format:ident,)*) => {
        /// Text format of puzzles. [`definition`] has its description and an example.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Format {
            $(#[doc = concat!("`", stringify!($name), "`")] $Format,)*
        }

        impl Format {
            /// All formats, in the order of detection.
            pub const ALL: [Self; [$(stringify!($name)),*].len()] = [$(Self::$Format),*];

            /// The name of the format.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Format => stringify!($name),)* }
            }

            /// The format of this name.
            pub fn of_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|format| format.name() == name)
            }
        }
    };
}
with_formats!(format_enum);
