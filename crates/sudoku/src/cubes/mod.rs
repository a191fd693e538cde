//! Parts of a puzzle that are counted or listed apart, such as by several threads or machines.
//!
//! [`puzzle_cubes`] cuts a puzzle into cubes of similar size. Each solution is in exactly one of them. [`PuzzleCubeCount`] counts the
//! solutions of a cube, [`PuzzleCubeList`] lists them; what a paused search has left is split into cubes again.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use quadrille_sudoku::cubes::{PuzzleCubeCount, puzzle_cubes};
//! use quadrille_sudoku::{Progress, Puzzle};
//!
//! let puzzle: Puzzle = ".".repeat(36).parse()?;
//! let mut solutions = 0;
//! // Each cube could be counted by a thread of its own.
//! for cube in puzzle_cubes(&puzzle, 8, 1)? {
//!     let mut count = PuzzleCubeCount::new(cube);
//!     while count.advance(u64::MAX, &AtomicBool::new(false))? == Progress::Paused {}
//!     solutions += count.solutions();
//! }
//! assert_eq!(solutions, 28_200_960);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Map of the files:
//
// | module | content |
// |---|---|
// | `partition` | `puzzle_cubes`: a partition into cubes of similar size |
// | `count` | `PuzzleCubeCount`: the count of a cube, whose rest can be split off |
// | `list` | `PuzzleCubeList`: the list of the solutions of a cube, whose rest can be split off |
// | `text` | cubes as text: their weight and what they add to the whole puzzle |
// | `written` | `WrittenCubes`: cubes as one text, each as the difference from the one before |
// | `any_problem` | `AnyProblem`: a puzzle or an exact cover problem, and its cubes as text |
// | `run` | `CubeRun`: a search of several cubes, one after the other, within a budget of nodes |
// | `counter` | `CubeCounter`: the search of a run that counts |
//
// Invariants: the cubes of a partition have each solution of the whole once, and their weights add up to the weight of the whole. The same
// holds for a split, with the part that was searched. Both depend on puzzle, seed and visited nodes only.

pub(super) mod any_problem;
mod count;
pub(super) mod counter;
mod list;
mod partition;
pub(super) mod run;
pub(super) mod text;
pub(super) mod written;

#[cfg(test)]
pub(crate) use any_problem::AnyProblem;
#[cfg(test)]
pub(crate) use counter::CubeCounter;

pub use count::{CubeCountError, PuzzleCubeCount};
pub use list::PuzzleCubeList;
pub use partition::puzzle_cubes;
