//! Algorithm C (TAOCP 7.2.2.1) as a search that can be stopped after any node and goes on where it was.

use std::sync::atomic::{AtomicBool, Ordering};

use super::memo::Memo;
use super::problem::OptionId;
use super::search_space::{ChosenOptions, NodeState, SearchSpace};

/// A search returns after about this many steps even if its budget of nodes is not used up: a node of a large problem
/// is dear, and a caller wants to look at its clock at even intervals (one to three milliseconds). Steps are nodes and
/// updates together: a problem may have nodes without end and hardly an update.
pub const SLICE_STEPS: u64 = 65_536;

/// The nodes after which a search begins to remember what it counted: a short one has nothing to gain by it.
const MEMO_AFTER_NODES: u64 = 8_192;

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
enum Resume {
    /// Visit the root node.
    Root,
    /// Visit the node of the next option at the deepest level; there is one.
    NextOption,
    /// Take back the option at the deepest level, a solution that may have been looked at meanwhile.
    Backtrack,
    /// Nothing is left.
    Exhausted,
}

/// A search through all solutions of an exact cover problem.
///
/// Solutions come in an order fixed by the problem and the kind of matrix: see there which item is branched on. An item
/// with one option left is taken at once; an item that loses its last option is noticed at the node where that happens.
///
/// *Nodes* are counted as in TAOCP 7.2.2.1: the root and every option tried, solutions and dead ends included.
/// A search owns everything it needs, so that it may be moved between threads while it is paused.
#[derive(Clone, Debug)]
pub struct Search<S> {
    space: S,
    /// How many levels are open.
    depth: usize,
    resume: Resume,
    nodes: u64,
    solutions: u64,
    memo: Memo,
    memo_after_nodes: u64,
}

impl<S: SearchSpace> Search<S> {
    /// A search of a matrix nothing of which is solved yet.
    pub fn new(space: S) -> Self {
        Self {
            space,
            depth: 0,
            resume: Resume::Root,
            nodes: 0,
            solutions: 0,
            memo: Memo::default(),
            memo_after_nodes: MEMO_AFTER_NODES,
        }
    }

    /// Begins anew, after the matrix was made that of another problem.
    pub fn reset(&mut self, rebuild: impl FnOnce(&mut S)) {
        rebuild(&mut self.space);
        (self.depth, self.resume, self.nodes, self.solutions) = (0, Resume::Root, 0, 0);
        self.memo.clear();
    }

    /// Goes on to the next solution, to the end, or until it has to pause.
    ///
    /// It pauses where the next node would be one more than `budget_nodes`, or comes after [`SLICE_STEPS`] steps, or
    /// after `stop` was raised; a budget that covers the last node therefore reaches the end. Pausing changes nothing
    /// but when an answer comes: the same solutions follow in the same order.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        self.run::<false>(u64::MAX, budget_nodes, stop)
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
        self.run::<true>(limit, budget_nodes, stop)
    }

    /// Lets counting begin to remember after so many nodes; with `u64::MAX` it never does. Solutions do not depend on it.
    pub fn set_memo_after_nodes(&mut self, nodes: u64) {
        self.memo_after_nodes = nodes;
    }

    fn run<const COUNTING: bool>(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let nodes_end = self.nodes.saturating_add(budget_nodes);
        let steps_end = self.steps() + SLICE_STEPS;
        if self.resume == Resume::Backtrack {
            self.backtrack();
        }
        while self.resume != Resume::Exhausted {
            if self.nodes >= nodes_end || self.steps() >= steps_end || stop.load(Ordering::Relaxed) {
                return Step::Paused;
            }
            if self.resume == Resume::NextOption {
                self.space.try_next();
            }
            self.nodes += 1;
            match self.space.state() {
                NodeState::Open => {
                    self.space.open_level();
                    self.depth += 1;
                    self.resume = Resume::NextOption;
                    if COUNTING && self.skip_counted(limit, nodes_end) {
                        return Step::Solution;
                    }
                }
                NodeState::Dead => self.backtrack(),
                NodeState::Solved => {
                    self.solutions += 1;
                    if !COUNTING || self.solutions == limit {
                        self.resume = Resume::Backtrack;
                        return Step::Solution;
                    }
                    self.backtrack();
                }
            }
        }
        Step::Exhausted
    }

    /// Takes back the choice at the deepest level, and closes levels until one has another option to try.
    #[inline(always)]
    fn backtrack(&mut self) {
        while self.depth > 0 {
            if self.space.undo() {
                self.resume = Resume::NextOption;
                return;
            }
            self.close_level();
        }
        self.resume = Resume::Exhausted;
    }

    #[inline(always)]
    fn close_level(&mut self) {
        self.space.close_level();
        self.memo.close(self.depth, self.solutions);
        self.depth -= 1;
    }

    /// Passes over the level just opened if the number of its solutions is known, and tells whether the limit is
    /// reached with them. A number that does not fit into limit or budget is counted node by node instead.
    #[inline(always)]
    fn skip_counted(&mut self, limit: u64, nodes_end: u64) -> bool {
        let room = limit - self.solutions;
        if let Some(last) = self.space.completing_options() {
            if last > room.min(nodes_end - self.nodes) {
                return false;
            }
            self.nodes += last;
            self.solutions += last;
        } else {
            if self.nodes < self.memo_after_nodes || !self.memo.is_enabled() {
                return false;
            }
            let Some(key) = self.space.key() else { return false };
            let known = self.memo.look_up(key).filter(|&known| known <= room);
            let Some(known) = known else {
                self.memo.open(self.depth, key, self.solutions);
                return false;
            };
            self.solutions += known;
        }
        self.close_level();
        self.backtrack();
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

    /// Updates made so far: see [`SearchSpace::updates`].
    pub fn updates(&self) -> u64 {
        self.space.updates()
    }

    /// Nodes and updates together: how much work was done.
    pub fn steps(&self) -> u64 {
        self.nodes + self.space.updates()
    }

    /// The matrix as it stands.
    pub fn space(&self) -> &S {
        &self.space
    }
}

impl<S: ChosenOptions> Search<S> {
    /// The options chosen at this moment, level by level; after [`Step::Solution`] of [`advance`](Self::advance), the
    /// solution.
    pub fn solution(&self) -> impl Iterator<Item = OptionId> {
        // Where an option is about to be tried, the deepest level has none.
        self.space.chosen().take(self.depth - usize::from(self.resume == Resume::NextOption))
    }
}
