//! Sudoku grids as exact cover problems.

use std::sync::Arc;

use quadrille_exact_cover::Problem;
use quadrille_sudoku::text::parse_line;
use quadrille_sudoku::{BoxShape, Puzzle, Rules, named_cover};

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
    let (grid, _) = parse_line(line, &mut |_| {}).expect("a valid line");
    let size = grid.square_size().expect("a square");
    let rules = Rules::plain(size, BoxShape::usual(size)).expect("a valid size");
    let puzzle = Puzzle::new(rules, grid).expect("the grid fits");
    named_cover(&puzzle).expect("a valid problem").into_problem()
}
