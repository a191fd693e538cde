//! The formats, one file each, and their list.
//!
//! A new format is a file with a [`TextFormat`](text_format::TextFormat), its `mod` here, and a line in the list below.
//!
//! | module | content |
//! |---|---|
//! | `line`, `ss`, `drawing`, `sdm`, `sdk`, `csv`, `solo`, `pencilmarks`, `sukaku`, `hodoku`, `opensudoku`, `fpuzzles`, `sudokupad`, `sudokuwiki` | one format each |
//! | `text_format`, `registry` | what a format says of itself, and the formats by their names |
//! | `detection`, `possible_formats` | [`parse`](detection::parse); the formats that a text may have, by its look |
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
pub(super) mod clear_line;
mod constraint_reader;
pub(super) mod content;
pub(super) mod csv;
pub(super) mod description;
pub(super) mod detection;
mod drawing;
pub(super) mod drawn;
pub(super) mod fields;
mod format_faults;
mod fpuzzles;
mod fpuzzles_constraints;
mod hodoku;
pub(super) mod jigsaw;
mod json;
pub(super) mod layout;
mod line;
mod lz_string;
pub(super) mod marked;
mod metadata;
mod opensudoku;
pub(super) mod other_lines;
mod own_solution;
mod page_link;
mod pencilmarks;
mod possible_formats;
pub(super) mod puzzle_names;
mod quasigroup;
pub(super) mod region_map;
pub(super) mod registry;
mod sdk;
mod sdm;
mod solo;
mod ss;
mod sudokupad;
mod sudokupad_cages;
mod sudokupad_guesses;
mod sudokupad_syntax;
mod sudokuwiki;
mod sukaku;
mod text_format;
mod translation;
mod usual_rules;
mod web;

use std::fmt;
use std::str::FromStr;

use quadrille_sudoku::NameError;

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
        /// Text format of puzzles. [`definition`](crate::definition) has its description and an example.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $(#[doc = concat!("`", stringify!($name), "`")] $Format,)*
        }

        impl Format {
            /// All formats, in the order of detection.
            pub const ALL: &'static [Self] = &[$(Self::$Format),*];

            /// The name of the format.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Format => stringify!($name),)* }
            }

        }

        /// The name of the format.
        impl fmt::Display for Format {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        /// Reads the name of a format, in upper or lower case.
        impl FromStr for Format {
            type Err = NameError;

            fn from_str(name: &str) -> Result<Self, NameError> {
                NameError::find("format", Self::ALL, Self::name, name)
            }
        }
    };
}
with_formats!(format_enum);
