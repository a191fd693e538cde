//! Encoding of the unsolved part of a puzzle as an exact cover problem (TAOCP 7.2.2.1).
//!
//! Items: each unsolved cell, and each pair of a house and a digit that the house still lacks. Options: the candidates; each
//! covers its cell and its digit in each house of the cell. An empty grid of size n has 4n² items and n³ options of four
//! items (9x9: 324 and 729). Solved cells have no items, eliminated candidates no options.

use super::geometry::{Cell, HOUSES_PER_CELL};
use super::grid::{Digit, Grid};
use super::reduce::CandidateMasks;
use crate::exact_cover::{Entry, Item, OptionId, Problem, ProblemError};

/// A possible digit of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

/// Exact cover problem of the unsolved part of a puzzle, with the candidate of each option.
#[derive(Clone, Debug)]
pub struct Encoding {
    problem: Problem,
    candidates: Vec<Candidate>,
    /// Item of each cell, then of each digit of each house; [`NO_ITEM`] if already satisfied.
    item_numbers: Vec<u32>,
}

/// Marks a cell or a digit of a house that needs no item.
const NO_ITEM: u32 = u32::MAX;

impl Encoding {
    /// Encodes the candidates of `masks`.
    ///
    /// # Errors
    /// None in practice: every puzzle is within the bounds of [`Problem`].
    pub fn new(masks: &CandidateMasks) -> Result<Self, ProblemError> {
        let mut encoding =
            Self { problem: Problem::new(0, 0)?, candidates: Vec::new(), item_numbers: Vec::new() };
        encoding.rebuild(masks)?;
        Ok(encoding)
    }

    /// As [`new`](Self::new), reusing the memory of this encoding.
    ///
    /// # Errors
    /// As [`new`](Self::new); the encoding must not be used after an error.
    pub fn rebuild(&mut self, masks: &CandidateMasks) -> Result<(), ProblemError> {
        let items = self.number_items(masks);
        self.problem.clear(items, 0)?;
        self.candidates.clear();
        let geometry = masks.geometry();
        let (cells, size) = (geometry.cell_count(), geometry.size());
        // The empty puzzle is the largest of its size: later puzzles do not allocate.
        let options_max = cells * size;
        self.problem.reserve(self.item_numbers.len(), options_max, (1 + HOUSES_PER_CELL) * options_max);
        self.candidates.reserve(options_max);
        for cell in geometry.cells() {
            for digit in masks.candidates(cell) {
                let mut entries = [Entry::from(Item(self.item_numbers[cell.index()])); 1 + HOUSES_PER_CELL];
                for (entry, house) in entries[1..].iter_mut().zip(geometry.houses_of(cell)) {
                    *entry = Item(self.item_numbers[cells + house * size + digit.index()]).into();
                }
                self.problem.add_option(&entries)?;
                self.candidates.push(Candidate { cell, digit });
            }
        }
        Ok(())
    }

    /// Numbers the items without gaps and returns their count.
    fn number_items(&mut self, masks: &CandidateMasks) -> usize {
        let geometry = masks.geometry();
        let mut count = 0;
        let mut number = |is_open| {
            let number = if is_open { count } else { NO_ITEM };
            count += u32::from(is_open);
            number
        };
        self.item_numbers.clear();
        self.item_numbers.reserve(geometry.cell_count() + geometry.house_count() * geometry.size());
        self.item_numbers.extend(masks.solved().cells().iter().map(|digit| number(digit.is_none())));
        for house in 0..geometry.house_count() {
            self.item_numbers.extend(
                Digit::all(geometry.size()).map(|digit| number(masks.is_digit_unplaced(house, digit))),
            );
        }
        count as usize
    }

    /// The exact cover problem; all items are primary.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The candidate of an option.
    pub fn candidate(&self, option: OptionId) -> Option<Candidate> {
        self.candidates.get(option.0 as usize).copied()
    }

    /// Writes the candidates of these options into a grid.
    pub fn fill(&self, grid: &mut Grid, options: impl Iterator<Item = OptionId>) {
        for Candidate { cell, digit } in options.filter_map(|option| self.candidate(option)) {
            grid.fill(cell, digit);
        }
    }
}

impl AsRef<Problem> for Encoding {
    fn as_ref(&self) -> &Problem {
        &self.problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::geometry::{BoxShape, Geometry};
    use crate::sudoku::puzzle::Puzzle;

    fn encoding(size: usize, clues: &[(usize, usize)]) -> Encoding {
        let mut cells = vec![None; size * size];
        for &(cell, digit) in clues {
            cells[cell] = Digit::new(digit);
        }
        let geometry = Geometry::new(size, BoxShape::usual(size)).expect("a size");
        let puzzle = Puzzle::new(geometry, Grid::from_cells(cells).expect("a square")).expect("fits");
        Encoding::new(&CandidateMasks::new(&puzzle)).expect("within bounds")
    }

    #[test]
    fn empty_9x9_has_729_options_324_items_and_2916_entries() {
        let encoding = encoding(9, &[]);
        let problem = encoding.problem();
        assert_eq!(problem.option_count(), 729);
        assert_eq!(problem.item_count(), 324);
        assert_eq!(problem.entry_count(), 2916);
    }

    #[test]
    fn empty_grid_of_size_n_has_n3_options_4n2_items_and_4n3_entries() {
        for n in [1, 2, 4, 6, 7, 8, 10, 12, 15, 16, 20, 25, 30, 36] {
            let encoding = encoding(n, &[]);
            let problem = encoding.problem();
            assert_eq!(
                (problem.option_count(), problem.item_count(), problem.entry_count()),
                (n * n * n, 4 * n * n, 4 * n * n * n)
            );
            assert_eq!(problem.primary_count(), problem.item_count());
        }
    }

    #[test]
    fn clue_removes_its_items_and_the_options_it_excludes() {
        let encoding = encoding(9, &[(0, 5)]);
        let problem = encoding.problem();
        assert_eq!(problem.item_count(), 324 - 4);
        // Nine options of the cell, and the digit in its twenty peers.
        assert_eq!(problem.option_count(), 729 - 9 - 20);
        assert_eq!(
            encoding.candidate(OptionId(0)),
            Digit::new(1).map(|digit| Candidate { cell: Cell(1), digit })
        );
    }
}
