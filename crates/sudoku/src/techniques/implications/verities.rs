//! Candidates that are false whichever candidate of a cell, or place of a digit in a house, is true; or whether or not a
//! candidate is true.

use crate::encoding::Candidate;
use crate::model::{Cell, Digit, DigitSet};
use crate::techniques::board::Board;
use crate::techniques::cell_set::CellSet;
use crate::techniques::deduction::{Deduction, Link};
use crate::techniques::work::WorkBudget;

/// Maximum number of candidates of a board: bounds time and memory, which grow with its square.
const CANDIDATES_MAX: usize = 1_000;

/// Maximum number of branches.
const BRANCHES_MAX: usize = 6;

/// Maximum numbers of premises of which the shortest step is taken, and of conclusions of each.
const PREMISES_MAX: usize = 12;
const TARGETS_MAX: usize = 4;

/// What is assumed of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::techniques) enum Assumption {
    /// It is true.
    True(Candidate),
    /// It is false.
    False(Candidate),
}

/// Assumptions of which one holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Premise {
    /// The candidates of a cell.
    Cell(Cell),
    /// The places of a digit in a house with this number.
    Places(usize, Digit),
    /// A candidate is true or false.
    Candidate(Candidate),
}

impl Premise {
    /// The cells, and digits of houses, with two or more candidates, those with few candidates first.
    fn of_cells_and_houses<const W: usize>(board: &Board<W>) -> Vec<Self> {
        let cells = board.open().iter().map(Self::Cell);
        let houses = (0..board.layout().house_count()).filter(|&house| board.geometry().is_exact(house));
        let places = houses
            .flat_map(|house| board.unplaced(house).digits().map(move |digit| Self::Places(house, digit)));
        let mut premises: Vec<(usize, Self)> =
            cells.chain(places).map(|premise| (premise.len(board), premise)).collect();
        premises.retain(|(len, _)| (2..=BRANCHES_MAX).contains(len));
        premises.sort_by_key(|&(len, _)| len);
        premises.into_iter().map(|(_, premise)| premise).collect()
    }

    /// All candidates of a board.
    fn of_candidates<const W: usize>(board: &Board<W>) -> Vec<Self> {
        candidates(board).map(Self::Candidate).collect()
    }

    /// Number of assumptions.
    fn len<const W: usize>(self, board: &Board<W>) -> usize {
        match self {
            Self::Cell(cell) => board.candidates(cell).len(),
            Self::Places(house, digit) => board.places(house, digit).count_ones() as usize,
            Self::Candidate(_) => 2,
        }
    }

    /// A step without effect from this premise.
    fn step(self) -> Deduction {
        match self {
            Self::Cell(cell) => Deduction { cells: vec![cell], ..Deduction::default() },
            Self::Places(house, digit) => {
                Deduction { houses: vec![house], digits: DigitSet::of(digit), ..Deduction::default() }
            }
            Self::Candidate(Candidate { cell, digit }) => {
                Deduction { cells: vec![cell], digits: DigitSet::of(digit), ..Deduction::default() }
            }
        }
    }

    /// The assumptions of which one holds.
    fn assumptions<const W: usize>(self, board: &Board<W>) -> Vec<Assumption> {
        match self {
            Self::Cell(cell) => {
                let digits = board.candidates(cell).digits();
                digits.map(|digit| Assumption::True(Candidate { cell, digit })).collect()
            }
            Self::Places(house, digit) => {
                let cells = board.cells_in(house, digit).iter();
                cells.map(|cell| Assumption::True(Candidate { cell, digit })).collect()
            }
            Self::Candidate(candidate) => {
                vec![Assumption::True(candidate), Assumption::False(candidate)]
            }
        }
    }
}

/// All candidates of a board, by cell and digit.
fn candidates<const W: usize>(board: &Board<W>) -> impl Iterator<Item = Candidate> {
    let of_cell = |cell| board.candidates(cell).digits().map(move |digit| Candidate { cell, digit });
    board.open().iter().flat_map(of_cell)
}

/// What each assumption about a candidate of a board falsifies.
#[derive(Clone, Debug)]
pub(in crate::techniques) struct Verities<const W: usize> {
    /// Number of digits.
    size: usize,
    if_true: Falsifications<W>,
    if_false: Falsifications<W>,
}

/// What each candidate falsifies, as far as it is collected.
#[derive(Clone, Debug)]
struct Falsifications<const W: usize> {
    /// For each candidate by cell and digit, its position in `falsified`.
    ranks: Vec<usize>,
    /// For each candidate and digit, the cells whose candidate is false.
    falsified: Vec<CellSet<W>>,
    /// Number of candidates collected.
    collected: usize,
}

impl<const W: usize> Falsifications<W> {
    fn new(board: &Board<W>) -> Self {
        let ranks = vec![0; board.layout().cell_count() * board.size()];
        Self { ranks, falsified: Vec::new(), collected: 0 }
    }

    fn collect(
        &mut self,
        board: &Board<W>,
        work: &mut WorkBudget,
        mut consequences: impl FnMut(Candidate, &mut Vec<CellSet<W>>, &mut WorkBudget),
    ) -> bool {
        for candidate in candidates(board).skip(self.collected) {
            if work.is_used_up() {
                return false;
            }
            let Candidate { cell, digit } = candidate;
            self.ranks[cell.index() * board.size() + digit.index()] = self.falsified.len();
            consequences(candidate, &mut self.falsified, work);
            self.collected += 1;
        }
        true
    }
}

impl<const W: usize> Verities<W> {
    /// No candidate of a board yet.
    pub(in crate::techniques) fn new(board: &Board<W>) -> Self {
        let (if_true, if_false) = (Falsifications::new(board), Falsifications::new(board));
        Self { size: board.size(), if_true, if_false }
    }

    /// Whether a board has few enough candidates: at most [`CANDIDATES_MAX`].
    pub(in crate::techniques) fn fit(board: &Board<W>) -> bool {
        board.candidate_count() <= CANDIDATES_MAX
    }

    /// Calls `consequences` with each candidate; it adds, for each digit, the cells whose candidate is false if this one is
    /// true.
    ///
    /// Returns whether all candidates are collected; `false` once `work` is used up.
    pub(in crate::techniques) fn collect_if_true(
        &mut self,
        board: &Board<W>,
        work: &mut WorkBudget,
        consequences: impl FnMut(Candidate, &mut Vec<CellSet<W>>, &mut WorkBudget),
    ) -> bool {
        self.if_true.collect(board, work, consequences)
    }

    /// As [`collect_if_true`](Self::collect_if_true), for candidates that are false.
    pub(in crate::techniques) fn collect_if_false(
        &mut self,
        board: &Board<W>,
        work: &mut WorkBudget,
        consequences: impl FnMut(Candidate, &mut Vec<CellSet<W>>, &mut WorkBudget),
    ) -> bool {
        self.if_false.collect(board, work, consequences)
    }

    /// The shortest step from all candidates of a cell, or all places of a digit in a house.
    ///
    /// It falsifies one candidate; the first few premises are compared. `links` returns the links from an assumption to
    /// each of the candidates that it falsifies.
    pub(in crate::techniques) fn step_of_cell_or_house(
        &self,
        board: &Board<W>,
        links: impl FnMut(Assumption, &[Candidate]) -> Vec<Vec<Link>>,
    ) -> Option<Deduction> {
        self.shortest_step(board, Premise::of_cells_and_houses(board), links)
    }

    /// The shortest step from a candidate that is true or false. See
    /// [`step_of_cell_or_house`](Self::step_of_cell_or_house).
    pub(in crate::techniques) fn step_of_candidate(
        &self,
        board: &Board<W>,
        links: impl FnMut(Assumption, &[Candidate]) -> Vec<Vec<Link>>,
    ) -> Option<Deduction> {
        self.shortest_step(board, Premise::of_candidates(board), links)
    }

    fn shortest_step(
        &self,
        board: &Board<W>,
        premises: Vec<Premise>,
        mut links: impl FnMut(Assumption, &[Candidate]) -> Vec<Vec<Link>>,
    ) -> Option<Deduction> {
        let mut best: Option<Deduction> = None;
        let with_targets =
            premises.into_iter().filter_map(|premise| Some((premise, self.common(board, premise)?)));
        for (premise, mut targets) in with_targets.take(PREMISES_MAX) {
            targets.truncate(TARGETS_MAX);
            let mut links_to: Vec<Vec<Link>> = vec![Vec::new(); targets.len()];
            for assumption in premise.assumptions(board) {
                for (all, links) in links_to.iter_mut().zip(links(assumption, &targets)) {
                    all.extend(links);
                }
            }
            let shortest = targets.into_iter().zip(links_to).min_by_key(|(_, links)| links.len());
            if let Some((target, links)) = shortest
                && best.as_ref().is_none_or(|best| links.len() < best.links.len())
            {
                best = Some(Deduction { eliminations: vec![target], links, ..premise.step() });
            }
        }
        best
    }

    /// What an assumption falsifies.
    fn falsified(&self, assumption: Assumption) -> &[CellSet<W>] {
        let (consequences, Candidate { cell, digit }) = match assumption {
            Assumption::True(candidate) => (&self.if_true, candidate),
            Assumption::False(candidate) => (&self.if_false, candidate),
        };
        let rank = consequences.ranks[cell.index() * self.size + digit.index()];
        &consequences.falsified[rank..][..self.size]
    }

    /// The candidates that all assumptions of a premise falsify; `None` without any.
    fn common(&self, board: &Board<W>, premise: Premise) -> Option<Vec<Candidate>> {
        let mut common: Option<Vec<CellSet<W>>> = None;
        for assumption in premise.assumptions(board) {
            let falsified = self.falsified(assumption);
            match &mut common {
                None => common = Some(falsified.to_vec()),
                Some(common) => {
                    common.iter_mut().zip(falsified).for_each(|(common, falsified)| *common &= *falsified);
                    if common.iter().all(CellSet::is_empty) {
                        return None;
                    }
                }
            }
        }
        let by_digit = Digit::all(self.size).zip(common?);
        let candidates: Vec<Candidate> = by_digit
            .flat_map(|(digit, cells)| cells.iter().map(move |cell| Candidate { cell, digit }))
            .filter(|candidate| board.candidates(candidate.cell).contains(candidate.digit))
            .collect();
        (!candidates.is_empty()).then_some(candidates)
    }
}
