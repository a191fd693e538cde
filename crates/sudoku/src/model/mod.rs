//! The puzzle as data: digits, cells, houses, rules, clues, solutions.
//!
//! Read in this order:
//! - [`Digit`], [`DigitSet`], [`Cell`], [`Position`];
//! - [`Layout`]: cells with positions, and houses of different sizes in compressed tables; [`BoxShape`] describes the usual
//!   square layouts;
//! - [`Rules`]: a layout, a number of digits, [`Constraint`]s, and everything compiled once from them, such as the intersections of
//!   houses;
//! - [`Grid`]: a digit or nothing in each cell of a layout;
//! - [`Puzzle`]: rules, clues and optionally the candidates of each cell; [`Conflict`]s between clues;
//! - [`PuzzleCube`]: a part of a puzzle, with its share of the whole, and the [`Restriction`]s that lead to it;
//! - [`Solution`]: a complete grid that was checked against all of these.
//!
//! Invariants:
//! - each cell of a solution has one digit, and no house has a digit twice; an *exact* house, with as many cells as there
//!   are digits, thus has each digit once; a house with more cells is rejected;
//! - layouts need not be square: only parsers, formats, [`Rules::plain`] and [`Grid::square_size`] treat squares specially;
//! - [`Solution::certify`] uses houses, clues and candidates, and nothing that an engine has computed;
//! - puzzles with equal rules, clues and candidates are equal, even if their rules were built separately; caches rely on it;
//! - rules built by [`Rules::plain`] are interned, one per size and box; all others are freed with their last clone.

mod article;
mod box_grid;
mod box_shape;
mod cell;
mod constraints;
mod csr;
mod digit;
mod grid;
mod house;
mod house_counts;
mod layout;
mod name_error;
mod open_candidates;
mod puzzle;
mod puzzle_cube;
mod rules;
mod solution;

pub use article::article;
pub use box_shape::{BoxShape, BoxShapeError};
pub use cell::{Cell, Position, PositionError};
#[cfg(test)]
pub(crate) use constraints::{AllowedTuples, Consecutive, NetworkBuilder};
pub(crate) use constraints::{
    AnyPart, Fact, Network, Part, Parts, RelatedPair, Relation, Statement, Sum, Term,
};
pub use constraints::{
    COMPILATION_WORK_MAX, Constraint, ConstraintError, ConstraintType, ConstraintValues, Drawing, EntryCells,
    EntryValue, Field, FieldKind, FieldValue, FieldValues, FpuzzlesMember, LineEnds, LineStyle, LineWidth,
    Measure, MemberForm, OtherName, PARTS_MAX, Shape, SignStyle, Transition, plain_name,
};
pub(crate) use constraints::{format_constraint, format_value, parse_constraint, parse_value, payload};
pub use digit::{Digit, DigitError, DigitSet, Digits, SIZE_MAX};
pub use grid::{Grid, GridError, size_for_cells};
pub use house::{House, HouseKind, HouseName};
pub use layout::{CELLS_MAX, HOUSES_MAX, Layout, LayoutError};
pub use name_error::NameError;
pub use puzzle::{Conflict, Puzzle, PuzzleError};
pub use puzzle_cube::{PuzzleCube, Restriction};
pub(crate) use rules::Intersection;
pub use rules::{CONSTRAINTS_MAX, CellsError, GRIDS_MAX, Rules, RulesError};
pub use solution::{InvalidSolution, Solution};
