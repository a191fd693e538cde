//! Search of puzzles with constraints beside their houses: constraint propagation on one mask of candidates per cell.
//!
//! | module | content |
//! |---|---|
//! | `board` | the candidates of each cell, with the changes to undo |
//! | `model` | the houses, relations, sums and other parts of a puzzle, compiled for propagation |
//! | `compilation`, `cliques` | compiles them in steps; sums divided into groups of different cells |
//! | `derived_sums` | sums that follow from houses and other sums (45 rule) |
//! | `houses`, `places`, `needed`, `relations`, `sums` | what each kind of rule excludes; a [`Part`](crate::model::Part) knows it by itself |
//! | `sum_groups`, `combinations`, `totals` | the parts of sums: bounds, sets of different digits, totals of several groups |
//! | `subsets` | sets of digits by size and sum |
//! | `fixpoint`, `pending` | applies all rules until none excludes a candidate; the rules that wait |
//! | `search` | the search space of backtracking |
//! | `probes` | the search space of random probes |
//! | `learning_search` | clause learning for rules of houses and relations |
//! | `turns` | backtracking and clause learning in turns |
//! | `laws` | tests: random small puzzles against a search without rules |
//!
//! Invariant: no rule excludes a candidate of a solution, and each rule rejects a complete grid that breaks it.

mod board;
mod cliques;
mod combinations;
mod compilation;
mod derived_sums;
mod fixpoint;
mod houses;
#[cfg(test)]
mod laws;
mod learning_search;
mod model;
mod needed;
mod pending;
mod places;
mod probes;
mod relations;
mod search;
mod subsets;
mod sum_groups;
mod sums;
mod totals;
mod turns;

pub(crate) use probes::ProbedSearch;
pub(crate) use search::ConstrainedSearch;
pub(crate) use turns::TurnSearch;
