//! Solutions that differ from another one by an exchange of two digits.

use crate::model::{Cell, Digit, Grid, Layout, Puzzle, Solution};

/// Exchanges two digits in some cells of a solution.
///
/// The cells of two digits that are connected by houses can exchange their digits: a house with one of them has the other
/// one among them, or nowhere. In a minimal classic 9x9, two clues in five are the only ones in such cells, and needed.
#[derive(Clone, Debug)]
pub(super) struct DigitExchange {
    solution: Grid,
    /// For each house and each digit, the cell of the digit.
    places: Vec<Option<Cell>>,
    /// Digits that clues have in each house, as bits.
    given: Vec<u64>,
    /// Cells whose digits are exchanged.
    connected: Vec<Cell>,
    /// For each cell, the last attempt that connected it.
    attempts: Vec<u64>,
    attempt: u64,
    /// Number of cells visited by all attempts.
    steps: u64,
}

impl DigitExchange {
    /// Prepares for exchanges in a solution of this puzzle.
    pub(super) fn new(puzzle: &Puzzle, solution: Solution) -> Self {
        let (layout, digits) = (puzzle.rules().layout(), puzzle.rules().digit_count());
        let solution = solution.into_grid();
        let mut places = vec![None; layout.house_count() * digits];
        for (cell, digit) in solution.filled() {
            layout.for_each_membership(cell, |membership| {
                places[usize::from(membership.house) * digits + digit.index()] = Some(cell);
            });
        }
        let mut given = vec![0; layout.house_count()];
        puzzle.given_digits(&mut given);
        Self {
            solution,
            places,
            given,
            connected: Vec::new(),
            attempts: vec![0; layout.cell_count()],
            attempt: 0,
            steps: 0,
        }
    }

    /// A grid with another digit in the cell of a clue and the same digit in the cells of all others; `None` if no exchange
    /// makes one.
    pub(super) fn grid_without_clue(&mut self, puzzle: &Puzzle, cell: Cell) -> Option<Grid> {
        let own = self.solution.digit(cell)?;
        self.set_given(puzzle, cell, own, false);
        let mut others = Digit::all(puzzle.rules().digit_count()).filter(|&digit| digit != own);
        let other = others.find(|&other| self.connect(puzzle, cell, own, other));
        self.set_given(puzzle, cell, own, true);
        let other = other?;
        let mut grid = self.solution.clone();
        for &cell in &self.connected {
            grid.fill(cell, if grid.digit(cell) == Some(own) { other } else { own });
        }
        Some(grid)
    }

    /// Adds the digit of a clue to those given in its houses, or removes it.
    fn set_given(&mut self, puzzle: &Puzzle, cell: Cell, digit: Digit, is_given: bool) {
        for house in puzzle.rules().layout().houses_of(cell) {
            let bit = 1 << digit.index();
            self.given[house] = if is_given { self.given[house] | bit } else { self.given[house] & !bit };
        }
    }

    /// Whether a house of the cell has this digit as a clue.
    fn is_excluded(&self, layout: &Layout, cell: Cell, digit: Digit) -> bool {
        let mut given = 0;
        layout.for_each_membership(cell, |membership| given |= self.given[usize::from(membership.house)]);
        given >> digit.index() & 1 == 1
    }

    /// Connects the cells of two digits with a cell that has the first of them. Returns whether no house has the new
    /// digit of a cell as a clue.
    fn connect(&mut self, puzzle: &Puzzle, cell: Cell, own: Digit, other: Digit) -> bool {
        let (layout, digits) = (puzzle.rules().layout(), puzzle.rules().digit_count());
        if self.is_excluded(layout, cell, other) {
            return false;
        }
        self.attempt += 1;
        self.attempts[cell.index()] = self.attempt;
        self.connected.clear();
        self.connected.push(cell);
        let mut visited = 0;
        while let Some(&cell) = self.connected.get(visited) {
            visited += 1;
            self.steps += 1;
            let (old, new) = if self.solution.digit(cell) == Some(own) { (own, other) } else { (other, own) };
            for membership in layout.memberships_of(cell) {
                let place = self.places[usize::from(membership.house) * digits + new.index()];
                let Some(next) = place.filter(|next| self.attempts[next.index()] != self.attempt) else {
                    continue;
                };
                if self.is_excluded(layout, next, old) {
                    return false;
                }
                self.attempts[next.index()] = self.attempt;
                self.connected.push(next);
            }
        }
        true
    }

    /// Number of cells visited by all attempts.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }
}
