//! What can be said of a variable, and why it is believed.

/// A variable with a sign: it is chosen, or it is removed. The variables are the options, and after them the colours
/// of [`Instance`](super::instance::Instance).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) const fn chosen(variable: u32) -> Self {
        Self(variable << 1)
    }

    pub(super) const fn removed(variable: u32) -> Self {
        Self(variable << 1 | 1)
    }

    /// The literal with this code.
    pub(super) const fn from_code(code: u32) -> Self {
        Self(code)
    }

    /// Twice the variable, plus one for "removed".
    pub(super) const fn code(self) -> u32 {
        self.0
    }

    pub(super) const fn negated(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(super) const fn variable(self) -> u32 {
        self.0 >> 1
    }

    pub(super) const fn is_chosen(self) -> bool {
        self.0 & 1 == 0
    }

    /// Its place in a table of literals.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its variable's place in a table of variables.
    pub(super) const fn variable_index(self) -> usize {
        self.variable() as usize
    }
}

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// Nothing implies it: it was decided, or a decision was turned round, or it is true for good.
    None,
    /// It says that a rival of a true literal is false. This is the true literal's negation.
    AtMostOne(Literal),
    /// It is the only one left in this item.
    AtLeastOne(u32),
    /// Every other literal of this clause is false.
    Clause(u32),
}

/// A contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// These two are true and share an item.
    AtMostOne(Literal, Literal),
    /// Every literal of this item is false.
    AtLeastOne(u32),
    /// Every literal of this clause is false.
    Clause(u32),
}
