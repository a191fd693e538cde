//! Recursive clause minimisation (Sörensson & Biere, "Minimizing learned clauses", 2009; MiniSat 1.13).
//!
//! A literal of a learnt clause is redundant if the other literals of the clause, all false, imply that it is false. The
//! check walks backwards through the reasons of its negation: each path must end at a literal of the clause or at the
//! root. A decision ends the check without success. So does a literal of a level that the clause does not contain, because
//! every literal of a level depends on its decision.

use super::clause_db::ClauseDb;
use super::graph::ImplicationGraph;
use super::literal::{Literal, LiteralReason};
use super::marks::{Mark, VariableMarks};
use super::number_set::NumberSet;
use super::trail::Trail;

/// Clause minimisation with reusable memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Minimizer {
    /// Levels of the literals of the clause, without the first one.
    levels: NumberSet,
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

    /// Removes redundant literals, but never the first one. The literals of the clause must be marked as
    /// [`Mark::Source`].
    pub(super) fn minimize(
        &mut self,
        clause: &mut Vec<Literal>,
        marks: &mut VariableMarks,
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
            if !self.is_redundant(literal, marks, graph, clauses) {
                clause[kept] = literal;
                kept += 1;
            }
        }
        clause.truncate(kept);
    }

    /// Whether the other literals of the clause imply that `literal` is false.
    ///
    /// Searches the implication graph with an explicit stack. Marks keep the result for each variable until the clause is
    /// complete.
    fn is_redundant(
        &mut self,
        literal: Literal,
        marks: &mut VariableMarks,
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
                LiteralReason::None => false,
                LiteralReason::AtMostOne(reason) => self.visit_antecedent(reason, marks, trail),
                LiteralReason::AtLeastOne(item) => {
                    let mut members = graph.members(item).iter();
                    members.all(|&member| member == implied || self.visit_antecedent(member, marks, trail))
                }
                LiteralReason::Clause(clause) => clauses
                    .literals(clause)
                    .all(|member| member == implied || self.visit_antecedent(member, marks, trail)),
            };
            if !holds {
                marks.change_after(marked_before, Mark::Required);
                return false;
            }
        }
        true
    }

    /// Returns false if the clause does not imply that a literal of a reason is false. Pushes the literal on the stack if
    /// its own reasons decide.
    #[inline]
    fn visit_antecedent(&mut self, literal: Literal, marks: &mut VariableMarks, trail: &Trail) -> bool {
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
