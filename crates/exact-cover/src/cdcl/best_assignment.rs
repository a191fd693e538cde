//! The longest assignment without conflict so far, which guides decisions.
//!
//! A problem with many solutions is solved sooner if the search returns to the assignment that came nearest to a solution,
//! and repairs it: *best phases* (Biere & Fleury, "Chasing target phases", 2020). A SAT solver saves for each variable
//! whether it was true. Here most variables are false, which says little. So the options are saved by the items that they
//! cover: with the item of an option, a decision finds the option that covered it.

use super::instance::Instance;
use super::literal::Literal;

/// Option of an item that none has covered yet.
const NO_OPTION: u32 = u32::MAX;

/// Option that covers each item in the longest assignment without conflict.
#[derive(Clone, Debug, Default)]
pub(super) struct BestAssignment {
    /// For each exactly-one item; the option of an earlier assignment if the longest one leaves the item uncovered.
    options: Vec<u32>,
    /// Number of literals of the assignment.
    len: usize,
}

impl BestAssignment {
    /// Restarts with a number of exactly-one items, and reuses the memory.
    pub(super) fn rebuild(&mut self, items: usize) {
        self.options.clear();
        self.options.resize(items, NO_OPTION);
        self.len = 0;
    }

    /// Records an assignment without conflict if it is the longest one so far.
    pub(super) fn record(&mut self, literals: &[Literal], instance: &Instance) {
        if literals.len() <= self.len {
            return;
        }
        self.len = literals.len();
        let options = instance.option_count();
        for literal in literals.iter().filter(|literal| literal.is_chosen()) {
            if literal.variable_index() < options {
                for &item in instance.items_of(*literal) {
                    let Some(option) = self.options.get_mut(item as usize) else { break };
                    *option = literal.variable();
                }
            }
        }
    }

    /// Options that cover the items of an option in the assignment. They contain the option, or exclude it.
    pub(super) fn options_for(&self, option: u32, instance: &Instance) -> impl Iterator<Item = u32> {
        let items = instance.items_of(Literal::chosen(option)).iter();
        let options = items.map_while(|&item| self.options.get(item as usize).copied());
        options.filter(|&option| option != NO_OPTION)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Item, Problem};

    #[test]
    fn longer_assignment_replaces_the_options_of_its_items() {
        // Options 0 and 1 cover items 0 and 1, option 2 covers both, option 3 covers item 2.
        let mut problem = Problem::new(3, 0).expect("few items");
        for items in [&[0][..], &[1], &[0, 1], &[2]] {
            let entries: Vec<_> = items.iter().map(|&item| Item(item)).collect();
            problem.add_option(&entries).expect("valid option");
        }
        let mut instance = Instance::default();
        instance.rebuild(&problem);
        let mut best = BestAssignment::default();
        best.rebuild(instance.exactly_one_count());
        let chosen = Literal::chosen;
        best.record(&[chosen(0), chosen(1), Literal::removed(2)], &instance);
        assert_eq!(best.options_for(2, &instance).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(best.options_for(3, &instance).count(), 0);
        best.record(&[chosen(2), chosen(3)], &instance);
        assert_eq!(best.options_for(2, &instance).collect::<Vec<_>>(), [0, 1], "shorter");
        best.record(&[chosen(2), Literal::removed(0), Literal::removed(1), chosen(3)], &instance);
        assert_eq!(best.options_for(0, &instance).collect::<Vec<_>>(), [2]);
        assert_eq!(best.options_for(3, &instance).collect::<Vec<_>>(), [3]);
    }
}
