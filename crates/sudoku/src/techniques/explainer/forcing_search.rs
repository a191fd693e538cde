//! Conclusions that follow from each of several assumptions, or from the contradiction of one.

use super::candidate_grid::{CandidateGrid, cell_at, houses_of};
use super::candidate_set::{CANDIDATES, CandidateId, CandidateSet, digit_of, id_of};
use super::chain_length::tenths_of;
use super::consequences::{Assertion, Consequences, Inference};
use super::eliminations::Eliminations;
use crate::bits::set_bits;

/// A kind of forcing chains, from the easiest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ForcingKind {
    /// Contradictions within one digit.
    Nishio,
    /// All candidates of a cell, or all places of a digit in a house, have the same consequence.
    Multiple,
    /// As multiple ones, contradictions, and consequences of a candidate and of its negation; with implications of several causes.
    Dynamic,
    /// As dynamic ones, with locked candidates, pairs and X-wings.
    DynamicWithSubsets,
}

impl ForcingKind {
    pub(super) const ALL: [Self; 4] = [Self::Nishio, Self::Multiple, Self::Dynamic, Self::DynamicWithSubsets];

    /// Difficulty of a short chain, in tenths.
    fn base(self) -> u8 {
        match self {
            Self::Nishio => 75,
            Self::Multiple => 80,
            Self::Dynamic => 85,
            Self::DynamicWithSubsets => 90,
        }
    }

    fn inference(self) -> Inference {
        Inference {
            in_cells: self != Self::Nishio,
            is_dynamic: self != Self::Multiple,
            with_subsets: self == Self::DynamicWithSubsets,
        }
    }
}

/// The search of one kind on one grid, cell by cell.
#[derive(Clone, Debug)]
pub(super) struct ForcingSearch {
    kind: ForcingKind,
    grid: CandidateGrid,
    next_cell: usize,
    /// For each candidate, what follows if it is true, once it was needed.
    if_true: Vec<Option<Box<Consequences>>>,
    eliminations: Eliminations,
}

impl ForcingSearch {
    pub(super) fn new(kind: ForcingKind, grid: CandidateGrid, reached: u8) -> Self {
        Self {
            kind,
            grid,
            next_cell: 0,
            if_true: vec![None; CANDIDATES],
            eliminations: Eliminations::new(reached, u8::MAX),
        }
    }

    /// Searches from the next cell. Returns whether there are further ones.
    pub(super) fn advance(&mut self) -> bool {
        let digits = self.grid.digits(self.next_cell).count_ones();
        if digits > 2 || digits == 2 && self.kind != ForcingKind::Multiple {
            self.search_cell(self.next_cell);
        }
        self.next_cell += 1;
        self.next_cell < 81
    }

    pub(super) fn into_eliminations(self) -> Eliminations {
        self.eliminations
    }

    pub(super) fn kind(&self) -> ForcingKind {
        self.kind
    }

    fn search_cell(&mut self, cell: usize) {
        let ids: Vec<CandidateId> = self.grid.ids_in(cell).collect();
        for &id in &ids {
            if self.kind != ForcingKind::Multiple {
                self.search_candidate(id, ids.len() > 2);
            }
            if self.kind != ForcingKind::Nishio {
                self.search_houses(cell, id);
            }
        }
        if self.kind != ForcingKind::Nishio {
            self.add_common(&ids);
        }
    }

    fn consequences(&mut self, id: CandidateId) -> &Consequences {
        let (grid, inference) = (&self.grid, self.kind.inference());
        self.if_true[usize::from(id)].get_or_insert_with(|| {
            Box::new(Consequences::new(grid, Assertion { id, is_true: true }, inference))
        })
    }

    /// Contradictions of a candidate and of its negation, and what follows from both.
    fn search_candidate(&mut self, id: CandidateId, with_both: bool) {
        self.consequences(id);
        let Some(if_true) = &self.if_true[usize::from(id)] else { return };
        let assumption = Assertion { id, is_true: false };
        let if_false = Consequences::new(&self.grid, assumption, self.kind.inference());
        let base = self.kind.base();
        for (consequences, is_true) in [(&**if_true, false), (&if_false, true)] {
            if let Some(id_of_both) = consequences.contradiction {
                let most = self.eliminations.nodes_max(base);
                let nodes = [true, false].map(|is_true| Assertion { id: id_of_both, is_true });
                let count = total(nodes.map(|node| (consequences, node)), most);
                if let Some(count) = count {
                    self.eliminations.add(base + tenths_of(count), id, is_true);
                }
            }
        }
        if with_both && self.kind != ForcingKind::Nishio {
            add_all(base, &[if_true, &if_false], &mut self.eliminations);
        }
    }

    /// What follows from all places of a digit in the houses in which this candidate is the first place.
    fn search_houses(&mut self, cell: usize, id: CandidateId) {
        let digit = digit_of(id);
        for (house, index) in houses_of(cell) {
            let places = self.grid.places(house, digit);
            let is_enough = places.count_ones() > 1;
            if is_enough && places.trailing_zeros() as usize == index {
                let ids: Vec<CandidateId> =
                    set_bits(u64::from(places)).map(|place| id_of(cell_at(house, place), digit)).collect();
                self.add_common(&ids);
            }
        }
    }

    /// What follows from each of these candidates.
    fn add_common(&mut self, ids: &[CandidateId]) {
        for &id in ids {
            self.consequences(id);
        }
        let all: Vec<&Consequences> =
            ids.iter().filter_map(|&id| self.if_true[usize::from(id)].as_deref()).collect();
        add_all(self.kind.base(), &all, &mut self.eliminations);
    }
}

/// Adds what all have in common.
fn add_all(base: u8, all: &[&Consequences], eliminations: &mut Eliminations) {
    let common = |sets: &mut dyn Iterator<Item = CandidateSet>| {
        let first = sets.next().unwrap_or(CandidateSet::EMPTY);
        sets.fold(first, |common, set| common.intersection(&set))
    };
    let trues = common(&mut all.iter().map(|one| one.trues));
    let falses = common(&mut all.iter().map(|one| one.falses));
    for (set, is_true) in [(trues, true), (falses, false)] {
        for id in set.iter() {
            let most = eliminations.nodes_max(base);
            let count = total(all.iter().map(|&one| (one, Assertion { id, is_true })), most);
            if let Some(count) = count {
                eliminations.add(base + tenths_of(count), id, is_true);
            }
        }
    }
}

/// The sum of the numbers of ancestors; `None` if it is more than `most`.
fn total<'a>(nodes: impl IntoIterator<Item = (&'a Consequences, Assertion)>, most: usize) -> Option<usize> {
    nodes.into_iter().try_fold(0, |sum, (consequences, node)| {
        let count = consequences.ancestors(node, most.checked_sub(sum)?)?;
        Some(sum + count)
    })
}
