//! What constraints exclude, alone or with a house.
//!
//! | module | content |
//! |---|---|
//! | `problem` | the cells of a rule with all that it says of them, and a bounded search of the candidates that it excludes |
//! | `member` | what counts as one rule: a constraint, its part at a cell, or a sum that follows from houses and cages |
//! | `sums` | the sums that follow from houses and cages (45 rule) |
//! | `rule_memo` | the rules of a board; remembers what each excludes until the candidates of its cells change |

mod member;
mod problem;
mod rule_memo;
mod sums;

pub(super) use rule_memo::{RuleKind, RuleMemo};
