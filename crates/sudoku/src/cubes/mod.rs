//! Cubes: parts of a puzzle that can be counted apart.
//!
//! | module | content |
//! |---|---|
//! | `partition` | [`puzzle_cubes`]: a partition into cubes of similar size |
//! | `count` | [`PuzzleCubeCount`]: the count of a cube, whose rest can be split off |
//! | `list` | [`PuzzleCubeList`]: the list of the solutions of a cube, whose rest can be split off |
//! | `text` | cubes as text: their weight and what they add to the whole puzzle |
//! | `written` | [`WrittenCubes`]: cubes as one text, each as the difference from the one before |
//! | `whole` | [`Whole`]: a puzzle or an exact cover problem, and its cubes as text |
//! | `run` | [`CubeRun`]: a search of several cubes, one after the other, within a budget of nodes |
//! | `counter` | [`CubeCounter`]: the search of a run that counts |
//!
//! Invariants: the cubes of a partition have each solution of the whole once, and their weights are that of the whole. The same
//! holds for a split, with the part that was searched. Both depend on puzzle, seed and visited nodes only.

mod count;
mod counter;
mod list;
mod partition;
mod run;
mod text;
mod whole;
mod written;

pub use count::{CubeCountError, PuzzleCubeCount};
pub use counter::CubeCounter;
pub use list::PuzzleCubeList;
pub use partition::puzzle_cubes;
pub use run::{CubeRun, CubeSearcher, SearchedCubes};
pub use text::{CubeTextError, format_puzzle_cube, format_restriction, parse_puzzle_cube};
pub use whole::{CubeError, Whole};
pub use written::{WrittenCube, WrittenCubes, WrittenCubesError};
