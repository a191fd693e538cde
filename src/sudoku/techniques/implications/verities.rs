//! Candidates that are false whichever candidate of a cell, or place of a digit in a house, is true.

use crate::sudoku::encoding::Candidate;
use crate::sudoku::model::{Cell, Digit, DigitSet};
use crate::sudoku::techniques::board::Board;
use crate::sudoku::techniques::cell_set::CellSet;
use crate::sudoku::techniques::step::{Link, Step};
use crate::sudoku::techniques::technique::Technique;

/// Maximum number of candidates of a board: bounds time and memory, which grow with its square.
const CANDIDATES_MAX: usize = 1_000;

/// Maximum number of branches.
const BRANCHES_MAX: usize = 6;

/// Maximum numbers of premises of which the shortest step is taken, and of conclusions of each.
const PREMISES_MAX: usize = 12;
const TARGETS_MAX: usize = 4;

/// A cell, or a digit of a house: one of its candidates is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Premise {
    /// The candidates of a cell.
    Cell(Cell),
    /// The places of a digit in a house with this number.
    Places(usize, Digit),
}

impl Premise {
    /// All premises of a board with two or more candidates, those with few candidates first.
    fn all<const W: usize>(board: &Board<W>) -> Vec<Self> {
        let cells = board.open().iter().map(Self::Cell);
        let houses = (0..board.layout().house_count()).filter(|&house| board.geometry().is_exact(house));
        let places = houses
            .flat_map(|house| board.unplaced(house).digits().map(move |digit| Self::Places(house, digit)));
        let mut premises: Vec<Self> = cells.chain(places).collect();
        premises.retain(|premise| (2..=BRANCHES_MAX).contains(&premise.len(board)));
        premises.sort_by_key(|premise| premise.len(board));
        premises
    }

    /// Number of candidates.
    fn len<const W: usize>(self, board: &Board<W>) -> usize {
        match self {
            Self::Cell(cell) => board.candidates(cell).len(),
            Self::Places(house, digit) => board.places(house, digit).count_ones() as usize,
        }
    }

    /// A step without effect from this premise.
    fn step(self, technique: Technique) -> Step {
        match self {
            Self::Cell(cell) => Step { cells: vec![cell], ..Step::new(technique) },
            Self::Places(house, digit) => {
                Step { houses: vec![house], digits: DigitSet::of(digit), ..Step::new(technique) }
            }
        }
    }

    /// The candidates of which one is true.
    fn candidates<const W: usize>(self, board: &Board<W>) -> Vec<Candidate> {
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

/// What each candidate of a board falsifies.
#[derive(Clone, Debug)]
pub(in crate::sudoku::techniques) struct Verities<const W: usize> {
    size: usize,
    /// For each candidate by cell and digit, its position in `falsified`.
    ranks: Vec<usize>,
    /// For each candidate and digit, the cells whose candidate is false.
    falsified: Vec<CellSet<W>>,
}

impl<const W: usize> Verities<W> {
    /// Calls `consequences` with each candidate; it returns, for each digit, the cells whose candidate is false then.
    ///
    /// `None` if the board has more than [`CANDIDATES_MAX`] candidates.
    pub(in crate::sudoku::techniques) fn new<'r>(
        board: &Board<W>,
        mut consequences: impl FnMut(Candidate, &mut Vec<CellSet<W>>) + 'r,
    ) -> Option<Self> {
        let (size, count) = (board.size(), board.candidate_count());
        if count > CANDIDATES_MAX {
            return None;
        }
        let mut verities = Self {
            size,
            ranks: vec![0; board.layout().cell_count() * size],
            falsified: Vec::with_capacity(count * size),
        };
        for cell in board.open().iter() {
            for digit in board.candidates(cell).digits() {
                verities.ranks[cell.index() * size + digit.index()] = verities.falsified.len();
                consequences(Candidate { cell, digit }, &mut verities.falsified);
            }
        }
        Some(verities)
    }

    /// The step with the fewest links, which falsifies one candidate; compares the first few premises.
    ///
    /// `links` returns the links from a candidate of the premise to each of the candidates that it falsifies.
    pub(in crate::sudoku::techniques) fn shortest_step(
        &self,
        board: &Board<W>,
        technique: Technique,
        mut links: impl FnMut(Candidate, &[Candidate]) -> Vec<Vec<Link>>,
    ) -> Option<Step> {
        let mut best: Option<Step> = None;
        for (premise, mut targets) in self.common(board).take(PREMISES_MAX) {
            targets.truncate(TARGETS_MAX);
            let mut links_to: Vec<Vec<Link>> = vec![Vec::new(); targets.len()];
            for branch in premise.candidates(board) {
                for (all, links) in links_to.iter_mut().zip(links(branch, &targets)) {
                    all.extend(links);
                }
            }
            let shortest = targets.into_iter().zip(links_to).min_by_key(|(_, links)| links.len());
            if let Some((target, links)) = shortest
                && best.as_ref().is_none_or(|best| links.len() < best.links.len())
            {
                best = Some(Step { eliminations: vec![target], links, ..premise.step(technique) });
            }
        }
        best
    }

    /// Each premise all of whose candidates falsify the same candidates, with these.
    fn common<'a>(&'a self, board: &'a Board<W>) -> impl Iterator<Item = (Premise, Vec<Candidate>)> + 'a {
        let common_of = |premise: Premise| {
            let mut common: Option<Vec<CellSet<W>>> = None;
            for Candidate { cell, digit } in premise.candidates(board) {
                let rank = self.ranks[cell.index() * self.size + digit.index()];
                let falsified = &self.falsified[rank..][..self.size];
                match &mut common {
                    None => common = Some(falsified.to_vec()),
                    Some(common) => {
                        common
                            .iter_mut()
                            .zip(falsified)
                            .for_each(|(common, falsified)| *common &= *falsified);
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
            (!candidates.is_empty()).then_some((premise, candidates))
        };
        Premise::all(board).into_iter().filter_map(common_of)
    }
}
