//! Backtracking and clause learning in turns.

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_exact_cover::Split;
use quadrille_exact_cover::unstable::{NodeState, SLICE_STEPS, Search, SearchSpace, SplitMix64, Step};

use super::learning_search::LearningSearch;
use super::search::ConstrainedSearch;
use crate::model::{Cell, Digit, Grid, Puzzle, Restriction, Rules};

/// Nodes of the first turn of backtracking. Most puzzles end within them.
const FIRST_TURN_NODES: u64 = 128;

/// Steps of each later turn.
const TURN_STEPS: u64 = SLICE_STEPS;

/// Number of solutions after which backtracking keeps the search: it enumerates solutions at a constant rate.
const RECORDED_MAX: usize = 8;

/// Steps of the search that is likely to end first for each step of the other one.
const SHARE: u64 = 16;

/// Estimated steps left to backtracking, above which clause learning is likely to end first.
const HARD_STEPS: u64 = 1 << 20;

/// The search of the current turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Active {
    Backtracking,
    Learning,
}

/// Search of a puzzle by backtracking and by clause learning in turns. Both find all solutions; whichever ends first ends the search.
///
/// Each solution is returned once: a search skips the solutions that the other one has found before. Turns end at a number of nodes, so that
/// pauses change nothing.
#[derive(Clone, Debug)]
pub(crate) struct TurnSearch {
    backtracking: Search<ConstrainedSearch>,
    /// `None` until its first turn.
    learning: Option<Box<LearningSearch>>,
    active: Active,
    /// Number of nodes of the active search at which its turn ends.
    turn_end: u64,
    /// Whether backtracking keeps the search.
    is_kept: bool,
    /// The first solutions, as candidates of the cells, and whether the other search has found them, too.
    recorded: Vec<Recorded>,
    /// Solutions that only clause learning has found.
    extra_solutions: u128,
    seed: Option<u64>,
    /// [`FIRST_TURN_NODES`] and [`TURN_STEPS`], unless set otherwise.
    turns: (u64, u64),
}

#[derive(Clone, Debug)]
struct Recorded {
    masks: Vec<u64>,
    found_by: Active,
    is_matched: bool,
}

impl TurnSearch {
    /// A search with these rules, which has yet to [load](Self::restart) a puzzle.
    pub(crate) fn new(rules: &Rules) -> Self {
        Self {
            backtracking: Search::new(ConstrainedSearch::without_puzzle(rules)),
            learning: None,
            active: Active::Backtracking,
            turn_end: FIRST_TURN_NODES,
            is_kept: false,
            recorded: Vec::new(),
            extra_solutions: 0,
            seed: None,
            turns: (FIRST_TURN_NODES, TURN_STEPS),
        }
    }

    /// Sets the nodes of the first turn and the steps of each later one, before the search starts. Solutions do not change, their order may.
    #[cfg(test)]
    pub(super) fn set_turns(&mut self, first_nodes: u64, steps: u64) {
        (self.turns, self.turn_end) = ((first_nodes, steps), first_nodes);
    }

    /// Loads a puzzle, which has yet to be [prepared](Self::prepare). With a seed, the order of the solutions is random.
    pub(crate) fn restart(&mut self, puzzle: &Puzzle, seed: Option<u64>) {
        self.backtracking.reset(|space| {
            space.restart(puzzle);
            space.set_random(seed.map(SplitMix64::new));
        });
        (self.learning, self.active, self.turn_end) = (None, Active::Backtracking, self.turns.0);
        self.is_kept = false;
        self.recorded.clear();
        self.extra_solutions = 0;
        self.seed = seed;
    }

    /// Compiles and applies the rules. Returns whether the search may begin; pauses as [`ConstrainedSearch::prepare`] does.
    pub(crate) fn prepare(&mut self, work: u64, stop: &AtomicBool) -> bool {
        let mut is_prepared = false;
        self.backtracking.reset(|space| is_prepared = space.prepare(work, stop));
        is_prepared
    }

    /// State before the search.
    pub(crate) fn root_state(&self) -> NodeState {
        self.backtracking.space().state()
    }

    /// Number of unsolved cells, and of their candidates, before the search.
    pub(crate) fn open_counts(&self) -> (usize, usize) {
        self.backtracking.space().open_counts()
    }

    /// Continues to the next solution. Pauses as [`Search::advance`] does.
    pub(crate) fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let nodes_end = self.nodes().saturating_add(budget_nodes);
        let steps_end = self.steps() + SLICE_STEPS;
        self.leave_learning_if_kept();
        loop {
            let turn_left = if self.is_kept { u64::MAX } else { self.turn_end - self.active_nodes() };
            let nodes_left = (nodes_end - self.nodes()).min(turn_left);
            let step = match (self.active, &mut self.learning) {
                (Active::Learning, Some(learning)) => learning.advance(nodes_left, stop),
                _ => self.backtracking.advance(nodes_left, stop),
            };
            match step {
                Step::Exhausted => return step,
                Step::Solution if self.record_solution() => return step,
                Step::Solution => self.leave_learning_if_kept(),
                Step::Paused if nodes_left < turn_left || stop.load(Ordering::Relaxed) => return step,
                Step::Paused if self.is_kept || self.active_nodes() < self.turn_end => return step,
                // It takes some milliseconds to build the other search: pause before and after it.
                Step::Paused if self.learning.is_none() && turn_left > 0 => return step,
                Step::Paused => {
                    let has_learning = self.learning.is_some();
                    self.end_turn();
                    if self.learning.is_some() != has_learning {
                        return Step::Paused;
                    }
                }
            }
            if self.steps() >= steps_end || self.nodes() >= nodes_end {
                return Step::Paused;
            }
        }
    }

    /// As [`advance`](Self::advance), but counts up to `limit` solutions once backtracking keeps the search.
    pub(crate) fn count(&mut self, limit: u128, budget_nodes: u64, stop: &AtomicBool) -> Step {
        if self.solutions() >= limit {
            return Step::Solution;
        }
        if self.is_kept && self.extra_solutions == 0 {
            self.leave_learning_if_kept();
            return self.backtracking.count(limit, budget_nodes, stop);
        }
        self.advance(budget_nodes, stop)
    }

    /// Whether backtracking has returned the last solution, as far as that is known without a search. Takes the solution back.
    pub(crate) fn is_exhausted(&mut self) -> bool {
        self.learning.is_none() && self.backtracking.advance(0, &AtomicBool::new(false)) == Step::Exhausted
    }

    /// Whether clause learning continues the search, or has found the last solution.
    pub(crate) fn is_learning(&self) -> bool {
        self.active == Active::Learning
    }

    /// Number of solutions returned or counted.
    pub(crate) fn solutions(&self) -> u128 {
        self.backtracking.solutions().saturating_add(self.extra_solutions)
    }

    /// What backtracking has found and left.
    pub(crate) fn split(&self, weight: u128) -> Split<Restriction> {
        let split = Split::new(self.backtracking.solutions(), weight, self.backtracking.rest(weight));
        split.filter_map(|option| self.backtracking.space().restriction(option))
    }

    /// Weight that a [`split`](Self::split) would count as searched.
    pub(crate) fn searched(&self, weight: u128) -> u128 {
        weight - self.backtracking.rest_weight(weight)
    }

    /// Writes the digits of the solved cells into a grid.
    pub(crate) fn fill(&self, grid: &mut Grid) {
        for (cell, &mask) in (0..).map(Cell).zip(self.masks()) {
            if mask.is_power_of_two()
                && let Some(digit) = Digit::new(mask.trailing_zeros() as usize + 1)
            {
                grid.fill(cell, digit);
            }
        }
    }

    /// Number of nodes of both searches.
    pub(crate) fn nodes(&self) -> u64 {
        self.backtracking.nodes() + self.learning.as_ref().map_or(0, |learning| learning.nodes())
    }

    /// Number of updates of both searches.
    pub(crate) fn updates(&self) -> u64 {
        self.backtracking.updates() + self.learning.as_ref().map_or(0, |learning| learning.updates())
    }

    /// Number of steps of both searches, and of the preparation.
    pub(crate) fn steps(&self) -> u64 {
        let compilation = self.backtracking.space().compilation_work();
        compilation
            + self.backtracking.steps()
            + self.learning.as_ref().map_or(0, |learning| learning.steps())
    }

    /// Candidates of the active search.
    fn masks(&self) -> &[u64] {
        match (self.active, &self.learning) {
            (Active::Learning, Some(learning)) => learning.masks(),
            _ => self.backtracking.space().masks(),
        }
    }

    fn active_nodes(&self) -> u64 {
        match (self.active, &self.learning) {
            (Active::Learning, Some(learning)) => learning.nodes(),
            _ => self.backtracking.nodes(),
        }
    }

    /// Returns to backtracking if that keeps the search. Not at once, so that the solution can be read.
    fn leave_learning_if_kept(&mut self) {
        if self.is_kept {
            self.active = Active::Backtracking;
        }
    }

    /// Records the solution that the active search has just found. Returns whether it is new.
    fn record_solution(&mut self) -> bool {
        let active = self.active;
        let masks = self.masks();
        let is_known = |recorded: &Recorded| {
            recorded.found_by != active && !recorded.is_matched && recorded.masks == masks
        };
        if let Some(known) = self.recorded.iter().position(is_known) {
            self.recorded[known].is_matched = true;
            if active == Active::Backtracking {
                self.extra_solutions -= 1;
            }
            return false;
        }
        if !self.is_kept {
            let masks = masks.to_vec();
            self.recorded.push(Recorded { masks, found_by: active, is_matched: false });
            self.extra_solutions += u128::from(active == Active::Learning);
            self.is_kept = self.recorded.len() == RECORDED_MAX;
        }
        true
    }

    /// Whether backtracking has many steps left, if the rest of its tree takes as many for its weight as the part before it.
    fn is_hard(&self) -> bool {
        let weight = 1 << 64;
        let searched = self.searched(weight);
        u128::from(self.backtracking.steps()) * (weight - searched) > u128::from(HARD_STEPS) * searched
    }

    /// Chooses the search of the next turn: the one that has taken the smaller share of the steps. Without clause learning, backtracking has
    /// no other turn.
    fn end_turn(&mut self) {
        if self.learning.is_none() {
            let random = self.seed.map(SplitMix64::new);
            self.learning = self.backtracking.space().cover_search(random).map(Box::new);
        }
        let [of_learning, of_backtracking] = if self.is_hard() { [SHARE, 1] } else { [1, SHARE] };
        let Some(learning) = &self.learning else {
            self.turn_end = u64::MAX;
            return;
        };
        self.active = if learning.steps() * of_backtracking <= self.backtracking.steps() * of_learning {
            Active::Learning
        } else {
            Active::Backtracking
        };
        let (nodes, steps) = match self.active {
            Active::Backtracking => (self.backtracking.nodes(), self.backtracking.steps()),
            Active::Learning => (learning.nodes(), learning.steps()),
        };
        // Few nodes first, because nothing is known about their steps.
        self.turn_end = nodes + (self.turns.1.saturating_mul(nodes) / steps.max(1)).clamp(1, 32.max(nodes));
    }
}
