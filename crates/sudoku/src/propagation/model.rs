//! The rules of a puzzle, compiled for propagation.

use std::collections::BTreeSet;

use super::houses::CompiledHouse;
use super::pending::RuleNumberSet;
use super::relations::{Arc, Support};
use super::subsets::Subsets;
use super::sums::LinearSum;
use crate::model::{AnyPart, Part};

/// Houses, relations, sums and other parts of a puzzle.
///
/// The rules have numbers in the order in which they are applied: the relations of each cell, the houses, the sums, the other parts, the places of
/// digits in houses.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    pub(super) cell_count: usize,
    pub(super) digits: usize,
    /// Cells with another digit, for each cell.
    pub(super) peers: Vec<Vec<u16>>,
    /// The peers of each cell as bits: as many words for each cell as the cells need.
    pub(super) peer_sets: Vec<u64>,
    /// Related cells of each cell, in ascending order.
    pub(super) arcs: Vec<Vec<Arc>>,
    pub(super) supports: Vec<Support>,
    pub(super) houses: Vec<CompiledHouse>,
    pub(super) sums: Vec<LinearSum>,
    pub(super) parts: Vec<AnyPart>,
    pub(super) subsets: &'static Subsets,
    /// Indices of the houses of each cell.
    pub(super) houses_of: Vec<Vec<u32>>,
    /// Numbers of the rules of each cell.
    pub(super) rules_of: Vec<RuleNumberSet>,
}

/// Number of the first rule of each kind, and of all rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleNumbers {
    pub(super) houses: u32,
    pub(super) sums: u32,
    pub(super) parts: u32,
    pub(super) places: u32,
    pub(super) count: u32,
}

impl Model {
    pub(super) fn numbers(&self) -> RuleNumbers {
        let houses = self.cell_count as u32;
        let sums = houses + self.houses.len() as u32;
        let parts = sums + self.sums.len() as u32;
        let places = parts + self.parts.len() as u32;
        RuleNumbers { houses, sums, parts, places, count: places + self.houses.len() as u32 }
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

    /// The relation of a cell to another one.
    pub(super) fn arc(&self, from: u16, to: u16) -> Option<&Arc> {
        let arcs = &self.arcs[usize::from(from)];
        arcs.binary_search_by_key(&to, |arc| arc.to).ok().map(|at| &arcs[at])
    }

    /// The digits of `to` that a digit of `from` contradicts.
    pub(super) fn contradicted(&self, from: u16, digit: usize, to: u16) -> u64 {
        if from == to {
            return !(1 << digit);
        }
        self.contradicted_by(self.arc(from, to), self.is_peer(from, to), digit)
    }

    /// The digits of a cell that a digit of another one contradicts, with the relation of that one to it.
    pub(super) fn contradicted_by(&self, arc: Option<&Arc>, are_peers: bool, digit: usize) -> u64 {
        let of_relation = arc.map_or(0, |arc| !self.supports[arc.support as usize].of_digit(digit));
        of_relation | u64::from(are_peers) << digit
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

    /// Lets two cells always have different digits.
    pub(super) fn add_peers(&mut self, one: u16, other: u16) {
        let words = self.cell_count.div_ceil(64);
        for (cell, peer) in [(one, other), (other, one)] {
            self.peer_sets[usize::from(cell) * words + usize::from(peer) / 64] |= 1 << (peer % 64);
        }
    }

    /// Lists the rules of each cell. Returns the work, in steps of a search.
    pub(super) fn index_rules(&mut self) -> u64 {
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
        for (number, part) in (numbers.parts..).zip(&self.parts) {
            let cells: Vec<u16> = part.cells().iter().map(|cell| cell.0).collect();
            add(number, &cells);
        }
        let houses = (numbers.places..).zip(&self.houses);
        for (number, house) in houses.filter(|(_, house)| house.cells.len() == self.digits) {
            add(number, &house.cells);
        }
        self.rules_of = rules_of.iter().map(|numbers| RuleNumberSet::new(numbers)).collect();
        self.houses_of = vec![Vec::new(); self.cell_count];
        for (index, house) in (0..).zip(&self.houses) {
            house.cells.iter().for_each(|&cell| self.houses_of[usize::from(cell)].push(index));
        }
        rules_of.iter().map(|numbers| numbers.len() as u64).sum()
    }
}
