//! Assignment in chronological order, with levels and reasons.
//!
//! A *level* begins with a decision and holds all literals that follow from it; the root level 0 has no decision. The
//! reasons make the trail an implication graph, which conflict analysis walks backwards.

use super::literal::{Literal, LiteralReason};

/// Level and reason of a variable's value.
#[derive(Clone, Copy, Debug)]
struct Assignment<R> {
    level: u32,
    reason: R,
}

/// True literals in chronological order, with reasons of type `R`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail<R = LiteralReason> {
    /// For each literal: 1 if true, -1 if false, 0 if unassigned.
    values: Vec<i8>,
    /// For each variable; out of date if it is unassigned.
    assignments: Vec<Assignment<R>>,
    /// True literals, oldest first, in the first `len` places; one place more than there are variables.
    literals: Vec<Literal>,
    len: usize,
    /// Start of each level in `literals`, except the root.
    starts: Vec<u32>,
    /// Number of literals already taken for propagation.
    head: usize,
}

impl<R: Copy + Default> Trail<R> {
    /// Removes all assignments, and reuses the memory.
    pub(crate) fn rebuild(&mut self, variables: usize) {
        self.values.clear();
        self.values.resize(2 * variables, 0);
        self.assignments.clear();
        self.assignments.resize(variables, Assignment { level: 0, reason: R::default() });
        self.literals.clear();
        self.literals.resize(variables + 1, Literal::chosen(0));
        self.len = 0;
        self.starts.clear();
        self.head = 0;
    }

    #[inline]
    pub(crate) fn is_unassigned(&self, literal: Literal) -> bool {
        self.values[literal.index()] == 0
    }

    #[inline]
    pub(crate) fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.index()] > 0
    }

    #[inline]
    pub(crate) fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] < 0
    }

    /// Level of an assigned literal.
    #[inline]
    pub(crate) fn level_of(&self, literal: Literal) -> u32 {
        self.assignments[literal.variable_index()].level
    }

    /// Reason of an assigned literal.
    #[inline]
    pub(crate) fn reason_of(&self, literal: Literal) -> R {
        self.assignments[literal.variable_index()].reason
    }

    /// Replaces the reason of a literal whose clause has moved.
    pub(super) fn set_reason(&mut self, literal: Literal, reason: R) {
        self.assignments[literal.variable_index()].reason = reason;
    }

    /// Current level; the root is 0.
    #[inline]
    pub(crate) fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// True literals, oldest first.
    pub(crate) fn literals(&self) -> &[Literal] {
        &self.literals[..self.len]
    }

    /// True literals of all levels but the current one, which are without conflict if the current one has the first.
    pub(super) fn consistent_literals(&self) -> &[Literal] {
        let end = self.starts.last().map_or(0, |&start| start as usize);
        &self.literals[..end]
    }

    /// Decision that opened a level above the root.
    pub(super) fn decision(&self, level: u32) -> Literal {
        self.literals[self.starts[level as usize - 1] as usize]
    }

    /// Opens a level with the decision `literal`, which must be unassigned. `reason` says that it is one.
    pub(crate) fn decide(&mut self, literal: Literal, reason: R) {
        self.starts.push(self.len as u32);
        self.assign(literal, reason);
    }

    /// Makes an unassigned literal true at the current level.
    #[inline]
    pub(crate) fn assign(&mut self, literal: Literal, reason: R) {
        self.values[literal.index()] = 1;
        self.values[literal.negated().index()] = -1;
        self.assignments[literal.variable_index()] = Assignment { level: self.level(), reason };
        self.literals[self.len] = literal;
        self.len += 1;
    }

    /// Makes the unassigned ones of these literals false; each literal must be there once. Returns one that is true, if there is
    /// any, and then assigns none.
    ///
    /// The first pass has no branch that depends on a value, because it would be mispredicted: a third of the literals are
    /// unassigned. It writes to the place after the last unassigned one, which exists even if none are left.
    #[inline]
    pub(super) fn exclude(&mut self, literals: &[Literal], reason: R) -> Option<Literal> {
        let start = self.len;
        let mut end = start;
        let mut values = 0;
        for &literal in literals {
            let value = self.values[literal.index()];
            self.literals[end] = literal.negated();
            end += usize::from(value == 0);
            values = values.max(value);
        }
        if values > 0 {
            return literals.iter().copied().find(|&literal| self.is_true(literal));
        }
        self.len = end;
        let level = self.level();
        for &literal in &self.literals[start..end] {
            self.values[literal.index()] = 1;
            self.values[literal.negated().index()] = -1;
            self.assignments[literal.variable_index()] = Assignment { level, reason };
        }
        None
    }

    /// Returns the next literal to propagate, once.
    #[inline]
    pub(crate) fn take_unpropagated(&mut self) -> Option<Literal> {
        let literal = *self.literals().get(self.head)?;
        self.head += 1;
        Some(literal)
    }

    /// Removes all assignments above `level`, latest first. Calls `unassigned` with each literal that was true, and with
    /// whether it was taken for propagation.
    #[inline]
    pub(crate) fn backtrack(&mut self, level: u32, mut unassigned: impl FnMut(Literal, bool)) {
        let Some(&start) = self.starts.get(level as usize) else {
            return;
        };
        let start = start as usize;
        for place in (start..self.len).rev() {
            let literal = self.literals[place];
            self.values[literal.index()] = 0;
            self.values[literal.negated().index()] = 0;
            unassigned(literal, place < self.head);
        }
        self.len = start;
        self.starts.truncate(level as usize);
        self.head = self.head.min(start);
    }
}
