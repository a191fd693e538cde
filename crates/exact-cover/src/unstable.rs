//! Parts of the searches, for programs that build a search of their own.
//!
//! Not covered by semantic versioning: names and behaviour may change in any release.

pub use crate::bitset::{BitMatrix, ItemMask, RankMatrix, WideMask};
pub use crate::cdcl::CdclSearch;
pub use crate::cube::{SubProblem, shares};
pub use crate::cube_text::{CubeTextError, WeightError, parse_cube, parse_weight};
pub use crate::dlx::Links;
pub use crate::estimate::Estimate;
pub use crate::found::FoundSolutions;
pub use crate::partition::{Branching, CUBE_PROBES, partition};
pub use crate::portfolio::{AnySearch, PortfolioSearch};
pub use crate::random::SplitMix64;
pub use crate::rest::{Branch, Rest, Split};
pub use crate::search::{SLICE_STEPS, Search, Step};
pub use crate::search_space::{
    ChosenOptions, HASH_MULTIPLIER, ITEM_SET_WORDS, ItemSetKey, MemoKey, NodeState, SearchSpace,
};
