//! Combinations of the searches of [`exact_cover`](super), which select the one that fits a problem.
//!
//! | module | content |
//! |---|---|
//! | `any_search` | [`AnySearch`]: bit sets for small and medium problems, dancing links for all others |
//! | `recorded_solutions` | the first solutions, which the other engine skips |
//! | `portfolio_search` | [`PortfolioSearch`]: backtracking and CDCL in turns |
//!
//! The size of a problem determines which search space is faster. Its difficulty becomes known only during a search.
//! [`PortfolioSearch`] therefore runs an algorithm *portfolio*, here in turns: each algorithm is the best for some problems
//! (Huberman, Lukose & Hogg, "An economics approach to hard computational problems", 1997; Gomes & Selman, "Algorithm
//! portfolios", 2001).
//!
//! Invariants:
//! - Every solution is returned or counted exactly once, also if two engines find it.
//! - Pauses change neither solutions nor nodes: the choice depends on the problem and on counters, not on time.

mod any_search;
mod portfolio_search;
mod recorded_solutions;

pub use any_search::AnySearch;
pub use portfolio_search::{CoverEngine, PortfolioSearch};
