//! Sudoku: puzzles, notation and the solver.
//!
//! Read in this order:
//! - [`Geometry`]: the cells of a grid and its houses (rows, columns, boxes);
//! - [`Grid`]: digits in cells; [`Puzzle`]: clues on a geometry, the only input of the solver;
//! - [`notation`]: parses and formats one symbol per cell;
//! - [`reduce`]: applies logical rules (singles, intersections) before any search;
//! - [`Encoding`]: the remaining candidates as an exact cover problem;
//! - [`Solver`]: counts solutions up to a limit; [`Enumerator`]: yields them one by one. They use bitboards for a classic
//!   9x9; for all other sizes DLX, then CDCL if DLX takes too long. [`Solution::certify`] checks every solution against
//!   rules and clues.
//!
//! No serde, clock, log or thread in this folder.

mod classic_9x9;
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

pub use encoding::{Candidate, Encoding};
pub use geometry::{
    BoxShape, Cell, Geometry, GeometryError, HOUSES_MAX, HOUSES_PER_CELL, House, HouseKind, HouseName,
    Intersection, Membership, Position, SIZE_MAX,
};
pub use grid::{Digit, Grid, size_for_cells};
pub use puzzle::{Conflict, Puzzle, PuzzleError};
pub use solution::{InvalidSolution, Solution};
pub use solver::{
    Answer, Enumerator, NextSolution, Progress, Solver, SolverError, Stats, StopReason, Verdict,
};
