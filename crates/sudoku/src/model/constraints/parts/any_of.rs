//! Lists of parts of which at least one holds.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{AnyPart, Fact, Part, Statement, state_false};
use crate::model::cell::Cell;
use crate::model::constraints::relation::{RelatedPair, Relation};
use crate::model::digit::{Digit, DigitSet};

/// Largest number of times that [`filter`](Part::filter) applies all parts of a list. Complete digits need one.
const PASSES_MAX: usize = 3;

/// Largest number of statements whose variables are counted: more than a formula has.
const STATEMENTS_MAX: usize = 1 << 20;

/// Lists of parts. The digits meet all parts of one list, or more lists.
///
/// A filter applies the parts of each list by themselves, and keeps the candidates that a list without a contradiction leaves: constructive
/// disjunction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnyOf {
    /// The cells of all lists, in ascending order.
    cells: Vec<Cell>,
    digits: usize,
    lists: Arc<[PartList]>,
}

/// Masks, pairs and other parts that hold together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PartList {
    /// Cells with their allowed digits, which are not all digits.
    masks: Vec<(Cell, DigitSet)>,
    relations: Vec<Relation>,
    pairs: Vec<RelatedPair>,
    parts: Vec<AnyPart>,
}

impl PartList {
    /// The list with these allowed digits of each cell, and these pairs and other parts. `None` if no digits meet it.
    pub(crate) fn new(
        masks: Vec<DigitSet>,
        relations: Vec<Relation>,
        pairs: Vec<RelatedPair>,
        parts: Vec<AnyPart>,
        digits: usize,
    ) -> Option<Self> {
        let all = DigitSet::all(digits);
        let cells = (0..).map(Cell).zip(masks);
        let masks: Vec<(Cell, DigitSet)> = cells.filter(|(_, mask)| *mask != all).collect();
        let is_possible = masks.iter().all(|(_, mask)| !mask.is_empty());
        let excludes_some = |relation: &Relation| relation.seconds.iter().any(|&row| row != all);
        let pairs = pairs.into_iter().filter(|pair| excludes_some(&relations[pair.relation])).collect();
        is_possible.then_some(Self { masks, relations, pairs, parts })
    }

    /// Whether all digits meet it.
    pub(crate) fn is_empty(&self) -> bool {
        self.masks.is_empty() && self.pairs.is_empty() && self.parts.is_empty()
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let of_masks = self.masks.iter().map(|(cell, _)| *cell);
        let of_pairs = self.pairs.iter().flat_map(|pair| [pair.first, pair.second]);
        let of_parts = self.parts.iter().flat_map(|part| part.cells().iter().copied());
        of_masks.chain(of_pairs).chain(of_parts)
    }

    fn size(&self) -> usize {
        self.masks.len() + 2 * self.pairs.len() + self.parts.iter().map(Part::size).sum::<usize>()
    }

    fn heap_bytes(&self) -> usize {
        let relations: usize =
            self.relations.iter().map(|relation| 2 * size_of::<DigitSet>() * relation.seconds.len()).sum();
        let of_part = |part: &AnyPart| size_of::<AnyPart>() + size_of_val(part.cells()) + part.heap_bytes();
        relations
            + size_of_val(&*self.masks)
            + size_of_val(&*self.pairs)
            + self.parts.iter().map(of_part).sum::<usize>()
    }

    /// Removes the candidates of `cells` that the parts of this list exclude. Returns whether there may be digits that meet it.
    fn filter(&self, cells: &[Cell], masks: &mut [u64]) -> bool {
        let place = |cell: Cell| cells.binary_search(&cell).unwrap_or_default();
        for &(cell, mask) in &self.masks {
            masks[place(cell)] &= mask.bits();
        }
        let mut of_part: Vec<u64> = Vec::new();
        for _ in 0..PASSES_MAX {
            let mut has_changed = false;
            for pair in &self.pairs {
                let Relation { seconds, firsts } = &self.relations[pair.relation];
                let (first, second) = (place(pair.first), place(pair.second));
                for (one, other, partners) in [(first, second, seconds), (second, first, firsts)] {
                    let partner_bits =
                        DigitSet::from_bits(masks[one]).digits().map(|digit| partners[digit.index()].bits());
                    let supported = partner_bits.fold(0, |all, bits| all | bits);
                    has_changed |= masks[other] & !supported != 0;
                    masks[other] &= supported;
                }
                if masks[first] == 0 || masks[second] == 0 {
                    return false;
                }
            }
            for part in &self.parts {
                of_part.clear();
                of_part.extend(part.cells().iter().map(|&cell| masks[place(cell)]));
                if !part.filter(&mut of_part) {
                    return false;
                }
                for (&cell, &mask) in part.cells().iter().zip(&of_part) {
                    let known = &mut masks[place(cell)];
                    has_changed |= *known != mask;
                    *known = mask;
                }
            }
            if !has_changed {
                break;
            }
        }
        masks.iter().all(|&mask| mask != 0)
    }

    /// As [`Part::state_broken`]: the lines of a formula of the pairs, the other parts and the masks.
    fn state_broken<E>(
        &self,
        digits: usize,
        used: &mut usize,
        visit: &mut dyn FnMut(Statement<'_>) -> Result<(), E>,
    ) -> Result<Vec<Fact>, E> {
        let mut reasons: Vec<Fact> = Vec::new();
        let mut visit = |statement: Statement<'_>| visit(statement);
        for pair in &self.pairs {
            for (first, allowed) in Digit::all(digits).zip(&self.relations[pair.relation].seconds) {
                for second in Digit::all(digits).filter(|&second| !allowed.contains(second)) {
                    let both = [Fact::Candidate(pair.first, first), Fact::Candidate(pair.second, second)];
                    reasons.push(state_false(&both, &[], used, &mut visit)?);
                }
            }
        }
        for part in &self.parts {
            part.state_broken(digits, used, &mut reasons, &mut visit)?;
        }
        for &(cell, mask) in &self.masks {
            for digit in DigitSet::all(digits).difference(mask).digits() {
                reasons.push(state_false(&[Fact::Candidate(cell, digit)], &[], used, &mut visit)?);
            }
        }
        Ok(reasons)
    }
}

impl AnyOf {
    /// The part of these lists, none of which is empty.
    pub(crate) fn new(lists: Vec<PartList>, digits: usize) -> Self {
        let cells: BTreeSet<Cell> = lists.iter().flat_map(PartList::cells).collect();
        Self { cells: cells.into_iter().collect(), digits, lists: lists.into() }
    }

    /// States, for each list, a variable that is true exactly if the list is broken; then that not all lists are.
    fn state_lists<E>(
        &self,
        digits: usize,
        visit: &mut dyn FnMut(Statement<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut used, mut broken) = (0, Vec::with_capacity(self.lists.len()));
        for list in &*self.lists {
            let reasons = list.state_broken(digits, &mut used, visit)?;
            let of_list = Fact::Auxiliary(used);
            used += 1;
            for &reason in &reasons {
                visit(Statement::Implies(&[reason], &[of_list]))?;
            }
            visit(Statement::Implies(&[of_list], &reasons))?;
            broken.push(of_list);
        }
        visit(Statement::Implies(&broken, &[]))
    }
}

impl Part for AnyOf {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn size(&self) -> usize {
        self.cells.len() + self.lists.iter().map(PartList::size).sum::<usize>()
    }

    fn heap_bytes(&self) -> usize {
        self.lists.iter().map(|list| size_of::<PartList>() + list.heap_bytes()).sum()
    }

    fn filter(&self, masks: &mut [u64]) -> bool {
        let mut left = vec![0; masks.len()];
        let mut of_list = Vec::with_capacity(masks.len());
        for list in &*self.lists {
            of_list.clear();
            of_list.extend_from_slice(masks);
            if list.filter(&self.cells, &mut of_list) {
                left.iter_mut().zip(&of_list).for_each(|(left, mask)| *left |= mask);
                if *left == *masks {
                    return true;
                }
            }
        }
        masks.copy_from_slice(&left);
        masks.iter().all(|&mask| mask != 0)
    }

    /// More than two: its statements have auxiliary variables.
    fn width(&self) -> usize {
        3
    }

    /// None by itself: the [statements](Self::state) say all.
    fn forbid<E>(&self, _: usize, _: impl FnMut(&[(Cell, Digit)]) -> Result<(), E>) -> Result<(), E> {
        Ok(())
    }

    /// Counts the variables up to a number of statements that no formula has.
    fn auxiliary_count(&self) -> usize {
        let (mut statements, mut count) = (0, 0);
        let counted = self.state_lists(self.digits, &mut |statement| {
            statements += 1;
            if let Statement::Implies(condition, next) = statement {
                let indices = condition.iter().chain(next).filter_map(|fact| match fact {
                    Fact::Auxiliary(index) => Some(index + 1),
                    Fact::Candidate(..) => None,
                });
                count = indices.fold(count, usize::max);
            }
            if statements < STATEMENTS_MAX { Ok(()) } else { Err(()) }
        });
        if counted.is_ok() { count } else { STATEMENTS_MAX + 1 }
    }

    fn state<E>(
        &self,
        digits: usize,
        mut visit: impl FnMut(Statement<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.state_lists(digits, &mut visit)
    }

    fn work(&self) -> u64 {
        let of_list = |list: &PartList| {
            let parts = list.parts.iter().map(|part| part.work() + part.cells().len() as u64);
            list.masks.len() as u64 + 2 * list.pairs.len() as u64 + parts.sum::<u64>()
        };
        self.cells.len() as u64 + self.lists.iter().map(of_list).sum::<u64>()
    }
}
