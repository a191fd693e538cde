//! Steps of puzzles with constraints: what one rule excludes, alone or with a house.
//!
//! | module | content |
//! |---|---|
//! | `problem` | the cells of a rule with all that it says of them, and a bounded search of the candidates that it excludes |
//! | `member` | what counts as one rule: a constraint, its part at a cell, or a sum that follows from houses and cages |
//! | `sums` | the sums that follow from houses and cages (45 rule) |
//! | `rule_memo` | the rules of a board, and what they exclude, until the candidates of their cells change |
//! | `rule_use` | the part of a deduction that names rules |
//! | `names`, `german_names`, `meaning` | names of rules, and sentences about them |

mod german_names;
mod meaning;
mod member;
mod names;
mod problem;
mod rule_memo;
mod rule_use;
mod sums;

pub(super) use german_names::TEMPLATES as RULE_TEMPLATES;
pub(super) use meaning::meaning;
pub(super) use names::{house_name, rule_name};
pub(super) use rule_memo::{RuleKind, RuleMemo};
pub(super) use rule_use::Reason;
pub use rule_use::RuleUse;
