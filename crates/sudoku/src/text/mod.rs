//! Puzzles, grids and solutions as plain text: one symbol per cell, row by row.
//!
//! [`Puzzle`](crate::Puzzle), [`Grid`](crate::Grid) and [`Solution`](crate::Solution) are parsed and displayed as such text. Rules other
//! than the usual boxes follow the clues of a puzzle, each behind a semicolon:
//!
//! | part | meaning |
//! |---|---|
//! | `boxes 2x3` | boxes of this width and height |
//! | `grids r1c1,r3c3` | several grids with the boxes of the part `boxes`, by their top left cells; the clues are those of all their cells, by rows |
//! | `regions 1122112233443344` | regions instead of boxes: the number of the region of each cell, as the digits of a grid; `none` for a Latin square |
//! | `cage cells=r1c1,r1c2 sum=7` | a constraint: its type and its [fields](crate::constraints), without white space in values. Lists of lists have `/` between them, transitions and relations `:` between their parts, such as `0:1,2:1` and `ratio:2` |
//! | `candidates r1c1=1,2 r3c4=` | the candidates of some cells |
//! | `digits 4`, `cells r1c1,r1c2`, `house row 1 r1c1,r1c2` | a free layout: its digits, its cells in order, and each house |
//!
//! The crate
//! [`quadrille-notation`](https://docs.rs/quadrille-notation) reads and writes drawings and the formats of other programs.

// Map of the files:
//
// | module | content |
// |---|---|
// | `symbol` | digits and empty cells as characters |
// | `line` | one symbol per cell, row by row |
// | `plain` | `FromStr` and `Display` of grids and solutions |
// | `ruled` | `FromStr` and `Display` of puzzles, with their rules |

pub(super) mod line;
mod plain;
mod ruled;
pub(super) mod symbol;

#[cfg(feature = "serde")]
pub(crate) use ruled::HouseForm;

pub use line::{LineFault, format_line, parse_line};
pub use ruled::PuzzleTextError;
pub use symbol::{Alphabet, LetterCase, SYMBOL_SIZE_MAX, SymbolFault, symbol_of};
