//! Consequences of an assumption by naked and hidden singles.

use crate::encoding::Candidate;
use crate::model::{Cell, Digit, DigitSet};
use crate::techniques::board::Board;
use crate::techniques::cell_set::CellSet;
use crate::techniques::deduction::Link;

/// Why a digit is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlacementReason {
    /// It is assumed.
    Assumption,
    /// The cell has no other candidate left.
    OnlyCandidate,
    /// The house with this number has no other place left.
    OnlyPlace(usize),
}

/// A placed candidate.
#[derive(Clone, Copy, Debug)]
struct Placement {
    candidate: Candidate,
    reason: PlacementReason,
}

/// What cannot be filled any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::techniques) enum Unfillable {
    /// A cell has no candidate left.
    Cell(Cell),
    /// A digit has no place left in the house with this number.
    Places(usize, Digit),
}

impl Unfillable {
    /// The candidates whose removal is the contradiction.
    pub(in crate::techniques) fn candidates<const W: usize>(self, board: &Board<W>) -> Vec<Candidate> {
        match self {
            Self::Cell(cell) => {
                board.candidates(cell).digits().map(|digit| Candidate { cell, digit }).collect()
            }
            Self::Places(house, digit) => {
                board.cells_in(house, digit).iter().map(|cell| Candidate { cell, digit }).collect()
            }
        }
    }
}

/// In place of the cell whose placement removed a candidate: the removal is assumed.
const ASSUMED: Cell = Cell(u16::MAX);

/// The board after an assumption. A new assumption starts from the original board.
#[derive(Clone, Debug)]
pub(in crate::techniques) struct SinglesPropagation<const W: usize> {
    size: usize,
    /// Remaining candidates of each cell; the digit of a placed cell.
    candidates: Vec<DigitSet>,
    /// Remaining places of each digit in each house; 0 if the digit is placed.
    places: Vec<u64>,
    original_places: Vec<u64>,
    /// For each removed candidate, the cell whose placement removed it.
    removed_by: Vec<Cell>,
    /// For each digit, the cells that lost it as a candidate.
    falsified: Vec<CellSet<W>>,
    /// Singles in the order in which they were found; some cells occur twice.
    singles: Vec<Placement>,
    placements: Vec<Placement>,
    placed: CellSet<W>,
    contradiction: Option<Unfillable>,
}

impl<const W: usize> SinglesPropagation<W> {
    /// Propagation from this board. Its methods must be called with the same board.
    pub(in crate::techniques) fn new(board: &Board<W>) -> Self {
        let (size, layout) = (board.size(), board.layout());
        let candidates = board.all_candidates().to_vec();
        let mut places = Vec::with_capacity(layout.house_count() * size);
        for house in 0..layout.house_count() {
            places.extend(Digit::all(size).map(|digit| board.places(house, digit)));
        }
        Self {
            size,
            removed_by: vec![Cell(0); candidates.len() * size],
            falsified: vec![CellSet::EMPTY; size],
            singles: Vec::with_capacity(candidates.len()),
            placements: Vec::with_capacity(candidates.len()),
            placed: CellSet::EMPTY,
            contradiction: None,
            original_places: places.clone(),
            candidates,
            places,
        }
    }

    /// Assumes that a candidate is true. Returns whether no contradiction follows within `placements_max` placements.
    pub(in crate::techniques) fn assume(
        &mut self,
        board: &Board<W>,
        candidate: Candidate,
        placements_max: usize,
    ) -> bool {
        self.restart(board);
        self.singles.push(Placement { candidate, reason: PlacementReason::Assumption });
        self.propagate(board, placements_max)
    }

    /// Assumes that a candidate is false. Returns whether no contradiction follows.
    pub(in crate::techniques) fn assume_false(&mut self, board: &Board<W>, candidate: Candidate) -> bool {
        self.restart(board);
        self.remove(board, candidate.cell, candidate.digit, ASSUMED);
        self.propagate(board, usize::MAX)
    }

    fn restart(&mut self, board: &Board<W>) {
        self.candidates.copy_from_slice(board.all_candidates());
        self.places.copy_from_slice(&self.original_places);
        self.falsified.fill(CellSet::EMPTY);
        self.singles.clear();
        self.placements.clear();
        self.placed = CellSet::EMPTY;
        self.contradiction = None;
    }

    fn propagate(&mut self, board: &Board<W>, placements_max: usize) -> bool {
        let mut next = 0;
        while self.contradiction.is_none()
            && next < self.singles.len()
            && self.placements.len() < placements_max
        {
            let placement = self.singles[next];
            next += 1;
            if !self.placed.contains(placement.candidate.cell) {
                self.placements.push(placement);
                self.place(board, placement.candidate);
            }
        }
        self.contradiction.is_none()
    }

    fn place(&mut self, board: &Board<W>, Candidate { cell, digit }: Candidate) {
        self.placed.insert(cell);
        let others = self.candidates[cell.index()].without(digit);
        self.candidates[cell.index()] = DigitSet::of(digit);
        for other in others.digits() {
            self.falsified[other.index()].insert(cell);
            self.removed_by[cell.index() * self.size + other.index()] = cell;
        }
        for membership in board.layout().memberships_of(cell) {
            let house = usize::from(membership.house);
            for other in others.digits() {
                self.remove_place(board, house, other, membership.index);
            }
            self.places[house * self.size + digit.index()] = 0;
        }
        let peers = board.cells_with(digit) & board.geometry().peers(cell);
        for peer in (peers - self.falsified[digit.index()]).iter() {
            self.remove(board, peer, digit, cell);
            if self.contradiction.is_some() {
                return;
            }
        }
    }

    #[inline]
    fn remove(&mut self, board: &Board<W>, cell: Cell, digit: Digit, by: Cell) {
        self.falsified[digit.index()].insert(cell);
        self.removed_by[cell.index() * self.size + digit.index()] = by;
        let rest = self.candidates[cell.index()].without(digit);
        self.candidates[cell.index()] = rest;
        if rest.is_empty() {
            self.contradiction = Some(Unfillable::Cell(cell));
            return;
        }
        if let Some(digit) = rest.only() {
            self.singles.push(Placement {
                candidate: Candidate { cell, digit },
                reason: PlacementReason::OnlyCandidate,
            });
        }
        for membership in board.layout().memberships_of(cell) {
            self.remove_place(board, usize::from(membership.house), digit, membership.index);
        }
    }

    #[inline(always)]
    fn remove_place(&mut self, board: &Board<W>, house: usize, digit: Digit, index: u8) {
        let places = &mut self.places[house * self.size + digit.index()];
        // The digit is placed already.
        if *places == 0 {
            return;
        }
        *places &= !(1 << index);
        let rest = *places;
        if rest & rest.wrapping_sub(1) != 0 || !board.geometry().is_exact(house) {
            return;
        }
        if rest == 0 {
            self.contradiction.get_or_insert(Unfillable::Places(house, digit));
            return;
        }
        let cell = board.layout().cells_of(house)[rest.trailing_zeros() as usize];
        self.singles.push(Placement {
            candidate: Candidate { cell, digit },
            reason: PlacementReason::OnlyPlace(house),
        });
    }

    /// The contradiction that follows from the last assumption.
    pub(in crate::techniques) fn contradiction(&self) -> Option<Unfillable> {
        self.contradiction
    }

    /// For each digit, the cells whose candidate the last assumption falsified.
    pub(in crate::techniques) fn falsified(&self) -> &[CellSet<W>] {
        &self.falsified
    }

    /// Number of placements that follow from the last assumption, itself included.
    pub(in crate::techniques) fn placement_count(&self) -> usize {
        self.placements.len()
    }

    /// Work of the last assumption, in units of [`WorkBudget`](crate::techniques::work::WorkBudget).
    pub(in crate::techniques) fn work(&self) -> u64 {
        (self.places.len() / 64 + self.singles.len()) as u64
    }

    /// The implications of the last assumption that falsify these candidates, in order.
    pub(in crate::techniques) fn reasons(&self, board: &Board<W>, targets: &[Candidate]) -> Vec<Link> {
        // Causes precede their effects: walks back from the targets.
        let mut removals: Vec<Vec<Candidate>> = vec![Vec::new(); self.placements.len()];
        self.note_causes(targets, &mut removals);
        for index in (0..self.placements.len()).rev() {
            if !removals[index].is_empty() {
                self.note_causes(&self.premises(board, self.placements[index]), &mut removals);
            }
        }
        let mut links = Vec::new();
        for (placement, removed) in
            self.placements.iter().zip(&removals).filter(|(_, removed)| !removed.is_empty())
        {
            let premises = self.premises(board, *placement);
            links.extend(premises.iter().map(|&premise| Link::strong(premise, placement.candidate)));
            links.extend(removed.iter().map(|&target| Link::weak(placement.candidate, target)));
        }
        links
    }

    /// Adds each target to the removals of the placement that removed it.
    fn note_causes(&self, targets: &[Candidate], removals: &mut [Vec<Candidate>]) {
        for &target in targets {
            let by = self.removed_by[target.cell.index() * self.size + target.digit.index()];
            let cause = self.placements.iter().position(|placement| placement.candidate.cell == by);
            if let Some(removed) = cause.and_then(|cause| removals.get_mut(cause))
                && !removed.contains(&target)
            {
                removed.push(target);
            }
        }
    }

    /// The false candidates from which a placement follows.
    fn premises(
        &self,
        board: &Board<W>,
        Placement { candidate: Candidate { cell, digit }, reason }: Placement,
    ) -> Vec<Candidate> {
        match reason {
            PlacementReason::Assumption => Vec::new(),
            PlacementReason::OnlyCandidate => {
                let others = board.candidates(cell).without(digit).digits();
                others.map(|digit| Candidate { cell, digit }).collect()
            }
            PlacementReason::OnlyPlace(house) => {
                let others = board.cells_in(house, digit) - CellSet::of(cell);
                others.iter().map(|cell| Candidate { cell, digit }).collect()
            }
        }
    }
}
