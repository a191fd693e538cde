//! What is true at this moment, in the order in which it became so, and what follows from it.

use super::clauses::Clauses;
use super::cover::Cover;
use super::literal::{Conflict, Literal, Reason};

/// The literals of an item that are not false: how many there are, and their codes xored, so that the last one is
/// known without looking for it.
#[derive(Clone, Copy, Debug, Default)]
struct Live {
    count: u32,
    codes: u32,
}

/// When and why a variable got its value.
#[derive(Clone, Copy, Debug)]
struct Origin {
    level: u32,
    reason: Reason,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// For each literal 1 if it is true, -1 if it is false, 0 if it is open.
    values: Vec<i8>,
    origins: Vec<Origin>,
    /// For each item that needs a true literal.
    live: Vec<Live>,
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
    pub(super) fn rebuild(&mut self, cover: &Cover) -> Option<Conflict> {
        let variables = cover.variable_count();
        self.values.clear();
        self.values.resize(2 * variables, 0);
        self.origins.clear();
        self.origins.resize(variables, Origin { level: 0, reason: Reason::Decided });
        self.literals.clear();
        self.literals.reserve(variables);
        self.starts.clear();
        self.head = 0;
        self.options = cover.option_count() as u32;
        self.updates = 0;
        self.work = 0;
        self.live.clear();
        self.live.resize(cover.exact_count(), Live::default());
        for item in 0..cover.exact_count() {
            let members = cover.members(item as u32);
            let codes = members.iter().fold(0, |codes, member| codes ^ member.code());
            self.live[item] = Live { count: members.len() as u32, codes };
            match members {
                [] => return Some(Conflict::Item(item as u32)),
                &[last] if self.is_open(last) => self.assign(last, Reason::Item(item as u32)),
                _ => {}
            }
        }
        None
    }

    pub(super) fn is_open(&self, literal: Literal) -> bool {
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
        self.origins[literal.slot()].level
    }

    /// Why a literal, or its negation, is true.
    pub(super) fn reason_of(&self, literal: Literal) -> Reason {
        self.origins[literal.slot()].reason
    }

    /// A reason has moved.
    pub(super) fn set_reason(&mut self, literal: Literal, reason: Reason) {
        self.origins[literal.slot()].reason = reason;
    }

    /// How tight an option's primary items are: each counts by the square of one over what it has left.
    pub(super) fn tightness(&self, option: u32, cover: &Cover) -> f64 {
        let items = cover.items_of(Literal::chosen(option)).iter();
        let live = items.map_while(|&item| self.live.get(item as usize));
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
        self.assign(literal, Reason::Decided);
    }

    /// Makes an open literal true at the deepest level.
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        self.values[literal.index()] = 1;
        self.values[literal.negated().index()] = -1;
        self.origins[literal.slot()] = Origin { level: self.level(), reason };
        self.literals.push(literal);
    }

    /// Draws every consequence of what is true, or stops at the first contradiction.
    pub(super) fn propagate(&mut self, cover: &Cover, clauses: &mut Clauses) -> Result<(), Conflict> {
        while let Some(&literal) = self.literals.get(self.head) {
            self.head += 1;
            self.work += 1;
            self.updates += u64::from(!literal.is_chosen() && literal.variable() < self.options);
            self.leave_items(literal.negated(), cover)?;
            self.remove_rivals(literal, cover)?;
            clauses.propagate(literal, self)?;
        }
        Ok(())
    }

    /// A literal became false. An item that has only one left takes that one.
    fn leave_items(&mut self, literal: Literal, cover: &Cover) -> Result<(), Conflict> {
        // All items are left before a contradiction is told: `backtrack` enters all of them again.
        let mut outcome = Ok(());
        for &item in cover.items_of(literal) {
            let Some(live) = self.live.get_mut(item as usize) else {
                break;
            };
            live.count -= 1;
            live.codes ^= literal.code();
            if live.count == 1 {
                let last = Literal::from_code(live.codes);
                if self.is_open(last) {
                    self.assign(last, Reason::Item(item));
                } else if self.is_false(last) {
                    outcome = Err(Conflict::Item(item));
                }
            }
        }
        outcome
    }

    /// A literal became true. Those that share an item with it are false.
    fn remove_rivals(&mut self, literal: Literal, cover: &Cover) -> Result<(), Conflict> {
        let reason = Reason::Rival(literal.negated());
        for &item in cover.items_of(literal) {
            let members = cover.members(item);
            self.work += members.len() as u64;
            for &rival in members {
                if self.is_open(rival) {
                    self.assign(rival.negated(), reason);
                } else if self.is_true(rival) && rival != literal {
                    return Err(Conflict::Rivals(literal, rival));
                }
            }
        }
        Ok(())
    }

    /// Takes back everything above a level, and tells `reopened` of each literal that was true there.
    pub(super) fn backtrack(&mut self, level: u32, cover: &Cover, mut reopened: impl FnMut(Literal)) {
        let Some(&start) = self.starts.get(level as usize) else {
            return;
        };
        let start = start as usize;
        for place in (start..self.literals.len()).rev() {
            let literal = self.literals[place];
            if place < self.head {
                self.enter_items(literal.negated(), cover);
            }
            self.values[literal.index()] = 0;
            self.values[literal.negated().index()] = 0;
            reopened(literal);
        }
        self.literals.truncate(start);
        self.starts.truncate(level as usize);
        self.head = self.head.min(start);
    }

    /// Undoes [`leave_items`](Self::leave_items).
    fn enter_items(&mut self, literal: Literal, cover: &Cover) {
        for &item in cover.items_of(literal) {
            let Some(live) = self.live.get_mut(item as usize) else {
                break;
            };
            live.count += 1;
            live.codes ^= literal.code();
        }
    }
}
