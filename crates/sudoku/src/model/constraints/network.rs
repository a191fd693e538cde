//! Constraints as masks, houses, relations, sums and tables: the parts that the engines search with.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::model::cell::Cell;
use crate::model::digit::{Digit, DigitSet};

/// Allowed pairs of digits of two cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Relation {
    /// For each digit of the first cell, the allowed digits of the second cell.
    pub seconds: Vec<DigitSet>,
    /// For each digit of the second cell, the allowed digits of the first cell.
    pub firsts: Vec<DigitSet>,
}

/// Two cells in a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RelatedPair {
    /// The first cell.
    pub first: Cell,
    /// The second cell, a later one.
    pub second: Cell,
    /// Index of the relation in [`Network::relations`].
    pub relation: usize,
}

/// A cell of a sum, with its factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Term {
    /// The cell.
    pub cell: Cell,
    /// The factor, which is not 0.
    pub factor: i32,
}

/// Digits of cells, each times its factor, that add up to a total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    /// The terms, ordered by cell, each cell once.
    pub terms: Vec<Term>,
    /// The total.
    pub total: i64,
}

/// Allowed digits of two to four cells together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    /// The cells, each once.
    pub cells: Vec<Cell>,
    /// The allowed digits of these cells, in their order.
    pub tuples: Vec<Vec<Digit>>,
}

/// Constraints that are neither houses nor masks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Network {
    /// The relations, each once.
    pub relations: Vec<Relation>,
    /// Pairs of cells in relations, each once, the first cell before the second.
    pub pairs: Vec<RelatedPair>,
    /// The sums.
    pub sums: Vec<Sum>,
    /// The tables.
    pub tables: Vec<Table>,
}

impl Network {
    /// Whether there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty() && self.sums.is_empty() && self.tables.is_empty()
    }

    /// Bytes of its tables.
    pub(crate) fn heap_bytes(&self) -> usize {
        let relations: usize =
            self.relations.iter().map(|relation| 2 * size_of::<DigitSet>() * relation.seconds.len()).sum();
        let sums: usize =
            self.sums.iter().map(|sum| size_of::<Sum>() + size_of::<Term>() * sum.terms.len()).sum();
        let tables: usize =
            self.tables.iter().map(|table| size_of::<Table>() + 40 * table.tuples.len()).sum();
        relations + size_of::<RelatedPair>() * self.pairs.len() + sums + tables
    }
}

/// Largest size of the parts of all constraints of a puzzle: cells of houses and pairs, terms of sums, and digits of tables.
pub const PARTS_MAX: usize = 200_000;

/// Collects the parts of all constraints of a puzzle.
#[derive(Debug)]
pub(crate) struct NetworkBuilder {
    digits: usize,
    /// Size of the parts added; those beyond [`PARTS_MAX`] are left out.
    size: usize,
    /// Allowed digits of each cell.
    masks: Vec<DigitSet>,
    /// Groups of three or more cells in which no digit repeats, in the order of the constraints, with the index of the constraint.
    houses: Vec<(usize, Vec<Cell>)>,
    /// Related cells, in ascending order, with the allowed digits of the second one for each digit of the first one.
    relations: BTreeMap<[Cell; 2], Vec<DigitSet>>,
    sums: Vec<Sum>,
    tables: Vec<Table>,
    /// Index of the constraint whose parts are added.
    constraint: usize,
}

impl NetworkBuilder {
    /// Without any part, for this many cells and digits.
    pub(crate) fn new(cells: usize, digits: usize) -> Self {
        Self {
            digits,
            size: 0,
            masks: vec![DigitSet::all(digits); cells],
            houses: Vec::new(),
            relations: BTreeMap::new(),
            sums: Vec::new(),
            tables: Vec::new(),
            constraint: 0,
        }
    }

    /// Names the constraint whose parts follow.
    pub(crate) fn begin_constraint(&mut self, index: usize) {
        self.constraint = index;
    }

    /// Counts a part of this size. Returns whether it still fits.
    fn admit(&mut self, size: usize) -> bool {
        self.size += size;
        self.size <= PARTS_MAX
    }

    /// Restricts a cell to the digits for which `allows` is true.
    pub(crate) fn restrict(&mut self, cell: Cell, mut allows: impl FnMut(usize) -> bool) {
        let allowed = Digit::all(self.digits).filter(|digit| allows(digit.value()));
        let allowed = allowed.fold(DigitSet::default(), DigitSet::with);
        let mask = &mut self.masks[cell.index()];
        *mask = mask.intersection(allowed);
    }

    /// Adds a group of cells in which no digit repeats. A cell that occurs twice contradicts itself.
    pub(crate) fn distinct(&mut self, cells: &[Cell]) {
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        for repeated in sorted.windows(2).filter(|pair| pair[0] == pair[1]) {
            self.restrict(repeated[0], |_| false);
        }
        sorted.dedup();
        match *sorted {
            [] | [_] => {}
            [one, other] => self.relate(one, other, |a, b| a != b),
            // More cells than digits: no grid has them all different.
            _ if sorted.len() > self.digits => self.restrict(sorted[0], |_| false),
            _ if self.admit(sorted.len()) => self.houses.push((self.constraint, sorted)),
            _ => {}
        }
    }

    /// Allows two cells only the digits for which `allows` is true. With `first` = `second`, it must be true of the digit twice.
    pub(crate) fn relate(&mut self, first: Cell, second: Cell, mut allows: impl FnMut(usize, usize) -> bool) {
        if first == second {
            self.restrict(first, |digit| allows(digit, digit));
            return;
        }
        if !self.admit(2) {
            return;
        }
        let is_ordered = first < second;
        let pair = if is_ordered { [first, second] } else { [second, first] };
        let seconds =
            self.relations.entry(pair).or_insert_with(|| vec![DigitSet::all(self.digits); self.digits]);
        for (one, seconds) in Digit::all(self.digits).zip(seconds) {
            let allows = |other: &Digit| match is_ordered {
                true => allows(one.value(), other.value()),
                false => allows(other.value(), one.value()),
            };
            *seconds = seconds.digits().filter(allows).collect();
        }
    }

    /// Adds a sum. The factors of a cell that occurs several times add up.
    pub(crate) fn sum(&mut self, terms: impl IntoIterator<Item = (Cell, i32)>, total: i64) {
        let mut terms: Vec<Term> = terms.into_iter().map(|(cell, factor)| Term { cell, factor }).collect();
        terms.sort_unstable();
        terms.dedup_by(|next, kept| {
            let is_same = next.cell == kept.cell;
            if is_same {
                kept.factor += next.factor;
            }
            is_same
        });
        terms.retain(|term| term.factor != 0);
        match *terms {
            [] if total == 0 => {}
            [] => {
                if let Some(mask) = self.masks.first_mut() {
                    *mask = DigitSet::default();
                }
            }
            [Term { cell, factor }] => {
                self.restrict(cell, |digit| i64::from(factor) * digit as i64 == total);
            }
            [one, other] => self.relate(one.cell, other.cell, |a, b| {
                i64::from(one.factor) * a as i64 + i64::from(other.factor) * b as i64 == total
            }),
            _ if self.admit(terms.len()) => self.sums.push(Sum { terms, total }),
            _ => {}
        }
    }

    /// Allows two to four different cells only these digits.
    pub(crate) fn table(&mut self, cells: &[Cell], tuples: &[Vec<Digit>]) {
        for (at, &cell) in cells.iter().enumerate() {
            self.restrict(cell, |digit| tuples.iter().any(|tuple| tuple[at].value() == digit));
        }
        match *cells {
            [_] => {}
            [one, other] => {
                let pairs: BTreeSet<[usize; 2]> =
                    tuples.iter().map(|tuple| [tuple[0].value(), tuple[1].value()]).collect();
                self.relate(one, other, |a, b| pairs.contains(&[a, b]));
            }
            _ if self.admit(cells.len() * tuples.len()) => {
                self.tables.push(Table { cells: cells.to_vec(), tuples: tuples.to_vec() });
            }
            _ => {}
        }
    }

    /// The collected parts; `None` if they are larger than [`PARTS_MAX`].
    pub(crate) fn finish(self) -> Option<Parts> {
        let mut network = Network { sums: self.sums, tables: self.tables, ..Network::default() };
        let mut numbers: HashMap<Vec<DigitSet>, usize> = HashMap::new();
        for ([first, second], seconds) in self.relations {
            let relation = *numbers.entry(seconds).or_insert_with_key(|seconds| {
                network.relations.push(Relation { firsts: transposed(seconds), seconds: seconds.clone() });
                network.relations.len() - 1
            });
            network.pairs.push(RelatedPair { first, second, relation });
        }
        let parts = Parts { masks: self.masks, houses: self.houses, network };
        (self.size <= PARTS_MAX).then_some(parts)
    }
}

/// For each digit of the second cell, the allowed digits of the first cell.
fn transposed(seconds: &[DigitSet]) -> Vec<DigitSet> {
    let all = || Digit::all(seconds.len());
    let firsts = |second: Digit| all().filter(|first| seconds[first.index()].contains(second)).collect();
    all().map(firsts).collect()
}

/// The parts of all constraints of a puzzle.
#[derive(Debug)]
pub(crate) struct Parts {
    /// Allowed digits of each cell.
    pub masks: Vec<DigitSet>,
    /// Groups of three or more cells in which no digit repeats, with the index of their constraint.
    pub houses: Vec<(usize, Vec<Cell>)>,
    /// The rest.
    pub network: Network,
}
