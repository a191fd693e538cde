//! Sets of cells as machine words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use crate::model::Cell;

/// Set of the cells with an index below 64 `W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CellSet<const W: usize>([u64; W]);

impl<const W: usize> CellSet<W> {
    /// The set without cells.
    pub(crate) const EMPTY: Self = Self([0; W]);

    /// The set of one cell.
    pub(crate) fn of(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Whether the set has this cell.
    #[inline(always)]
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }

    /// Adds a cell.
    #[inline(always)]
    pub(crate) fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
    }

    /// Removes a cell.
    #[inline(always)]
    pub(crate) fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Whether the set has no cell.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |union, word| union | word) == 0
    }

    /// Whether the sets have a cell in common.
    #[inline(always)]
    pub(crate) fn intersects(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether every cell of this set is in `other`.
    #[inline(always)]
    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// Number of cells.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cell with the lowest index.
    #[inline]
    pub(crate) fn first(&self) -> Option<Cell> {
        let (at, word) = self.0.iter().enumerate().find(|&(_, &word)| word != 0)?;
        Some(cell_at(at, *word))
    }

    /// The cell of a set of one cell; `None` for all other sets.
    #[inline]
    pub(crate) fn only(&self) -> Option<Cell> {
        let cell = self.first()?;
        (*self == Self::of(cell)).then_some(cell)
    }

    /// The cells, in ascending order.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Cell> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let cell = (word != 0).then(|| cell_at(at, word));
                word &= word.wrapping_sub(1);
                cell
            })
        })
    }
}

#[inline(always)]
fn cell_at(word_index: usize, word: u64) -> Cell {
    Cell((word_index * 64) as u16 + word.trailing_zeros() as u16)
}

impl<const W: usize> Default for CellSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> FromIterator<Cell> for CellSet<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const W: usize> BitAnd for CellSet<W> {
    type Output = Self;

    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const W: usize> BitAndAssign for CellSet<W> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }
}

impl<const W: usize> BitOr for CellSet<W> {
    type Output = Self;

    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for CellSet<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}

/// Difference: the cells of the first set that are not in the second.
impl<const W: usize> Sub for CellSet<W> {
    type Output = Self;

    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const W: usize> SubAssign for CellSet<W> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operations_agree_with_sorted_lists_across_words() {
        let one: CellSet<2> = [0, 5, 63, 64, 80].map(Cell).into_iter().collect();
        let other: CellSet<2> = [5, 64, 127].map(Cell).into_iter().collect();
        let cells = |set: CellSet<2>| set.iter().map(|cell| cell.0).collect::<Vec<_>>();
        assert_eq!(cells(one), [0, 5, 63, 64, 80]);
        assert_eq!(cells(one & other), [5, 64]);
        assert_eq!(cells(one | other), [0, 5, 63, 64, 80, 127]);
        assert_eq!(cells(one - other), [0, 63, 80]);
        assert_eq!((one.len(), one.first(), one.only()), (5, Some(Cell(0)), None));
        assert!(one.intersects(&other) && !one.is_subset(&other) && (one & other).is_subset(&other));
        let mut single = CellSet::<2>::of(Cell(80));
        assert_eq!(single.only(), Some(Cell(80)));
        single.remove(Cell(80));
        assert_eq!((single.is_empty(), single.only(), single.first()), (true, None, None));
    }
}
