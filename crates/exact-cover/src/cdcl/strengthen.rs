//! Strengthening of learnt clauses by at-most-one items.
//!
//! If a clause has the removal of an option, and an option that this one excludes, the second literal is redundant: when the
//! first one is false, the option is chosen, so the second one is false, too. A step of resolution with "the chosen option excludes
//! the other" (for binary clauses: Audemard & Simon, Glucose 2009). [`minimize`](super::minimize) drops such a literal only if the
//! chosen option is its reason. Here it may have become false earlier.

use super::graph::ImplicationGraph;
use super::literal::Literal;
use super::number_set::NumberSet;

/// Strengthening with reusable memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Strengthener {
    /// Scratch: codes of the literals that a literal of the clause excludes when it is false.
    excluded: NumberSet,
    work: u64,
}

impl Strengthener {
    /// Restarts for a number of variables, and reuses the memory.
    pub(super) fn rebuild(&mut self, variables: usize) {
        self.excluded.rebuild(2 * variables);
        self.work = 0;
    }

    /// Number of literals visited so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Drops the literals that another literal of the clause makes redundant. Keeps the first one.
    pub(super) fn strengthen(&mut self, clause: &mut Vec<Literal>, graph: ImplicationGraph<'_>) {
        self.excluded.clear();
        for literal in clause.iter().filter(|literal| !literal.is_chosen()) {
            let rivals = graph.rivals_of(literal.negated());
            self.work += rivals.len() as u64;
            for rival in rivals {
                self.excluded.insert(rival.code());
            }
        }
        let mut is_first = true;
        clause.retain(|literal| std::mem::take(&mut is_first) || !self.excluded.contains(literal.code()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::instance::Instance;
    use crate::cdcl::trail::Trail;
    use crate::problem::{Item, Problem};

    #[test]
    fn options_that_a_removed_option_excludes_are_dropped_but_the_first_literal() {
        // Options 0 and 1 exclude each other.
        let mut problem = Problem::new(2, 0).expect("few items");
        for item in [0, 0, 1] {
            problem.add_option([Item(item)]).expect("valid option");
        }
        let mut instance = Instance::default();
        instance.rebuild(&problem);
        let trail = Trail::default();
        let mut strengthener = Strengthener::default();
        strengthener.rebuild(3);
        let [first, second, third] = [0, 1, 2].map(Literal::chosen);
        for (clause, expected) in [
            (&[third, first.negated(), second][..], &[third, first.negated()][..]),
            (&[third, first, second], &[third, first, second]),
            (&[third, first.negated(), second.negated()], &[third, first.negated(), second.negated()]),
            (&[second, first.negated()], &[second, first.negated()]),
        ] {
            let mut strengthened = clause.to_vec();
            strengthener.strengthen(&mut strengthened, ImplicationGraph::new(&instance, &trail));
            assert_eq!(strengthened, expected);
        }
    }
}
