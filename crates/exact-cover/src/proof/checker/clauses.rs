//! Clauses that were accepted. Each watches its first two literals, and is visited only when one of them becomes false.

use std::ops::Range;

use super::literals::{Implication, TrueLiterals, code};

/// Accepted clauses, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct AcceptedClauses {
    /// Codes of the literals, clause by clause.
    codes: Vec<u32>,
    /// End of each clause in `codes`.
    ends: Vec<u32>,
    /// Clauses that watch each literal.
    watches: Vec<Vec<u32>>,
}

impl AcceptedClauses {
    pub(super) fn new(variables: usize) -> Self {
        Self { codes: Vec::new(), ends: Vec::new(), watches: vec![Vec::new(); 2 * variables] }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    fn range_of(&self, number: u32) -> Range<usize> {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        start as usize..self.ends[number as usize] as usize
    }

    pub(super) fn codes_of(&self, number: u32) -> &[u32] {
        &self.codes[self.range_of(number)]
    }

    /// Forgets the clauses after the first `len`.
    pub(super) fn truncate(&mut self, len: usize) {
        self.ends.truncate(len);
        self.codes.truncate(self.ends.last().map_or(0, |&end| end as usize));
        self.watches.iter_mut().for_each(|watches| watches.retain(|&number| (number as usize) < len));
    }

    /// Adds a clause, and assigns its literal if it has one left. Returns its number, and whether all of its literals are false.
    pub(super) fn add(&mut self, clause: &[i32], literals: &mut TrueLiterals) -> (u32, bool) {
        let number = self.len() as u32;
        let start = self.codes.len();
        self.codes.extend(clause.iter().map(|&literal| code(literal)));
        self.ends.push(self.codes.len() as u32);
        // Literals that are not false come first.
        let codes = &mut self.codes[start..];
        codes.sort_by_key(|&code| literals.is_false(code));
        let open = codes.iter().take_while(|&&code| !literals.is_false(code)).count();
        match *codes {
            [first, second, ..] if open >= 2 => {
                self.watches[first as usize].push(number);
                self.watches[second as usize].push(number);
            }
            [first, ..] if open == 1 && literals.is_open(first) => {
                literals.assign(first, Implication::Clause(number));
            }
            _ => {}
        }
        (number, open == 0)
    }

    /// Visits the clauses that watch a literal which has become false. Returns the first one of which all literals are false.
    pub(super) fn propagate(&mut self, false_code: u32, literals: &mut TrueLiterals) -> Option<u32> {
        let mut watches = std::mem::take(&mut self.watches[false_code as usize]);
        literals.add_steps(watches.len());
        let mut violated = None;
        watches
            .retain(|&number| violated.is_some() || self.visit(number, false_code, literals, &mut violated));
        self.watches[false_code as usize] = watches;
        violated
    }

    /// Returns whether a clause still watches a literal that has become false.
    fn visit(
        &mut self,
        number: u32,
        false_code: u32,
        literals: &mut TrueLiterals,
        violated: &mut Option<u32>,
    ) -> bool {
        let range = self.range_of(number);
        let codes = &mut self.codes[range];
        if codes[0] == false_code {
            codes.swap(0, 1);
        }
        let first = codes[0];
        if literals.is_true(first) {
            return true;
        }
        if let Some(at) = (2..codes.len()).find(|&at| !literals.is_false(codes[at])) {
            codes.swap(1, at);
            self.watches[codes[1] as usize].push(number);
            return false;
        }
        if literals.is_false(first) {
            *violated = Some(number);
        } else {
            literals.assign(first, Implication::Clause(number));
        }
        true
    }
}
