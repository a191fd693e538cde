//! Exact answers about a puzzle, beside its solutions.
//!
//! | question | search |
//! |---|---|
//! | which digits of each cell occur in solutions, and in how many | [`CandidateSearch`] |
//! | which clues can go without changing the set of solutions | [`MinimalSearch`] |
//! | which few clues contradict each other | [`ContradictionSearch`] |
//! | which entries and marks of a player are wrong | [`CheckSearch`] |
//! | about how many solutions there are, if they are too many to count | [`PuzzleEstimate`] |
//! | whether two puzzles differ by a symmetry only | [`CanonicalForm`], [`CanonicalSearch`] |
//! | how many guesses a plain search takes | [`GuessSearch`] |
//! | how near a predicted grid is to the solution | [`ScoreSearch`] |
//!
//! Each search pauses as [`Solver`](super::Solver) does, see [`ResumableSearch`](super::ResumableSearch); [`run_to_end`](super::run_to_end)
//! runs it on the calling thread. Every claim rests on a certified solution, or on a search that ended without one; after an interruption,
//! the answer says what was not decided.
//!
//! ```
//! use quadrille_sudoku::analysis::{CheckSearch, PlayedPuzzle};
//! use quadrille_sudoku::{Grid, Puzzle, run_to_end};
//!
//! let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
//! let entries: Grid = ".2.. .... .... 3...".parse()?;
//! let played = PlayedPuzzle::new(puzzle.clone(), entries, vec![Default::default(); 16])?;
//! let answer = run_to_end(CheckSearch::new(played))?;
//! let wrong: Vec<String> =
//!     answer.wrong.iter().map(|&cell| puzzle.rules().layout().position(cell).to_string()).collect();
//! assert_eq!(wrong, ["r1c2"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Map of the files:
//
// | module | content |
// |---|---|
// | `candidates` | `CandidateSearch`: the digits of each cell that occur in solutions, and in how many |
// | `probe` | searches for a solution with one candidate, and then with another |
// | `minimal` | `MinimalSearch`: clues that can go without changing the set of solutions |
// | `contradiction` | `ContradictionSearch`: a minimal set of clues without a solution |
// | `played_puzzle` | `PlayedPuzzle`: a puzzle with the entries and marks of a player |
// | `check` | `CheckSearch`: mistakes among the entries and marks of a player |
// | `estimate` | `PuzzleEstimate`: the number of solutions, estimated by random probes |
// | `symmetry` | `Symmetry`: transformations of square grids |
// | `minlex_puzzle`, `minlex_grid` | the smallest form of a puzzle, and of a solved classic 9x9 |
// | `canonical` | `CanonicalForm`: one grid for all that differ by a symmetry |
// | `canonical_search` | `CanonicalSearch`: canonical forms of a puzzle and of its solution |
// | `alternative`, `exchange` | solutions without one of the clues: by search, and by an exchange of digits in a known solution |
// | `constraint_alternative` | solutions without one of the constraints |
// | `guesses` | `GuessSearch`: guesses of a plain search with singles |
// | `score` | `ScoreSearch`: a predicted grid, compared with the solution |
// | `existence` | tests of one puzzle after the other for a solution |
// | `slice` | the end of a call: by nodes, by steps, or by the stop flag |
//
// Invariants:
// - every claim rests on a certified solution, or on a search that ended without one; after an interruption the answer
//   says what was not decided;
// - a search owns all its data and pauses as `Solver` does; pauses do not change the answer.

mod alternative;
mod candidates;
mod canonical;
mod canonical_search;
mod check;
mod constraint_alternative;
mod contradiction;
mod estimate;
mod exchange;
mod existence;
mod guesses;
mod minimal;
mod minlex_grid;
mod minlex_puzzle;
mod played_puzzle;
mod probe;
mod score;
mod slice;
mod symmetry;

pub use candidates::{CandidateAnswer, CandidateSearch};
pub use canonical::CanonicalForm;
pub use canonical_search::{CanonicalAnswer, CanonicalSearch};
pub use check::{CheckAnswer, CheckSearch};
pub use contradiction::{ContradictionAnswer, ContradictionSearch};
pub use estimate::PuzzleEstimate;
pub use guesses::{GuessAnswer, GuessSearch};
pub use minimal::{MinimalAnswer, MinimalSearch, PuzzlePart};
pub use played_puzzle::PlayedPuzzle;
pub use score::{ScoreAnswer, ScoreSearch};
pub(crate) use slice::Slice;
pub use symmetry::Symmetry;
