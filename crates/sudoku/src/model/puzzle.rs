//! Puzzles: rules, clues and candidates, and conflicts between clues.

use thiserror::Error;

use super::cell::{Cell, Position};
use super::constraints::Constraint;
use super::digit::{Digit, DigitSet, SIZE_MAX};
use super::grid::{Grid, GridError};
use super::house::{HouseKind, HouseName};
use super::house_counts::HouseCounts;
use super::open_candidates::open_candidate_count;
use super::rules::{Rules, RulesError};

/// Maximum number of houses whose given digits are kept on the stack instead of the heap.
const HOUSES_ON_STACK_MAX: usize = 128;

/// Reason why clues or candidates do not fit the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// Clues or candidates have another number of cells than the layout.
    #[error("{given} cells do not fit: the layout has {layout} cells")]
    Cells {
        /// Number of cells of the clues or the candidates.
        given: usize,
        /// Number of cells of the layout.
        layout: usize,
    },
    /// A clue or a candidate exceeds the largest digit.
    #[error("{} at {position} is more than {digits}, the largest digit", .digit.value())]
    Digit {
        /// Position of the clue or the candidate.
        position: Position,
        /// The clue or the candidate.
        digit: Digit,
        /// Number of digits, which is the largest digit.
        digits: usize,
    },
    /// A cell is outside of the grid.
    #[error("cell {} is outside of the grid: its cells are numbered from 0 to {}", .cell.index(), .cells - 1)]
    Outside {
        /// The cell.
        cell: Cell,
        /// Number of cells of the layout.
        cells: usize,
    },
    /// The cells fill no square, so that the rules must be given.
    #[error("{cells} cells fill no square: give the rules to `Puzzle::new`")]
    NotSquare {
        /// Number of cells.
        cells: usize,
    },
    /// The numbers are no grid.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// A clue is not among the candidates of its cell.
    #[error("the clue {} at {position} is not among the candidates of its cell", .digit.value())]
    ExcludedClue {
        /// Position of the clue.
        position: Position,
        /// The clue.
        digit: Digit,
    },
}

/// Reason why clues have no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conflict {
    /// A digit given more than once in a house.
    House {
        /// The house.
        house: HouseName,
        /// The digit.
        digit: Digit,
        /// All cells of the house in which it is given, in ascending order.
        cells: Vec<Position>,
    },
    /// A constraint of which propagation shows that no digits beside the clues meet it.
    Constraint {
        /// Index of the constraint in [`Rules::constraints`].
        index: usize,
        /// Name of its type.
        constraint_type: &'static str,
        /// The cells that it names; none if it is about the whole grid.
        cells: Vec<Position>,
    },
}

/// Rules, clues, and optionally the candidates of each cell: the input of the solver.
///
/// A puzzle may have no clues, and clues may conflict. Invariants: clues and candidates have as many cells as the layout, no
/// digit exceeds the number of digits, and every clue is a candidate of its cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    rules: Rules,
    clues: Grid,
    /// Allowed digits of each cell; `None` if all digits are allowed in all cells.
    candidates: Option<Box<[DigitSet]>>,
}

impl Puzzle {
    /// The puzzle with these clues, and all digits as candidates.
    ///
    /// # Errors
    /// [`PuzzleError`] if the clues do not fit the rules.
    pub fn new(rules: Rules, clues: Grid) -> Result<Self, PuzzleError> {
        let (given, layout) = (clues.cells().len(), rules.layout().cell_count());
        if given != layout {
            return Err(PuzzleError::Cells { given, layout });
        }
        check_digits(&rules, &clues)?;
        Ok(Self { rules, clues, candidates: None })
    }

    /// Replaces rules and clues, and allows all digits in all cells again. Reuses the memory.
    ///
    /// # Errors
    /// [`PuzzleError`] if the clues do not fit the rules. The puzzle is then unchanged or without clues.
    pub fn replace(
        &mut self,
        rules: Rules,
        clues: impl ExactSizeIterator<Item = Option<Digit>>,
    ) -> Result<(), PuzzleError> {
        let layout = rules.layout().cell_count();
        if clues.len() != layout {
            return Err(PuzzleError::Cells { given: clues.len(), layout });
        }
        (self.rules, self.candidates) = (rules, None);
        self.clues.replace(clues);
        let checked = check_digits(&self.rules, &self.clues);
        if checked.is_err() {
            self.clues = Grid::empty(layout);
        }
        checked
    }

    /// The puzzle without clues, and with all digits as candidates.
    pub fn empty(rules: Rules) -> Self {
        let clues = Grid::empty(rules.layout().cell_count());
        Self { rules, clues, candidates: None }
    }

    /// Restricts each cell to these digits.
    ///
    /// # Errors
    /// [`PuzzleError`] if the candidates do not fit the rules or the clues.
    pub fn with_candidates(mut self, candidates: Vec<DigitSet>) -> Result<Self, PuzzleError> {
        let (layout, digits) = (self.rules.layout(), self.rules.digit_count());
        if candidates.len() != layout.cell_count() {
            return Err(PuzzleError::Cells { given: candidates.len(), layout: layout.cell_count() });
        }
        for (cell, &set) in layout.cells().zip(&candidates) {
            let position = layout.position(cell);
            if let Some(digit) = Digit::all(SIZE_MAX).skip(digits).find(|&digit| set.contains(digit)) {
                return Err(PuzzleError::Digit { position, digit, digits });
            }
            if let Some(digit) = self.clues.digit(cell).filter(|&digit| !set.contains(digit)) {
                return Err(PuzzleError::ExcludedClue { position, digit });
            }
        }
        self.candidates = Some(candidates.into_boxed_slice());
        Ok(self)
    }

    /// Writes a clue into a cell.
    ///
    /// # Errors
    /// [`PuzzleError`] if the clue does not fit the rules or the candidates.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::{Puzzle, Rules};
    ///
    /// let rules = Rules::usual(4)?;
    /// let puzzle = Puzzle::empty(rules.clone()).with_clue(rules.cell("r1c2")?, 3.try_into()?)?;
    /// assert_eq!(puzzle.to_string(), ".3..............");
    /// assert!(puzzle.with_clue(rules.cell("r1c1")?, 5.try_into()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_clue(mut self, cell: Cell, digit: Digit) -> Result<Self, PuzzleError> {
        let (position, digits) = (self.rules.layout().position(cell), self.rules.digit_count());
        if !self.rules.layout().contains(cell) {
            return Err(PuzzleError::Outside { cell, cells: self.rules.layout().cell_count() });
        }
        if digit.value() > digits {
            return Err(PuzzleError::Digit { position, digit, digits });
        }
        if self.given_candidates().is_some_and(|candidates| !candidates[cell.index()].contains(digit)) {
            return Err(PuzzleError::ExcludedClue { position, digit });
        }
        self.clues.fill(cell, digit);
        Ok(self)
    }

    /// The clues, to be changed to digits that fit rules and candidates.
    pub(crate) fn clues_mut(&mut self) -> &mut Grid {
        &mut self.clues
    }

    /// Writes a clue that fits rules and candidates, and lifts the restriction of its cell: puzzles of the same clues and
    /// candidates are then equal, whatever was excluded before.
    pub(crate) fn place(&mut self, cell: Cell, digit: Digit) {
        self.clues.fill(cell, digit);
        let all = self.rules.digits();
        if let Some(candidates) = &mut self.candidates {
            if let Some(set) = candidates.get_mut(cell.index()) {
                *set = all;
            }
            if candidates.iter().all(|&set| set == all) {
                self.candidates = None;
            }
        }
    }

    /// The puzzle with other constraints on the same layout.
    ///
    /// # Errors
    /// As [`Rules::with_constraints`].
    pub fn with_constraints(
        &self,
        constraints: impl IntoIterator<Item = Constraint>,
    ) -> Result<Self, RulesError> {
        Ok(self.with_equal_layout(self.rules.with_constraints(constraints)?))
    }

    /// The puzzle with a further constraint.
    ///
    /// # Errors
    /// As [`Rules::and`].
    pub fn and(&self, constraint: impl Into<Constraint>) -> Result<Self, RulesError> {
        Ok(self.with_equal_layout(self.rules.and(constraint)?))
    }

    /// The puzzle with some of its constraints.
    ///
    /// # Errors
    /// [`RulesError`] if they are too large, which they are not if all of them are not.
    pub(crate) fn with_some_constraints(&self, constraints: Vec<Constraint>) -> Result<Self, RulesError> {
        Ok(self.with_equal_layout(self.rules.with_fitting_constraints(constraints)?))
    }

    /// The puzzle with other rules of the same layout.
    fn with_equal_layout(&self, rules: Rules) -> Self {
        Self { rules, clues: self.clues.clone(), candidates: self.candidates.clone() }
    }

    /// Empties a cell; does nothing for a cell outside of the grid.
    pub fn remove_clue(&mut self, cell: Cell) {
        self.clues.set(cell, None);
    }

    /// Calls `use_puzzle` with the puzzle without the clue of a cell, and restores the clue.
    pub(crate) fn without_clue<R>(&mut self, cell: Cell, use_puzzle: impl FnOnce(&Self) -> R) -> R {
        let clue = self.clues.digit(cell);
        self.clues.set(cell, None);
        let result = use_puzzle(self);
        self.clues.set(cell, clue);
        result
    }

    /// Removes a digit from the candidates of an empty cell; does nothing to the clue of a cell, and for a cell outside of the grid.
    pub fn exclude(&mut self, cell: Cell, digit: Digit) {
        if self.rules.layout().contains(cell) && self.clues.digit(cell).is_none() {
            let (cells, digits) = (self.rules.layout().cell_count(), self.rules.digits());
            let candidates = self.candidates.get_or_insert_with(|| vec![digits; cells].into());
            candidates[cell.index()] = candidates[cell.index()].without(digit);
        }
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The clues.
    #[inline]
    pub fn clues(&self) -> &Grid {
        &self.clues
    }

    /// The allowed digits of each cell; `None` if all digits are allowed in all cells.
    #[inline]
    pub fn given_candidates(&self) -> Option<&[DigitSet]> {
        self.candidates.as_deref()
    }

    /// Adds the digits given in each house to `given`, as bits: digit 1 is bit 0. `given` must hold a zero for each house.
    pub(crate) fn given_digits(&self, given: &mut [u64]) {
        let layout = self.rules.layout();
        for (cell, digit) in self.clues.filled() {
            layout.for_each_membership(cell, |membership| {
                given[usize::from(membership.house)] |= 1 << digit.index();
            });
        }
    }

    /// Candidates of a cell that no clue excludes, as bits, with the [given digits](Self::given_digits) of each house.
    #[inline]
    pub(crate) fn open_candidates<'a>(&'a self, given: &'a [u64]) -> impl Fn(Cell) -> u64 + 'a {
        let (layout, all, sets) = (self.rules.layout(), self.rules.digits(), self.candidates.as_deref());
        let masks = self.rules.masks();
        move |cell| {
            let mut excluded = 0;
            layout.for_each_membership(cell, |membership| excluded |= given[usize::from(membership.house)]);
            let mask = masks.map_or(all, |masks| masks[cell.index()]);
            sets.map_or(mask, |sets| sets[cell.index()].intersection(mask)).bits() & !excluded
        }
    }

    /// Number of candidates that no clue excludes, over all empty cells.
    pub fn candidate_count(&self) -> usize {
        if self.rules.is_classic_9x9()
            && self.candidates.is_none()
            && let Some(cells) = self.clues.cells().first_chunk()
        {
            return open_candidate_count(cells);
        }
        let houses = self.rules.layout().house_count();
        let (mut on_stack, mut on_heap) = ([0; HOUSES_ON_STACK_MAX], Vec::new());
        let given = if houses <= HOUSES_ON_STACK_MAX {
            &mut on_stack[..houses]
        } else {
            on_heap.resize(houses, 0);
            &mut on_heap[..]
        };
        self.given_digits(given);
        let empty = self.rules.layout().cells().filter(|&cell| self.clues.digit(cell).is_none());
        let open_candidates = self.open_candidates(given);
        empty.map(|cell| open_candidates(cell).count_ones() as usize).sum()
    }

    /// Digits given more than once in a house, ordered by house, then by digit; then the constraints of which propagation shows, for each
    /// by itself, that no digits beside the clues meet it. A puzzle with a conflict has no solution. One without may have none, either.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "1..1 .... .... ....".parse()?;
    /// assert_eq!(puzzle.conflicts()[0].to_string(), "1 is given more than once in row 1: r1c1, r1c4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn conflicts(&self) -> Vec<Conflict> {
        let has_house_conflict = self.has_conflict();
        let mut conflicts = if has_house_conflict { self.house_conflicts() } else { Vec::new() };
        // Masks and houses are all that constraints without a network have.
        let may_contradict =
            || has_house_conflict || !self.rules.network().is_empty() || self.has_masked_clue();
        if !self.rules.is_unconstrained() && may_contradict() {
            let conflict = |index: usize| {
                let constraint = &self.rules.constraints()[index];
                let cells = constraint.cells().into_iter().map(|cell| self.rules.layout().position(cell));
                Conflict::Constraint {
                    index,
                    constraint_type: constraint.type_name(),
                    cells: cells.collect(),
                }
            };
            conflicts.extend(self.rules.contradicted_constraints(&self.clues).into_iter().map(conflict));
        }
        conflicts
    }

    /// Whether the constraints exclude a clue, or all digits of a cell.
    fn has_masked_clue(&self) -> bool {
        let is_excluded = |(mask, &clue): (&DigitSet, &Option<Digit>)| {
            mask.is_empty() || clue.is_some_and(|clue| !mask.contains(clue))
        };
        self.rules.masks().is_some_and(|masks| masks.iter().zip(self.clues.cells()).any(is_excluded))
    }

    fn house_conflicts(&self) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        // The houses of constraints belong to the conflicts of constraints.
        let houses = self.rules.layout().houses().filter(|house| house.name.kind != HouseKind::Constraint);
        for house in houses {
            let mut seen = 0_u64;
            let mut repeated = 0_u64;
            for digit in house.cells.iter().filter_map(|&cell| self.clues.digit(cell)) {
                let bit = 1 << digit.index();
                repeated |= seen & bit;
                seen |= bit;
            }
            conflicts.extend(
                Digit::all(self.rules.digit_count())
                    .filter(|digit| repeated & (1 << digit.index()) != 0)
                    .map(|digit| Conflict::House {
                        house: house.name,
                        digit,
                        cells: self.positions(house.cells, digit),
                    }),
            );
        }
        conflicts
    }

    /// Two cells of a house with the same clue; `None` without conflicts.
    pub(crate) fn first_conflict(&self) -> Option<[Cell; 2]> {
        self.rules.layout().houses().find_map(|house| {
            let same = |(at, &cell): (usize, &Cell)| {
                let digit = self.clues.digit(cell)?;
                let other =
                    house.cells[..at].iter().find(|&&other| self.clues.digit(other) == Some(digit))?;
                Some([cell.min(*other), cell.max(*other)])
            };
            house.cells.iter().enumerate().find_map(same)
        })
    }

    /// Whether a house has a digit twice: the fast path of [`conflicts`](Self::conflicts).
    fn has_conflict(&self) -> bool {
        if self.rules.is_classic_9x9()
            && let Some(cells) = self.clues.cells().first_chunk()
        {
            return HouseCounts::new(cells).has_repeated();
        }
        let mut repeated = 0;
        self.rules.layout().for_each_house(|cells| {
            let mut seen = 0;
            for bit in self.clues.bits(cells) {
                repeated |= seen & bit;
                seen |= bit;
            }
        });
        repeated != 0
    }

    fn positions(&self, cells: &[Cell], digit: Digit) -> Vec<Position> {
        cells
            .iter()
            .filter(|&&cell| self.clues.digit(cell) == Some(digit))
            .map(|&cell| self.rules.layout().position(cell))
            .collect()
    }
}

/// The empty classic 9x9.
impl Default for Puzzle {
    fn default() -> Self {
        Self::empty(Rules::default())
    }
}

/// The puzzle with these clues and the usual boxes of their size.
impl TryFrom<Grid> for Puzzle {
    type Error = PuzzleError;

    fn try_from(clues: Grid) -> Result<Self, PuzzleError> {
        let not_square = PuzzleError::NotSquare { cells: clues.len() };
        let rules = clues.square_size().and_then(|size| Rules::usual(size).ok());
        Self::new(rules.ok_or(not_square)?, clues)
    }
}

/// The puzzle with these rows of clues, 0 for an empty cell, and the usual boxes of the size.
impl<const SIZE: usize> TryFrom<[[u8; SIZE]; SIZE]> for Puzzle {
    type Error = PuzzleError;

    fn try_from(rows: [[u8; SIZE]; SIZE]) -> Result<Self, PuzzleError> {
        Grid::try_from(rows)?.try_into()
    }
}

/// The puzzle with these clues row by row, 0 for an empty cell, and the usual boxes of the size.
impl<const CELLS: usize> TryFrom<[u8; CELLS]> for Puzzle {
    type Error = PuzzleError;

    fn try_from(values: [u8; CELLS]) -> Result<Self, PuzzleError> {
        Grid::try_from(values)?.try_into()
    }
}

/// Checks that no clue exceeds the largest digit. The clues have as many cells as the layout.
fn check_digits(rules: &Rules, clues: &Grid) -> Result<(), PuzzleError> {
    let digits = rules.digit_count();
    let too_large = |digit: &Digit| digit.value() > digits;
    if clues.largest().as_ref().is_some_and(too_large)
        && let Some((cell, digit)) = clues.filled().find(|(_, digit)| too_large(digit))
    {
        return Err(PuzzleError::Digit { position: rules.layout().position(cell), digit, digits });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::box_shape::BoxShape;

    fn grid(values: &[usize]) -> Grid {
        Grid::from_cells(values.iter().map(|&value| Digit::new(value)).collect()).expect("a grid")
    }

    fn four() -> Rules {
        Rules::plain(4, BoxShape::usual(4)).expect("four is a size")
    }

    #[test]
    fn conflicts_list_house_digit_and_all_cells_once() {
        let clues = grid(&[
            2, 0, 2, 2, //
            0, 0, 0, 0, //
            0, 3, 0, 2, //
            0, 3, 0, 0,
        ]);
        let puzzle = Puzzle::new(four(), clues).expect("the digits fit");
        let shown: Vec<String> = puzzle
            .conflicts()
            .iter()
            .filter_map(|conflict| {
                let Conflict::House { house, digit, cells } = conflict else { return None };
                let cells: Vec<String> = cells.iter().map(Position::to_string).collect();
                Some(format!("{house}: {} in {}", digit.value(), cells.join(" ")))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "row 1: 2 in r1c1 r1c3 r1c4",
                "column 2: 3 in r3c2 r4c2",
                "column 4: 2 in r1c4 r3c4",
                "box 2: 2 in r1c3 r1c4",
                "box 3: 3 in r3c2 r4c2",
            ]
        );
    }

    #[test]
    fn clues_and_candidates_that_do_not_fit_are_rejected() {
        assert_eq!(Puzzle::new(four(), grid(&[0])), Err(PuzzleError::Cells { given: 1, layout: 16 }));
        let mut values = [0; 16];
        values[6] = 5;
        let error = Puzzle::new(four(), grid(&values)).expect_err("5 exceeds size 4");
        assert_eq!(error.to_string(), "5 at r2c3 is more than 4, the largest digit");

        values[6] = 4;
        let puzzle = Puzzle::new(four(), grid(&values)).expect("4 fits");
        let with = |sets: &[DigitSet]| puzzle.clone().with_candidates(sets.to_vec());
        assert_eq!(with(&[]), Err(PuzzleError::Cells { given: 0, layout: 16 }));
        let mut sets = [DigitSet::all(4); 16];
        assert!(with(&sets).is_ok());
        sets[6] = DigitSet::all(3);
        let error = with(&sets).expect_err("4 is excluded");
        assert_eq!(error.to_string(), "the clue 4 at r2c3 is not among the candidates of its cell");
        sets[6] = DigitSet::all(5);
        let error = with(&sets).expect_err("5 exceeds size 4");
        assert_eq!(error.to_string(), "5 at r2c3 is more than 4, the largest digit");
    }

    #[test]
    fn replaced_puzzle_equals_a_new_one_or_is_empty() {
        let restricted = |size| {
            let puzzle = Puzzle::empty(Rules::plain(size, BoxShape::usual(size)).expect("a size"));
            puzzle.with_candidates(vec![DigitSet::all(1); size * size]).expect("fits")
        };
        let clues = grid(&[0, 0, 0, 4, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        let cells = || clues.cells().iter().copied();
        let boxes = |width, height| Rules::plain(4, BoxShape { width, height }).expect("fits");
        for rules in [boxes(2, 2), boxes(4, 1)] {
            for mut puzzle in [4, 6].map(restricted) {
                assert_eq!(puzzle.replace(rules.clone(), cells()), Ok(()));
                assert_eq!(Ok(puzzle), Puzzle::new(rules.clone(), clues.clone()));
            }
        }

        let mut puzzle = restricted(4);
        let five = cells().map(|digit| digit.and(Digit::new(5)));
        assert!(matches!(puzzle.replace(four(), five), Err(PuzzleError::Digit { .. })));
        assert_eq!(puzzle, Puzzle::empty(four()));
        let before = puzzle.clone();
        let error = puzzle.replace(four(), [None; 3].into_iter());
        assert_eq!((error, puzzle), (Err(PuzzleError::Cells { given: 3, layout: 16 }), before));
    }

    #[test]
    fn changed_clues_and_candidates_fit_each_other() {
        let puzzle = Puzzle::new(four(), grid(&[0; 16])).expect("fits");
        let (cell, one, five) = (Cell(6), Digit::new(1).expect("a digit"), Digit::new(5).expect("a digit"));
        let filled = puzzle.clone().with_clue(cell, one).expect("fits");
        assert_eq!(filled.clues().filled().collect::<Vec<_>>(), [(cell, one)]);
        let mut emptied = filled.clone();
        emptied.remove_clue(cell);
        assert_eq!(emptied, puzzle);
        assert!(matches!(puzzle.clone().with_clue(cell, five), Err(PuzzleError::Digit { .. })));
        let mut without = filled.clone();
        without.exclude(cell, one);
        assert_eq!(without, filled, "a clue stays");
        without = puzzle;
        without.exclude(cell, one);
        assert_eq!(without.candidate_count(), 63);
        assert!(matches!(without.with_clue(cell, one), Err(PuzzleError::ExcludedClue { .. })));
    }

    #[test]
    fn candidate_count_omits_filled_cells_and_digits_given_in_a_house() {
        let mut values = [0; 16];
        values[0] = 1;
        let puzzle = Puzzle::new(four(), grid(&values)).expect("fits");
        assert_eq!(puzzle.candidate_count(), 15 * 4 - 7);
        let mut sets = vec![DigitSet::all(4); 16];
        sets[1] = DigitSet::all(2);
        sets[15] = DigitSet::all(0);
        let restricted = puzzle.with_candidates(sets).expect("fits");
        assert_eq!(restricted.candidate_count(), 15 * 4 - 7 - 2 - 4);
    }
}
