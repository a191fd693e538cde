//! Conflict analysis: derives a learnt clause from a conflict.
//!
//! All literals of a violated constraint are false. Any of them that was implied may be replaced by the literals of its
//! reason: a step of resolution, so that the result still follows from the constraints. Literals of the current level
//! are replaced, latest first, until only one of that level is left: the *first unique implication point* (UIP). Its
//! negation was implied by the current decision alone together with earlier levels, and would have been implied at the
//! deepest of those earlier levels, had the clause been known. The search backtracks there and assigns it (Marques-Silva &
//! Sakallah, "GRASP", 1996; Zhang, Madigan, Moskewicz & Malik, "Efficient conflict driven learning", 2001, compare the
//! UIPs; TAOCP 7.2.2.2, Algorithm C).
//!
//! The clause is then shortened three times, by [`minimize`](super::minimize), [`merge`](super::merge) and
//! [`strengthen`](super::strengthen).

use super::clause_db::ClauseDb;
use super::decision::Decisions;
use super::graph::ImplicationGraph;
use super::literal::{Literal, LiteralReason, ViolatedConstraint};
use super::marks::{Mark, VariableMarks};
use super::merge::Merger;
use super::minimize::Minimizer;
use super::strengthen::Strengthener;
use super::trail::Trail;

/// Conflict analysis with reusable memory.
#[derive(Clone, Debug, Default)]
pub(super) struct ConflictAnalysis {
    /// Learnt clause: first the asserted literal, then one of the level to backtrack to.
    learnt: Vec<Literal>,
    level: u32,
    /// All variables are unseen between two conflicts.
    marks: VariableMarks,
    minimizer: Minimizer,
    merger: Merger,
    strengthener: Strengthener,
    work: u64,
}

impl ConflictAnalysis {
    /// Restarts for a number of variables, and reuses the memory.
    pub(super) fn rebuild(&mut self, variables: usize) {
        self.marks.rebuild(variables);
        self.minimizer.rebuild(variables);
        self.merger.rebuild(variables);
        self.strengthener.rebuild(variables);
        self.work = 0;
    }

    /// Learnt clause: first the asserted literal, then one of the level to backtrack to.
    pub(super) fn learnt(&self) -> &[Literal] {
        &self.learnt
    }

    /// Level at which the learnt clause asserts its first literal.
    pub(super) fn level(&self) -> u32 {
        self.level
    }

    /// Number of literals visited so far.
    pub(super) fn work(&self) -> u64 {
        self.work + self.minimizer.work() + self.strengthener.work()
    }

    /// Derives a clause from conflict `number`, above the root.
    ///
    /// The decision must be the only literal of the current level without a reason. Bumps the variables that take part.
    pub(super) fn analyze(
        &mut self,
        conflict: ViolatedConstraint,
        number: u32,
        graph: ImplicationGraph<'_>,
        clauses: &mut ClauseDb,
        decisions: &mut Decisions,
    ) {
        self.learnt.clear();
        self.learnt.push(Literal::from_code(0));
        self.find_first_uip(conflict, number, graph, clauses, decisions);
        self.minimizer.minimize(&mut self.learnt, &mut self.marks, graph, clauses);
        self.merger.merge(&mut self.learnt, &mut self.marks, graph.trail());
        self.strengthener.strengthen(&mut self.learnt, graph);
        self.complete(graph.trail());
        self.marks.clear();
    }

    /// Resolves literals of the current level, latest first, up to the first unique implication point.
    fn find_first_uip(
        &mut self,
        conflict: ViolatedConstraint,
        number: u32,
        graph: ImplicationGraph<'_>,
        clauses: &mut ClauseDb,
        decisions: &mut Decisions,
    ) {
        let trail = graph.trail();
        // Number of marked literals of the current level that are not resolved yet.
        let mut unresolved = match conflict {
            ViolatedConstraint::AtMostOne(a, b) => {
                self.add_literals([a.negated(), b.negated()], None, trail, decisions)
            }
            ViolatedConstraint::AtLeastOne(item) => {
                self.add_literals(graph.members(item).iter().copied(), None, trail, decisions)
            }
            ViolatedConstraint::Clause(clause) => {
                self.add_clause(clause, None, number, trail, clauses, decisions)
            }
        };
        for &literal in trail.literals().iter().rev() {
            if self.marks.of(literal) == Mark::Unseen {
                continue;
            }
            unresolved -= 1;
            if unresolved == 0 {
                self.learnt[0] = literal.negated();
                return;
            }
            let implied = Some(literal);
            unresolved += match trail.reason_of(literal) {
                LiteralReason::None => 0,
                LiteralReason::AtMostOne(other) => self.add_literals([other], implied, trail, decisions),
                LiteralReason::AtLeastOne(item) => {
                    self.add_literals(graph.members(item).iter().copied(), implied, trail, decisions)
                }
                LiteralReason::Clause(clause) => {
                    self.add_clause(clause, implied, number, trail, clauses, decisions)
                }
            };
        }
    }

    /// Adds the literals of a reason, all false except `implied`. Returns how many new ones are of the current level.
    fn add_literals(
        &mut self,
        literals: impl IntoIterator<Item = Literal>,
        implied: Option<Literal>,
        trail: &Trail,
        decisions: &mut Decisions,
    ) -> u32 {
        let mut unresolved = 0;
        for literal in literals {
            self.work += 1;
            let level = trail.level_of(literal);
            if self.marks.of(literal) != Mark::Unseen || level == 0 || Some(literal) == implied {
                continue;
            }
            self.marks.mark(literal, Mark::Source);
            decisions.bump(literal.variable());
            if level == trail.level() {
                unresolved += 1;
            } else {
                self.learnt.push(literal);
            }
        }
        unresolved
    }

    /// Adds the literals of a clause, and updates its last use.
    fn add_clause(
        &mut self,
        clause: u32,
        implied: Option<Literal>,
        number: u32,
        trail: &Trail,
        clauses: &mut ClauseDb,
        decisions: &mut Decisions,
    ) -> u32 {
        clauses.touch(clause, number);
        self.add_literals(clauses.literals(clause), implied, trail, decisions)
    }

    /// Moves a literal of the deepest level after the first to the second position.
    fn complete(&mut self, trail: &Trail) {
        let level_at = |position: &usize| trail.level_of(self.learnt[*position]);
        let second = (1..self.learnt.len()).max_by_key(level_at);
        self.level = second.as_ref().map_or(0, level_at);
        if let Some(second) = second {
            self.learnt.swap(1, second);
        }
    }
}
