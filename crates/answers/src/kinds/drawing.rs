//! Solutions as drawings and pictures.

use std::fmt::Write;

use quadrille_notation::unstable::format_styled_drawing;
use quadrille_sudoku::{Answer, BoxShape, Grid, Picture, Puzzle, Solution, Verdict};

use crate::wire::puzzle::grid_frame::GridFrame;

/// Draws the first solution, and the number of solutions unless there is one.
pub(crate) fn drawn_solution(question: &Picture, answer: &Answer, has_colours: bool) -> Option<String> {
    let solution = answer.verdict.witnesses().first()?;
    let mut text = drawing(question, solution.grid(), has_colours);
    if !matches!(answer.verdict, Verdict::Unique(_)) {
        let more = if answer.is_complete() { "" } else { " or more" };
        // Writing to memory cannot fail.
        let _ = writeln!(text, "{}{more} solutions", answer.count);
    }
    Some(text)
}

/// Returns a picture of the first solution, and of the cells in which the second one differs.
pub fn pictured_solution(question: Picture, verdict: &Verdict) -> Option<Picture> {
    let mut grids = verdict.witnesses().iter().map(Solution::grid).cloned();
    let solution = Some(grids.next()?);
    Some(Picture { solution, other: grids.next(), ..question })
}

/// Draws a grid, with bold clues of the puzzle if it has colours.
pub(crate) fn drawing(Picture { puzzle, alphabet, .. }: &Picture, grid: &Grid, has_colours: bool) -> String {
    let is_clue = |index: usize| puzzle.clues().cells().get(index).is_some_and(Option::is_some);
    let bold = |index: usize, text: String| {
        if has_colours && is_clue(index) { format!("\x1b[1m{text}\x1b[0m") } else { text }
    };
    if let Some(frame) = GridFrame::new(puzzle.rules()) {
        return frame.drawing(grid, *alphabet, bold);
    }
    format_styled_drawing(grid.cells(), box_shape(puzzle), |index, text| {
        let text = alphabet.drawn(grid.cells()[index], text);
        bold(index, text)
    })
}

/// Width and height of the boxes of a puzzle.
pub(crate) fn box_shape(puzzle: &Puzzle) -> BoxShape {
    puzzle.rules().box_shape().unwrap_or(BoxShape { width: 1, height: 1 })
}
