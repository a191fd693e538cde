//! Literals, and the reasons of assignments and conflicts.

/// Variable with a sign: the option is chosen, or removed. The variables are the options, then the colours of
/// [`Instance`](super::instance::Instance).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Literal(u32);

impl Literal {
    pub(super) const fn chosen(variable: u32) -> Self {
        Self(variable << 1)
    }

    pub(super) const fn removed(variable: u32) -> Self {
        Self(variable << 1 | 1)
    }

    /// Returns the literal with this [`code`](Self::code).
    pub(super) const fn from_code(code: u32) -> Self {
        Self(code)
    }

    /// Twice the variable, plus one for "removed".
    pub(super) const fn code(self) -> u32 {
        self.0
    }

    pub(crate) const fn negated(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(super) const fn variable(self) -> u32 {
        self.0 >> 1
    }

    pub(super) const fn is_chosen(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns the literal with this [number](Self::signed).
    pub(crate) const fn from_signed(number: i32) -> Self {
        Self((number.unsigned_abs() - 1) << 1 | (number < 0) as u32)
    }

    /// The number of the variable, from 1; negative for "removed".
    pub(crate) const fn signed(self) -> i32 {
        let number = self.variable() as i32 + 1;
        if self.is_chosen() { number } else { -number }
    }

    /// Index in a table of literals.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Index in a table of literals that has all chosen options and colours first. Most uses of a table are of these, so they share
    /// its cache lines.
    pub(super) const fn chosen_first_index(self, variables: usize) -> usize {
        self.variable_index() + (self.0 & 1) as usize * variables
    }

    /// Index of the variable in a table of variables.
    pub(crate) const fn variable_index(self) -> usize {
        self.variable() as usize
    }
}

/// Reason why a literal is true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LiteralReason {
    /// No reason: a decision, a flipped decision, or a literal true at the root.
    #[default]
    None,
    /// The literal's negation shares an item with a true literal. Holds the negation of the true one.
    AtMostOne(Literal),
    /// Every other literal of this item is false.
    AtLeastOne(u32),
    /// Every other literal of this clause is false.
    Clause(u32),
}

/// Violated constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ViolatedConstraint {
    /// Two true literals share an item.
    AtMostOne(Literal, Literal),
    /// Every literal of this item is false.
    AtLeastOne(u32),
    /// Every literal of this clause is false.
    Clause(u32),
}
