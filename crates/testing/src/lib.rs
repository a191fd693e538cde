//! What the tests of several crates share.
//!
//! | module | contents |
//! |---|---|
//! | [`corpus`] | puzzles of all sizes with their known numbers of solutions |
//! | [`generator`] | the program that made the corpus: a counter by plain backtracking |
//! | [`brute_force`] | naive reference implementations, which share no code with the engines |
//! | [`strategies`] | random boards and statements of exact cover problems, for proptest |
//! | [`problems`] | exact cover problems: of a statement, with names, and of known families |
//! | [`examples`] | examples as programs |
//! | [`puzzles`], [`data_files`] | sets of puzzles for benches, and files that the caller names |

#![expect(missing_docs, reason = "the names of fields say what they hold")]

pub mod brute_force;
pub mod corpus;
pub mod data_files;
pub mod examples;
pub mod generator;
pub mod problems;
pub mod puzzles;
pub mod strategies;
