//! The operations of a backtracking search on the structure it searches.

use std::fmt::Debug;
use std::iter;

use super::problem::OptionId;

/// Number of words of an [`ItemSetKey`]: enough for a set of 384 items.
pub const ITEM_SET_WORDS: usize = 6;

/// Identifies a sub-problem by the set of its uncovered items.
pub type ItemSetKey = [u64; ITEM_SET_WORDS];

/// Identifies a sub-problem. The default key, which no sub-problem has, marks an empty slot of the memo.
pub trait MemoKey: Copy + Debug + Default + PartialEq {
    /// Maximum number of bytes of the memo's table.
    const TABLE_BYTES_MAX: usize;

    /// A hash whose upper bits are the best mixed.
    fn hash(&self) -> u64;
}

impl MemoKey for ItemSetKey {
    const TABLE_BYTES_MAX: usize = 4 << 20;

    fn hash(&self) -> u64 {
        // Each bit of a product depends on all lower bits of the factors.
        self.iter().fold(0, |hash: u64, &word| (hash.rotate_left(29) ^ word).wrapping_mul(HASH_MULTIPLIER))
    }
}

/// 2^64 divided by the golden ratio, for multiplicative hashing.
pub const HASH_MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// State of a search node when it is visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeState {
    /// Some primary items are uncovered, and each of them has an option.
    Open,
    /// A primary item has no option: the node has no solution.
    Dead,
    /// Every primary item is covered.
    Solved,
}

/// Partial solution of an exact cover problem, as a stack of levels.
///
/// A level branches on one item and tries its options one after the other. [`Search`](crate::unstable::Search) calls the
/// methods in the order of a depth-first walk and counts nodes. The search space decides which item a level branches
/// on and in which order its options are tried; both must follow from the problem alone, so that every search of a
/// problem visits the same nodes.
pub trait SearchSpace {
    /// Identifies the sub-problem of a level.
    type MemoKey: MemoKey;

    /// Whether the search for single solutions uses the memo, too, to skip sub-problems without a solution.
    const MEMOISES_DEAD_ENDS: bool = true;

    /// Returns the state of the current node: the root, or the node after the last option tried.
    fn state(&self) -> NodeState;

    /// Opens a level: chooses the item to branch on. The current node must be [`NodeState::Open`].
    fn open_level(&mut self);

    /// Chooses the next option of the deepest level, which must have one, and moves to its node.
    fn try_next(&mut self);

    /// Undoes the last choice of the deepest level. Returns whether the level has another option.
    fn undo(&mut self) -> bool;

    /// Closes the deepest level, which has no further option.
    fn close_level(&mut self);

    /// Returns the work done so far, in units of up to some 20 nanoseconds: nodes unlinked from lists, words intersected, or
    /// options chosen.
    fn updates(&self) -> u64;

    /// Returns the work done so far to choose items, apart from [`updates`](Self::updates) but in their unit.
    fn choice_steps(&self) -> u64 {
        0
    }

    /// Number of options of the level just opened, if each of them completes a solution.
    fn completing_options(&self) -> Option<u64> {
        None
    }

    /// Number of solutions of the level just opened, if the space can tell it without the search. Adds its work to
    /// [`updates`](Self::updates).
    fn known_solutions(&mut self) -> Option<u64> {
        None
    }

    /// Memo key of the level just opened, if memoisable. Equal keys have equal counts.
    fn memo_key(&self) -> Option<Self::MemoKey> {
        None
    }
}

/// Search space that can list the options of its levels.
pub trait ChosenOptions: SearchSpace {
    /// Returns the last option tried at each level, from the first level on, whether or not it has been undone.
    fn chosen(&self) -> impl Iterator<Item = OptionId>;

    /// Returns the options that follow from the problem and the choices of the first `levels` levels without a level of their
    /// own.
    fn forced(&self, levels: usize) -> impl Iterator<Item = OptionId> {
        let _ = levels;
        iter::empty()
    }

    /// Number of options of the level at `depth` when it was opened. The first level has depth 0.
    fn option_count(&self, depth: usize) -> usize;

    /// Returns the options that the level at `depth` has not tried, in the order in which it will try them.
    fn untried(&self, depth: usize) -> impl Iterator<Item = OptionId>;
}
