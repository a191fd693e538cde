//! Cubes as text: their weight and what they add to the whole puzzle, such as `81 r1c2=5 r4c4!=7`.
//!
//! After the weight come the further clues and the excluded candidates, by cell, then by digit, each after a space. A cube has
//! one text: anything else is invalid.

use std::fmt::Write as _;

use thiserror::Error;

use crate::exact_cover::{WeightError, parse_weight};
use crate::sudoku::model::{Cell, Digit, DigitSet, Puzzle, PuzzleCube};

/// Reason why a text is no cube of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
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
    /// Parts are not in ascending order, or repeated.
    #[error("`{0}` must come earlier, and once")]
    Order(String),
}

/// Formats a cube of `whole`.
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

/// Parses a cube of `whole`.
///
/// # Errors
/// [`CubeTextError`] unless [`format_puzzle_cube`] returns this text for a cube of `whole`.
pub fn parse_puzzle_cube(whole: &Puzzle, text: &str) -> Result<PuzzleCube, CubeTextError> {
    let mut parts = text.split(' ');
    let weight = parse_weight(parts.next().unwrap_or_default())?;
    let mut puzzle = whole.clone();
    // Cells are in the order of the layout, so that one pass finds all.
    let mut cells = names(whole).peekable();
    let mut last = None;
    for part in parts {
        let no_candidate = || CubeTextError::NoCandidate(part.to_owned());
        let Addition { name, digit, is_clue } =
            Addition::parse(part).ok_or_else(|| CubeTextError::Syntax(part.to_owned()))?;
        while cells.next_if(|(_, other)| other != name).is_some() {}
        let Some(&(cell, _)) = cells.peek() else {
            let is_known = names(whole).any(|(_, other)| other == name);
            return Err(if is_known { CubeTextError::Order(part.to_owned()) } else { no_candidate() });
        };
        let digit = Digit::new(digit).filter(|digit| digits(whole).any(|other| other == *digit));
        let digit = digit.ok_or_else(no_candidate)?;
        if whole.clues().digit(cell).is_some() || !candidates(whole, cell).contains(digit) {
            return Err(no_candidate());
        }
        let is_after = match last {
            Some((last_cell, _, true)) => last_cell != cell,
            Some((last_cell, last_digit, false)) => last_cell != cell || (!is_clue && last_digit < digit),
            None => true,
        };
        if !is_after {
            return Err(CubeTextError::Order(part.to_owned()));
        }
        last = Some((cell, digit, is_clue));
        if is_clue {
            puzzle.place(cell, digit);
        } else {
            puzzle.exclude(cell, digit);
        }
    }
    Ok(PuzzleCube { puzzle, weight })
}

/// Cells with their names.
fn names(puzzle: &Puzzle) -> impl Iterator<Item = (Cell, String)> {
    let layout = puzzle.rules().layout();
    layout.cells().map(move |cell| (cell, layout.position(cell).to_string()))
}

/// Allowed digits of a cell.
fn candidates(puzzle: &Puzzle, cell: Cell) -> DigitSet {
    puzzle.candidates().map_or(puzzle.rules().digits(), |sets| sets[cell.index()])
}

fn digits(puzzle: &Puzzle) -> impl Iterator<Item = Digit> {
    Digit::all(puzzle.rules().digit_count())
}

/// Clue or excluded candidate of a text.
struct Addition<'a> {
    /// Name of the cell.
    name: &'a str,
    digit: usize,
    is_clue: bool,
}

impl<'a> Addition<'a> {
    fn parse(part: &'a str) -> Option<Self> {
        let (name, value) = part.split_once('=')?;
        let (name, is_clue) = name.strip_suffix('!').map_or((name, true), |name| (name, false));
        let digit = value.parse().ok()?;
        // Without leading zeros or signs.
        let is_canonical = value.bytes().all(|byte| byte.is_ascii_digit()) && !value.starts_with('0');
        (!name.is_empty() && is_canonical).then_some(Self { name, digit, is_clue })
    }
}
