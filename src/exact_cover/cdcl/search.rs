//! The search loop: decide, propagate, learn; and the enumeration of solutions.

use std::sync::atomic::{AtomicBool, Ordering};

use super::analysis::{Analysis, ImplicationGraph};
use super::clauses::{Clauses, GLUE_BLOCKING};
use super::instance::Instance;
use super::literal::{Conflict, Literal, Reason};
use super::schedule::{Parameters, Schedule};
use super::trail::Trail;
use super::vsids::Vsids;
use crate::exact_cover::problem::{OptionId, Problem};
use crate::exact_cover::search::{SLICE_STEPS, Step};

/// Initial activity of an option with tightness 1. A conflict adds 1.
const ACTIVITY_FIRST: f64 = 0.01;

/// Number of most active options that a decision compares.
const DECISION_CANDIDATES: usize = 8;

/// Next action of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Visit the root node.
    #[default]
    Root,
    /// Propagate the assigned literals.
    Propagate,
    /// Choose an option at a new level, or return a solution if all are assigned.
    Decide,
    /// Exclude the solution that was just returned.
    BlockSolution,
    /// None: the search is exhausted.
    Done,
}

/// CDCL search through all solutions of an exact cover problem.
///
/// Finds the same solutions as [`Search`](crate::exact_cover::Search), each once, in another order, which is fixed by the
/// problem. A node costs some ten times as much as with dancing links. This pays if backtracking would repeat the same
/// conflicts, as on large grids with few clues, but not to count millions of solutions.
///
/// Enumeration: after a solution, a blocking clause excludes its decisions, and the search continues, with restarts. When
/// the blocking clauses use up their memory, the search becomes *systematic*: after a solution it flips the last
/// decision, never backtracks beyond it, and does not restart (Gebser, Kaufmann, Neumann & Schaub, "Conflict-driven
/// answer set enumeration", 2007).
///
/// *Nodes* are the root and every decision. Memory: about 120 bytes for an option or colour, 8 for an entry and 16 for an
/// item; up to 2 MiB for clauses, in addition to reasons and blocking clauses; at most twice as much again for watches.
/// A search owns its data, so that a paused search may move to another thread.
#[derive(Clone, Debug, Default)]
pub struct CdclSearch {
    instance: Instance,
    trail: Trail,
    clauses: Clauses,
    analysis: Analysis,
    vsids: Vsids,
    schedule: Schedule,
    phase: Phase,
    /// Conflict found when the instance was built.
    conflict: Option<Conflict>,
    /// Levels up to this one are left only by flipping their decision (Gebser et al. 2007).
    systematic_level: u32,
    is_systematic: bool,
    /// Number of root literals already removed from the items.
    simplified: usize,
    /// Size of the blocking clauses in words of 32 bits.
    blocking_words: usize,
    nodes: u64,
    conflicts: u64,
    restarts: u64,
    /// Scratch: the blocking clause of a solution.
    blocking_clause: Vec<Literal>,
    /// Scratch: the options that a decision compares.
    decision_candidates: Vec<u32>,
}

impl CdclSearch {
    /// Creates a search of the whole problem.
    pub fn new(problem: &Problem) -> Self {
        Self::with_parameters(problem, Parameters::default())
    }

    pub(super) fn with_parameters(problem: &Problem, parameters: Parameters) -> Self {
        let mut search = Self { schedule: Schedule::new(parameters), ..Self::default() };
        search.rebuild(problem);
        search
    }

    /// Restarts with another problem, and reuses the memory.
    pub fn rebuild(&mut self, problem: &Problem) {
        self.instance.rebuild(problem);
        let variables = self.instance.variable_count();
        self.clauses.rebuild(variables);
        self.analysis.rebuild(variables);
        self.conflict = self.trail.rebuild(&self.instance);
        let (instance, trail) = (&self.instance, &self.trail);
        let first = |option| ACTIVITY_FIRST * trail.tightness(option, instance);
        self.vsids.rebuild((0..instance.option_count() as u32).map(first));
        self.schedule = Schedule::new(self.schedule.parameters());
        self.phase = Phase::Root;
        self.systematic_level = 0;
        self.is_systematic = false;
        self.simplified = 0;
        self.blocking_words = 0;
        self.nodes = 0;
        self.conflicts = 0;
        self.restarts = 0;
    }

    /// Searches for the next solution, and visits at most `budget_nodes` nodes.
    ///
    /// Pauses before the first node that exceeds the budget, and at the first node or conflict after [`SLICE_STEPS`]
    /// steps or after `stop` was set. A budget that includes the last node therefore ends with [`Step::Exhausted`]. Pauses
    /// change neither the solutions nor their order.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let nodes_end = self.nodes.saturating_add(budget_nodes);
        let steps_end = self.steps() + SLICE_STEPS;
        loop {
            // If the budget is used up, finishes the last node, even beyond the slice.
            let is_sliced = self.steps() >= steps_end && self.nodes < nodes_end;
            let is_over = is_sliced || stop.load(Ordering::Relaxed);
            match self.phase {
                Phase::Root | Phase::Decide => {
                    if self.phase == Phase::Decide && self.is_solved() {
                        self.phase = Phase::BlockSolution;
                        return Step::Solution;
                    }
                    if self.nodes >= nodes_end || is_over {
                        return Step::Paused;
                    }
                    self.nodes += 1;
                    if self.phase == Phase::Decide {
                        self.decide();
                    }
                    self.phase = Phase::Propagate;
                }
                Phase::Propagate if is_over => return Step::Paused,
                Phase::Propagate => self.propagate(),
                Phase::BlockSolution => self.block_solution(),
                Phase::Done => return Step::Exhausted,
            }
        }
    }

    /// Returns the chosen options. They are a solution after [`advance`](Self::advance) returned [`Step::Solution`].
    pub fn solution(&self) -> impl Iterator<Item = OptionId> {
        let options = self.instance.option_count();
        let chosen = move |literal: &&Literal| literal.is_chosen() && literal.variable_index() < options;
        self.trail.literals().iter().filter(chosen).map(|literal| OptionId(literal.variable()))
    }

    /// Number of nodes visited: the root and every decision.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Number of options removed.
    pub fn updates(&self) -> u64 {
        self.trail.updates()
    }

    /// Number of conflicts.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Number of nodes, literals, clauses and members of items visited.
    pub fn steps(&self) -> u64 {
        self.nodes + self.trail.work() + self.clauses.work() + self.analysis.work()
    }

    /// Whether all options are assigned. Removes assigned ones from the top of the heap.
    fn is_solved(&mut self) -> bool {
        while let Some(option) = self.vsids.top() {
            if self.trail.is_unassigned(Literal::chosen(option)) {
                return false;
            }
            self.vsids.pop();
        }
        true
    }

    /// Opens a level: of the most active options, chooses the one with the greatest product of activity and tightness.
    fn decide(&mut self) {
        self.decision_candidates.clear();
        while self.decision_candidates.len() < DECISION_CANDIDATES
            && let Some(option) = self.vsids.pop()
        {
            if self.trail.is_unassigned(Literal::chosen(option)) {
                self.decision_candidates.push(option);
            }
        }
        let mut best = None;
        let mut score_max = -1.0;
        for &option in &self.decision_candidates {
            let score = self.vsids.activity(option) * self.trail.tightness(option, &self.instance);
            if score > score_max {
                best = Some(option);
                score_max = score;
            }
        }
        if let Some(best) = best {
            self.decision_candidates
                .iter()
                .filter(|&&option| option != best)
                .for_each(|&option| self.vsids.insert(option));
            self.trail.decide(Literal::chosen(best));
        }
    }

    fn propagate(&mut self) {
        let known = self.conflict.take().map_or(Ok(()), Err);
        match known.and_then(|()| self.trail.propagate(&self.instance, &mut self.clauses)) {
            Ok(()) => {
                self.phase = Phase::Decide;
                if self.trail.level() == 0 {
                    self.simplify_items();
                }
            }
            Err(conflict) => {
                self.conflicts += 1;
                if self.trail.level() == 0 {
                    self.phase = Phase::Done;
                } else if self.trail.level() == self.systematic_level {
                    self.flip_decision();
                } else {
                    self.learn(conflict);
                    self.restart_and_reduce();
                }
            }
        }
    }

    /// Removes literals that are false at the root from the items.
    fn simplify_items(&mut self) {
        for literal in &self.trail.literals()[self.simplified..] {
            self.instance.remove_false(literal.negated());
        }
        self.simplified = self.trail.literals().len();
    }

    /// Learns a clause from a conflict, backtracks to the level where it is unit, and assigns its first literal.
    fn learn(&mut self, conflict: Conflict) {
        let number = self.conflicts as u32;
        let graph = ImplicationGraph { instance: &self.instance, trail: &self.trail };
        self.analysis.analyze(conflict, number, graph, &mut self.clauses, &mut self.vsids);
        self.vsids.decay();
        self.backtrack(self.analysis.level().max(self.systematic_level));
        match *self.analysis.learnt() {
            [] => {}
            // Above the root (systematic search) backtracking loses this fact, and it is learnt again.
            [only] => self.trail.assign(only, Reason::None),
            [first, ..] => {
                let clause = self.clauses.add(self.analysis.learnt(), self.analysis.glue(), number);
                self.trail.assign(first, Reason::Clause(clause));
            }
        }
    }

    /// Restarts, and reduces the clause database, when due.
    fn restart_and_reduce(&mut self) {
        if !self.is_systematic && self.schedule.restart_is_due(self.conflicts) {
            self.restarts += 1;
            self.backtrack(0);
        }
        if self.schedule.reduce_is_due(self.conflicts, self.clauses.words()) {
            let clause_words_max = self.schedule.parameters().clause_words_max / 2;
            self.clauses.reduce_db(clause_words_max, &mut self.trail);
            self.schedule.record_reduction(self.clauses.words());
        }
    }

    fn backtrack(&mut self, level: u32) {
        let vsids = &mut self.vsids;
        self.trail.backtrack(level, &self.instance, |literal| vsids.insert(literal.variable()));
    }

    /// Excludes the solution just returned: by a blocking clause, or by flipping the last decision.
    fn block_solution(&mut self) {
        let level = self.trail.level();
        self.is_systematic |= self.blocking_words > self.schedule.parameters().blocking_words_max;
        self.phase = Phase::Propagate;
        if level == 0 {
            self.phase = Phase::Done;
        } else if self.is_systematic || level == 1 {
            self.systematic_level = level;
            self.flip_decision();
        } else {
            self.blocking_clause.clear();
            self.blocking_clause.extend((1..=level).rev().map(|level| self.trail.decision(level).negated()));
            self.backtrack(level - 1);
            let words = self.clauses.words();
            let clause = self.clauses.add(&self.blocking_clause, GLUE_BLOCKING, 0);
            self.blocking_words += self.clauses.words() - words;
            self.trail.assign(self.blocking_clause[0], Reason::Clause(clause));
        }
    }

    /// Leaves the current level, which is the systematic one and exhausted, and assigns the negation of its decision.
    fn flip_decision(&mut self) {
        let decision = self.trail.decision(self.systematic_level);
        self.systematic_level -= 1;
        self.backtrack(self.systematic_level);
        self.trail.assign(decision.negated(), Reason::None);
    }
}

#[cfg(test)]
impl CdclSearch {
    pub(super) fn clause_words(&self) -> usize {
        self.clauses.words()
    }

    pub(super) fn reductions(&self) -> u64 {
        self.schedule.reductions()
    }

    pub(super) fn restarts(&self) -> u64 {
        self.restarts
    }

    pub(super) fn is_systematic(&self) -> bool {
        self.is_systematic
    }
}
