//! Puzzles, grids and solutions as plain text: one symbol per cell, row by row.
//!
//! [`Puzzle`](crate::Puzzle), [`Grid`](crate::Grid) and [`Solution`](crate::Solution) are parsed and displayed as such text. The crate
//! [`quadrille-notation`](https://docs.rs/quadrille-notation) reads and writes drawings and the formats of other programs.

// Map of the files:
//
// | module | content |
// |---|---|
// | `symbol` | digits and empty cells as characters |
// | `line` | one symbol per cell, row by row |
// | `plain` | `FromStr` and `Display` |

pub(super) mod line;
mod plain;
pub(super) mod symbol;

pub use line::{LineFault, format_line, parse_line};
pub use symbol::{Alphabet, LetterCase, SYMBOL_SIZE_MAX, SymbolFault, symbol_of};
