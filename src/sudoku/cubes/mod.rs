//! Cubes: parts of a puzzle that can be counted apart.
//!
//! | module | content |
//! |---|---|
//! | `partition` | [`puzzle_cubes`]: a partition into cubes of similar size |
//! | `count` | [`PuzzleCubeCount`]: the count of a cube, whose rest can be split off |
//! | `list` | [`PuzzleCubeList`]: the list of the solutions of a cube, whose rest can be split off |
//! | `text` | cubes as text: their weight and what they add to the whole puzzle |
//!
//! Invariants: the cubes of a partition have each solution of the whole once, and their weights are that of the whole. The same
//! holds for a split, with the part that was searched. Both depend on puzzle, seed and visited nodes only.

mod count;
mod list;
mod partition;
mod text;

pub use count::{CubeCountError, PuzzleCubeCount};
pub use list::PuzzleCubeList;
pub use partition::puzzle_cubes;
pub use text::{CubeTextError, format_puzzle_cube, parse_puzzle_cube};
