//! Cubes as text: their weight and what they add to the whole puzzle, such as `81 r1c2=5 r4c4!=7`.
//!
//! After the weight come further clues and excluded candidates, each after a space. They may be in any order in which each is a
//! candidate that those before it have left; a partition writes them by cell, then by digit.

use std::collections::HashMap;
use std::fmt::Write as _;

use quadrille_exact_cover::unstable::{WeightError, parse_weight};
use thiserror::Error;

use crate::model::{Cell, Digit, DigitSet, Position, Puzzle, PuzzleCube, Restriction};

/// Reason why a text is no cube of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CubeTextError {
    /// The weight is invalid.
    #[error(transparent)]
    Weight(#[from] WeightError),
    /// A part is neither a clue nor an excluded candidate.
    #[error("`{}` is neither a clue such as `r1c2=5` nor an excluded candidate such as `r1c2!=5`", .0.escape_debug())]
    Syntax(String),
    /// The puzzle does not have the candidate: no such cell or digit, the cell has a clue, or excludes the digit.
    #[error("`{0}` is not a candidate of the puzzle")]
    NoCandidate(String),
}

/// Formats a cube of `any_problem`.
pub fn format_puzzle_cube(whole: &Puzzle, cube: &PuzzleCube) -> String {
    let mut text = cube.weight.to_string();
    for cell in whole.rules().layout().cells() {
        if whole.clues().digit(cell).is_some() {
            continue;
        }
        let position = whole.rules().layout().position(cell);
        if let Some(digit) = cube.puzzle.clues().digit(cell) {
            // Writing to a string does not fail.
            let _ = write!(text, " {position}={}", digit.value());
            continue;
        }
        let excluded = candidates(whole, cell).bits() & !candidates(&cube.puzzle, cell).bits();
        for digit in digits(whole).filter(|digit| excluded >> digit.index() & 1 == 1) {
            let _ = write!(text, " {position}!={}", digit.value());
        }
    }
    text
}

/// Formats what a search has added to a cube of `any_problem`.
pub fn format_restriction(whole: &Puzzle, restriction: Restriction) -> String {
    let Restriction { cell, digit, is_excluded } = restriction;
    let sign = if is_excluded { "!=" } else { "=" };
    format!("{}{sign}{}", whole.rules().layout().position(cell), digit.value())
}

/// Parses a cube of `any_problem`.
///
/// # Errors
/// [`CubeTextError`].
pub fn parse_puzzle_cube(whole: &Puzzle, text: &str) -> Result<PuzzleCube, CubeTextError> {
    let mut parts = text.split(' ');
    let weight = parse_weight(parts.next().unwrap_or_default())?;
    let mut puzzle = whole.clone();
    let layout = whole.rules().layout();
    let cells: HashMap<Position, Cell> = layout.cells().map(|cell| (layout.position(cell), cell)).collect();
    for part in parts {
        let no_candidate = || CubeTextError::NoCandidate(part.to_owned());
        let Addition { position, digit, is_excluded } =
            Addition::parse(part).ok_or_else(|| CubeTextError::Syntax(part.to_owned()))?;
        let cell = *cells.get(&position).ok_or_else(no_candidate)?;
        let digit = Digit::new(digit).filter(|digit| digits(whole).any(|other| other == *digit));
        let digit = digit.ok_or_else(no_candidate)?;
        if puzzle.clues().digit(cell).is_some() || !candidates(&puzzle, cell).contains(digit) {
            return Err(no_candidate());
        }
        Restriction { cell, digit, is_excluded }.apply(&mut puzzle);
    }
    Ok(PuzzleCube { puzzle, weight })
}

/// Allowed digits of a cell.
fn candidates(puzzle: &Puzzle, cell: Cell) -> DigitSet {
    puzzle.given_candidates().map_or(puzzle.rules().digits(), |sets| sets[cell.index()])
}

fn digits(puzzle: &Puzzle) -> impl Iterator<Item = Digit> {
    Digit::all(puzzle.rules().digit_count())
}

/// Clue or excluded candidate of a text.
struct Addition {
    position: Position,
    digit: usize,
    is_excluded: bool,
}

impl Addition {
    fn parse(part: &str) -> Option<Self> {
        let (name, digit) = part.split_once('=')?;
        let (name, is_excluded) = name.strip_suffix('!').map_or((name, false), |name| (name, true));
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        let position = Position { row: number(row)?, column: number(column)? };
        Some(Self { position, digit: number(digit)?, is_excluded })
    }
}

/// Parses a positive number without sign and leading zeros.
fn number(text: &str) -> Option<usize> {
    let is_canonical = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| is_canonical)
}
