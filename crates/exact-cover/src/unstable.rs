//! Parts of the searches, for programs that build a search of their own.
//!
//! Not covered by semantic versioning: names and behaviour may change in any release.
//!
//! | parts | content |
//! |---|---|
//! | [`Search`], [`SearchSpace`] | Algorithm C over any search space, which can be paused and split, with a memo for counting |
//! | [`Links`] | search space of dancing links, for any problem |
//! | [`BitMatrix`], [`RankMatrix`] | search spaces of bits of machine words, for small and medium problems |
//! | [`CdclSearch`], [`ClauseLog`], [`NoLog`] | conflict-driven clause learning, and the log of its clauses |
//! | [`AnySearch`], [`PortfolioSearch`] | the faster search space; backtracking and CDCL in turns |
//! | [`Estimate`], [`ProbeSpace`] | random probes |
//! | [`SubProblem`], [`partition()`] | parts of a search |
//! | [`parse_cube`], [`FoundSolutions`], [`SplitMix64`] | cubes as text, solutions before a split, random numbers of a seed |
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use quadrille_exact_cover::NamedProblem;
//! use quadrille_exact_cover::unstable::{Links, Search, Step};
//!
//! let problem: NamedProblem = "a b c\na b\nc\nb c\na\n".parse()?;
//! let mut search = Search::new(Links::new(&problem));
//! let stop = AtomicBool::new(false);
//! while search.advance(u64::MAX, &stop) == Step::Solution {}
//! assert_eq!(search.solutions(), 2);
//! # Ok::<(), quadrille_exact_cover::TextError>(())
//! ```

pub use crate::bitset::{BitMatrix, ItemMask, RankMatrix, WideMask};
pub use crate::cdcl::{CdclSearch, ClauseLog, NoLog};
pub use crate::cube::{SubProblem, shares};
pub use crate::cubes::{
    Branching, CUBE_PROBES, CubeTextError, WeightError, parse_cube, parse_weight, partition,
};
pub use crate::dlx::Links;
pub use crate::estimate::{Estimate, ProbeSpace};
pub use crate::found::FoundSolutions;
pub use crate::portfolio::{AnySearch, PortfolioSearch};
pub use crate::random::SplitMix64;
pub use crate::search::{SLICE_STEPS, Search, Step};
pub use crate::search_space::{
    ChosenOptions, HASH_MULTIPLIER, ITEM_SET_WORDS, ItemSetKey, MemoKey, NodeState, SearchSpace,
};
