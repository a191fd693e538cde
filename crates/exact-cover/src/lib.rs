//! Exact cover problems with colours (XCC), and searches for their solutions.
//!
//! A problem has *items* and *options*; an option is a set of items. A solution is a set of options that covers every
//! primary item exactly once and every secondary item at most once. Options that give a secondary item the same
//! *colour* may share it (TAOCP 7.2.2.1).
//!
//! | module | content |
//! |---|---|
//! | `problem` | [`Problem`]: items, options, colours |
//! | `named` | [`NamedProblem`]: names of items and colours, and its builder |
//! | `text` | Knuth's text format |
//! | `cover` | [`Cover`]: a certified solution |
//! | `answer` | [`Verdict`], [`StopReason`]: what a search has proved, and why it ended |
//! | `search_space` | [`SearchSpace`]: the operations that a backtracking search needs |
//! | `cube` | [`Cube`], [`SubProblem`]: parts of a problem, with their share of the whole |
//! | `rest` | [`Rest`]: the cubes that a search has left, beside one path; [`Split`] |
//! | `search`, `memo` | [`Search`]: Algorithm C over any search space, which can be paused and split, with a memo for counting |
//! | `dlx` | [`Links`]: dancing links, for any problem |
//! | `bitset` | [`BitMatrix`], [`RankMatrix`]: options as bits of machine words, for small and medium problems |
//! | `cdcl` | [`CdclSearch`]: conflict-driven clause learning |
//! | `estimate` | [`Estimate`]: numbers of solutions and nodes, estimated by random probes |
//! | `portfolio` | [`AnySearch`]: the faster search space; [`PortfolioSearch`]: backtracking and CDCL in turns |
//! | `partition` | [`cubes`], [`partition`](unstable::partition): a partition into cubes of similar size |
//! | `cube_search` | [`CubeSearch`]: the search of a cube, whose rest can be split off |
//! | `cube_list`, `found` | [`CubeList`]: the list of the solutions of a cube, whose rest can be split off |
//! | `cube_text` | cubes as text |
//! | `random` | [`SplitMix64`]: random numbers that a seed determines |
//! | `cover_search` | [`CoverSearch`]: counts or lists the solutions of a problem up to a limit |
//!
//! Invariants:
//! - A [`Problem`] is valid: every option was checked when it was added.
//! - Every search returns each solution exactly once, in an order that depends on the problem and parameters only. It may
//!   pause after a bounded number of steps; pauses change neither solutions nor nodes.
//! - A search owns its data, so that a paused search may move to another thread, and reuses its memory for the next
//!   problem. It shares one atomic stop flag with its caller.
//!
//! Independent of Sudoku, clocks, logs and threads.
//!
//! [`AnySearch`]: unstable::AnySearch
//! [`BitMatrix`]: unstable::BitMatrix
//! [`CdclSearch`]: unstable::CdclSearch
//! [`Links`]: unstable::Links
//! [`PortfolioSearch`]: unstable::PortfolioSearch
//! [`RankMatrix`]: unstable::RankMatrix
//! [`Rest`]: unstable::Rest
//! [`Search`]: unstable::Search
//! [`SearchSpace`]: unstable::SearchSpace
//! [`Split`]: unstable::Split
//! [`SplitMix64`]: unstable::SplitMix64
//! [`SubProblem`]: unstable::SubProblem

mod answer;
mod bitset;
mod cdcl;
mod cover;
mod cover_search;
mod cube;
mod cube_list;
mod cube_search;
mod cube_text;
mod dlx;
mod estimate;
mod estimate_search;
mod found;
mod memo;
mod named;
mod partition;
mod portfolio;
mod problem;
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
pub use cube_list::CubeList;
pub use cube_search::{CountOverflow, CubeSearch};
pub use estimate::{EstimateAnswer, SampleMean};
pub use estimate_search::EstimateSearch;
pub use named::{NAME_CHARACTERS_MAX, NamedEntry, NamedFault, NamedProblem, ProblemBounds, ProblemBuilder};
pub use portfolio::CoverEngine;
pub use problem::{Colour, ENTRIES_MAX, Entry, ITEMS_MAX, Item, OptionId, Problem, ProblemError};
pub use resumable_search::ResumableSearch;
pub use text::{TextError, TextFault, parse_text};
