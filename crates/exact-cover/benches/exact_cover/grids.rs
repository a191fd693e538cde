//! Sudoku grids as exact cover problems.

use std::sync::Arc;

use quadrille_exact_cover::{NamedFault, NamedProblem, Problem, ProblemBuilder};
use quadrille_testing::puzzles::{self, PuzzleSet};

/// Clues of "Platinum Blonde", a hard 9x9 of the corpus.
const PLATINUM_BLONDE: &str =
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...";

/// The set of [`PLATINUM_BLONDE`] alone.
pub(crate) fn platinum_blonde() -> PuzzleSet {
    let mut set = puzzles::known();
    set.puzzles.retain(|puzzle| puzzle.line == PLATINUM_BLONDE);
    set
}

/// The problem that `quadrille cover from-sudoku` writes for a line of text.
pub(crate) fn cover(line: &str) -> Arc<Problem> {
    named_cover(line).expect("a valid problem").into_problem()
}

/// Items: the cells, then the digits of each row, column and box. Options: the digits of each cell.
fn named_cover(line: &str) -> Result<NamedProblem, NamedFault> {
    let size = line.len().isqrt();
    let box_size = size.isqrt();
    let mut builder = ProblemBuilder::default();
    for index in 0..line.len() {
        builder.add_item(&cell(index / size, index % size))?;
    }
    for house in ["row", "column", "box"] {
        for number in 1..=size {
            for digit in 1..=size {
                builder.add_item(&format!("{house}{number}={digit}"))?;
            }
        }
    }
    for (index, symbol) in line.chars().enumerate() {
        let (row, column) = (index / size, index % size);
        let in_box = row / box_size * box_size + column / box_size;
        let clue = symbol.to_digit(36).map(|digit| digit as usize);
        for digit in (1..=size).filter(|digit| clue.is_none_or(|clue| clue == *digit)) {
            builder.add_entry(&cell(row, column))?;
            for (house, number) in [("row", row), ("column", column), ("box", in_box)] {
                builder.add_entry(&format!("{house}{}={digit}", number + 1))?;
            }
            builder.end_option()?;
        }
    }
    builder.build()
}

fn cell(row: usize, column: usize) -> String {
    format!("r{}c{}", row + 1, column + 1)
}
