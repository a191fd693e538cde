//! Property tests (proptest) of the core: each module states laws that hold for every problem, puzzle or text.
//!
//! `brute_force` has naive reference implementations that share no code with the engines; `strategies` generates the
//! inputs.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

mod analysis;
mod brute_force;
mod canonical;
mod cdcl;
mod check;
mod cover_requests;
mod cube;
mod entries;
mod estimate;
mod exact_cover;
mod generate;
mod notation;
mod portfolio;
mod puzzle_cube;
mod reduce;
mod rules;
mod split;
mod strategies;
mod sudoku;
mod wire;
