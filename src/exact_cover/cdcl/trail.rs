//! What is true at this moment, in the order in which it became so, and what follows from it.

use super::clauses::Clauses;
use super::instance::Instance;
use super::literal::{Conflict, Literal, Reason};

/// The literals of an item that are not false: how many there are, and their xor xored, so that the last one is
/// known without looking for it.
#[derive(Clone, Copy, Debug, Default)]
struct NonFalse {
    count: u32,
    xor: u32,
}

/// When and why a variable got its value.
#[derive(Clone, Copy, Debug)]
struct Assignment {
    level: u32,
    reason: Reason,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// For each literal 1 if it is true, -1 if it is false, 0 if it is open.
    values: Vec<i8>,
    assignments: Vec<Assignment>,
    /// For each item that needs a true literal.
    non_false: Vec<NonFalse>,
    literals: Vec<Literal>,
    /// Where each level but the root begins.
    starts: Vec<u32>,
    /// The literals before this place have been propagated.
    head: usize,
    options: u32,
    updates: u64,
    work: u64,
}

impl Trail {
    /// Forgets everything, and says at the root what the items of `cover` say by themselves.
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

    /// The level of a literal that is not open.
    pub(super) fn level_of(&self, literal: Literal) -> u32 {
        self.assignments[literal.variable_index()].level
    }

    /// Why a literal, or its negation, is true.
    pub(super) fn reason_of(&self, literal: Literal) -> Reason {
        self.assignments[literal.variable_index()].reason
    }

    /// A reason has moved.
    pub(super) fn set_reason(&mut self, literal: Literal, reason: Reason) {
        self.assignments[literal.variable_index()].reason = reason;
    }

    /// How tight an option's primary items are: each counts by the square of one over what it has left.
    pub(super) fn tightness(&self, option: u32, instance: &Instance) -> f64 {
        let items = instance.items_of(Literal::chosen(option)).iter();
        let live = items.map_while(|&item| self.non_false.get(item as usize));
        // Not `powi`, whose precision may differ from machine to machine, and with it what is decided.
        let square = |count: f64| count * count;
        live.map(|live| 1.0 / square(f64::from(live.count))).sum()
    }

    /// The deepest level; the root is 0.
    pub(super) fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// What is true, oldest first.
    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// The literal that was decided to open a level; the root has none.
    pub(super) fn decision(&self, level: u32) -> Literal {
        self.literals[self.starts[level as usize - 1] as usize]
    }

    /// Options removed so far.
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    /// Literals and members of items looked at so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Opens a level with an open literal, which is decided to be true.
    pub(super) fn decide(&mut self, literal: Literal) {
        self.starts.push(self.literals.len() as u32);
        self.assign(literal, Reason::None);
    }

    /// Makes an open literal true at the deepest level.
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        self.values[literal.index()] = 1;
        self.values[literal.negated().index()] = -1;
        self.assignments[literal.variable_index()] = Assignment { level: self.level(), reason };
        self.literals.push(literal);
    }

    /// Draws every consequence of what is true, or stops at the first contradiction.
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

    /// A literal became false. An item that has only one left takes that one.
    fn propagate_at_least_one(&mut self, literal: Literal, instance: &Instance) -> Result<(), Conflict> {
        // All items are left before a contradiction is told: `backtrack` enters all of them again.
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

    /// A literal became true. Those that share an item with it are false.
    fn propagate_at_most_one(&mut self, literal: Literal, instance: &Instance) -> Result<(), Conflict> {
        let reason = Reason::AtMostOne(literal.negated());
        for &item in instance.items_of(literal) {
            let members = instance.members(item);
            self.work += members.len() as u64;
            for &rival in members {
                if self.is_unassigned(rival) {
                    self.assign(rival.negated(), reason);
                } else if self.is_true(rival) && rival != literal {
                    return Err(Conflict::AtMostOne(literal, rival));
                }
            }
        }
        Ok(())
    }

    /// Takes back everything above a level, and tells `reopened` of each literal that was true there.
    pub(super) fn backtrack(&mut self, level: u32, instance: &Instance, mut reopened: impl FnMut(Literal)) {
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
            reopened(literal);
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
