//! The words and rules of the puzzle, and its solver.
//!
//! Read in this order: [`Geometry`] says which cells make a house, [`Grid`] holds digits, [`Puzzle`] is a grid
//! of clues on a geometry and the only door to the solver, [`notation`] reads and writes the symbols people
//! use, [`reduce`] draws what is certain, [`Encoding`] states what that leaves as an exact cover problem, and
//! [`Solver`] answers how many solutions there are, each of them certified as a [`Solution`] by the rules alone. Behind
//! it an engine picks the method for a puzzle: boards of bits for the classic 9x9, and for all others links, relieved by
//! a search that learns where they do not come to an end.
//!
//! This folder knows no serde, no clock, no log and no thread.

mod answer;
mod classic_9x9;
mod dlx_then_cdcl;
mod encoding;
mod engine;
mod engine_set;
mod general;
mod geometry;
mod grid;
pub mod notation;
mod puzzle;
pub mod reduce;
mod solution;
mod solver;

pub use answer::{Answer, Stats, StopReason, Verdict};
pub use encoding::{Candidate, Encoding};
pub use geometry::{
    BoxShape, Cell, Geometry, GeometryError, HOUSES_MAX, HOUSES_PER_CELL, House, HouseKind, HouseName,
    Intersection, Membership, Position, SIZE_MAX,
};
pub use grid::{Digit, Grid, size_for_cells};
pub use puzzle::{Conflict, Puzzle, PuzzleError};
pub use solution::{InvalidSolution, Solution};
pub use solver::{NextSolution, Progress, Solver, SolverError};
