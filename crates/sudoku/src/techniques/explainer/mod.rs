//! Estimate of the rating that Sudoku Explainer gives a classic puzzle.
//!
//! Sudoku Explainer rates a puzzle by its hardest step on a path of easiest steps. [`ExplainerSearch`] walks such a path with the
//! techniques and difficulties of that program, as far as they decide ratings.

// Map of the files:
// - `CandidateSet`, `CandidateGrid`: all candidates of a 9x9 board as bits;
// - `direct`, `strong_links`, `wings`: techniques that no other part of the crate has;
// - `unary_chains`: cycles and chains with one cause per implication;
// - `Consequences`: what follows from one assumption, with its causes; `advanced`: locked candidates, pairs and X-wings in it;
// - `forcing_search`: what follows from each of several assumptions;
// - `ExplainerSearch`: the path; `SeEstimate`: its result.

mod advanced;
mod candidate_grid;
mod candidate_set;
mod chain_length;
mod consequences;
mod direct;
mod eliminations;
mod estimate;
mod explainer_search;
mod forcing_search;
mod strong_links;
mod unary_chains;
mod wings;

pub use estimate::SeEstimate;
pub(super) use explainer_search::ExplainerSearch;
