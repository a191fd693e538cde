//! Parts of the engines and of the service that shares them, for programs that build a search or a reader of their own.
//!
//! Not covered by semantic versioning: names and behaviour may change in any release.

pub use crate::cubes::any_problem::{AnyProblem, CubeError};
pub use crate::cubes::counter::CubeCounter;
pub use crate::cubes::run::{CubeRun, CubeSearcher, SearchedCubes};
pub use crate::cubes::text::{CubeTextError, format_puzzle_cube, format_restriction, parse_puzzle_cube};
pub use crate::cubes::written::{WrittenCube, WrittenCubes, WrittenCubesError};
pub use crate::encoding::Encoding;
#[cfg(feature = "serde")]
pub use crate::json::WrittenConstraint;
pub use crate::model::article;
pub use crate::reduce::{Board9x9, BoardSearch, CandidateMasks};
pub use crate::text::line::{
    append_line, decimal_cells, parse_plain_line, read_line, size_of_line, size_of_numbers, symbols_of,
};
pub use crate::text::symbol::{
    EMPTY_LETTERS, EMPTY_SYMBOLS, EMPTY_WORDS, SymbolReader, digit_of, is_empty_symbol,
};
