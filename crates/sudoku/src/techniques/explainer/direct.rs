//! Hidden singles, and hidden singles after locked candidates or a hidden subset.

use super::candidate_grid::{CandidateGrid, HOUSES, cell_at, houses_of};
use super::candidate_set::{CandidateId, id_of};
use crate::bits::set_bits;

/// The first hidden single of the easiest kind, with its difficulty in tenths: the last cell of a house, a place in a box, or a
/// place in a line.
pub(super) fn hidden_single(grid: &CandidateGrid) -> Option<(CandidateId, u8)> {
    let find = |houses: std::ops::Range<usize>, is_last: bool| {
        houses.into_iter().find_map(|house| {
            let open = (0..9).filter(|&digit| grid.places(house, digit) != 0);
            if is_last && open.clone().count() != 1 {
                return None;
            }
            only_place(grid, house, open, |places| places)
        })
    };
    (find(0..HOUSES, true).map(|id| (id, 10)))
        .or_else(|| find(18..HOUSES, false).map(|id| (id, 12)))
        .or_else(|| find(0..18, false).map(|id| (id, 15)))
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

/// A hidden single after pointing (17 tenths) or claiming (19).
pub(super) fn direct_locked(grid: &CandidateGrid) -> Option<(CandidateId, u8)> {
    let find = |bases: std::ops::Range<usize>| {
        bases.into_iter().find_map(|base| {
            (0..9).find_map(|digit| {
                let places = grid.places(base, digit);
                if places.count_ones() < 2 {
                    return None;
                }
                let cover = common_house(grid, base, digit)?;
                siblings(base).filter(|&other| other != base).find_map(|other| {
                    let in_cover = |index: usize| {
                        houses_of(cell_at(other, index)).iter().any(|&(house, _)| house == cover)
                    };
                    let rest = grid.places(other, digit);
                    let left = set_bits(u64::from(rest)).filter(|&index| !in_cover(index));
                    let left = left.fold(0_u16, |left, index| left | 1 << index);
                    (left != rest && left.is_power_of_two())
                        .then(|| id_of(cell_at(other, left.trailing_zeros() as usize), digit))
                })
            })
        })
    };
    find(18..HOUSES).map(|id| (id, 17)).or_else(|| find(0..18).map(|id| (id, 19)))
}

/// The houses of the kind of this one.
fn siblings(house: usize) -> std::ops::Range<usize> {
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
pub(super) fn direct_hidden_subset(grid: &CandidateGrid, size: u32) -> Option<CandidateId> {
    (0..HOUSES).find_map(|house| {
        let open = (0..9).filter(|&digit| grid.places(house, digit) != 0).count();
        if open <= size as usize {
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
