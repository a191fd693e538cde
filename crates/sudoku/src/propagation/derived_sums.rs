//! Sums that follow from houses and other sums: the rule of 45.
//!
//! The digits of an exact house have a known total. From the total of some houses that share no cell, subtract the sums of some cages that share no
//! cell either: the cells of the houses that no cage has (innies) minus the cells of the cages outside of the houses (outies) have a known total.
//!
//! Derived sums only shorten the search. So their work has a bound: small unions of houses come first, and the unions beyond it are left out.

use std::collections::BTreeSet;
use std::vec::IntoIter;

use super::model::Model;
use crate::model::{Cell, HouseKind, Rules, Sum, Term};

/// Largest number of cells of a derived sum with the same factor whose cells all differ, or of which one is in no cage.
const ONE_SIDED_MAX: usize = 8;

/// Largest number of cells of any other derived sum.
const MIXED_MAX: usize = 6;

/// Number of cells for each derived sum that is kept. With a sum for every cell, hard cages take twice as long, because most sums of
/// many cells exclude nothing; with one for eight cells, the search has more nodes.
const CELLS_OF_DERIVED: usize = 4;

/// Work after which no further union is used: twice as much as cages that cover a 36x36 need.
const WORK_MAX: u64 = 1 << 19;

/// Number of visits of cells that take a unit of work.
const VISITS_OF_WORK: usize = 16;

/// Number of visits that sorting a cage takes.
const SORTING_VISITS: usize = 16;

/// Number of regions up to which two and three of them are joined.
const FEW_REGIONS_MAX: usize = 16;

/// Derives sums from cages and unions of exact houses, a union after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct SumDerivation {
    /// The cages, which are sums without factors: sorted, each once.
    cages: Vec<Sum>,
    /// Whether each cell is in a cage.
    in_cage: Vec<bool>,
    /// Indices of the houses of each union that was not used yet.
    unions: IntoIter<Vec<usize>>,
    derived: BTreeSet<Sum>,
    work: u64,
}

impl SumDerivation {
    pub(super) fn new(rules: &Rules, mut cages: Vec<Sum>) -> Self {
        cages.sort();
        cages.dedup();
        let mut in_cage = vec![false; rules.layout().cell_count()];
        cages.iter().flat_map(Sum::cells).for_each(|cell| in_cage[cell.index()] = true);
        let mut unions = unions_of_houses(rules);
        unions.sort_by_key(Vec::len);
        Self { cages, in_cage, unions: unions.into_iter(), derived: BTreeSet::new(), work: 0 }
    }

    /// Work so far, in steps of a search.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Uses the next union of houses. Returns whether there was one within the bound on the work.
    pub(super) fn step(&mut self, model: &Model) -> bool {
        let Some(houses) = self.unions.next().filter(|_| self.work < WORK_MAX) else { return false };
        let mut inside = vec![false; model.cell_count];
        let cells = houses.iter().flat_map(|&house| &model.houses[house].cells);
        let are_disjoint =
            cells.into_iter().all(|&cell| !std::mem::replace(&mut inside[usize::from(cell)], true));
        self.work += (model.cell_count / VISITS_OF_WORK) as u64;
        if are_disjoint {
            let digits = model.digits as i64;
            let total = digits * (digits + 1) / 2 * houses.len() as i64;
            let order = self.cages_by_cells_outside(&inside);
            // First subtracts the cages that are mostly inside, which leaves innies; then all cages that are partly inside, which leaves outies.
            for is_covering in [false, true] {
                self.subtract(model, &inside, total, &order, is_covering);
            }
        }
        true
    }

    /// Indices of the cages that have a cell inside, with the number of their cells outside: few ones first.
    fn cages_by_cells_outside(&mut self, inside: &[bool]) -> Vec<(usize, usize)> {
        let mut order = Vec::new();
        let mut visits = 0;
        for (index, cage) in self.cages.iter().enumerate() {
            visits += cage.terms.len();
            let outside = cage.cells().filter(|cell| !inside[cell.index()]).count();
            if outside < cage.terms.len() {
                order.push((outside, index));
            }
        }
        order.sort_by_key(|&(outside, index)| (outside, usize::MAX - self.cages[index].terms.len()));
        self.work += ((visits + SORTING_VISITS * order.len()) / VISITS_OF_WORK) as u64;
        order
    }

    /// Subtracts cages from the cells inside, as many as possible, and keeps the sum that is left if it is useful.
    fn subtract(
        &mut self,
        model: &Model,
        inside: &[bool],
        mut total: i64,
        order: &[(usize, usize)],
        is_covering: bool,
    ) {
        let mut factors: Vec<i32> = inside.iter().map(|&is_inside| i32::from(is_inside)).collect();
        for &(outside, index) in order {
            let cage = &self.cages[index];
            let is_used = is_covering || cage.terms.len() - outside > outside;
            // Each cell is subtracted once at most, and no cell outside is subtracted twice.
            let is_free = |cell: Cell| factors[cell.index()] == i32::from(inside[cell.index()]);
            if is_used && cage.cells().all(is_free) {
                cage.cells().for_each(|cell| factors[cell.index()] -= 1);
                total -= cage.total;
            }
        }
        self.work += (2 * inside.len() / VISITS_OF_WORK) as u64;
        let terms = (0..).map(Cell).zip(&factors).filter(|&(_, &factor)| factor != 0);
        let sum = Sum { terms: terms.map(|(cell, &factor)| Term { cell, factor }).collect(), total };
        if !sum.terms.is_empty() && self.is_useful(model, &sum.terms) && self.is_new(&sum) {
            self.derived.insert(sum);
        }
    }

    fn is_useful(&self, model: &Model, terms: &[Term]) -> bool {
        let is_one_sided = || terms.iter().all(|term| term.factor == terms[0].factor);
        let is_clique = || {
            let mut cells = terms.iter().map(|term| term.cell.0).enumerate();
            cells.all(|(at, one)| terms[..at].iter().all(|other| model.is_peer(one, other.cell.0)))
        };
        let has_free_cell = || terms.iter().any(|term| !self.in_cage[term.cell.index()]);
        terms.len() <= MIXED_MAX
            || terms.len() <= ONE_SIDED_MAX && is_one_sided() && (has_free_cell() || is_clique())
    }

    /// Whether no cage has these cells.
    fn is_new(&self, sum: &Sum) -> bool {
        self.cages.binary_search_by(|cage| cage.cells().cmp(sum.cells())).is_err()
    }

    /// The derived sums of few cells.
    pub(super) fn finish(self) -> Vec<Sum> {
        let mut derived: Vec<Sum> = self.derived.into_iter().collect();
        derived.sort_by_key(|sum| sum.terms.len());
        derived.truncate(self.in_cage.len() / CELLS_OF_DERIVED);
        derived
    }
}

/// Runs of rows and of columns, and up to three of the other exact houses, by the indices of their houses. They may share cells.
fn unions_of_houses(rules: &Rules) -> Vec<Vec<usize>> {
    let of_kind = |is_kind: &dyn Fn(HouseKind) -> bool| -> Vec<usize> {
        let houses = rules.layout().houses().enumerate();
        let exact = houses.filter(|(house, it)| rules.is_exact(*house) && is_kind(it.name.kind));
        exact.map(|(index, _)| index).collect()
    };
    let mut unions = Vec::new();
    for kind in [HouseKind::Row, HouseKind::Column] {
        let lines = of_kind(&|other| other == kind);
        for first in 0..lines.len() {
            unions.extend((first + 1..=lines.len()).map(|end| lines[first..end].to_vec()));
        }
    }
    let regions = of_kind(&|kind| !matches!(kind, HouseKind::Row | HouseKind::Column));
    let is_few = regions.len() <= FEW_REGIONS_MAX;
    for (at, &first) in regions.iter().enumerate() {
        unions.push(vec![first]);
        for (then, &second) in regions.iter().enumerate().skip(at + 1).take_while(|_| is_few) {
            unions.push(vec![first, second]);
            unions.extend(regions[then + 1..].iter().map(|&third| vec![first, second, third]));
        }
    }
    unions
}
