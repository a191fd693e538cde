//! Dancing links: Algorithm C of TAOCP 7.2.2.1, "exact covering with colors".
//!
//! Every item has a circular doubly linked list of its options. Covering an item unlinks its options from the lists
//! of all their other items; undoing the operations in reverse order restores the lists without a copy.
//!
//! | module | content |
//! |---|---|
//! | `nodes` | nodes and their links: Knuth's TOP, ULINK, DLINK, COLOR |
//! | `items` | sizes of the lists (LEN), active items, items with one option |
//! | `lists` | nodes and items together: hide, cover, purify, commit, choose, and their inverses |
//! | `links` | [`Links`], the [`SearchSpace`](crate::unstable::SearchSpace): which item to branch on, levels |
//!
//! Invariants:
//! - The size of an uncovered primary item is the length of its list.
//! - An operation followed by its inverse restores links and sizes exactly.
//! - Every uncovered primary item has an option, unless the problem has an item without one. A choice that would take the
//!   last option of an item is undone at once and reported as a dead end.
//!
//! Differences from Knuth: there is no list of active items (LLINK, RLINK), because one sweep over the sizes finds the
//! smallest; items with one option are queued, so that most nodes need no sweep; and a dead end is noticed when an
//! item loses its last option, not when the item is chosen.

mod items;
mod links;
mod lists;
mod nodes;

pub use links::Links;
