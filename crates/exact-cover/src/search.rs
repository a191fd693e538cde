//! Resumable depth-first search for the solutions of an exact cover problem (TAOCP 7.2.2.1, Algorithm C).
//!
//! This file has the control flow; a [`SearchSpace`] is the data structure. Comments name Knuth's steps: C1 initialises,
//! C2 enters a level, C3 chooses an item, C4 covers it, C5 tries an option or finds that none is left, C6 undoes it and
//! moves to the next, C7 uncovers the item, C8 leaves the level.

use std::sync::atomic::{AtomicBool, Ordering};

use super::cube::shares;
use super::memo::Memo;
use super::problem::OptionId;
use super::rest::{Branch, Rest};
use super::search_space::{ChosenOptions, NodeState, SearchSpace};

/// Number of steps (nodes, updates and choices of items) after which a search pauses, even within its node budget.
///
/// A slice takes one to three milliseconds, so that a caller can look at its clock at even intervals. All three
/// count, because the nodes of a problem may need many updates or none, and the choice among many items takes longer.
pub const SLICE_STEPS: u64 = 65_536;

/// Number of nodes after which the search starts to use its memo. Shorter searches do not gain by it.
const MEMO_AFTER_NODES: u64 = 8_192;

/// Outcome of one call to [`Search::advance`] or [`Search::count`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Found a solution; or, when counting, reached the limit.
    Solution,
    /// All solutions have been found.
    Exhausted,
    /// The node budget or the slice is used up, or the stop flag is set. The next call resumes the search.
    Paused,
}

/// Next action of the search. It pauses only between actions, when the search space agrees with this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resume {
    /// Visit the root node.
    Root,
    /// Try the next option of the deepest level, which has one.
    NextOption,
    /// Leave the solution that the last call returned.
    Backtrack,
    /// None: the search is exhausted.
    Exhausted,
}

/// Depth-first search through all solutions of an exact cover problem.
///
/// The order of solutions is fixed by the problem and the search space, whose documentation says which item it branches
/// on. *Nodes* are counted as in TAOCP 7.2.2.1: the root and every option tried, including solutions and dead ends.
/// A search owns its data, so that a paused search may move to another thread.
#[derive(Clone, Debug)]
pub struct Search<S: SearchSpace> {
    space: S,
    /// Number of open levels.
    depth: usize,
    /// Number of open levels whose untried options belong to a search that was split off.
    base: usize,
    resume: Resume,
    nodes: u64,
    solutions: u128,
    /// Updates of the space before this search began.
    updates_before: u64,
    memo: Memo<S::MemoKey>,
    memo_after_nodes: u64,
}

impl<S: SearchSpace> Search<S> {
    /// Creates a search of a space at its root. C1 was the construction of the space.
    pub fn new(space: S) -> Self {
        Self {
            space,
            depth: 0,
            base: 0,
            resume: Resume::Root,
            nodes: 0,
            solutions: 0,
            updates_before: 0,
            memo: Memo::default(),
            memo_after_nodes: MEMO_AFTER_NODES,
        }
    }

    /// Restarts with the problem that `rebuild` puts into the space, and reuses the memory.
    pub fn reset(&mut self, rebuild: impl FnOnce(&mut S)) {
        rebuild(&mut self.space);
        (self.depth, self.base, self.resume) = (0, 0, Resume::Root);
        (self.nodes, self.solutions, self.updates_before) = (0, 0, 0);
        self.memo.clear();
    }

    /// Searches for the next solution, and visits at most `budget_nodes` nodes.
    ///
    /// Skips sub-problems that are known to have no solution.
    ///
    /// Pauses before the first node that exceeds the budget, that comes after [`SLICE_STEPS`] steps, or that comes
    /// after `stop` was set. A budget that includes the last node therefore ends with [`Step::Exhausted`]. Pauses change
    /// neither the solutions nor their order.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        self.run::<false>(u128::MAX, budget_nodes, stop)
    }

    /// Counts solutions until [`solutions`](Self::solutions) reaches `limit`. Pauses like [`advance`](Self::advance).
    ///
    /// Faster than [`advance`](Self::advance): it adds known counts of sub-problems instead of searching them again.
    /// Solutions added by [`SearchSpace::completing_options`] count as nodes, those added by the memo or by
    /// [`SearchSpace::known_solutions`] do not. Pauses
    /// change neither solutions nor nodes, but may change updates: a count that exceeds the budget is searched node by
    /// node. So is a count that exceeds the limit, so that resuming after a limit may cost nodes. A number of solutions from
    /// `u128::MAX` on is an overflow: without another limit, the count ends with [`Step::Solution`] and that number.
    pub fn count(&mut self, limit: u128, budget_nodes: u64, stop: &AtomicBool) -> Step {
        if self.solutions >= limit {
            return Step::Solution;
        }
        self.run::<true>(limit, budget_nodes, stop)
    }

    /// Sets the number of nodes after which the search uses its memo; `u64::MAX` disables it. Solutions do not change.
    pub fn set_memo_after_nodes(&mut self, nodes: u64) {
        self.memo_after_nodes = nodes;
    }

    fn run<const COUNTING: bool>(&mut self, limit: u128, budget_nodes: u64, stop: &AtomicBool) -> Step {
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
                self.space.try_next(); // C5
            }
            self.nodes += 1;
            // C2
            match self.space.state() {
                NodeState::Open => {
                    self.space.open_level(); // C3, C4
                    self.depth += 1;
                    self.resume = Resume::NextOption;
                    if self.skip_counted::<COUNTING>(limit, nodes_end) {
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

    /// Undoes the last choice, and closes levels until one has another option.
    #[inline(always)]
    fn backtrack(&mut self) {
        while self.depth > self.base {
            // C6, and the test of C5 for another option
            if self.space.undo() {
                self.resume = Resume::NextOption;
                return;
            }
            self.close_level();
        }
        self.resume = Resume::Exhausted; // C8 at the root
    }

    #[inline(always)]
    fn close_level(&mut self) {
        self.space.close_level(); // C7
        self.memo.finish(self.depth, self.solutions);
        self.depth -= 1; // C8
    }

    /// Adds the number of solutions of the level just opened, if it is known and within limit and budget, and leaves the
    /// level. Unless counting, only a level without solutions can be left. Returns whether the limit is reached.
    #[inline(always)]
    fn skip_counted<const COUNTING: bool>(&mut self, limit: u128, nodes_end: u64) -> bool {
        let solutions_left = if COUNTING { limit - self.solutions } else { 0 };
        if COUNTING && let Some(count) = self.space.completing_options() {
            if count > nodes_end - self.nodes || u128::from(count) > solutions_left {
                return false;
            }
            self.nodes += count;
            self.solutions += u128::from(count);
        } else if COUNTING && let Some(count) = self.space.known_solutions() {
            if u128::from(count) > solutions_left {
                return false;
            }
            self.solutions += u128::from(count);
        } else {
            let has_memo = (COUNTING || S::MEMOISES_DEAD_ENDS) && self.memo.is_enabled();
            if !has_memo || self.nodes < self.memo_after_nodes {
                return false;
            }
            let Some(key) = self.space.memo_key() else { return false };
            match self.memo.look_up(key) {
                Some(known) if known <= solutions_left => self.solutions += known,
                // To find these solutions one by one would take forever.
                Some(_) if COUNTING && limit == u128::MAX => {
                    self.solutions = limit;
                    return true;
                }
                _ => {
                    self.memo.begin(self.depth, key, self.solutions);
                    return false;
                }
            }
        }
        self.close_level();
        self.backtrack();
        self.solutions == limit
    }

    /// Number of solutions found or counted.
    pub fn solutions(&self) -> u128 {
        self.solutions
    }

    /// Number of nodes visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Number of updates: see [`SearchSpace::updates`].
    pub fn updates(&self) -> u64 {
        self.space.updates() - self.updates_before
    }

    /// Number of nodes, updates and [choice steps](SearchSpace::choice_steps). After a split, it does not begin at zero.
    pub fn steps(&self) -> u64 {
        self.nodes + self.space.updates() + self.space.choice_steps()
    }

    /// The space under search. Changes must not move it to another node.
    pub(crate) fn space_mut(&mut self) -> &mut S {
        &mut self.space
    }

    /// The space under search.
    pub fn space(&self) -> &S {
        &self.space
    }
}

impl<S: ChosenOptions> Search<S> {
    /// Returns the options of the current partial solution. It is complete after [`advance`](Self::advance)
    /// returned [`Step::Solution`].
    pub fn solution(&self) -> impl Iterator<Item = OptionId> {
        let levels = self.chosen_levels();
        self.space.chosen().take(levels).chain(self.space.forced(levels))
    }

    /// Number of levels with a chosen option. Before the next option is tried, the deepest level has none.
    fn chosen_levels(&self) -> usize {
        self.depth - usize::from(self.resume == Resume::NextOption)
    }

    /// Returns the part of the tree that was not visited yet. `weight` is the weight of the whole search; each level divides its weight evenly
    /// among its options.
    ///
    /// Its cubes contain the solutions after the last one found or counted. Those of searches that were split off are theirs.
    pub fn rest(&self, weight: u128) -> Rest {
        match self.resume {
            Resume::Root => return Rest::whole(weight),
            Resume::Exhausted => return Rest::default(),
            Resume::NextOption | Resume::Backtrack => {}
        }
        let mut branches = Vec::new();
        for (kept, untried) in self.untried(weight).enumerate() {
            let first = branches.len();
            branches.extend(untried.map(|(option, weight)| Branch { kept, addition: Some(option), weight }));
            branches[first..].reverse();
        }
        branches.reverse();
        Rest::new(self.space.chosen().take(self.chosen_levels()).collect(), branches)
    }

    /// Weight of the [rest](Self::rest).
    pub fn rest_weight(&self, weight: u128) -> u128 {
        match self.resume {
            Resume::Root => weight,
            Resume::Exhausted => 0,
            Resume::NextOption | Resume::Backtrack => {
                self.untried(weight).flatten().map(|(_, weight)| weight).sum()
            }
        }
    }

    /// Untried options of each open level, with their weights.
    fn untried(&self, weight: u128) -> impl Iterator<Item = impl Iterator<Item = (OptionId, u128)>> {
        let mut level_weight = weight;
        (0..self.depth).map(move |depth| {
            let options = self.space.option_count(depth);
            let tried = options.saturating_sub(self.space.untried(depth).count());
            let weights = shares(level_weight, options);
            // The last option tried leads to the next level.
            level_weight = weights.clone().take(tried).last().unwrap_or(0);
            let own = if depth < self.base { 0 } else { usize::MAX };
            self.space.untried(depth).zip(weights.skip(tried)).take(own)
        })
    }

    /// Splits off the later part of the rest as a search of its own: the untried options of the first level that has some,
    /// and all after them. `None` if that would leave nothing to this search.
    ///
    /// Both parts together visit the nodes of this search, unless a memo saves some, and find its solutions in the same
    /// order: first the solutions of this search, then the solutions of the other one. The numbers of the new search begin at zero.
    pub fn split(&mut self) -> Option<Self>
    where
        S: Clone,
    {
        if self.resume == Resume::Exhausted {
            return None;
        }
        let has_untried = |&depth: &usize| self.space.untried(depth).next().is_some();
        let mut levels = (self.base..self.depth).filter(has_untried);
        // This search keeps the options of the second one.
        let (level, _) = (levels.next()?, levels.next()?);
        let mut later = self.clone();
        later.leave_branch(level);
        self.base = level + 1;
        Some(later)
    }

    /// Leaves the branch of the last option tried at `level`, which has another one, and sets the numbers to zero.
    fn leave_branch(&mut self, level: usize) {
        let mut is_chosen = self.resume == Resume::Backtrack;
        while self.depth > level + 1 {
            if is_chosen {
                self.space.undo();
            }
            self.space.close_level();
            self.depth -= 1;
            is_chosen = true;
        }
        self.space.undo();
        self.resume = Resume::NextOption;
        self.memo.forget_pending();
        self.memo_after_nodes = self.memo_after_nodes.saturating_sub(self.nodes);
        (self.nodes, self.solutions, self.updates_before) = (0, 0, self.space.updates());
    }

    /// Explored share of the tree, from 0 to 1, if each level divides its share evenly among its options.
    pub(crate) fn explored(&self) -> f64 {
        match self.resume {
            Resume::Root => return 0.0,
            Resume::Exhausted => return 1.0,
            Resume::NextOption | Resume::Backtrack => {}
        }
        let mut explored = 0.0;
        let mut share = 1.0;
        for depth in 0..self.depth {
            let options = self.space.option_count(depth);
            // The last option tried is open, except at the deepest level before the next one is tried.
            let is_open = depth + 1 < self.depth || self.resume != Resume::NextOption;
            let ended = options - self.space.untried(depth).count() - usize::from(is_open);
            share /= options as f64;
            explored += share * ended as f64;
        }
        explored
    }
}
