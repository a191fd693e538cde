//! A puzzle as an exact cover problem.
//!
//! Items: every cell holds a digit, and every house has a place for every digit (for the classic geometry four
//! families: cells, rows, columns, boxes; 4n² items). Options: a digit in a cell, which covers that cell and
//! the digit's place in each house of the cell (n³ options of four items; for 9x9, 729 and 324).
//!
//! Clues are settled here: what they satisfy gets no item, and what they exclude gets no option. The empty
//! puzzle has the whole matrix.

use super::geometry::Cell;
use super::grid::{Digit, Grid};
use super::puzzle::Puzzle;
use crate::exact_cover::{Entry, Item, OptionId, Problem, ProblemError};

/// A digit that may stand in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

/// The exact cover problem of a puzzle, with the way back from options to candidates.
#[derive(Clone, Debug)]
pub struct Encoding {
    problem: Problem,
    candidates: Vec<Candidate>,
}

impl Encoding {
    /// States what the clues of `puzzle` leave open. Only a puzzle without conflicts has solutions that are the
    /// exact covers; conflicting clues would each be taken as satisfied.
    ///
    /// # Errors
    /// None for any puzzle there can be: its problem is within the bounds of [`Problem`]. The type says so
    /// rather than a panic.
    pub fn new(puzzle: &Puzzle) -> Result<Self, ProblemError> {
        let geometry = puzzle.geometry();
        let open = OpenItems::new(puzzle);
        let mut problem = Problem::new(open.count, 0)?;
        let mut candidates = Vec::new();
        let mut entries = Vec::new();
        let empty_cells = geometry.cells().filter(|&cell| puzzle.clues().digit(cell).is_none());
        let options_max = empty_cells.clone().count() * geometry.size();
        problem.reserve(options_max, 4 * options_max);
        candidates.reserve(options_max);
        for cell in empty_cells {
            for digit in Digit::all(geometry.size()) {
                entries.clear();
                entries.extend(open.cell(cell).map(Entry::from));
                let places = geometry.houses_of(cell).map(|house| open.place(house, digit));
                // A house that has the digit already has no place for it, and excludes the candidate.
                let mut is_open = true;
                for place in places {
                    is_open &= place.is_some();
                    entries.extend(place.map(Entry::from));
                }
                if is_open {
                    problem.add_option(&entries)?;
                    candidates.push(Candidate { cell, digit });
                }
            }
        }
        Ok(Self { problem, candidates })
    }

    /// The exact cover problem. It has primary items only.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The candidate that an option of the problem stands for.
    pub fn candidate(&self, option: OptionId) -> Option<Candidate> {
        self.candidates.get(option.0 as usize).copied()
    }

    /// The clues with the candidates of these options filled in.
    pub fn decode(&self, clues: &Grid, options: impl Iterator<Item = OptionId>) -> Option<Grid> {
        let mut cells = clues.cells().to_vec();
        for Candidate { cell, digit } in options.filter_map(|option| self.candidate(option)) {
            *cells.get_mut(cell.index())? = Some(digit);
        }
        Grid::from_cells(cells)
    }
}

/// The items that clues leave open, numbered without gaps: cells first, then each house's digits.
struct OpenItems {
    size: usize,
    cell_count: usize,
    /// The number of each item, or [`CLOSED`].
    numbers: Vec<u32>,
    count: usize,
}

/// Marks an item that a clue satisfies.
const CLOSED: u32 = u32::MAX;

impl OpenItems {
    fn new(puzzle: &Puzzle) -> Self {
        let geometry = puzzle.geometry();
        let (size, cell_count) = (geometry.size(), geometry.cell_count());
        let mut numbers = vec![0; cell_count + geometry.house_count() * size];
        for (cell, digit) in puzzle.clues().filled() {
            numbers[cell.index()] = CLOSED;
            for house in geometry.houses_of(cell) {
                numbers[cell_count + house * size + digit.index()] = CLOSED;
            }
        }
        let mut count = 0;
        for number in numbers.iter_mut().filter(|number| **number != CLOSED) {
            *number = count;
            count += 1;
        }
        Self { size, cell_count, numbers, count: count as usize }
    }

    fn cell(&self, cell: Cell) -> Option<Item> {
        self.item(cell.index())
    }

    fn place(&self, house: usize, digit: Digit) -> Option<Item> {
        self.item(self.cell_count + house * self.size + digit.index())
    }

    fn item(&self, index: usize) -> Option<Item> {
        let number = self.numbers[index];
        (number != CLOSED).then_some(Item(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::geometry::{BoxShape, Geometry};

    fn encoding(size: usize, clues: &[(usize, usize)]) -> Encoding {
        let mut cells = vec![None; size * size];
        for &(cell, digit) in clues {
            cells[cell] = Digit::new(digit);
        }
        let geometry = Geometry::new(size, BoxShape::usual(size)).expect("a size");
        let puzzle = Puzzle::new(geometry, Grid::from_cells(cells).expect("a square")).expect("fits");
        Encoding::new(&puzzle).expect("within bounds")
    }

    #[test]
    fn the_9x9_matrix_has_729_options_324_items_and_2916_nodes() {
        let encoding = encoding(9, &[]);
        let problem = encoding.problem();
        assert_eq!(problem.option_count(), 729);
        assert_eq!(problem.item_count(), 324);
        assert_eq!(problem.entry_count(), 2916);
    }

    #[test]
    fn the_matrix_of_size_n_has_n3_options_4n2_items_and_4n3_nodes() {
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
    fn a_clue_closes_its_items_and_excludes_its_rivals() {
        let encoding = encoding(9, &[(0, 5)]);
        let problem = encoding.problem();
        assert_eq!(problem.item_count(), 324 - 4);
        // Eight other digits in the cell, and the digit in its twenty peers.
        assert_eq!(problem.option_count(), 729 - 9 - 20);
        assert_eq!(
            encoding.candidate(OptionId(0)),
            Digit::new(1).map(|digit| Candidate { cell: Cell(1), digit })
        );
    }
}
