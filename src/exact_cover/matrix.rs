//! What a search needs of the structure it searches.

/// What is known of a node of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Something is left to be covered, and nothing is known to be impossible.
    Open,
    /// There is no solution below the node.
    Dead,
    /// Everything is covered: the node is a solution.
    Solved,
}

/// A structure under search: a stack of levels, at each of which one option of several is chosen.
///
/// [`Search`](super::Search) calls the verbs in the only order that makes sense: `descend`, then for each option
/// `choose_next` and (after all that is below it) `take_back`, then `retreat`.
pub trait Matrix {
    /// What is known of the present node.
    fn state(&self) -> State;

    /// Opens a level below the present node, which is open: decides what to branch on.
    fn descend(&mut self);

    /// Chooses the next option of the deepest level; there is one. The present node is then that option's.
    fn choose_next(&mut self);

    /// Takes that choice back. Says whether the deepest level has another option to try; `false` without any level.
    fn take_back(&mut self) -> bool;

    /// Closes the deepest level, which has no option left.
    fn retreat(&mut self);

    /// Work done so far; see the implementor for the unit.
    fn updates(&self) -> u64;
}
