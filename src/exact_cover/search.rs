//! Algorithm C (TAOCP 7.2.2.1) as a search that can be stopped after any node and goes on where it was.

use std::sync::atomic::{AtomicBool, Ordering};

use super::links::Links;
use super::matrix::{Choices, Matrix, State};
use super::memo::Memo;
use super::problem::{OptionId, Problem};

/// A search returns after about this many steps even if its budget of nodes is not used up: a node of a large problem
/// is dear, and a caller wants to look at its clock at even intervals (one to three milliseconds). Steps are nodes and
/// updates together: a problem may have nodes without end and hardly an update.
pub const SLICE_STEPS: u64 = 65_536;

/// The nodes after which a search begins to remember what it counted: a short one has nothing to gain by it.
const REMEMBER_AFTER: u64 = 8_192;

/// How far a search came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A solution was reached, or in counting, as many as were asked for.
    Solution,
    /// Every solution has been reached before.
    Exhausted,
    /// The budget or the slice is used up, or the stop flag was up. Advancing again goes on from here.
    Paused,
}

/// What is to be done next. A search rests only where the matrix agrees with this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Visit the root node.
    Root,
    /// Visit the node of the next option at the deepest level; there is one.
    Try,
    /// Take back the option at the deepest level, a solution that may have been looked at meanwhile.
    Back,
    /// Nothing is left.
    Rest,
}

/// A search through all solutions of an exact cover problem.
///
/// Solutions come in an order fixed by the problem and the kind of matrix: see there which item is branched on. An item
/// with one option left is taken at once; an item that loses its last option is noticed at the node where that happens.
///
/// *Nodes* are counted as in TAOCP 7.2.2.1: the root and every option tried, solutions and dead ends included.
/// A search owns everything it needs, so that it may be moved between threads while it is paused.
#[derive(Clone, Debug)]
pub struct Search<M = Links> {
    matrix: M,
    /// How many levels are open.
    depth: usize,
    next: Next,
    nodes: u64,
    solutions: u64,
    memo: Memo,
    remember_after: u64,
}

impl Search {
    /// A search by dancing links that has not begun. It takes all the memory it will need.
    pub fn new(problem: &Problem) -> Self {
        Self::of(Links::new(problem))
    }

    /// Begins with another problem, in the memory there is.
    pub fn rebuild(&mut self, problem: &Problem) {
        self.restart(|links| links.rebuild(problem));
    }
}

impl<M: Matrix> Search<M> {
    /// A search of a matrix nothing of which is solved yet.
    pub fn of(matrix: M) -> Self {
        Self {
            matrix,
            depth: 0,
            next: Next::Root,
            nodes: 0,
            solutions: 0,
            memo: Memo::default(),
            remember_after: REMEMBER_AFTER,
        }
    }

    /// Begins anew, after the matrix was made that of another problem.
    pub fn restart(&mut self, rebuild: impl FnOnce(&mut M)) {
        rebuild(&mut self.matrix);
        (self.depth, self.next, self.nodes, self.solutions) = (0, Next::Root, 0, 0);
        self.memo.clear();
    }

    /// Goes on to the next solution, to the end, or until it has to pause.
    ///
    /// It pauses where the next node would be one more than `budget_nodes`, or comes after [`SLICE_STEPS`] steps, or
    /// after `stop` was raised; a budget that covers the last node therefore reaches the end. Pausing changes nothing
    /// but when an answer comes: the same solutions follow in the same order.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        self.walk::<false>(u64::MAX, budget_nodes, stop)
    }

    /// Goes on until [`solutions`](Self::solutions), counted from the beginning of the search, reach `limit`, to the
    /// end, or until it has to pause as [`advance`](Self::advance) does.
    ///
    /// Solutions are only counted: several at once where their number is known, and what is known to be below a node
    /// is not searched again. Nodes are those visited; solutions counted at once count as nodes, those known from before
    /// do not. Pausing changes neither: only updates may differ, for what does not fit into a budget is visited. What
    /// does not fit into a limit is visited, too, so that going on from a limit may cost nodes.
    pub fn count(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Step {
        if self.solutions >= limit {
            return Step::Solution;
        }
        self.walk::<true>(limit, budget_nodes, stop)
    }

    /// Lets counting begin to remember after so many nodes; with `u64::MAX` it never does. Solutions do not depend on it.
    pub fn remember_after(&mut self, nodes: u64) {
        self.remember_after = nodes;
    }

    fn walk<const COUNTING: bool>(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let nodes_end = self.nodes.saturating_add(budget_nodes);
        let steps_end = self.steps() + SLICE_STEPS;
        if self.next == Next::Back {
            self.back();
        }
        while self.next != Next::Rest {
            if self.nodes >= nodes_end || self.steps() >= steps_end || stop.load(Ordering::Relaxed) {
                return Step::Paused;
            }
            if self.next == Next::Try {
                self.matrix.choose_next();
            }
            self.nodes += 1;
            match self.matrix.state() {
                State::Open => {
                    self.matrix.descend();
                    self.depth += 1;
                    self.next = Next::Try;
                    if COUNTING && self.skip(limit, nodes_end) {
                        return Step::Solution;
                    }
                }
                State::Dead => self.back(),
                State::Solved => {
                    self.solutions += 1;
                    if !COUNTING || self.solutions == limit {
                        self.next = Next::Back;
                        return Step::Solution;
                    }
                    self.back();
                }
            }
        }
        Step::Exhausted
    }

    /// Takes back the choice at the deepest level, and closes levels until one has another option to try.
    #[inline(always)]
    fn back(&mut self) {
        while self.depth > 0 {
            if self.matrix.take_back() {
                self.next = Next::Try;
                return;
            }
            self.close();
        }
        self.next = Next::Rest;
    }

    #[inline(always)]
    fn close(&mut self) {
        self.matrix.retreat();
        self.memo.close(self.depth, self.solutions);
        self.depth -= 1;
    }

    /// Passes over the level just opened if the number of its solutions is known, and tells whether the limit is
    /// reached with them. A number that does not fit into limit or budget is counted node by node instead.
    #[inline(always)]
    fn skip(&mut self, limit: u64, nodes_end: u64) -> bool {
        let room = limit - self.solutions;
        if let Some(last) = self.matrix.last_options() {
            if last > room.min(nodes_end - self.nodes) {
                return false;
            }
            self.nodes += last;
            self.solutions += last;
        } else {
            if self.nodes < self.remember_after || !self.memo.is_worth_it() {
                return false;
            }
            let Some(key) = self.matrix.key() else { return false };
            let known = self.memo.look_up(key).filter(|&known| known <= room);
            let Some(known) = known else {
                self.memo.open(self.depth, key, self.solutions);
                return false;
            };
            self.solutions += known;
        }
        self.close();
        self.back();
        self.solutions == limit
    }

    /// Solutions found so far.
    pub fn solutions(&self) -> u64 {
        self.solutions
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

    /// The matrix as it stands.
    pub fn matrix(&self) -> &M {
        &self.matrix
    }
}

impl<M: Choices> Search<M> {
    /// The options chosen at this moment, level by level; after [`Step::Solution`] of [`advance`](Self::advance), the
    /// solution.
    pub fn solution(&self) -> impl Iterator<Item = OptionId> {
        // Where an option is about to be tried, the deepest level has none.
        self.matrix.chosen().take(self.depth - usize::from(self.next == Next::Try))
    }
}
