//! Which search fits a problem: combinations of the engines of [`exact_cover`](super).
//!
//! | module | content |
//! |---|---|
//! | `any_search` | [`AnySearch`]: bit sets for small problems, dancing links for all others; chosen before the search |
//! | `dlx_then_cdcl` | [`DlxThenCdcl`]: dancing links, then CDCL if the problem proves hard; chosen during the search |
//!
//! A problem's size says which search space is faster. Its difficulty shows only in a search: algorithms of which each is
//! best on some instances are run as a *portfolio* (Huberman, Lukose & Hogg, "An economics approach to hard
//! computational problems", 1997; Gomes & Selman, "Algorithm portfolios", 2001), here one after the other.
//!
//! Invariants:
//! - Every solution is returned or counted exactly once, also if two engines find it.
//! - Pauses change neither solutions nor nodes: the choice depends on the problem and on node counts, not on time.

mod any_search;
mod dlx_then_cdcl;

pub use any_search::AnySearch;
pub use dlx_then_cdcl::DlxThenCdcl;
