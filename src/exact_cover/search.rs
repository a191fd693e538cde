//! Algorithm C (TAOCP 7.2.2.1) as a search that can be stopped after any node and goes on where it was.

use std::sync::atomic::{AtomicBool, Ordering};

use super::links::{Links, NodeId, ROOT};
use super::matrix::{Matrix, State};
use super::problem::{OptionId, Problem};

/// [`Search::advance`] returns after about this many steps even if its budget of nodes is not used up: a node of a
/// large problem is dear, and a caller wants to look at its clock at even intervals (about a millisecond). Steps are
/// nodes and updates together: a problem may have nodes without end and hardly an update.
pub const SLICE_STEPS: u64 = 65_536;

/// How far [`Search::advance`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A solution was reached; [`Search::solution`] tells it until the search advances again.
    Solution,
    /// Every solution has been reached before.
    Exhausted,
    /// The budget or the slice is used up, or the stop flag was up. Advancing again goes on from here.
    Paused,
}

/// What is to be done next. A search rests only where the links and `chosen` agree with this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Visit the root node.
    Root,
    /// Choose an item at a new level and cover it.
    Descend,
    /// Visit the node of the next option of the item at the deepest level; there is one.
    Try,
    /// Take back the option at the deepest level.
    Undo,
    /// Uncover the item at the deepest level, which has no further option, and leave the level.
    Retreat,
    /// Nothing is left.
    Rest,
}

/// A search through all solutions of an exact cover problem.
///
/// Solutions come in an order fixed by the problem: the item with the fewest options left is branched on, the
/// first of these where several have as few, its options in the order in which they were added. An item with
/// one option left is therefore taken at once; an item that loses its last option is noticed at the node where
/// that happens.
///
/// *Nodes* are counted as in TAOCP 7.2.2.1: the root and every option tried, solutions and dead ends included.
/// A search owns everything it needs, so that it may be moved between threads while it is paused.
#[derive(Clone, Debug)]
pub struct Search<M = Dance> {
    matrix: M,
    /// How many levels are open.
    depth: usize,
    next: Next,
    nodes: u64,
}

impl<M: Matrix> Search<M> {
    /// A search of this matrix that has not begun.
    pub fn over(matrix: M) -> Self {
        Self { matrix, depth: 0, next: Next::Root, nodes: 0 }
    }

    /// Begins anew, once `reset` has given the matrix something else to be searched.
    pub fn restart(&mut self, reset: impl FnOnce(&mut M)) {
        reset(&mut self.matrix);
        (self.depth, self.next, self.nodes) = (0, Next::Root, 0);
    }

    /// The matrix at the present node.
    pub fn matrix(&self) -> &M {
        &self.matrix
    }

    /// Goes on to the next solution, to the end, or until it has to pause.
    ///
    /// It pauses where the next node would be one more than `budget_nodes`, or comes after [`SLICE_STEPS`] steps, or
    /// after `stop` was raised; a budget that covers the last node therefore reaches the end. Pausing changes nothing
    /// but when an answer comes: the same solutions follow in the same order.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let nodes_end = self.nodes.saturating_add(budget_nodes);
        let steps_end = self.steps() + SLICE_STEPS;
        loop {
            match self.next {
                Next::Root | Next::Try => {
                    if self.nodes >= nodes_end || self.steps() >= steps_end || stop.load(Ordering::Relaxed) {
                        return Step::Paused;
                    }
                    if self.next == Next::Try {
                        self.matrix.choose_next();
                    }
                    self.nodes += 1;
                    self.next = Next::Undo;
                    match self.matrix.state() {
                        State::Open => self.next = Next::Descend,
                        State::Dead => {}
                        State::Solved => return Step::Solution,
                    }
                }
                Next::Descend => {
                    self.matrix.descend();
                    self.depth += 1;
                    self.next = Next::Try;
                }
                Next::Undo if self.depth == 0 => self.next = Next::Rest,
                Next::Undo => {
                    self.next = if self.matrix.take_back() { Next::Try } else { Next::Retreat };
                }
                Next::Retreat => {
                    self.matrix.retreat();
                    self.depth -= 1;
                    self.next = Next::Undo;
                }
                Next::Rest => return Step::Exhausted,
            }
        }
    }

    /// Nodes visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Updates made so far: see [`Matrix::updates`].
    pub fn updates(&self) -> u64 {
        self.matrix.updates()
    }

    /// Nodes and updates together: how much work was done.
    pub fn steps(&self) -> u64 {
        self.nodes + self.matrix.updates()
    }
}

impl Search {
    /// A search that has not begun. It takes all the memory it will need.
    pub fn new(problem: &Problem) -> Self {
        Self::over(Dance::new(problem))
    }

    /// The options chosen at this moment, level by level; after [`Step::Solution`], the solution.
    pub fn solution(&self) -> impl Iterator<Item = OptionId> {
        // Where an option is about to be tried, the deepest level has none.
        let levels = self.depth - usize::from(self.next == Next::Try);
        self.matrix.chosen[..levels].iter().map(|&node| self.matrix.links.option_of(node))
    }

    /// The links as they stand.
    pub fn links(&self) -> &Links {
        &self.matrix.links
    }
}

/// Dancing links with the choices made in them.
#[derive(Clone, Debug)]
pub struct Dance {
    links: Links,
    /// The node chosen at each level, or the item's header before the first choice.
    chosen: Vec<NodeId>,
}

impl Dance {
    fn new(problem: &Problem) -> Self {
        // A level covers at least one primary item.
        Self { links: Links::new(problem), chosen: Vec::with_capacity(problem.primary_count()) }
    }

    /// The MRV choice: the active item with the fewest options, the leftmost among equals.
    fn smallest_item(&self) -> NodeId {
        let mut best = ROOT;
        let mut size_min = u32::MAX;
        for item in self.links.active_items() {
            let size = self.links.size(item);
            if size < size_min {
                best = item;
                size_min = size;
                // No active item is empty here, so none can be smaller than one.
                if size <= 1 {
                    break;
                }
            }
        }
        best
    }
}

impl Matrix for Dance {
    fn state(&self) -> State {
        if self.links.all_covered() {
            State::Solved
        } else if self.links.starved() > 0 {
            State::Dead
        } else {
            State::Open
        }
    }

    fn descend(&mut self) {
        let item = self.smallest_item();
        self.links.cover(item);
        self.chosen.push(item);
    }

    fn choose_next(&mut self) {
        if let Some(deepest) = self.chosen.last_mut() {
            *deepest = self.links.below(*deepest);
            self.links.choose(*deepest);
        }
    }

    fn take_back(&mut self) -> bool {
        self.chosen.last().is_some_and(|&node| {
            self.links.unchoose(node);
            self.links.below(node) != self.links.item_of(node)
        })
    }

    fn retreat(&mut self) {
        if let Some(node) = self.chosen.pop() {
            self.links.uncover(self.links.item_of(node));
        }
    }

    fn updates(&self) -> u64 {
        self.links.updates()
    }
}
