//! Conflict-driven clause learning on the rules of a puzzle (lazy clause generation; Ohrimenko, Stuckey, Codish 2009).
//!
//! | module | content |
//! |---|---|
//! | `literal` | statements about a candidate |
//! | `history` | when each statement became true |
//! | `explanation` | the statements from which a rule has concluded another one |
//! | `clauses` | learnt clauses and their propagation |
//! | `analysis` | learns a clause from a conflict |
//! | `learner` | the search |

mod analysis;
mod clauses;
mod explanation;
mod history;
mod learner;
mod literal;

pub(super) use learner::Learner;
