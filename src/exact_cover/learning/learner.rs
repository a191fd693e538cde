//! The search itself: decide, propagate, learn.

use std::sync::atomic::{AtomicBool, Ordering};

use super::analysis::Analysis;
use super::clauses::Clauses;
use super::cover::Cover;
use super::literal::{Conflict, Literal};
use super::order::Order;
use super::schedule::{Bounds, Schedule};
use super::trail::Trail;
use crate::exact_cover::problem::{OptionId, Problem};
use crate::exact_cover::search::{SLICE_STEPS, Step};

/// The activity that an option in items of its own alone begins with, where a conflict is worth 1.
const ACTIVITY_FIRST: f64 = 0.01;

/// What is to be done next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Next {
    /// Visit the root node.
    #[default]
    Root,
    /// Draw the consequences of what is true.
    Propagate,
    /// Choose an option at a new level, or see that none is open.
    Decide,
    /// Exclude the solution that was told last.
    Exclude,
    /// Nothing is left.
    Rest,
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
pub struct Learner {
    pub(super) cover: Cover,
    pub(super) trail: Trail,
    pub(super) clauses: Clauses,
    pub(super) analysis: Analysis,
    pub(super) order: Order,
    pub(super) schedule: Schedule,
    pub(super) next: Next,
    /// A contradiction known before propagation.
    pub(super) conflict: Option<Conflict>,
    /// In a systematic search, levels up to this are left only by turning their decision round.
    pub(super) floor: u32,
    pub(super) is_systematic: bool,
    /// Literals up to this place of the trail, true at the root, have been taken out of the items.
    pub(super) dropped: usize,
    pub(super) exclusion_words: usize,
    pub(super) nodes: u64,
    pub(super) conflicts: u64,
    pub(super) restarts: u64,
    /// Scratch: a clause that excludes a solution.
    pub(super) exclusion: Vec<Literal>,
    /// Scratch: options that are compared.
    pub(super) compared: Vec<u32>,
}

impl Learner {
    /// A search that has not begun.
    pub fn new(problem: &Problem) -> Self {
        Self::with_bounds(problem, Bounds::default())
    }

    pub(super) fn with_bounds(problem: &Problem, bounds: Bounds) -> Self {
        let mut learner = Self { schedule: Schedule::new(bounds), ..Self::default() };
        learner.rebuild(problem);
        learner
    }

    /// Begins again with another problem, in the memory that there is as far as it goes.
    pub fn rebuild(&mut self, problem: &Problem) {
        self.cover.rebuild(problem);
        let variables = self.cover.variable_count();
        self.clauses.rebuild(variables);
        self.analysis.rebuild(variables);
        self.conflict = self.trail.rebuild(&self.cover);
        let (cover, trail) = (&self.cover, &self.trail);
        let first = |option| ACTIVITY_FIRST * trail.tightness(option, cover);
        self.order.rebuild((0..cover.option_count() as u32).map(first));
        self.schedule = Schedule::new(self.schedule.bounds());
        self.next = Next::Root;
        self.floor = 0;
        self.is_systematic = false;
        self.dropped = 0;
        self.exclusion_words = 0;
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
            match self.next {
                Next::Root | Next::Decide => {
                    if self.next == Next::Decide && self.is_solved() {
                        self.next = Next::Exclude;
                        return Step::Solution;
                    }
                    if self.nodes >= nodes_end || is_over {
                        return Step::Paused;
                    }
                    self.nodes += 1;
                    if self.next == Next::Decide {
                        self.decide();
                    }
                    self.next = Next::Propagate;
                }
                Next::Propagate if is_over => return Step::Paused,
                Next::Propagate => self.propagate(),
                Next::Exclude => self.exclude(),
                Next::Rest => return Step::Exhausted,
            }
        }
    }

    /// The options chosen at this moment; after [`Step::Solution`], the solution.
    pub fn solution(&self) -> impl Iterator<Item = OptionId> {
        let options = self.cover.option_count();
        let chosen = move |literal: &&Literal| literal.is_chosen() && literal.slot() < options;
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
}

#[cfg(test)]
impl Learner {
    pub(super) fn clause_words(&self) -> usize {
        self.clauses.words()
    }

    pub(super) fn forgettings(&self) -> u64 {
        self.schedule.forgettings()
    }

    pub(super) fn restarts(&self) -> u64 {
        self.restarts
    }

    pub(super) fn is_systematic(&self) -> bool {
        self.is_systematic
    }
}
