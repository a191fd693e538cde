//! Sudoku: puzzles, notation and the solver.
//!
//! | module | content |
//! |---|---|
//! | `model` | digits, cells, layouts, [`Rules`]; [`Puzzle`], the only input of the solver; [`Solution`], its only output |
//! | [`notation`] | puzzles as text: formats and their detection |
//! | [`reduce`] | logical rules (singles, intersections), and the board search of the classic 9x9 |
//! | `encoding` | [`Encoding`]: the remaining candidates as an exact cover problem |
//! | `named_cover` | [`named_cover()`]: a whole puzzle as an exact cover problem with names |
//! | `engines` | bitboards for the classic 9x9; for all other puzzles DLX, then CDCL if DLX takes too long |
//! | `solver` | [`Solver`] counts solutions up to a limit, [`Enumerator`] yields them one by one |
//! | [`cubes`] | parts of a puzzle that can be counted apart; runs of such parts within a budget |
//! | [`analysis`] | exact answers about a puzzle: its candidates, redundant clues, contradictions |
//! | [`techniques`] | human solving techniques: the next step of a puzzle, with its reason |
//! | [`generate`] | random puzzles with one solution, of a wanted symmetry and number of clues |
//! | `render` | [`Picture`]: a grid as SVG, with a step of a technique |
//!
//! Invariants: every returned grid is certified by [`Solution::certify`], against rules, clues and candidates; outside of
//! `model` and [`notation`], no code assumes a square grid, except that for the classic 9x9. Independent of serde, clocks,
//! logs and threads.

pub mod analysis;
pub mod cubes;
mod encoding;
mod engines;
pub mod generate;
mod model;
mod named_cover;
pub mod notation;
mod questions;
pub mod reduce;
mod render;
mod solver;
pub mod techniques;
mod text;

pub use encoding::{Candidate, Encoding};
pub use model::{
    BoxShape, CELLS_MAX, Cell, Conflict, Digit, DigitSet, Grid, HOUSES_MAX, House, HouseKind, HouseName,
    Intersection, InvalidSolution, Layout, LayoutError, Membership, Position, Puzzle, PuzzleCube,
    PuzzleError, Restriction, Rules, RulesError, SIZE_MAX, Solution, article, size_for_cells,
};
pub use named_cover::named_cover;
pub use quadrille_exact_cover::{NextSolution, Progress, StopReason};
pub use questions::{Solutions, run_to_end};
pub use render::{DrawnStep, Picture};
pub use solver::{Answer, Enumerator, Solver, SolverError, Stats, Verdict};
