//! Combinations of the searches of [`exact_cover`](super), which select the one that fits a problem.
//!
//! | module | content |
//! |---|---|
//! | `any_search` | [`AnySearch`]: bit sets for small problems, dancing links for all others; chosen before the search |
//! | `dlx_then_cdcl` | [`DlxThenCdcl`]: dancing links, then CDCL if the problem proves hard; chosen during the search |
//!
//! The size of a problem determines which search space is faster. Its difficulty becomes known only during a search.
//! [`DlxThenCdcl`] therefore runs an algorithm *portfolio*, here one after the other: each algorithm is the best for some
//! problems (Huberman, Lukose & Hogg, "An economics approach to hard computational problems", 1997; Gomes & Selman,
//! "Algorithm portfolios", 2001).
//!
//! Invariants:
//! - Every solution is returned or counted exactly once, also if two engines find it.
//! - Pauses change neither solutions nor nodes: the choice depends on the problem and on node counts, not on time.

mod any_search;
mod dlx_then_cdcl;

pub use any_search::AnySearch;
pub use dlx_then_cdcl::DlxThenCdcl;
