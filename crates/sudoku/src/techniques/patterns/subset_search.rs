//! Search for few sets whose union is small: cells and their candidates, digits and their places, lines and the lines that
//! cross them.

use crate::model::{Digit, SIZE_MAX};
use crate::techniques::board::Board;

/// Maximum number of partial choices of a search: more than 20 sets have, four at a time. It bounds the time of a search
/// in the largest grids.
const CHOICES_MAX: usize = 6_200;

/// Sets to choose from, each as bits.
pub(super) struct SetFamily {
    sets: [u64; SIZE_MAX],
    /// The sets that may be chosen, as bits.
    members: u64,
}

impl SetFamily {
    /// The sets that have from 2 to `largest` elements may be chosen. Sets beyond [`SIZE_MAX`] are ignored.
    pub(super) fn new(all: impl Iterator<Item = u64>, largest: usize) -> Self {
        let mut family = Self { sets: [0; SIZE_MAX], members: 0 };
        for (index, (slot, set)) in family.sets.iter_mut().zip(all).enumerate() {
            *slot = set;
            if set & set.wrapping_sub(1) != 0 && set.count_ones() as usize <= largest {
                family.members |= 1 << index;
            }
        }
        family
    }

    /// The elements of the set with this index.
    pub(super) fn set(&self, index: usize) -> u64 {
        self.sets[index]
    }

    /// Calls `accept` with each choice of `size` sets whose union has at most `largest` elements, until it returns a value or [`CHOICES_MAX`] is reached.
    /// The arguments are the indices of the chosen sets as bits, and their union.
    pub(super) fn find<T>(
        &self,
        size: usize,
        largest: usize,
        mut accept: impl FnMut(u64, u64) -> Option<T>,
    ) -> Option<T> {
        if (self.members.count_ones() as usize) < size {
            return None;
        }
        let mut choices_left = CHOICES_MAX;
        self.extend(self.members, (0, 0), (size, largest), &mut choices_left, &mut accept)
    }

    fn extend<T>(
        &self,
        mut rest: u64,
        (chosen, union): (u64, u64),
        (size, largest): (usize, usize),
        choices_left: &mut usize,
        accept: &mut impl FnMut(u64, u64) -> Option<T>,
    ) -> Option<T> {
        if size == 0 {
            return accept(chosen, union);
        }
        while rest != 0 {
            let index = rest.trailing_zeros();
            rest &= rest - 1;
            let union = union | self.sets[index as usize];
            if *choices_left == 0 {
                return None;
            }
            *choices_left -= 1;
            if union.count_ones() as usize <= largest {
                let found = self.extend(
                    rest,
                    (chosen | 1 << index, union),
                    (size - 1, largest),
                    choices_left,
                    accept,
                );
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}

/// Whether a house has so many unplaced digits, or a house beside rows, columns and boxes makes that irrelevant.
///
/// The other open cells of a naked subset are a hidden subset, and the reverse. The smaller of the two comes first: so a larger one needs
/// a house with as many empty places beside it. With further houses, a subset also eliminates where no house has all of its cells.
pub(super) fn has_house<const W: usize>(board: &Board<W>, digits: usize) -> bool {
    let geometry = board.geometry();
    !geometry.rules().is_plain()
        || (0..geometry.houses().len()).any(|house| board.unplaced(house).len() >= digits)
}

/// Whether a digit has so many open rows, or a house beside rows, columns and boxes makes that irrelevant. See [`has_house`]: the other
/// lines of a fish are a fish of the crossing lines.
pub(super) fn has_digit<const W: usize>(board: &Board<W>, rows: usize) -> bool {
    let geometry = board.geometry();
    let is_open = |digit, row: &&usize| board.unplaced(**row).contains(digit);
    !geometry.rules().is_plain()
        || Digit::all(board.size())
            .any(|digit| geometry.rows().iter().filter(|row| is_open(digit, row)).count() >= rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_all_combinations_with_a_small_union() {
        let sets = [0b0011, 0b0110, 0b0001, 0b1_0001, 0b0111, 0b0101];
        let mut choices = Vec::new();
        let none: Option<()> = SetFamily::new(sets.into_iter(), 3).find(2, 3, |chosen, union| {
            choices.push((chosen, union));
            None
        });
        assert_eq!(none, None);
        // The third set has one element; 3 and 4 have a larger union with most others.
        let expected = [
            (0b00_0011, 0b0111),
            (0b00_1001, 0b1_0011),
            (0b01_0001, 0b0111),
            (0b10_0001, 0b0111),
            (0b01_0010, 0b0111),
            (0b10_0010, 0b0111),
            (0b10_1000, 0b1_0101),
            (0b11_0000, 0b0111),
        ];
        assert_eq!(choices, expected);
        let mut visited = 0;
        let all: Option<()> = SetFamily::new([0b11; 36].into_iter(), 3).find(4, 3, |_, _| {
            visited += 1;
            None
        });
        assert!(all.is_none() && visited < CHOICES_MAX && visited > 1_000);
        let first = SetFamily::new(sets.into_iter(), 3).find(3, 3, |chosen, _| Some(chosen));
        assert_eq!(first, Some(0b01_0011));
    }
}
