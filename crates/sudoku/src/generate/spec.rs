//! What a generated puzzle must be like.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::clue_symmetry::ClueSymmetry;
use super::difficulty::Difficulty;
use super::restriction::{SpecRestriction, SpecRestrictions};
use crate::model::{BoxShape, Cell, Rules};
use crate::techniques::Level;

/// Percentage of the cells that have a clue, unless the specification says otherwise: of easy puzzles, and of medium ones.
/// The removal of clues from harder puzzles ends when all are needed.
const CLUES_PERCENT: (usize, usize) = (40, 30);

/// Smallest numbers of clues of puzzles with one solution.
const CLUES_MIN_9X9: usize = 17;
const CLUES_MIN_4X4: usize = 4;

/// Reason why no puzzle can meet a specification.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The range of the number of clues is empty.
    #[error("the range of clues is empty: {minimum} is more than {maximum}")]
    EmptyRange {
        /// Smallest number of clues.
        minimum: usize,
        /// Largest number of clues.
        maximum: usize,
    },
    /// The range begins above the number of cells that may have a clue.
    #[error("{minimum} clues do not fit: {cells} cells may have a clue")]
    TooManyClues {
        /// Smallest number of clues.
        minimum: usize,
        /// Number of cells that may have a clue, with all cells of their orbits.
        cells: usize,
    },
    /// The grid is not square, and has no symmetries.
    #[error("only square grids have symmetries")]
    NotSquare,
    /// The pattern has a cell outside the grid.
    #[error("cell {} of the pattern is outside the grid of {cells} cells", .cell.index() + 1)]
    PatternCell {
        /// The cell.
        cell: Cell,
        /// Number of cells of the grid.
        cells: usize,
    },
}

/// What a generated puzzle must be like.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PuzzleSpec {
    rules: Rules,
    /// Range of the number of clues.
    clues: Option<RangeInclusive<usize>>,
    is_minimal: bool,
    /// Sets of cells that have clues together. Other cells have none.
    orbits: Vec<Vec<Cell>>,
    /// Whether no puzzle has its clues in the cells of the pattern alone, with any symmetry or none.
    is_pattern_impossible: bool,
    /// `None` if the puzzle need not be rated.
    difficulty: Option<Difficulty>,
}

impl PuzzleSpec {
    /// Any puzzle with these rules and with one solution.
    pub fn new(rules: Rules) -> Self {
        let orbits = rules.layout().cells().map(|cell| vec![cell]).collect();
        Self { rules, clues: None, is_minimal: false, orbits, is_pattern_impossible: false, difficulty: None }
    }

    /// Restricts the cells that may have a clue: to symmetric sets of cells, and to the cells of a pattern. A set that is
    /// not entirely in the pattern has no clues.
    ///
    /// # Errors
    /// [`SpecError`] if a symmetry is given for a grid that is not square, or the pattern does not fit the grid.
    pub fn with_cells(mut self, symmetry: ClueSymmetry, pattern: Option<&[Cell]>) -> Result<Self, SpecError> {
        let layout = self.rules.layout();
        let cells = layout.cell_count();
        let size = self.rules.digit_count();
        if symmetry != ClueSymmetry::None {
            let is_square = cells == size * size
                && layout.cells().all(|cell| {
                    let position = layout.position(cell);
                    (position.row - 1) * size + position.column - 1 == cell.index()
                });
            if !is_square {
                return Err(SpecError::NotSquare);
            }
            self.orbits = symmetry.orbits(size);
        }
        if let Some(pattern) = pattern {
            let mut is_allowed = vec![false; cells];
            for &cell in pattern {
                *is_allowed.get_mut(cell.index()).ok_or(SpecError::PatternCell { cell, cells })? = true;
            }
            self.is_pattern_impossible = self.excludes_clues_in(&pattern.iter().copied());
            self.orbits.retain(|orbit| orbit.iter().all(|cell| is_allowed[cell.index()]));
        }
        Ok(self)
    }

    /// Restricts the number of clues.
    ///
    /// # Errors
    /// [`SpecError`] if the range is empty or begins above the number of cells that may have a clue: call
    /// [`with_cells`](Self::with_cells) first.
    pub fn with_clues(mut self, clues: RangeInclusive<usize>) -> Result<Self, SpecError> {
        let (minimum, maximum) = (*clues.start(), *clues.end());
        if minimum > maximum {
            return Err(SpecError::EmptyRange { minimum, maximum });
        }
        let cells = self.cell_count();
        if minimum > cells {
            return Err(SpecError::TooManyClues { minimum, cells });
        }
        self.clues = Some(clues);
        Ok(self)
    }

    /// Requires that every clue is needed: without it, the puzzle has several solutions. With a symmetry, this holds for
    /// every set of clues that the symmetry exchanges.
    pub fn minimal(mut self) -> Self {
        self.is_minimal = true;
        self
    }

    /// Requires a difficulty, such as a [`Level`]. The puzzle is then rated.
    pub fn with_difficulty(mut self, difficulty: impl Into<Difficulty>) -> Self {
        self.difficulty = Some(difficulty.into().simplified());
        self
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether every clue, or every set of clues that a symmetry exchanges, must be needed.
    pub fn is_minimal(&self) -> bool {
        self.is_minimal
    }

    /// Sets of cells that have clues together. Other cells have none.
    pub fn orbits(&self) -> &[Vec<Cell>] {
        &self.orbits
    }

    /// The required difficulty; `None` if the puzzle need not be rated.
    pub fn difficulty(&self) -> Option<&Difficulty> {
        self.difficulty.as_ref()
    }

    /// Range of the number of clues; `None` for any.
    pub(super) fn clues(&self) -> Option<&RangeInclusive<usize>> {
        self.clues.as_ref()
    }

    /// Number of cells that may have a clue.
    pub(super) fn cell_count(&self) -> usize {
        self.orbits.iter().map(Vec::len).sum()
    }

    /// Whether some cells must not have a clue.
    pub(super) fn has_pattern(&self) -> bool {
        self.cell_count() < self.rules.layout().cell_count()
    }

    /// Numbers of clues at which the removal of clues may end.
    pub(super) fn target_range(&self) -> RangeInclusive<usize> {
        let percent = match self.difficulty.as_ref().map(Difficulty::lowest_level) {
            None | Some(Level::Easy) => CLUES_PERCENT.0,
            Some(Level::Medium) => CLUES_PERCENT.1,
            Some(Level::Hard | Level::Expert | Level::Extreme) => 0,
        };
        let usual = self.rules.layout().cell_count() * percent / 100;
        match &self.clues {
            _ if self.is_minimal => 0..=0,
            Some(clues) => *clues.start()..=(*clues.end()).min(self.cell_count()),
            None => usual..=usual,
        }
    }

    /// Whether easy puzzles alone are accepted.
    pub(super) fn needs_singles_only(&self) -> bool {
        self.difficulty.as_ref().is_some_and(Difficulty::needs_singles_only)
    }

    /// Whether the number of clues is restricted.
    pub(super) fn has_clues(&self) -> bool {
        self.clues.is_some()
    }

    /// Whether several cells have clues together.
    fn has_symmetry(&self) -> bool {
        self.orbits.iter().any(|orbit| orbit.len() > 1)
    }

    /// Restrictions with which the cells that may have clues had no puzzle with one solution.
    pub(super) fn restrictions_of_cells(&self) -> SpecRestrictions {
        SpecRestrictions::default()
            .with_if(SpecRestriction::Pattern, self.has_pattern())
            .with_if(SpecRestriction::Symmetry, self.has_pattern() && self.has_symmetry())
    }

    /// Restrictions with which a puzzle has this number of clues, which is out of range.
    pub(super) fn restrictions_of_clues(&self, count: usize) -> SpecRestrictions {
        let clues = SpecRestrictions::default().with(SpecRestriction::Clues);
        if self.clues.as_ref().is_some_and(|clues| count < *clues.start()) {
            return clues.with_if(SpecRestriction::Minimal, self.is_minimal);
        }
        // All clues of a set stay, and singles need more clues than uniqueness.
        clues
            .with_if(SpecRestriction::Symmetry, self.has_symmetry())
            .with_if(SpecRestriction::Difficulty, self.needs_singles_only() && !self.rules.is_classic_9x9())
    }

    /// Restrictions without which puzzles have more clues than with them, and are easier.
    pub(super) fn restrictions_of_few_clues(&self) -> SpecRestrictions {
        let usual = self.rules.layout().cell_count() * CLUES_PERCENT.0 / 100;
        let is_low = self.clues.as_ref().is_some_and(|clues| *clues.end() < usual);
        SpecRestrictions::default()
            .with_if(SpecRestriction::Clues, is_low && !self.is_minimal)
            .with_if(SpecRestriction::Minimal, self.is_minimal)
    }

    /// Restrictions with which simple bounds exclude every puzzle with one solution; `None` if they do not.
    pub(super) fn impossible(&self) -> Option<SpecRestrictions> {
        if self.clues.as_ref().is_some_and(|clues| *clues.end() < self.clues_needed()) {
            return Some(SpecRestrictions::default().with(SpecRestriction::Clues));
        }
        // Without a pattern, each cell may have a clue.
        let is_impossible = self.excludes_clues_in(&self.orbits.iter().flatten().copied());
        is_impossible.then(|| {
            let pattern = SpecRestrictions::default().with(SpecRestriction::Pattern);
            pattern.with_if(SpecRestriction::Symmetry, !self.is_pattern_impossible)
        })
    }

    /// Number of clues below which no puzzle has one solution.
    ///
    /// Two digits without a clue can be exchanged in a solution. No classic 9x9 has fewer than 17 clues (McGuire, Tugemann
    /// and Civario 2012), no 4x4 fewer than 4.
    fn clues_needed(&self) -> usize {
        match self.rules.box_shape() {
            _ if self.rules.is_classic_9x9() => CLUES_MIN_9X9,
            Some(BoxShape { width: 2, height: 2 }) => CLUES_MIN_4X4,
            _ => self.rules.digit_count() - 1,
        }
    }

    /// Whether simple bounds exclude every puzzle with one solution and with clues in these cells alone.
    ///
    /// Two rows of a band, or two columns of a stack, without a clue can be exchanged in a solution.
    fn excludes_clues_in(&self, cells: &(impl Iterator<Item = Cell> + Clone)) -> bool {
        let size = self.rules.digit_count();
        cells.clone().count() < self.clues_needed()
            || self.rules.box_shape().is_some_and(|shape| {
                let cells = || cells.clone().map(Cell::index);
                has_empty_pair(size, shape.height, cells().map(|cell| cell / size))
                    || has_empty_pair(size, shape.width, cells().map(|cell| cell % size))
            })
    }

    /// Whether a puzzle may have this number of clues.
    pub(super) fn accepts_clues(&self, count: usize) -> bool {
        self.clues.as_ref().is_none_or(|clues| clues.contains(&count))
    }
}

/// Whether two lines that can be exchanged have no clue. `boxes` is the number of lines that cross a box: these can be
/// exchanged with each other, and any lines of a Latin square with each other.
fn has_empty_pair(size: usize, boxes: usize, filled: impl Iterator<Item = usize>) -> bool {
    let mut is_empty = vec![true; size];
    filled.for_each(|line| is_empty[line] = false);
    let together = if boxes == 1 { size } else { boxes };
    is_empty.chunks(together).any(|lines| lines.iter().filter(|&&is_empty| is_empty).count() > 1)
}
