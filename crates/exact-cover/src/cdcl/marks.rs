//! Marks of variables during the analysis of one conflict.

use super::literal::Literal;

/// Role of a variable in the analysis of a conflict.
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

/// Mark of each variable. Clearing takes time for the marked variables only.
#[derive(Clone, Debug, Default)]
pub(super) struct VariableMarks {
    marks: Vec<Mark>,
    /// Literals of all variables that are not unseen, in the order of their marks; some repeatedly.
    marked: Vec<Literal>,
}

impl VariableMarks {
    /// Restarts for a number of variables, and reuses the memory.
    pub(super) fn rebuild(&mut self, variables: usize) {
        self.marks.clear();
        self.marks.resize(variables, Mark::Unseen);
        self.marked.clear();
    }

    #[inline]
    pub(super) fn of(&self, literal: Literal) -> Mark {
        self.marks[literal.variable_index()]
    }

    #[inline]
    pub(super) fn mark(&mut self, literal: Literal, mark: Mark) {
        self.marks[literal.variable_index()] = mark;
        self.marked.push(literal);
    }

    /// Marked literals, in the order of the calls of [`mark`](Self::mark).
    pub(super) fn marked(&self) -> &[Literal] {
        &self.marked
    }

    /// Changes the marks of all literals marked after the first `count`.
    pub(super) fn change_after(&mut self, count: usize, mark: Mark) {
        for literal in &self.marked[count..] {
            self.marks[literal.variable_index()] = mark;
        }
    }

    /// Makes all variables unseen.
    pub(super) fn clear(&mut self) {
        for literal in self.marked.drain(..) {
            self.marks[literal.variable_index()] = Mark::Unseen;
        }
    }
}
