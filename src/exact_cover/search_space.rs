//! What a search searches: a structure that can choose, and take back what it chose.

use super::problem::OptionId;

/// How many words a [`MemoKey`] has: enough for the set of 384 items.
pub const MEMO_KEY_WORDS: usize = 6;

/// A sub-problem, for instance as the set of the items that are left. It is never all zero.
pub type MemoKey = [u64; MEMO_KEY_WORDS];

/// What is known of a node the moment it is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeState {
    /// There are primary items left, and each has an option.
    Open,
    /// A primary item has no option left: there is no solution below.
    Dead,
    /// Every primary item is covered.
    Solved,
}

/// An exact cover problem part of which is solved, seen as a stack of levels.
///
/// A level branches on one item; its options are tried one after the other. [`Search`](super::Search) calls the
/// verbs, always in the order of a depth-first walk, and counts nodes; which item is chosen, and in which order its
/// options are tried, is the matrix's to decide. It must follow from the problem alone, so that every search of a
/// problem is the same.
pub trait SearchSpace {
    /// What the present node is: the root, or where the last choice led.
    fn state(&self) -> NodeState;

    /// Opens a level: chooses the item to branch on. The present node is [`NodeState::Open`].
    fn open_level(&mut self);

    /// At the deepest level, chooses the next option; there is one. The present node is then a new one.
    fn try_next(&mut self);

    /// Takes back the choice at the deepest level, and tells whether there is another option to try.
    fn undo(&mut self) -> bool;

    /// Closes the deepest level, which has no option left to try.
    fn close_level(&mut self);

    /// Work done so far. The unit is the matrix's own, a few nanoseconds each: removals from lists, or words combined.
    fn updates(&self) -> u64;

    /// Where a level was just opened and every option of its item is known to solve: how many these are.
    fn completing_options(&self) -> Option<u64> {
        None
    }

    /// Where a level was just opened: all that the number of solutions below it depends on, if that fits into a key and is
    /// worth remembering. Equal keys, equal numbers.
    fn key(&self) -> Option<MemoKey> {
        None
    }
}

/// A matrix that says which options it has chosen.
pub trait ChosenOptions: SearchSpace {
    /// The option chosen last at each level, from the first level on. At the deepest one it is no longer what it was once
    /// it was taken back.
    fn chosen(&self) -> impl Iterator<Item = OptionId>;
}
