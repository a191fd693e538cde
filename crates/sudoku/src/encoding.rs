//! Encoding of the unsolved part of a puzzle as an exact cover problem (TAOCP 7.2.2.1).
//!
//! Items: each unsolved cell, and each pair of a house and a digit that the house does not have yet. Options: the
//! candidates; each covers its cell and its digit in each house of the cell. The digits of a house with fewer cells than
//! digits are secondary items, because the house has each of them at most once. All other items are primary.
//!
//! An empty square grid of size n has 4n² items and n³ options of four items (9x9: 324 and 729). Solved cells have no
//! items, eliminated candidates no options.

use quadrille_exact_cover::unstable::SplitMix64;
use quadrille_exact_cover::{Entry, Item, OptionId, Problem, ProblemError};

use super::model::{Cell, Digit, Grid, Restriction};
use super::reduce::CandidateMasks;

/// A possible digit of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// Item of each cell, then of each digit of each house; [`NO_ITEM`] if it is already covered.
    item_numbers: Vec<u32>,
    /// Entries of the option being added.
    entries: Vec<Entry>,
}

/// Marks a cell or a digit of a house that needs no item.
const NO_ITEM: u32 = u32::MAX;

impl Encoding {
    /// Encodes the candidates of `masks`.
    ///
    /// # Errors
    /// None in practice: every puzzle is within the bounds of [`Problem`].
    pub fn new(masks: &CandidateMasks) -> Result<Self, ProblemError> {
        let mut encoding = Self {
            problem: Problem::new(0, 0)?,
            candidates: Vec::new(),
            item_numbers: Vec::new(),
            entries: Vec::new(),
        };
        encoding.rebuild(masks)?;
        Ok(encoding)
    }

    /// As [`new`](Self::new), reusing the memory of this encoding.
    ///
    /// # Errors
    /// As [`new`](Self::new); the encoding must not be used after an error.
    pub fn rebuild(&mut self, masks: &CandidateMasks) -> Result<(), ProblemError> {
        let (primary, secondary) = self.number_items(masks);
        self.problem.clear(primary, secondary)?;
        self.candidates.clear();
        let (layout, digits) = (masks.rules().layout(), masks.rules().digit_count());
        // Reserves for the empty puzzle, the largest one with these rules, so that later puzzles do not allocate.
        let cells = layout.cell_count();
        let options_max = cells * digits;
        let entries_max = (cells + layout.member_count()) * digits;
        self.problem.reserve(self.item_numbers.len(), options_max, entries_max);
        self.candidates.reserve(options_max);
        let houses_max = layout.cells().map(|cell| layout.memberships_of(cell).len()).max();
        self.entries.clear();
        self.entries.reserve(1 + houses_max.unwrap_or(0));
        for cell in layout.cells() {
            for digit in masks.candidates(cell) {
                self.entries.clear();
                self.entries.push(Item(self.item_numbers[cell.index()]).into());
                for house in layout.houses_of(cell) {
                    let item = self.item_numbers[cells + house * digits + digit.index()];
                    self.entries.push(Item(item).into());
                }
                self.problem.add_option(&self.entries)?;
                self.candidates.push(Candidate { cell, digit });
            }
        }
        Ok(())
    }

    /// Puts the options into a random order. The search then finds the solutions in another order.
    ///
    /// # Errors
    /// As [`new`](Self::new); the encoding must not be used after an error.
    pub fn shuffle(&mut self, random: &mut SplitMix64) -> Result<(), ProblemError> {
        let mut order: Vec<u32> = (0..self.candidates.len() as u32).collect();
        random.shuffle(&mut order);
        let items = self.problem.item_count();
        let mut shuffled = Problem::new(self.problem.primary_count(), items - self.problem.primary_count())?;
        shuffled.reserve(items, self.problem.option_count(), self.problem.entry_count());
        for &option in &order {
            shuffled.add_option(self.problem.option(OptionId(option)))?;
        }
        self.candidates = order.iter().map(|&option| self.candidates[option as usize]).collect();
        self.problem = shuffled;
        Ok(())
    }

    /// Numbers the items without gaps, primary ones first. Returns how many are primary and how many secondary.
    fn number_items(&mut self, masks: &CandidateMasks) -> (usize, usize) {
        let (layout, digits) = (masks.rules().layout(), masks.rules().digit_count());
        let cells = layout.cell_count();
        let mut count = 0;
        self.item_numbers.clear();
        self.item_numbers.reserve(cells + layout.house_count() * digits);
        let numbers = masks.solved().cells().iter().map(|digit| number_if(digit.is_none(), &mut count));
        self.item_numbers.extend(numbers);
        self.item_numbers.resize(cells + layout.house_count() * digits, NO_ITEM);
        let mut primary = 0;
        for is_exact in [true, false] {
            for house in (0..layout.house_count()).filter(|&house| masks.rules().is_exact(house) == is_exact)
            {
                let numbers = &mut self.item_numbers[cells + house * digits..][..digits];
                for (number, digit) in numbers.iter_mut().zip(Digit::all(digits)) {
                    *number = number_if(masks.is_digit_unplaced(house, digit), &mut count);
                }
            }
            if is_exact {
                primary = count;
            }
        }
        (primary as usize, (count - primary) as usize)
    }

    /// The exact cover problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The candidate of an option.
    pub fn candidate(&self, option: OptionId) -> Option<Candidate> {
        self.candidates.get(option.0 as usize).copied()
    }

    /// The candidate of an option, as a clue.
    pub(crate) fn restriction(&self, option: OptionId) -> Option<Restriction> {
        let Candidate { cell, digit } = self.candidate(option)?;
        Some(Restriction { cell, digit, is_excluded: false })
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

/// Returns the next item number, and counts it; [`NO_ITEM`] unless `is_needed`.
fn number_if(is_needed: bool, count: &mut u32) -> u32 {
    if !is_needed {
        return NO_ITEM;
    }
    *count += 1;
    *count - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BoxShape, Puzzle, Rules};

    fn encoding(size: usize, clues: &[(usize, usize)]) -> Encoding {
        let mut cells = vec![None; size * size];
        for &(cell, digit) in clues {
            cells[cell] = Digit::new(digit);
        }
        let rules = Rules::plain(size, BoxShape::usual(size)).expect("a size");
        let puzzle = Puzzle::new(rules, Grid::from_cells(cells).expect("a square")).expect("fits");
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
