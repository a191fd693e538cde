//! Conflict analysis: derives a learnt clause from a conflict.
//!
//! Starting from the violated constraint, each literal of the current level is resolved with its reason, latest first,
//! until only one is left: the first unique implication point (GRASP, Marques-Silva & Sakallah 1996; TAOCP 7.2.2.2,
//! Algorithm C). The clause says that this literal is false, given the literals of earlier levels. It is then shortened
//! (see [`minimize`](super::minimize)), and asserts its first literal at the level of its second.

use super::clauses::Clauses;
use super::instance::Instance;
use super::literal::{Conflict, Literal, Reason};
use super::trail::Trail;
use super::vsids::Vsids;

/// State of a variable during the analysis of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Unseen,
    /// In the clause, or already resolved.
    Source,
    /// Assumed to be implied by the clause, until its reasons are checked.
    Removable,
    /// Not known to be implied by the clause.
    Required,
}

/// Assigned literals with their reasons.
#[derive(Clone, Copy)]
pub(super) struct ImplicationGraph<'a> {
    pub(super) instance: &'a Instance,
    pub(super) trail: &'a Trail,
}

/// Conflict analysis with reusable memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Analysis {
    /// Learnt clause: first the asserted literal, then one of the level to backtrack to.
    pub(super) learnt: Vec<Literal>,
    pub(super) level: u32,
    pub(super) glue: u32,
    pub(super) marks: Vec<Mark>,
    pub(super) marked: Vec<Literal>,
    pub(super) stack: Vec<Literal>,
    /// For each level, the last `stamp` it was marked with. Levels marked with the current stamp form a set.
    pub(super) level_stamps: Vec<u64>,
    pub(super) stamp: u64,
    /// Scratch: number of literals of the clause with the same at-most-one reason, for each reason.
    pub(super) at_most_one_counts: Vec<u32>,
    pub(super) work: u64,
}

impl Analysis {
    /// Restarts for a number of variables, and reuses the memory.
    pub(super) fn rebuild(&mut self, variables: usize) {
        self.marks.clear();
        self.marks.resize(variables, Mark::Unseen);
        self.level_stamps.clear();
        self.level_stamps.resize(variables + 1, 0);
        self.stamp = 0;
        self.at_most_one_counts.clear();
        self.at_most_one_counts.resize(2 * variables, 0);
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

    /// Glue of the learnt clause: number of different levels of its literals.
    pub(super) fn glue(&self) -> u32 {
        self.glue
    }

    /// Number of literals visited so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Derives a clause from conflict `number`, above the root.
    ///
    /// The decision must be the only literal of the current level without a reason. Bumps the variables that take part.
    pub(super) fn analyze(
        &mut self,
        conflict: Conflict,
        number: u32,
        graph: ImplicationGraph<'_>,
        clauses: &mut Clauses,
        vsids: &mut Vsids,
    ) {
        self.learnt.clear();
        self.learnt.push(Literal::from_code(0));
        self.find_first_uip(conflict, number, graph, clauses, vsids);
        self.minimize(graph, clauses);
        self.merge_at_most_one(graph.trail);
        self.complete(graph.trail);
    }

    /// Resolves literals of the current level, latest first, up to the first unique implication point.
    fn find_first_uip(
        &mut self,
        conflict: Conflict,
        number: u32,
        graph: ImplicationGraph<'_>,
        clauses: &mut Clauses,
        vsids: &mut Vsids,
    ) {
        let trail = graph.trail;
        let mut unresolved = match conflict {
            Conflict::AtMostOne(a, b) => self.add_literals([a.negated(), b.negated()], None, trail, vsids),
            Conflict::AtLeastOne(item) => {
                self.add_literals(graph.instance.members(item).iter().copied(), None, trail, vsids)
            }
            Conflict::Clause(clause) => self.add_clause(clause, None, number, trail, clauses, vsids),
        };
        for &literal in trail.literals().iter().rev() {
            if self.marks[literal.variable_index()] == Mark::Unseen {
                continue;
            }
            unresolved -= 1;
            if unresolved == 0 {
                self.learnt[0] = literal.negated();
                return;
            }
            let implied = Some(literal);
            unresolved += match trail.reason_of(literal) {
                Reason::None => 0,
                Reason::AtMostOne(other) => self.add_literals([other], implied, trail, vsids),
                Reason::AtLeastOne(item) => {
                    self.add_literals(graph.instance.members(item).iter().copied(), implied, trail, vsids)
                }
                Reason::Clause(clause) => self.add_clause(clause, implied, number, trail, clauses, vsids),
            };
        }
    }

    /// Adds the literals of a reason, all false except `implied`. Returns how many new ones are of the current level.
    fn add_literals(
        &mut self,
        literals: impl IntoIterator<Item = Literal>,
        implied: Option<Literal>,
        trail: &Trail,
        vsids: &mut Vsids,
    ) -> u32 {
        let mut unresolved = 0;
        for literal in literals {
            self.work += 1;
            let level = trail.level_of(literal);
            if self.marks[literal.variable_index()] != Mark::Unseen || level == 0 || Some(literal) == implied
            {
                continue;
            }
            self.mark(literal, Mark::Source);
            vsids.bump(literal.variable());
            if level == trail.level() {
                unresolved += 1;
            } else {
                self.learnt.push(literal);
            }
        }
        unresolved
    }

    /// Adds the literals of a clause, and updates its last use and glue.
    fn add_clause(
        &mut self,
        clause: u32,
        implied: Option<Literal>,
        number: u32,
        trail: &Trail,
        clauses: &mut Clauses,
        vsids: &mut Vsids,
    ) -> u32 {
        clauses.touch(clause, number);
        if clauses.may_improve_glue(clause) {
            let glue = self.glue_of(clauses.literals(clause), trail);
            clauses.set_glue(clause, glue.min(clauses.glue(clause)));
        }
        self.add_literals(clauses.literals(clause), implied, trail, vsids)
    }

    /// Number of different levels of the literals (LBD).
    fn glue_of(&mut self, literals: impl Iterator<Item = Literal>, trail: &Trail) -> u32 {
        self.stamp += 1;
        let mut glue = 0;
        for literal in literals {
            let stamp = &mut self.level_stamps[trail.level_of(literal) as usize];
            glue += u32::from(*stamp != self.stamp);
            *stamp = self.stamp;
        }
        glue.max(1)
    }

    pub(super) fn mark(&mut self, literal: Literal, mark: Mark) {
        self.marks[literal.variable_index()] = mark;
        self.marked.push(literal);
    }

    /// Moves a literal of the deepest level after the first to the second position, computes the glue, and clears marks.
    fn complete(&mut self, trail: &Trail) {
        let level_at = |position: &usize| trail.level_of(self.learnt[*position]);
        let second = (1..self.learnt.len()).max_by_key(level_at);
        self.level = second.as_ref().map_or(0, level_at);
        if let Some(second) = second {
            self.learnt.swap(1, second);
        }
        let learnt = std::mem::take(&mut self.learnt);
        self.glue = self.glue_of(learnt.iter().copied(), trail);
        self.learnt = learnt;
        for literal in self.marked.drain(..) {
            self.marks[literal.variable_index()] = Mark::Unseen;
        }
    }
}
