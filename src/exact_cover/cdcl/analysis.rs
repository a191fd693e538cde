//! From a contradiction to the clause that would have prevented it.
//!
//! Resolution back to the first unique implication point (GRASP; TAOCP 7.2.2.2, Algorithm C).

use super::clauses::Clauses;
use super::instance::Instance;
use super::literal::{Conflict, Literal, Reason};
use super::trail::Trail;
use super::vsids::Vsids;

/// What has been found out about a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Unseen,
    /// It is in the clause, or was resolved away.
    Source,
    /// It follows from the clause, unless it turns out otherwise before its graph are through.
    Removable,
    /// It does not follow from the clause, as far as was looked.
    Required,
}

/// Where graph are looked up.
#[derive(Clone, Copy)]
pub(super) struct ImplicationGraph<'a> {
    pub(super) instance: &'a Instance,
    pub(super) trail: &'a Trail,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Analysis {
    /// The clause learnt: first the literal it asserts, then one of the level it goes back to.
    pub(super) learnt: Vec<Literal>,
    pub(super) level: u32,
    pub(super) glue: u32,
    pub(super) marks: Vec<Mark>,
    pub(super) marked: Vec<Literal>,
    pub(super) stack: Vec<Literal>,
    /// For each level, the number of the last count or set that it was in.
    pub(super) level_stamps: Vec<u64>,
    pub(super) stamp: u64,
    /// For each literal, how many of the clause it has removed as rivals.
    pub(super) removals: Vec<u32>,
    pub(super) work: u64,
}

impl Analysis {
    /// Makes room for so many variables.
    pub(super) fn rebuild(&mut self, variables: usize) {
        self.marks.clear();
        self.marks.resize(variables, Mark::Unseen);
        self.level_stamps.clear();
        self.level_stamps.resize(variables + 1, 0);
        self.stamp = 0;
        self.removals.clear();
        self.removals.resize(2 * variables, 0);
        self.work = 0;
    }

    /// The clause learnt last: first the literal that it asserts, then one of the level it goes back to.
    pub(super) fn learnt(&self) -> &[Literal] {
        &self.learnt
    }

    /// The level at which the clause learnt last asserts its first literal.
    pub(super) fn level(&self) -> u32 {
        self.level
    }

    /// How many levels the literals of the clause learnt last come from.
    pub(super) fn glue(&self) -> u32 {
        self.glue
    }

    /// Literals looked at so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Learns from the contradiction that is the `number`-th, at a level above the root whose only literal without a
    /// reason is its decision. What takes part becomes more active in `order`.
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
        self.resolve(conflict, number, graph, clauses, vsids);
        self.minimize(graph, clauses);
        self.merge_at_most_one(graph.trail);
        self.finish(graph.trail);
    }

    /// Goes back through the deepest level until one literal of it implies the contradiction together with earlier
    /// levels.
    fn resolve(
        &mut self,
        conflict: Conflict,
        number: u32,
        graph: ImplicationGraph<'_>,
        clauses: &mut Clauses,
        vsids: &mut Vsids,
    ) {
        let trail = graph.trail;
        let mut open = match conflict {
            Conflict::AtMostOne(a, b) => self.see([a.negated(), b.negated()], None, trail, vsids),
            Conflict::AtLeastOne(item) => {
                self.see(graph.instance.members(item).iter().copied(), None, trail, vsids)
            }
            Conflict::Clause(clause) => self.see_clause(clause, None, number, trail, clauses, vsids),
        };
        for &literal in trail.literals().iter().rev() {
            if self.marks[literal.variable_index()] == Mark::Unseen {
                continue;
            }
            open -= 1;
            if open == 0 {
                self.learnt[0] = literal.negated();
                return;
            }
            let implied = Some(literal);
            open += match trail.reason_of(literal) {
                Reason::None => 0,
                Reason::AtMostOne(rival) => self.see([rival], implied, trail, vsids),
                Reason::AtLeastOne(item) => {
                    self.see(graph.instance.members(item).iter().copied(), implied, trail, vsids)
                }
                Reason::Clause(clause) => self.see_clause(clause, implied, number, trail, clauses, vsids),
            };
        }
    }

    /// Takes the literals, all false but `implied`, into account; tells how many new ones are of the deepest level.
    fn see(
        &mut self,
        literals: impl IntoIterator<Item = Literal>,
        implied: Option<Literal>,
        trail: &Trail,
        vsids: &mut Vsids,
    ) -> u32 {
        let mut open = 0;
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
                open += 1;
            } else {
                self.learnt.push(literal);
            }
        }
        open
    }

    fn see_clause(
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
        self.see(clauses.literals(clause), implied, trail, vsids)
    }

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

    /// Puts a literal of the deepest level but the first in second place, and clears all marks.
    fn finish(&mut self, trail: &Trail) {
        let level_at = |place: &usize| trail.level_of(self.learnt[*place]);
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
