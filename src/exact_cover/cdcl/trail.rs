//! Assignment in chronological order, unit propagation, and backtracking.
//!
//! Items are propagated by counters: each exactly-one item has the number of its literals that are not false, and the XOR
//! of their codes. If only one is left, the XOR is its code.

use super::clauses::Clauses;
use super::instance::Instance;
use super::literal::{Conflict, Literal, Reason};

/// Literals of an item that are not false: their number, and the XOR of their codes.
#[derive(Clone, Copy, Debug, Default)]
struct NonFalse {
    count: u32,
    xor: u32,
}

/// Level and reason of a variable's value.
#[derive(Clone, Copy, Debug)]
struct Assignment {
    level: u32,
    reason: Reason,
}

/// True literals in chronological order, with levels and reasons.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// For each literal: 1 if true, -1 if false, 0 if unassigned.
    values: Vec<i8>,
    assignments: Vec<Assignment>,
    /// For each exactly-one item.
    non_false: Vec<NonFalse>,
    literals: Vec<Literal>,
    /// Start of each level in `literals`, except the root.
    starts: Vec<u32>,
    /// Number of literals already propagated.
    head: usize,
    /// Number of options, which are the first variables.
    options: u32,
    updates: u64,
    work: u64,
}

impl Trail {
    /// Removes all assignments, and assigns at the root the single literals of items. Returns a conflict if an item has no
    /// literal.
    pub(super) fn rebuild(&mut self, instance: &Instance) -> Option<Conflict> {
        let variables = instance.variable_count();
        self.values.clear();
        self.values.resize(2 * variables, 0);
        self.assignments.clear();
        self.assignments.resize(variables, Assignment { level: 0, reason: Reason::None });
        self.literals.clear();
        self.literals.reserve(variables);
        self.starts.clear();
        self.head = 0;
        self.options = instance.option_count() as u32;
        self.updates = 0;
        self.work = 0;
        self.non_false.clear();
        self.non_false.resize(instance.exactly_one_count(), NonFalse::default());
        for item in 0..instance.exactly_one_count() {
            let members = instance.members(item as u32);
            let xor = members.iter().fold(0, |xor, member| xor ^ member.code());
            self.non_false[item] = NonFalse { count: members.len() as u32, xor };
            match members {
                [] => return Some(Conflict::AtLeastOne(item as u32)),
                &[last] if self.is_unassigned(last) => self.assign(last, Reason::AtLeastOne(item as u32)),
                _ => {}
            }
        }
        None
    }

    pub(super) fn is_unassigned(&self, literal: Literal) -> bool {
        self.values[literal.index()] == 0
    }

    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.values[literal.index()] > 0
    }

    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.values[literal.index()] < 0
    }

    /// Level of an assigned literal.
    pub(super) fn level_of(&self, literal: Literal) -> u32 {
        self.assignments[literal.variable_index()].level
    }

    /// Reason of an assigned literal.
    pub(super) fn reason_of(&self, literal: Literal) -> Reason {
        self.assignments[literal.variable_index()].reason
    }

    /// Replaces the reason of a literal whose clause has moved.
    pub(super) fn set_reason(&mut self, literal: Literal, reason: Reason) {
        self.assignments[literal.variable_index()].reason = reason;
    }

    /// Sum of 1/n² over the primary items of an option, where n is the number of literals left in the item.
    pub(super) fn tightness(&self, option: u32, instance: &Instance) -> f64 {
        let items = instance.items_of(Literal::chosen(option)).iter();
        let live = items.map_while(|&item| self.non_false.get(item as usize));
        // Not `powi`: its precision may differ between machines, and decisions with it.
        let square = |count: f64| count * count;
        live.map(|live| 1.0 / square(f64::from(live.count))).sum()
    }

    /// Current level; the root is 0.
    pub(super) fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// True literals, oldest first.
    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// Decision that opened a level above the root.
    pub(super) fn decision(&self, level: u32) -> Literal {
        self.literals[self.starts[level as usize - 1] as usize]
    }

    /// Number of options removed so far.
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    /// Number of literals and members of items visited so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Opens a level with the decision `literal`, which must be unassigned.
    pub(super) fn decide(&mut self, literal: Literal) {
        self.starts.push(self.literals.len() as u32);
        self.assign(literal, Reason::None);
    }

    /// Makes an unassigned literal true at the current level.
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        self.values[literal.index()] = 1;
        self.values[literal.negated().index()] = -1;
        self.assignments[literal.variable_index()] = Assignment { level: self.level(), reason };
        self.literals.push(literal);
    }

    /// Propagates all assigned literals. Stops at the first conflict.
    pub(super) fn propagate(&mut self, instance: &Instance, clauses: &mut Clauses) -> Result<(), Conflict> {
        while let Some(&literal) = self.literals.get(self.head) {
            self.head += 1;
            self.work += 1;
            self.updates += u64::from(!literal.is_chosen() && literal.variable() < self.options);
            self.propagate_at_least_one(literal.negated(), instance)?;
            self.propagate_at_most_one(literal, instance)?;
            clauses.propagate(literal, self)?;
        }
        Ok(())
    }

    /// Removes a false literal from the counters of its items. An item with one literal left makes it true.
    fn propagate_at_least_one(&mut self, literal: Literal, instance: &Instance) -> Result<(), Conflict> {
        // Updates all items even after a conflict, because `backtrack` restores all of them.
        let mut outcome = Ok(());
        for &item in instance.items_of(literal) {
            let Some(live) = self.non_false.get_mut(item as usize) else {
                break;
            };
            live.count -= 1;
            live.xor ^= literal.code();
            if live.count == 1 {
                let last = Literal::from_code(live.xor);
                if self.is_unassigned(last) {
                    self.assign(last, Reason::AtLeastOne(item));
                } else if self.is_false(last) {
                    outcome = Err(Conflict::AtLeastOne(item));
                }
            }
        }
        outcome
    }

    /// Makes all other literals of the items of a true literal false.
    fn propagate_at_most_one(&mut self, literal: Literal, instance: &Instance) -> Result<(), Conflict> {
        let reason = Reason::AtMostOne(literal.negated());
        for &item in instance.items_of(literal) {
            let members = instance.members(item);
            self.work += members.len() as u64;
            for &other in members {
                if self.is_unassigned(other) {
                    self.assign(other.negated(), reason);
                } else if self.is_true(other) && other != literal {
                    return Err(Conflict::AtMostOne(literal, other));
                }
            }
        }
        Ok(())
    }

    /// Removes all assignments above `level`, and calls `unassigned` with each literal that was true.
    pub(super) fn backtrack(&mut self, level: u32, instance: &Instance, mut unassigned: impl FnMut(Literal)) {
        let Some(&start) = self.starts.get(level as usize) else {
            return;
        };
        let start = start as usize;
        for place in (start..self.literals.len()).rev() {
            let literal = self.literals[place];
            if place < self.head {
                self.restore_to_items(literal.negated(), instance);
            }
            self.values[literal.index()] = 0;
            self.values[literal.negated().index()] = 0;
            unassigned(literal);
        }
        self.literals.truncate(start);
        self.starts.truncate(level as usize);
        self.head = self.head.min(start);
    }

    /// Undoes [`propagate_at_least_one`](Self::propagate_at_least_one).
    fn restore_to_items(&mut self, literal: Literal, instance: &Instance) {
        for &item in instance.items_of(literal) {
            let Some(live) = self.non_false.get_mut(item as usize) else {
                break;
            };
            live.count += 1;
            live.xor ^= literal.code();
        }
    }
}
