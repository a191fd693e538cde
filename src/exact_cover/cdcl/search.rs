//! The search itself: decide, propagate, learn.

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

/// The activity that an option in items of its own alone begins with, where a conflict is worth 1.
const ACTIVITY_FIRST: f64 = 0.01;

/// How many of the most active options are decision_candidates before one is decided.
const DECISION_CANDIDATES: usize = 8;

/// What is to be done next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Visit the root node.
    #[default]
    Root,
    /// Draw the consequences of what is true.
    Propagate,
    /// Choose an option at a new level, or see that none is open.
    Decide,
    /// BlockSolution the solution that was told last.
    BlockSolution,
    /// Nothing is left.
    Done,
}

/// A search through all solutions of an exact cover problem that learns from every dead end.
///
/// It finds the same solutions as [`Search`](crate::exact_cover::Search), each once, in an order of its own that is fixed by
/// the problem. Each dead end leaves a clause behind that excludes it and many more; the options that took
/// part in dead ends lately are decided first. This is worth its price, some ten times that of a plain node, on
/// problems where plain search meets the same contradictions over and over: large grids with few clues. It is no way to
/// count millions of solutions.
///
/// *Nodes* are the root and every decision. A solution found is excluded by a clause, and the search goes on from
/// there, restarts included. When such clauses have taken the memory set aside for them, the search becomes
/// systematic: it turns the last decision round after every solution, never goes back further than that, and restarts
/// no more (Gebser, Kaufmann, Neumann and Schaub, "Conflict-driven answer set enumeration", 2007).
///
/// Memory: some 120 bytes an option and as much a colour, 8 an entry and 16 an item; the clauses up to 2 MiB, beside those
/// that must be remembered at the moment, and their watches at most twice as much again.
///
/// A learner owns everything it needs, so that it may be moved between threads while it is paused.
#[derive(Clone, Debug, Default)]
pub struct CdclSearch {
    instance: Instance,
    trail: Trail,
    clauses: Clauses,
    analysis: Analysis,
    vsids: Vsids,
    schedule: Schedule,
    phase: Phase,
    /// A contradiction known before propagation.
    conflict: Option<Conflict>,
    /// In a systematic search, levels up to this are left only by turning their decision round.
    systematic_level: u32,
    is_systematic: bool,
    /// Literals up to this place of the trail, true at the root, have been taken out of the items.
    simplified: usize,
    blocking_words: usize,
    nodes: u64,
    conflicts: u64,
    restarts: u64,
    /// Scratch: a clause that excludes a solution.
    blocking_clause: Vec<Literal>,
    /// Scratch: options that are decision_candidates.
    decision_candidates: Vec<u32>,
}

impl CdclSearch {
    /// A search that has not begun.
    pub fn new(problem: &Problem) -> Self {
        Self::with_parameters(problem, Parameters::default())
    }

    pub(super) fn with_parameters(problem: &Problem, parameters: Parameters) -> Self {
        let mut search = Self { schedule: Schedule::new(parameters), ..Self::default() };
        search.rebuild(problem);
        search
    }

    /// Begins again with another problem, in the memory that there is as far as it goes.
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

    /// Goes on to the next solution, to the end, or until it has to pause.
    ///
    /// It pauses where the next node would be one more than `budget_nodes`, at the first node or dead end after
    /// [`SLICE_STEPS`] steps, or after `stop` was raised; a budget that covers the last node reaches the end. Pausing
    /// changes nothing but when an answer comes: the same solutions follow in the same order.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let nodes_end = self.nodes.saturating_add(budget_nodes);
        let steps_end = self.steps() + SLICE_STEPS;
        loop {
            // Where no further node is wanted, what can be known without one is worth more than an even slice.
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

    /// The options chosen at this moment; after [`Step::Solution`], the solution.
    pub fn solution(&self) -> impl Iterator<Item = OptionId> {
        let options = self.instance.option_count();
        let chosen = move |literal: &&Literal| literal.is_chosen() && literal.variable_index() < options;
        self.trail.literals().iter().filter(chosen).map(|literal| OptionId(literal.variable()))
    }

    /// Nodes visited so far: the root and every decision.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Options removed so far.
    pub fn updates(&self) -> u64 {
        self.trail.updates()
    }

    /// Dead ends met so far.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// How much work was done, in nodes and in literals, clauses and members of items looked at.
    pub fn steps(&self) -> u64 {
        self.nodes + self.trail.work() + self.clauses.work() + self.analysis.work()
    }

    /// Whether no option is open. Takes those that are not from the top of the heap.
    fn is_solved(&mut self) -> bool {
        while let Some(option) = self.vsids.top() {
            if self.trail.is_unassigned(Literal::chosen(option)) {
                return false;
            }
            self.vsids.pop();
        }
        true
    }

    /// Opens a level and chooses, among the most active options, the one that is most active in tight items.
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
                    self.maintain();
                }
            }
        }
    }

    /// What is false for good need not be looked at any more.
    fn simplify_items(&mut self) {
        for literal in &self.trail.literals()[self.simplified..] {
            self.instance.remove_false(literal.negated());
        }
        self.simplified = self.trail.literals().len();
    }

    /// Learns a clause from a contradiction, and goes back to where it asserts something.
    fn learn(&mut self, conflict: Conflict) {
        let number = self.conflicts as u32;
        let graph = ImplicationGraph { instance: &self.instance, trail: &self.trail };
        self.analysis.analyze(conflict, number, graph, &mut self.clauses, &mut self.vsids);
        self.vsids.decay();
        self.backtrack(self.analysis.level().max(self.systematic_level));
        match *self.analysis.learnt() {
            [] => {}
            // Above the root this is forgotten with the level, and then learnt again.
            [only] => self.trail.assign(only, Reason::None),
            [first, ..] => {
                let clause = self.clauses.add(self.analysis.learnt(), self.analysis.glue(), number);
                self.trail.assign(first, Reason::Clause(clause));
            }
        }
    }

    /// Restarts and reduce_is_due when it is time.
    fn maintain(&mut self) {
        if !self.is_systematic && self.schedule.restart_is_due(self.conflicts) {
            self.restarts += 1;
            self.backtrack(0);
        }
        if self.schedule.reduce_is_due(self.conflicts, self.clauses.words()) {
            let clause_words_max = self.schedule.parameters().clause_words_max / 2;
            self.clauses.reduce_db(clause_words_max, &mut self.trail);
            self.schedule.reduced_to(self.clauses.words());
        }
    }

    fn backtrack(&mut self, level: u32) {
        let vsids = &mut self.vsids;
        self.trail.backtrack(level, &self.instance, |literal| vsids.insert(literal.variable()));
    }

    /// Sees to it that the solution told last is not reached again.
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

    /// Everything below the decision of the deepest level, which is the systematic_level, is done with: the level ends, and the
    /// decision's contrary holds at the one before.
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
