//! Search spaces of small and medium problems: sets of options as machine words.
//!
//! Choosing an option intersects a set with the *live* options, those compatible with all chosen ones, into a new set
//! for the next node; nothing needs to be undone. There are two layouts of the sets:
//!
//! - [`BitMatrix`], for up to 128 primary items: one bit an option. For each option, it has the set of options compatible with
//!   it: those that share no item with it, or give every shared item the same colour. One pass over the live options finds the
//!   item with the fewest of them. Problems of up to 512 options: once at most 64 options are live, as at nearly every node of
//!   a search, they are renumbered in a *compact* table, so that every set of the deeper levels is a single word.
//! - [`RankMatrix`], for up to 256 primary items after unit propagation, without colours: one bit for each primary item of an
//!   option, in the row of the option's rank among the options of the item. One pass over the rows counts the options of all items
//!   at once, so that unit propagation takes all items with one option together.
//!
//! The sets of compatible options come from bit-parallel clique search (San Segundo, Rodríguez-Losada & Jiménez, "An
//! exact bit-parallel algorithm for the maximum clique problem", 2011): a solution is a set of pairwise compatible options.
//!
//! Invariants:
//! - An option is live if and only if it is compatible with every chosen option; a chosen option is not live.
//! - Levels of a [`BitMatrix`] from `compact_from` on have one-word sets over the compact table, the others have sets over the
//!   full table. It has the nodes and solutions of Algorithm C (TAOCP 7.2.2.1) with the MRV heuristic.
//! - At an open node of a [`RankMatrix`], every active item has two live options or more.
//!
//! | module | content |
//! |---|---|
//! | `mask` | sets of primary items, bit-sliced counters |
//! | `table` | the sets of compatible options, and of the options of each item |
//! | `bit_matrix` | the search space with a bit for each option |
//! | `reduction` | unit propagation before a table is built |
//! | `rank_table` | the sets of compatible options, by item and rank |
//! | `rank_matrix` | the search space with a bit for each rank and item |

mod bit_matrix;
mod mask;
mod rank_matrix;
mod rank_table;
mod reduction;
mod table;

pub use bit_matrix::BitMatrix;
pub use mask::{ItemMask, WideMask};
pub use rank_matrix::RankMatrix;
pub(super) use reduction::RootPropagation;
