//! True literals of a check, in the order of their propagation.
//!
//! The code of a literal is twice its variable, counted from 0, plus 1 for a negation.

/// Returns the code of a literal.
pub(super) const fn code(literal: i32) -> u32 {
    (literal.unsigned_abs() - 1) << 1 | (literal < 0) as u32
}

/// Returns the literal with this code.
pub(super) const fn literal(code: u32) -> i32 {
    let variable = (code >> 1) as i32 + 1;
    if code & 1 == 0 { variable } else { -variable }
}

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Implication {
    /// Negated literal of the clause that is checked.
    Assumed,
    /// Inequality of the formula.
    Inequality(u32),
    /// Accepted clause.
    Clause(u32),
}

/// True literals, oldest first, with the value of each literal.
#[derive(Clone, Debug, Default)]
pub(super) struct TrueLiterals {
    codes: Vec<u32>,
    /// Number of literals already taken for propagation.
    head: usize,
    /// For each literal: 1 if true, -1 if false, 0 if unassigned.
    values: Vec<i8>,
    /// Implication of each assigned variable.
    implications: Vec<Implication>,
    /// Place of each assigned variable in `codes`.
    places: Vec<u32>,
    steps: u64,
}

impl TrueLiterals {
    pub(super) fn new(variables: usize) -> Self {
        Self {
            codes: Vec::new(),
            head: 0,
            values: vec![0; 2 * variables],
            implications: vec![Implication::Assumed; variables],
            places: vec![0; variables],
            steps: 0,
        }
    }

    pub(super) fn variable_count(&self) -> usize {
        self.places.len()
    }

    pub(super) fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// 1 if the literal is true, -1 if it is false, 0 if it is unassigned; `None` for a literal of no variable.
    pub(super) fn value(&self, code: usize) -> Option<i8> {
        self.values.get(code).copied()
    }

    pub(super) fn is_open(&self, code: u32) -> bool {
        self.values[code as usize] == 0
    }

    pub(super) fn is_true(&self, code: u32) -> bool {
        self.values[code as usize] > 0
    }

    pub(super) fn is_false(&self, code: u32) -> bool {
        self.values[code as usize] < 0
    }

    pub(super) fn implication_of(&self, variable: u32) -> Implication {
        self.implications[variable as usize]
    }

    /// Number of literals that became true before an assigned variable.
    pub(super) fn place_of(&self, variable: u32) -> u32 {
        self.places[variable as usize]
    }

    pub(super) fn assign(&mut self, code: u32, implication: Implication) {
        self.values[code as usize] = 1;
        self.values[code as usize ^ 1] = -1;
        self.implications[code as usize >> 1] = implication;
        self.places[code as usize >> 1] = self.codes.len() as u32;
        self.codes.push(code);
    }

    /// Returns the next literal to propagate, once.
    pub(super) fn take_unpropagated(&mut self) -> Option<u32> {
        let code = *self.codes.get(self.head)?;
        self.head += 1;
        self.steps += 1;
        Some(code)
    }

    /// Removes the latest literal after the first `len`. Returns it, and whether it was taken for propagation.
    pub(super) fn pop_after(&mut self, len: usize) -> Option<(u32, bool)> {
        let code = if self.codes.len() > len { self.codes.pop()? } else { return None };
        self.values[code as usize] = 0;
        self.values[code as usize ^ 1] = 0;
        let is_propagated = self.codes.len() < self.head;
        self.head = self.head.min(self.codes.len());
        Some((code, is_propagated))
    }

    /// Counts visits of terms and watches.
    pub(super) fn add_steps(&mut self, visits: usize) {
        self.steps += visits as u64;
    }

    /// Number of literals, terms and watches visited so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }
}
