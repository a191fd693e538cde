//! The search loop: decide, propagate, learn, backtrack.
//!
//! Backtracking is *non-chronological* (GRASP, 1996): after a conflict the search leaves all levels that the learnt clause
//! does not depend on, not only the last one.

use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};

use super::analysis::ConflictAnalysis;
use super::clause_db::ClauseDb;
use super::decision::Decisions;
use super::enumeration::{Enumeration, Exclusion};
use super::graph::ImplicationGraph;
use super::instance::Instance;
use super::literal::{Literal, LiteralReason, ViolatedConstraint};
use super::log::{ClauseLog, NoLog};
use super::prop::CountingPropagation;
use super::reduce::Reducer;
use super::schedule::{Schedule, SearchParameters};
use super::trail::Trail;
use crate::problem::{Colour, Item, OptionId, Problem};
use crate::search::{SLICE_STEPS, Step};

/// Next action of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum NextAction {
    /// Visit the root node.
    #[default]
    Root,
    /// Propagate the assigned literals.
    Propagate,
    /// Choose an option at a new level, or return a solution if all are assigned.
    Decide,
    /// Exclude the solution that was just returned.
    LeaveSolution,
    /// No action: the search is exhausted.
    Done,
}

/// CDCL search through all solutions of an exact cover problem.
///
/// Finds the same solutions as [`Search`](crate::unstable::Search), each once, in another order, which is fixed by the
/// problem. A node costs some ten times as much as with dancing links. CDCL pays if backtracking would repeat the same
/// conflicts, as on large grids with few clues. It does not pay for counting millions of solutions.
///
/// *Nodes* are the root and every decision. Memory: about 150 bytes for an option or colour, up to 40 for an entry, 20 for
/// an item; up to 2 MiB for clauses, in addition to reasons and blocking clauses. Watches take about twice the memory of the
/// clauses at most.
///
/// A search owns its data, so that a paused search may move to another thread.
#[derive(Clone, Debug, Default)]
pub struct CdclSearch<L = NoLog> {
    instance: Instance,
    trail: Trail,
    clauses: ClauseDb,
    prop: CountingPropagation,
    decisions: Decisions,
    analysis: ConflictAnalysis,
    schedule: Schedule,
    reducer: Reducer,
    enumeration: Enumeration,
    phase: NextAction,
    /// Literal that every solution must have.
    assumption: Option<Literal>,
    /// Conflict found when the instance was built.
    conflict: Option<ViolatedConstraint>,
    /// Number of root literals whose negations were removed from the items.
    simplified_count: usize,
    /// Whether a solution was returned.
    is_solved: bool,
    nodes: u64,
    conflicts: u64,
    restarts: u64,
    log: L,
}

impl CdclSearch {
    /// Creates a search of the whole problem.
    pub fn new(problem: &Problem) -> Self {
        Self::with_parameters(problem, SearchParameters::default(), NoLog)
    }
}

impl<L: ClauseLog + Default> CdclSearch<L> {
    /// Creates a search of the whole problem that logs each clause that it derives, but never reuses the memory of the clauses
    /// that exclude solutions. Must not be used with [`assume`](Self::assume), whose answers are no clauses.
    pub fn with_log(problem: &Problem, log: L) -> Self {
        Self::with_parameters(problem, SearchParameters::default().without_systematic_search(), log)
    }

    pub(super) fn with_parameters(problem: &Problem, parameters: SearchParameters, log: L) -> Self {
        let mut search = Self { schedule: Schedule::new(parameters), log, ..Self::default() };
        search.rebuild(problem);
        search
    }
}

impl<L: ClauseLog> CdclSearch<L> {
    /// The log.
    pub fn log_mut(&mut self) -> &mut L {
        &mut self.log
    }

    /// The secondary items and colours that have a variable: the colours that several options share. Their variables follow the options.
    pub fn colours(&self) -> impl ExactSizeIterator<Item = (Item, Colour)> {
        self.instance.colours()
    }

    /// Restarts with another problem, and reuses the memory.
    pub fn rebuild(&mut self, problem: &Problem) {
        self.instance.rebuild(problem);
        for item in self.instance.support_items() {
            // Each is the last literal that is left if the others are false.
            self.log.record(self.instance.members(item).iter().map(|literal| literal.signed()));
        }
        let variables = self.instance.variable_count();
        self.trail.rebuild(variables);
        self.clauses.rebuild();
        self.conflict = self.prop.rebuild(&self.instance, &mut self.trail);
        for option in problem.skipped_options() {
            self.trail.assign(Literal::removed(option.0), LiteralReason::None);
        }
        self.decisions.rebuild(&self.instance, &self.prop);
        self.analysis.rebuild(variables);
        self.schedule.rebuild();
        self.enumeration.rebuild();
        self.assumption = None;
        self.phase = NextAction::Root;
        self.simplified_count = 0;
        self.is_solved = false;
        self.nodes = 0;
        self.conflicts = 0;
        self.restarts = 0;
    }

    /// Makes [`advance`](Self::advance) search for one solution with this option. Until the next call of this function,
    /// it returns [`Step::Solution`] at most once, or [`Step::Exhausted`] if no solution has the option.
    ///
    /// Keeps what earlier searches have learnt (incremental solving under assumptions, Eén & Sörensson 2003), so many
    /// such questions cost much less than as many new searches. Must not be called after a solution without an
    /// assumption was returned, because that solution is excluded.
    pub fn assume(&mut self, option: OptionId) {
        self.assumption = Some(Literal::chosen(option.0));
        self.backtrack(0);
        if !matches!(self.phase, NextAction::Root | NextAction::Done) {
            self.phase = NextAction::Propagate;
        }
    }

    /// Prefers other options to this one from now on, so that later solutions differ more from earlier ones.
    pub fn avoid(&mut self, option: OptionId) {
        self.decisions.avoid(option.0);
    }

    /// Searches for the next solution, and visits at most `budget_nodes` nodes.
    ///
    /// Pauses before the first node that exceeds the budget, and at the first node or conflict after `stop` was set or after
    /// [`SLICE_STEPS`] steps. The last node of the budget is finished even if it exceeds the slice, so a budget that
    /// includes the last node of the search suffices for [`Step::Exhausted`]. Pauses change neither the solutions nor their
    /// order.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let nodes_end = self.nodes.saturating_add(budget_nodes);
        let steps_end = self.steps() + SLICE_STEPS;
        loop {
            // The slice does not end while the last node of the budget is propagated.
            let is_sliced = self.steps() >= steps_end && self.nodes < nodes_end;
            let is_over = is_sliced || stop.load(Ordering::Relaxed);
            match self.phase {
                NextAction::Decide if self.is_assumption_refuted() => return Step::Exhausted,
                NextAction::Root | NextAction::Decide => {
                    if self.phase == NextAction::Decide && self.decisions.is_exhausted(&self.trail) {
                        self.phase = NextAction::LeaveSolution;
                        self.is_solved = true;
                        self.decisions.ignore_best_assignment();
                        return Step::Solution;
                    }
                    if self.nodes >= nodes_end || is_over {
                        return Step::Paused;
                    }
                    self.nodes += 1;
                    if self.phase == NextAction::Decide {
                        self.decide();
                    }
                    self.phase = NextAction::Propagate;
                }
                NextAction::Propagate if is_over => return Step::Paused,
                NextAction::Propagate => self.propagate(),
                NextAction::LeaveSolution => self.leave_solution(),
                NextAction::Done => return Step::Exhausted,
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
        self.prop.updates()
    }

    /// Number of conflicts.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Number of nodes, literals, clauses and members of items visited.
    pub fn steps(&self) -> u64 {
        self.nodes + self.prop.work() + self.analysis.work()
    }

    /// Whether no solution has the assumed literal.
    fn is_assumption_refuted(&self) -> bool {
        self.trail.level() == 0 && self.assumption.is_some_and(|assumption| self.trail.is_false(assumption))
    }

    /// Opens a level with the assumption, or with the next option if that is true.
    fn decide(&mut self) {
        let assumption = self.assumption.filter(|&assumption| self.trail.is_unassigned(assumption));
        let next = || self.decisions.take_next(&self.instance, &self.prop, &self.trail);
        if let Some(literal) = assumption.or_else(next) {
            self.trail.decide(literal, LiteralReason::None);
        }
    }

    fn propagate(&mut self) {
        let known = self.conflict.take().map_or(Ok(()), Err);
        let propagated =
            known.and_then(|()| self.prop.propagate(&self.instance, &mut self.clauses, &mut self.trail));
        match propagated {
            Ok(()) => {
                self.phase = NextAction::Decide;
                if self.trail.level() == 0 {
                    self.simplify_items();
                }
            }
            Err(conflict) => {
                self.conflicts += 1;
                if self.trail.level() == 0 {
                    self.finish();
                } else if self.trail.level() == self.enumeration.systematic_level() {
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
        for literal in &self.trail.literals()[self.simplified_count..] {
            self.instance.remove_false(literal.negated());
        }
        self.simplified_count = self.trail.literals().len();
    }

    /// Learns a clause from a conflict, backtracks to the level where it is unit, and assigns its first literal.
    fn learn(&mut self, conflict: ViolatedConstraint) {
        // The greatest number has a meaning in the clause database.
        let number = self.conflicts.min(u64::from(u32::MAX - 1)) as u32;
        let graph = ImplicationGraph::new(&self.instance, &self.trail);
        self.analysis.analyze(conflict, number, graph, &mut self.clauses, &mut self.decisions);
        self.log.record(self.analysis.learnt().iter().map(|literal| literal.signed()));
        self.decisions.decay();
        if !self.is_solved {
            self.decisions.record_assignment(self.trail.consistent_literals(), &self.instance);
        }
        self.backtrack(self.analysis.level().max(self.enumeration.systematic_level()));
        match *self.analysis.learnt() {
            [] => {}
            // In a systematic search the level may be above the root. Backtracking then undoes the
            // assignment, and the clause is learnt again.
            [only] => self.trail.assign(only, LiteralReason::None),
            [first, ..] => {
                let clause = self.clauses.add_learnt(self.analysis.learnt(), number);
                self.prop.watch_clause(clause, &self.clauses);
                self.trail.assign(first, LiteralReason::Clause(clause));
            }
        }
    }

    /// Restarts and reduces the clause database if either is due.
    fn restart_and_reduce(&mut self) {
        if !self.enumeration.is_systematic() && self.schedule.restart_is_due(self.conflicts) {
            self.restarts += 1;
            self.backtrack(0);
            if !self.is_solved && self.schedule.guidance_is_due(self.conflicts) {
                self.decisions.follow_best_assignment();
            }
        }
        if self.schedule.reduce_is_due(self.conflicts, self.clauses.words()) {
            self.reducer.reduce(self.schedule.reduced_words_max(), &mut self.clauses, &mut self.trail);
            self.prop.replace_watches(&self.clauses);
            self.schedule.record_reduction(self.clauses.words());
        }
    }

    /// Ends the search: no other solution exists.
    fn finish(&mut self) {
        self.log.record(iter::empty());
        self.phase = NextAction::Done;
    }

    fn backtrack(&mut self, level: u32) {
        let decisions = &mut self.decisions;
        self.prop.backtrack(level, &self.instance, &mut self.trail, |literal| {
            decisions.release(literal.variable());
        });
    }

    /// Excludes the solution just returned.
    fn leave_solution(&mut self) {
        self.phase = NextAction::Propagate;
        match self.enumeration.exclude(&self.trail, self.schedule.blocking_words_max()) {
            Exclusion::Finish => self.finish(),
            Exclusion::Flip => self.flip_decision(),
            Exclusion::Block => self.block_solution(),
        }
    }

    /// Adds the blocking clause of the solution, which is unit at the previous level, and assigns its first literal.
    fn block_solution(&mut self) {
        self.backtrack(self.trail.level() - 1);
        let blocking = self.enumeration.blocking_clause();
        self.log.record(blocking.iter().map(|literal| literal.signed()));
        let clause = self.clauses.add_blocking(blocking);
        self.enumeration.record_clause(self.clauses.words_of(clause));
        self.prop.watch_clause(clause, &self.clauses);
        let [flipped, _] = self.clauses.watched(clause);
        self.trail.assign(flipped, LiteralReason::Clause(clause));
    }

    /// Leaves the current level and assigns the negation of its decision. It must be the systematic level, and exhausted.
    fn flip_decision(&mut self) {
        let decision = self.trail.decision(self.enumeration.systematic_level());
        let level = self.enumeration.flip();
        self.backtrack(level);
        if level == 0 {
            self.log.record(iter::once(decision.negated().signed()));
        }
        self.trail.assign(decision.negated(), LiteralReason::None);
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
        self.enumeration.is_systematic()
    }
}
