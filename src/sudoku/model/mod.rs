//! The puzzle as data: digits, cells, houses, rules, clues, solutions.
//!
//! Read in this order:
//! - [`Digit`], [`DigitSet`], [`Cell`], [`Position`];
//! - [`Layout`]: cells with positions, and houses of any number and any size in compressed tables; [`BoxShape`] describes
//!   the usual square layouts;
//! - [`Rules`]: a layout, a number of digits, and everything compiled once from them, such as the intersections of houses;
//! - [`Grid`]: a digit or nothing in each cell of a layout;
//! - [`Puzzle`]: rules, clues and optionally the candidates of each cell; [`Conflict`]s between clues;
//! - [`Solution`]: a complete grid that was checked against all of these.
//!
//! Invariants:
//! - each cell of a solution has one digit, and no house has a digit twice; an *exact* house, with as many cells as there
//!   are digits, thus has each digit once; a house with more cells is rejected;
//! - a square is one layout among others: only parsers, formats and [`Rules::plain`] know it;
//! - [`Solution::certify`] uses houses, clues and candidates, and nothing that an engine has computed;
//! - equal rules, clues and candidates are equal puzzles, whoever built them; caches rely on it;
//! - the rules of plain sizes are interned, at most one per size and box; all others are freed with their last clone.

mod box_grid;
mod cell;
mod csr;
mod digit;
mod grid;
mod house;
mod layout;
mod puzzle;
mod rules;
mod solution;

pub use box_grid::BoxShape;
pub use cell::{Cell, Position};
pub use digit::{Digit, DigitSet, SIZE_MAX};
pub use grid::{Grid, size_for_cells};
pub use house::{House, HouseKind, HouseName, Membership};
pub use layout::{CELLS_MAX, HOUSES_MAX, Layout, LayoutError};
pub use puzzle::{Conflict, Puzzle, PuzzleError};
pub use rules::{Intersection, Rules, RulesError};
pub use solution::{InvalidSolution, Solution};
