//! Property tests (proptest): each module states laws that hold for every problem, puzzle or text.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

mod analysis;
mod canonical;
mod check;
mod constraints;
mod cube;
mod estimate;
mod generate;
mod grids;
mod guesses;
#[cfg(feature = "serde")]
mod json;
mod largest_constraints;
mod lines;
mod misuse;
mod puzzle_cube;
mod reduce;
mod renban;
mod ruled_text;
mod rules;
mod score;
mod steps;
mod sudoku;
mod text;
mod typed_constraints;
