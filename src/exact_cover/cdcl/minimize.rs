//! Recursive clause minimisation (Sörensson & Biere, "Minimizing learned clauses", 2009; MiniSat 1.13).
//!
//! A literal can be left out of a learnt clause if the other literals of the clause, all false, imply that it is false,
//! too. To find out, the reasons of its negation are walked backwards: each path must end at a literal of the clause or
//! at the root. A path fails at a decision; and at a level of which the clause has no literal, because such a path can
//! only end at the level's decision.

use super::clause_db::ClauseDb;
use super::graph::ImplicationGraph;
use super::level_set::LevelSet;
use super::literal::{Literal, Reason};
use super::marks::{Mark, Marks};
use super::trail::Trail;

/// Clause minimisation with reusable memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Minimizer {
    /// Levels of the clause.
    levels: LevelSet,
    /// Literals whose reasons are still to be walked.
    stack: Vec<Literal>,
    work: u64,
}

impl Minimizer {
    /// Restarts for a number of variables, and reuses the memory.
    pub(super) fn rebuild(&mut self, variables: usize) {
        self.levels.rebuild(variables);
        self.work = 0;
    }

    /// Number of literals visited so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Removes every literal that is implied by the others, except the first one. The literals of the clause must be
    /// marked as [`Mark::Source`].
    pub(super) fn minimize(
        &mut self,
        clause: &mut Vec<Literal>,
        marks: &mut Marks,
        graph: ImplicationGraph<'_>,
        clauses: &ClauseDb,
    ) {
        self.levels.clear();
        for literal in &clause[1..] {
            self.levels.insert(graph.trail().level_of(*literal));
        }
        let mut kept = 1;
        for position in 1..clause.len() {
            let literal = clause[position];
            if !self.is_implied(literal, marks, graph, clauses) {
                clause[kept] = literal;
                kept += 1;
            }
        }
        clause.truncate(kept);
    }

    /// Whether a literal of the clause is false because others of it are.
    ///
    /// Searches the implication graph with an explicit stack. Marks keep the result for each variable until the clause is
    /// complete.
    fn is_implied(
        &mut self,
        literal: Literal,
        marks: &mut Marks,
        graph: ImplicationGraph<'_>,
        clauses: &ClauseDb,
    ) -> bool {
        let trail = graph.trail();
        let marked_before = marks.marked().len();
        self.stack.clear();
        self.stack.push(literal);
        while let Some(candidate) = self.stack.pop() {
            let implied = candidate.negated();
            let holds = match trail.reason_of(candidate) {
                Reason::None => false,
                Reason::AtMostOne(reason) => self.may_be_implied(reason, marks, trail),
                Reason::AtLeastOne(item) => {
                    let mut members = graph.members(item).iter();
                    members.all(|&member| member == implied || self.may_be_implied(member, marks, trail))
                }
                Reason::Clause(clause) => clauses
                    .literals(clause)
                    .all(|member| member == implied || self.may_be_implied(member, marks, trail)),
            };
            if !holds {
                marks.change_after(marked_before, Mark::Required);
                return false;
            }
        }
        true
    }

    /// Whether the clause may imply that `literal` is false. If this depends on reasons, pushes the literal on the stack.
    #[inline]
    fn may_be_implied(&mut self, literal: Literal, marks: &mut Marks, trail: &Trail) -> bool {
        self.work += 1;
        let level = trail.level_of(literal);
        match marks.of(literal) {
            Mark::Source | Mark::Removable => true,
            Mark::Required => false,
            Mark::Unseen if level == 0 => true,
            Mark::Unseen if !self.levels.contains(level) => false,
            Mark::Unseen => {
                marks.mark(literal, Mark::Removable);
                self.stack.push(literal);
                true
            }
        }
    }
}
