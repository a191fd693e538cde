//! Sudoku of every size from 1x1 to 36x36: solves, counts, proves uniqueness, hints, rates, generates, and draws.
//!
//! ```
//! use quadrille_sudoku::Puzzle;
//!
//! let puzzle: Puzzle =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! println!("{:#}", puzzle.solve().ok_or("no solution")?);
//! assert!(puzzle.is_unique());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For many puzzles there is [`Solver::solve`], [`Solver::is_unique`] and [`Solver::solve_many`].
//!
//! # What else there is
//!
//! | task | call |
//! |---|---|
//! | a solution, or none | [`Puzzle::solve`], [`Solver::solve_many`] |
//! | none, one or several solutions, with the first two | [`Puzzle::verdict`], [`Puzzle::is_unique`] |
//! | the number of solutions up to a limit | [`Puzzle::count_up_to`] |
//! | all solutions, one by one | [`Puzzle::solutions`] |
//! | the digits of each cell that occur in a solution | [`Puzzle::candidates`] |
//! | the next step of a human player, in a sentence | [`Puzzle::hint`], [`Puzzle::explain`], [`Puzzle::explain_in`] |
//! | all steps; the difficulty | [`Puzzle::path`], [`Puzzle::rate`] |
//! | the difficulty for a plain search; the score of a predicted grid | [`analysis::GuessSearch`], [`analysis::ScoreSearch`] |
//! | a random puzzle with one solution, of a wanted kind | [`Puzzle::generate`], [`generate`] |
//! | whether two puzzles differ by a symmetry only; a puzzle that does | [`Puzzle::canonical`], [`Puzzle::shuffle`] |
//! | a puzzle without needless clues; contradictions, mistakes of a player | [`Puzzle::minimal`], [`analysis`] |
//! | rows of numbers as a puzzle, and back | `Puzzle::try_from([[u8; 9]; 9])`, [`Grid::values`] |
//! | a puzzle and its rules as one line, and back | `Display` and `FromStr` of [`Puzzle`], [`text`] |
//! | an SVG document | [`Puzzle::to_svg`], [`Picture`] |
//! | drawings, and the formats of other programs | the crate [`quadrille-notation`](https://docs.rs/quadrille-notation) |
//! | other boxes, regions and houses | [`Rules`], [`Layout`] |
//! | cages, thermometers, arrows and other constraints | [`Puzzle::and`], [`Rules::and`], [`constraints`] |
//! | parts of a count for several threads or machines | [`cubes`] |
//! | a proof of the number of solutions, for checkers of others | [`proof`] |
//! | the puzzle as an exact cover problem | [`named_cover()`] |
//!
//! Each step of a [path](Puzzle::path) has its reason, and each solution is [certified](Solution::certify) against rules, clues and
//! candidates before it is returned.
//!
//! # Pausing, stopping, and many puzzles
//!
//! The methods of [`Puzzle`] run to the end on the calling thread. Below them is a layer that pauses: [`Solver`] and each
//! [`ResumableSearch`] work for a slice of about a millisecond, within a budget of nodes, and until a stop flag is set. A paused search
//! owns its data, so that it may move to another thread; pauses change neither answers nor their order. [`Solver::restart`] reuses the
//! memory of the puzzle before.
//!
//! ```
//! use std::num::NonZeroU64;
//! use std::sync::atomic::AtomicBool;
//!
//! use quadrille_sudoku::{Progress, Puzzle, ResumableSearch, Solver};
//!
//! let puzzle: Puzzle = ".".repeat(81).parse()?;
//! let stop = AtomicBool::new(false); // set by another thread, or after a deadline
//! let mut solver = Solver::new(puzzle, NonZeroU64::new(1_000_000).ok_or("positive")?);
//! let mut slices = 0;
//! while solver.advance(10_000, &stop)? == Progress::Paused && slices < 3 {
//!     slices += 1;
//! }
//! println!("{} solutions so far", solver.count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Serde
//!
//! With the feature `serde`, puzzles, rules, grids, digits, positions and levels are written and read as in the JSON of the service Quadrille,
//! and [`Solution`] is written: `serde_json::to_string(&puzzle)?` is the body of a request.
//!
//! | type | JSON |
//! |---|---|
//! | [`Grid`], [`Solution`] | the text of `Display`, but rows of numbers for a 36x36; rows of numbers and a list of numbers are also read as a grid |
//! | [`Puzzle`] | the text of its clues; with candidates or other rules, and for a 36x36, an object with `puzzle`, `candidates`, `box`, `boxes`, `regions` and `constraints` |
//! | [`Rules`] | the same object with `size` instead of `puzzle` |
//! | [`Digit`], [`DigitSet`] | a number, a list of numbers |
//! | [`Position`] | `"r1c2"`; a [`Cell`], which has no position of its own, is its index |
//! | [`BoxShape`] | `{"width": 3, "height": 2}`; `"3x2"` is also read |
//! | `Level`, `Technique`, `Language`, `ClueSymmetry` | the name |
//!
//! Free layouts, for which requests have no form, and all puzzles and rules in binary formats, are the line of [`text`].
//!
//! # Complexity and limits
//!
//! Sizes are from 1 to 36, with boxes of any shape, or free layouts of up to 1,296 cells and 16,384 houses. Sudoku of any size is
//! NP-complete: the time is exponential in the worst case. A classic 9x9 takes 0.4 to 40 µs on a core of 2024, most 16x16 some milliseconds; hard
//! ones of 25x25 and 36x36 may take hours, so set a budget there. The classic 9x9 is solved by bitboards; constraints that are more than
//! houses and masks, by propagation, backtracking and clause learning; all other puzzles by dancing links, and by conflict-driven
//! clause learning if these take too long (`quadrille-exact-cover`). Counts with
//! [`Puzzle::count_up_to`] have 64 bits, counts of [`cubes`] have 128.
//!
//! # Platforms
//!
//! The crate uses no file, socket, thread, clock or environment, and no `unsafe` of its own. It compiles for `wasm32-unknown-unknown`. The
//! minimum Rust is 1.89, as its dependencies need it; a release that needs more is a minor one.
//!
//! # Where the numbers come from
//!
//! [`docs/performance.md`](https://docs.rs/crate/quadrille/latest/source/docs/performance.md) compares the engines with other solvers, with
//! the commands that repeat each measurement; [`docs/ratings.md`](https://docs.rs/crate/quadrille/latest/source/docs/ratings.md) explains
//! the ratings.

#![cfg_attr(docsrs, feature(doc_cfg))]

// Map of the modules:
//
// | module | content |
// |---|---|
// | `model` | digits, cells, layouts, `Rules`; `Puzzle`, the only input of the solver; `Solution`, its only output |
// | `reduce` | logical rules (singles, intersections), and the board search of the classic 9x9 |
// | `constraints` | the types of constraints, for programs that read, write or draw them |
// | `propagation` | the search of puzzles with constraints that are no houses: propagation, backtracking, clause learning |
// | `encoding` | `Encoding`: the remaining candidates as an exact cover problem |
// | `named_cover` | `named_cover()`: a whole puzzle as an exact cover problem with names |
// | `engines` | bitboards for the classic 9x9; `constrained`; for all other puzzles DLX, then CDCL if DLX takes too long |
// | `solver` | `Solver` counts solutions up to a limit, or yields them one by one |
// | `cubes` | parts of a puzzle that can be counted apart; runs of such parts within a budget |
// | `analysis` | exact answers about a puzzle: its candidates, redundant clues, contradictions |
// | `techniques` | human solving techniques: the next step of a puzzle, with its reason |
// | `generate` | random puzzles with one solution, of a wanted symmetry and number of clues |
// | `proof` | the formula of a puzzle, and proofs of its number of solutions |
// | `render` | `Picture`: a grid as SVG, with a step of a technique |
// | `questions` | the methods of `Puzzle` that answer on the calling thread |
// | `text` | puzzles, grids and solutions as plain text: one symbol per cell |
// | `bits` | sets of small numbers as bits of a word |
// | `unstable` | parts of the engines, for programs that build a search or a reader of their own |
// | `json` | puzzles, rules and other values as JSON, with the feature `serde` |
// | `readme` | the examples of the README, as doc tests |
//
// Outside of `model` and `text`, no code assumes a square grid, except that for the classic 9x9.

pub mod analysis;
mod bits;
pub mod constraints;
pub mod cubes;
mod encoding;
mod engines;
pub mod generate;
#[cfg(feature = "serde")]
mod json;
mod model;
mod named_cover;
pub mod proof;
mod propagation;
mod questions;
#[cfg(doctest)]
mod readme;
mod reduce;
mod render;
mod solver;
pub mod techniques;
pub mod text;
pub mod unstable;

pub use encoding::Candidate;
pub use model::{
    BoxShape, BoxShapeError, CELLS_MAX, Cell, CellsError, Conflict, Digit, DigitError, DigitSet, Digits,
    GRIDS_MAX, Grid, GridError, HOUSES_MAX, House, HouseKind, HouseName, InvalidSolution, Layout,
    LayoutError, NameError, Position, PositionError, Puzzle, PuzzleCube, PuzzleError, Restriction, Rules,
    RulesError, SIZE_MAX, Solution, size_for_cells,
};
pub use named_cover::{CoverError, named_cover};
pub use quadrille_exact_cover::{NextSolution, Progress, ResumableSearch, SolutionSearch, StopReason};
pub use questions::{Solutions, run_to_end};
pub use render::{DrawnStep, Picture};
pub use solver::{Answer, Solver, SolverError, Stats, Verdict};
