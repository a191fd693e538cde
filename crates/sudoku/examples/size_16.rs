//! Generates and solves a 16x16, and a 6x6 with boxes of two columns: `cargo run --release --example size_16`
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use quadrille_sudoku::generate::PuzzleSpec;
use quadrille_sudoku::{BoxShape, Grid, Puzzle, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let generated = Puzzle::generate(PuzzleSpec::new(Rules::usual(16)?), 1)?;
    println!("{:#}\n", generated.puzzle);
    println!("{:#}\n", generated.puzzle.solve().ok_or("no solution")?);

    let clues: Grid = "1..... ..2... ....3. .4.... ...5.. .....6".parse()?;
    let puzzle = Puzzle::new(Rules::plain(6, BoxShape { width: 2, height: 3 })?, clues)?;
    println!("{:#}\n{} solutions", puzzle, puzzle.count_up_to(1_000));
    Ok(())
}
