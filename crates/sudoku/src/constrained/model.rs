//! The rules of a puzzle, compiled for propagation.

use std::collections::{BTreeSet, HashMap};

use super::derived_sums::{Cage, derive_sums};
use super::houses::House;
use super::pending::NumberSet;
use super::relations::{Arc, Support};
use super::subsets::Subsets;
use super::sum_groups::Group;
use super::sums::LinearSum;
use super::tables::AllowedTuples;
use crate::bits::set_bits;
use crate::model::{HouseKind, Rules, Sum};

/// Largest number of cells of a sum for which large groups are looked for from each cell.
const STARTS_MAX: usize = 48;

/// Houses, relations, sums and tables of a puzzle.
///
/// The rules have numbers in the order in which they are applied: the relations of each cell, the houses, the sums, the tables, the places of
/// digits in houses.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) cell_count: usize,
    pub(super) digits: usize,
    /// Cells with another digit, for each cell.
    pub(super) peers: Vec<Vec<u16>>,
    /// The peers of each cell as bits: as many words for each cell as the cells need.
    pub(super) peer_sets: Vec<u64>,
    /// Related cells of each cell.
    pub(super) arcs: Vec<Vec<Arc>>,
    pub(super) supports: Vec<Support>,
    pub(super) houses: Vec<House>,
    pub(super) sums: Vec<LinearSum>,
    pub(super) tables: Vec<AllowedTuples>,
    pub(super) subsets: &'static Subsets,
    /// Indices of the houses of each cell.
    pub(super) houses_of: Vec<Vec<u32>>,
    /// Numbers of the rules of each cell.
    pub(super) rules_of: Vec<NumberSet>,
}

/// Number of the first rule of each kind, and of all rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleNumbers {
    pub(super) houses: u32,
    pub(super) sums: u32,
    pub(super) tables: u32,
    pub(super) places: u32,
    pub(super) count: u32,
}

impl Model {
    /// Compiles the rules.
    pub(super) fn new(rules: &Rules) -> Self {
        let (layout, network, digits) = (rules.layout(), rules.network(), rules.digit_count());
        let cell_count = layout.cell_count();
        let mut different: Vec<BTreeSet<u16>> = vec![BTreeSet::new(); cell_count];
        for house in layout.houses() {
            for &cell in house.cells {
                let others = house.cells.iter().filter(|&&other| other != cell);
                different[cell.index()].extend(others.map(|other| other.0));
            }
        }
        let mut model = Self {
            cell_count,
            digits,
            peers: Vec::new(),
            peer_sets: Vec::new(),
            arcs: vec![Vec::new(); cell_count],
            supports: Vec::new(),
            houses: Vec::new(),
            sums: Vec::new(),
            tables: Vec::new(),
            subsets: Subsets::of_digits(digits),
            houses_of: Vec::new(),
            rules_of: Vec::new(),
        };
        let pair_sums = model.add_relations(rules, &mut different);
        model.add_peers(&different);
        model.add_houses(rules);
        let sum = |sum: &Sum| {
            let terms = sum.terms.iter().map(|term| (term.cell.0, i64::from(term.factor))).collect();
            (terms, sum.total)
        };
        let mut sums: Vec<(Vec<(u16, i64)>, i64)> = network.sums.iter().map(sum).collect();
        let is_cage = |terms: &[(u16, i64)]| terms.iter().all(|term| term.1 == 1);
        let mut cages: Vec<Cage> = sums
            .iter()
            .filter(|(terms, _)| is_cage(terms))
            .map(|(terms, total)| Cage { cells: terms.iter().map(|term| term.0).collect(), total: *total })
            .collect();
        if !cages.is_empty() || !pair_sums.is_empty() {
            cages.extend(pair_sums);
            cages.sort();
            cages.dedup();
            let is_different = |one: u16, other: u16| model.is_peer(one, other);
            let derived = derive_sums(cell_count, &cages, &unions_of_houses(rules), is_different);
            sums.extend(derived.into_iter().map(|sum| (sum.terms, sum.total)));
        }
        sums.sort_by_key(|sum| sum.0.len());
        model.sums = sums.into_iter().map(|(terms, total)| model.linear_sum(terms, total)).collect();
        model.tables = network
            .tables
            .iter()
            .map(|table| AllowedTuples {
                cells: table.cells.iter().map(|cell| cell.0).collect(),
                digits: table.tuples.iter().flatten().map(|digit| digit.index() as u8).collect(),
            })
            .collect();
        model.index_rules();
        model
    }

    pub(super) fn numbers(&self) -> RuleNumbers {
        let houses = self.cell_count as u32;
        let sums = houses + self.houses.len() as u32;
        let tables = sums + self.sums.len() as u32;
        let places = tables + self.tables.len() as u32;
        RuleNumbers { houses, sums, tables, places, count: places + self.houses.len() as u32 }
    }

    /// Weight of each cell before the search: cells with many rules first, above all with sums of few cells.
    pub(super) fn cell_weights(&self) -> Vec<u32> {
        let pairs = self.arcs.iter().zip(&self.peers);
        let mut weights: Vec<u32> =
            pairs.map(|(arcs, peers)| 1 + 2 * arcs.len() as u32 + peers.len() as u32).collect();
        let mut add = |cells: &[u16], weight: usize| {
            cells.iter().for_each(|&cell| weights[usize::from(cell)] += weight as u32);
        };
        self.houses.iter().for_each(|house| add(&house.cells, house.cells.len()));
        let of_sum = |cells: usize| (2 * self.digits).saturating_sub(cells).max(self.digits);
        self.sums.iter().for_each(|sum| add(&sum.cells, of_sum(sum.cells.len())));
        weights
    }

    /// The cells that always have another digit than this one, as bits.
    #[inline(always)]
    pub(super) fn peer_set(&self, cell: u16) -> &[u64] {
        let words = self.cell_count.div_ceil(64);
        &self.peer_sets[usize::from(cell) * words..][..words]
    }

    /// The digits of `to` that a digit of `from` contradicts.
    pub(super) fn contradicted(&self, from: u16, digit: usize, to: u16) -> u64 {
        if from == to {
            return !(1 << digit);
        }
        let of_peer = u64::from(self.is_peer(from, to)) << digit;
        let arcs = self.arcs[usize::from(from)].iter().filter(|arc| arc.to == to);
        arcs.fold(of_peer, |bits, arc| bits | !self.supports[arc.support as usize].of(1 << digit))
    }

    /// The later cells whose digits a digit of this cell contradicts, by more than the houses of both.
    pub(super) fn later_related(&self, cell: u16) -> BTreeSet<u16> {
        let related = self.arcs[usize::from(cell)].iter().map(|arc| arc.to);
        let peers = self.peers[usize::from(cell)].iter().copied();
        let others = related.chain(peers.filter(|&peer| !self.share_house(cell, peer)));
        others.filter(|&other| other > cell).collect()
    }

    /// Whether two cells have a house in common.
    pub(super) fn share_house(&self, one: u16, other: u16) -> bool {
        let houses = &self.houses_of[usize::from(other)];
        self.houses_of[usize::from(one)].iter().any(|house| houses.contains(house))
    }

    /// Whether two cells always have different digits.
    pub(super) fn is_peer(&self, one: u16, other: u16) -> bool {
        let words = self.cell_count.div_ceil(64);
        self.peer_sets[usize::from(one) * words + usize::from(other) / 64] >> (other % 64) & 1 == 1
    }

    /// Adds the relations. Returns the pairs with a known sum.
    fn add_relations(&mut self, rules: &Rules, different: &mut [BTreeSet<u16>]) -> Vec<Cage> {
        let (network, all) = (rules.network(), rules.digits().bits());
        let mut numbers: HashMap<Support, u32> = HashMap::new();
        let mut pair_sums = Vec::new();
        for pair in &network.pairs {
            let (one, other) = (pair.first.0, pair.second.0);
            let relation = &network.relations[pair.relation];
            let [mut rows, mut transposed] = [&relation.seconds, &relation.firsts]
                .map(|rows| rows.iter().map(|row| row.bits()).collect::<Vec<u64>>());
            let is_irreflexive = (0..).zip(&rows).all(|(digit, row)| row >> digit & 1 == 0);
            if is_irreflexive {
                different[usize::from(one)].insert(other);
                different[usize::from(other)].insert(one);
            }
            if different[usize::from(one)].contains(&other) {
                // The peers exclude equal digits.
                let is_trivial = (0..).zip(&rows).all(|(digit, row)| row | 1 << digit == all);
                if is_trivial {
                    continue;
                }
                for rows in [&mut rows, &mut transposed] {
                    (0..).zip(rows).for_each(|(digit, row)| *row &= !(1 << digit));
                }
            }
            if let Some(total) = common_sum(&rows) {
                pair_sums.push(Cage { cells: vec![one, other], total });
            }
            for (from, to, rows) in [(one, other, &rows), (other, one, &transposed)] {
                let support = Support::new(rows);
                let support = *numbers.entry(support).or_insert_with_key(|support| {
                    self.supports.push(support.clone());
                    self.supports.len() as u32 - 1
                });
                self.arcs[usize::from(from)].push(Arc { to, support });
            }
        }
        pair_sums
    }

    fn add_peers(&mut self, different: &[BTreeSet<u16>]) {
        let words = self.cell_count.div_ceil(64);
        self.peer_sets = vec![0; words * self.cell_count];
        for (cell, peers) in different.iter().enumerate() {
            self.peers.push(peers.iter().copied().collect());
            for &peer in peers {
                self.peer_sets[cell * words + usize::from(peer) / 64] |= 1 << (peer % 64);
            }
        }
    }

    fn add_houses(&mut self, rules: &Rules) {
        let layout = rules.layout();
        self.houses = layout
            .houses()
            .map(|house| House { cells: house.cells.iter().map(|cell| cell.0).collect() })
            .collect();
    }

    /// Divides the cells of a sum into groups of cells with the same factor that always differ: large ones first.
    fn linear_sum(&self, mut terms: Vec<(u16, i64)>, total: i64) -> LinearSum {
        let mut sum = LinearSum { cells: Vec::new(), groups: Vec::new(), total };
        while let Some(&(_, factor)) = terms.first() {
            let same: Vec<u16> = terms.iter().filter(|term| term.1 == factor).map(|term| term.0).collect();
            let group = self.large_clique(&same);
            terms.retain(|term| !group.contains(&term.0));
            sum.cells.extend(group);
            sum.groups.push(Group { factor, end: sum.cells.len() });
        }
        sum
    }

    /// Cells that always differ: the largest group that is found from each first cell by adding the cell with most peers.
    fn large_clique(&self, cells: &[u16]) -> Vec<u16> {
        let from = |first: u16| {
            let mut clique = vec![first];
            let mut rest: Vec<u16> =
                cells.iter().copied().filter(|&cell| self.is_peer(first, cell)).collect();
            let peers_of =
                |cell: u16, rest: &[u16]| rest.iter().filter(|&&other| self.is_peer(cell, other)).count();
            while let Some(&next) = rest.iter().rev().max_by_key(|&&cell| peers_of(cell, &rest)) {
                clique.push(next);
                rest.retain(|&cell| self.is_peer(next, cell));
            }
            clique
        };
        let starts = cells.iter().take(if cells.len() > STARTS_MAX { 1 } else { STARTS_MAX });
        let cliques = starts.map(|&first| from(first));
        cliques.rev().max_by_key(Vec::len).unwrap_or_default()
    }

    fn index_rules(&mut self) {
        let numbers = self.numbers();
        let mut rules_of: Vec<Vec<u32>> = vec![Vec::new(); self.cell_count];
        let mut add = |number: u32, cells: &[u16]| {
            cells.iter().for_each(|&cell| rules_of[usize::from(cell)].push(number));
        };
        for (cell, arcs) in (0..).zip(&self.arcs) {
            if !arcs.is_empty() {
                add(u32::from(cell), &[cell]);
            }
        }
        for (number, house) in (numbers.houses..).zip(&self.houses) {
            add(number, &house.cells);
        }
        for (number, sum) in (numbers.sums..).zip(&self.sums) {
            add(number, &sum.cells);
        }
        for (number, table) in (numbers.tables..).zip(&self.tables) {
            add(number, &table.cells);
        }
        let houses = (numbers.places..).zip(&self.houses);
        for (number, house) in houses.filter(|(_, house)| house.cells.len() == self.digits) {
            add(number, &house.cells);
        }
        self.rules_of = rules_of.iter().map(|numbers| NumberSet::new(numbers)).collect();
        self.houses_of = vec![Vec::new(); self.cell_count];
        for (index, house) in (0..).zip(&self.houses) {
            house.cells.iter().for_each(|&cell| self.houses_of[usize::from(cell)].push(index));
        }
    }
}

/// The sum of all allowed pairs, if it is the same. `rows` are the allowed digits of the second cell for each digit of the first.
fn common_sum(rows: &[u64]) -> Option<i64> {
    let mut sums =
        (1..).zip(rows).flat_map(|(first, &row)| set_bits(row).map(move |second| first + second as i64 + 1));
    let sum = sums.next()?;
    sums.all(|other| other == sum).then_some(sum)
}

/// Runs of rows and of columns, and up to three of the other exact houses that share no cell.
fn unions_of_houses(rules: &Rules) -> Vec<Cage> {
    let digits = rules.digit_count() as i64;
    let total = digits * (digits + 1) / 2;
    let mut unions = Vec::new();
    let of_kind = |is_kind: &dyn Fn(HouseKind) -> bool| -> Vec<Vec<u16>> {
        let houses = rules.layout().houses().enumerate();
        let exact = houses.filter(|(house, it)| rules.is_exact(*house) && is_kind(it.name.kind));
        exact.map(|(_, house)| house.cells.iter().map(|cell| cell.0).collect()).collect()
    };
    for kind in [HouseKind::Row, HouseKind::Column] {
        let lines = of_kind(&|other| other == kind);
        for first in 0..lines.len() {
            for end in first + 1..=lines.len() {
                add_union(&lines[first..end].iter().collect::<Vec<_>>(), total, &mut unions);
            }
        }
    }
    let regions = of_kind(&|kind| !matches!(kind, HouseKind::Row | HouseKind::Column));
    let is_few = regions.len() <= 16;
    for (at, first) in regions.iter().enumerate() {
        add_union(&[first], total, &mut unions);
        for (then, second) in regions.iter().enumerate().skip(at + 1).take_while(|_| is_few) {
            add_union(&[first, second], total, &mut unions);
            for third in &regions[then + 1..] {
                add_union(&[first, second, third], total, &mut unions);
            }
        }
    }
    unions
}

/// Adds the cells of these houses, unless they share some.
fn add_union(houses: &[&Vec<u16>], total: i64, unions: &mut Vec<Cage>) {
    let mut cells: Vec<u16> = houses.iter().copied().flatten().copied().collect();
    cells.sort_unstable();
    if cells.windows(2).all(|pair| pair[0] != pair[1]) {
        unions.push(Cage { cells, total: total * houses.len() as i64 });
    }
}
