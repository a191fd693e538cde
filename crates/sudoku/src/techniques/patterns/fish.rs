//! X-wing, swordfish and jellyfish: a digit has its places in some rows within as many columns, or the reverse.
//!
//! The digit is once in each row, and these places are in different columns. So each of the columns has the digit in one of
//! the rows, and not elsewhere.

use super::subset_search::{SetFamily, has_digit};
use crate::bits::set_bits;
use crate::techniques::geometry::Geometry;
use crate::techniques::prelude::*;

/// Fish of `SIZE` lines, without fins.
pub(super) struct Fish<const SIZE: usize>;

impl<const SIZE: usize> Pattern for Fish<SIZE> {
    const INFO: TechniqueInfo = match SIZE {
        2 => TechniqueInfo::hard("X-Wing", 24).or(&["2-Fish"]),
        3 => TechniqueInfo::hard("Swordfish", 28).or(&["3-Fish"]),
        _ => TechniqueInfo::hard("Jellyfish", 74).or(&["4-Fish"]),
    };

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_in_digits(board, |board, digit| find(board, digit, SIZE))
    }

    fn may_occur<const W: usize>(board: &Board<W>) -> bool {
        has_digit(board, 2 * SIZE)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (bases, covers) = (wording.houses(&step.houses), wording.houses(&step.covers));
        let digit = wording.digit(step);
        sentence!("in {bases}, {digit} has places only in {covers}, so {effect}.", [bases, digit, covers])
    }
}

/// Parallel lines as base sets, and the lines that cross them as cover sets.
pub(super) struct LineSets<'a, const W: usize> {
    geometry: &'a Geometry<W>,
    pub(super) bases: &'a [usize],
    pub(super) covers: &'a [usize],
    cover_of: fn(&Geometry<W>, Cell) -> Option<usize>,
}

impl<'a, const W: usize> LineSets<'a, W> {
    /// Rows crossed by columns, and columns crossed by rows.
    pub(super) fn both(geometry: &'a Geometry<W>) -> [Self; 2] {
        let (rows, columns) = (geometry.rows(), geometry.columns());
        [
            Self { geometry, bases: rows, covers: columns, cover_of: Geometry::column_of },
            Self { geometry, bases: columns, covers: rows, cover_of: Geometry::row_of },
        ]
    }

    /// For each base set, the cover sets of the places of a digit, as bits; 0 if a place has none.
    pub(super) fn covers_of(&self, board: &Board<W>, digit: Digit) -> impl Iterator<Item = u64> {
        self.bases.iter().map(move |&base| {
            let mut places = board.cells_at(base, board.places(base, digit));
            let covers = places
                .try_fold(0, |covers, cell| Some(covers | 1_u64 << (self.cover_of)(self.geometry, cell)?));
            covers.unwrap_or(0)
        })
    }

    /// Union of the lines with these indices.
    pub(super) fn union(&self, lines: &[usize], indices: u64) -> CellSet<W> {
        set_bits(indices).fold(CellSet::EMPTY, |union, index| union | self.geometry.house(lines[index]))
    }

    /// The deduction of the fish with these base and cover sets, if a cell that it clears sees all fins: the places outside of its cover
    /// sets.
    pub(super) fn fish(&self, board: &Board<W>, digit: Digit, bases: u64, covers: u64) -> Option<Deduction> {
        let (base, cover) = (self.union(self.bases, bases), self.union(self.covers, covers));
        let places = base & board.cells_with(digit);
        let fins = places - cover;
        let mut targets = (cover & board.cells_with(digit)) - base;
        for fin in fins.iter() {
            targets &= self.geometry.peers(fin);
            if targets.is_empty() {
                return None;
            }
        }
        if targets.is_empty() || !self.are_disjoint(bases) {
            return None;
        }
        let numbers = |lines: &[usize], indices| set_bits(indices).map(|index| lines[index]).collect();
        let step = Deduction {
            digits: DigitSet::of(digit),
            houses: numbers(self.bases, bases),
            covers: numbers(self.covers, covers),
            cells: (places & cover).iter().collect(),
            fins: fins.iter().collect(),
            ..Deduction::default()
        };
        Some(step.eliminating(digit, targets))
    }

    /// Whether no two of the base sets share a cell: only then each has a place of its own.
    fn are_disjoint(&self, bases: u64) -> bool {
        let cells = set_bits(bases).map(|base| self.geometry.house(self.bases[base]).len()).sum::<usize>();
        self.union(self.bases, bases).len() == cells
    }
}

fn find<const W: usize>(board: &Board<W>, digit: Digit, size: usize) -> Option<Deduction> {
    LineSets::both(board.geometry()).iter().find_map(|lines| {
        let family = SetFamily::new(lines.covers_of(board, digit), size);
        family.find(size, size, |bases, covers| lines.fish(board, digit, bases, covers))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    fn five() -> Digit {
        testing::digit(5)
    }

    /// Board with all candidates, but with 5 only at these places of the houses.
    fn confined(houses: &[(usize, &[usize])]) -> Board<2> {
        let mut board = testing::board(&".".repeat(81));
        for (house, places) in houses {
            testing::confine(&mut board, *house, 5, places);
        }
        board
    }

    #[test]
    fn x_wing_in_rows_eliminates_in_columns() {
        let board = confined(&[(1, &[0, 7]), (5, &[0, 7])]);
        let step = find(&board, five(), 2).expect("rows 2 and 6");
        testing::assert_step(
            &board,
            &step,
            "r1c1<>5 r1c8<>5 r3c1<>5 r3c8<>5 r4c1<>5 r4c8<>5 r5c1<>5 r5c8<>5 \
             r7c1<>5 r7c8<>5 r8c1<>5 r8c8<>5 r9c1<>5 r9c8<>5",
            Fish::<2>::sentence,
            "in row 2 and row 6, 5 has places only in column 1 and column 8, so r1c1, r1c8, r3c1, r3c8, \
             r4c1, r4c8, r5c1, r5c8, r7c1, r7c8, r8c1, r8c8, r9c1 and r9c8 cannot be 5.",
        );
        assert_eq!(find(&confined(&[(1, &[0, 7]), (5, &[0, 8])]), five(), 2), None);
    }

    #[test]
    fn swordfish_in_columns_needs_three_rows_together() {
        let board = confined(&[(9, &[0, 4]), (12, &[4, 8]), (17, &[0, 8])]);
        assert_eq!(find(&board, five(), 2), None);
        let step = find(&board, five(), 3).expect("columns 1, 4 and 9");
        assert_eq!((&step.houses[..], &step.covers[..]), (&[9, 12, 17][..], &[0, 4, 8][..]));
        assert_eq!((step.cells.len(), step.eliminations.len()), (6, 18));
        assert_eq!(find(&confined(&[(9, &[0, 4]), (12, &[4, 8]), (17, &[0, 7])]), five(), 3), None);
    }

    #[test]
    fn jellyfish_needs_four_columns_together() {
        let board = confined(&[(0, &[0, 3]), (2, &[3, 6]), (4, &[6, 8]), (7, &[8, 0])]);
        assert_eq!(find(&board, five(), 3), None);
        assert_eq!(find(&board, five(), 4).map(|step| step.eliminations.len()), Some(20));
        assert_eq!(
            find(&confined(&[(0, &[0, 3]), (2, &[3, 6]), (4, &[6, 8]), (7, &[8, 1])]), five(), 4),
            None
        );
    }
}
