#![doc = include_str!("../README.md")]
//!
//! # Where to find what
//!
//! | type | content |
//! |---|---|
//! | [`Problem`], [`Item`], [`Entry`], [`Colour`], [`OptionId`] | items, options and colours by their numbers; the questions |
//! | [`NamedProblem`], [`ProblemBuilder`], [`NamedEntry`], [`ProblemBounds`] | names of items and colours, and Knuth's text |
//! | [`Cover`] | a solution, certified against its problem |
//! | [`Verdict`], [`StopReason`] | what a search has proved, and why it ended |
//! | [`CoverSearch`], [`Budget`], [`NextSolution`], [`Progress`], [`Solutions`] | searches that pause |
//! | [`EstimateAnswer`], [`SampleMean`] | estimated numbers, with their standard errors |
//! | [`Cube`], [`CubeSearch`], [`CubeList`], [`Split`], [`Rest`], [`Branch`] | parts of a problem, for searches in several threads, and what they have left |
//! | [`ResumableSearch`], [`CoverAnswer`], [`CoverStats`], [`EstimateSearch`] | for programs that share their threads among many searches |
//! | [`ProblemError`], [`NamedFault`], [`TextError`], [`InvalidCover`], [`CountOverflow`] | errors |
//! | [`proof`] | proofs of "no solution" and of numbers of solutions, for checkers of others |
//! | [`unstable`] | parts of the searches, for programs that build a search of their own |
//!
//! # What holds
//!
//! - A [`Problem`] is valid: every option was checked when it was added.
//! - Every search returns each solution exactly once, in an order that depends on the problem and parameters only. Pauses change neither
//!   solutions nor nodes.
//! - A search owns its data, apart from a problem that it borrows: a paused search may move to another thread.
//! - Nothing panics, except the questions of [`Problem`] and [`Solutions`] for a bug in a search, which then return no wrong answer.

// Map of the modules, beside `proof` and `unstable`:
//
// | module | content |
// |---|---|
// | `problem`, `named`, `text` | problems, their names, and Knuth's text |
// | `cover`, `answer` | solutions, certified; what a search has found and proved |
// | `solve`, `cover_search` | questions answered by one call; the search that pauses |
// | `resumable_search`, `search_space` | interfaces: a search that pauses, and the structure that backtracking searches |
// | `bitset`, `dlx` | these structures: machine words for small and medium problems, dancing links for all |
// | `search`, `memo`, `found`, `rest` | backtracking; counts of equal parts; solutions found before a split; the parts that are left |
// | `cdcl` | conflict-driven clause learning |
// | `portfolio` | selects the searches that fit a problem |
// | `cube`, `cubes` | a part of a problem, below the searches; its text, count and list, and the partition into cubes, above them |
// | `estimate`, `random` | estimates by random probes, and their random numbers |

mod answer;
mod bitset;
mod cdcl;
mod cover;
mod cover_search;
mod cube;
mod cubes;
mod dlx;
mod estimate;
mod found;
mod memo;
mod named;
mod portfolio;
mod problem;
pub mod proof;
mod random;
mod rest;
mod resumable_search;
mod search;
mod search_space;
mod solve;
mod text;
pub mod unstable;

pub use answer::{NextSolution, Progress, StopReason, Verdict};
pub use cover::{Cover, InvalidCover};
pub use cover_search::{Budget, CoverAnswer, CoverSearch, CoverStats, Solutions};
pub use cube::Cube;
pub use cubes::{CountOverflow, CubeList, CubeSearch};
pub use estimate::{EstimateAnswer, EstimateSearch, SampleMean};
pub use named::{NAME_CHARACTERS_MAX, NamedEntry, NamedFault, NamedProblem, ProblemBounds, ProblemBuilder};
pub use portfolio::CoverEngine;
pub use problem::{Colour, ENTRIES_MAX, Entry, ITEMS_MAX, Item, OptionId, Problem, ProblemError};
pub use rest::{Branch, Rest, Split};
pub use resumable_search::{ResumableSearch, SolutionSearch};
pub use text::{TextError, TextFault, parse_text};
