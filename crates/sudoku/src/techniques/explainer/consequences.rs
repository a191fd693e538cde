//! What follows from one assumption, with the causes of each consequence.

use super::advanced;
use super::candidate_grid::CandidateGrid;
use super::candidate_set::{CANDIDATES, CandidateId, CandidateSet, cell_of, digit_of};

/// A candidate that is true or false under an assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Assertion {
    pub(super) id: CandidateId,
    pub(super) is_true: bool,
}

impl Assertion {
    fn index(self) -> usize {
        usize::from(self.id) * 2 + usize::from(self.is_true)
    }

    fn from_index(index: u16) -> Self {
        Self { id: index / 2, is_true: index % 2 == 1 }
    }
}

/// How consequences are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Inference {
    /// Whether a true candidate excludes the others of its cell, and the last one of a cell is true.
    pub(super) in_cells: bool,
    /// Whether several consequences together have further ones.
    pub(super) is_dynamic: bool,
    /// Whether locked candidates, pairs and X-wings are used, too.
    pub(super) with_subsets: bool,
}

/// The consequences of one assumption.
#[derive(Clone, Debug)]
pub(super) struct Consequences {
    pub(super) trues: CandidateSet,
    pub(super) falses: CandidateSet,
    /// A candidate that follows both as true and as false.
    pub(super) contradiction: Option<CandidateId>,
    /// For each node, where its causes begin and end in `causes`.
    spans: Vec<(u16, u16)>,
    causes: Vec<u16>,
}

impl Consequences {
    /// Draws the consequences of an assumption on a grid.
    pub(super) fn new(source: &CandidateGrid, assumption: Assertion, inference: Inference) -> Self {
        let mut consequences = Self {
            trues: CandidateSet::EMPTY,
            falses: CandidateSet::EMPTY,
            contradiction: None,
            spans: vec![(0, 0); 2 * CANDIDATES],
            causes: Vec::with_capacity(1024),
        };
        let mut pending = Pending { trues: Vec::with_capacity(64), falses: Vec::with_capacity(256) };
        consequences.note(assumption, []);
        match assumption.is_true {
            true => pending.trues.push(assumption.id),
            false => pending.falses.push(assumption.id),
        }
        consequences.draw(source, &mut pending, inference);
        consequences
    }

    fn draw(&mut self, source: &CandidateGrid, pending: &mut Pending, inference: Inference) {
        let mut grid = source.clone();
        let (mut next_true, mut next_false) = (0, 0);
        while self.contradiction.is_none() {
            if let Some(&id) = pending.trues.get(next_true) {
                next_true += 1;
                self.exclude(&grid, id, inference, pending);
            } else if let Some(&id) = pending.falses.get(next_false) {
                next_false += 1;
                self.force(source, &grid, id, inference, pending);
                if inference.is_dynamic {
                    grid.remove(id);
                }
            } else {
                if inference.with_subsets {
                    self.exclude_by_subsets(source, &grid, pending);
                }
                if next_false == pending.falses.len() {
                    return;
                }
            }
        }
    }

    /// Makes the candidates false that a true one excludes.
    fn exclude(
        &mut self,
        grid: &CandidateGrid,
        id: CandidateId,
        inference: Inference,
        pending: &mut Pending,
    ) {
        let cause = Assertion { id, is_true: true };
        for other in grid.excluded_by(id, inference.in_cells).iter() {
            let effect = Assertion { id: other, is_true: false };
            if self.trues.contains(other) {
                self.note_causes(effect, [cause]);
                self.contradiction = Some(other);
                return;
            }
            if !self.falses.contains(other) {
                self.note(effect, [cause]);
                pending.falses.push(other);
            }
        }
    }

    /// Makes the candidates true that are the last ones of a cell or a house without this one.
    fn force(
        &mut self,
        source: &CandidateGrid,
        grid: &CandidateGrid,
        id: CandidateId,
        inference: Inference,
        pending: &mut Pending,
    ) {
        let cause = Assertion { id, is_true: false };
        grid.for_each_forced_by(id, inference.in_cells, true, |other, house| {
            let effect = Assertion { id: other, is_true: true };
            if self.contradiction.is_some() || self.trues.contains(other) {
                return;
            }
            let in_cell = house.is_none().then(|| grid.lost_in_cell(source, cell_of(other)));
            let in_house = house.map(|house| grid.lost_in_house(source, house, digit_of(other)));
            let removed = in_cell.into_iter().flatten().chain(in_house.into_iter().flatten());
            let causes = std::iter::once(cause).chain(removed.map(|id| Assertion { id, is_true: false }));
            if self.falses.contains(other) {
                self.note_causes(effect, causes);
                self.contradiction = Some(other);
            } else {
                self.note(effect, causes);
                pending.trues.push(other);
            }
        });
    }

    fn exclude_by_subsets(&mut self, source: &CandidateGrid, grid: &CandidateGrid, pending: &mut Pending) {
        advanced::for_each_elimination(source, grid, |id, causes| {
            if !self.falses.contains(id) {
                let causes = causes.iter().map(|&id| Assertion { id, is_true: false });
                self.note(Assertion { id, is_true: false }, causes);
                pending.falses.push(id);
            }
        });
    }

    /// Adds a consequence.
    fn note(&mut self, node: Assertion, causes: impl IntoIterator<Item = Assertion>) {
        if node.is_true {
            self.trues.insert(node.id);
        } else {
            self.falses.insert(node.id);
        }
        self.note_causes(node, causes);
    }

    fn note_causes(&mut self, node: Assertion, causes: impl IntoIterator<Item = Assertion>) {
        let begin = self.causes.len() as u16;
        self.causes.extend(causes.into_iter().map(|cause| cause.index() as u16));
        self.spans[node.index()] = (begin, self.causes.len() as u16);
    }

    /// Number of nodes from which a node follows, itself included; `None` if they are more than `most`.
    pub(super) fn ancestors(&self, node: Assertion, most: usize) -> Option<usize> {
        let (mut trues, mut falses) = (CandidateSet::EMPTY, CandidateSet::EMPTY);
        let mut open = vec![node];
        let mut count = 0;
        while let Some(node) = open.pop() {
            let seen = if node.is_true { &mut trues } else { &mut falses };
            if seen.contains(node.id) {
                continue;
            }
            seen.insert(node.id);
            count += 1;
            if count > most {
                return None;
            }
            let (begin, end) = self.spans[node.index()];
            let causes = &self.causes[usize::from(begin)..usize::from(end)];
            open.extend(causes.iter().map(|&index| Assertion::from_index(index)));
        }
        Some(count)
    }
}

/// Consequences whose own consequences are not drawn yet, in order.
struct Pending {
    trues: Vec<CandidateId>,
    falses: Vec<CandidateId>,
}
