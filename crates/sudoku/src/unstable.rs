//! Parts of the engines and of the service that shares them, for programs that build a search or a reader of their own.
//!
//! Not covered by semantic versioning: names and behaviour may change in any release.

pub use crate::cubes::any_problem::{AnyProblem, CubeError};
pub use crate::cubes::counter::CubeCounter;
pub use crate::cubes::run::{CubeRun, CubeSearcher, SearchedCubes};
pub use crate::cubes::text::{CubeTextError, format_puzzle_cube, format_restriction, parse_puzzle_cube};
pub use crate::cubes::written::{WrittenCube, WrittenCubes, WrittenCubesError};
pub use crate::encoding::Encoding;
pub use crate::model::article;
#[cfg(feature = "notation")]
pub use crate::notation::formats::{
    DrawnGrid, OtherField, PUZZLE_NAMES, RegionMap, SEPARATORS, are_lines_of_one_puzzle, begins_data,
    begins_drawing, clear_decimal_cells, format_styled_drawing, has_ambiguous_rows, has_border, is_jigsaw,
    is_marked, is_numbering, is_prose, is_rule, is_solution_name, is_table_header, is_table_row,
    letters_of_name, may_be_table_header, may_be_title, other_fields, parse_clear_line, parse_drawing,
    parse_translated, puzzle_name, row_width, separator, sum_fault, table_names,
};
pub use crate::notation::line::{append_line, parse_plain_line, read_line, size_of_line, symbols_of};
pub use crate::notation::symbol::{EMPTY_LETTERS, EMPTY_SYMBOLS, EMPTY_WORDS, SymbolReader};
pub use crate::reduce::{Board9x9, BoardSearch, CandidateMasks};
