//! Parts of the readers and of the service that shares them, for programs that build a reader of their own.
//!
//! Not covered by semantic versioning: names and behaviour may change in any release.

pub use crate::formats::clear_line::{clear_decimal_cells, parse_clear_line};
pub use crate::formats::csv::{
    OtherField, is_table_header, is_table_row, may_be_table_header, other_fields, table_names,
};
pub use crate::formats::detection::parse_translated;
pub use crate::formats::drawn::{begins_drawing, format_styled_drawing, has_border, is_rule};
pub use crate::formats::fields::SEPARATORS;
pub use crate::formats::jigsaw::is_jigsaw;
pub use crate::formats::layout::{has_ambiguous_rows, row_width};
pub use crate::formats::marked::{are_lines_of_one_puzzle, begins_data, is_marked, sum_fault};
pub use crate::formats::other_lines::{is_numbering, is_prose, may_be_title, separator};
pub use crate::formats::puzzle_names::{is_solution_name, puzzle_name};
pub use crate::formats::region_map::RegionMap;
