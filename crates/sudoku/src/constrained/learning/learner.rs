//! The search: decide, propagate, learn, backtrack.

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_exact_cover::unstable::{SLICE_STEPS, SplitMix64, Step};

use super::analysis::Analysis;
use super::clauses::{Clauses, assert_literal};
use super::explanation::Context;
use super::history::History;
use super::literal::{Literal, candidate};
use crate::bits::set_bits;
use crate::constrained::board::{Board, Cause, Conflict, is_open};
use crate::constrained::model::Model;
use crate::constrained::propagation::Propagation;

/// Conflicts of the first run, before a restart.
const RUN_CONFLICTS: u64 = 128;

/// Literals of all clauses, after which half of the clauses are removed.
const LITERALS_MAX: usize = 1 << 16;

/// Factor of the activities of candidates after each conflict.
const DECAY: f64 = 0.95;

/// Next action of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Propagate,
    Decide,
    LeaveSolution,
    Done,
}

/// Search that learns a clause from each conflict. Finds each solution once.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Learner {
    board: Board,
    propagation: Propagation,
    history: History,
    clauses: Clauses,
    analysis: Analysis,
    action: Action,
    activities: Vec<f64>,
    /// What an activity gains by a conflict.
    gain: f64,
    weights: Vec<u32>,
    choice_steps: u64,
    nodes: u64,
    conflicts: u64,
    /// Number of restarts.
    runs: u64,
    /// Number of conflicts at which the run ends.
    run_end: u64,
}

impl Learner {
    /// Creates a search of these candidates. `random` is the source of random first choices.
    pub(in crate::constrained) fn new(model: &Model, masks: &[u64], random: Option<SplitMix64>) -> Self {
        let (cells, digits) = (model.cell_count, model.digits);
        let candidates = candidate(cells as u16, 0);
        let mut learner = Self {
            board: Board::default(),
            propagation: Propagation::default(),
            history: History::default(),
            clauses: Clauses::default(),
            analysis: Analysis::default(),
            action: Action::Propagate,
            activities: vec![0.0; candidates],
            gain: 1.0,
            weights: model.cell_weights(),
            choice_steps: 0,
            nodes: 1,
            conflicts: 0,
            runs: 0,
            run_end: RUN_CONFLICTS,
        };
        if let Some(mut random) = random {
            learner.activities.fill_with(|| random.below(1 << 20) as f64 / (1_u64 << 20) as f64);
        }
        learner.board.restart(masks.iter().copied());
        learner.propagation.restart(model);
        learner.history.restart(cells, digits);
        learner.clauses.restart(candidates);
        learner.analysis.restart(candidates);
        learner
    }

    /// Continues to the next solution, as [`CdclSearch::advance`](quadrille_exact_cover::unstable::CdclSearch::advance) does.
    pub(in crate::constrained) fn advance(
        &mut self,
        model: &Model,
        budget_nodes: u64,
        stop: &AtomicBool,
    ) -> Step {
        let nodes_end = self.nodes.saturating_add(budget_nodes);
        let steps_end = self.steps() + SLICE_STEPS;
        loop {
            if self.action == Action::Done {
                return Step::Exhausted;
            }
            // The slice does not end while the last node of the budget is propagated.
            let is_sliced = self.steps() >= steps_end && self.nodes < nodes_end;
            if is_sliced || stop.load(Ordering::Relaxed) {
                return Step::Paused;
            }
            match self.action {
                Action::Propagate => self.propagate(model),
                Action::Decide if self.board.open_count() == 0 => {
                    self.action = Action::LeaveSolution;
                    return Step::Solution;
                }
                Action::Decide if self.nodes >= nodes_end => return Step::Paused,
                Action::Decide => self.decide(),
                Action::LeaveSolution => self.leave_solution(),
                Action::Done => {}
            }
        }
    }

    /// Candidates of all cells; after a solution, its digits.
    pub(in crate::constrained) fn masks(&self) -> &[u64] {
        self.board.masks()
    }

    /// Number of nodes: the root and every decision.
    pub(in crate::constrained) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Work so far, in units of some 20 nanoseconds.
    pub(in crate::constrained) fn steps(&self) -> u64 {
        self.nodes + self.propagation.work() + self.clauses.work + self.analysis.work() + self.choice_steps
    }

    fn propagate(&mut self, model: &Model) {
        match self.apply_rules(model) {
            Ok(()) => self.action = Action::Decide,
            Err(conflict) => {
                self.conflicts += 1;
                if self.history.level() == 0 {
                    self.action = Action::Done;
                } else {
                    self.learn(model, conflict);
                    self.restart_if_due();
                }
            }
        }
    }

    /// Applies clauses and rules until none excludes a candidate. Clauses come first.
    fn apply_rules(&mut self, model: &Model) -> Result<(), Conflict> {
        loop {
            self.clauses.propagate(&mut self.board)?;
            if !self.propagation.step(model, &mut self.board)? && !self.clauses.propagate(&mut self.board)? {
                return Ok(());
            }
        }
    }

    /// Opens a level with the most active candidate.
    fn decide(&mut self) {
        self.nodes += 1;
        self.choice_steps += self.board.masks().len() as u64 / 4;
        let mut best = (0, 0, -1.0, 0);
        for (cell, &mask) in (0..).zip(self.board.masks()) {
            if is_open(mask) {
                let weight = 1000 * self.weights[usize::from(cell)] / mask.count_ones();
                for digit in set_bits(mask) {
                    let activity = self.activities[candidate(cell, digit)];
                    if activity > best.2 || (activity == best.2 && weight > best.3) {
                        best = (cell, digit, activity, weight);
                    }
                }
            }
        }
        self.history.open_level(&self.board);
        // The candidate is open, so that there is no conflict.
        let _ = self.board.place(best.0, best.1, Cause::Given);
        self.action = Action::Propagate;
    }

    fn learn(&mut self, model: &Model, conflict: Conflict) {
        self.history.record(&self.board);
        let context = Context { model, board: &self.board, history: &self.history, clauses: &self.clauses };
        self.analysis.analyse(context, conflict);
        for literal in &self.analysis.visited {
            self.activities[literal.candidate()] += self.gain;
        }
        self.gain /= DECAY;
        if self.gain > 1e100 {
            self.activities.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.gain *= 1e-100;
        }
        self.backtrack(self.analysis.level);
        let result = match *self.analysis.learnt {
            [] => {
                self.action = Action::Done;
                return;
            }
            [only] => assert_literal(only, &mut self.board, Cause::Given),
            [first, ..] => {
                let clause = self.clauses.add(&self.analysis.learnt, self.analysis.levels);
                assert_literal(first, &mut self.board, Cause::Clause(clause))
            }
        };
        // The literal is open after backtracking.
        self.action = if result.is_ok() { Action::Propagate } else { Action::Done };
    }

    fn restart_if_due(&mut self) {
        if self.conflicts < self.run_end || self.action == Action::Done {
            return;
        }
        self.runs += 1;
        self.run_end = self.conflicts + RUN_CONFLICTS * luby(self.runs + 1);
        self.backtrack(0);
        if self.clauses.size() > LITERALS_MAX {
            self.clauses.reduce(&self.board);
        }
    }

    fn backtrack(&mut self, level: usize) {
        if let Some(kept) = self.history.leave_levels(level) {
            self.board.undo(kept);
            self.propagation.backtrack(kept);
            self.clauses.backtrack(kept);
        }
    }

    /// Excludes the solution just returned by a clause of its decisions.
    fn leave_solution(&mut self) {
        let decided = |&start: &usize| {
            let change = self.board.changes()[start];
            let digit = change.left.trailing_zeros() as usize;
            Literal::excluded(candidate(change.cell, digit))
        };
        let mut clause: Vec<Literal> = self.history.level_starts().iter().map(decided).collect();
        clause.reverse();
        let Some(level) = self.history.level().checked_sub(1) else {
            self.action = Action::Done;
            return;
        };
        self.backtrack(level);
        let cause = if clause.len() > 1 { Cause::Clause(self.clauses.add(&clause, 0)) } else { Cause::Given };
        let result = assert_literal(clause[0], &mut self.board, cause);
        self.action = if result.is_ok() { Action::Propagate } else { Action::Done };
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair, Zuckerman 1993), from index 1.
fn luby(index: u64) -> u64 {
    let bits = 64 - index.leading_zeros();
    if index + 1 == 1 << bits { 1 << (bits - 1) } else { luby(index + 1 - (1 << (bits - 1))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luby_sequence_is_the_published_one() {
        assert_eq!((1..=15).map(luby).collect::<Vec<_>>(), [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
