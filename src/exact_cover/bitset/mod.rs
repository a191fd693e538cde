//! Search space of small problems: sets of options as machine words.
//!
//! For each option, a [`BitMatrix`] has the set of options compatible with it: those that share no item with it, or give
//! every shared item the same colour. A node has the set of its *live* options, those compatible with all chosen
//! ones. Choosing an option intersects its set with the live options, into a new set for the next node; nothing needs
//! to be undone. One pass over the live options finds the item with the fewest of them.
//!
//! Problems of up to 512 options: once at most 64 options are live, as at nearly every node of a search, they are
//! renumbered in a *compact* table, so that every set of the deeper levels is a single word.
//!
//! The sets of compatible options are those of bit-parallel clique search (San Segundo, Rodríguez-Losada & Jiménez, "An
//! exact bit-parallel algorithm for the maximum clique problem", 2011): a solution is a set of pairwise compatible options.
//!
//! Invariants:
//! - An option is live if and only if it is compatible with every chosen option; a chosen option is not live.
//! - Levels from `compact_from` on have one-word sets over the compact table, the others have sets over the full table.
//! - Nodes and solutions are those of Algorithm C (TAOCP 7.2.2.1) with the MRV heuristic.
//!
//! | module | content |
//! |---|---|
//! | `mask` | sets of primary items, bit-sliced counters |
//! | `table` | the sets of compatible options, and of the options of each item |
//! | `bit_matrix` | the search space |

mod bit_matrix;
mod mask;
mod table;

pub use bit_matrix::BitMatrix;
pub use mask::ItemMask;
