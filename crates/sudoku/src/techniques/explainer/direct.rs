//! Hidden singles, and hidden singles after locked candidates or a hidden subset.

use std::ops::Range;

use super::candidate_grid::{CandidateGrid, HOUSES, cell_at, houses_of};
use super::candidate_set::{CandidateId, id_of};
use crate::bits::set_bits;

/// Rows and columns, and boxes.
const LINES: Range<usize> = 0..18;
const BOXES: Range<usize> = 18..HOUSES;

/// A kind of singles, some after an elimination that is not made.
#[derive(Clone, Copy, Debug)]
pub(super) enum SingleKind {
    /// The last cell of a house.
    LastCell,
    /// The only place of a digit in a box.
    InBox,
    /// The only place of a digit in a row or a column.
    InLine,
    /// A hidden single after pointing.
    AfterPointing,
    /// A hidden single after claiming.
    AfterClaiming,
    /// A hidden single after a hidden subset of this size in the same house.
    AfterHiddenSubset(u32),
    /// The only candidate of a cell.
    Naked,
}

impl SingleKind {
    /// The kinds in the order of the search, with their difficulties in tenths.
    pub(super) const ALL: [(Self, u8); 8] = [
        (Self::LastCell, 10),
        (Self::InBox, 12),
        (Self::InLine, 15),
        (Self::AfterPointing, 17),
        (Self::AfterClaiming, 19),
        (Self::AfterHiddenSubset(2), 20),
        (Self::Naked, 23),
        (Self::AfterHiddenSubset(3), 25),
    ];

    /// The first single of this kind.
    pub(super) fn find(self, grid: &CandidateGrid) -> Option<CandidateId> {
        match self {
            Self::LastCell => (0..HOUSES).find_map(|house| {
                let mut open = open_digits(grid, house);
                let digit = open.next()?;
                open.next().is_none().then(|| only_place(grid, house, [digit], |places| places))?
            }),
            Self::InBox => hidden_single(grid, BOXES),
            Self::InLine => hidden_single(grid, LINES),
            Self::AfterPointing => direct_locked(grid, BOXES),
            Self::AfterClaiming => direct_locked(grid, LINES),
            Self::AfterHiddenSubset(size) => direct_hidden_subset(grid, size),
            Self::Naked => {
                let cell = (0..81).find(|&cell| grid.digits(cell).is_power_of_two())?;
                grid.ids_in(cell).next()
            }
        }
    }
}

/// The digits that have places in a house.
fn open_digits(grid: &CandidateGrid, house: usize) -> impl Iterator<Item = usize> {
    (0..9).filter(move |&digit| grid.places(house, digit) != 0)
}

/// The first hidden single in these houses.
fn hidden_single(grid: &CandidateGrid, mut houses: Range<usize>) -> Option<CandidateId> {
    houses.find_map(|house| only_place(grid, house, 0..9, |places| places))
}

/// The candidate of the first of these digits that has one place left in a house.
fn only_place(
    grid: &CandidateGrid,
    house: usize,
    digits: impl IntoIterator<Item = usize>,
    left: impl Fn(u16) -> u16,
) -> Option<CandidateId> {
    digits.into_iter().find_map(|digit| {
        let places = left(grid.places(house, digit));
        places.is_power_of_two().then(|| id_of(cell_at(house, places.trailing_zeros() as usize), digit))
    })
}

/// A hidden single in a house, after a digit of one of the bases is locked in a crossing house.
fn direct_locked(grid: &CandidateGrid, mut bases: Range<usize>) -> Option<CandidateId> {
    bases.find_map(|base| {
        (0..9).find_map(|digit| {
            let places = grid.places(base, digit);
            if places.count_ones() < 2 {
                return None;
            }
            let cover = common_house(grid, base, digit)?;
            siblings(base).filter(|&other| other != base).find_map(|other| {
                let in_cover =
                    |index: usize| houses_of(cell_at(other, index)).iter().any(|&(house, _)| house == cover);
                let rest = grid.places(other, digit);
                let left = set_bits(u64::from(rest)).filter(|&index| !in_cover(index));
                let left = left.fold(0_u16, |left, index| left | 1 << index);
                (left != rest && left.is_power_of_two())
                    .then(|| id_of(cell_at(other, left.trailing_zeros() as usize), digit))
            })
        })
    })
}

/// The houses of the kind of this one.
fn siblings(house: usize) -> Range<usize> {
    let first = house / 9 * 9;
    first..first + 9
}

/// The other house with all places of a digit of a house: a line for a box, a box for a line.
pub(super) fn common_house(grid: &CandidateGrid, base: usize, digit: usize) -> Option<usize> {
    let mut cells = grid.cells_in(base, digit);
    let first = houses_of(cells.next()?).map(|(house, _)| house);
    let mut common = first.map(|house| house != base && (house >= 18) != (base >= 18));
    for cell in cells {
        for ((house, _), (first, is_common)) in houses_of(cell).into_iter().zip(first.iter().zip(&mut common))
        {
            *is_common &= house == *first;
        }
    }
    first.into_iter().zip(common).find_map(|(house, is_common)| is_common.then_some(house))
}

/// A hidden single after a hidden subset of this size in the same house.
fn direct_hidden_subset(grid: &CandidateGrid, size: u32) -> Option<CandidateId> {
    (0..HOUSES).find_map(|house| {
        if open_digits(grid, house).count() <= size as usize {
            return None;
        }
        digit_subsets(size).find_map(|digits| {
            let mut union = 0;
            for digit in set_bits(digits) {
                let places = grid.places(house, digit);
                if places.count_ones() < 2 {
                    return None;
                }
                union |= places;
            }
            if union.count_ones() != size {
                return None;
            }
            let others = (0..9)
                .filter(|&digit| digits >> digit & 1 == 0 && grid.places(house, digit).count_ones() > 1);
            only_place(grid, house, others, |places| places & !union)
        })
    })
}

/// All sets of so many of nine digits.
fn digit_subsets(size: u32) -> impl Iterator<Item = u64> {
    (0..1_u64 << 9).filter(move |digits| digits.count_ones() == size)
}
