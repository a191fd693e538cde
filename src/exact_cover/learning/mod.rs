//! The search that learns: for large problems, where plain backtracking runs into the same dead end again and again.
//!
//! Conflict-driven clause learning (TAOCP 7.2.2.2, Algorithm C; Marques-Silva and Sakallah, GRASP, 1996; Een and
//! Sorensson, MiniSat, 2003) on the exact cover problem itself. An option is chosen, removed or undecided. What
//! the items say is never written out as clauses: an item with one option left takes it, and an option chosen
//! removes its rivals, by walking lists. Only what is learnt from dead ends is kept as clauses.
//!
//! Read in this order: [`literal`] has the words, [`cover`] the problem, [`clauses`] what was learnt, [`trail`] what
//! is true at the moment and what follows from it, [`analysis`] and [`shortening`] how a dead end becomes a clause,
//! [`order`] which options come first, [`schedule`] when to restart and when to forget; [`learner`] is the search, and
//! [`moves`] what it does at each step.

mod analysis;
mod clauses;
mod cover;
mod learner;
mod literal;
mod moves;
mod order;
mod schedule;
mod shortening;
mod tests;
mod trail;

pub use learner::Learner;
