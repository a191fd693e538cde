//! Explains the steps of a human player, and draws the first: `cargo run --example hint >hints.txt`
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use quadrille_sudoku::techniques::Wording;
use quadrille_sudoku::{DrawnStep, Picture, Puzzle};

fn main() -> Result<(), Box<dyn Error>> {
    let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
    let hint = puzzle.hint().ok_or("a puzzle without a next step")?;
    println!("{}", puzzle.explain(&hint));
    for step in puzzle.path().steps.iter().skip(1) {
        println!("then {}", puzzle.explain(step));
    }
    let drawn = DrawnStep::new(&hint, &Wording::new(puzzle.rules().layout()));
    let picture = Picture { candidates: true, step: Some(drawn), ..Picture::new(puzzle) };
    println!("{picture}");
    Ok(())
}
