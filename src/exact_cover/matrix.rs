//! What can be said of an exact cover problem at a node of its search.

/// What is known at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// There is more to choose.
    Open,
    /// No solution lies below.
    Dead,
    /// Every primary item is covered.
    Solved,
}
