//! Random puzzles with exactly one solution.
//!
//! [`PuzzleSpec`] says what a puzzle must be like: size, number of clues, [symmetry](ClueSymmetry), pattern, whether every clue is needed,
//! and [`Difficulty`]. [`Puzzle::generate`](super::Puzzle::generate) makes one on the calling thread; [`Generator`] does so in slices.
//! Specification and seed determine the puzzle, on every machine; puzzles of other specifications or seeds are independent of it.
//!
//! ```
//! use quadrille_sudoku::generate::{ClueSymmetry, PuzzleSpec};
//! use quadrille_sudoku::techniques::Level;
//! use quadrille_sudoku::{Puzzle, Rules};
//!
//! let spec = PuzzleSpec::new(Rules::usual(9)?)
//!     .with_cells(ClueSymmetry::Rotate180, None)?
//!     .with_difficulty(Level::Medium);
//! let generated = Puzzle::generate(spec, 42)?;
//! assert!(generated.puzzle.is_unique());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Map of the files:
//
// | module | content |
// |---|---|
// | `clue_symmetry` | `ClueSymmetry`: cells that have a clue together |
// | `difficulty` | `Difficulty`: levels, scores and techniques that a puzzle must have |
// | `spec` | `PuzzleSpec`: size, clues, symmetry and pattern of a puzzle |
// | `spec_number` | a hash of a specification, with which its seeds are mixed |
// | `restriction` | `SpecRestriction`: parts of a specification, and those that attempts fail to meet |
// | `generated` | `GeneratedPuzzle`: a puzzle, its solution and its rating |
// | `generator` | `Generator`: attempts, until a puzzle meets its specification |
// | `attempt` | one attempt: a random solution, then removal of clues |
// | `random_9x9` | random grids of the classic 9x9 |
// | `fill` | clues for the cells of a pattern, by local search |
// | `removal` | the order of removals, and which clues to test together |
// | `searches` | the searches of an attempt, one after the other |
//
// Invariants:
// - `Solver` has proved that a generated puzzle has one solution, and has found that solution;
// - the specification and the seed determine the puzzle, on every machine; pauses do not change it;
// - specifications that differ have unrelated random numbers for the same seed;
// - an attempt depends on its number and the seed alone, so that attempts may run in any order.

mod attempt;
mod clue_symmetry;
mod difficulty;
mod fill;
mod generated;
mod generator;
mod random_9x9;
mod removal;
mod restriction;
mod searches;
mod spec;
mod spec_number;

pub use clue_symmetry::ClueSymmetry;
pub use difficulty::Difficulty;
pub use generated::GeneratedPuzzle;
pub use generator::{GenerateAnswer, GenerateError, Generator};
pub use restriction::{SpecRestriction, SpecRestrictions};
pub use spec::{PuzzleSpec, SpecError};
