//! A puzzle with the entries and pencil marks of a player.

use crate::model::{Cell, DigitSet, Grid, Puzzle, PuzzleError};

/// A puzzle with entries and pencil marks, which fit its rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayedPuzzle {
    /// The puzzle.
    pub(super) puzzle: Puzzle,
    /// The entries. They may repeat clues, or differ from them.
    pub(super) entries: Grid,
    /// The rules with clues and entries together, and all digits as candidates. Clues precede entries of their cells.
    pub(super) entered: Puzzle,
    /// Marks of each cell; empty without marks.
    pub(super) marks: Vec<DigitSet>,
}

/// The puzzle without entries and marks.
impl From<Puzzle> for PlayedPuzzle {
    fn from(puzzle: Puzzle) -> Self {
        let mut entered = Puzzle::empty(puzzle.rules().clone());
        let entries = entered.clues().clone();
        entered.clues_mut().copy_from(puzzle.clues());
        let marks = vec![DigitSet::default(); puzzle.clues().cells().len()];
        Self { puzzle, entries, entered, marks }
    }
}

impl PlayedPuzzle {
    /// Adds entries and marks to a puzzle. The marks beside a clue or an entry are ignored.
    ///
    /// # Errors
    /// [`PuzzleError`] if entries or marks do not fit the rules.
    pub fn new(puzzle: Puzzle, entries: Grid, marks: Vec<DigitSet>) -> Result<Self, PuzzleError> {
        let mut entered = Puzzle::new(puzzle.rules().clone(), entries.clone())?;
        let mut unmarked = entered.clone();
        for cell in puzzle.rules().layout().cells() {
            unmarked.remove_clue(cell);
            if let Some(clue) = puzzle.clues().digit(cell) {
                entered = entered.with_clue(cell, clue)?;
            }
        }
        unmarked.with_candidates(marks.clone())?;
        Ok(Self { puzzle, entries, entered, marks })
    }

    /// The puzzle, without the entries.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Memory of entries and marks in bytes.
    pub fn entry_bytes(&self) -> usize {
        let cells = 2 * size_of_val(self.entries.cells());
        cells + size_of_val(&*self.marks)
    }

    /// The puzzle with the entries as clues and the marks as candidates. Clues precede entries of their cells.
    pub fn restricted(&self) -> Puzzle {
        let mut puzzle = self.entered.clone();
        let all = puzzle.rules().digits();
        for cell in puzzle.rules().clone().layout().cells() {
            let marks = self.marks_of(cell);
            if puzzle.clues().digit(cell).is_none() && !marks.is_empty() {
                all.difference(marks).digits().for_each(|digit| puzzle.exclude(cell, digit));
            }
        }
        puzzle
    }

    /// Whether an entry differs from the clue of its cell.
    pub fn overwrites_clues(&self) -> bool {
        self.entries.filled().any(|(cell, digit)| self.entered.clues().digit(cell) != Some(digit))
    }

    /// The entries. They may repeat clues, or differ from them.
    pub fn entries(&self) -> &Grid {
        &self.entries
    }

    /// The marks of a cell; empty without marks.
    pub fn marks_of(&self, cell: Cell) -> DigitSet {
        self.marks[cell.index()]
    }
}
